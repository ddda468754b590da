"""A person's inbox: what they were told of, and what of it they have read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field
from sqlalchemy import (
    ColumnElement,
    and_,
    bindparam,
    delete,
    exists,
    func,
    or_,
    select,
    true,
    update,
)

from workworld.context import Context, Surface
from workworld.directory.models import AccountKind, Person
from workworld.errors import NotFound
from workworld.notifications.models import Notification, Opening
from workworld.notifications.notices import topic_of
from workworld.operations import Effect, operation
from workworld.paging import Page, decode_cursor, page_of
from workworld.permissions import VIEWER, seen, sees, sight_of

LARGEST_PAGE = 100
_TIME_DIGITS = 20
_items, _openings = Notification.__table__.c, Opening.__table__.c
_MINE = _items.person_id == VIEWER
_IS_READ = or_(_items.is_read, exists().where(_openings.notification_id == _items.id))
# Built once: building a statement takes about as long as running it.
_NEWEST_FIRST = (
    select(
        _items.id,
        _items.app_id,
        _items.kind,
        _items.actor_id,
        _items.text,
        _items.url,
        _items.created,
        _IS_READ.label("is_read"),
    )
    .where(_MINE)
    .order_by(_items.created.desc(), _items.id.desc())
    .limit(bindparam("most"))
)
_UNREAD = select(_items.app_id, func.count()).where(_MINE, ~_IS_READ).group_by(_items.app_id)
_UNREAD_BELOW = select(_items.id, _items.url).where(
    _MINE, ~_IS_READ, _items.url >= bindparam("from"), _items.url < bindparam("to")
)

_BOTS = select(Person.id).where(Person.kind == AccountKind.BOT)

AppId = Annotated[str, Field(description="Id of an app; empty for all.", max_length=64)]
NotificationId = Annotated[
    str, Field(description="Id of a notification of the caller's.", min_length=1, max_length=64)
]


@sees(Notification)
def _sight() -> ColumnElement[bool]:
    return _MINE


@dataclass(frozen=True, slots=True)
class Notice:
    """A notification as its person finds it; the fields are those of ``Notification``."""

    id: str
    app_id: str
    kind: str
    actor_id: str
    text: str
    url: str
    created: int
    is_read: bool
    """Whether it was opened or marked as read."""


@operation(Effect.READ, scope=None, doors=(Surface.UI,))
def list(
    ctx: Context,
    *,
    app_id: AppId = "",
    only_unread: Annotated[bool, Field(description="Leave out what was read.")] = False,
    kinds: Annotated[
        Sequence[str], Field(description="Only these kinds of events; all by default.")
    ] = (),
    but_kinds: Annotated[Sequence[str], Field(description="Leave out these kinds of events.")] = (),
    by_bots: Annotated[bool, Field(description="Only what bots did.")] = False,
    limit: Annotated[
        int, Field(description="How many a page may hold.", ge=1, le=LARGEST_PAGE)
    ] = 50,
    cursor: Annotated[
        str, Field(description="Where the previous page ended.", max_length=512)
    ] = "",
) -> Page[Notice]:
    """List what the caller was told of, newest first."""
    query = _NEWEST_FIRST
    if app_id:
        query = query.where(_items.app_id == app_id)
    if kinds:
        query = query.where(_items.kind.in_(kinds))
    if but_kinds:
        query = query.where(_items.kind.not_in(but_kinds))
    if by_bots:
        query = query.where(_items.actor_id.in_(_BOTS))
    if only_unread:
        query = query.where(~_IS_READ)
    listing = f"notifications {ctx.actor.person_id}"
    if cursor:
        query = query.where(_after(decode_cursor(listing, cursor)))
    found = ctx.session.execute(query, sight_of(ctx) | {"most": limit + 1})
    return page_of([Notice(*row) for row in found], limit, listing, _place)


@operation(Effect.READ, scope=None, doors=(Surface.UI,))
def count(ctx: Context) -> Mapping[str, int]:
    """Count what the caller was told of and has not read, by app."""
    return dict(ctx.session.execute(_UNREAD, sight_of(ctx)).all())


@operation(Effect.HOUSEKEEPING, scope=None, doors=(Surface.UI,))
def open(ctx: Context, *, notification_id: NotificationId) -> str:
    """Note that the caller opens a notification, and answer where it leads."""
    item = _known(ctx, notification_id)
    if ctx.session.get(Opening, item.id) is None:
        ctx.session.add(Opening(notification_id=item.id))
    return item.url


def unread_below(ctx: Context, url: str) -> Mapping[str, str]:
    """What the caller has not read whose canonical address begins with this one: ids by address."""
    found = ctx.session.execute(_UNREAD_BELOW, sight_of(ctx) | {"from": url, "to": f"{url}\x7f"})
    return {item.url: item.id for item in found}


def note_openings(ctx: Context, notification_ids: Iterable[str]) -> None:
    """Note that the caller has read what unread notifications lead to, at the very place."""
    ctx.session.add_all(Opening(notification_id=each) for each in notification_ids)


def forget_openings(ctx: Context, notification_ids: Iterable[str]) -> None:
    """Let those of these notifications be unread again that the caller has only opened."""
    mine = select(_items.id).where(
        _items.person_id == ctx.actor.person_id, _items.id.in_([*notification_ids])
    )
    ctx.session.execute(
        delete(Opening).where(Opening.notification_id.in_(mine)), execution_options=_UNTRACKED
    )
    ctx.touch(topic_of(ctx.actor.person_id))


@operation(Effect.WRITE, scope=None, doors=(Surface.UI,))
def mark_read(ctx: Context, *, notification_id: NotificationId) -> None:
    """Mark a notification as read."""
    item = _known(ctx, notification_id)
    _mark(ctx, _items.id == item.id, is_read=True)


@operation(Effect.WRITE, scope=None, doors=(Surface.UI,))
def mark_all_read(ctx: Context, *, app_id: AppId = "") -> None:
    """Mark all notifications as read, or all of one app."""
    _mark(ctx, _items.app_id == app_id if app_id else true(), is_read=True)


@operation(Effect.WRITE, scope=None, doors=(Surface.UI,))
def mark_unread(ctx: Context, *, notification_id: NotificationId) -> None:
    """Mark a notification as unread, as if it had never been opened."""
    item = _known(ctx, notification_id)
    ctx.session.execute(delete(Opening).where(Opening.notification_id == item.id))
    _mark(ctx, _items.id == item.id, is_read=False)


def _known(ctx: Context, notification_id: str) -> Notification:
    """A notification of the caller's: a row to be read.

    Raises:
        NotFound: ``notification_not_found``, for an unknown one and for somebody else's alike.
    """
    item = seen(ctx, Notification, notification_id)
    if item is None:
        raise NotFound("notification_not_found", "There is no such notification of yours.")
    return item


def _mark(ctx: Context, which: ColumnElement[bool], *, is_read: bool) -> None:
    # Whether one was opened must not decide what is written: openings are no state.
    mine = _items.person_id == ctx.actor.person_id
    marked = update(Notification).where(mine, which, Notification.is_read.is_not(is_read))
    ctx.session.execute(marked.values(is_read=is_read), execution_options=_UNTRACKED)
    ctx.touch(topic_of(ctx.actor.person_id))


_UNTRACKED = {"synchronize_session": False}


def _place(notice: Notice) -> str:
    return f"{notice.created:0{_TIME_DIGITS}}{notice.id}"


def _after(place: str) -> ColumnElement[bool]:
    created, notification_id = int(place[:_TIME_DIGITS]), place[_TIME_DIGITS:]
    at_once = and_(_items.created == created, _items.id < notification_id)
    return or_(_items.created < created, at_once)
