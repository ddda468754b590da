"""Scheduled messages: written now, sent at a time to come as their author."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from sqlalchemy import ColumnElement

from workworld.apps.chat.models import Channel, Message, ScheduledMessage
from workworld.apps.chat.service import (
    channels,
    direct,
    messages,
    outbox,
    posting,
    priorities,
    texts,
    titles,
)
from workworld.apps.chat.types import (
    ChannelId,
    Cursor,
    MessageText,
    PageSize,
    ScheduledId,
    Ts,
    UnixTime,
)
from workworld.context import Context, Surface
from workworld.database import insert_row, plain_rows
from workworld.directory import people
from workworld.errors import Forbidden, Invalid, NotFound, Refused
from workworld.links.addresses import canonical
from workworld.notifications.notices import notify_me
from workworld.operations import Effect, operation
from workworld.paging import Page, decode_cursor, page_of
from workworld.permissions import VIEWER, require, seen, sees, sight_of, visible
from workworld.schedule import cancel as cancel_due
from workworld.schedule import plan, planned

WAITING, SENT, FAILED = "waiting", "sent", "failed"
_DELIVERY = "chat.scheduled.deliver"
_SECOND = 1_000_000
_LONGEST_AHEAD = 120 * 86_400
_rows = ScheduledMessage.__table__.c

PostAt = Annotated[UnixTime, Field(description="When to send it: Unix time, seconds.")]


@sees(ScheduledMessage)
def _sight() -> ColumnElement[bool]:
    return _rows.person_id == VIEWER


@operation(Effect.WRITE, scope="chat:write")
def add(
    ctx: Context,
    *,
    channel_id: ChannelId,
    text: MessageText,
    post_at: PostAt,
    thread_ts: Annotated[
        Ts | None, Field(description="Reply in the thread of the message with this ts.")
    ] = None,
    reply_broadcast: Annotated[
        bool, Field(description="Send a thread reply to the channel as well.")
    ] = False,
    priority: priorities.Given = None,
) -> ScheduledMessage:
    """Schedule a message for a time within the next 120 days.

    Raises:
        Invalid: ``time_in_past``, ``time_too_far``.
    """
    channel = direct.reached(ctx, channel_id)
    is_broadcast = reply_broadcast and thread_ts is not None
    require(ctx, _action(thread_ts, is_broadcast=is_broadcast), channel)
    priorities.require_not_in_thread(priority, thread_ts)
    posting.require_may_address(ctx, channel, text)
    texts.require_good_message(text)
    _require_good_time(ctx, post_at)
    if thread_ts is not None:
        thread_ts = messages.thread_root(ctx, channel, thread_ts).ts
    row = ScheduledMessage(
        id=ctx.ids.next_id("Q"),
        person_id=ctx.actor.person_id,
        channel_id=channel.id,
        thread_ts=thread_ts,
        is_broadcast=is_broadcast,
        text=canonical(ctx, text),
        **(priority or priorities.Priority()).model_dump(),
        post_at=post_at,
        created=ctx.clock.now_us() // _SECOND,
        state=WAITING,
    )
    insert_row(ctx.session, row)
    _plan(ctx, row.id, post_at)
    return known(ctx, row.id)


@operation(Effect.READ, scope="chat:write")
def list(
    ctx: Context,
    *,
    channel_id: Annotated[ChannelId | None, Field(description="Only for this channel.")] = None,
    oldest: Annotated[UnixTime | None, Field(description="Not before this Unix time.")] = None,
    latest: Annotated[UnixTime | None, Field(description="Not after this Unix time.")] = None,
    with_failed: Annotated[bool, Field(description="Those that could not be sent too.")] = False,
    limit: PageSize = 100,
    cursor: Cursor = "",
) -> Page[ScheduledMessage]:
    """List the caller's own scheduled messages, the next one first."""
    query = visible(ScheduledMessage).where(
        _rows.state.in_((WAITING, FAILED) if with_failed else (WAITING,))
    )
    if channel_id is not None:
        query = query.where(_rows.channel_id == channels.known(ctx, channel_id).id)
    if oldest is not None:
        query = query.where(_rows.post_at >= oldest)
    if latest is not None:
        query = query.where(_rows.post_at <= latest)
    if cursor:
        post_at, _, scheduled_id = decode_cursor("scheduled", cursor).partition(" ")
        now = int(post_at) if post_at.isdigit() else 0
        query = query.where(
            (_rows.post_at > now) | ((_rows.post_at == now) & (_rows.id > scheduled_id))
        )
    query = query.order_by(_rows.post_at, _rows.id).limit(limit + 1)
    rows = plain_rows(ctx.session, ScheduledMessage, query, sight_of(ctx))
    return page_of(rows, limit, "scheduled", lambda row: f"{row.post_at} {row.id}")


@operation(Effect.WRITE, scope="chat:write", doors=(Surface.MCP, Surface.UI))
def edit(
    ctx: Context,
    *,
    scheduled_id: ScheduledId,
    text: Annotated[MessageText | None, Field(description="The new text.")] = None,
    post_at: Annotated[PostAt | None, Field(description="The new time.")] = None,
    priority: priorities.Given = None,
) -> ScheduledMessage:
    """Change what a scheduled message says, or when it is sent; one that failed waits anew."""
    row = _own(ctx, scheduled_id)
    if priority is not None:
        priorities.require_not_in_thread(priority, row.thread_ts)
        row.level = priority.level
        row.asks_for_acknowledgement = priority.asks_for_acknowledgement
    if text is not None:
        texts.require_good_message(text)
        row.text = canonical(ctx, text)
    if post_at is not None and post_at != row.post_at:
        _require_good_time(ctx, post_at)
        _unplan(ctx, row.id)
        _plan(ctx, row.id, post_at)
        row.post_at, row.state, row.reason = post_at, WAITING, None
    outbox.touch(ctx)
    return row


@operation(Effect.WRITE, scope="chat:write", doors=(Surface.MCP, Surface.UI))
def send(ctx: Context, *, scheduled_id: ScheduledId) -> Message:
    """Send a scheduled message at once."""
    row = _own(ctx, scheduled_id)
    _unplan(ctx, row.id)
    return _posted(ctx, row)


@operation(Effect.WRITE, scope="chat:write")
def delete(
    ctx: Context,
    *,
    scheduled_id: ScheduledId,
    channel_id: Annotated[ChannelId | None, Field(description="Where it would be sent.")] = None,
) -> None:
    """Cancel a scheduled message: it is not sent."""
    if channel_id is not None:
        channels.known(ctx, channel_id)
    row = _own(ctx, scheduled_id)
    if channel_id not in (None, row.channel_id):
        raise _unknown()
    _unplan(ctx, row.id)
    ctx.session.delete(row)
    outbox.touch(ctx)


@operation(Effect.WRITE, scope="chat:write", doors=(), outlives_account=True)
def deliver(ctx: Context, *, scheduled_id: ScheduledId) -> None:
    """Send what has become due; if it cannot be sent, its author is told why."""
    row = _own(ctx, scheduled_id)
    try:
        _require_account(ctx)
        _posted(ctx, row)
    except Refused as refused:
        row.state, row.reason = FAILED, refused.message
        _tell_author(ctx, row)
        outbox.touch(ctx)


def known(ctx: Context, scheduled_id: str) -> ScheduledMessage:
    """One's own scheduled message of this id, sent or not: a row to be read.

    Raises:
        NotFound: ``invalid_scheduled_message_id``.
    """
    row = seen(ctx, ScheduledMessage, scheduled_id)
    if row is None:
        raise _unknown()
    return row


def _own(ctx: Context, scheduled_id: str) -> ScheduledMessage:
    """The caller's message as an object, unless it is sent already."""
    row = ctx.session.get(ScheduledMessage, scheduled_id)
    if row is None or row.person_id != ctx.actor.person_id or row.state == SENT:
        raise _unknown()
    return row


def _unknown() -> NotFound:
    said = "You have scheduled no such message, or it is sent already."
    return NotFound("invalid_scheduled_message_id", said)


def _posted(ctx: Context, row: ScheduledMessage) -> Message:
    message = messages.post(
        ctx,
        channel_id=row.channel_id,
        text=row.text,
        thread_ts=row.thread_ts,
        reply_broadcast=row.is_broadcast,
        priority=priorities.of(row),
    )
    row.state, row.reason, row.sent_ts = SENT, None, message.ts
    outbox.touch(ctx)
    return message


def _require_account(ctx: Context) -> None:
    if people.me(ctx).is_deactivated:
        raise Forbidden("account_inactive", "Your account was deactivated then.")


def _tell_author(ctx: Context, row: ScheduledMessage) -> None:
    channel = seen(ctx, Channel, row.channel_id)
    place = titles.label(ctx, channel) if channel else "a channel that you left"
    url = people.canonical_url(ctx.session, "chat", f"/scheduled?id={row.id}")
    said = f"scheduled a message to {place} that was not sent: {row.reason}"
    notify_me(ctx, app_id="chat", kind="scheduled", text=said, url=url)


def _require_good_time(ctx: Context, post_at: int) -> None:
    ahead = post_at - ctx.clock.now_us() // _SECOND
    if ahead <= 0:
        raise Invalid("time_in_past", "That time has passed: choose one to come.")
    if ahead > _LONGEST_AHEAD:
        raise Invalid("time_too_far", "A message waits 120 days at most.")


def _action(thread_ts: str | None, *, is_broadcast: bool) -> str:
    in_thread = thread_ts is not None and not is_broadcast
    return "chat.messages.post.reply" if in_thread else "chat.messages.post"


def _plan(ctx: Context, scheduled_id: str, post_at: int) -> None:
    plan(
        ctx.session,
        due_us=post_at * _SECOND,
        actor_id=ctx.actor.person_id,
        operation=_DELIVERY,
        arguments={"scheduled_id": scheduled_id},
    )
    outbox.touch(ctx)


def _unplan(ctx: Context, scheduled_id: str) -> None:
    for due in planned(ctx.session):
        if due.operation == _DELIVERY and due.arguments["scheduled_id"] == scheduled_id:
            cancel_due(ctx.session, due)
