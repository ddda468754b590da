"""The ``workworld`` command."""

from __future__ import annotations

import gc
import sys
from importlib import import_module

import click

_COMMANDS = (
    "serve",
    "service",
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
        module = f"{__name__}.{name}"
        if module not in sys.modules:
            _load(module)
        found: click.Command = getattr(sys.modules[module], name)
        return found


def _load(module: str) -> None:
    gc.disable()  # else a fifth of the time would go into looking through what stays anyway
    try:
        import_module(module)
    finally:
        gc.enable()
    gc.freeze()


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="workworld")
def main() -> None:
    """A whole simulated company for training and judging AI agents."""
