"""Chat's pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, TypeVar
from zoneinfo import ZoneInfo  # noqa: TID251 - the type alone

import flask
from markupsafe import Markup

from workworld.apps.chat import mrkdwn, stamps
from workworld.apps.chat.models import Channel, Message
from workworld.apps.chat.mrkdwn import Names
from workworld.apps.chat.service import channels, messages
from workworld.apps.chat.service.messages import Thread
from workworld.context import Context
from workworld.directory import people
from workworld.directory.models import Person
from workworld.doors.web import Avatar, page, signed_in, status_of
from workworld.errors import Conflict, Forbidden, Invalid, NotFound
from workworld.paging import Page

T = TypeVar("T")

BLUEPRINT = flask.Blueprint("ui", __name__)

PAGE_SIZE = 50
LARGEST_PAGE = 1000
_GROUP_SECONDS = 300
_MOST_FACES = 3


@dataclass(frozen=True, slots=True)
class ChannelLink:
    """A channel in the sidebar."""

    id: str
    name: str
    icon: str
    state: str
    """What the icon says, in words: ``private``, ``announcements only``, or "" for the usual."""
    is_default: bool


@dataclass(frozen=True, slots=True)
class Sidebar:
    """The channels that a person sees, those they are in first."""

    mine: tuple[ChannelLink, ...]
    others: tuple[ChannelLink, ...]


@dataclass(frozen=True, slots=True)
class Header:
    """The head of a channel's page."""

    id: str
    name: str
    icon: str
    state: str
    topic: str
    members: int
    read_only: str | None
    """Why the viewer may not post to the channel, or None."""
    threads_read_only: str | None
    """Why the viewer may not reply in its threads, or None."""


@dataclass(frozen=True, slots=True)
class Replies:
    """What a parent shows of its thread."""

    count: int
    last: str
    faces: tuple[Avatar, ...]


@dataclass(frozen=True, slots=True)
class MessageLine:
    """One message as a page shows it, in the viewer's time zone."""

    ts: str
    anchor: str
    author: str
    avatar: Avatar
    time: str
    iso: str
    day: str
    html: Markup
    starts_group: bool
    new_day: str | None
    """The heading above it when it is the first of a day."""
    thread: Replies | None
    in_thread: str | None
    """The parent's ts, for a reply that was also sent to the channel."""


@dataclass(frozen=True, slots=True)
class Log:
    """A page of messages, oldest first."""

    lines: tuple[MessageLine, ...]
    older: str | None
    """The cursor of the page before this one."""


@dataclass(frozen=True, slots=True)
class Unsent:
    """A message that was refused: what was typed, and why it was not sent."""

    typed: str
    problem: str
    in_thread: bool
    broadcast: bool


@BLUEPRINT.get("/")
def index() -> Any:
    """To the default channel, or the first one the person is in."""
    sidebar = _sidebar()
    links = [*sidebar.mine, *sidebar.others]
    if not links:
        return flask.render_template("no_channels.html", sidebar=sidebar)
    first = next((link for link in sidebar.mine if link.is_default), links[0])
    return flask.redirect(flask.url_for("ui.channel", channel_id=first.id))


@BLUEPRINT.get("/c/<channel_id>")
def channel(channel_id: str) -> str:
    """A channel, at its newest messages or at those before a cursor."""
    return _channel_page(channel_id, cursor=flask.request.args.get("before", ""))


@BLUEPRINT.get("/c/<channel_id>/m/<ts>")
def at_message(channel_id: str, ts: str) -> Any:
    """A channel with one message in view; a reply opens in its thread."""
    target = page(messages.replies, _target, channel_id=channel_id, ts=_stamp(ts), limit=1)
    if target != ts:
        return flask.redirect(_thread_url(channel_id, target, ts))
    return _channel_page(channel_id, latest=ts, target=ts)


@BLUEPRINT.get("/c/<channel_id>/t/<root>")
def thread(channel_id: str, root: str) -> str:
    """A channel with a thread beside it."""
    return _channel_page(channel_id, root=root)


@BLUEPRINT.get("/archives/<channel_id>/p<int:stamp>")
def permalink(channel_id: str, stamp: int) -> Any:
    """A message's permalink, in the form that the API gives out."""
    ts = stamps.of(stamp)
    return flask.redirect(flask.url_for("ui.at_message", channel_id=channel_id, ts=ts))


@BLUEPRINT.get("/c/<channel_id>/messages")
def after_refused_post(channel_id: str) -> Any:
    """Where a browser stands after a refused post: reloading leads back to the channel."""
    return flask.redirect(flask.url_for("ui.channel", channel_id=channel_id))


@BLUEPRINT.get("/c/<channel_id>/t/<root>/messages")
def after_refused_reply(channel_id: str, root: str) -> Any:
    """Where a browser stands after a refused reply: reloading leads back to the thread."""
    return flask.redirect(flask.url_for("ui.thread", channel_id=channel_id, root=root))


@BLUEPRINT.post("/c/<channel_id>/messages")
def post(channel_id: str) -> Any:
    """Post a message to the channel."""
    return _post(channel_id)


@BLUEPRINT.post("/c/<channel_id>/t/<root>/messages")
def reply(channel_id: str, root: str) -> Any:
    """Post a reply to a thread."""
    return _post(channel_id, root)


def _post(channel_id: str, root: str | None = None) -> Any:
    typed = flask.request.form.get("text", "")
    arguments: dict[str, Any] = {"channel_id": channel_id, "text": mrkdwn.from_plain(typed)}
    if root is not None:
        arguments["thread_ts"] = _stamp(root)
        arguments["reply_broadcast"] = "broadcast" in flask.request.form
    try:
        ts = page(messages.post, lambda _ctx, row: row.ts, **arguments)
    except NotFound:
        raise
    except (Invalid, Forbidden, Conflict) as refused:
        # Nothing typed is lost: the page comes back with the text and the reason.
        broadcast = "broadcast" in flask.request.form
        unsent = Unsent(typed, refused.message, root is not None, broadcast)
        return _channel_page(channel_id, root=root, unsent=unsent), status_of(refused)
    beside = flask.request.form.get("beside", "")
    if root is not None:
        url = _thread_url(channel_id, root, ts)
    elif stamps.is_stamp(beside):  # the thread that stood open beside the channel stays open
        anchor = _anchor(ts)
        url = flask.url_for("ui.thread", channel_id=channel_id, root=beside, _anchor=anchor)
    else:
        url = flask.url_for("ui.channel", channel_id=channel_id, _anchor=_anchor(ts))
    return flask.redirect(url, 303)


def _channel_page(
    channel_id: str,
    *,
    cursor: str = "",
    latest: str | None = None,
    target: str = "",
    root: str | None = None,
    unsent: Unsent | None = None,
) -> str:
    header = page(channels.info, _header, channel_id=channel_id)
    arguments: dict[str, Any] = {"channel_id": channel_id, "limit": PAGE_SIZE, "cursor": cursor}
    if latest is not None:
        arguments |= {"latest": latest, "inclusive": True}
    log = page(messages.history, _newest_last, **arguments)
    thread = None
    if root is not None:
        thread = _all(messages.replies, _in_order, channel_id=channel_id, ts=_stamp(root))
    return flask.render_template(
        "channel.html",
        sidebar=_sidebar(),
        header=header,
        log=log,
        is_newest=not cursor and latest is None,
        target=target or (thread[0].ts if thread else ""),
        thread=thread,
        unsent=unsent,
    )


def _stamp(ts: str) -> str:
    """A message's ts from an address; one that cannot be any message's is not found."""
    if not stamps.is_stamp(ts):
        raise NotFound("message_not_found")
    return ts


def _thread_url(channel_id: str, root: str, ts: str) -> str:
    anchor = f"thread-{_anchor(ts)}"
    return flask.url_for("ui.thread", channel_id=channel_id, root=root, _anchor=anchor)


def _sidebar() -> Sidebar:
    mine = _links(signed_in().person_id)
    return Sidebar(mine, tuple(link for link in _links(None) if link not in mine))


def _links(member_id: str | None) -> tuple[ChannelLink, ...]:
    def links(_ctx: Context, found: Page[Channel]) -> Page[ChannelLink]:
        made = [ChannelLink(r.id, r.name, *_look(r), r.is_default) for r in found.items]
        return Page(made, found.next_cursor)

    return _all(
        channels.list,
        links,
        kinds=("public", "private"),
        member_id=member_id,
        exclude_archived=True,
        limit=LARGEST_PAGE,
    )


def _all(
    function: Callable[..., Any], present: Callable[..., Page[T]], **arguments: Any
) -> tuple[T, ...]:
    """Every row of a listing, page by page."""
    rows: list[T] = []
    cursor: str | None = ""
    while cursor is not None:
        found: Page[T] = page(function, present, cursor=cursor, **arguments)
        rows += found.items
        cursor = found.next_cursor
    return tuple(rows)


def _header(ctx: Context, row: Channel) -> Header:
    icon, state = _look(row)
    return Header(
        id=row.id,
        name=row.name,
        icon=icon,
        state=state,
        topic=row.topic,
        members=channels.member_counts(ctx, [row.id]).get(row.id, 0),
        read_only=messages.why_read_only(ctx, row, in_thread=False),
        threads_read_only=messages.why_read_only(ctx, row, in_thread=True),
    )


def _look(row: Channel) -> tuple[str, str]:
    """A channel's icon, and what it says in words."""
    if row.is_archived:
        return "archive", "archived"
    if row.posting == "admins":
        return "megaphone", "announcements only"
    return ("lock", "private") if row.kind == "private" else ("hash", "")


def _target(_ctx: Context, found: Page[Message]) -> str:
    return found.items[0].ts


def _newest_last(ctx: Context, found: Page[Message]) -> Log:
    return Log(_lines(ctx, list(reversed(found.items))), found.next_cursor)


def _in_order(ctx: Context, found: Page[Message]) -> Page[MessageLine]:
    """A thread's page; every one begins with the parent, which only the first one keeps."""
    rows = list(found.items)
    if ctx.request.arguments["cursor"]:
        rows = rows[1:]
    return Page(_lines(ctx, rows), found.next_cursor)


def _lines(ctx: Context, rows: list[Message]) -> tuple[MessageLine, ...]:
    if not rows:
        return ()
    threads = messages.threads(ctx, rows[0].channel_id, [row.ts for row in rows])
    ids = {row.author_id for row in rows} | {
        who for row in rows for who in mrkdwn.people_in(row.text)
    }
    ids |= {who for thread in threads.values() for who in thread.people}
    known = people.by_ids(ctx.session, ids)
    view = _View(
        zone=people.zone_of(people.me(ctx)),
        now=ctx.clock.now(),
        people=known,
        names=_names(ctx, known, rows),
        threads=threads,
    )
    previous: Message | None = None
    lines = []
    for row in rows:
        lines.append(view.line(row, previous))
        previous = row
    return tuple(lines)


def _names(ctx: Context, known: dict[str, Person], rows: list[Message]) -> Names:
    wanted = {found for row in rows for found in mrkdwn.channels_in(row.text)}
    seen = channels.visible_names(ctx, sorted(wanted))
    return Names(
        {person.id: person.display_name for person in known.values()},
        seen,
        lambda channel_id: flask.url_for("ui.channel", channel_id=channel_id),
        ctx.actor.person_id,
    )


@dataclass(frozen=True, slots=True)
class _View:
    """What the lines of one page are made with."""

    zone: ZoneInfo
    now: datetime
    people: dict[str, Person]
    names: Names
    threads: dict[str, Thread]

    def line(self, row: Message, previous: Message | None) -> MessageLine:
        moment = self._moment(row.ts)
        author = self.people[row.author_id]
        new_day = previous is None or self._moment(previous.ts).date() != moment.date()
        return MessageLine(
            ts=row.ts,
            anchor=_anchor(row.ts),
            author=author.display_name,
            avatar=Avatar.of(author.id, author.name),
            time=_clock_time(moment),
            iso=moment.isoformat(),
            day=_day(moment.date(), self._today(), relative=False),
            html=mrkdwn.to_html(row.text, self.names),
            starts_group=new_day or not self._continues(row, previous),
            new_day=_day(moment.date(), self._today()) if new_day else None,
            thread=self._replies(row),
            in_thread=row.thread_ts,
        )

    def _continues(self, row: Message, previous: Message | None) -> bool:
        """Whether it stands below the author's previous message without a name of its own."""
        if previous is None or previous.author_id != row.author_id or row.is_broadcast:
            return False
        if previous.ts in self.threads:
            return False
        return float(row.ts) - float(previous.ts) < _GROUP_SECONDS

    def _replies(self, row: Message) -> Replies | None:
        thread = self.threads.get(row.ts)
        if thread is None:
            return None
        moment = self._moment(thread.latest_reply)
        faces = (self.people[who] for who in thread.people[:_MOST_FACES])
        return Replies(
            thread.reply_count,
            f"{_day(moment.date(), self._today())} at {_clock_time(moment)}",
            tuple(Avatar.of(person.id, person.name) for person in faces),
        )

    def _today(self) -> date:
        return self.now.astimezone(self.zone).date()

    def _moment(self, ts: str) -> datetime:
        return stamps.moment(ts).astimezone(self.zone)


def _anchor(ts: str) -> str:
    return f"m{stamps.digits(ts)}"


def _clock_time(moment: datetime) -> str:
    return f"{moment.hour % 12 or 12}:{moment.minute:02} {'AM' if moment.hour < 12 else 'PM'}"


def _day(day: date, today: date, *, relative: bool = True) -> str:
    """``Today``, ``Yesterday`` or ``Monday, March 2``, with the year when it is another one."""
    if relative and (age := (today - day).days) in (0, 1):
        return "Yesterday" if age else "Today"
    text = f"{day:%A}, {day:%B} {day.day}"
    return text if day.year == today.year else f"{text}, {day.year}"
