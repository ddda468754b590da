"""``workworld tasks verify``: every task proves its own grader."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import asdict

import click
from rich.console import Console
from rich.text import Text

from workworld.browsers import NoBrowser
from workworld.cli.progress import counting
from workworld.cli.tables import add, plain_table, show_table
from workworld.cli.tasks.choices import (
    chosen_families,
    company,
    company_option,
    families_options,
    family_of,
    seeds_option,
)
from workworld.grading.broken import file_of
from workworld.proofs.cases import Finding, Job
from workworld.proofs.verification import verify as proofs_of
from workworld.rollouts.crews import Company, CrewFailed, workers_for


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
        Job(family.id, seed, browser, None if mutants else 0, whole=number == 0)
        for family in chosen_families(names, every=every)
        for number, seed in enumerate(seeds_of(family.id))
    ]
    there = company(preset, company_seed, training=True)
    found = _found(there, jobs, min(workers or workers_for(len(jobs)), len(jobs)))
    if as_json:
        click.echo(json.dumps([asdict(each) for each in found], indent=2, ensure_ascii=False))
    else:
        _print(found)
    if any(not each.holds for each in found):
        raise click.exceptions.Exit(1)


def _found(there: Company, jobs: Sequence[Job], workers: int) -> list[Finding]:
    """Every finding, in the order of the jobs."""
    found: dict[Job, list[Finding]] = {}
    with counting("Verifying", len(jobs)) as advance:
        try:
            for job, findings in proofs_of(there, jobs, workers=workers):
                found[job] = findings
                advance(f"{job.family}, seed {job.seed}")
        except (NoBrowser, CrewFailed) as error:
            raise click.ClickException(str(error)) from None
    return [each for job in jobs for each in found[job]]


def _print(found: Sequence[Finding]) -> None:
    by_family: dict[str, list[Finding]] = defaultdict(list)
    for each in found:
        by_family[each.family].append(each)
    table = plain_table("task", "seeds", "cases", "mutants", "proven")
    for family, findings in sorted(by_family.items()):
        failed = [each for each in findings if not each.holds]
        mutants = [each for each in findings if each.case.startswith("mutant: ")]
        add(
            table,
            family,
            str(len({each.seed for each in findings})),
            str(len(findings) - len(mutants)),
            _said_mutants(mutants),
            Text(f"no: {len(failed)} failed", "red") if failed else Text("yes", "green"),
        )
    show_table(table)
    _print_failures([each for each in found if not each.holds])


def _print_failures(failed: Sequence[Finding]) -> None:
    if not failed:
        return
    console = Console()
    console.print()
    for each in failed:
        said = f"{each.family}, seed {each.seed}, {each.case}: {each.reason}"
        console.print(said, style="red", markup=False, highlight=False, soft_wrap=True)
    files = {file_of(family_of(each.family)): None for each in failed}
    console.print(f"Mend {', '.join(files)} and verify again.", markup=False, highlight=False)


def _said_mutants(mutants: Sequence[Finding]) -> str:
    if not mutants:
        return ""
    equivalent = sum(each.reason.startswith("equivalent") for each in mutants)
    said = f"{len(mutants)}"
    return f"{said}, {equivalent} equivalent" if equivalent else said
