"""What lookup fields may name: recent records first, then those that fit what is typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from pydantic import Field as Argument
from sqlalchemy import ColumnElement, FromClause, func, or_, select

from workworld.apps.crm.models import Group, QueueObject, User
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import reading, recents, records, refusals, rows, sight
from workworld.apps.crm.types import SObjectName
from workworld.context import Context, Surface
from workworld.directory.models import Person
from workworld.operations import Effect, operation

_NOTED = ("AccountId", "Company", "Title", "Email", "StageName", "Subject", "Type", "ProductCode")
"""Fields that tell records of the same name apart, the first that there is."""
_users, _people = User.__table__.c, Person.__table__.c
_groups, _queues = Group.__table__.c, QueueObject.__table__.c


class Offer(NamedTuple):
    """A record that may be chosen."""

    id: str
    name: str
    note: str
    sobject: str


# It is for pages alone: programs search and query.
@operation(Effect.READ, scope="api", doors=(Surface.UI,))
def find(
    ctx: Context,
    *,
    sobject: SObjectName,
    field: Annotated[str, Argument(description="The lookup field.", max_length=80)],
    words: Annotated[str, Argument(description="What was typed.", max_length=200)] = "",
    limit: Annotated[int, Argument(description="How many at most.", ge=1, le=50)] = 10,
) -> Sequence[Offer]:
    """List the records that a lookup field may name and that fit some words."""
    kind = records.sobject_of(ctx, sobject)
    wanted = kind.field(field)
    if wanted is None or wanted.kind is not Kind.REFERENCE or not sight.readable(ctx, kind, wanted):
        raise refusals.not_found()
    return offers(ctx, wanted, kind.name, words.strip(), limit)


def offers(ctx: Context, field: Field, of: str, words: str, limit: int) -> Sequence[Offer]:
    """The records that a field may name.

    Args:
        ctx: who chooses.
        field: the lookup field.
        of: the object that has it, which queues must be able to own.
        words: what their names are to begin with or contain; empty for the recent ones.
        limit: how many at most.
    """
    found: list[Offer] = []
    for name in field.references:
        target = objects.of_name(name)
        if name == "User":
            found += _of_users(ctx, words, limit)
        elif name == "Group":
            found += _of_queues(ctx, of, words, limit)
        elif sight.may(ctx, target, "read"):
            found += _of_records(ctx, target, words, limit)
    return found[:limit]


def _of_records(ctx: Context, sobject: SObject, words: str, limit: int) -> list[Offer]:
    table = rows.table_of(sobject)
    name = sobject.name_field
    if name is None:
        return []
    shown = [name, *_noted(ctx, sobject)]
    found = []
    if not words:
        ids = [each for each, _ in recents.latest(ctx, (sobject.name,), limit)]
        known = {row["Id"]: row for row in rows.read(ctx, sobject, shown, table.c.id.in_(ids))}
        found = [known[each] for each in ids if each in known]
    if len(found) < limit:
        left_out = [row["Id"] for row in found]
        fits = [_fits(sobject, table, name, words)] if words else []
        if sobject.name in ("Product2", "Pricebook2"):
            fits.append(table.c.is_active)
        found += rows.read(
            ctx,
            sobject,
            shown,
            table.c.id.not_in(left_out),
            *fits,
            order=[~name.of(table).ilike(f"{_escaped(words)}%", escape="\\"), name.of(table)],
            limit=limit - len(found),
        )
    notes = _notes(ctx, shown[1:], found)
    return [
        Offer(row["Id"], str(row[name.name] or ""), note, sobject.name)
        for row, note in zip(found, notes, strict=True)
    ]


def _fits(sobject: SObject, table: FromClause, name: Field, words: str) -> ColumnElement[bool]:
    pattern = f"%{_escaped(words)}%"
    also = [each for each in (sobject.field("Email"), sobject.field("Subject")) if each]
    columns = [name.of(table), *(each.of(table) for each in also)]
    return or_(*(each.ilike(pattern, escape="\\") for each in columns))


def _noted(ctx: Context, sobject: SObject) -> list[Field]:
    known = [sobject.field(each) for each in _NOTED]
    return [each for each in known if each and sight.readable(ctx, sobject, each)][:1]


def _notes(ctx: Context, fields: Sequence[Field], found: Sequence[rows.Values]) -> list[str]:
    if not fields:
        return [""] * len(found)
    texts = [str(row[fields[0].name] or "") for row in found]
    if fields[0].kind is not Kind.REFERENCE:
        return texts
    names = reading.names(ctx, filter(None, texts))
    return [names.get(each, "") for each in texts]


def _of_users(ctx: Context, words: str, limit: int) -> list[Offer]:
    query = (
        select(_users.id, _people.name, _people.title)
        .join(Person, _people.id == _users.person_id)
        .where(_users.is_active, ~_users.is_deleted)
        .order_by(_people.name, _users.id)
        .limit(limit)
    )
    if words:
        pattern = f"%{_escaped(words)}%"
        fits = (_people.name.ilike(pattern, escape="\\"), _people.email.ilike(pattern, escape="\\"))
        query = query.where(or_(*fits))
    return [Offer(each.id, each.name, each.title, "User") for each in ctx.session.execute(query)]


def _of_queues(ctx: Context, of: str, words: str, limit: int) -> list[Offer]:
    may_own = select(_queues.queue_id).where(func.lower(_queues.sobject) == of.lower())
    query = select(_groups.id, _groups.name).where(_groups.type == "Queue", _groups.id.in_(may_own))
    if words:
        query = query.where(_groups.name.ilike(f"%{_escaped(words)}%", escape="\\"))
    query = query.order_by(_groups.name, _groups.id).limit(limit)
    return [Offer(each.id, each.name, "Queue", "Group") for each in ctx.session.execute(query)]


def _escaped(words: str) -> str:
    return words.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
