"""Records as they are read: the values of their fields, computed ones included."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, select, true

from workworld.apps.crm import record_ids
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import borrowing, people, refusals, sight
from workworld.apps.crm.service.refusals import RecordError, RecordRefused
from workworld.context import Context

_MOST_MATCHES = 25


@dataclass(frozen=True, slots=True)
class Loaded:
    """A record that was read.

    Args:
        sobject: what it is.
        values: what its fields hold, as columns keep it, by API name; fields that the caller may
            not see are left out.
    """

    sobject: SObject
    values: Mapping[str, Any]

    @property
    def id(self) -> str:
        """The record's id."""
        return str(self.values["Id"])


def load(
    ctx: Context,
    sobject: SObject,
    ids: Iterable[str],
    fields: Sequence[Field] | None = None,
    *,
    deleted: bool = False,
) -> Mapping[str, Loaded]:
    """Those of some records that the caller sees, by id.

    Args:
        ctx: who reads.
        sobject: what they are.
        ids: of 18 characters.
        fields: which ones; by default all that the caller may see. The id is always there.
        deleted: whether those in the recycle bin count as well.
    """
    table = sobject.model.__table__
    asked = sorted(set(ids))
    wanted = [each for each in fields or sight.fields(ctx, sobject) if each.name != "Id"]
    columns = [table.c.id.label("Id"), *(each.of(table).label(each.name) for each in wanted)]
    query = select(*columns).where(
        table.c.id.in_(asked), _condition(ctx, sobject, asked, deleted=deleted)
    )
    found = ctx.session.execute(query.order_by(table.c.id))
    names = list(found.keys())  # once, not for each row
    rows = {row[0]: dict(zip(names, row, strict=True)) for row in found}
    lent = borrowing.values(ctx, sobject, rows) if rows and fields is None else {}
    return {key: Loaded(sobject, {**row, **lent.get(key, {})}) for key, row in rows.items()}


def _condition(
    ctx: Context, sobject: SObject, ids: Sequence[str], *, deleted: bool
) -> ColumnElement[bool]:
    table = sobject.model.__table__
    if not all(sight.is_seen(ctx, each) for each in ids):
        return sight.rows(ctx, sobject, table, deleted=deleted)
    return true() if deleted else ~table.c.is_deleted


def names(ctx: Context, ids: Iterable[str]) -> Mapping[str, str]:
    """What records are called, by id: those that the caller sees, users and queues always.

    Args:
        ctx: who reads.
        ids: of records of any objects.
    """
    wanted = sorted(set(ids))
    known: dict[str, str | None] = ctx.remembered("crm names", dict[str, str | None])
    unknown = [each for each in wanted if each not in known]
    known |= dict.fromkeys(unknown) | _named(ctx, unknown)
    return {each: name for each in wanted if (name := known[each]) is not None}


def _named(ctx: Context, ids: Sequence[str]) -> dict[str, str]:
    by_object: dict[str, list[str]] = {}
    for each in ids:
        by_object.setdefault(record_ids.prefix_of(each), []).append(each)
    found: dict[str, str] = {}
    for prefix, group in by_object.items():
        sobject = objects.of_prefix(prefix)
        if sobject is None:
            continue
        if sobject.name in ("User", "Group"):
            found |= people.names(ctx, group)
        elif (named := sobject.name_field) is not None:
            rows = load(ctx, sobject, group, [named])
            found |= {key: str(row.values[named.name] or key) for key, row in rows.items()}
    return found


def by_external_id(ctx: Context, sobject: SObject, field: str, value: str) -> Any:
    """The record that the caller sees with an external id; None if there is none.

    Raises:
        NotFound: ``NOT_FOUND``: there is no such field, or it is no external id.
        Invalid: ``DUPLICATE_EXTERNAL_ID``: several have it; their ids are its matches.
    """
    key = sobject.field(field)
    if key is None or not (key.is_external_id or key.kind is Kind.ID):
        raise refusals.not_found()
    wanted = (record_ids.full(value) or value) if key.kind is Kind.ID else value
    table = sobject.model.__table__
    query = select(table.c.id).where(table.c[key.column] == wanted, sight.rows(ctx, sobject, table))
    found = ctx.session.scalars(query.order_by(table.c.id).limit(_MOST_MATCHES)).all()
    if len(found) > 1:
        said = f"{key.name}: more than one record found with this value: {value[:80]}"
        error = RecordError("DUPLICATE_EXTERNAL_ID", said, (key.name,))
        raise RecordRefused([error], matches=found)
    return ctx.session.get(sobject.model, found[0]) if found else None
