"""``workworld demo``: one task, solved by tools, in the browser, and not at all."""

from __future__ import annotations

from collections.abc import Callable

import click
from rich.console import Console
from rich.panel import Panel
from rich.table import Table

from workworld.browsers import NoBrowser
from workworld.cli.company import build_progress, company_options
from workworld.environment import Environment
from workworld.grading import Grade
from workworld.grading.checks import CheckKind

_TASK = "communication.post_announcement"


@click.command()
@company_options
@click.option("--task", "task_id", default=_TASK, show_default=True, help="The task family.")
@click.option("--task-seed", default=1, show_default=True, help="Which of its tasks.")
def demo(preset: str, seed: int, task_id: str, task_seed: int) -> None:
    """Run one task by both doors and by doing nothing, and print the rubrics."""
    console = Console()
    with build_progress() as advance:
        environment = Environment(preset, company_seed=seed, advance=advance)
    with environment as env:
        runs: dict[str, Callable[[], object]] = {
            "does nothing": lambda: None,
            "oracle through the tools": lambda: env.task.family.solve(env, env.task.facts),
            "oracle in the browser": lambda: _in_browser(env),
        }
        for title, run in runs.items():
            try:
                seen = env.reset(task_id, task_seed)
            except KeyError as error:
                raise click.UsageError(str(error.args[0])) from None
            if title == "does nothing":
                console.print(
                    Panel(seen.instruction, title=f"{task_id}, seed {task_seed}", expand=False)
                )
            try:
                run()
            except NoBrowser as error:
                raise click.ClickException(str(error)) from None
            console.print(_rubric(title, env.grade()))


def _in_browser(env: Environment) -> None:
    solve = env.task.family.solve_ui
    if solve is None:
        raise click.UsageError(f"{env.task.family.id} has no oracle for the browser")
    solve(env.browser(), env, env.task.facts)


def _rubric(title: str, grade: Grade) -> Table:
    if grade.is_valid:
        head = f"{title}: reward {grade.reward:g}, score {grade.score:.2f}"
    else:
        head = f"{title}: invalid episode"
    table = Table(title=head, title_justify="left", expand=False)
    for column in ("check", "kind", "weight", "holds", "why"):
        table.add_column(column, overflow="fold")
    marks = {True: "[green]yes[/]", False: "[red]no[/]", None: "[bold red]raised[/]"}
    for outcome in grade.outcomes:
        table.add_row(
            outcome.description,
            outcome.kind,
            f"{outcome.weight:g}" if outcome.kind is CheckKind.GOAL else "",
            marks[outcome.holds],
            outcome.reason,
        )
    return table
