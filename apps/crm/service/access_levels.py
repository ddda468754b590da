"""How far somebody may go with records that they see: read them, edit them, or all.

https://help.salesforce.com/s/articleView?id=platform.security_data_access.htm
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import ColumnElement, RowMapping, select

from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.kinds import Field
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import people, shares, sight, territory_sight
from workworld.context import Context

READ, EDIT, ALL = shares.READ, shares.EDIT, shares.ALL


def of(ctx: Context, sobject: SObject, record_ids: Iterable[str]) -> Mapping[str, str]:
    """How far the caller may go with records: ``Read``, ``Edit``, or ``All``, by id.

    Those that they do not see are left out. Deleted ones count as they did before.
    """
    table = sobject.model.__table__
    wanted = sorted(set(record_ids))
    query = select(*_deciding(sobject)).where(table.c.id.in_(wanted)).order_by(table.c.id)
    if not all(sight.is_seen(ctx, each) for each in wanted):
        query = query.where(sight.rows(ctx, sobject, table, deleted=True))
    found = ctx.session.execute(query).mappings().all()
    return {each["id"]: _level(ctx, sobject, each) for each in found}


def _level(ctx: Context, sobject: SObject, record: RowMapping) -> str:
    """How far the caller may go with a record that they see."""
    profile, allowed = people.profile(ctx), sight.object_permissions(ctx).get(sobject.name)
    if profile.modifies_all or (allowed is not None and allowed.modifies_all):
        return ALL
    if sobject.parent:
        is_mine = record["created_by_id"] == people.me(ctx).id
        level = "" if sobject.is_said else _level_above(ctx, sight.above(sobject), record)
        return ALL if level in (EDIT, ALL) or (sobject.is_said and is_mine) else READ
    if not sobject.has_owner:
        return ALL if shares.default(ctx, sobject) == EDIT else READ
    if record["owner_id"] in people.owners(ctx):
        return ALL
    default, level = shares.default(ctx, sobject), READ
    if default == "ControlledByParent":
        for field in sight.leading(sobject):
            level = shares.higher(level, _level_above(ctx, field, record))
        return level
    level = shares.higher(level, default if default in (READ, EDIT) else "")
    level = shares.higher(level, shares.ruled(ctx, sobject).get(record["owner_id"], ""))
    level = shares.higher(level, territory_sight.level(ctx, sobject.name, record))
    if sobject.name == sight.FILE and _is_changed_on_records(ctx, record["id"]):
        level = shares.higher(level, EDIT)
    return shares.higher(level, *shares.granted(ctx, sobject, record["id"]))


def _is_changed_on_records(ctx: Context, document_id: str) -> bool:
    """Whether the caller may change a record that shows a file."""
    link = objects.of_name(sight.SHOWN_ON)
    table = link.model.__table__
    query = select(table).where(table.c.document_id == document_id, sight.rows(ctx, link, table))
    above = sight.above(link)
    showing = ctx.session.execute(query).mappings().all()
    return any(_level_above(ctx, above, each) in (EDIT, ALL) for each in showing)


def _level_above(ctx: Context, field: Field, record: RowMapping) -> str:
    """How far the caller may go with the record that a field names; empty if it names none."""
    above_id = record[field.column]
    above = objects.of_prefix(above_id[:3]) if above_id else None
    return of(ctx, above, [above_id]).get(above_id, "") if above else ""


def _deciding(sobject: SObject) -> list[ColumnElement[Any]]:
    """The columns that say how far somebody may go with a record."""
    columns = sobject.model.__table__.c
    above = [sight.above(sobject)] if sobject.parent else sight.leading(sobject)
    own = ("id", "owner_id", "created_by_id", "territory_id", "account_id")
    names = (*own, *(each.column for each in above))
    return [columns[name] for name in dict.fromkeys(names) if name in columns]
