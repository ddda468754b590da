"""Values of ranges as the vendor tells them, and what was written."""

from __future__ import annotations

from dataclasses import dataclass

from workworld.apps.sheets.service.entering import Scalar
from workworld.apps.sheets.service.formats import number_format
from workworld.apps.sheets.service.ranges import Resolved
from workworld.apps.sheets.service.styles import pattern_of
from workworld.apps.sheets.service.views import SeenCell, View, plain


@dataclass(frozen=True, slots=True)
class ValueRange:
    """The values of a range."""

    range: str
    """As it was resolved, with the sheet's title."""
    major_dimension: str
    values: list[list[Scalar]]
    """Without trailing blank cells and rows."""


@dataclass(frozen=True, slots=True)
class Updated:
    """What was written."""

    workbook_id: str
    range: str
    """From the first cell that was meant to the last."""
    rows: int
    columns: int
    cells: int
    data: ValueRange | None = None
    """What stands there now, if that was asked for."""
    table_range: str = ""
    """Of an append, the table that was found; empty if there was none."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How values are wanted."""

    major: str
    render: str
    dates: str


def read_values(view: View, target: Resolved, how: Reading) -> ValueRange:
    """The values of a range, trailing blanks cut."""
    area = target.area
    rows: list[list[Scalar]] = [[] for _ in range(area.top, area.bottom)]
    for (row, column), cell in view.cells(target.grid, area):
        said = _said(cell, how)
        if said != "":
            line = rows[row - area.top]
            line.extend([""] * (column - area.left - len(line)))
            line.append(said)
    while rows and not rows[-1]:
        rows.pop()
    if how.major == "COLUMNS":
        rows = _columns(rows)
    return ValueRange(target.text, how.major, rows)


def _said(cell: SeenCell, how: Reading) -> Scalar:
    if how.render == "FORMATTED_VALUE":
        return cell.shown.text
    if how.render == "FORMULA" and cell.cell.kind == "formula":
        return cell.cell.text
    is_date = isinstance(cell.value, float) and how.dates == "FORMATTED_STRING"
    if is_date and number_format(pattern_of(cell.look))["type"].startswith(("DATE", "TIME")):
        return cell.shown.text
    return plain(cell.value)


def _columns(rows: list[list[Scalar]]) -> list[list[Scalar]]:
    """Rows as columns, each without what is blank at its end."""
    width = max(map(len, rows), default=0)
    turned = [[row[at] if at < len(row) else "" for row in rows] for at in range(width)]
    for column in turned:
        while column and column[-1] == "":
            column.pop()
    while turned and not turned[-1]:
        turned.pop()
    return turned
