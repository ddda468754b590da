"""What records tell of the records above them, to those who see these."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select

from workworld.apps.crm.schema import borrowed, objects
from workworld.apps.crm.schema.borrowed import Borrowed
from workworld.apps.crm.schema.kinds import Field
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import sight
from workworld.context import Context


def readable(ctx: Context, sobject: SObject) -> Sequence[Borrowed]:
    """The borrowed fields of an object that the caller may know of."""
    return [each for each in borrowed.of(sobject.name) if _is_readable(ctx, sobject, each)]


def field_of(ctx: Context, sobject: SObject, name: str) -> Field | None:
    """A borrowed field that the caller may know of, by its API name regardless of case."""
    found = borrowed.find(sobject.name, name)
    return found.field if found and _is_readable(ctx, sobject, found) else None


def values(
    ctx: Context, sobject: SObject, named: Mapping[str, Mapping[str, Any]]
) -> Mapping[str, Mapping[str, Any]]:
    """What records borrow, by id and API name; null where the caller does not see the other one.

    Args:
        ctx: who reads.
        sobject: what they are.
        named: what they hold, by id, with the references.
    """
    found: dict[str, dict[str, Any]] = {each: {} for each in named}
    for each in readable(ctx, sobject):
        above = objects.of_name(each.sobject)
        table = above.model.__table__
        source = above.fields[each.source.lower()].of(table)
        ids = sorted({held[each.reference] for held in named.values() if held[each.reference]})
        query = select(table.c.id, source).where(table.c.id.in_(ids), sight.rows(ctx, above, table))
        known = {row[0]: row[1] for row in ctx.session.execute(query)} if ids else {}
        for record_id, held in named.items():
            found[record_id][each.field.name] = known.get(held[each.reference])
    return found


def _is_readable(ctx: Context, sobject: SObject, asked: Borrowed) -> bool:
    above = objects.of_name(asked.sobject)
    return (
        sight.readable(ctx, sobject, sobject.fields[asked.reference.lower()])
        and sight.may(ctx, above, "read")
        and sight.readable(ctx, above, above.fields[asked.source.lower()])
    )
