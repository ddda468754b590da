"""Which records a list view finds, in which order.

One question finds the ids of a page's records, another one what they hold: so a field that costs
much is looked up for those alone that are shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    FromClause,
    and_,
    case,
    func,
    or_,
    select,
    true,
)

from workworld.apps.crm.models import Group, ListView, RecentRecord, User
from workworld.apps.crm.schema import objects, picklists
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import list_filters, people, sight
from workworld.apps.crm.service.list_filters import Filter
from workworld.context import Context
from workworld.directory.models import Person

MOST = 2_000
"""How far a list view goes; whoever wants more narrows it or asks a report."""
_recent = RecentRecord.__table__.c
_users, _people, _groups = User.__table__.c, Person.__table__.c, Group.__table__.c


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of a list view.

    Args:
        view: the list view.
        search: words that the columns shown must hold.
        narrow: filters that must hold besides.
        sort_field: the field by which the records are ordered, if not by the view's.
        is_descending: whether the largest comes first, if it is given.
    """

    view: ListView
    search: str = ""
    narrow: Sequence[Filter] = ()
    sort_field: str = ""
    is_descending: bool | None = None

    @property
    def sobject(self) -> SObject:
        """Whose records are listed."""
        return objects.of_name(self.view.sobject)

    @property
    def filters(self) -> list[Filter]:
        """The view's own."""
        return [
            Filter(each["field"], each["operator"], tuple(each["values"]))
            for each in self.view.filters
        ]

    @property
    def order(self) -> tuple[str, bool]:
        """By which field the records are ordered, and whether the largest comes first.

        The field is empty where those looked at last come first.
        """
        field, down = self.view.sort_field, self.view.is_descending
        if self.sort_field and self.sobject.field(self.sort_field):
            field, down = self.sort_field, bool(self.is_descending)
        elif not field and self.view.scope != "recent":
            field = self.view.columns[0] if self.view.columns else "Id"
        return field, down


def columns(ctx: Context, view: ListView) -> list[Field]:
    """The fields that a list view shows the caller, in order."""
    sobject = objects.of_name(view.sobject)
    found = [sobject.field(name) for name in view.columns]
    return [each for each in found if each is not None and sight.readable(ctx, sobject, each)]


def conditions(ctx: Context, asked: Asked, table: FromClause) -> ColumnElement[bool]:
    """What rows must be like to be in a list view, as the caller sees it."""
    sobject = asked.sobject
    return and_(
        sight.rows(ctx, sobject, table),
        _scope(ctx, asked.view, table),
        list_filters.condition(ctx, sobject, table, asked.filters, asked.view.logic),
        *(list_filters.one(ctx, sobject, table, each) for each in asked.narrow),
        *_searched(ctx, asked, table),
    )


def ids(ctx: Context, asked: Asked, *, limit: int, start: int = 0) -> list[str]:
    """The ids of the records that a list view finds, in its order."""
    table = asked.sobject.model.__table__
    query = select(table.c.id).where(conditions(ctx, asked, table))
    query = query.order_by(*order_of(ctx, asked, table))
    return list(ctx.session.scalars(query.limit(limit).offset(start)))


def order_of(ctx: Context, asked: Asked, table: FromClause) -> list[ColumnElement[Any]]:
    """By what a list view's rows are ordered; ties are broken by id."""
    name, is_descending = asked.order
    field = asked.sobject.field(name) if name else None
    if field is None or not sight.readable(ctx, asked.sobject, field):
        if asked.view.scope != "recent":
            return [table.c.id]
        mine = (_recent.record_id == table.c.id, _recent.user_id == people.me(ctx).id)
        viewed = select(_recent.viewed_us).where(*mine).scalar_subquery()
        return [viewed.desc(), table.c.id]
    by = sort_of(ctx, field, table)
    return [by.desc() if is_descending else by, table.c.id]


def sort_of(ctx: Context, field: Field, table: FromClause) -> ColumnElement[Any]:
    """By what a field orders rows: picklists by the order of their values, references by name."""
    value = field.of(table)
    if field.kind is Kind.PICKLIST and field.picklist in picklists.VALUES:
        return placed(value, picklists.VALUES[field.picklist])
    if field.kind is Kind.REFERENCE:
        return func.coalesce(*_names(ctx, field, value), None).collate("NOCASE")
    return value.collate("NOCASE") if field.kind.is_text else value


def placed(value: ColumnElement[Any], listed: Sequence[str]) -> ColumnElement[Any]:
    """The place of a value in a list of them; of any other value, the one behind the last."""
    places = {each: place for place, each in enumerate(listed)}
    return case(places, value=value, else_=len(places))


def _names(ctx: Context, field: Field, value: ColumnElement[Any]) -> list[ColumnElement[Any]]:
    """What the record is called that a reference names: one expression for each object."""
    found: list[ColumnElement[Any]] = []
    for name in field.references:
        if name == "User":
            query = select(_people.name).join(User, _users.person_id == _people.id)
            found.append(query.where(_users.id == value).scalar_subquery())
        elif name == "Group":
            found.append(select(_groups.name).where(_groups.id == value).scalar_subquery())
        else:
            above = objects.of_name(name)
            table = above.model.__table__.alias()
            named = above.name_field
            if named is not None:
                seen = sight.rows(ctx, above, table)
                query = select(named.of(table)).where(table.c.id == value, seen)
                found.append(query.scalar_subquery())
    return found


def _scope(ctx: Context, view: ListView, table: FromClause) -> ColumnElement[bool]:
    me = people.me(ctx).id
    if view.scope == "mine":
        return table.c.owner_id == me
    if view.scope == "team":
        return table.c.owner_id.in_(sorted({me, *people.below(ctx)}))
    if view.scope == "queue":
        return table.c.owner_id == view.queue_id
    if view.scope == "recent":
        mine = (_recent.user_id == me, _recent.sobject == view.sobject)
        return table.c.id.in_(select(_recent.record_id).where(*mine))
    return true()


def _searched(ctx: Context, asked: Asked, table: FromClause) -> list[ColumnElement[bool]]:
    """For each word of a search, that one of the columns shown holds it."""
    shown = columns(ctx, asked.view)
    return [_holds(ctx, shown, table, word) for word in asked.search.split()[:10]]


def _holds(
    ctx: Context, shown: Sequence[Field], table: FromClause, word: str
) -> ColumnElement[bool]:
    def matches(value: ColumnElement[Any]) -> ColumnElement[bool]:
        return value.icontains(word, autoescape=True)

    ways: list[ColumnElement[bool]] = []
    for field in shown:
        value = field.of(table)
        if field.kind is Kind.REFERENCE:
            ways.append(list_filters.named_like(ctx, field, value, matches))
        elif field.kind.is_text:
            ways.append(matches(value))
    return func.coalesce(or_(*ways), False) if ways else func.false()
