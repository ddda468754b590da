"""Invitations to meetings: whom they reach, and what those answer.

https://help.salesforce.com/s/articleView?id=sales.creating_multiperson_events.htm
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field
from sqlalchemy import select

from workworld.apps.crm.models import Event, EventRelation
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.service import notices, people, records, refusals, saving
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.saving import Options, Saving
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

DECLINED = "Declined"
_NEW, _USER = "New", "005"
_SYSTEM = Options(system=True, notify=False)
_said = {"Accepted": "accepts", DECLINED: "declines", "Maybe": "may come to"}
_invited = EventRelation.__table__.c


# The vendor's REST API changes the record of the participant instead.
@operation(Effect.WRITE, scope="api", doors=(Surface.UI, Surface.MCP))
def answer(
    ctx: Context,
    *,
    event_id: Annotated[RecordId, Field(description="The meeting's id.")],
    status: Annotated[
        Literal["Accepted", "Declined", "Maybe"], Field(description="Whether the caller comes.")
    ],
    response: Annotated[str, Field(description="A word to whoever invites.", max_length=255)] = "",
) -> Loaded:
    """Answer an invitation to a meeting; whoever has invited is told.

    Raises:
        NotFound: ``NOT_FOUND``: the caller is not invited.
    """
    event = records.known(ctx, "Event", event_id)
    row = of_me(ctx, event.id)
    if row is None:
        raise refusals.not_found()
    records.change(ctx, row, {"Status": status, "Response": response.strip() or None}, _SYSTEM)
    return Loaded(of_name("EventRelation"), {"Id": row.id})


def mine(ctx: Context) -> Mapping[str, str]:
    """The meetings that the caller is invited to and has not declined: their answers, by id."""
    query = select(_invited.event_id, _invited.status).where(
        _invited.relation_id == people.me(ctx).id,
        ~_invited.is_deleted,
        _invited.status != DECLINED,
    )
    return {row.event_id: row.status for row in ctx.session.execute(query)}


def of_me(ctx: Context, event_id: str) -> EventRelation | None:
    """The caller's invitation to a meeting, if they have one."""
    query = select(EventRelation).where(
        _invited.event_id == event_id,
        _invited.relation_id == people.me(ctx).id,
        ~_invited.is_deleted,
    )
    return ctx.session.scalar(query.limit(1))


@saving.before("EventRelation")
def _prepare(ctx: Context, saved: Saving) -> None:
    """Nobody is invited twice; an answer has its time."""
    row: EventRelation = saved.row
    if saved.is_new:
        with ctx.session.no_autoflush:  # the invitation is not fit to be written yet
            query = select(_invited.id).where(
                _invited.event_id == row.event_id,
                _invited.relation_id == row.relation_id,
                ~_invited.is_deleted,
            )
            if ctx.session.scalar(query.limit(1)) is not None:
                said = "This participant is invited already."
                saved.refuse("DUPLICATE_VALUE", said, "RelationId")
    if saved.changed("status"):
        row.responded_us = None if row.status == _NEW else ctx.clock.now_us()


@saving.after("EventRelation")
def _tell(ctx: Context, saved: Saving) -> None:
    """Tell whoever is invited, and whoever has invited of answers."""
    row: EventRelation = saved.row
    event = ctx.session.get(Event, row.event_id)
    if event is None:
        return
    called = event.subject or "a meeting"
    if saved.is_new:
        _to_all(ctx, event, row)
        is_first = event.series_id in (None, event.id)
        if row.relation_id.startswith(_USER) and row.status == _NEW and is_first:
            url = notices.address_of(ctx, "Event", event.id, "invited")
            said = f"invites you to “{called}”"
            notices.tell(ctx, notices.MEETING, url, [row.relation_id], said)
    elif saved.changed("status") and row.status in _said:
        kind, part = notices.MEETING, f"answer-{row.id}"
        said = f"{_said[row.status]} “{called}”"
        notices.tell_owner(ctx, kind, "Event", event.id, event.owner_id, said, part=part)


def _to_all(ctx: Context, event: Event, row: EventRelation) -> None:
    """Whoever is invited to the first meeting of a series is invited to all of it."""
    if event.series_id != event.id:
        return
    later = select(Event.id).where(
        Event.series_id == event.id, Event.id != event.id, ~Event.is_deleted
    )
    for each in ctx.session.scalars(later.order_by(Event.start_us)).all():
        values = {"EventId": each, "RelationId": row.relation_id, "Status": row.status}
        records.insert(ctx, of_name("EventRelation"), values, _SYSTEM)
