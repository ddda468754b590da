"""From a record to the one that it names, and to those that name it.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/dome_relationship_traversal.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field as Argument
from sqlalchemy import or_, select

from workworld.apps.crm import record_ids
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.kinds import Field
from workworld.apps.crm.schema.objects import Children, SObject
from workworld.apps.crm.service import reading, records, refusals, sight
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.soql import activity_objects, known_objects
from workworld.apps.crm.types import RecordId, SObjectName, Values
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

RelationshipName = Annotated[
    str,
    Argument(
        description="A relationship by its name: Owner leads to a parent, Contacts to children.",
        min_length=1,
        max_length=80,
    ),
]
MOST = 2000


@dataclass(frozen=True, slots=True)
class Related:
    """What a relationship leads to.

    Args:
        is_parent: whether it is the one record that the other names.
        records: it, or those that name the other, by id.
    """

    is_parent: bool
    records: Sequence[Loaded]


# A record's page shows its parents and related lists by itself.
@operation(Effect.READ, scope=records.SCOPE, doors=(Surface.REST, Surface.MCP))
def get(
    ctx: Context, *, sobject: SObjectName, record_id: RecordId, relationship: RelationshipName
) -> Related:
    """Read the records that a relationship leads to from a record.

    Raises:
        NotFound: ``NOT_FOUND``: no such record or relationship, or the record names no parent.
    """
    row = records.known(ctx, sobject, record_id)
    kind = objects.of_model(type(row))
    ways = (*objects.children(kind.name), *activity_objects.children(kind.name))
    way = next((each for each in ways if each.name.lower() == relationship.lower()), None)
    if way is None:
        return Related(True, [_loaded(ctx, _parent_id(ctx, row, relationship))])
    child = known_objects.of_name(way.sobject)
    if sources := known_objects.made_of(child):
        return Related(False, _activities(ctx, child, way, row.id, sources))
    field = child.fields[way.field.lower()]
    if not (sight.may(ctx, child, "read") and sight.readable(ctx, child, field)):
        raise refusals.not_found()
    table = child.model.__table__
    query = select(table.c.id).where(table.c[field.column] == row.id, sight.rows(ctx, child, table))
    ids = ctx.session.scalars(query.order_by(table.c.id).limit(MOST)).all()
    found = reading.load(ctx, child, ids)
    return Related(False, [found[each] for each in ids])


# As for reading.
@operation(Effect.WRITE, scope=records.SCOPE, doors=(Surface.REST, Surface.MCP))
def update(
    ctx: Context,
    *,
    sobject: SObjectName,
    record_id: RecordId,
    relationship: RelationshipName,
    values: Values,
) -> Loaded:
    """Change the record that another one names.

    Raises:
        NotFound: ``NOT_FOUND``: no such record or relationship, or the record names no parent.
    """
    above = _parent(ctx, sobject, record_id, relationship)
    records.change(ctx, above, values)
    return Loaded(objects.of_model(type(above)), {"Id": above.id})


# As for reading.
@operation(Effect.WRITE, scope=records.SCOPE, doors=(Surface.REST, Surface.MCP))
def delete(
    ctx: Context, *, sobject: SObjectName, record_id: RecordId, relationship: RelationshipName
) -> None:
    """Put the record that another one names into the recycle bin.

    Raises:
        NotFound: ``NOT_FOUND``: no such record or relationship, or the record names no parent.
    """
    records.remove(ctx, _parent(ctx, sobject, record_id, relationship))


def _activities(
    ctx: Context, kind: SObject, way: Children, record_id: str, sources: Sequence[SObject]
) -> Sequence[Loaded]:
    """What is open or done about a record: those tasks and events of it that the caller sees."""
    table = known_objects.alias(kind, "activities")
    tables = [(each, each.model.__table__) for each in sources]
    seen = [table.c.id.in_(select(of.c.id).where(sight.rows(ctx, each, of))) for each, of in tables]
    fields = list(kind.fields.values())
    query = select(*(each.of(table).label(each.name) for each in fields))
    about = kind.fields[way.field.lower()].of(table) == record_id
    found = ctx.session.execute(query.where(about, or_(*seen)).order_by(table.c.id).limit(MOST))
    return [Loaded(kind, dict(each)) for each in found.mappings()]


def _parent(ctx: Context, sobject: str, record_id: str, relationship: str) -> Any:
    """The record that another one names, to be changed."""
    found = _parent_id(ctx, records.known(ctx, sobject, record_id), relationship)
    kind = objects.of_prefix(record_ids.prefix_of(found))
    if kind is None:
        raise refusals.not_found()
    return records.known(ctx, kind.name, found)


def _parent_id(ctx: Context, row: Any, relationship: str) -> str:
    kind = objects.of_model(type(row))
    leading = next(
        (each for each in kind.fields.values() if _is_called(each, relationship)),
        None,
    )
    if leading is None or not leading.column or not sight.readable(ctx, kind, leading):
        raise refusals.not_found()
    found: str | None = getattr(row, leading.column)
    if found is None:
        raise refusals.not_found()
    return found


def _is_called(field: Field, relationship: str) -> bool:
    return bool(field.relationship) and field.relationship.lower() == relationship.lower()


def _loaded(ctx: Context, record_id: str) -> Loaded:
    kind = objects.of_prefix(record_ids.prefix_of(record_id))
    found = reading.load(ctx, kind, [record_id]) if kind else {}
    if record_id not in found:
        raise refusals.not_found()
    return found[record_id]
