"""``workworld tasks difficulty``: how hard families are, and what they take."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import click

from workworld.cli.progress import counting
from workworld.cli.tables import add, plain_table, show_table
from workworld.cli.tasks.choices import (
    chosen_families,
    company,
    company_option,
    families_options,
    seeds_option,
)
from workworld.errors import BrokenTask
from workworld.grading.family import ToolFailed
from workworld.proofs.efforts import effort, record


@click.command()
@families_options
@seeds_option("0-2")
@company_option
@click.option("--json", "as_json", is_flag=True, help="Print the records as JSON.")
def difficulty(
    names: Sequence[str],
    every: bool,
    seeds_of: Callable[[str], list[int]],
    preset: str,
    company_seed: int,
    as_json: bool,
) -> None:
    """Tell how hard families are: what their authors say, and what their oracles take at most."""
    families = chosen_families(names, every=every)
    there = company(preset, company_seed)
    found: dict[str, dict[str, Any]] = {}
    with there.environment() as env, counting("Measuring", len(families)) as advance:
        for family in families:
            try:
                found[family.id] = record(family, effort(env, family, seeds_of(family.id)))
            except (BrokenTask, ToolFailed, LookupError) as error:
                raise click.ClickException(f"{family.id} cannot be measured: {error}") from None
            advance(family.id)
    if as_json:
        click.echo(json.dumps(found, indent=2, ensure_ascii=False))
    else:
        _print(found)


def _print(found: dict[str, dict[str, Any]]) -> None:
    table = plain_table(
        "task",
        "level",
        "apps",
        "calls",
        "changes",
        "checks",
        "traps",
        "what misleads",
        folds="what misleads",
    )
    for family, told in found.items():
        taken = told["oracle"]
        counts = (str(taken[each]) for each in ("calls", "steps", "checks"))
        misleads = ", ".join(told["distractors"])
        apps = " ".join(taken["apps"])
        add(table, family, told["difficulty"], apps, *counts, str(told["traps"]), misleads)
    show_table(table)
