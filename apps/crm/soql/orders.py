"""The order of what a query finds."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, case, collate

from workworld.apps.crm.schema.kinds import Kind
from workworld.apps.crm.schema.picklists import VALUES
from workworld.apps.crm.soql.functions import Value, evaluated
from workworld.apps.crm.soql.joins import Level
from workworld.apps.crm.soql.texts import NO_CASE
from workworld.apps.crm.soql.tree import Call, Sorting
from workworld.apps.crm.soql.wording import FIELD, MALFORMED


def sortable(level: Level, sorting: Sorting) -> Value:
    """What records are ordered by.

    Raises:
        QueryRefused: records cannot be ordered by it.
    """
    value = evaluated(level, sorting.value)
    shown = value.found.field.name if value.found else value.name
    if value.is_aggregate or (isinstance(sorting.value, Call) and value.name == ""):
        said = f"Ordered field must be grouped or aggregated: {shown or 'count()'}"
        raise level.scope.refusal(MALFORMED, said, sorting.value.at)
    if value.kind in (Kind.TEXTAREA, Kind.MULTIPICKLIST):
        said = f"field '{shown}' can not be sorted in a query call"
        raise level.scope.refusal(FIELD, said, sorting.value.at)
    return value


def ordered(value: Value, sorting: Sorting) -> ColumnElement[Any]:
    """An order as SQL: picklists go by their lists, texts regardless of case."""
    sql = value.sql
    known = value.found.field if value.found else None
    if known is not None and known.picklist and value.kind is Kind.PICKLIST:
        places = {name: place for place, name in enumerate(VALUES[known.picklist])}
        sql = case(
            *((sql == name, place) for name, place in places.items()),
            (sql.is_(None), None),
            else_=len(places),
        )
    elif value.kind.is_text:
        sql = collate(sql, NO_CASE)
    directed = sql.desc() if sorting.is_descending else sql.asc()
    return directed.nulls_last() if sorting.nulls == "last" else directed.nulls_first()
