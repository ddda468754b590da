"""What the cells of workbooks come to, worked out once and kept as long as there is room.

Values are no state: they follow from what cells hold and from the time. What is kept is known by
the workbook's mark, a digest of all that was done to it, so that worlds that went different ways
never share what is not the same.
"""

from __future__ import annotations

import datetime
import re
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Lock, RLock
from typing import TypeVar

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.calculation import Calculation, Formula, Input
from workworld.apps.sheets.engine.values import Value
from workworld.apps.sheets.models import Workbook
from workworld.apps.sheets.service import hidden_rows, pivot_answers, sources
from workworld.apps.sheets.service.grids import Grid, Place, book_of, grids_of
from workworld.context import Context
from workworld.zones import zone as zone_named

R = TypeVar("R")
MOST_BYTES = 256 << 20
"""How much memory calculations take in a process before the ones longest unused are dropped."""
_BYTES_PER_CELL = 400
_TELLS_TIME = re.compile(r"\b(?:NOW|TODAY)\(", re.IGNORECASE)


@dataclass(slots=True)
class _Kept:
    """A calculation, and what it was worked out for."""

    calculation: Calculation
    now: datetime.datetime
    size: int
    tells_time: bool
    asks_pivots: bool = False
    """Whether formulas ask for values of pivot tables, which are read when all is worked out."""
    lock: RLock = field(default_factory=RLock)
    mark: str = ""


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
            kept.mark = mark
            before = self._kept.pop(mark, None)
            self._bytes += kept.size - (before.size if before else 0)
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
        return self.ask(lambda each: each.value(grid.sheet.id, row, column))

    def values(self, grid: Grid, area: Area) -> list[list[Value]]:
        """What the cells of a rectangle come to, by rows."""
        if area.size == 0:
            return []
        return self.ask(lambda each: each.values(grid.sheet.id, area))

    def extent(self, grid: Grid) -> Area:
        """From a sheet's first cell to the last row and column in which anything stands."""
        used = grid.used()
        bottom, right = used.bottom, used.right
        for area in self.spilled(grid):
            bottom, right = max(bottom, area.bottom), max(right, area.right)
        return Area(0, 0, min(bottom, len(grid.rows)), min(right, len(grid.columns)))

    def spilled(self, grid: Grid) -> list[Area]:
        """The areas of a sheet that arrays fill."""
        found = self.ask(lambda each: each.spills(grid.sheet.id))
        return [spill.area for spill in found if spill.blocker is None]

    def ask(self, question: Callable[[Calculation], R]) -> R:
        """Put a question to the calculation while nobody else does."""
        kept = _cache.get(self._mark)
        if kept is None:
            kept = _worked_out(self._ctx, self._workbook)
            _cache.put(self._mark, kept)
        with kept.lock:
            if kept.mark != self._mark:  # it went on with an edit while this one waited
                return Values(self._ctx, self._workbook).ask(question)
            _tell_time(kept, _now(self._ctx, self._workbook))
            return question(kept.calculation)


def calculated(ctx: Context, workbook: Workbook) -> Values:
    """What a workbook's cells come to.

    Args:
        ctx: nothing of the workbook waits to be written.
        workbook: one that the caller sees.
    """
    return Values(ctx, workbook)


def follow(
    ctx: Context, workbook: Workbook, before: str, cells: Mapping[int, Mapping[Place, Input]] | None
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
    if kept is None or cells is None or kept.asks_pivots:
        return None
    with kept.lock:
        kept.mark = ""
        _tell_time(kept, _now(ctx, workbook))
        kept.calculation.reseed(workbook.mark)
        changed: dict[int, set[Place]] = {}
        for sheet_id, row, column in kept.calculation.put_all(cells):
            changed.setdefault(sheet_id, set()).add((row, column))
        added = [each for put in cells.values() for each in put.values() if each is not None]
        kept.tells_time = kept.tells_time or any(map(_asks_for_time, added))
        kept.size += _BYTES_PER_CELL * len(added)
        _cache.put(workbook.mark, kept)
    return changed


def reckoned(ctx: Context, workbook: Workbook) -> Calculation:
    """What a workbook's cells come to amid an edit: worked out from cold, and not kept.

    Args:
        ctx: all that was changed so far is written.
        workbook: the one that is edited.
    """
    return _worked_out(ctx, workbook).calculation


def answered(ctx: Context, workbook: Workbook) -> None:
    """Work a workbook out amid an edit, so that other apps are asked for what it has not yet."""
    ctx.session.flush()  # cells are read past the session
    _worked_out(ctx, workbook, asks=True)
    ctx.session.flush()  # what was answered is part of the edit


def _worked_out(ctx: Context, workbook: Workbook, *, asks: bool = False) -> _Kept:
    """A calculation from cold; ``asks`` other apps for what formulas want from them."""
    grids = grids_of(ctx.session, workbook.id)
    cells = {
        grid.sheet.id: {place: each.input for place, each in grid.cells().items() if each.kind}
        for grid in grids
    }
    now = _now(ctx, workbook)
    calculation = Calculation(
        book_of(ctx.session, workbook, grids),
        cells,
        now=now,
        seed=workbook.mark,
        functions=(pivot_answers.function(grids),),
        sources=sources.asking(ctx, workbook) if asks else sources.known(ctx, workbook),
        hidden={each.sheet.id: hidden_rows.by_hand(each) for each in grids},
        filtered={each.sheet.id: hidden_rows.by_filter(each) for each in grids},
    )
    count = sum(len(each) for each in cells.values())
    tells_time = any(_asks_for_time(each) for some in cells.values() for each in some.values())
    asks_pivots = any(
        isinstance(each, Formula) and pivot_answers.NAME in each.text.upper()
        for some in cells.values()
        for each in some.values()
    )
    return _Kept(calculation, now, 50_000 + _BYTES_PER_CELL * count, tells_time, asks_pivots)


def _tell_time(kept: _Kept, now: datetime.datetime) -> None:
    if kept.tells_time and kept.now != now:
        kept.calculation.tell_time(now)
    kept.now = now


def _asks_for_time(given: Input) -> bool:
    return isinstance(given, Formula) and _TELLS_TIME.search(given.text) is not None


def _now(ctx: Context, workbook: Workbook) -> datetime.datetime:
    return ctx.clock.now().astimezone(zone_named(workbook.time_zone))
