"""Messages: posting, reading, changing and deleting them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field
from sqlalchemy import ColumnElement, bindparam, or_, select
from sqlalchemy import delete as sql_delete

from workworld.apps.chat import stamps
from workworld.apps.chat.models import Channel, Message, Reaction
from workworld.apps.chat.mrkdwn import from_mrkdwn
from workworld.apps.chat.service import (
    attachments,
    ballots,
    channels,
    contents,
    direct,
    log,
    nonces,
    outbox,
    posting,
    priorities,
    settings,
    standing,
    texts,
    threads,
    titles,
)
from workworld.apps.chat.service.bounds import between
from workworld.apps.chat.types import (
    ChannelId,
    Cursor,
    DraftId,
    MessageText,
    Nonce,
    PageSize,
    Ts,
)
from workworld.context import Context, Surface
from workworld.database import constant, plain_rows
from workworld.directory import people
from workworld.errors import Conflict, Forbidden, NotFound, Refused
from workworld.files.types import FileId
from workworld.links.addresses import canonical
from workworld.operations import Effect, operation
from workworld.paging import Page, decode_cursor, page_of
from workworld.permissions import permits, require, sees, sight_of, visible
from workworld.richtext.nodes import addressed, mentioned

_DELETED = "This message was deleted."
# Built once: building a statement takes about as long as running it.
_messages = Message.__table__.c
_IN_CHANNEL = _messages.channel_id == bindparam("in_channel")
_TOP_LEVEL = constant(
    select(Message.__table__)
    .where(_IN_CHANNEL, or_(_messages.thread_ts.is_(None), _messages.is_broadcast.is_(True)))
    .order_by(_messages.ts.desc())
    .limit(bindparam("most"))
)
_REPLIES = constant(
    select(Message.__table__)
    .where(_IN_CHANNEL, _messages.thread_ts == bindparam("root"))
    .order_by(_messages.ts)
    .limit(bindparam("most"))
)


@operation(Effect.WRITE, scope="chat:write")
def post(
    ctx: Context,
    *,
    channel_id: ChannelId,
    text: MessageText,
    thread_ts: Annotated[
        Ts | None, Field(description="Reply in the thread of the message with this ts.")
    ] = None,
    reply_broadcast: Annotated[
        bool, Field(description="Send a thread reply to the channel as well.")
    ] = False,
    file_ids: Annotated[
        Sequence[FileId],
        Field(description="Own files to show below it; then the text may be empty.", max_length=10),
    ] = (),
    draft_id: Annotated[
        DraftId | None, Field(description="Own draft that it was, to throw away.")
    ] = None,
    content: contents.Given = None,
    priority: priorities.Given = None,
    nonce: Nonce = "",
) -> Message:
    """Post a message to a channel, to a person, or to a thread.

    The id of a person stands for the direct conversation with them. Only
    members may post, and only admins in an announcement channel; anyone may reply there.
    A ``thread_ts`` that names a reply goes to that reply's thread.
    """
    channel = direct.reached(ctx, channel_id)
    is_broadcast = reply_broadcast and thread_ts is not None
    in_thread = thread_ts is not None and not is_broadcast
    require(ctx, "chat.messages.post.reply" if in_thread else "chat.messages.post", channel)
    if nonce and (earlier := nonces.posted(ctx, channel.id, nonce)):
        return earlier
    priorities.require_not_in_thread(priority, thread_ts)
    held = contents.checked(ctx, content)
    posting.require_may_address(ctx, channel, f"{text}\n{held.text}" if held else text)
    if text or not (file_ids or (held and held.shows_something)):
        texts.require_good_message(text)
    message = log.add(
        ctx,
        channel,
        canonical(ctx, text or (held.text if held else "")),
        root_ts=thread_root(ctx, channel, thread_ts).ts if thread_ts else None,
        is_broadcast=is_broadcast,
    )
    attachments.attach(ctx, message, file_ids)
    if draft_id is not None:
        outbox.take_draft(ctx, draft_id)
    if held is not None:
        contents.keep(ctx, message, held, is_fallback=not text)
    priorities.keep(ctx, message, priority)
    nonces.note(ctx, message, nonce)
    tell(ctx, "chat.message_posted", message, held.text if held and text else "")
    return message


@operation(Effect.WRITE, scope="chat:write", doors=(Surface.REST,))
def act(ctx: Context, *, channel_id: ChannelId, text: MessageText) -> Message:
    """Post what the caller does rather than says: a ``me_message``, shown in italics."""
    channel = direct.reached(ctx, channel_id)
    require(ctx, "chat.messages.post", channel)
    posting.require_may_address(ctx, channel, text)
    texts.require_good_message(text)
    message = log.add(ctx, channel, canonical(ctx, text), subtype=log.ACTION)
    tell(ctx, "chat.message_posted", message)
    return message


@operation(Effect.WRITE, scope="chat:write")
def edit(
    ctx: Context,
    *,
    channel_id: ChannelId,
    ts: Ts,
    text: MessageText,
    content: contents.Given = None,
    seen: Annotated[
        str | None,
        Field(description="Its last edit as the caller read it, empty for none.", max_length=20),
    ] = None,
) -> Message:
    """Change the text of a message that the caller wrote; it is marked as edited.

    Raises:
        Conflict: ``edit_conflict``: it has changed since it was as ``seen`` says. The vendor's
            clients say nothing of what they have seen: there the last edit counts.
    """
    message = known(ctx, channel_id, ts)
    require(ctx, "chat.messages.edit", message)
    held = contents.checked(ctx, content)
    if text or not (held and held.shows_something):
        texts.require_good_message(text)
    becomes = canonical(ctx, text or (held.text if held else ""))
    if seen not in (None, last_edit(message)) and message.text != becomes:
        raise Conflict("edit_conflict", "This message changed while you were editing.")
    message.text = becomes
    if held is not None:
        contents.keep(ctx, message, held, is_fallback=not text)
    message.edited_ts = stamps.of(ctx.clock.now_us())
    message.edited_by = ctx.actor.person_id
    log.touch(ctx, message)
    tell(ctx, "chat.message_edited", message)
    return message


@operation(Effect.WRITE, scope="chat:write")
def delete(ctx: Context, *, channel_id: ChannelId, ts: Ts) -> None:
    """Delete a message: one's own, or as an admin anybody's.

    A parent with replies leaves a note in its place, and its replies stay.
    """
    message = known(ctx, channel_id, ts)
    require(ctx, "chat.messages.delete", message)
    take_away(ctx, message)


@operation(Effect.READ, scope="channels:history")
def permalink(ctx: Context, *, channel_id: ChannelId, ts: Ts) -> Message:
    """Look up the message of which a permanent link is wanted."""
    return known(ctx, channel_id, ts)


# Pages show windows of a log instead.
@operation(Effect.READ, scope="channels:history", doors=(Surface.REST, Surface.MCP))
def history(
    ctx: Context,
    *,
    channel_id: ChannelId,
    oldest: Annotated[str | None, Field(description="Only messages after this ts.")] = None,
    latest: Annotated[str | None, Field(description="Only messages before this ts.")] = None,
    inclusive: Annotated[bool, Field(description="Include the two bounds themselves.")] = False,
    limit: PageSize = 100,
    cursor: Cursor = "",
) -> Page[Message]:
    """Read a channel's messages, newest first.

    Thread replies are left out unless they were also sent to the channel.
    """
    channel = direct.known(ctx, channel_id)
    listing = f"history {channel.id}"
    query = between(_TOP_LEVEL, oldest, latest, inclusive=inclusive)
    if cursor:
        query = query.where(_messages.ts < decode_cursor(listing, cursor))
    values = {"in_channel": channel.id, "most": limit + 1}
    rows = plain_rows(ctx.session, Message, query, values)
    return page_of(rows, limit, listing, lambda message: message.ts)


@operation(Effect.READ, scope="channels:history", doors=(Surface.UI,))
def sent(
    ctx: Context,
    *,
    limit: Annotated[int, Field(description="How many at most.", ge=1, le=200)] = 50,
) -> Sequence[Message]:
    """List what the caller has sent lately, wherever they may still read it, the newest first."""
    query = visible(Message).where(
        _messages.author_id == ctx.actor.person_id,
        or_(_messages.subtype.is_(None), _messages.subtype == log.ACTION),
    )
    query = query.order_by(_messages.ts.desc(), _messages.channel_id).limit(limit)
    return plain_rows(ctx.session, Message, query, sight_of(ctx))


@operation(Effect.READ, scope="channels:history")
def replies(
    ctx: Context,
    *,
    channel_id: ChannelId,
    ts: Ts,
    oldest: Annotated[str | None, Field(description="Only replies after this ts.")] = None,
    latest: Annotated[str | None, Field(description="Only replies before this ts.")] = None,
    inclusive: Annotated[bool, Field(description="Include the two bounds themselves.")] = False,
    limit: PageSize = 1000,
    cursor: Cursor = "",
) -> Page[Message]:
    """Read a thread: its parent first on every page, then replies, oldest first.

    ``ts`` may be the parent's or any reply's. The parent does not count towards ``limit``.
    """
    channel = direct.known(ctx, channel_id)
    root = thread_root(ctx, channel, ts)
    listing = f"replies {channel.id} {root.ts}"
    query = between(_REPLIES, oldest, latest, inclusive=inclusive)
    if cursor:
        query = query.where(_messages.ts > decode_cursor(listing, cursor))
    values = {"in_channel": channel.id, "root": root.ts, "most": limit + 1}
    rows = plain_rows(ctx.session, Message, query, values)
    page = page_of(rows, limit, listing, lambda message: message.ts)
    return Page([root, *page.items], page.next_cursor)


@sees(Message)
def _sight() -> ColumnElement[bool]:
    in_sight = visible(Channel).with_only_columns(Channel.__table__.c.id)
    return _messages.channel_id.in_(in_sight)


def known(ctx: Context, channel_id: str, ts: str) -> Message:
    """The message of this stamp in a channel, if the caller may see it; no deleted one.

    Raises:
        NotFound: ``channel_not_found``, ``message_not_found``.
    """
    channel = channels.known(ctx, channel_id)
    message = ctx.session.get(Message, (channel.id, ts))
    if message is None or message.subtype == log.TOMBSTONE:
        raise NotFound(
            "message_not_found", f"There is no message {ts} in {titles.label(ctx, channel)}."
        )
    return message


def last_edit(message: Message) -> str:
    """When a message was edited last, "" for never: it tells one state of its text from another."""
    return message.edited_ts or ""


def take_away(ctx: Context, message: Message) -> None:
    """Delete a message, whoever may; a parent with replies leaves a note in its place."""
    channel_id, ts = message.channel_id, message.ts
    log.touch(ctx, message)
    tell(ctx, "chat.message_deleted", message)
    ctx.session.execute(
        sql_delete(Reaction).where(Reaction.channel_id == channel_id, Reaction.ts == ts)
    )
    if threads.below(ctx, channel_id, [ts]):
        message.text, message.subtype = _DELETED, log.TOMBSTONE
        message.edited_ts = message.edited_by = None
        return
    _drop(ctx, message)


@permits("chat.messages.post", Channel)
def _may_post(ctx: Context, channel: Channel) -> Refused | None:
    return _why_silent(ctx, channel) or posting.why_not_posting(ctx, channel)


@permits("chat.messages.post.reply", Channel)
def _may_reply(ctx: Context, channel: Channel) -> Refused | None:
    return _why_silent(ctx, channel) or posting.why_not_replying(ctx, channel)


def _why_silent(ctx: Context, channel: Channel) -> Refused | None:
    if direct.is_with_leaver(ctx, channel):
        return Forbidden("user_disabled", "The account of whoever you wrote with is deactivated.")
    return standing.why_read_only(channel) or standing.why_outside(ctx, channel, "post here")


@permits("chat.messages.edit", Message)
def _may_edit(ctx: Context, message: Message) -> Refused | None:
    if refusal := standing.why_read_only(channels.known(ctx, message.channel_id)):
        return refusal
    if log.is_note(message) or message.author_id != ctx.actor.person_id:
        return Forbidden("cant_update_message", "Only the author of a message can edit it.")
    if ballots.is_poll(ctx, message):
        return Forbidden("cant_update_message", "What people vote on stays as it was asked.")
    return settings.why_too_late(ctx, message, "edit")


@permits("chat.messages.delete", Message)
def _may_delete(ctx: Context, message: Message) -> Refused | None:
    channel = channels.known(ctx, message.channel_id)
    if refusal := standing.why_read_only(channel):
        return refusal
    if settings.why_not_entitled(ctx, settings.of(ctx).deleting, "delete in", channel) is None:
        return None
    if message.author_id == ctx.actor.person_id and not log.is_note(message):
        return settings.why_too_late(ctx, message, "delete")
    said = "Only the author of a message and admins can delete it."
    return Forbidden("cant_delete_message", said)


def _drop(ctx: Context, message: Message) -> None:
    """Remove a message without replies, and a deleted parent with its last one."""
    channel_id, root_ts = message.channel_id, message.thread_ts
    ctx.session.delete(message)
    ctx.session.flush()  # the thread is counted anew without it
    if root_ts is None or threads.recount(ctx.session, channel_id, root_ts):
        return
    parent = ctx.session.get(Message, (channel_id, root_ts))
    if parent is not None and parent.subtype == log.TOMBSTONE:
        ctx.session.delete(parent)


def tell(ctx: Context, kind: str, message: Message, blocks_say: str = "") -> None:
    """Let others know what became of a message: ``chat.message_posted`` and the like.

    Args:
        ctx: whose step it is.
        kind: what came to pass.
        message: the message.
        blocks_say: what its blocks say beside its text: they call people too.
    """
    said = from_mrkdwn(f"{message.text}\n{blocks_say}" if blocks_say else message.text)
    ctx.emit(
        kind,
        channel_id=message.channel_id,
        ts=message.ts,
        thread_ts=message.thread_ts or message.ts,
        is_broadcast=message.is_broadcast,
        text=message.text,
        blocks_say=blocks_say,
        author_id=message.author_id,
        mentioned=sorted(people.by_ids(ctx.session, mentioned(said))),
        addressed=sorted(addressed(said)),
    )


def thread_root(ctx: Context, channel: Channel, ts: str) -> Message:
    """The parent of the thread that a message of a channel is in, or itself.

    Raises:
        NotFound: ``thread_not_found``.
    """
    message = ctx.session.get(Message, (channel.id, ts))
    if message is not None and message.thread_ts is not None:
        message = ctx.session.get(Message, (channel.id, message.thread_ts))
    if message is None:
        raise NotFound(
            "thread_not_found", f"There is no message {ts} in {titles.label(ctx, channel)}."
        )
    return message
