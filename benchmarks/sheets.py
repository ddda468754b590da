"""What spreadsheets cost, in process: large grids, many formulas, edits on which much hangs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import select

from benchmarks.timing import Row
from benchmarks.timing import timed as timed_by
from workworld.apps.sheets.service import (
    batches,
    calculations,
    exports,
    imports,
    values,
    workbooks,
)
from workworld.calls import call, perform
from workworld.context import Actor, Request, Surface
from workworld.directory.models import Person
from workworld.doors.mcp import Caller
from workworld.doors.mcp.calls import call_tool
from workworld.mcp_servers.sheets import TABLE
from workworld.worlds import SnapshotCache, World, Worlds

_ROWS, _COLUMNS = 10_000, 50
_LOG_LIMIT = 4 << 30
timed = partial(timed_by, clock=time.process_time)
"""By what the process works, since what else a machine does is none of its cost."""


def sheet_rows(runs: int, folder: Path) -> Iterator[Row]:
    """Everything, one row at a time.

    Args:
        runs: how often each is done.
        folder: for worlds.
    """
    with ExitStack() as stack:
        # Large edits, done many times over: one world would not take in as much.
        worlds = stack.enter_context(Worlds(folder / "worlds-sheets", log_limit=_LOG_LIMIT))
        snapshot = SnapshotCache(folder / "snapshots-sheets").get("tiny")
        book = Book(worlds.open(snapshot))
        small = book.made(4, 3, lambda row, column: row + column)
        yield timed("a cell typed, small workbook", runs, book.typing(small))
        yield from _grid(book, runs)
        yield from _files(book, runs)
        yield from _formulas(book, runs)


class Book:
    """Somebody who makes workbooks in a world."""

    def __init__(self, world: World) -> None:
        self.world = world
        with world.reading() as session:
            self.me = session.scalars(select(Person.id).where(Person.handle == "aruiz")).one()

    def do(self, function: Callable[..., Any], **arguments: Any) -> Any:
        """Perform an operation."""
        return perform(self.world, Actor(self.me), function, **arguments)

    def made(self, rows: int, columns: int, cell: Callable[[int, int], Any]) -> str:
        """A workbook whose one sheet is filled by a function of row and column from zero."""
        size = {"rowCount": max(rows + 10, 100), "columnCount": max(columns, 26)}
        made = self.do(workbooks.create, sheets=[{"gridProperties": size}])
        for top in range(0, rows, 2_000):
            bottom = min(top + 2_000, rows)
            table = [[cell(row, column) for column in range(columns)] for row in range(top, bottom)]
            self.write(made.id, f"A{top + 1}", table)
        return str(made.id)

    def write(self, workbook_id: str, range_: str, rows: Sequence[Sequence[Any]]) -> None:
        """Type values."""
        self.do(
            values.update,
            workbook_id=workbook_id,
            range=range_,
            values=rows,
            value_input_option="USER_ENTERED",
        )

    def read(self, workbook_id: str, range_: str) -> Any:
        """Read values."""
        return self.do(values.get, workbook_id=workbook_id, range=range_)

    def edit(self, workbook_id: str, request: Mapping[str, Any]) -> None:
        """Edit by a request."""
        self.do(batches.update, workbook_id=workbook_id, requests=[request])

    def typing(self, workbook_id: str, cell: str = "A1") -> Callable[[], None]:
        """Types another number into a cell each time."""
        numbers = count(1)
        return lambda: self.write(workbook_id, cell, [[next(numbers)]])


def _grid(book: Book, runs: int) -> Iterator[Row]:
    large = book.made(_ROWS, _COLUMNS, mixed)

    def cold() -> None:
        calculations.forget()
        book.read(large, "A1:AN100")

    places = count(1)

    def block() -> None:
        top = next(places) * 997 % 9_900 + 1
        book.read(large, f"A{top}:AN{top + 99}")

    yield timed("first block of 10,000 × 50, from cold", runs, cold)
    yield timed("block of 100 × 40", runs * 5, block)
    table = [[row * column for column in range(10)] for row in range(100)]
    yield timed("1,000 cells written by a tool", runs * 2, lambda: _tool(book, large, table))


def _tool(book: Book, workbook_id: str, table: Sequence[Sequence[Any]]) -> None:
    tool, caller = TABLE.tool("update_values"), Caller(book.world, Actor(book.me))
    assert tool is not None
    given = {"spreadsheetId": workbook_id, "range": "A200", "values": table}
    answer = call_tool(caller, tool, given)
    assert not answer.is_error, answer.text


def _files(book: Book, runs: int) -> Iterator[Row]:
    plan = book.made(_ROWS, 10, lambda row, column: f"Item {row}" if column == 0 else row * column)
    done = book.do(exports.export, workbook_id=plan)

    asked = Request(Surface.SYSTEM, "import", {})
    given = {"name": "plan.xlsx", "content": done.content}

    def read() -> None:
        call(book.world, Actor(book.me), imports.open_file, asked, accept=lambda *_: given)

    yield timed(
        "10,000 rows of 10 as a file", runs, lambda: book.do(exports.export, workbook_id=plan)
    )
    yield timed("the same file read", runs, read)


def mixed(row: int, column: int) -> Any:
    if column == 0:
        return f"Customer {row % 400}"
    return f"=B{row + 1}*1.2" if column == 49 else row * 37 % 1_000 + column / 4


def _formulas(book: Book, runs: int) -> Iterator[Row]:
    chain = book.made(10_000, 2, lambda row, column: row if column else f"=$B$1+B{row + 1}")
    yield timed("an input on which 10,000 formulas hang", runs, book.typing(chain, "B1"))
    lines = {"dimension": "ROWS", "startIndex": 0, "endIndex": 1}
    above: dict[str, Any] = {"insertDimension": {"range": lines}}
    yield timed("row put in above 10,000 formulas", runs, lambda: book.edit(chain, above))
    many = book.made(
        10_000, 11, lambda row, column: f"=K{row + 1}*{column}" if column < 10 else row
    )

    def cold() -> None:
        calculations.forget()
        book.read(many, "J10000")

    yield timed("100,000 formulas from cold", runs, cold)
    sums = book.made(
        10_000, 3, lambda row, column: (row % 100, row, f"=SUMIFS(B:B,A:A,A{row + 1})")[column]
    )

    def summed() -> None:
        calculations.forget()
        book.read(sums, "C1:C3")

    yield timed("10,000 SUMIFS over 10,000 rows, from cold", runs, summed)
