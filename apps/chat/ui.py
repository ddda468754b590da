"""Chat's pages."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

import flask

from workworld.apps.chat import mrkdwn, stamps
from workworld.apps.chat.lines import MessageLine, anchor_of, lines_of
from workworld.apps.chat.models import Channel, Message
from workworld.apps.chat.service import channels, markers, messages
from workworld.apps.chat.types import LARGEST_PAGE
from workworld.context import Context
from workworld.doors.refused_pages import keep_entered, status_of
from workworld.doors.web import page, signed_in
from workworld.errors import Conflict, Forbidden, Invalid, NotFound, Refused
from workworld.paging import Page
from workworld.permissions import why_not

T = TypeVar("T")

BLUEPRINT = flask.Blueprint("ui", __name__)

PAGE_SIZE = 50


@dataclass(frozen=True, slots=True)
class ChannelLink:
    """A channel in the sidebar."""

    id: str
    name: str
    icon: str
    state: str
    """What the icon says, in words: ``private``, ``announcements only``, or "" for the usual."""
    is_default: bool
    is_unread: bool = False


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
    keep_entered("text")
    typed = flask.request.form.get("text", "")
    arguments: dict[str, Any] = {"channel_id": channel_id, "text": mrkdwn.from_plain(typed)}
    if root is not None:
        arguments["thread_ts"] = _stamp(root)
        arguments["reply_broadcast"] = "broadcast" in flask.request.form
    if file_ids := flask.request.form.getlist("file_id"):
        arguments["file_ids"] = file_ids
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
        anchor = anchor_of(ts)
        url = flask.url_for("ui.thread", channel_id=channel_id, root=beside, _anchor=anchor)
    else:
        url = flask.url_for("ui.channel", channel_id=channel_id, _anchor=anchor_of(ts))
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
    is_newest = not cursor and latest is None
    if is_newest and log.lines:
        _note_seen(channel_id, log.lines[-1].ts)
    thread = None
    if root is not None:
        thread = _all(messages.replies, _in_order, channel_id=channel_id, ts=_stamp(root))
    return flask.render_template(
        "channel.html",
        sidebar=_sidebar(),
        header=header,
        log=log,
        is_newest=is_newest,
        target=target or (thread[0].ts if thread else ""),
        thread=thread,
        unsent=unsent,
    )


def _note_seen(channel_id: str, ts: str) -> None:
    with suppress(Refused):  # such as a full world, which can still be read
        page(markers.see, lambda _ctx, _nothing: None, channel_id=channel_id, ts=ts)


def _stamp(ts: str) -> str:
    """A message's ts from an address; one that cannot be any message's is not found."""
    if not stamps.is_stamp(ts):
        raise NotFound("message_not_found")
    return ts


def _thread_url(channel_id: str, root: str, ts: str) -> str:
    anchor = f"thread-{anchor_of(ts)}"
    return flask.url_for("ui.thread", channel_id=channel_id, root=root, _anchor=anchor)


def _sidebar() -> Sidebar:
    mine = _links(signed_in().person_id)
    return Sidebar(mine, tuple(link for link in _links(None) if link not in mine))


def _links(member_id: str | None) -> tuple[ChannelLink, ...]:
    def links(ctx: Context, found: Page[Channel]) -> Page[ChannelLink]:
        unread = markers.unread(ctx)
        made = [
            ChannelLink(r.id, r.name, *_look(r), r.is_default, r.id in unread) for r in found.items
        ]
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
        read_only=_reason(why_not(ctx, "chat.messages.post", row)),
        threads_read_only=_reason(why_not(ctx, "chat.messages.post.reply", row)),
    )


def _reason(refusal: Refused | None) -> str | None:
    return None if refusal is None else refusal.message


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
    return Log(lines_of(ctx, found.items[::-1]), found.next_cursor)


def _in_order(ctx: Context, found: Page[Message]) -> Page[MessageLine]:
    """A thread's page; every one begins with the parent, which only the first one keeps."""
    rows = list(found.items)
    if ctx.request.arguments["cursor"]:
        rows = rows[1:]
    return Page(lines_of(ctx, rows), found.next_cursor)
