"""Who follows which thread: who takes part in it, unless they asked not to, and who asked to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field
from sqlalchemy import ColumnElement, and_, bindparam, delete, exists, func, or_, select

from workworld.apps.chat import stamps
from workworld.apps.chat.models import (
    Follow,
    Membership,
    Message,
    ThreadMark,
    ThreadMarker,
    ThreadPerson,
)
from workworld.apps.chat.service import channels as chat_channels
from workworld.apps.chat.service import followers, messages, notices, standing, threads
from workworld.apps.chat.types import ChannelId, Cursor, PageSize, Ts
from workworld.context import Context, Surface
from workworld.database import constant, given, plain_rows, rows_of
from workworld.errors import NotFound, Refused
from workworld.operations import Effect, operation
from workworld.paging import Page, decode_cursor, page_of
from workworld.permissions import VIEWER, permits, require, sight_of

_LISTING = "followed threads"
_people, _markers, _marks = (
    ThreadPerson.__table__.c,
    ThreadMarker.__table__.c,
    ThreadMark.__table__.c,
)
_asked = Follow.__table__.c
_members = Membership.__table__.c
_messages = Message.__table__.c
_SHOWN = 3
_PARENT = constant(
    select(Message.__table__).where(
        _messages.channel_id == bindparam("in_channel"), _messages.ts == bindparam("root")
    )
)
_LATEST = constant(
    select(Message.__table__)
    .where(
        _messages.channel_id == bindparam("in_channel"), _messages.thread_ts == bindparam("root")
    )
    .order_by(_messages.ts.desc())
    .limit(_SHOWN)
)
_LAST_READ = func.coalesce(_markers.last_read, _marks.last_read, _people.root_ts)
_later = Message.__table__.alias()
_IS_UNREAD: ColumnElement[bool] = and_(
    _people.latest_reply > _LAST_READ,
    or_(
        func.coalesce(_marks.last_read == _LAST_READ, False),
        exists().where(
            _later.c.channel_id == _people.channel_id,
            _later.c.thread_ts == _people.root_ts,
            _later.c.ts > _LAST_READ,
            _later.c.author_id != VIEWER,
        ),
    ),
)
_NOTED = and_(
    _markers.person_id == _people.person_id,
    _markers.channel_id == _people.channel_id,
    _markers.root_ts == _people.root_ts,
)
_MARKED = and_(
    _marks.person_id == _people.person_id,
    _marks.channel_id == _people.channel_id,
    _marks.root_ts == _people.root_ts,
)
_FOLLOWED = (
    select(
        _people.channel_id,
        _people.root_ts,
        _people.latest_reply,
        _LAST_READ.label("last_read"),
        _IS_UNREAD.label("is_unread"),
    )
    .outerjoin(ThreadMarker.__table__, _NOTED)
    .outerjoin(ThreadMark.__table__, _MARKED)
    .where(
        _people.person_id == VIEWER,
        _people.is_following,
        exists().where(
            _members.channel_id == _people.channel_id, _members.person_id == _people.person_id
        ),
    )
)
_ANY_UNREAD = constant(_FOLLOWED.where(_IS_UNREAD).limit(1))
_STANCE = constant(
    select(_people.is_following, _IS_UNREAD.label("is_unread"))
    .outerjoin(ThreadMarker.__table__, _NOTED)
    .outerjoin(ThreadMark.__table__, _MARKED)
    .where(
        _people.person_id == VIEWER,
        _people.channel_id == bindparam("in_channel"),
        _people.root_ts == bindparam("root"),
    )
)
_STANCES = constant(
    select(_people.root_ts, _people.is_following).where(
        _people.person_id == VIEWER,
        _people.channel_id == bindparam("in_channel"),
        _people.root_ts.in_(given("roots")),
    )
)
_ASKED = constant(
    select(_asked.root_ts, _asked.is_following).where(
        _asked.person_id == VIEWER,
        _asked.channel_id == bindparam("in_channel"),
        _asked.root_ts.in_(given("roots")),
    )
)


@dataclass(frozen=True, slots=True)
class Followed:
    """A thread that somebody follows."""

    channel_id: str
    root_ts: str
    latest_reply: str
    last_read: str
    """The ``ts`` of the newest reply that they have seen; the parent's if none."""
    is_unread: bool


@dataclass(frozen=True, slots=True)
class Stance:
    """How somebody stands to a thread."""

    is_following: bool
    is_unread: bool


@operation(Effect.READ, scope="channels:history", doors=(Surface.MCP, Surface.UI))
def list(
    ctx: Context,
    *,
    only_unread: Annotated[bool, Field(description="Only those with new replies.")] = False,
    limit: PageSize = 20,
    cursor: Cursor = "",
) -> Page[Followed]:
    """List the threads that the caller follows, the liveliest first."""
    query = _FOLLOWED.where(_IS_UNREAD) if only_unread else _FOLLOWED
    if cursor:
        place = decode_cursor(_LISTING, cursor).split(" ")
        query = query.where(_after(place))
    ordered = query.order_by(
        _people.latest_reply.desc(), _people.channel_id, _people.root_ts
    ).limit(limit + 1)
    rows = rows_of(ctx.session, ordered, sight_of(ctx))
    found = [
        Followed(row.channel_id, row.root_ts, row.latest_reply, row.last_read, bool(row.is_unread))
        for row in rows
    ]
    return page_of(found, limit, _LISTING, _place)


@operation(Effect.READ, scope="channels:history", doors=(Surface.UI,))
def info(ctx: Context, *, channel_id: ChannelId, ts: Ts) -> Stance:
    """Look up how the caller stands to the thread below a message."""
    channel = chat_channels.known(ctx, channel_id)
    values = sight_of(ctx) | {"in_channel": channel.id, "root": ts}
    found = rows_of(ctx.session, _STANCE, values)
    if found:
        return Stance(bool(found[0].is_following), bool(found[0].is_unread))
    parent = plain_rows(ctx.session, Message, _PARENT, values)
    return Stance(ts in among(ctx, parent), is_unread=False)


@operation(Effect.WRITE, scope="channels:write", doors=(Surface.MCP, Surface.UI))
def follow(ctx: Context, *, channel_id: ChannelId, ts: Ts) -> Message:
    """Follow a thread: be told of its replies. ``ts`` may be the parent's or any reply's."""
    return _ask(ctx, channel_id, ts, is_following=True)


@operation(Effect.WRITE, scope="channels:write", doors=(Surface.MCP, Surface.UI))
def unfollow(ctx: Context, *, channel_id: ChannelId, ts: Ts) -> Message:
    """Follow a thread no more, whoever replies; only a mention in it is told of."""
    return _ask(ctx, channel_id, ts, is_following=False)


# The vendor's Web API has no method for threads that are read or not.
@operation(Effect.WRITE, scope="channels:write", doors=(Surface.MCP, Surface.UI))
def mark_unread(ctx: Context, *, channel_id: ChannelId, ts: Ts) -> Message:
    """Mark a thread as unread from a reply on; whoever does so follows it from then on.

    Raises:
        NotFound: ``thread_not_found``: it is no reply.
    """
    message = messages.known(ctx, channel_id, ts)
    require(ctx, "chat.follows.follow", message)
    if message.thread_ts is None:
        raise NotFound("thread_not_found", "This is no reply in a thread.")
    if message.thread_ts not in among(ctx, [message]):
        _ask(ctx, channel_id, ts, is_following=True)
    _put(ctx, message.channel_id, message.thread_ts, stamps.of(stamps.microseconds(ts) - 1))
    ctx.touch(f"chat.sidebar:{ctx.actor.person_id}")
    return message


@operation(Effect.HOUSEKEEPING, scope="channels:history", doors=(Surface.UI,))
def see(
    ctx: Context,
    *,
    channel_id: ChannelId,
    root_ts: Ts,
    ts: Annotated[Ts, Field(description="The newest reply that was shown.")],
) -> None:
    """Note that the caller has seen a thread up to a reply; a page does so unasked."""
    channel = chat_channels.known(ctx, channel_id)
    key = (ctx.actor.person_id, channel.id, root_ts)
    if not standing.is_member(ctx, channel):
        return
    row = ctx.session.get(ThreadMarker, key)
    if row is None:
        row = ThreadMarker(person_id=key[0], channel_id=key[1], root_ts=key[2], last_read="")
        ctx.session.add(row)
    row.last_read = max(row.last_read, ts)
    notices.note_read(ctx, channel.id, ts, root_ts)


def any_unread(ctx: Context) -> bool:
    """Whether a thread that the caller follows has new replies."""
    return bool(rows_of(ctx.session, _ANY_UNREAD, sight_of(ctx)))


def among(ctx: Context, rows: Sequence[Message]) -> frozenset[str]:
    """The parents' ``ts`` of those threads of messages of one channel that the caller follows.

    Below a message without replies there is none yet: its author and who is mentioned follow it.
    """
    if not rows:
        return frozenset()
    roots = sorted({row.thread_ts or row.ts for row in rows})
    values = sight_of(ctx) | {"in_channel": rows[0].channel_id, "roots": roots}
    told = [*rows_of(ctx.session, _STANCES, values), *rows_of(ctx.session, _ASKED, values)]
    stances = {each.root_ts: bool(each.is_following) for each in told}
    me = ctx.actor.person_id
    for row in rows:
        if row.thread_ts is None and row.ts not in stances:
            stances[row.ts] = me in {row.author_id, *followers.named(row.text)}
    return frozenset(root for root, is_following in stances.items() if is_following)


def latest(ctx: Context, thread: Followed) -> tuple[Sequence[Message], int]:
    """A thread's parent and its latest replies, in order, and how many replies are left out."""
    values = {"in_channel": thread.channel_id, "root": thread.root_ts}
    replies = plain_rows(ctx.session, Message, _LATEST, values)
    count = threads.below(ctx, thread.channel_id, [thread.root_ts])[thread.root_ts].reply_count
    parent = plain_rows(ctx.session, Message, _PARENT, values)
    return [*parent, *replies[::-1]], count - len(replies)


@permits("chat.follows.follow", Message)
def _may_follow(ctx: Context, message: Message) -> Refused | None:
    channel = chat_channels.known(ctx, message.channel_id)
    return standing.why_outside(ctx, channel, "follow its threads")


def _ask(ctx: Context, channel_id: str, ts: str, *, is_following: bool) -> Message:
    message = messages.known(ctx, channel_id, ts)
    require(ctx, "chat.follows.follow", message)
    root_ts = message.thread_ts or message.ts
    key = (ctx.actor.person_id, message.channel_id, root_ts)
    row = ctx.session.get(Follow, key)
    if row is None:
        row = Follow(person_id=key[0], channel_id=key[1], root_ts=key[2])
        ctx.session.add(row)
    row.is_following = is_following
    ctx.session.flush()  # the thread's people are made from it
    followers.recount(ctx.session, message.channel_id, root_ts)
    ctx.touch(f"chat.sidebar:{ctx.actor.person_id}", f"chat.thread:{key[1]}:{root_ts}")
    return message


def _put(ctx: Context, channel_id: str, root_ts: str, last_read: str) -> None:
    # What a page noted must not decide what is written: its notes are no state.
    key = (ctx.actor.person_id, channel_id, root_ts)
    noted = (ThreadMarker.person_id, ThreadMarker.channel_id, ThreadMarker.root_ts)
    here = (column == value for column, value in zip(noted, key, strict=True))
    ctx.session.execute(delete(ThreadMarker).where(*here))
    row = ctx.session.get(ThreadMark, key)
    if row is None:
        row = ThreadMark(person_id=key[0], channel_id=key[1], root_ts=key[2])
        ctx.session.add(row)
    row.last_read = last_read


def _place(row: Followed) -> str:
    return f"{row.latest_reply} {row.channel_id} {row.root_ts}"


def _after(place: Iterable[str]) -> ColumnElement[bool]:
    latest, channel_id, root_ts = place
    later_in_channel = and_(_people.channel_id == channel_id, _people.root_ts > root_ts)
    at_once = and_(
        _people.latest_reply == latest, (_people.channel_id > channel_id) | later_in_channel
    )
    return (_people.latest_reply < latest) | at_once
