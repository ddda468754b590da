"""``workworld tasks verify``: every task proves its own grader."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import asdict

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from workworld.browsers import NoBrowser
from workworld.cli.company import notes
from workworld.cli.tables import plain_table
from workworld.cli.tasks.choices import (
    chosen_families,
    company,
    company_option,
    families_options,
    seeds_option,
)
from workworld.proofs.cases import Finding, Job
from workworld.proofs.verification import verify as proofs_of
from workworld.rollouts.crews import workers_for


@click.command()
@families_options
@seeds_option("0-2")
@company_option
@click.option("--browser", is_flag=True, help="Try the oracles for the browser as well.")
@click.option("--mutants", is_flag=True, help="Try mutants of the oracles as well.")
@click.option("--workers", type=click.IntRange(1), help="Over how many processes.")
@click.option("--json", "as_json", is_flag=True, help="Print every finding as JSON.")
def verify(
    names: Sequence[str],
    every: bool,
    seeds_of: Callable[[str], list[int]],
    preset: str,
    company_seed: int,
    browser: bool,
    mutants: bool,
    workers: int | None,
    as_json: bool,
) -> None:
    """Prove families: nothing earns 0, the oracle 1 twice with equal state, each trap 0.

    The exit code is 1 if anything does not hold.
    """
    jobs = [
        Job(family.id, seed, browser, mutants, whole=number == 0)
        for family in chosen_families(names, every=every)
        for number, seed in enumerate(seeds_of(family.id))
    ]
    there = company(preset, company_seed, training=True)
    found: list[Finding] = []
    with _progress() as progress:
        bar = progress.add_task("", total=len(jobs))
        try:
            for job, findings in proofs_of(there, jobs, workers=workers or workers_for(len(jobs))):
                found += findings
                progress.update(bar, advance=1, description=f"{job.family}, seed {job.seed}")
        except NoBrowser as error:
            raise click.ClickException(str(error)) from None
    if as_json:
        click.echo(json.dumps([asdict(each) for each in found], indent=2, ensure_ascii=False))
    else:
        _print(found)
    if any(not each.holds for each in found):
        raise click.exceptions.Exit(1)


def _progress() -> Progress:
    columns = (
        TextColumn("Verifying"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    return Progress(*columns, console=notes, transient=True)


def _print(found: Sequence[Finding]) -> None:
    by_family: dict[str, list[Finding]] = defaultdict(list)
    for each in found:
        by_family[each.family].append(each)
    table = plain_table("task", "seeds", "cases", "mutants", "proven")
    for family, findings in sorted(by_family.items()):
        failed = [each for each in findings if not each.holds]
        mutants = [each for each in findings if each.case.startswith("mutant: ")]
        table.add_row(
            family,
            str(len({each.seed for each in findings})),
            str(len(findings) - len(mutants)),
            _said_mutants(mutants),
            f"[red]no: {len(failed)} do not hold[/]" if failed else "[green]yes[/]",
        )
    console = Console()
    console.print(table)
    for each in found:
        if not each.holds:
            said = f"{each.family}, seed {each.seed}, {each.case}: {each.reason}"
            console.print(said, style="red", markup=False, highlight=False, soft_wrap=True)


def _said_mutants(mutants: Sequence[Finding]) -> str:
    if not mutants:
        return ""
    equivalent = sum(each.reason.startswith("equivalent") for each in mutants)
    said = f"{len(mutants)}"
    return f"{said}, {equivalent} equivalent" if equivalent else said
