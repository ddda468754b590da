"""What the signed-in person was told of: the bell, and the page behind it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any
from zoneinfo import ZoneInfo  # noqa: TID251 - the type alone

import flask

from workworld import loading
from workworld.clock import from_microseconds
from workworld.context import Context
from workworld.directory import people
from workworld.directory.models import Person
from workworld.doors.times import clock_time, day_name
from workworld.doors.web import Avatar, nothing, page
from workworld.errors import NotFound
from workworld.links.addresses import rendered
from workworld.links.cards import unfurl
from workworld.manifest import App
from workworld.notifications import inbox
from workworld.paging import Page

BLUEPRINT = flask.Blueprint("notifications", __name__)

PAGE_SIZE = 25
_WHICH = {"direct": "but_kinds", "watching": "kinds"}
"""What calls the person, or is of what they watch: which argument holds the kinds of the latter."""


@dataclass(frozen=True, slots=True)
class Line:
    """One notification on the page, in the viewer's time zone."""

    id: str
    actor: str
    avatar: Avatar
    text: str
    excerpt: str
    """What of it the viewer may read now; empty if that is nothing any more."""
    app: App
    time: str
    iso: str
    is_read: bool


@dataclass(frozen=True, slots=True)
class Day:
    """The notifications of one day."""

    name: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Tab:
    """The notifications of one app, or of all."""

    app_id: str
    title: str
    unread: int


@BLUEPRINT.get("/notifications")
def show() -> str:
    """The notifications, newest first."""
    wanted = flask.request.args
    app_id, only_unread = wanted.get("app", ""), wanted.get("show") == "unread"
    cursor, watched = wanted.get("cursor", ""), _watched_kinds(app_id)
    which = wanted.get("which", "") if watched and wanted.get("which") in _WHICH else ""
    kinds: dict[str, Any] = {_WHICH[which]: watched} if which else {}
    found: Page[Day] = page(
        inbox.list,
        days_of,
        app_id=app_id,
        only_unread=only_unread,
        limit=PAGE_SIZE,
        cursor=cursor,
        **kinds,
    )
    unread = _unread()
    return flask.render_template(
        "notifications.html",
        days=found.items,
        older=found.next_cursor,
        tabs=_tabs(unread),
        unread=unread.get(app_id, 0) if app_id else sum(unread.values()),
        chosen_app=app_id,
        only_unread=only_unread,
        which=which,
        has_watched=bool(watched),
        cursor=cursor,
    )


@BLUEPRINT.get("/notifications/bell")
def bell() -> str:
    """The bell by itself, with how many are unread."""
    return flask.render_template("bell.html", unread=sum(_unread().values()))


@BLUEPRINT.get("/notifications/<notification_id>")
def open(notification_id: str) -> Any:
    """To what a notification is about; it counts as read from then on."""
    return flask.redirect(page(inbox.open, rendered, notification_id=notification_id))


@BLUEPRINT.post("/notifications/read")
def mark_all_read() -> Any:
    """Mark all as read, or all of one app."""
    page(inbox.mark_all_read, nothing, app_id=flask.request.form.get("app", ""))
    return _back()


@BLUEPRINT.post("/notifications/<notification_id>/<state>")
def mark(notification_id: str, state: str) -> Any:
    """Mark one as read or unread."""
    marks = {"read": inbox.mark_read, "unread": inbox.mark_unread}
    if state not in marks:
        raise NotFound("not_found")
    page(marks[state], nothing, notification_id=notification_id)
    return _back()


def _back() -> Any:
    """To the same notifications as before."""
    kept = {name: flask.request.form.get(name, "") for name in ("app", "show", "which", "cursor")}
    given: dict[str, Any] = {name: value for name, value in kept.items() if value}
    url = flask.url_for("notifications.show", **given)
    return flask.redirect(url, 303)


def _unread() -> dict[str, int]:
    found: dict[str, int] = page(inbox.count, lambda _ctx, counts: dict(counts))
    return found


def _watched_kinds(app_id: str) -> tuple[str, ...]:
    return next((app.watched_kinds for app in loading.apps() if app.id == app_id), ())


def _tabs(unread: dict[str, int]) -> tuple[Tab, ...]:
    each = (Tab(app.id, app.title, unread.get(app.id, 0)) for app in loading.apps())
    return (Tab("", "All", sum(unread.values())), *each)


def days_of(ctx: Context, found: Page[inbox.Notice]) -> Page[Day]:
    """Notifications as a page shows them, day by day."""
    known = people.by_ids(ctx.session, (item.actor_id for item in found.items))
    zone = people.my_zone(ctx)
    today = ctx.clock.now().astimezone(zone).date()

    def day_of(item: inbox.Notice) -> str:
        return day_name(from_microseconds(item.created).astimezone(zone).date(), today)

    days = groupby(found.items, day_of)
    made = [
        Day(name, tuple(_line(ctx, item, known[item.actor_id], zone) for item in items))
        for name, items in days
    ]
    return Page(made, found.next_cursor)


def _line(ctx: Context, item: inbox.Notice, actor: Person, zone: ZoneInfo) -> Line:
    card = unfurl(ctx, item.url)
    moment = from_microseconds(item.created).astimezone(zone)
    return Line(
        id=item.id,
        actor="You" if actor.id == ctx.actor.person_id else actor.name,
        avatar=Avatar.of(actor.id, actor.name),
        text=item.text,
        excerpt=card.subtitle if card else "",
        app=next(app for app in loading.apps() if app.id == item.app_id),
        time=clock_time(moment),
        iso=moment.isoformat(timespec="seconds"),
        is_read=item.is_read,
    )
