"""The ``workworld`` command."""

from __future__ import annotations

import click

from workworld.cli.demo import demo
from workworld.cli.doctor import doctor
from workworld.cli.episodes import episodes
from workworld.cli.mcp import mcp
from workworld.cli.serve import serve
from workworld.cli.snapshot import snapshot
from workworld.cli.tasks import tasks
from workworld.cli.worlds import worlds


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="workworld")
def main() -> None:
    """A whole simulated company for training and judging AI agents."""


for _command in (serve, mcp, demo, tasks, episodes, snapshot, worlds, doctor):
    main.add_command(_command)
