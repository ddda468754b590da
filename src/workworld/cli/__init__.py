"""The ``workworld`` command."""

from __future__ import annotations

from importlib import import_module

import click

_COMMANDS = (
    "serve",
    "mcp",
    "demo",
    "tasks",
    "episodes",
    "snapshot",
    "bench-data",
    "worlds",
    "doctor",
)
"""Each is a function of a module of its own, which is loaded when it is called."""


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - as click has it
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        name = cmd_name.replace("-", "_")
        found: click.Command = getattr(import_module(f"{__name__}.{name}"), name)
        return found


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="workworld")
def main() -> None:
    """A whole simulated company for training and judging AI agents."""
