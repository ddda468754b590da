"""``python -m benchmarks``: measure what people pay for, and print medians with spread."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from benchmarks.boards import board_rows
from benchmarks.companies import costs, table_of_costs
from benchmarks.crowds import Weight, weights
from benchmarks.doors import Doors
from benchmarks.live import live_rows
from benchmarks.load import FOR_PAGES, FOR_SEARCH, page_rows, search_rows
from benchmarks.rollouts import rate, rollout_rows
from benchmarks.shared import shared_rows
from benchmarks.suite import PRESET, suite_rows
from benchmarks.timing import table_of
from benchmarks.wire import wire_rows
from benchmarks.worlds import TABLES, padded, world_rows
from workworld import loading
from workworld.worlds import SnapshotCache
from workworld.worlds.snapshots import PRESETS

PARTS = (
    "companies",
    "doors",
    "wire",
    "live",
    "boards",
    "load",
    "queries",
    "crm",
    "sheets",
    "sheets_engine",
    "rollouts",
    "suite",
    "worlds",
    "shared",
    "crowds",
)
SIZES = (5, 50, 500)


@click.command()
@click.option("--runs", type=click.IntRange(20), default=200, show_default=True)
@click.option("--part", "parts", type=click.Choice(PARTS), multiple=True, default=PARTS)
@click.option(
    "--megabytes", "sizes", type=int, multiple=True, default=SIZES, show_default=True,
    help="Sizes of the company, for the worlds.",
)  # fmt: skip
def main(runs: int, parts: tuple[str, ...], sizes: tuple[int, ...]) -> None:
    """Measure and print. The crowds alone take some minutes and gigabytes of disk."""
    console = Console()
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        folder = Path(name)
        if "companies" in parts:
            console.print(table_of_costs(list(costs(folder / "companies", PRESETS))))
        _calls(console, runs, parts)
        if "load" in parts:
            for title, scale, measured in (
                ("pages", FOR_PAGES, page_rows),
                ("search", FOR_SEARCH, search_rows),
            ):
                rows = list(measured(runs, folder))
                console.print(table_of(f"{title}, {scale:,} messages", rows, rows[0]))
        _large(console, runs // 10, folder, parts)
        if "rollouts" in parts:
            rows = list(rollout_rows(folder, runs))
            console.print(table_of("rollouts and proofs, tiny company", rows, rows[0]))
            console.print("\n".join(rate(row) for row in rows[:2]))
        if "suite" in parts:
            rows = list(suite_rows(folder / "suite"))
            console.print(table_of(f"proofs of the suite, {PRESET}", rows, rows[0]))
        if not {"worlds", "shared", "crowds"}.intersection(parts):
            return
        tiny = SnapshotCache(folder / "snapshots").get("tiny")
        small = padded(tiny, folder, SIZES[0])
        if "worlds" in parts:
            for size in sizes:
                snapshot = small if size == SIZES[0] else padded(tiny, folder, size)
                place = folder / f"worlds-{size}"
                place.mkdir()
                rows = list(world_rows(snapshot, place, runs))
                title = f"worlds, {TABLES} tables, {size} MB"
                console.print(table_of(title, rows, rows[0]))
        if "shared" in parts:
            rows = list(shared_rows(small, folder / "shared", runs))
            console.print(table_of("shared world", rows, rows[-1]))
        if "crowds" in parts:
            console.print(_weights(list(weights(small, folder))))


def _calls(console: Console, runs: int, parts: tuple[str, ...]) -> None:
    """What a call costs through each door, where there is little to look through."""
    if "doors" in parts:
        with ExitStack() as stack:
            rows = list(Doors(stack).rows(runs))
        console.print(table_of("calls, tiny company", rows, rows[0]))
    if "wire" in parts:
        rows = list(wire_rows(runs))
        console.print(table_of("over HTTP, raw client, tiny company", rows, rows[0]))
    if "live" in parts:
        rows = list(live_rows(runs // 4))
        console.print(table_of("from one browser to another", rows, rows[0]))
    if "boards" in parts and "tracker" in {app.id for app in loading.apps()}:
        rows = list(board_rows(runs // 4))
        console.print(table_of("boards in a browser, tiny company", rows, rows[0]))


def _large(console: Console, runs: int, folder: Path, parts: tuple[str, ...]) -> None:
    """What costs most where there is much: of the apps that are there."""
    there = {app.id for app in loading.apps()}
    for part, app_id, measure in _APPS:
        if part in parts and app_id in there:
            measure(console, runs, folder)


def _tracker(console: Console, runs: int, folder: Path) -> None:
    from benchmarks.queries import query_rows, tracker_page_rows  # only where the tracker is

    for title, asked in (("queries in JQL", query_rows), ("its pages", tracker_page_rows)):
        rows = list(asked(runs, folder))
        console.print(table_of(f"{title}, 28,000 issues", rows, rows[0]))


def _crm(console: Console, runs: int, folder: Path) -> None:
    from benchmarks.crm import crm_rows  # only where the CRM is

    rows = list(crm_rows(runs, folder))
    console.print(table_of("the CRM, 34,000 leads", rows, rows[0]))


def _sheets(console: Console, runs: int, folder: Path) -> None:
    from benchmarks.sheets import sheet_rows  # only where spreadsheets are
    from benchmarks.sheets_grid import grid_rows

    rows = list(sheet_rows(max(3, runs // 2), folder))
    console.print(table_of("spreadsheets, time of the process", rows, rows[0]))
    rows = list(grid_rows(max(3, runs // 2), folder))
    console.print(table_of("a sheet of 10,000 × 50 in a browser", rows, rows[0]))


def _sheets_engine(console: Console, runs: int, folder: Path) -> None:
    from benchmarks.sheets_engine import engine_rows  # only where spreadsheets are

    del folder  # it needs no world
    rows = list(engine_rows(max(3, runs // 4)))
    console.print(table_of("the engine of spreadsheets, time of the process", rows, rows[0]))


_APPS = (
    ("queries", "tracker", _tracker),
    ("crm", "crm", _crm),
    ("sheets", "sheets", _sheets),
    ("sheets_engine", "sheets", _sheets_engine),
)


def _weights(found: list[Weight]) -> Table:
    table = Table(title=f"crowds, {TABLES} tables", title_justify="left")
    table.add_column("what")
    for column in ("MiB", "of it without worlds", "KiB a world", "log KiB a world", "seconds"):
        table.add_column(column, justify="right")
    for weight in found:
        each = (weight.mebibytes - weight.bare) * 1024 / weight.crowd.worlds
        figures = (weight.mebibytes, weight.bare, each, weight.log_kibibytes, weight.seconds)
        table.add_row(weight.crowd.name, *(f"{figure:.0f}" for figure in figures))
    return table


main()
