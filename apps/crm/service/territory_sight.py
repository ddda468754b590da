"""What users see because they work a territory, or one above it.

https://help.salesforce.com/s/articleView?id=sales.tm2_how_territory_access_works.htm
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, FromClause, RowMapping, bindparam, select

from workworld.apps.crm.models.territories import AccountTerritory, Territory, TerritoryMember
from workworld.apps.crm.service import people
from workworld.apps.crm.service.shares import higher
from workworld.context import Context
from workworld.database import constant, rows_of

_territories, _members = Territory.__table__.c, TerritoryMember.__table__.c
_OF_USER = constant(select(_members.territory_id).where(_members.user_id == bindparam("user")))
_ACTIVE = constant(
    select(
        _territories.id,
        _territories.parent_id,
        _territories.account_access,
        _territories.opportunity_access,
    ).where(_territories.is_active, ~_territories.is_deleted)
)
_lies = AccountTerritory.__table__.c
_OF_ACCOUNT = constant(
    select(_lies.territory_id).where(_lies.account_id == bindparam("account"), ~_lies.is_deleted)
)
_ACCOUNT = {"Account": "id", "Opportunity": "account_id"}
"""The objects whose records lie in territories, and what names the account that they are of."""
_ACCESS = {"Account": "account_access", "Opportunity": "opportunity_access"}
"""The objects whose records lie in territories, and what says how far access goes."""


def levels(ctx: Context, sobject: str) -> Mapping[str, str]:
    """The territories whose records of an object the caller sees: ``Read`` or ``Edit``, by id."""
    column = _ACCESS.get(sobject)
    if column is None:
        return {}
    found = {each: getattr(row, column) for each, row in _mine(ctx).items()}
    return {each: level for each, level in found.items() if level != "None"}


def ways(
    sobject: str, table: FromClause, territory_ids: Sequence[str]
) -> Sequence[ColumnElement[bool]]:
    """The ways in which records of an object lie in some territories.

    Deals lie where they say, and in all territories that their account lies in.

    Args:
        sobject: an object whose records lie in territories.
        table: its table, or an alias of it.
        territory_ids: the territories.
    """
    here = select(_lies.account_id).where(_lies.territory_id.in_(territory_ids), ~_lies.is_deleted)
    account = table.c[_ACCOUNT[sobject]]
    return [table.c.territory_id.in_(territory_ids), account.in_(here)]


def level(ctx: Context, sobject: str, record: RowMapping) -> str:
    """How far the caller may go with a record because of where it lies; empty if not at all.

    Args:
        ctx: who looks.
        sobject: the record's object.
        record: its id, its territory and its account.
    """
    held = levels(ctx, sobject)
    if not held:
        return ""
    found = rows_of(ctx.session, _OF_ACCOUNT, {"account": record[_ACCOUNT[sobject]]})
    here = [record["territory_id"], *(each.territory_id for each in found)]
    return higher("", *(held.get(each, "") for each in here))


def mine(ctx: Context) -> frozenset[str]:
    """The territories that the caller works, and all below them."""
    return frozenset(_mine(ctx))


def below(parents: Mapping[str, str | None], tops: Iterable[str]) -> set[str]:
    """Some territories and all below them.

    Args:
        parents: of each territory, the one above it.
        tops: those to begin with.
    """
    found = set(tops)
    while more := {each for each, above in parents.items() if above in found} - found:
        found |= more
    return found


def _mine(ctx: Context) -> Mapping[str, Any]:
    me = people.me(ctx).id
    return ctx.remembered(("crm territories", me), lambda: _looked_up(ctx, me))


def _looked_up(ctx: Context, user_id: str) -> Mapping[str, Any]:
    found = rows_of(ctx.session, _OF_USER, {"user": user_id})
    tops = [each.territory_id for each in found]
    if not tops:
        return {}
    rows = {each.id: each for each in rows_of(ctx.session, _ACTIVE, {})}
    parents = {each: row.parent_id for each, row in rows.items()}
    wanted = below(parents, (each for each in tops if each in rows))
    return {each: rows[each] for each in sorted(wanted)}
