"""``ISSUES(jql, fields)``: what a query in the tracker finds, as a table."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

from workworld.apps.sheets.service.sources import Answer, source
from workworld.apps.tracker.service import exporting, records, search
from workworld.context import Context
from workworld.errors import NotFound

_DAY_ZERO = date(1899, 12, 30)
_USUAL = "key, summary, status, assignee"
_MOST = 1_000


@source("ISSUES", least=1, most=2)
def issues(ctx: Context, jql: str, fields: str = "") -> Answer:
    """The issues that a query finds: names of fields above, a row for each issue.

    Args:
        ctx: whose rights count.
        jql: the query.
        fields: names or ids of fields, with commas between.

    Raises:
        Invalid: the query cannot be read.
        NotFound: there is no such field.
    """
    columns = _columns(ctx, fields or _USUAL)
    found = search.search(ctx, jql=jql, limit=_MOST, with_total=False)
    rows: list[list[Any]] = [[each.name for each in columns]]
    for record in records.records(ctx, found.rows):
        line = exporting.joined(exporting.cells(ctx, columns, record))
        rows.append([_serial(each) for each in line])
    return rows


def _columns(ctx: Context, fields: str) -> list[exporting.Field]:
    known = exporting.every(ctx)
    columns = []
    for name in filter(None, (each.strip().lower() for each in fields.split(","))):
        found = next((each for each in known if name in (each.id, each.name.lower())), None)
        if found is None:
            raise NotFound("field_not_found", f"The tracker has no field {name}.")
        columns.append(found)
    return columns


def _serial(value: exporting.Cell) -> Any:
    """Days and moments as numbers, as spreadsheets keep them."""
    if isinstance(value, datetime):
        at_midnight = value.replace(hour=0, minute=0, second=0, microsecond=0)
        return (value.date() - _DAY_ZERO).days + (value - at_midnight) / timedelta(days=1)
    if isinstance(value, date):
        return (value - _DAY_ZERO).days
    return value
