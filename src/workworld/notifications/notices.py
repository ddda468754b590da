"""Telling people of what happened."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import bindparam, delete, select

from workworld.context import Context
from workworld.database import constant, insert_row, rows_of
from workworld.notifications.models import Notification, Opening
from workworld.topics import is_own, listens

_TOPIC = "notifications"
listens(_TOPIC)(is_own)
_items = Notification.__table__.c
_AT = select(_items.id, _items.person_id).where(_items.url == bindparam("at"))
_WITHIN = select(_items.id, _items.person_id).where(
    _items.url >= bindparam("from"), _items.url < bindparam("to")
)
_NOW = constant(
    select(_items.url, _items.person_id).where(
        _items.url >= bindparam("from"),
        _items.url < bindparam("to"),
        _items.created == bindparam("now"),
    )
)


def notify(ctx: Context, *, person_id: str, app_id: str, kind: str, text: str, url: str) -> None:
    """Tell one person of what the caller did. See ``notify_all``."""
    notify_all(ctx, person_ids=(person_id,), app_id=app_id, kind=kind, text=text, url=url)


def notify_me(ctx: Context, *, app_id: str, kind: str, text: str, url: str) -> None:
    """Tell the caller what came of something that they had asked for, such as a reminder."""
    withdraw(ctx, url, ctx.actor.person_id)
    _tell(ctx, ctx.actor.person_id, app_id, kind, text, url)


def notify_all(
    ctx: Context, *, person_ids: Iterable[str], app_id: str, kind: str, text: str, url: str
) -> None:
    """Tell people of what the caller did: each at most once of what lies at one address.

    Nobody is told of their own deeds.

    Args:
        person_ids: whom; all of them may see what happened, which the app has made sure of.
        app_id: where it happened.
        kind: what kind of event, in the app's words.
        text: what the caller did, to be read after their name.
        url: the canonical address of what happened; two events have two.
    """
    known = ctx.session.execute(_AT, {"at": url})
    told = {ctx.actor.person_id, *(item.person_id for item in known)}
    for person_id in dict.fromkeys(person_ids):
        if person_id in told:
            continue
        _tell(ctx, person_id, app_id, kind, text, url)


def _tell(ctx: Context, person_id: str, app_id: str, kind: str, text: str, url: str) -> None:
    item = Notification(
        id=ctx.ids.next_id("N"),
        person_id=person_id,
        app_id=app_id,
        kind=kind,
        actor_id=ctx.actor.person_id,
        text=text,
        url=url,
        created=ctx.clock.now_us(),
        is_read=False,
    )
    insert_row(ctx.session, item)
    ctx.touch(topic_of(person_id))


def told_now(ctx: Context, url: str) -> frozenset[str]:
    """Who was told at this very time of what lies at a canonical address, or at a part of it.

    So an app whose step brings about several events of one thing tells each person of one.
    """
    values = {"from": url, "to": f"{url}\x7f", "now": ctx.clock.now_us()}
    found = rows_of(ctx.session, _NOW, values)
    return frozenset(row.person_id for row in found if row.url[len(url) :][:1] in ("", "#", "?"))


def withdraw(ctx: Context, url: str, person_id: str | None = None) -> None:
    """Tell nobody any more of what lay at a canonical address, since it is gone.

    Args:
        ctx: whose step it is.
        url: the address.
        person_id: for whom alone it is gone; they can be told of it anew.
    """
    items = ctx.session.execute(_AT, {"at": url})
    _withdraw(ctx, [item for item in items if person_id in (None, item.person_id)])


def withdraw_parts(ctx: Context, url: str, person_id: str | None = None) -> None:
    """The same for whatever lay at a part of what is gone: its address, then ``#`` or ``?``."""
    for first, beyond in ("#$", "?@"):
        items = ctx.session.execute(_WITHIN, {"from": f"{url}{first}", "to": f"{url}{beyond}"})
        _withdraw(ctx, [item for item in items if person_id in (None, item.person_id)])


def _withdraw(ctx: Context, items: Sequence[Any]) -> None:
    gone = [item.id for item in items]
    ctx.session.execute(delete(Opening).where(Opening.notification_id.in_(gone)))
    ctx.session.execute(delete(Notification).where(Notification.id.in_(gone)))
    ctx.touch(*(topic_of(item.person_id) for item in items))


def topic_of(person_id: str) -> str:
    """The topic of a person's inbox, for pages that show it."""
    return f"{_TOPIC}:{person_id}"
