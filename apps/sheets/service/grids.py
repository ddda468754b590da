"""Sheets as grids: what stands where, by row and column from zero."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.sheets.engine.addresses import MOST_COLUMNS, Area, parse, quoted
from workworld.apps.sheets.engine.books import Book, Frame
from workworld.apps.sheets.engine.calculation import Formula, Input
from workworld.apps.sheets.engine.changes import Axis
from workworld.apps.sheets.engine.lines import Lines
from workworld.apps.sheets.engine.table_names import TableFrame
from workworld.apps.sheets.engine.values import Error
from workworld.apps.sheets.models import Name, Sheet, Table, Workbook
from workworld.database import driver

_COLUMNS = "kind, number, text, style_id, note, extra"
_READ = (
    f"SELECT row_id, column_id, {_COLUMNS} FROM sheets_cells"  # noqa: S608 - our own names
    " WHERE sheet_id = ? AND row_id BETWEEN ? AND ? AND column_id BETWEEN ? AND ?"
)
_INPUTS = (
    "SELECT row_id, column_id, kind, number, text FROM sheets_cells"
    " WHERE sheet_id = ? AND row_id BETWEEN ? AND ?"
)
_FORMULAS, _PLAIN = " AND kind = 'formula'", " AND kind NOT IN ('', 'formula')"
_OF_COLUMNS = " AND column_id IN (SELECT value FROM json_each(?))"
_LAST_ROW = (
    "SELECT max(row_id) FROM sheets_cells"
    " WHERE sheet_id = ? AND row_id BETWEEN ? AND ? AND kind <> ''"
)
_USED_COLUMNS = "SELECT DISTINCT column_id FROM sheets_cells WHERE sheet_id = ? AND kind <> ''"
Place = tuple[int, int]
"""Row and column, from zero."""


class CellRow(NamedTuple):
    """What is kept of a cell; see ``models.Cell``."""

    kind: str = ""
    number: float | None = None
    text: str | None = None
    style_id: int | None = None
    note: str | None = None
    extra: dict[str, Any] | None = None

    @property
    def input(self) -> Input:
        """What was put in, as the calculation takes it."""
        match self.kind:
            case "number":
                return self.number
            case "boolean":
                return bool(self.number)
            case "formula":
                return Formula(self.text or "")
            case "error":
                return Error(self.text or "")
            case "text":
                return self.text
        return None

    def holding(self, given: Input) -> CellRow:
        """The same cell with something else put in; runs stay with a text that is the same."""
        kind, number, text = "", None, None
        match given:
            case bool():
                kind, number = "boolean", float(given)
            case int() | float():
                kind, number = "number", float(given)
            case str():
                kind, text = "text", given
            case Error():
                kind, text = "error", given.code
            case Formula():
                kind, text = "formula", given.text
        there = self if (kind, text) == (self.kind, self.text) else self.without_runs()
        return there._replace(kind=kind, number=number, text=text)

    def having(self, name: str, given: Any) -> CellRow:
        """The same cell with something further, or without it if it is empty."""
        kept = {key: each for key, each in (self.extra or {}).items() if key != name}
        if given:
            kept[name] = given
        return self._replace(extra=kept or None)

    def without_runs(self) -> CellRow:
        """The same cell without what tells of parts of its text, or where that leads."""
        if not self.extra:
            return self
        return self.having("textFormatRuns", None).having("chipRuns", None).having("link", None)


BLANK = CellRow()


class Grid:
    """A sheet, with the order of its rows and columns.

    Args:
        session: of its world.
        sheet: its row.
    """

    def __init__(self, session: Session, sheet: Sheet) -> None:
        self.session, self.sheet = session, sheet
        self.sheet_key = sheet.id
        """The ``Sheet.id``, known even when the sheet is gone."""
        self.rows, self.columns = Lines(sheet.row_runs), Lines(sheet.column_runs)

    @property
    def frame(self) -> Frame:
        """The sheet as formulas see it."""
        return Frame(self.sheet.id, self.sheet.title, len(self.rows), len(self.columns))

    @property
    def area(self) -> Area:
        """All of its cells."""
        return Area(0, 0, len(self.rows), len(self.columns))

    def lines(self, axis: Axis) -> Lines:
        """Its rows or its columns."""
        return self.rows if axis == "row" else self.columns

    def key(self, place: Place) -> tuple[int, int]:
        """The ids of the row and the column of a cell."""
        return self.rows.id_at(place[0]), self.columns.id_at(place[1])

    def place(self, row_id: int, column_id: int) -> Place | None:
        """Where the cell with these ids is; None if its row or column was taken out."""
        row, column = self.rows.index_of(row_id), self.columns.index_of(column_id)
        return None if row is None or column is None else (row, column)

    def cell(self, row: int, column: int) -> CellRow:
        """One cell."""
        return self.cells(Area(row, column, row + 1, column + 1)).get((row, column), BLANK)

    def cells(self, area: Area | None = None) -> dict[Place, CellRow]:
        """The cells of a rectangle that are kept: those that hold or look like something."""
        return dict(self._read(area or self.area))

    def _read(self, area: Area) -> Iterator[tuple[Place, CellRow]]:
        database = driver(self.session)
        columns = {
            each: index
            for index, each in enumerate(self.columns.ids(area.left, area.right), area.left)
        }
        across = self.columns.spans(area.left, area.right)
        for first, last in self.rows.spans(area.top, area.bottom):
            at = self.rows.index_of(first)
            assert at is not None
            for span in across:
                found = database.execute(_READ, (self.sheet.id, first, last, *span))
                for row_id, column_id, kind, number, text, style_id, note, extra in found:
                    place = at + row_id - first, columns[column_id]
                    kept = json.loads(extra) if extra else None
                    yield place, CellRow(kind, number, text, style_id, note, kept)

    def formulas(self) -> dict[Place, Input]:
        """The formulas of the sheet, by their cells."""
        return dict(self._inputs(_FORMULAS, None))

    def plain_inputs(self, columns: Collection[int] | None = None) -> dict[Place, Input]:
        """What was put into cells that hold no formula.

        Args:
            columns: of which columns; None for all.
        """
        if columns is None:
            return dict(self._inputs(_PLAIN, None))
        wanted = [self.columns.id_at(each) for each in columns if each < len(self.columns)]
        return dict(self._inputs(_PLAIN, json.dumps(wanted))) if wanted else {}

    def _inputs(self, which: str, columns: str | None) -> Iterator[tuple[Place, Input]]:
        database = driver(self.session)
        places = {each: at for at, each in enumerate(self.columns.ids(0, len(self.columns)))}
        query = _INPUTS + which + (_OF_COLUMNS if columns else "")
        asked = (columns,) if columns else ()
        for first, last in self.rows.spans(0, len(self.rows)):
            top = (self.rows.index_of(first) or 0) - first
            for row_id, column_id, kind, number, text in database.execute(
                query, (self.sheet.id, first, last, *asked)
            ):
                column = places.get(column_id)
                if column is not None:
                    given = number if kind == "number" else CellRow(kind, number, text).input
                    yield (top + row_id, column), given

    def used(self) -> Area:
        """From the first cell to the last row and column that hold something; maybe nothing."""
        database, bottom = driver(self.session), 0
        for first, last in reversed(self.rows.spans(0, len(self.rows))):
            found = database.execute(_LAST_ROW, (self.sheet.id, first, last)).get
            if found is not None:
                bottom = (self.rows.index_of(found) or 0) + 1
                break
        places = (
            self.columns.index_of(column_id)
            for (column_id,) in database.execute(_USED_COLUMNS, (self.sheet.id,))
        )
        right = max((place + 1 for place in places if place is not None), default=0)
        return Area(0, 0, bottom, right)


def grids_of(session: Session, workbook_id: str) -> list[Grid]:
    """The sheets of a workbook in their order."""
    query = select(Sheet).where(Sheet.workbook_id == workbook_id)
    return [Grid(session, each) for each in session.scalars(query.order_by(Sheet.position))]


def book_of(session: Session, workbook: Workbook, grids: list[Grid]) -> Book:
    """What formulas of a workbook may name."""
    titles = {grid.sheet.id: grid.sheet.title for grid in grids}
    names = session.scalars(select(Name).where(Name.workbook_id == workbook.id).order_by(Name.id))
    query = select(Table).where(Table.sheet_id.in_(titles)).order_by(Table.id)
    tables = (
        table_frame(titles[each.sheet_id], each.name, each.ranges, each.columns, each.settings)
        for each in session.scalars(query)
    )
    return Book.of(
        (grid.frame for grid in grids),
        {each.name: named_range(titles[each.sheet_id], each.range) for each in names},
        (each for each in tables if each is not None),
    )


def table_frame(
    title: str,
    name: str,
    ranges: Sequence[str],
    columns: Sequence[Mapping[str, Any]],
    settings: Mapping[str, Any],
) -> TableFrame | None:
    """A table as formulas name it; None for one whose cells are gone.

    Args:
        title: of its sheet.
        name: what it is called.
        ranges: where it lies.
        columns: the vendor's ``columnProperties``.
        settings: the vendor's ``rowsProperties``: a table with a footer has a row of totals.
    """
    reference = parse(ranges[0]) if ranges else None
    if reference is None:
        return None
    area = reference.area(0, MOST_COLUMNS)  # tables have no open ends
    names = [str(each["columnName"]) for each in columns]
    return TableFrame(name, title, area, names, "footerColorStyle" in settings)


def named_range(title: str, range_text: str) -> str:
    """A range with the title of its sheet, as formulas write it."""
    return range_text if range_text.startswith("#") else f"{quoted(title)}!{range_text}"
