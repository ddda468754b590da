"""``workworld snapshot``: the frozen companies on this machine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Any

import apsw
import click
from rich.console import Console
from rich.filesize import decimal
from rich.progress_bar import ProgressBar
from rich.table import Table
from sqlalchemy.exc import DBAPIError

from workworld.cli.company import company_options, get_snapshot, notes, snapshot_cache
from workworld.paths import cache_home
from workworld.splits import Split, company_split
from workworld.worlds import Snapshot, ledgers
from workworld.worlds.descriptions import Description, describe, reading
from workworld.worlds.pruning import Verdict, worlds_by_fingerprint
from workworld.worlds.scales import source_of
from workworld.worlds.snapshots import CacheBusy

_BAR_WIDTH = 24
_FOR = {Split.TRAIN: "learn from", Split.VALIDATION: "tune by", Split.TEST: "be judged on"}
"""What the companies of each split are for."""
KINDS = ("threads", "issues", "deals", "cases", "workbooks")
"""What of a company can be read at random."""
_as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")


@click.group()
def snapshot() -> None:
    """Build, list, describe and prune frozen companies."""


@snapshot.command()
@company_options
def build(preset: str, seed: int) -> None:
    """Build a company if it is not in the cache, and print where it lies.

    Of a generated one that was built just now it also tells how good its texts are.
    """
    there: set[Path] = set()
    with suppress(OSError):  # told by what follows
        there = {each.path for each in snapshot_cache().all()}
    built = get_snapshot(preset, seed)
    if source_of(preset).is_generated and built.path not in there:
        with _explained(), reading(built) as session:
            for told in _of_companies("text.gates").of(session).told():
                notes.print(f"Texts, {told}", highlight=False)
    click.echo(built.path)


@snapshot.command("list")
@click.option("--check", is_flag=True, help="Read every file to the end to see that it is whole.")
@_as_json
def list_(check: bool, as_json: bool) -> None:
    """List the companies in the cache, and how many worlds were made from each."""
    with _explained():
        cache = snapshot_cache()
        worlds = worlds_by_fingerprint(cache_home() / "worlds")
        rows = [
            {
                "preset": each.preset,
                "seed": each.seed,
                "fingerprint": each.fingerprint,
                "path": str(each.path),
                "size": each.path.stat().st_size,
                "current": cache.is_current(each),
                "whole": cache.check(each, thorough=check),
                "worlds": list(worlds.get(each.fingerprint, ())),
            }
            for each in cache.all()
        ]
    if as_json:
        click.echo(json.dumps(rows, indent=2))
    else:
        Console().print(_listed(rows) if rows else "No company is built yet.")


@snapshot.command("describe")
@company_options
@_as_json
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="A folder for pictures of a generated company: activity, pipeline, who works for whom.",
)
def describe_(preset: str, seed: int, as_json: bool, out: Path | None) -> None:
    """Show what a company holds: its people and teams, and the rows of every app.

    Of a generated one it also tells how much was planned of everything, and which ways of its
    stories are kept for companies that models are judged on.
    """
    if out and not source_of(preset).is_generated:
        raise click.UsageError(f"--out draws generated companies, and {preset} is none.")
    shown = get_snapshot(preset, seed)
    with _explained():
        found = describe(shown)
        if out:
            _draw(shown, out)
    if as_json:
        click.echo(json.dumps(_as_dict(shown, found), indent=2))
        return
    _show(shown, found)
    if source_of(preset).is_generated:
        with _explained():
            _show_amounts(shown)
            _show_stories(shown)


@snapshot.command("read")
@company_options
@click.option("--kind", type=click.Choice(KINDS), required=True, help="What is read.")
@click.option(
    "--count",
    type=click.IntRange(1, 1000),
    default=10,
    show_default=True,
    help="How many.",
)
@click.option("--sample", type=int, default=0, show_default=True, help="Which of them.")
def read_(preset: str, seed: int, kind: str, count: int, sample: int) -> None:
    """Print things of a company at random, to be read aloud and judged."""
    with _explained(), reading(get_snapshot(preset, seed)) as session:
        for told in _of_companies("samples").read(session, kind, count, sample):
            click.echo(f"{told}\n")


@snapshot.command()
@click.option("--damaged", is_flag=True, help="Also remove damaged ones; reads every file.")
@click.option("--all", "everything", is_flag=True, help="Remove all that no world was made from.")
@click.option("--dry-run", is_flag=True, help="Only say what would be removed.")
def prune(damaged: bool, everything: bool, dry_run: bool) -> None:
    """Remove stale companies and what interrupted builds left.

    A company that a world was made from, or a process works on, is never removed.
    """
    with _explained():
        found = snapshot_cache().prune(
            cache_home() / "worlds", damaged=damaged, everything=everything, dry_run=dry_run
        )
    for verdict in found:
        click.echo(_judged(verdict, dry_run))
    freed = sum(verdict.size for verdict in found if verdict.goes)
    click.echo(f"{'Would free' if dry_run else 'Freed'} {decimal(freed)}.")


@contextmanager
def _explained() -> Iterator[None]:
    """What goes wrong with the cache's folder is told, not traced."""
    try:
        yield
    except (CacheBusy, ledgers.LedgerUnreadable, OSError) as error:
        raise click.ClickException(str(error)) from None
    except (DBAPIError, apsw.Error) as error:
        reason = error.orig if isinstance(error, DBAPIError) else error
        said = f"{reason}; `workworld snapshot list --check` finds out whether it is damaged"
        raise click.ClickException(said) from None


def _listed(rows: list[dict[str, Any]]) -> Table:
    table = Table()
    for column in ("preset", "seed", "fingerprint", "size", "code", "file", "worlds"):
        table.add_column(
            column, justify="right" if column in ("seed", "size", "worlds") else "left"
        )
    for row in rows:
        table.add_row(
            row["preset"],
            str(row["seed"]),
            row["fingerprint"],
            decimal(row["size"]),
            "[green]current[/]" if row["current"] else "[yellow]stale[/]",
            "[green]whole[/]" if row["whole"] else "[bold red]damaged[/]",
            str(len(row["worlds"])),
        )
    return table


def _of_companies(name: str) -> Any:
    """A module of the generator, which stands above the commands and is found by its name."""
    return import_module(f"workworld.seed_data.company.{name}")


def _draw(snapshot: Snapshot, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with reading(snapshot) as session:
        for name, picture in _of_companies("portraits").pictures(session).items():
            (folder / f"{name}.svg").write_text(picture, encoding="utf-8")
        people = "\n".join(_of_companies("portraits").organization_chart(session))
    (folder / "people.txt").write_text(f"{people}\n", encoding="utf-8")


def _show_amounts(snapshot: Snapshot) -> None:
    table = Table("", "there", "planned", box=None, padding=(0, 2, 0, 0))
    for column in table.columns[1:]:
        column.justify = "right"
    with reading(snapshot) as session:
        for name, there, wanted in _of_companies("portraits").amounts(
            session, ledgers.read(snapshot.path)
        ):
            table.add_row(name, f"{there:,}", f"{wanted:,}")
    console = Console(highlight=False)
    console.print()
    console.print(table)


def _show_stories(snapshot: Snapshot) -> None:
    """Which ways of stories this company may have, and which it may not, by what it is for."""
    table = Table("story", "ways", "held out", box=None, padding=(0, 2, 0, 0))
    for name, usual, held_out in _of_companies("arcs").ways():
        table.add_row(name, ", ".join(usual), ", ".join(held_out))
    split = company_split(snapshot.seed)
    ways = "that are held out" if split is Split.TEST else "that are not held out"
    console = Console(highlight=False)
    console.print()
    console.print(table)
    console.print(f"\nA company to {_FOR[split]}: its stories go in ways {ways}.")


def _as_dict(snapshot: Snapshot, found: Description) -> dict[str, Any]:
    return {
        "preset": snapshot.preset,
        "seed": snapshot.seed,
        "fingerprint": snapshot.fingerprint,
        "company": found.company,
        "domain": found.domain,
        "now": found.now.isoformat(),
        "zone": found.zone,
        "people": found.people,
        "teams": found.teams,
        "size": found.size,
        "split": company_split(snapshot.seed).value,
        "tables": [asdict(each) for each in found.tables],
    }


def _show(snapshot: Snapshot, found: Description) -> None:
    console = Console(highlight=False)
    facts = Table.grid(padding=(0, 2))
    facts.add_row("company", f"[bold]{found.company}[/] ({found.domain})")
    facts.add_row("now", f"{found.now:%A %d %B %Y, %H:%M} ({found.zone})")
    facts.add_row("people", f"{found.people} in {found.teams} teams")
    facts.add_row("rows", f"{sum(each.rows for each in found.tables):,}")
    facts.add_row("file", f"{snapshot.path.name}, {decimal(found.size)}")
    console.print(facts)
    table = Table("app", "table", "rows", "", box=None, padding=(0, 2, 0, 0))
    table.columns[2].justify = "right"
    most = max((each.rows for each in found.tables), default=0)
    previous = ""
    for each in found.tables:
        bar = ProgressBar(total=max(most, 1), completed=each.rows, width=_BAR_WIDTH)
        table.add_row("" if each.app == previous else each.app, each.table, f"{each.rows:,}", bar)
        previous = each.app
    console.print()
    console.print(table)


def _judged(verdict: Verdict, dry_run: bool) -> str:
    about = f"{verdict.name} ({verdict.reason}, {decimal(verdict.size)})"
    if not verdict.goes:
        made = [f"made from it: {', '.join(verdict.worlds)}"] if verdict.worlds else []
        used = ["a running process works on it"] if verdict.is_in_use else []
        return f"kept {about}: {'; '.join(made + used)}"
    return f"{'would remove' if dry_run else 'removed'} {about}"
