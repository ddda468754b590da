"""What came of a report, whether now or at another time, as pages show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import flask

from workworld.apps.crm.pages import portions, report_shows, report_tables
from workworld.apps.crm.pages.blueprint import at
from workworld.apps.crm.pages.report_tables import Address
from workworld.apps.crm.service.report_results import Result
from workworld.context import Context

_ROOM = 14_500
"""For the rows of all tables of a page."""
_TOTAL = "total"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a report, as its page shows it."""

    figures: Sequence[tuple[str, Sequence[tuple[str, str]]]]
    """Of each block of a joined report; otherwise of one without a title."""
    drawing: report_shows.Drawing
    chart_title: str
    sheet: report_shows.Sheet
    shows_details: bool
    whole_url: str
    """Where all rows of the page are shown."""


def shown_of(
    ctx: Context, result: Result, name: str, address: Address, number: int, *, is_part: bool
) -> Outcome:
    """What came of a report: figures, chart and rows."""
    is_flat = is_part or not result.definition.groupings
    title = f"{name}: chart"
    is_drawn = not is_flat and number == 1
    return Outcome(
        [(each.title, report_tables.figures(each)) for each in (result, *result.beside)],
        report_shows.drawing(result, title, address) if is_drawn else report_shows.Drawing(),
        title,
        _fitting(report_shows.sheet(ctx, result, number, address, is_flat=is_flat)),
        result.definition.details,
        portions.whole_url(),
    )


def _fitting(sheet: report_shows.Sheet) -> report_shows.Sheet:
    """What of a page of a report is shown: as much as a tree holds, or all that is asked for."""
    if portions.is_whole():
        return sheet
    tables = [
        (title, _portion_of(table, _ROOM // len(sheet.tables))) for title, table in sheet.tables
    ]
    return replace(sheet, tables=tables)


def _portion_of(table: report_tables.Table, room: int) -> report_tables.Table:
    """The first rows of a table, and its total."""
    rows = [row for row in table.rows if row.kind != _TOTAL]
    sizes = [_size(row) for row in rows]
    number = portions.first(
        sizes, room - sum(_size(report_tables.Row(each)) for each in table.heads)
    )
    total = [row for row in table.rows if row.kind == _TOTAL]
    return replace(table, rows=[*rows[:number], *total], rest=len(rows) - number)


def _size(row: report_tables.Row) -> int:
    return portions.size_of(
        ((each.text + each.note, each.url) for each in row.cells), label=row.label
    )


def page_address(number: int) -> str:
    """The same page with another page of rows."""
    values = flask.request.args.to_dict(flat=False) | {"page": [str(number)]}
    values.pop(portions.ROWS, None)
    return at(flask.request.path.removeprefix(flask.request.script_root), values)
