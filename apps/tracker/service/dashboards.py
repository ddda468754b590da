"""Dashboards: pages of gadgets with an owner, and those with whom they are shared.

https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-dashboards/
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import Field
from sqlalchemy import Select, bindparam, select
from sqlalchemy import delete as sql_delete

from workworld.apps.tracker import numbers
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Dashboard, DashboardShare, Gadget, Star
from workworld.apps.tracker.service import access, dashboard_views, filter_shares, owned
from workworld.apps.tracker.types import NumberedId, PageSize, PersonId, ShortText, Start
from workworld.context import Context
from workworld.database import constant, insert_row, plain_rows
from workworld.errors import Forbidden, Invalid, NotFound, Problem, Refused
from workworld.operations import Effect, operation
from workworld.permissions import permits, require, sight_of, visible
from workworld.topics import listens

DashboardId = Annotated[NumberedId, Field(description="A dashboard's id.")]
DashboardName = Annotated[str, Field(description="What it is called.", max_length=255)]
Columns = Annotated[int, Field(description="How many columns it has.", ge=1, le=3)]
_boards, _shares, _stars = Dashboard.__table__.c, DashboardShare.__table__.c, Star.__table__.c
_gadgets = Gadget.__table__.c
_GADGETS = constant(
    select(Gadget.__table__)
    .where(_gadgets.dashboard_id == bindparam("dashboard"))
    .order_by(_gadgets.column, _gadgets.position, _gadgets.id)
)


@dataclass(frozen=True, slots=True)
class SharedWith:
    """Whom a dashboard is shared with."""

    kind: Literal["all", "project", "group", "person"]
    thing: str = ""
    """The project's key, the group's name or the person's id."""
    edit: bool = False
    """Whether they may change it as well."""


Shares = Annotated[
    Sequence[SharedWith],
    Field(description="With whom it is shared, all of them; nobody for none.", max_length=50),
]


@cache
def _by_id() -> Select[Any]:
    return constant(visible(Dashboard).where(_boards.id == bindparam("dashboard")))


def known(ctx: Context, dashboard_id: str) -> Dashboard:
    """A dashboard that the caller sees: a row to be read.

    Raises:
        NotFound: ``dashboard_not_found``; one that is hidden does not exist.
    """
    values = sight_of(ctx) | {"dashboard": dashboard_id}
    found = plain_rows(ctx.session, Dashboard, _by_id(), values)
    if not found:
        said = f"The dashboard with id '{dashboard_id}' does not exist."
        raise NotFound("dashboard_not_found", said)
    return found[0]


def changing(ctx: Context, dashboard_id: str) -> Dashboard:
    """A dashboard that the caller may change, as an object.

    Raises:
        Forbidden: ``dashboard_not_editable``.
    """
    row = ctx.session.get_one(Dashboard, known(ctx, dashboard_id).id)
    require(ctx, "tracker.dashboards.update", row)
    return row


def gadgets_of(ctx: Context, dashboard_id: str) -> Sequence[Gadget]:
    """What stands on a dashboard, column by column from the top: rows to be read."""
    return plain_rows(ctx.session, Gadget, _GADGETS, {"dashboard": dashboard_id})


@listens("tracker.dashboard")
def _hears(ctx: Context, dashboard_id: str) -> bool:
    values = sight_of(ctx) | {"dashboard": dashboard_id}
    return bool(plain_rows(ctx.session, Dashboard, _by_id(), values))


@permits("tracker.dashboards.update", Dashboard)
def _update_rule(ctx: Context, row: Dashboard) -> Refused | None:
    if dashboard_views.may_edit(ctx, row.id):
        return None
    said = "You do not have permission to edit this dashboard."
    return Forbidden("dashboard_not_editable", said)


@permits("tracker.dashboards.delete", Dashboard)
def _delete_rule(ctx: Context, row: Dashboard) -> Refused | None:
    if row.owner_id == ctx.actor.person_id or access.is_admin(ctx):
        return None
    said = "You do not have permission to delete this dashboard: only its owner can."
    return Forbidden("dashboard_not_editable", said)


@operation(Effect.READ, scope="read:jira-work")
def list(
    ctx: Context,
    *,
    text: Annotated[ShortText, Field(description="What the name holds; all by default.")] = "",
    owner_id: Annotated[PersonId | None, Field(description="Only this person's.")] = None,
    is_starred: Annotated[bool, Field(description="Only those that the caller starred.")] = False,
    start: Start = 0,
    limit: PageSize = 50,
) -> Listed[dashboard_views.DashboardView]:
    """List the dashboards that the caller sees, by name."""
    asked = owned.Asked(text, owner_id, is_starred, start, limit)
    rows, total = owned.found(ctx, Dashboard, "dashboard", asked)
    return Listed(dashboard_views.views(ctx, rows), total, start)


@operation(Effect.READ, scope="read:jira-work")
def info(ctx: Context, *, dashboard_id: DashboardId) -> dashboard_views.DashboardView:
    """Look one dashboard up."""
    return dashboard_views.views(ctx, [known(ctx, dashboard_id)])[0]


@operation(Effect.WRITE, scope="write:jira-work")
def create(
    ctx: Context,
    *,
    name: DashboardName,
    description: ShortText = "",
    columns: Columns = 2,
    shares: Shares = (),
) -> Dashboard:
    """Make a dashboard without gadgets; nobody else sees it unless it is shared.

    Raises:
        Invalid: ``invalid_fields``.
    """
    now_us = ctx.clock.now_us()
    row = Dashboard(
        id=numbers.next_id(ctx.ids, "dashboard"),
        name=_good_name(name),
        description=description.strip(),
        owner_id=ctx.actor.person_id,
        columns=columns,
        created_us=now_us,
        updated_us=now_us,
    )
    insert_row(ctx.session, row)
    _share(ctx, row.id, shares)
    touch(ctx, row.id)
    return known(ctx, row.id)


@operation(Effect.WRITE, scope="write:jira-work")
def update(
    ctx: Context,
    *,
    dashboard_id: DashboardId,
    name: DashboardName | None = None,
    description: ShortText | None = None,
    columns: Columns | None = None,
    shares: Shares | None = None,
) -> Dashboard:
    """Change a dashboard; what is not given stays as it is.

    Gadgets of a column that goes stand at the end of the last one that is left.

    Raises:
        Forbidden: ``dashboard_not_editable``.
        Invalid: ``invalid_fields``.
    """
    row = changing(ctx, dashboard_id)
    if name is not None:
        row.name = _good_name(name)
    if description is not None:
        row.description = description.strip()
    if columns is not None:
        row.columns = columns
        _squeeze(ctx, row.id, columns)
    if shares is not None:
        gone = sql_delete(DashboardShare).where(DashboardShare.dashboard_id == row.id)
        ctx.session.execute(gone)
        _share(ctx, row.id, shares)
    row.updated_us = ctx.clock.now_us()
    ctx.session.flush()  # what follows reads it past the unit of work
    touch(ctx, row.id)
    return row


@operation(Effect.WRITE, scope="write:jira-work")
def copy(
    ctx: Context,
    *,
    dashboard_id: DashboardId,
    name: Annotated[str, Field(description="The copy's; left out: Copy of …", max_length=255)] = "",
    description: ShortText | None = None,
    shares: Shares = (),
) -> Dashboard:
    """Copy a dashboard with its gadgets; the copy is the caller's, and shared with nobody else."""
    source = known(ctx, dashboard_id)
    said = source.description if description is None else description
    called = name.strip() or f"Copy of {source.name}"[:255]
    made = create(ctx, name=called, description=said, columns=source.columns, shares=shares)
    for gadget in gadgets_of(ctx, source.id):
        new = Gadget(
            id=numbers.next_id(ctx.ids, "gadget"),
            dashboard_id=made.id,
            kind=gadget.kind,
            title=gadget.title,
            color=gadget.color,
            column=gadget.column,
            position=gadget.position,
            settings=dict(gadget.settings),
        )
        insert_row(ctx.session, new)
    return made


@operation(Effect.WRITE, scope="write:jira-work")
def delete(ctx: Context, *, dashboard_id: DashboardId) -> None:
    """Delete a dashboard with its gadgets; issues and filters stay.

    Raises:
        Forbidden: ``dashboard_not_editable``.
    """
    row = ctx.session.get_one(Dashboard, known(ctx, dashboard_id).id)
    require(ctx, "tracker.dashboards.delete", row)
    ctx.emit("tracker.gadgets_removed", gadget_ids=[each.id for each in gadgets_of(ctx, row.id)])
    for gone in (DashboardShare, Gadget):
        ctx.session.execute(sql_delete(gone).where(gone.dashboard_id == row.id))
    theirs = (_stars.kind == "dashboard", _stars.thing_id == row.id)
    ctx.session.execute(sql_delete(Star).where(*theirs))
    ctx.session.delete(row)
    ctx.session.flush()  # what follows reads it past the unit of work
    touch(ctx, dashboard_id)


def touch(ctx: Context, dashboard_id: str) -> None:
    """Let pages know that a dashboard is not as it was."""
    ctx.touch(f"tracker.dashboard:{dashboard_id}")


def _share(ctx: Context, dashboard_id: str, shares: Sequence[SharedWith]) -> None:
    wanted: dict[tuple[str, str], bool] = {}
    for each in shares:
        thing_id = filter_shares.thing_of(ctx, each.kind, each.thing)
        wanted[each.kind, thing_id] = each.edit
    for (kind, thing_id), may_edit in wanted.items():
        new = DashboardShare(
            id=numbers.next_id(ctx.ids, "dashboard share"),
            dashboard_id=dashboard_id,
            kind=kind,
            thing_id=thing_id,
            may_edit=may_edit,
        )
        insert_row(ctx.session, new)


def _squeeze(ctx: Context, dashboard_id: str, columns: int) -> None:
    found = ctx.session.scalars(
        select(Gadget)
        .where(Gadget.dashboard_id == dashboard_id)
        .order_by(Gadget.column, Gadget.position, Gadget.id)
    ).all()
    at = [0] * columns
    for gadget in found:
        gadget.column = min(gadget.column, columns - 1)
        gadget.position = at[gadget.column]
        at[gadget.column] += 1


def _good_name(name: str) -> str:
    said = name.strip()
    if not said:
        wrong = "You must specify a name to save the dashboard as."
        raise Invalid("invalid_fields", wrong, problems=[Problem(wrong, "name")])
    return said
