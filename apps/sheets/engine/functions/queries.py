"""``QUERY``: data asked in the query language."""

from __future__ import annotations

import datetime
from typing import Any

from workworld.apps.sheets.engine import values
from workworld.apps.sheets.engine.callables import Function, Surroundings
from workworld.apps.sheets.engine.functions.cells import ranges
from workworld.apps.sheets.engine.functions.shapes import (
    Rows,
    answering,
    failed,
    filled,
    number,
    rows_of,
    text,
)
from workworld.apps.sheets.engine.queries.answers import answered
from workworld.apps.sheets.engine.queries.trees import QueryError

_DAY_ZERO = datetime.datetime(1899, 12, 30)  # noqa: DTZ001 - days of spreadsheets have no zone


@answering
def query(
    surroundings: Surroundings, positions: Any, data: Any, asked: Any, headers: Any = None
) -> Rows:
    """What a query makes of data. https://support.google.com/docs/answer/3093343"""
    place = ranges(positions)[0]
    now = surroundings.now.replace(tzinfo=None) - _DAY_ZERO
    try:
        found = answered(
            rows_of(data),
            text(asked),
            -1 if headers is None else int(number(headers)),
            offset=0 if place is None else place.area.left,
            now=now.total_seconds() / 86_400,
        )
    except QueryError as error:
        raise failed(values.VALUE, str(error)) from None
    if not found:
        raise failed(values.MISSING, "The query found nothing.")
    return filled(found)


FUNCTIONS = (Function("WW.QUERY", query, 3, 4, knows=True),)
