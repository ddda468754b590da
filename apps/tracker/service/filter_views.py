"""Saved filters as they are shown: with their owners, shares and stars."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import Select, select

from workworld.apps.tracker.models import Filter, FilterShare, Star
from workworld.apps.tracker.service import filter_sight
from workworld.context import Context
from workworld.database import constant, given, plain_rows, rows_of
from workworld.directory import people
from workworld.directory.models import Person
from workworld.permissions import sight_of, visible

_filters, _shares, _stars = Filter.__table__.c, FilterShare.__table__.c, Star.__table__.c
_SHARES = constant(
    select(FilterShare.__table__)
    .where(_shares.filter_id.in_(given("filters")))
    .order_by(_shares.filter_id, _shares.id)
)
_STARS = constant(
    select(_stars.thing_id, _stars.person_id).where(
        _stars.kind == "filter", _stars.thing_id.in_(given("filters"))
    )
)


@dataclass(frozen=True, slots=True)
class FilterView:
    """A filter, and all that is shown of it."""

    row: Filter
    owner: Person
    shares: Sequence[FilterShare]
    star_count: int
    is_starred: bool
    """Whether the caller has starred it."""
    may_edit: bool


@cache
def _editable() -> Select[Any]:
    mine = visible(Filter).with_only_columns(_filters.id).where(filter_sight.editable())
    return constant(mine.where(_filters.id.in_(given("filters"))))


def may_edit(ctx: Context, filter_id: str) -> bool:
    """Whether the caller may change a filter."""
    values = sight_of(ctx) | {"filters": [filter_id]}
    return bool(rows_of(ctx.session, _editable(), values))


def views(ctx: Context, rows: Sequence[Filter]) -> list[FilterView]:
    """Filters with all that is shown of them; the number of questions does not grow with them."""
    ids = {"filters": [row.id for row in rows]}
    shares: dict[str, list[FilterShare]] = {}
    for share in plain_rows(ctx.session, FilterShare, _SHARES, ids):
        shares.setdefault(share.filter_id, []).append(share)
    stars: dict[str, list[str]] = {}
    for each in rows_of(ctx.session, _STARS, ids):
        stars.setdefault(each.thing_id, []).append(each.person_id)
    editable = {row.id for row in rows_of(ctx.session, _editable(), sight_of(ctx) | ids)}
    owners = people.by_ids(ctx.session, sorted({row.owner_id for row in rows})) if rows else {}
    me = ctx.actor.person_id
    return [
        FilterView(
            row,
            owners[row.owner_id],
            shares.get(row.id, []),
            len(stars.get(row.id, [])),
            me in stars.get(row.id, []),
            row.id in editable,
        )
        for row in rows
    ]
