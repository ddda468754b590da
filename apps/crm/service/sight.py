"""Who sees which records and fields, and what they may do with them.

https://help.salesforce.com/s/articleView?id=platform.security_data_access.htm
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from sqlalchemy import (
    JSON,
    ColumnElement,
    FromClause,
    Select,
    and_,
    bindparam,
    false,
    func,
    literal,
    or_,
    select,
    true,
)

from workworld.apps.crm.models import (
    EventRelation,
    FieldPermission,
    ObjectPermission,
)
from workworld.apps.crm.schema import aliases, objects
from workworld.apps.crm.schema.kinds import Field
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.schema.picklists import ARTICLE_ONLINE
from workworld.apps.crm.service import people, shares, territory_sight
from workworld.context import Context
from workworld.database import constant, plain_rows

Deed = Literal["read", "create", "edit", "delete"]
_ABOUT = ("WhatId", "WhoId", "ParentId", "RelatedToId")
"""The fields that say what an activity is about."""
_NOTE = "Note"
"""The object whose records may be their writer's alone."""
FILE, SHOWN_ON = "ContentDocument", "ContentDocumentLink"
"""The object whose records are seen where others show them, and by what."""
_ARTICLE = "Knowledge__kav"
"""The object of whose records those who only read see what is published."""
_MEETING = "Event"
"""The object whose records those see who are invited."""
_BENEATH = {"Account": ("Opportunity", "Case")}
"""Of what objects the records show their owners the record above them."""
_FEW = 12
"""Of so many owners the records are found first; of more, each record is looked at."""
_OBJECTS, _FIELDS = (
    constant(select(table).where(table.c.profile_id == bindparam("profile")))
    for table in (ObjectPermission.__table__, FieldPermission.__table__)
)


def may(ctx: Context, sobject: SObject, deed: Deed) -> bool:
    """Whether the caller's profile lets them do something with an object's records."""
    profile = people.profile(ctx)
    if sobject.is_setup:
        return deed == "read" or (profile.manages_setup and _is_open(sobject, deed))
    if deed != "read" and not _is_open(sobject, deed):
        return False
    sees_all = deed == "read" and profile.views_all
    if profile.modifies_all or sees_all or sobject.is_everybodys:
        return True
    if sobject.parent:
        needed: Deed = "read" if deed == "read" or sobject.is_said else "edit"
        return any(may(ctx, objects.of_name(each), needed) for each in above(sobject).references)
    row = object_permissions(ctx).get(sobject.name)
    if row is None:
        return False
    allowed: Mapping[Deed, bool] = {
        "read": row.can_read,
        "create": row.can_create,
        "edit": row.can_edit,
        "delete": row.can_delete,
    }
    return allowed[deed]


def readable(ctx: Context, sobject: SObject, field: Field) -> bool:
    """Whether the caller may know that there is such a field, and what is in it."""
    return _field_permissions(ctx).get((sobject.name, field.name), True)


def editable(ctx: Context, sobject: SObject, field: Field) -> bool:
    """Whether the caller may change what is in a field, as far as the field goes."""
    return field.updateable and (sobject.name, field.name) not in _field_permissions(ctx)


def fields(ctx: Context, sobject: SObject) -> list[Field]:
    """The fields of an object that the caller may know of, in their order."""
    return [each for each in sobject.fields.values() if readable(ctx, sobject, each)]


def is_seen(ctx: Context, record_id: str) -> bool:
    """Whether it was found out already that the caller sees a record; it may be deleted."""
    return bool(seen_rows(ctx).get(record_id))


def seen_rows(ctx: Context) -> dict[str, Any]:
    """The records that were looked up already, by id: None for those that the caller does not see.

    Nothing is kept where rows may change in between.
    """
    return ctx.remembered("crm records", dict[str, Any])


def rows_about(
    ctx: Context, sobject: SObject, table: FromClause, record_id: str
) -> ColumnElement[bool]:
    """The condition of those activities that the caller sees which name a record themselves.

    Args:
        ctx: who looks.
        sobject: an object whose records are seen with what they are about.
        table: its table.
        record_id: what they name; who sees it sees them too.
    """
    if not is_seen(ctx, record_id) or shares.default(ctx, sobject) != "ControlledByParent":
        return rows(ctx, sobject, table)
    return ~table.c.is_deleted if may(ctx, sobject, "read") else false()


def rows(
    ctx: Context, sobject: SObject, table: FromClause, *, deleted: bool = False
) -> ColumnElement[bool]:
    """The condition of the rows of an object that the caller sees.

    Args:
        ctx: who looks.
        sobject: the object.
        table: its table, or an alias of it.
        deleted: whether those in the recycle bin count as well.
    """
    # The table is kept beside it, so that no other one comes to have its identity.
    kept = ctx.remembered(
        ("crm rows", sobject.name, deleted, id(table)),
        lambda: (table, _rows(ctx, sobject, table, deleted=deleted)),
    )
    return kept[1]


def _rows(
    ctx: Context, sobject: SObject, table: FromClause, *, deleted: bool
) -> ColumnElement[bool]:
    if not may(ctx, sobject, "read"):
        return false()
    seen = _seen(ctx, sobject, table)
    if sobject.name == _NOTE and not people.profile(ctx).modifies_all:
        seen = and_(seen, or_(~table.c.is_private, table.c.owner_id == people.me(ctx).id))
    if sobject.name == _ARTICLE and not may(ctx, sobject, "edit"):
        seen = and_(seen, table.c.status == ARTICLE_ONLINE)
    return seen if deleted else and_(~table.c.is_deleted, seen)


def _is_open(sobject: SObject, deed: Deed) -> bool:
    opened = {"create": sobject.createable, "edit": sobject.updateable, "delete": sobject.deletable}
    return opened.get(deed, True)


def above(sobject: SObject) -> Field:
    """The field that names the record with which records of an object are seen."""
    return sobject.fields[sobject.parent.lower()]


def object_permissions(ctx: Context) -> Mapping[str, ObjectPermission]:
    """What the caller's profile lets them do with objects, by name."""
    profile_id = people.me(ctx).profile_id

    def look_up() -> Mapping[str, ObjectPermission]:
        found = plain_rows(ctx.session, ObjectPermission, _OBJECTS, {"profile": profile_id})
        return {each.sobject: each for each in found}

    return ctx.remembered(("crm object permissions", profile_id), look_up)


def _field_permissions(ctx: Context) -> Mapping[tuple[str, str], bool]:
    """Whether the fields may be read that the caller may not change."""
    profile_id = people.me(ctx).profile_id

    def look_up() -> Mapping[tuple[str, str], bool]:
        found = plain_rows(ctx.session, FieldPermission, _FIELDS, {"profile": profile_id})
        return {(each.sobject, each.field): each.can_read for each in found}

    return ctx.remembered(("crm field permissions", profile_id), look_up)


def _sees_all(ctx: Context, sobject: SObject) -> bool:
    profile, row = people.profile(ctx), object_permissions(ctx).get(sobject.name)
    by_object = row is not None and (row.views_all or row.modifies_all)
    return sobject.is_setup or profile.views_all or profile.modifies_all or by_object


def _seen(ctx: Context, sobject: SObject, table: FromClause) -> ColumnElement[bool]:
    if _sees_all(ctx, sobject):
        return true()
    if sobject.parent:
        return _with(ctx, above(sobject), table)
    default = shares.default(ctx, sobject)
    if default in (shares.READ, shares.EDIT):
        return true()
    if not sobject.has_owner:
        return false()
    mine = _is_mine(ctx, table.c.owner_id)
    if default == "ControlledByParent":
        if sobject.name == _MEETING:
            mine = or_(mine, table.c.id.in_(_invited(ctx)))
        return or_(mine, *(_with(ctx, each, table) for each in leading(sobject)))
    return or_(mine, *_shared(ctx, sobject, table))


def _invited(ctx: Context) -> Select[tuple[str]]:
    """The meetings that the caller is invited to."""
    invited = EventRelation.__table__.c
    return select(invited.event_id).where(
        invited.relation_id == people.me(ctx).id, ~invited.is_deleted
    )


def leading(sobject: SObject) -> list[Field]:
    """The fields that lead to records whose viewers see these records as well."""
    if sobject.name == "Contact":
        return [sobject.fields["accountid"]]
    return [sobject.fields[name.lower()] for name in _ABOUT if name.lower() in sobject.fields]


def _with(ctx: Context, field: Field, table: FromClause) -> ColumnElement[bool]:
    """Whether the caller sees a record that a field names."""
    ways: list[ColumnElement[bool]] = []
    for name in field.references:
        above = objects.of_name(name)
        # One name in all conditions, so that what is seen of an object is written down once.
        beyond = aliases.alias(name, f"seen_{name}")
        found = select(beyond.c.id).where(rows(ctx, above, beyond, deleted=True))
        if _has_few(ctx) and not _sees_all(ctx, above):
            ways.append(table.c[field.column].in_(found))
        else:
            ways.append(found.where(beyond.c.id == table.c[field.column]).exists())
    return or_(*ways)


def _is_mine(ctx: Context, owner: ColumnElement[str]) -> ColumnElement[bool]:
    """Whether an owner is one whose records are the caller's as well.

    Many are one parameter: a manager has hundreds, and conditions name them many times.
    """
    ids = people.owners(ctx)
    if _has_few(ctx):
        return owner.in_(ids)
    return owner.in_(select(func.json_each(literal(ids, JSON)).table_valued("value").c.value))


def _has_few(ctx: Context) -> bool:
    """Whether few records are the caller's, so that it is best to begin with those.

    Those who see most records have more to gain by asking of each record whether they see it.
    """
    return len(people.owners(ctx)) <= _FEW


def _shared(ctx: Context, sobject: SObject, table: FromClause) -> list[ColumnElement[bool]]:
    """The ways in which records of others are shared with the caller."""
    ways: list[ColumnElement[bool]] = [table.c.id.in_(shares.by_hand(ctx))]
    if by_rule := shares.ruled(ctx, sobject):
        ways.append(table.c.owner_id.in_(sorted(by_rule)))
    if sobject.name in shares.TEAMS:
        ways.append(table.c.id.in_(shares.of_teams(ctx, sobject)))
    if sobject.name == FILE:
        ways.append(table.c.id.in_(_on_records(ctx)))
    if held := territory_sight.levels(ctx, sobject.name):
        ways += territory_sight.ways(sobject.name, table, sorted(held))
    below = map(objects.of_name, _BENEATH.get(sobject.name, ()))
    ways += [_above_what_is_theirs(ctx, each, table) for each in below]
    return ways


def _above_what_is_theirs(ctx: Context, sobject: SObject, table: FromClause) -> ColumnElement[bool]:
    """The accounts of records that the caller owns, or on whose team they are."""
    child = aliases.alias(sobject.name, f"theirs_{sobject.name}")
    ways: list[ColumnElement[bool]] = [_is_mine(ctx, child.c.owner_id)]
    if sobject.name in shares.TEAMS:
        ways.append(child.c.id.in_(shares.of_teams(ctx, sobject)))
    found = select(child.c.account_id).where(or_(*ways), ~child.c.is_deleted)
    if _has_few(ctx):
        return table.c.id.in_(found)
    return found.where(child.c.account_id == table.c.id).exists()


def _on_records(ctx: Context) -> Select[tuple[str]]:
    """The files that records show which the caller sees."""
    link = objects.of_name(SHOWN_ON)
    table = aliases.alias(link.name, "showing_files")
    return select(table.c.document_id).where(rows(ctx, link, table))
