"""What the cells of workbooks come to, worked out once and kept as long as there is room.

Values are no state: they follow from what cells hold and from the time. What is kept is known by
the workbook's mark, a digest of all that was done to it, so that worlds that went different ways
never share what is not the same.
"""

from __future__ import annotations

import datetime
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Lock, RLock
from typing import TypeVar

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.addresses import Place as Spot
from workworld.apps.sheets.engine.calculation import Calculation
from workworld.apps.sheets.engine.results import Spill
from workworld.apps.sheets.engine.values import Value
from workworld.apps.sheets.models import Workbook
from workworld.apps.sheets.service.grids import CellRow, Grid, Place
from workworld.apps.sheets.service.reckonings import Inputs, Reckoning
from workworld.context import Context
from workworld.zones import zone as zone_named

R = TypeVar("R")
MOST_BYTES = 256 << 20
"""How much memory calculations take in a process before the ones longest unused are dropped."""


@dataclass(slots=True)
class _Kept:
    """What a workbook comes to, and by which mark it is known."""

    reckoning: Reckoning
    mark: str = ""
    size: int = 0
    """In bytes, as the cache last counted it."""
    lock: RLock = field(default_factory=RLock)


class _Cache:
    """Calculations by the marks of their workbooks, within so many bytes."""

    def __init__(self, most_bytes: int) -> None:
        self._most, self._bytes = most_bytes, 0
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._lock = Lock()

    def get(self, mark: str) -> _Kept | None:
        with self._lock:
            found = self._kept.get(mark)
            if found is not None:
                self._kept.move_to_end(mark)
            return found

    def put(self, mark: str, kept: _Kept) -> None:
        with self._lock:
            before = self._kept.pop(mark, None)
            self._bytes -= before.size if before else 0
            kept.mark, kept.size = mark, kept.reckoning.size
            self._bytes += kept.size
            self._kept[mark] = kept
            while self._bytes > self._most and len(self._kept) > 1:
                _, dropped = self._kept.popitem(last=False)
                self._bytes -= dropped.size

    def pop(self, mark: str) -> _Kept | None:
        with self._lock:
            found = self._kept.pop(mark, None)
            if found is not None:
                self._bytes -= found.size
            return found


_cache = _Cache(MOST_BYTES)


def forget() -> None:
    """Drop all that is kept, as if the process had just begun."""
    global _cache  # noqa: PLW0603 - what is kept belongs to the process
    _cache = _Cache(MOST_BYTES)


class Values:
    """What a workbook's cells come to, at the time of whoever asks."""

    def __init__(self, ctx: Context, workbook: Workbook) -> None:
        self._ctx, self._workbook = ctx, workbook
        self._mark = workbook.mark

    def value(self, grid: Grid, row: int, column: int) -> Value:
        """What a cell comes to."""
        return self.filled(grid, Area.of_cell(row, column)).get((row, column))

    def values(
        self, grid: Grid, area: Area, cells: Mapping[Place, CellRow] | None = None
    ) -> list[list[Value]]:
        """What the cells of a rectangle come to, by rows.

        Args:
            grid: the sheet.
            area: the rectangle.
            cells: those that are kept of it, if whoever asks has them.
        """
        rows: list[list[Value]] = [[None] * area.width for _ in range(area.height)]
        if area.size:
            for (row, column), value in self.filled(grid, area, cells).items():
                rows[row - area.top][column - area.left] = value
        return rows

    def filled(
        self, grid: Grid, area: Area, cells: Mapping[Place, CellRow] | None = None
    ) -> dict[Place, Value]:
        """What the cells of a rectangle come to that are not blank, in no order.

        Args:
            grid: the sheet.
            area: the rectangle.
            cells: those that are kept of it, if whoever asks has them.
        """
        found, formulas = dict[Place, Value](), list[Place]()
        for at, cell in (grid.cells(area) if cells is None else cells).items():
            if cell.kind == "formula":
                formulas.append(at)
            elif cell.kind:
                found[at] = cell.input  # type: ignore[assignment]
        if formulas or self._may_be_filled(grid):
            key = grid.sheet.id
            computed = self.ask(lambda each: each.computed(key, area, formulas))
            found |= {at: value for at, value in computed.items() if value is not None}
        return found

    def extent(self, grid: Grid) -> Area:
        """From a sheet's first cell to the last row and column in which anything stands."""
        used = grid.used()
        bottom, right = used.bottom, used.right
        for area in self.spilled(grid):
            bottom, right = max(bottom, area.bottom), max(right, area.right)
        return Area(0, 0, min(bottom, len(grid.rows)), min(right, len(grid.columns)))

    def spilled(self, grid: Grid) -> list[Area]:
        """The areas of a sheet that arrays fill."""
        return [spill.area for spill in self.spills(grid) if spill.blocker is None]

    def spills(self, grid: Grid) -> list[Spill]:
        """The arrays of a sheet that fill more than their own cell, or find no room."""
        if not self._may_be_filled(grid):
            return []
        return self.ask(lambda each: each.spills(grid.sheet.id))

    def calculate(self, formula: str, sheet_id: int, row: int, column: int) -> list[list[Value]]:
        """What a formula would come to in a cell of a sheet (``Sheet.id``)."""
        at = Spot(sheet_id, row, column)
        return self._asked(lambda kept, *who: kept.calculate(formula, at, *who))

    def ask(self, question: Callable[[Calculation], R]) -> R:
        """Put a question about formulas to the calculation while nobody else does."""
        return self._asked(lambda kept, ctx, workbook, now: kept.ask(question, ctx, workbook, now))

    def _may_be_filled(self, grid: Grid) -> bool:
        """Whether formulas of a sheet may fill more than their own cells."""
        return self._asked(lambda kept, *_: grid.sheet.id in kept.arrays)

    def _asked(self, question: Callable[[Reckoning, Context, Workbook, datetime.datetime], R]) -> R:
        now = now_of(self._ctx, self._workbook)
        kept = _cache.get(self._mark)
        if kept is None:
            kept = _Kept(Reckoning(self._ctx, self._workbook, now))
            _cache.put(self._mark, kept)
        with kept.lock:
            if kept.mark != self._mark:  # it went on with an edit while this one waited
                return Values(self._ctx, self._workbook)._asked(question)
            found = question(kept.reckoning, self._ctx, self._workbook, now)
            if kept.size != kept.reckoning.size:
                _cache.put(self._mark, kept)
            return found


def calculated(ctx: Context, workbook: Workbook) -> Values:
    """What a workbook's cells come to.

    Args:
        ctx: nothing of the workbook waits to be written.
        workbook: one that the caller sees.
    """
    return Values(ctx, workbook)


def follow(
    ctx: Context, workbook: Workbook, before: str, cells: Inputs | None
) -> dict[int, set[Place]] | None:
    """Let what is kept go along with an edit.

    Args:
        ctx: all that the edit changed is written.
        workbook: with the mark that it has afterwards.
        before: the mark that it had.
        cells: what was put in, by ``Sheet.id`` and cell; None if more changed than what cells hold.

    Returns:
        Which cells have another value, as far as that is known; None if it is not.
    """
    kept = _cache.pop(before)
    if kept is None or cells is None:
        return None
    with kept.lock:
        kept.mark = ""
        kept.reckoning.tell_time(now_of(ctx, workbook))
        differ = kept.reckoning.put(ctx, workbook, cells)
        if differ is None:
            return None
        _cache.put(workbook.mark, kept)
    changed: dict[int, set[Place]] = {}
    for sheet_id, row, column in differ:
        changed.setdefault(sheet_id, set()).add((row, column))
    return changed


def reckoned(ctx: Context, workbook: Workbook) -> Calculation:
    """What a workbook's cells come to amid an edit: worked out from cold, and not kept.

    Args:
        ctx: all that was changed so far is written.
        workbook: the one that is edited.
    """
    return Reckoning(ctx, workbook, now_of(ctx, workbook)).whole(ctx, workbook)


def answered(ctx: Context, workbook: Workbook) -> None:
    """Work a workbook out amid an edit, so that other apps are asked for what it has not yet."""
    ctx.session.flush()  # cells are read past the session
    now = now_of(ctx, workbook)
    Reckoning(ctx, workbook, now, asks=True).ask(lambda _: None, ctx, workbook, now)
    ctx.session.flush()  # what was answered is part of the edit


def now_of(ctx: Context, workbook: Workbook) -> datetime.datetime:
    """The time of the world, where a workbook is."""
    return ctx.clock.now().astimezone(zone_named(workbook.time_zone))
