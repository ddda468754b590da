"""Saved items: messages that a person keeps for later. Nobody else sees them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field
from sqlalchemy import delete, select

from workworld.apps.chat.models import Channel, Message, SavedItem
from workworld.apps.chat.service import messages
from workworld.apps.chat.types import ChannelId, Ts, UnixTime
from workworld.context import Context, Event, Surface
from workworld.database import insert_row
from workworld.errors import Conflict, NotFound
from workworld.events import on
from workworld.operations import Effect, operation
from workworld.permissions import sight_of, visible

# The vendor's Web API has no methods for what is saved but those of its older stars.
_SECOND = 1_000_000

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


@operation(Effect.WRITE, scope="stars:write", doors=(Surface.UI, Surface.MCP))
def add(ctx: Context, *, channel_id: ChannelId, ts: Ts, due: Due = None) -> SavedItem:
    """Save a message for later; it is in progress then."""
    message = messages.known(ctx, channel_id, ts)
    if _row(ctx, message) is not None:
        raise Conflict("already_starred", "You have saved this message already.")
    row = SavedItem(
        person_id=ctx.actor.person_id,
        channel_id=message.channel_id,
        ts=message.ts,
        state="in_progress",
        saved=ctx.clock.now_us() // _SECOND,
        due=due,
    )
    insert_row(ctx.session, row)
    _touch(ctx)
    return row


@operation(Effect.WRITE, scope="stars:write", doors=(Surface.UI, Surface.MCP))
def remove(ctx: Context, *, channel_id: ChannelId, ts: Ts) -> None:
    """Keep a message no longer."""
    ctx.session.delete(_known(ctx, channel_id, ts))
    _touch(ctx)


@operation(Effect.WRITE, scope="stars:write", doors=(Surface.UI, Surface.MCP))
def mark(ctx: Context, *, channel_id: ChannelId, ts: Ts, state: State) -> SavedItem:
    """Say how far one is with a saved message."""
    row = _known(ctx, channel_id, ts)
    row.state = state
    _touch(ctx)
    return row


@operation(Effect.WRITE, scope="stars:write", doors=(Surface.UI, Surface.MCP))
def set_due(ctx: Context, *, channel_id: ChannelId, ts: Ts, due: Due = None) -> SavedItem:
    """Say when to come back to a saved message; without a time, whenever."""
    row = _known(ctx, channel_id, ts)
    row.due = due
    _touch(ctx)
    return row


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


def _touch(ctx: Context) -> None:
    ctx.touch(f"chat.sidebar:{ctx.actor.person_id}")


@on("chat.message_deleted")
def _forget(ctx: Context, event: Event) -> None:
    """A deleted parent leaves a note in its place, which nobody keeps."""
    gone = (SavedItem.channel_id == event.facts["channel_id"], SavedItem.ts == event.facts["ts"])
    ctx.session.execute(delete(SavedItem).where(*gone))
