"""``workworld tasks tools``: what an agent can call, and what it is answered."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping
from typing import Any

import click
from rich.console import Console
from rich.text import Text

from workworld.cli.tables import add, plain_table, show_table
from workworld.cli.tasks.choices import company, company_option, family_of
from workworld.environment import Environment
from workworld.errors import BrokenTask

_WIDTH = 100


@click.command()
@click.argument("name", metavar="TASK")
@click.argument("tool", required=False)
@click.option("--seed", default=0, show_default=True, help="Which of the family's tasks.")
@click.option(
    "--call", "given", metavar="JSON", help="Call it with these arguments, as the persona."
)
@company_option
def tools(
    name: str, tool: str | None, seed: int, given: str | None, preset: str, company_seed: int
) -> None:
    """List the tools of a task, describe one of them, or try it as the persona.

    Nothing that is tried outlives the command.
    """
    family = family_of(name)
    with company(preset, company_seed).environment() as env:
        try:
            seen = env.reset(family, seed)
        except BrokenTask as error:
            raise click.ClickException(str(error)) from None
        if tool is None:
            _list(seen.tools)
        elif given is None:
            _describe(next((each for each in seen.tools if each["name"] == tool), None), tool)
        else:
            _call(env, tool, given)


def _list(listed: Any) -> None:
    table = plain_table("tool", "does", folds="does")
    for each in listed:
        first = str(each["description"]).partition("\n")[0].partition(". ")[0]
        add(table, each["name"], first)
    show_table(table)


def _describe(found: Mapping[str, Any] | None, tool: str) -> None:
    if found is None:
        raise click.UsageError(f"the task has no tool {tool!r}")
    console = Console()
    console.print(Text("\n".join(textwrap.wrap(str(found["description"]), _WIDTH))))
    click.echo(json.dumps(found["inputSchema"], indent=2, ensure_ascii=False))


def _call(env: Environment, tool: str, given: str) -> None:
    try:
        arguments = json.loads(given)
    except ValueError as error:
        raise click.UsageError(f"--call takes JSON: {error}") from None
    if not isinstance(arguments, dict):
        raise click.UsageError("--call takes a JSON object")
    try:
        result = env.call(tool, arguments)
    except KeyError as error:
        raise click.UsageError(str(error.args[0])) from None
    click.echo(result.text)
    changes = env.world.diff()
    if changes:
        click.echo(f"\n{len(changes)} changed rows:", err=True)
    for change in changes:
        click.echo(
            f"{change.kind} in {change.table}: {dict(change.after or change.before or {})}",
            err=True,
        )
    if result.is_error:
        raise click.exceptions.Exit(1)
