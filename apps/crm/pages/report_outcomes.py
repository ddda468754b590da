"""What came of a report, whether now or at another time, as pages show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import flask

from workworld.apps.crm.pages import report_shows, report_tables
from workworld.apps.crm.pages.blueprint import at
from workworld.apps.crm.pages.report_tables import Address
from workworld.apps.crm.service.report_results import Result
from workworld.context import Context


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a report, as its page shows it."""

    figures: Sequence[tuple[str, Sequence[tuple[str, str]]]]
    """Of each block of a joined report; otherwise of one without a title."""
    drawing: report_shows.Drawing
    chart_title: str
    sheet: report_shows.Sheet
    shows_details: bool


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
        report_shows.sheet(ctx, result, number, address, is_flat=is_flat),
        result.definition.details,
    )


def page_address(number: int) -> str:
    """The same page with another page of rows."""
    values = flask.request.args.to_dict(flat=False) | {"page": [str(number)]}
    return at(flask.request.path.removeprefix(flask.request.script_root), values)
