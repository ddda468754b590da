"""A workbook as its operations show it, for tests of what edits it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from workworld.apps.sheets.engine.addresses import Area, parse
from workworld.apps.sheets.engine.calculation import Formula
from workworld.apps.sheets.engine.number_formats import shown
from workworld.apps.sheets.engine.values import Error
from workworld.apps.sheets.models import Workbook
from workworld.apps.sheets.service import batches, calculations, following, grids, undo, workbooks
from workworld.apps.sheets.service.styles import Styles, pattern_of
from workworld.calls import perform
from workworld.clock import Clock
from workworld.context import Actor, Context, Request, Surface
from workworld.errors import Refused
from workworld.ids import Ids
from workworld.worlds import World

ME = "aruiz"
Looks = Mapping[str, Any]


@dataclass(frozen=True)
class Plan:
    """A workbook, and whoever edits it."""

    world: World
    people: Mapping[str, str]
    id: str

    @classmethod
    def new(cls, world: World, people: Mapping[str, str]) -> Plan:
        """An empty workbook."""
        made = perform(world, Actor(people[ME]), workbooks.create, title="Plan")
        return cls(world, people, made.id)

    def do(self, *requests: Mapping[str, Any], by: str = ME) -> list[dict[str, Any]]:
        """Edit it by requests: their replies."""
        done: batches.Batch = self.perform(
            batches.update, by=by, workbook_id=self.id, requests=list(requests)
        )
        return done.replies

    def refused(self, *requests: Mapping[str, Any], by: str = ME) -> Refused:
        """The refusal of requests, which must have changed nothing."""
        before = self.world.diff()
        with pytest.raises(Refused) as caught:
            self.do(*requests, by=by)
        assert self.world.diff() == before
        return caught.value

    def perform(self, function: Callable[..., Any], *, by: str = ME, **arguments: Any) -> Any:
        """Perform an operation."""
        return perform(self.world, Actor(self.people[by]), function, **arguments)

    def undo(self, by: str = ME) -> None:
        """Take the last edit back."""
        self.perform(undo.undo, by=by, workbook_id=self.id)

    def redo(self, by: str = ME) -> None:
        """Do again what was taken back."""
        self.perform(undo.redo, by=by, workbook_id=self.id)

    def put(self, at: str, rows: list[list[Any]], by: str = ME) -> None:
        """Put values and formulas into cells from one on."""
        sheet_id, area = self.place(at)
        cells = [{"values": [{"userEnteredValue": _value(each)} for each in row]} for row in rows]
        start = {"sheetId": sheet_id, "rowIndex": area.top, "columnIndex": area.left}
        request = {"start": start, "rows": cells, "fields": "userEnteredValue"}
        self.do({"updateCells": request}, by=by)

    def place(self, at: str) -> tuple[int, Area]:
        """The sheet that the vendor's API calls so and the rectangle: ``7!A1``, ``A1`` is of 0."""
        number, _, text = at.rpartition("!")
        reference = parse(text)
        assert reference is not None
        return int(number or 0), reference.area(1000, 26)

    def range(self, at: str) -> dict[str, Any]:
        """A ``GridRange``."""
        sheet_id, area = self.place(at)
        return {
            "sheetId": sheet_id,
            "startRowIndex": area.top,
            "endRowIndex": area.bottom,
            "startColumnIndex": area.left,
            "endColumnIndex": area.right,
        }

    def inputs(self, at: str) -> list[list[Any]]:
        """What cells hold: formulas as texts."""
        return self._read(at, _inputs)

    def values(self, at: str) -> list[list[Any]]:
        """What cells come to; errors as texts."""
        return self._read(at, _values)

    def recalculated(self, at: str) -> list[list[Any]]:
        """What cells come to when all is worked out anew."""
        return self._read(at, _recalculated)

    def shown(self, at: str) -> list[list[str]]:
        """What cells show."""
        return self._read(at, _shown)

    def looks(self, at: str) -> list[list[Looks]]:
        """How cells look."""
        return self._read(at, _looks)

    def _read(self, at: str, read: Callable[..., list[list[Any]]]) -> list[list[Any]]:
        sheet_id, area = self.place(at)
        with self.world.reading() as session:
            asked = Request(Surface.SYSTEM, "test", {})
            actor = Actor(self.people[ME])
            ctx = Context(session, actor, asked, Clock(session), Ids(session))
            workbook = session.get_one(Workbook, self.id)
            (grid,) = [
                each for each in grids.grids_of(session, self.id) if each.sheet.sheet_id == sheet_id
            ]
            return read(ctx, workbook, grid, area)

    def all(self, model: Any) -> list[Any]:
        """Rows of a kind that lie on its sheets, in their order."""
        with self.world.reading() as session:
            sheets = {each.sheet.id: each for each in grids.grids_of(session, self.id)}
            found = following.things(session, model, sheets)
            for each in found:
                session.expunge(each)
            return found


def _value(given: Any) -> dict[str, Any]:
    if given is None:
        return {}
    if isinstance(given, bool):
        return {"boolValue": given}
    if isinstance(given, int | float):
        return {"numberValue": given}
    return {"formulaValue" if given.startswith("=") else "stringValue": given}


def _inputs(ctx: Context, workbook: Workbook, grid: grids.Grid, area: Area) -> list[list[Any]]:
    cells = grid.cells(area)

    def at(place: grids.Place) -> Any:
        held = cells.get(place, grids.BLANK).input
        return (
            held.text
            if isinstance(held, Formula)
            else str(held)
            if isinstance(held, Error)
            else held
        )

    return _by_rows(area, at)


def _values(ctx: Context, workbook: Workbook, grid: grids.Grid, area: Area) -> list[list[Any]]:
    found = calculations.calculated(ctx, workbook).values(grid, area)
    return [[str(each) if isinstance(each, Error) else each for each in row] for row in found]


def _recalculated(
    ctx: Context, workbook: Workbook, grid: grids.Grid, area: Area
) -> list[list[Any]]:
    found = calculations.reckoned(ctx, workbook).values(grid.sheet.id, area)
    return [[str(each) if isinstance(each, Error) else each for each in row] for row in found]


def _shown(ctx: Context, workbook: Workbook, grid: grids.Grid, area: Area) -> list[list[Any]]:
    cells, styles = grid.cells(area), Styles(ctx, workbook.id)
    values = calculations.calculated(ctx, workbook).values(grid, area)

    def at(place: grids.Place) -> str:
        value = values[place[0] - area.top][place[1] - area.left]
        look = styles.format(cells.get(place, grids.BLANK).style_id)
        return shown(value, pattern_of(look)).text

    return _by_rows(area, at)


def _looks(ctx: Context, workbook: Workbook, grid: grids.Grid, area: Area) -> list[list[Any]]:
    cells, styles = grid.cells(area), Styles(ctx, workbook.id)
    return _by_rows(area, lambda at: styles.format(cells.get(at, grids.BLANK).style_id))


def _by_rows(area: Area, at: Callable[[grids.Place], Any]) -> list[list[Any]]:
    return [
        [at((row, column)) for column in range(area.left, area.right)]
        for row in range(area.top, area.bottom)
    ]
