"""What is new to the caller in the channels that they are in, for the whole sidebar at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, and_, bindparam, case, exists, func, or_, select

from workworld.apps.chat.models import (
    Channel,
    ChannelChoice,
    Membership,
    Mention,
    Message,
    ReadMark,
    ReadMarker,
)
from workworld.apps.chat.service import log, titles
from workworld.context import Context
from workworld.database import constant, rows_of
from workworld.permissions import VIEWER, sight_of

_MOST_COUNTED = 100
UNNEWS = ("channel_join", "channel_leave", log.TOMBSTONE)
"""Kinds of messages that are no news to anybody."""
_members, _channels, _choices = (
    Membership.__table__.c,
    Channel.__table__.c,
    ChannelChoice.__table__.c,
)
_later = Message.__table__.alias()


def _is_news(message: Any) -> ColumnElement[bool]:
    """That people come and go is none, nor that something was deleted."""
    kind = func.coalesce(message.subtype, "")
    return and_(*(kind != each for each in UNNEWS))


_LAST_READ: ColumnElement[str] = func.max(
    func.coalesce(ReadMarker.last_read, ReadMark.last_read, func.printf("%010d", _members.joined)),
    func.coalesce(ReadMark.last_read, ""),
)
_NEW = (
    _later.c.channel_id == _members.channel_id,
    _later.c.ts > _LAST_READ,
    _is_news(_later.c),
    _later.c.author_id != _members.person_id,
)
# Each by an index of its own: one for what stands outside threads, one for what was sent from them.
_HAS_NEWS = or_(
    exists().where(*_NEW, _later.c.thread_ts.is_(None)),
    exists().where(*_NEW, _later.c.is_broadcast),
)
_CALLS = (
    select(func.count())
    .where(
        Mention.person_id == _members.person_id,
        Mention.channel_id == _members.channel_id,
        Mention.ts > _LAST_READ,
        Mention.root_ts.is_(None),
        or_(Mention.kind == "mention", ~func.coalesce(_choices.is_muted, False)),
    )
    .scalar_subquery()
)
_SAID = (
    select(func.count())
    .select_from(
        select(_later.c.ts)
        .where(*_NEW, _later.c.thread_ts.is_(None))
        .limit(_MOST_COUNTED)
        .correlate(Membership.__table__, ReadMarker.__table__, ReadMark.__table__)
        .subquery()
    )
    .scalar_subquery()
)
_NOTED = and_(
    ReadMarker.channel_id == _members.channel_id, ReadMarker.person_id == _members.person_id
)
_MARKED = and_(ReadMark.channel_id == _members.channel_id, ReadMark.person_id == _members.person_id)
_IS_DIRECT = or_(*(_channels.kind == kind for kind in titles.DIRECT))
_LATEST = (
    select(func.max(_later.c.ts))
    .where(_later.c.channel_id == _members.channel_id)
    .scalar_subquery()
)
_NEWS = (
    select(
        _members.channel_id,
        _LAST_READ.label("last_read"),
        _HAS_NEWS.label("is_unread"),
        func.coalesce(ReadMark.last_read == _LAST_READ, False).label("is_marked"),
        case((_IS_DIRECT, _SAID), else_=_CALLS).label("mentions"),
        _LATEST.label("newest"),
    )
    .join(Channel.__table__, _channels.id == _members.channel_id)
    .outerjoin(ReadMarker.__table__, _NOTED)
    .outerjoin(ReadMark.__table__, _MARKED)
    .outerjoin(
        ChannelChoice.__table__,
        and_(_choices.channel_id == _members.channel_id, _choices.person_id == _members.person_id),
    )
    .where(_members.person_id == VIEWER)
)
_READ = (
    select(_members.channel_id)
    .outerjoin(ReadMarker.__table__, _NOTED)
    .outerjoin(ReadMark.__table__, _MARKED)
)
_ALL = constant(_NEWS.where(~_channels.is_archived).order_by(_members.channel_id))
_ONE = constant(_NEWS.where(_members.channel_id == bindparam("of")))
_messages = Message.__table__.c
_NEWEST = constant(
    select(func.max(_messages.ts).label("ts")).where(_messages.channel_id == bindparam("of"))
)
_COUNT = constant(
    select(func.count().label("unread")).where(
        _messages.channel_id == bindparam("of"),
        _messages.ts > bindparam("after"),
        _is_news(_messages),
        _messages.author_id != VIEWER,
        or_(_messages.thread_ts.is_(None), _messages.is_broadcast),
    )
)


@dataclass(frozen=True, slots=True)
class News:
    """What is new to a member in one channel."""

    channel_id: str
    last_read: str
    """The ``ts`` of the newest message that counts as read; or when they joined, in seconds."""
    is_unread: bool
    is_marked: bool
    """Whether they marked it as unread themselves, and have not looked since."""
    mentions: int
    """How often they are called; in a direct message, how much was said, up to a hundred."""
    newest: str
    """The ``ts`` of the newest message of all; empty without one."""


def all_of(ctx: Context) -> dict[str, News]:
    """What is new in each channel that the caller is in, archived ones left out, by its id."""
    return _news(ctx, _ALL, {})


def of(ctx: Context, channel_id: str) -> News | None:
    """What is new in one channel; None outside."""
    return _news(ctx, _ONE, {"of": channel_id}).get(channel_id)


def is_after_read(message: Any, person_id: str) -> ColumnElement[bool]:
    """The condition that a message came after what a member has read of its channel."""
    here = (_members.channel_id == message.channel_id, _members.person_id == person_id)
    return _READ.where(*here, message.ts > _LAST_READ).exists()


def last_reads(person_id: str) -> Any:
    """How far somebody has read what they are in: ``channel_id`` and ``last_read``."""
    read = _READ.with_only_columns(_members.channel_id, _LAST_READ.label("last_read"))
    return read.where(_members.person_id == person_id)


def count(ctx: Context, channel_id: str, last_read: str) -> int:
    """How many messages of others came to a channel after a place in it."""
    values = sight_of(ctx) | {"of": channel_id, "after": last_read}
    return int(rows_of(ctx.session, _COUNT, values)[0].unread)


def newest(ctx: Context, channel_id: str) -> str:
    """The ``ts`` of a channel's newest message, of any kind; empty without one."""
    return rows_of(ctx.session, _NEWEST, {"of": channel_id})[0].ts or ""


def _news(ctx: Context, query: object, values: dict[str, str]) -> dict[str, News]:
    found = rows_of(ctx.session, query, sight_of(ctx) | values)
    return {row.channel_id: _one(row) for row in found}


def _one(row: Any) -> News:
    is_unread = bool(row.is_unread)
    is_marked = is_unread and bool(row.is_marked)
    return News(row.channel_id, row.last_read, is_unread, is_marked, row.mentions, row.newest or "")
