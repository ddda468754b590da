"""What edits change in this app's tables, as SQLite records it.

https://www.sqlite.org/sessionintro.html
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import apsw
from sqlalchemy.orm import Session

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.calculation import Input
from workworld.apps.sheets.models import Line
from workworld.apps.sheets.service.grids import BLANK, CellRow, Grid, Place
from workworld.database import driver
from workworld.errors import Conflict

_CELLS, _SHEETS, _LINES = "sheets_cells", "sheets_sheets", "sheets_lines"
_IS_HIDDEN = [each.name for each in Line.__table__.columns].index("is_hidden")
_UNRECORDED = (
    *("sheets_styles", "sheets_edits", "sheets_openings", "sheets_stars", "sheets_shares"),
    *("sheets_notification_rules", "sheets_presences", "sheets_sign_offs"),
)
"""Tables that no edit takes back: looks that are there stay, as do people's own choices."""
_CALCULATED = (
    *("sheets_names", "sheets_tables", _SHEETS, "sheets_filters", _LINES, "sheets_groups"),
    "sheets_fetches",
)
"""Tables by which more changes than the cells that were put in."""
_SPARSE = 20
"""In a rectangle so many times as large as the cells that are wanted, each is read alone."""
_WHAT_IT_HOLDS = slice(3, 6)
"""Kind, number and text among a cell's columns."""


@dataclass(slots=True)
class Record:
    """What was recorded."""

    changeset: bytes = b""


@contextmanager
def recorded(session: Session) -> Iterator[Record]:
    """Record what this app's tables lose and gain until the block ends."""
    session.flush()  # what waits is no part of it
    record, capture = Record(), apsw.Session(driver(session), "main")
    try:
        capture.table_filter(_is_recorded)
        capture.attach()
        yield record
        session.flush()  # what was changed as objects is part of it
        record.changeset = capture.changeset()
    finally:
        capture.close()


def _is_recorded(table: str) -> bool:
    return table.startswith("sheets_") and table not in _UNRECORDED


@dataclass(slots=True)
class Touched:
    """Which cells a changeset changed."""

    inputs: dict[int, dict[Place, Input]] | None = field(default_factory=dict)
    """What they hold afterwards, by ``Sheet.id`` and place; None if more changed than that."""
    looks: dict[int, set[Place]] = field(default_factory=dict)
    """Where anything about a cell changed."""


def touched(changeset: bytes, grids: Mapping[int, Grid]) -> Touched:
    """Which cells a changeset changed.

    Args:
        changeset: of edits of one workbook.
        grids: its sheets as they are afterwards, by ``Sheet.id``.
    """
    found = Touched()
    if any(_recalculates(change) for change in apsw.Changeset.iter(changeset)):
        found.inputs = None
        return found  # all of it is seen anew, so it does not matter what else there was
    holding: dict[int, set[Place]] = {}
    for change in apsw.Changeset.iter(changeset):
        if change.name == _CELLS:
            _note(change, grids, found, holding)
    if found.inputs is not None:
        for sheet_id, places in holding.items():
            found.inputs[sheet_id] = _inputs(grids[sheet_id], places)
    return found


def places(changeset: bytes, grids: Mapping[int, Grid]) -> dict[int, set[Place]]:
    """The cells about which a changeset changed anything, by ``Sheet.id``; those that are there.

    Args:
        changeset: of an edit of one workbook.
        grids: its sheets as they are afterwards, by ``Sheet.id``.
    """
    found: dict[int, set[Place]] = {}
    for change in apsw.Changeset.iter(changeset):
        if change.name == _CELLS:
            row: Any = change.new if change.old is None else change.old
            sheet_id, row_id, column_id = row[:3]
            place = grids[sheet_id].place(row_id, column_id) if sheet_id in grids else None
            if place is not None:
                found.setdefault(sheet_id, set()).add(place)
    return found


def _recalculates(change: apsw.TableChange) -> bool:
    """Whether by a change more is otherwise than the cells that were put in."""
    if change.name != _LINES:
        return change.name in _CALCULATED
    # How high a row is changes no value; whether it is hidden does, for subtotals.
    if change.old is not None and change.new is not None:
        return change.new[_IS_HIDDEN] is not apsw.no_change
    return bool((change.new or change.old or ())[_IS_HIDDEN])


def _inputs(grid: Grid, places: set[Place]) -> dict[Place, Input]:
    """What cells hold, in their order; those that lie close together are read at once."""
    rows, columns = [row for row, _ in places], [column for _, column in places]
    around = Area(min(rows), min(columns), max(rows) + 1, max(columns) + 1)
    if around.size > _SPARSE * len(places):
        return {at: grid.cell(*at).input for at in sorted(places)}
    cells = grid.cells(around)
    return {at: cells.get(at, BLANK).input for at in sorted(places)}


def _note(
    change: apsw.TableChange,
    grids: Mapping[int, Grid],
    found: Touched,
    holding: dict[int, set[Place]],
) -> None:
    row = change.new if change.old is None else change.old  # an update names its key as it was
    assert row is not None
    sheet_id, row_id, column_id = (int(each) for each in row[:3])  # type: ignore[arg-type]
    place = grids[sheet_id].place(row_id, column_id) if sheet_id in grids else None
    if place is None:
        found.inputs = None
        return
    found.looks.setdefault(sheet_id, set()).add(place)
    is_update = change.old is not None and change.new is not None
    if not is_update or any(
        each is not apsw.no_change for each in (change.new or ())[_WHAT_IT_HOLDS]
    ):
        holding.setdefault(sheet_id, set()).add(place)


def inverse(changeset: bytes) -> bytes:
    """What takes a changeset back."""
    return apsw.Changeset.invert(changeset)


def apply(session: Session, changeset: bytes) -> None:
    """Apply a changeset; cells that others changed since stay as they are.

    Raises:
        Conflict: ``stale_revision``, the sheets themselves or what lies on them changed since.
    """
    session.flush()  # so that nothing that waits is written over what comes

    def settle(reason: int, change: apsw.TableChange) -> int:
        if change.name == _CELLS or reason == apsw.SQLITE_CHANGESET_NOTFOUND:
            return apsw.SQLITE_CHANGESET_OMIT
        return apsw.SQLITE_CHANGESET_ABORT

    try:
        apsw.Changeset.apply(changeset, driver(session), conflict=settle)
    except apsw.AbortError:
        said = "Others changed since what this would change."
        raise Conflict("stale_revision", said) from None
    session.expire_all()


def moves_lines(changeset: bytes) -> bool:
    """Whether rows, columns or sheets are elsewhere afterwards."""
    return any(change.name == _SHEETS for change in apsw.Changeset.iter(changeset))


def rows(changeset: bytes) -> Iterator[tuple[str, Any, Any]]:
    """The changes of a changeset: table, row before and row after, None where there was none."""
    for change in apsw.Changeset.iter(changeset):
        yield change.name, change.old, change.new


def cell_of(row: Any) -> CellRow:
    """A cell as a changeset has it."""
    return CellRow(*row[3:8])
