"""``workworld tasks list`` and ``show``."""

from __future__ import annotations

import json
from typing import Any

import click
from rich.console import Console
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from workworld.cli.tables import add, plain_table, show_table
from workworld.cli.tasks.choices import all_families, company, company_option, family_of
from workworld.environment import Environment
from workworld.errors import BrokenTask
from workworld.grading import Family, Limits
from workworld.grading.answers import Expected
from workworld.grading.rubrics import rubric
from workworld.splits import Split, seed_split

_SPLITS = [str(split) for split in Split]  # by its value: click would take the name


@click.command("list")
@click.option("--split", type=click.Choice(_SPLITS), help="Only families of this split.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def list_tasks(split: str | None, as_json: bool) -> None:
    """List the task families."""
    families = [each for each in all_families().values() if split in (None, each.split)]
    told = [family.told() for family in families]
    if as_json:
        click.echo(json.dumps(told, indent=2))
        return
    if not told:
        click.echo(f"There is no task family of the split {split}.")
        return
    table = plain_table("task", "title", "level", "split", "browser", folds="title")
    for each in told:
        browser = "yes" if each["has_browser_oracle"] else "no"
        add(table, each["id"], each["title"], each["difficulty"], each["split"], browser)
    show_table(table)


@click.command()
@click.argument("name", metavar="TASK")
@click.option("--seed", default=0, show_default=True, help="Which of the family's tasks.")
@company_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def show(name: str, seed: int, preset: str, company_seed: int, as_json: bool) -> None:
    """Show one task: what the agent is told, how it is judged, and how it might be cheated."""
    family = family_of(name)
    with company(preset, company_seed).environment() as env:
        told = described(env, family, seed)
    if as_json:
        click.echo(json.dumps(told, indent=2, ensure_ascii=False))
        return
    console = Console()
    persona = told["persona"]
    title = f"{family.id}, seed {seed} ({told['seed_split']})"
    who = f"for {persona['name']}, {persona['title']}"
    console.print(
        Panel(Text(told["instruction"]), title=Text(title), subtitle=Text(who), expand=False)
    )
    console.print()
    show_table(_checks(told["checks"]))
    console.print()
    show_table(_changes(told["allowed"]))
    console.print()
    for answer in told["answers"]:
        console.print(Text(f"Right answer ({answer['check']}): {json.dumps(answer['truth'])}."))
    console.print(Text(f"Limits: {said_limits(told['family']['limits'])}."))
    console.print(Text(f"Traps: {', '.join(told['family']['traps']) or 'none'}."))


def described(env: Environment, family: Family[Any], seed: int) -> dict[str, Any]:
    """All that there is to say of a task, as JSON.

    Raises:
        click.ClickException: the family yields no fair task for this seed.
    """
    try:
        seen = env.reset(family, seed)
    except BrokenTask as error:
        raise click.ClickException(str(error)) from None
    told = rubric(env.task, env.world.snapshot)
    return told | {
        "persona": dict(seen.persona),
        "seed_split": str(seed_split(family.id, seed)),
        "family": family.told(),
        "answers": [
            {"check": check.id, "truth": _plain(check.expects.truth)}
            for check in env.task.checks
            if isinstance(check.expects, Expected)
        ],
    }


def _plain(truth: Any) -> Any:
    """A truth as JSON, in an order that does not vary."""
    if isinstance(truth, set | frozenset):
        return sorted(map(_plain, truth), key=str)
    if isinstance(truth, list | tuple):
        return [_plain(each) for each in truth]
    return truth if isinstance(truth, str | int | float | bool | None) else str(truth)


def said_limits(limits: dict[str, Any]) -> str:
    """Limits in words."""
    given = Limits(**limits)
    parts = (
        (given.steps, "steps"),
        (given.seconds, "s of simulated time"),
        (given.wall_seconds, "s of real time"),
    )
    return ", ".join(f"{number:g} {unit}" for number, unit in parts if number is not None) or "none"


def _checks(checks: list[dict[str, Any]]) -> Table:
    table = plain_table("check", "kind", "weight", "asks", folds="asks")
    for check in checks:
        weight = "" if check["kind"] == "guard" else f"{check['weight']:g}"
        add(table, check["id"], check["kind"], weight, check["description"])
    return table


def _changes(allowed: list[dict[str, Any]]) -> Table:
    table = plain_table("allowed change", "where", "at most", folds="where")
    for rule in allowed:
        where = ", ".join(f"{name}={json.dumps(value)}" for name, value in rule["where"].items())
        add(table, f"{rule['kind']} in {rule['table']}", where, str(rule["at_most"]))
    return table
