"""What the tracker would have sent outside: by web hooks, transitions and automation rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field
from sqlalchemy import Select, func, or_, select

from workworld.apps.tracker import APP
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Hook, Issue, Transition
from workworld.apps.tracker.service import access
from workworld.apps.tracker.types import PageSize, Start
from workworld.context import Context, Surface
from workworld.database import plain_rows, rows_of
from workworld.deliveries.models import Delivery
from workworld.errors import NotFound
from workworld.operations import Effect, operation
from workworld.permissions import VIEWER, sight_of, visible
from workworld.rules.models import Rule

_deliveries, _issues = Delivery.__table__.c, Issue.__table__.c
# The vendor shows deliveries on its pages alone, but for what failed of programs' own.
_DOORS = (Surface.MCP, Surface.UI)
_NAMED = {
    "hook": select(Hook.id, Hook.name),
    "transition": select(Transition.id, Transition.name),
    "rule": select(Rule.id, Rule.name),
}


@dataclass(frozen=True, slots=True)
class DeliveryView:
    """What would have been sent."""

    id: str
    sender: Literal["hook", "transition", "rule"]
    sender_id: str
    sender_name: str
    """Empty of what is gone, and of what programs registered."""
    event: str
    """The vendor's name of what came to pass; empty of what a rule says by itself."""
    method: str
    url: str
    issue: str
    """The key of the issue that it is about, if the caller sees it."""
    sent_us: int
    body: str = ""


@operation(Effect.READ, scope="manage:jira-webhook", doors=_DOORS)
def list(
    ctx: Context,
    *,
    sender: Annotated[
        Literal["hook", "transition", "rule"] | None, Field(description="What sent them.")
    ] = None,
    sender_id: Annotated[
        str, Field(description="The id of the web hook, say.", max_length=64)
    ] = "",
    start: Start = 0,
    limit: PageSize = 50,
) -> Listed[DeliveryView]:
    """List what would have been sent outside, the latest first and without bodies.

    Nothing leaves the company. Only administrators may, of issues that they see.
    """
    access.require_admin(ctx)
    query = _seen()
    if sender is not None:
        query = query.where(_deliveries.sender_kind == sender)
    if sender_id:
        query = query.where(_deliveries.sender_id == sender_id)
    counted = query.with_only_columns(func.count().label("total"), maintain_column_froms=True)
    total = rows_of(ctx.session, counted, sight_of(ctx))[0].total
    page = query.order_by(_deliveries.sent_us.desc(), _deliveries.id.desc())
    rows = plain_rows(ctx.session, Delivery, page.offset(start).limit(limit), sight_of(ctx))
    return Listed(_views(ctx, rows), total, start)


@operation(Effect.READ, scope="manage:jira-webhook", doors=_DOORS)
def info(
    ctx: Context,
    *,
    delivery_id: Annotated[str, Field(description="A delivery's id.", min_length=1, max_length=64)],
) -> DeliveryView:
    """Read what would have been sent outside once, with its body. Only administrators may."""
    access.require_admin(ctx)
    query = _seen().where(_deliveries.id == delivery_id)
    rows = plain_rows(ctx.session, Delivery, query, sight_of(ctx))
    if not rows:
        raise NotFound("delivery_not_found", "There is no delivery with this id.")
    return _views(ctx, rows, with_bodies=True)[0]


def _seen() -> Select[Any]:
    """Deliveries that the caller may read: their own, and those of issues that they see."""
    in_sight = visible(Issue).with_only_columns(_issues.id)
    return select(Delivery.__table__).where(
        _deliveries.app_id == APP.id,
        or_(_deliveries.owner_id == VIEWER, _deliveries.thing_id.in_(in_sight)),
    )


def _views(
    ctx: Context, rows: Sequence[Delivery], *, with_bodies: bool = False
) -> Sequence[DeliveryView]:
    keys = _keys(ctx, {row.thing_id for row in rows})
    names: dict[str, Mapping[str, str]] = {}
    for kind in {row.sender_kind for row in rows}:
        ids = {row.sender_id for row in rows if row.sender_kind == kind}
        query = _NAMED[kind]
        found = ctx.session.execute(query.where(query.selected_columns.id.in_(sorted(ids))))
        names[kind] = {row.id: row.name for row in found}
    return [
        DeliveryView(
            id=row.id,
            sender=row.sender_kind,  # type: ignore[arg-type]  # as what keeps them says
            sender_id=row.sender_id,
            sender_name=names[row.sender_kind].get(row.sender_id, ""),
            event=row.event,
            method=row.method,
            url=row.url,
            issue=keys.get(row.thing_id, ""),
            sent_us=row.sent_us,
            body=row.body if with_bodies else "",
        )
        for row in rows
    ]


def _keys(ctx: Context, ids: set[str]) -> Mapping[str, str]:
    query = visible(Issue).with_only_columns(_issues.id, _issues.key)
    found = rows_of(ctx.session, query.where(_issues.id.in_(sorted(ids - {""}))), sight_of(ctx))
    return {row.id: row.key for row in found}
