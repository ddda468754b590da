"""Saved items: messages that a person keeps for later. Nobody else sees them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field
from sqlalchemy import delete, select

from workworld.apps.chat import stamps
from workworld.apps.chat.models import Channel, Message, SavedItem
from workworld.apps.chat.service import messages, titles
from workworld.apps.chat.types import ChannelId, Ts, UnixTime
from workworld.context import Context, Event, Surface
from workworld.database import insert_row
from workworld.directory import people
from workworld.errors import Conflict, Invalid, NotFound
from workworld.events import on
from workworld.notifications.notices import notify_me, withdraw
from workworld.operations import Effect, operation
from workworld.permissions import seen, sight_of, visible
from workworld.schedule import cancel, plan, planned

# The vendor's Web API has no methods for what is saved but those of its older stars.
_SECOND = 1_000_000
_IN_PROGRESS = "in_progress"
_COMING = "chat.saved.come_due"

State = Annotated[
    Literal["in_progress", "archived", "completed"],
    Field(description="in_progress, archived or completed."),
]
Due = Annotated[
    UnixTime | None, Field(description="When to come back to it, as Unix time; none if not given.")
]


@dataclass(frozen=True, slots=True)
class Saved:
    """A saved item, and its message."""

    item: SavedItem
    message: Message

    def is_overdue(self, ctx: Context) -> bool:
        """Whether its time has come and its person is not done with it."""
        due = self.item.due if self.item.state == _IN_PROGRESS else None
        return due is not None and due * _SECOND <= ctx.clock.now_us()


@operation(Effect.WRITE, scope="stars:write", doors=(Surface.UI, Surface.MCP))
def add(ctx: Context, *, channel_id: ChannelId, ts: Ts, due: Due = None) -> SavedItem:
    """Save a message for later; it is in progress then.

    Raises:
        Conflict: ``already_starred``.
        Invalid: ``time_in_past``.
    """
    message = messages.known(ctx, channel_id, ts)
    if _row(ctx, message) is not None:
        raise Conflict("already_starred", "You have saved this message already.")
    _require_to_come(ctx, due)
    row = SavedItem(
        person_id=ctx.actor.person_id,
        channel_id=message.channel_id,
        ts=message.ts,
        state=_IN_PROGRESS,
        saved=ctx.clock.now_us() // _SECOND,
        due=due,
    )
    insert_row(ctx.session, row)
    _plan(ctx, row)
    _touch(ctx)
    return row


@operation(Effect.WRITE, scope="stars:write", doors=(Surface.UI, Surface.MCP))
def remove(ctx: Context, *, channel_id: ChannelId, ts: Ts) -> None:
    """Keep a message no longer."""
    row = _known(ctx, channel_id, ts)
    _unplan(ctx, row)
    ctx.session.delete(row)
    _touch(ctx)


@operation(Effect.WRITE, scope="stars:write", doors=(Surface.UI, Surface.MCP))
def mark(ctx: Context, *, channel_id: ChannelId, ts: Ts, state: State) -> SavedItem:
    """Say how far one is with a saved message; only one in progress still comes due."""
    row = _known(ctx, channel_id, ts)
    if state != row.state:
        row.state = state
        _unplan(ctx, row)
        _plan(ctx, row)
    _touch(ctx)
    return row


@operation(Effect.WRITE, scope="stars:write", doors=(Surface.UI, Surface.MCP))
def set_due(ctx: Context, *, channel_id: ChannelId, ts: Ts, due: Due = None) -> SavedItem:
    """Say when to come back to a saved message; without a time, whenever.

    Raises:
        Invalid: ``time_in_past``.
    """
    row = _known(ctx, channel_id, ts)
    _require_to_come(ctx, due)
    row.due = due
    _unplan(ctx, row)
    _plan(ctx, row)
    _touch(ctx)
    return row


# Whoever is away for good by then finds the notice if they are let in again.
@operation(Effect.WRITE, scope="stars:write", doors=(), outlives_account=True)
def come_due(ctx: Context, *, channel_id: ChannelId, ts: Ts) -> None:
    """Tell somebody that they wanted to come back to a message now, if they may still see it."""
    row = ctx.session.get(SavedItem, (ctx.actor.person_id, channel_id, ts))
    channel = seen(ctx, Channel, channel_id)
    if row is None or channel is None:
        return
    said = f"wanted to come back to a message in {titles.label(ctx, channel)}"
    notify_me(ctx, app_id="chat", kind="saved", text=said, url=_address(ctx, channel_id, ts))
    _touch(ctx)


@operation(Effect.READ, scope="stars:read", doors=(Surface.UI, Surface.MCP))
def list(
    ctx: Context,
    *,
    state: Annotated[State | None, Field(description="Only those in this state.")] = None,
) -> Sequence[Saved]:
    """List what the caller has saved and may still see: what is due first, then the last saved."""
    in_sight = visible(Channel).with_only_columns(Channel.__table__.c.id)
    same = (SavedItem.channel_id == Message.channel_id) & (SavedItem.ts == Message.ts)
    query = select(SavedItem, Message).join(Message, same)
    mine = (SavedItem.person_id == ctx.actor.person_id, Message.channel_id.in_(in_sight))
    query = query.where(*mine)
    if state is not None:
        query = query.where(SavedItem.state == state)
    order = (SavedItem.due.is_(None), SavedItem.due, SavedItem.saved.desc(), SavedItem.ts.desc())
    rows = ctx.session.execute(query.order_by(*order, SavedItem.channel_id), sight_of(ctx))
    return [Saved(item, message) for item, message in rows]


def among(ctx: Context, channel_id: str, stamps: Sequence[str]) -> frozenset[str]:
    """Those of these messages of a channel that the caller has saved."""
    query = select(SavedItem.ts).where(
        SavedItem.person_id == ctx.actor.person_id,
        SavedItem.channel_id == channel_id,
        SavedItem.ts.in_(stamps),
    )
    return frozenset(ctx.session.scalars(query))


def _row(ctx: Context, message: Message) -> SavedItem | None:
    key = (ctx.actor.person_id, message.channel_id, message.ts)
    return ctx.session.get(SavedItem, key)


def _known(ctx: Context, channel_id: str, ts: str) -> SavedItem:
    row = _row(ctx, messages.known(ctx, channel_id, ts))
    if row is None:
        raise NotFound("not_starred", "You have not saved this message.")
    return row


def _require_to_come(ctx: Context, due: int | None) -> None:
    if due is not None and due * _SECOND <= ctx.clock.now_us():
        raise Invalid("time_in_past", "That time has passed: choose one to come.")


def _plan(ctx: Context, row: SavedItem) -> None:
    """Have its person told when it is due, if that time is to come and they are not done."""
    due_us = (row.due or 0) * _SECOND
    if row.state == _IN_PROGRESS and due_us > ctx.clock.now_us():
        place = {"channel_id": row.channel_id, "ts": row.ts}
        person_id = row.person_id
        plan(ctx.session, due_us=due_us, actor_id=person_id, operation=_COMING, arguments=place)


def _unplan(ctx: Context, row: SavedItem) -> None:
    """Take what was planned off the schedule, and the notice of a time that has come away."""
    place = {"channel_id": row.channel_id, "ts": row.ts}
    for due in planned(ctx.session):
        mine = (due.operation, due.actor_id) == (_COMING, row.person_id)
        if mine and due.arguments == place:
            cancel(ctx.session, due)
    withdraw(ctx, _address(ctx, row.channel_id, row.ts), row.person_id)


def _address(ctx: Context, channel_id: str, ts: str) -> str:
    """Where the notice leads: to the message, and apart from what else is told of it."""
    path = f"/archives/{channel_id}/p{stamps.digits(ts)}#later"
    return people.canonical_url(ctx.session, "chat", path)


def _touch(ctx: Context) -> None:
    ctx.touch(f"chat.sidebar:{ctx.actor.person_id}")


@on("chat.message_deleted")
def _forget(ctx: Context, event: Event) -> None:
    """Nobody is led back to it; a deleted parent leaves a note in its place, which nobody keeps."""
    place = {name: event.facts[name] for name in ("channel_id", "ts")}
    for due in planned(ctx.session):
        if due.operation == _COMING and due.arguments == place:
            cancel(ctx.session, due)
    gone = (SavedItem.channel_id == place["channel_id"], SavedItem.ts == place["ts"])
    ctx.session.execute(delete(SavedItem).where(*gone))
