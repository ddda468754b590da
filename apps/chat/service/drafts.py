"""Drafts: what is written for a conversation and not sent.

There are two kinds. One that somebody lays there on purpose, as through a tool, is state. What they
just typed is kept by the page unasked, and is none; where there are both, it is what they see.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import Field
from sqlalchemy import ColumnElement, bindparam, select, union
from sqlalchemy import delete as sql_delete

from workworld.apps.chat.models import Channel, Draft, Unfinished
from workworld.apps.chat.service import (
    channels,
    direct,
    messages,
    outbox,
    priorities,
    standing,
    texts,
)
from workworld.apps.chat.types import ChannelId, DraftId, MessageText, Ts
from workworld.context import Context, Event, Surface
from workworld.database import constant, insert_row, plain_rows, rows_of
from workworld.errors import Conflict, Refused
from workworld.events import on
from workworld.links.addresses import canonical
from workworld.operations import Effect, operation
from workworld.permissions import VIEWER, permits, require, sees, sight_of, visible

_SECOND = 1_000_000
_LONGEST_KEPT = 100_000
_drafts, _kept = Draft.__table__.c, Unfinished.__table__.c
_PLACES = constant(
    union(
        *(
            select(of.channel_id).where(of.person_id == bindparam("whose"), of.thread_ts == "")
            for of in (_drafts, _kept)
        )
    )
)


@dataclass(frozen=True, slots=True)
class Unsent:
    """Something written and not sent.

    Args:
        channel_id: where.
        thread_ts: the parent's ts for a reply, else "".
        draft_id: of the draft that was laid there on purpose, else "".
        text: as typed if ``is_typed``, else mrkdwn.
        updated: Unix time, seconds.
        is_typed: whether it was typed there.
        level: how pressing it is to be.
        asks: whether people are asked to acknowledge it.
    """

    channel_id: str
    thread_ts: str
    draft_id: str
    text: str
    updated: int
    is_typed: bool = False
    level: str = "standard"
    asks: bool = False


@dataclass(frozen=True, slots=True)
class Here:
    """What waits in the composers of a page: the channel's, and that of the thread beside it."""

    channel: Unsent | None
    thread: Unsent | None


@sees(Draft)
def _sight() -> ColumnElement[bool]:
    return _drafts.person_id == VIEWER


@permits("chat.drafts.create", Channel)
def _may_draft(ctx: Context, channel: Channel) -> Refused | None:
    return standing.why_read_only(channel) or standing.why_outside(ctx, channel, "write drafts")


@operation(Effect.WRITE, scope="chat:write", doors=(Surface.MCP,))
def create(
    ctx: Context,
    *,
    channel_id: ChannelId,
    text: MessageText,
    thread_ts: Annotated[Ts | None, Field(description="For a reply in this thread.")] = None,
) -> Draft:
    """Lay a draft into a conversation, where the caller finds it in the composer.

    Raises:
        Conflict: ``draft_already_exists``: there is one already, and a place has one alone.
    """
    channel = direct.reached(ctx, channel_id)
    require(ctx, "chat.drafts.create", channel)
    texts.require_good_message(text)
    root = messages.thread_root(ctx, channel, thread_ts).ts if thread_ts else ""
    if _laid(ctx, channel.id, root) is not None:
        said = "There is a draft in this conversation already: send or delete it first."
        raise Conflict("draft_already_exists", said)
    draft = Draft(
        id=ctx.ids.next_id("Dr"),
        person_id=ctx.actor.person_id,
        channel_id=channel.id,
        thread_ts=root,
        text=canonical(ctx, text),
        updated=ctx.clock.now_us() // _SECOND,
    )
    insert_row(ctx.session, draft)
    outbox.touch(ctx)
    return draft


@operation(Effect.WRITE, scope="chat:write", doors=(Surface.MCP,))
def edit(ctx: Context, *, draft_id: DraftId, text: MessageText) -> Draft:
    """Change what a draft says."""
    draft = outbox.own_draft(ctx, draft_id)
    require(ctx, "chat.drafts.create", channels.known(ctx, draft.channel_id))
    texts.require_good_message(text)
    draft.text, draft.updated = canonical(ctx, text), ctx.clock.now_us() // _SECOND
    outbox.touch(ctx)
    return draft


@operation(Effect.WRITE, scope="chat:write", doors=(Surface.MCP, Surface.UI))
def delete(ctx: Context, *, draft_id: DraftId) -> None:
    """Throw a draft away."""
    outbox.take_draft(ctx, draft_id)


@operation(Effect.READ, scope="chat:write", doors=(Surface.MCP, Surface.UI))
def list(ctx: Context) -> tuple[Unsent, ...]:
    """List what the caller has written and not sent, the newest first."""
    found = {(row.channel_id, row.thread_ts): _as_draft(row) for row in _all_laid(ctx)}
    typed = select(Unfinished.__table__).where(_kept.person_id == ctx.actor.person_id)
    rows = plain_rows(ctx.session, Unfinished, typed, {})
    mine = channels.joined(ctx, [row.channel_id for row in rows])
    found |= {
        (row.channel_id, row.thread_ts): _as_typed(row) for row in rows if row.channel_id in mine
    }
    return tuple(sorted(found.values(), key=lambda each: (-each.updated, each.channel_id)))


@operation(Effect.HOUSEKEEPING, scope="chat:write", doors=(Surface.UI,))
def keep(
    ctx: Context,
    *,
    channel_id: ChannelId,
    text: Annotated[
        str, Field(description="As typed; empty forgets it.", max_length=_LONGEST_KEPT)
    ],
    thread_ts: Annotated[Ts | None, Field(description="In which thread.")] = None,
    priority: priorities.Given = None,
) -> bool:
    """Keep what the caller is typing, unasked; whether it was, as those may who may write there."""
    channel = channels.known(ctx, channel_id)
    root = thread_ts or ""
    key = (ctx.actor.person_id, channel.id, root)
    row = ctx.session.get(Unfinished, key)
    if not text.strip():
        if row is not None:
            ctx.session.delete(row)
        return True
    if _may_draft(ctx, channel) is not None:
        return False  # they may again when the channel is no longer archived
    if row is None:
        row = Unfinished(person_id=key[0], channel_id=channel.id, thread_ts=root)
        ctx.session.add(row)
    said = priority or priorities.Priority()
    row.level, row.asks_for_acknowledgement = said.level, said.asks_for_acknowledgement
    row.text, row.updated = text, ctx.clock.now_us() // _SECOND
    return True


@operation(Effect.READ, scope="chat:write", doors=(Surface.UI,))
def here(
    ctx: Context,
    *,
    channel_id: ChannelId,
    thread_ts: Annotated[Ts | None, Field(description="The thread beside it.")] = None,
) -> Here:
    """Show what the caller finds in the composers of a page."""
    channel = channels.known(ctx, channel_id)
    root = messages.thread_root(ctx, channel, thread_ts).ts if thread_ts else ""
    return Here(at(ctx, channel.id), at(ctx, channel.id, root) if root else None)


def at(ctx: Context, channel_id: str, thread_ts: str = "") -> Unsent | None:
    """What the caller finds in a composer: what they typed, else a draft that was laid there."""
    row = ctx.session.get(Unfinished, (ctx.actor.person_id, channel_id, thread_ts))
    laid = _laid(ctx, channel_id, thread_ts)
    if row is not None:
        return replace(_as_typed(row), draft_id=laid.id if laid else "")
    return _as_draft(laid) if laid else None


def places(ctx: Context) -> frozenset[str]:
    """The conversations for which the caller has written something, threads left out."""
    found = rows_of(ctx.session, _PLACES, {"whose": ctx.actor.person_id})
    return frozenset(row.channel_id for row in found)


@on("chat.member_left")
def _forget(ctx: Context, event: Event) -> None:
    """Whoever is removed from a channel has no draft in it any more."""
    ctx.session.execute(
        sql_delete(Draft).where(
            Draft.channel_id == event.facts["channel_id"],
            Draft.person_id == event.facts["person_id"],
        )
    )


def _all_laid(ctx: Context) -> Sequence[Draft]:
    return plain_rows(ctx.session, Draft, visible(Draft), sight_of(ctx))


def _laid(ctx: Context, channel_id: str, thread_ts: str) -> Draft | None:
    query = visible(Draft).where(_drafts.channel_id == channel_id, _drafts.thread_ts == thread_ts)
    found = plain_rows(ctx.session, Draft, query, sight_of(ctx))
    return found[0] if found else None


def _as_draft(row: Draft) -> Unsent:
    return Unsent(row.channel_id, row.thread_ts, row.id, row.text, row.updated)


def _as_typed(row: Unfinished) -> Unsent:
    return Unsent(
        row.channel_id,
        row.thread_ts,
        "",
        row.text,
        row.updated,
        is_typed=True,
        level=row.level,
        asks=row.asks_for_acknowledgement,
    )
