"""The records that name one record: its related lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement

from workworld.apps.crm import layouts
from workworld.apps.crm.layouts import Related
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import rows, sight
from workworld.apps.crm.service.rows import Values
from workworld.context import Context

MOST_COUNTED = 1_000
"""Longer lists are said to have more."""


@dataclass(frozen=True, slots=True)
class RelatedList:
    """Some of the records that name one.

    Args:
        related: how the layout of the record's page has the list.
        sobject: of which object its records are.
        fields: its columns that the caller may read.
        found: the records.
        count: how many there are, up to ``MOST_COUNTED``.
        may_create: whether the caller may add one.
    """

    related: Related
    sobject: SObject
    fields: Sequence[Field]
    found: Sequence[Values]
    count: int
    may_create: bool


def all_of(ctx: Context, sobject: SObject, record_id: str, limit: int) -> Sequence[RelatedList]:
    """Every related list of a record that the caller sees, as its page shows them.

    Args:
        ctx: who reads.
        sobject: of which object the record is.
        record_id: which record.
        limit: how many records of each.
    """
    lists = layouts.layout_of(sobject.name).related
    return [of(ctx, each, record_id, limit=limit) for each in lists if _is_shown(ctx, each)]


def of(ctx: Context, related: Related, record_id: str, *, limit: int) -> RelatedList:
    """One related list of a record that the caller sees.

    Args:
        ctx: who reads.
        related: which list.
        record_id: whose.
        limit: how many records at most.
    """
    sobject = objects.of_name(related.sobject)
    table = rows.table_of(sobject)
    naming = sobject.fields[related.field.lower()]
    fields = [
        each
        for each in layouts.fields_of(sobject, related.columns)
        if sight.readable(ctx, sobject, each)
    ]
    wanted = [*fields, *_besides(sobject)]
    here = naming.of(table) == record_id
    found = rows.read(
        ctx,
        sobject,
        wanted,
        here,
        order=_ordered(sobject, fields, related.order),
        limit=limit,
    )
    count = len(found) if len(found) < limit else rows.count(ctx, sobject, here, most=MOST_COUNTED)
    may_create = sight.may(ctx, sobject, "create") and naming.createable
    return RelatedList(related, sobject, fields, found, count, may_create)


def _is_shown(ctx: Context, related: Related) -> bool:
    sobject = objects.of_name(related.sobject)
    naming = sobject.fields[related.field.lower()]
    return sight.may(ctx, sobject, "read") and sight.readable(ctx, sobject, naming)


def _besides(sobject: SObject) -> Sequence[Field]:
    """What it takes to show amounts."""
    code = sobject.field("CurrencyIsoCode")
    return [code] if code else []


def _ordered(sobject: SObject, fields: Sequence[Field], order: str) -> Sequence[ColumnElement[Any]]:
    name, turned = order.removeprefix("-"), order.startswith("-")
    field = sobject.field(name)
    known = {each.name for each in fields} | {"CreatedDate", "SortOrder"}
    if field is None or field.name not in known or field.kind is Kind.TEXTAREA:
        return []
    column = field.of(rows.table_of(sobject))
    if field.kind.is_text:
        column = column.collate("NOCASE")
    return [column.is_(None), column.desc() if turned else column.asc()]
