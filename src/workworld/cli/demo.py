"""``workworld demo``: one task, solved by tools, in the browser, and not at all."""

from __future__ import annotations

import click
from rich.console import Console
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from workworld.browsers import NoBrowser
from workworld.cli.company import build_progress, company_of_task_options
from workworld.environment import Environment
from workworld.errors import BrokenTask
from workworld.grading import Grade
from workworld.grading.checks import CheckKind
from workworld.rollouts.policies import NoPolicy, Policy, nothing, oracle, oracle_in_browser

_TASK = "communication.post_announcement"


@click.command()
@company_of_task_options
@click.option("--task", "task_id", default=_TASK, show_default=True, help="The task family.")
@click.option("--seed", default=1, show_default=True, help="Which of its tasks.")
def demo(preset: str, company_seed: int, task_id: str, seed: int) -> None:
    """Run one task by both doors and by doing nothing, and print the rubrics."""
    console = Console()
    with build_progress() as advance:
        environment = Environment(preset, company_seed=company_seed, advance=advance)
    with environment as env:
        runs: dict[str, Policy[Environment]] = {
            "does nothing": nothing,
            "oracle through the tools": oracle,
            "oracle in the browser": oracle_in_browser,
        }
        for title, run in runs.items():
            try:
                seen = env.reset(task_id, seed)
            except KeyError as error:
                raise click.UsageError(str(error.args[0])) from None
            except BrokenTask as error:
                raise click.ClickException(str(error)) from None
            if title == "does nothing":
                told, title_of_task = Text(seen.instruction), Text(f"{task_id}, seed {seed}")
                console.print(Panel(told, title=title_of_task, expand=False))
            try:
                run(env)
            except (NoBrowser, NoPolicy) as error:
                raise click.ClickException(str(error)) from None
            console.print(_rubric(title, env.grade()))


def _rubric(title: str, grade: Grade) -> Table:
    if grade.is_valid:
        head = f"{title}: reward {grade.reward:g}, score {grade.score:.2f}"
    else:
        head = f"{title}: invalid episode: {grade.invalid}"
    table = Table(title=head, title_justify="left", expand=False)
    for column in ("check", "kind", "weight", "holds", "why"):
        table.add_column(column, overflow="fold")
    marks = {True: "[green]yes[/]", False: "[red]no[/]", None: "[bold red]raised[/]"}
    for outcome in grade.outcomes:
        table.add_row(
            Text(outcome.description),
            outcome.kind,
            f"{outcome.weight:g}" if outcome.kind is CheckKind.GOAL else "",
            marks[outcome.holds],
            Text(outcome.reason),
        )
    return table
