"""Dashboards as they are shown: with their owners, shares and stars."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import Select, select

from workworld.apps.tracker.models import Dashboard, DashboardShare, Star
from workworld.apps.tracker.service import dashboard_sight
from workworld.context import Context
from workworld.database import constant, given, plain_rows, rows_of
from workworld.directory import people
from workworld.directory.models import Person
from workworld.permissions import sight_of, visible

_boards, _shares, _stars = Dashboard.__table__.c, DashboardShare.__table__.c, Star.__table__.c
_SHARES = constant(
    select(DashboardShare.__table__)
    .where(_shares.dashboard_id.in_(given("ids")))
    .order_by(_shares.id)
)
_STARRED = constant(
    select(_stars.thing_id, _stars.person_id).where(
        _stars.kind == "dashboard", _stars.thing_id.in_(given("ids"))
    )
)


@dataclass(frozen=True, slots=True)
class DashboardView:
    """A dashboard, and all that is shown of it."""

    row: Dashboard
    owner: Person
    shares: Sequence[DashboardShare]
    star_count: int
    is_starred: bool
    may_edit: bool


@cache
def _editable() -> Select[Any]:
    mine = visible(Dashboard).with_only_columns(_boards.id).where(dashboard_sight.editable())
    return constant(mine.where(_boards.id.in_(given("ids"))))


def may_edit(ctx: Context, dashboard_id: str) -> bool:
    """Whether the caller may change a dashboard."""
    return bool(rows_of(ctx.session, _editable(), sight_of(ctx) | {"ids": [dashboard_id]}))


def views(ctx: Context, rows: Sequence[Dashboard]) -> Sequence[DashboardView]:
    """Dashboards with all that is shown of them; the number of questions does not grow."""
    ids = {"ids": [row.id for row in rows]}
    shares: dict[str, tuple[DashboardShare, ...]] = {}
    for share in plain_rows(ctx.session, DashboardShare, _SHARES, ids):
        shares[share.dashboard_id] = (*shares.get(share.dashboard_id, ()), share)
    stars: dict[str, tuple[str, ...]] = {}
    for each in rows_of(ctx.session, _STARRED, ids):
        stars[each.thing_id] = (*stars.get(each.thing_id, ()), each.person_id)
    mine = {row.id for row in rows_of(ctx.session, _editable(), sight_of(ctx) | ids)}
    owners = people.by_ids(ctx.session, sorted({row.owner_id for row in rows})) if rows else {}
    return [
        DashboardView(
            row,
            owners[row.owner_id],
            shares.get(row.id, ()),
            len(stars.get(row.id, ())),
            ctx.actor.person_id in stars.get(row.id, ()),
            row.id in mine,
        )
        for row in rows
    ]
