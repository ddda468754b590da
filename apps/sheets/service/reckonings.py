"""Workbooks as they are calculated: no sooner and of no more cells than somebody asks for.

What is put in plainly is read where it is kept. Only formulas are worked out, when the first of
them is looked at, and only what formulas look at is handed to the calculation: a sheet of half a
million cells opens as fast as a small one.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Mapping, Set
from typing import TypeVar

from workworld.apps.sheets.engine.addresses import Place
from workworld.apps.sheets.engine.calculation import Calculation, Formula, Input
from workworld.apps.sheets.engine.reaches import Reach, Reaches
from workworld.apps.sheets.engine.values import Value
from workworld.apps.sheets.models import Workbook
from workworld.apps.sheets.service import hidden_rows, pivot_answers, sources
from workworld.apps.sheets.service.grids import Grid, book_of, grids_of
from workworld.apps.sheets.service.grids import Place as Spot
from workworld.context import Context

R = TypeVar("R")
Inputs = Mapping[int, Mapping[Spot, Input]]
"""What is put into cells, by ``Sheet.id`` and cell; None empties one."""
_TELLS_TIME = re.compile(r"\b(?:NOW|TODAY)\(", re.IGNORECASE)
_BYTES_PER_BOOK, _BYTES_PER_CELL = 50_000, 400


class Reckoning:
    """What the formulas of a workbook come to.

    Args:
        ctx: nothing of the workbook waits to be written.
        workbook: as it is now.
        now: the time that its formulas tell, where it is.
        asks: whether other apps are asked for what formulas want from them.
    """

    def __init__(
        self, ctx: Context, workbook: Workbook, now: datetime.datetime, *, asks: bool = False
    ) -> None:
        grids = grids_of(ctx.session, workbook.id)
        self._now, self._asks = now, asks
        self._formulas = {grid.sheet.id: grid.formulas() for grid in grids}
        self._reaches = Reaches(book_of(ctx.session, workbook, grids))
        self._needed: dict[int, set[int] | None] = {}
        self.arrays = set[int]()
        """The sheets on which formulas may fill more than their cells."""
        self.tells_time = self.asks_pivots = False
        self.has_formulas = False
        self._loaded: dict[int, set[int] | None] = {}
        self._calculation: Calculation | None = None
        self._note(self._formulas)
        self.size = _BYTES_PER_BOOK + _BYTES_PER_CELL * sum(map(len, self._formulas.values()))
        """About how many bytes of memory it takes."""

    def ask(
        self,
        question: Callable[[Calculation], R],
        ctx: Context,
        workbook: Workbook,
        now: datetime.datetime,
    ) -> R:
        """Put a question to the calculation, with what formulas come to at a time.

        Args:
            question: what is wanted to be known.
            ctx: of whoever asks.
            workbook: with the mark that it was made for.
            now: the time, where the workbook is.
        """
        made = self._calculation
        if made is None:
            self._now = now
            made = self._calculation = self._made(ctx, workbook)
        self.tell_time(now)
        return question(made)

    def calculate(
        self, formula: str, place: Place, ctx: Context, workbook: Workbook, now: datetime.datetime
    ) -> list[list[Value]]:
        """What a formula would come to in a cell, which keeps what is in it."""
        reach, _ = self._reaches.of(formula, place)
        self._admit(ctx, workbook, reach)
        return self.ask(lambda each: each.calculate(formula, *place), ctx, workbook, now)

    def tell_time(self, now: datetime.datetime) -> None:
        """Let formulas that tell the time tell this."""
        if self._calculation is not None and self.tells_time and self._now != now:
            self._calculation.tell_time(now)
        self._now = now

    def put(self, ctx: Context, workbook: Workbook, cells: Inputs) -> set[Place] | None:
        """Go along with an edit that put something into cells.

        Args:
            ctx: all that the edit changed is written.
            workbook: with the mark that it has afterwards.
            cells: what was put in.

        Returns:
            The cells whose values differ; None where this is of no use any more.
        """
        fresh = {
            sheet: {at: each for at, each in some.items() if isinstance(each, Formula)}
            for sheet, some in cells.items()
        }
        made = self._calculation
        if made is None:
            return None if self.has_formulas or any(fresh.values()) else set()
        if self.asks_pivots:
            return None
        self._note(fresh)
        self._admit(ctx, workbook, self._needed)
        made.reseed(workbook.mark)
        differ = made.put_all(cells)
        self.size += _BYTES_PER_CELL * sum(map(len, cells.values()))
        return differ if self._knows_ways(made) else None

    def whole(self, ctx: Context, workbook: Workbook) -> Calculation:
        """The calculation with all that cells hold."""
        self._needed = dict.fromkeys(self._formulas)
        return self.ask(lambda each: each, ctx, workbook, self._now)

    def _note(self, formulas: Mapping[int, Mapping[Spot, Input]]) -> None:
        """Note what formulas need."""
        seen = set[tuple[int, int]]()
        for sheet, some in formulas.items():
            for at, each in some.items():
                assert isinstance(each, Formula)
                found = self._reaches.of(each.text, Place(sheet, *at))
                if (sheet, id(found)) in seen:  # as most of them, copied from another
                    continue
                seen.add((sheet, id(found)))
                self._note_kind(sheet, each.text, *found)

    def _note_kind(self, sheet: int, formula: str, reach: Reach, may_spill: bool) -> None:
        self.has_formulas = True
        self.tells_time = self.tells_time or _TELLS_TIME.search(formula) is not None
        self.asks_pivots = self.asks_pivots or pivot_answers.NAME in formula.upper()
        if may_spill:  # what it would fill may be filled already
            self.arrays.add(sheet)
            self._needed[sheet] = None
        for other, columns in reach.items():
            there = self._needed.get(other, set())
            is_all = columns is None or there is None
            self._needed[other] = None if is_all else {*there, *columns}  # type: ignore[misc]

    def _made(self, ctx: Context, workbook: Workbook) -> Calculation:
        """The calculation of what is needed, from cold."""
        grids = grids_of(ctx.session, workbook.id)
        cells = {
            grid.sheet.id: self._formulas[grid.sheet.id] | self._plain(grid, self._needed)
            for grid in grids
        }
        made = Calculation(
            book_of(ctx.session, workbook, grids),
            cells,
            now=self._now,
            seed=workbook.mark,
            functions=(pivot_answers.function(grids),),
            sources=(sources.asking if self._asks else sources.known)(ctx, workbook),
            hidden={each.sheet.id: hidden_rows.by_hand(each) for each in grids},
            filtered={each.sheet.id: hidden_rows.by_filter(each) for each in grids},
        )
        self._loaded = dict(self._needed)
        if not self._knows_ways(made):
            self._needed = dict.fromkeys(self._formulas)
            return self._made(ctx, workbook)
        self.size = made.estimate_bytes()
        self._formulas = {sheet: {} for sheet in self._formulas}  # the calculation has them
        return made

    def _plain(self, grid: Grid, reach: Reach) -> dict[Spot, Input]:
        key = grid.sheet.id
        return grid.plain_inputs(reach[key]) if key in reach else {}

    def _knows_ways(self, made: Calculation) -> bool:
        """Whether it knows all that may be in the way of arrays."""
        return all(self._loaded.get(each, ()) is None for each in made.array_sheets())

    def _admit(self, ctx: Context, workbook: Workbook, reach: Reach) -> None:
        """Have the calculation know of columns that it does not know yet."""
        known = self._needed if self._calculation is None else self._loaded
        missing = dict[int, Set[int] | None]()
        for sheet, columns in reach.items():
            there = known.get(sheet, set())
            if there is None or (columns is not None and columns <= there):
                continue
            missing[sheet] = None if columns is None else columns - there
            known[sheet] = None if columns is None else {*there, *columns}
        if self._calculation is None or not missing:
            return
        for grid in grids_of(ctx.session, workbook.id):
            if cells := self._plain(grid, missing):
                self._calculation.admit(grid.sheet.id, cells)
                self.size += _BYTES_PER_CELL * len(cells)
