"""``workworld tasks``: what there is to be done, whether it can be trusted, and who can do it."""

from __future__ import annotations

import click

from workworld.cli.tasks.difficulty import difficulty
from workworld.cli.tasks.listing import list_tasks, show
from workworld.cli.tasks.proving import verify
from workworld.cli.tasks.rubrics import rubric
from workworld.cli.tasks.running import calibrate, run
from workworld.cli.tasks.tools import tools


@click.group()
def tasks() -> None:
    """List, show, prove and run tasks."""


for _command in (list_tasks, show, difficulty, tools, rubric, verify, run, calibrate):
    tasks.add_command(_command)
