"""A channel's page: its messages, what stands beside them, and what lies above them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import flask

from workworld.apps.chat import stamps, typed
from workworld.apps.chat.emoji_looks import emoji_look, emoji_shown
from workworld.apps.chat.lines import MessageLine, lines_of
from workworld.apps.chat.models import Bookmark, Channel, Message
from workworld.apps.chat.pages.blueprint import BLUEPRINT, channel_url, stamp_of, thread_url
from workworld.apps.chat.pages.crowds import absent_of, outsiders_of
from workworld.apps.chat.pages.listings import all_of
from workworld.apps.chat.pages.log import PAGE_SIZE, SIZE_BENEATH, log_of
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.apps.chat.pages.sidebar_links import look_of
from workworld.apps.chat.service import (
    bookmarks,
    canvases,
    channels,
    choices,
    documents,
    drafts,
    emoji_choices,
    follows,
    homes,
    links,
    lists,
    markers,
    messages,
    news,
    pins,
    titles,
    workflows,
)
from workworld.apps.chat.service.drafts import Here
from workworld.apps.chat.service.drafts import Unsent as Draft
from workworld.apps.chat.service.message_actions import OFFERED
from workworld.apps.chat.whisper_lines import WhisperLine, whispers_to_me
from workworld.context import Context
from workworld.directory.models import Person
from workworld.doors.file_lines import FileLine
from workworld.doors.web import nothing, page, signed_in
from workworld.errors import Refused
from workworld.links.addresses import rendered
from workworld.offers import Offer
from workworld.paging import Page
from workworld.permissions import can, why_not

_QUICK = 3
"""How many emoji a message's toolbar has."""
_KEPT = ("before", "after")
"""What the address of a channel says of where in its log one is."""
_ON_CHANNELS = {
    "join": "chat.members.join",
    "leave": "chat.members.leave",
    "invite": "chat.members.invite",
    "remove": "chat.members.remove",
    "rename": "chat.channels.rename",
    "set_topic": "chat.channels.set_topic",
    "set_purpose": "chat.channels.set_purpose",
    "archive": "chat.channels.archive",
    "make_private": "chat.channels.make_private",
    "set_posting": "chat.posting.change",
    "set_role": "chat.members.set_role",
    "unarchive": "chat.channels.unarchive",
    "bookmark": "chat.bookmarks.change",
    "canvas": "chat.canvases.create.in_channel",
}


@dataclass(frozen=True, slots=True)
class BookmarkLink:
    """A link in the bar below a channel's head."""

    id: str
    title: str
    link: str
    look: str
    """Its emoji."""
    is_outside: bool
    """Whether it leads out of the company's apps."""


@dataclass(frozen=True, slots=True)
class DocumentTab:
    """A canvas or a list that is a tab of a channel."""

    title: str
    icon: str
    url: str
    is_main: bool
    """Whether it is the channel's own canvas."""


@dataclass(frozen=True, slots=True)
class WorkflowLink:
    """A workflow that people start from the bar below a channel's head."""

    id: str
    name: str
    character: str
    """Its emoji."""


@dataclass(frozen=True, slots=True)
class Header:
    """The head of a channel's page."""

    id: str
    name: str
    label: str
    """The name, with ``#`` before that of a channel."""
    is_direct: bool
    is_app: bool
    """Whether it is a direct conversation with an app."""
    others: tuple[str, ...]
    """Who else is in a direct conversation."""
    icon: str
    state: str
    topic: str
    purpose: str
    members: int
    is_member: bool
    is_archived: bool
    read_only: str | None
    """Why the viewer may not post to the channel, or None."""
    threads_read_only: str | None
    """Why the viewer may not reply in its threads, or None."""
    may: frozenset[str]
    """What the viewer may do with the channel: keys of the table above."""
    pins: int
    actions: tuple[Offer[Message], ...]
    """What other apps offer to do with its messages."""
    frequent: tuple[tuple[str, str], ...]
    """The emoji that the viewer reacts with most: their names and how they look."""
    is_unread: bool
    mentions: int
    """How often the viewer is called in what is unread."""
    is_starred: bool
    is_muted: bool
    documents: tuple[DocumentTab, ...]
    workflows: tuple[WorkflowLink, ...]
    bookmarks: tuple[BookmarkLink, ...] = ()


@dataclass(frozen=True, slots=True)
class Edited:
    """What somebody makes of a message."""

    typed: str
    seen: str
    """When it had been edited last as they began, or as what it says now was shown to them."""
    is_new: bool = False
    """Whether it is anything else than the message says."""
    theirs: str | None = None
    """What the message says by now, if it has changed meanwhile."""


@dataclass(frozen=True, slots=True)
class Unsent:
    """A text that was refused: what was typed, and why it was not sent."""

    typed: str
    problem: str
    place: str
    """Which form it was typed into: ``channel``, ``thread``, ``edit`` …"""
    broadcast: bool = False
    files: tuple[FileLine, ...] = ()
    """Those that were to go with it."""
    priority: str = "standard"
    """How pressing it was to be."""
    asks: bool = False
    """Whether people were to acknowledge it."""
    notice: str = ""
    """What is told to the writer alone instead, as what a command answers."""
    edited: Edited | None = None
    """The message that it was to become, if it was no new one."""


@dataclass(frozen=True, slots=True)
class View:
    """How a channel's page is to be shown.

    Args:
        target: the message that stands out, in the middle of the log.
        root: the parent of the thread beside the channel.
        panel: the template of what stands beside the channel instead, and its values.
        place: the address of the page with that panel.
        dialog: the template of what lies above the page, and its values.
        editing: the message whose text is being changed.
        unsent: what was refused.
    """

    target: str = ""
    root: str | None = None
    panel: str = ""
    place: str = ""
    dialog: str = ""
    editing: str = ""
    unsent: Unsent | None = None
    values: Mapping[str, Any] = field(default_factory=dict)


@BLUEPRINT.get("/")
def index() -> Any:
    """To the default channel, or the first one the person is in."""
    links = sidebar()
    if links.first is None:
        return flask.render_template("no_channels.html", sidebar=links)
    return flask.redirect(channel_url(links.first.id))


@BLUEPRINT.get("/c/<channel_id>")
def channel(channel_id: str) -> str:
    """A channel, at the first message that is new to the person, or else at the end."""
    return shown(channel_id, View())


@BLUEPRINT.get("/c/<channel_id>/m/<ts>")
def at_message(channel_id: str, ts: str) -> Any:
    """A channel with one message in view; a reply opens in its thread."""
    root = root_of(channel_id, ts)
    if root != ts:
        return flask.redirect(thread_url(channel_id, root, _anchor=f"thread-m{stamps.digits(ts)}"))
    return shown(channel_id, View(target=ts))


@BLUEPRINT.get("/c/<channel_id>/t/<root>")
def thread(channel_id: str, root: str) -> str:
    """A channel with a thread beside it."""
    return shown(channel_id, View(root=root))


@BLUEPRINT.get("/archives/<channel_id>/p<int:stamp>")
def permalink(channel_id: str, stamp: int) -> Any:
    """A message's permalink, in the form that the API gives out."""
    signed_in()
    ts = stamps.of(stamp)
    return flask.redirect(flask.url_for("ui.at_message", channel_id=channel_id, ts=ts))


def shown(channel_id: str, view: View) -> str:
    """A channel's page."""
    header = header_of(channel_id)
    is_alone = view.root is None and not view.panel and not view.dialog
    log = log_of(channel_id, target=view.target, size=PAGE_SIZE if is_alone else SIZE_BENEATH)
    below, stance = None, None
    if view.root is not None:
        below = all_of(messages.replies, _in_order, channel_id=channel_id, ts=stamp_of(view.root))
        here: dict[str, Any] = {"channel_id": channel_id, "ts": below[0].ts}
        stance = page(follows.info, lambda _ctx, found: found, **here)
    return flask.render_template(
        "channel.html",
        sidebar=sidebar(),
        header=header,
        log=log,
        target=view.target or (below[0].ts if below else ""),
        thread=below,
        thread_whispers=_whispered(channel_id, [line.ts for line in below or ()]),
        stance=stance,
        view=view,
        unsent=view.unsent,
        place=_place_of(channel_id, view),
        log_place=_log_place_of(channel_id, view),
        emoji_kinds=emoji_choices.kinds(),
        outsiders=outsiders_of(channel_id),
        absent=absent_of(channel_id),
        drafts=page(drafts.here, _to_type, channel_id=channel_id, thread_ts=view.root),
        **view.values,
    )


def _whispered(channel_id: str, stamps_shown: Sequence[str]) -> tuple[WhisperLine, ...]:
    """What was said to the viewer alone in a thread that is shown."""
    if not stamps_shown:
        return ()

    def lines(ctx: Context, _row: Channel) -> tuple[WhisperLine, ...]:
        return whispers_to_me(ctx, channel_id, stamps_shown, stamps_shown[0])

    found: tuple[WhisperLine, ...] = page(channels.info, lines, channel_id=channel_id)
    return found


def header_of(channel_id: str) -> Header:
    """The head of a channel's page."""
    found: Header = page(channels.info, _header, channel_id=channel_id)
    marked = page(bookmarks.list, _bookmarks, channel_id=channel_id)
    return replace(found, bookmarks=marked)


def root_of(channel_id: str, ts: str) -> str:
    """The parent of the thread that a message is in; itself if it is no reply."""
    found: str = page(messages.replies, _root, channel_id=channel_id, ts=stamp_of(ts), limit=1)
    return found


def _root(_ctx: Context, found: Page[Message]) -> str:
    return found.items[0].ts


def _place_of(channel_id: str, view: View) -> str:
    """The address of a page without the dialog above it and the editor within it."""
    if view.root is not None:
        return thread_url(channel_id, view.root)
    if view.panel:
        return view.place
    return _log_place_of(channel_id, view)


def _log_place_of(channel_id: str, view: View) -> str:
    """The address of a page with the same messages and nothing beside them."""
    if view.target:
        return flask.url_for("ui.at_message", channel_id=channel_id, ts=view.target)
    kept = {name: flask.request.args[name] for name in _KEPT if name in flask.request.args}
    return channel_url(channel_id, **kept)


def note_seen(channel_id: str, ts: str) -> None:
    """Note that somebody has seen a channel up to a message, if that can be noted."""
    with suppress(Refused):  # such as a full world, which can still be read
        page(markers.see, nothing, channel_id=channel_id, ts=ts)


def _header(ctx: Context, row: Channel) -> Header:
    icon, state = look_of(row)
    new, choice = news.of(ctx, row.id), choices.mine(ctx).get(row.id)
    return Header(
        id=row.id,
        name=titles.title(ctx, row),
        label=titles.label(ctx, row),
        is_direct=titles.is_direct(row),
        is_app=homes.app_in(ctx, row) is not None,
        others=tuple(person.id for person in _others(ctx, row)),
        icon=icon,
        state=state,
        topic=row.topic,
        purpose=row.purpose,
        members=channels.member_counts(ctx, [row.id]).get(row.id, 0),
        is_member=bool(channels.joined(ctx, [row.id])),
        is_archived=row.is_archived,
        read_only=_reason(why_not(ctx, "chat.messages.post", row)),
        threads_read_only=_reason(why_not(ctx, "chat.messages.post.reply", row)),
        may=frozenset(name for name, action in _ON_CHANNELS.items() if can(ctx, action, row)),
        pins=pins.count(ctx, row.id),
        actions=tuple(OFFERED.all()),
        frequent=tuple(
            (each.name, emoji_shown(each.name, each.picture))
            for each in emoji_choices.frequent(ctx)[:_QUICK]
        ),
        is_unread=new is not None and new.is_unread,
        mentions=new.mentions if new else 0,
        is_starred=choice is not None and choice.is_starred,
        is_muted=choice is not None and choice.is_muted,
        documents=_documents(ctx, row.id),
        workflows=tuple(
            WorkflowLink(each.id, each.name, emoji_look(ctx, each.icon))
            for each in workflows.startable(ctx, row.id)
        ),
    )


def _documents(ctx: Context, channel_id: str) -> tuple[DocumentTab, ...]:
    found = (*canvases.of_channel(ctx, channel_id), *lists.of_channel(ctx, channel_id))
    return tuple(
        DocumentTab(
            row.title,
            links.ICONS[row.kind],
            rendered(ctx, documents.address_of(ctx, row)),
            row.is_main,
        )
        for row in found
    )


def _others(ctx: Context, row: Channel) -> Sequence[Person]:
    return titles.others_in(ctx, [row.id])[row.id] if titles.is_direct(row) else ()


def _bookmarks(ctx: Context, rows: Sequence[Bookmark]) -> tuple[BookmarkLink, ...]:
    return tuple(
        BookmarkLink(
            row.id,
            row.title,
            rendered(ctx, row.link),
            emoji_look(ctx, row.emoji),
            is_outside=rendered(ctx, row.link) == row.link,
        )
        for row in rows
    )


def _reason(refusal: Refused | None) -> str | None:
    return None if refusal is None else refusal.message


def _in_order(ctx: Context, found: Page[Message]) -> Page[MessageLine]:
    """A thread's page; every one begins with the parent, which only the first one keeps."""
    rows = list(found.items)
    if ctx.request.arguments["cursor"]:
        rows = rows[1:]
    return Page(lines_of(ctx, rows), found.next_cursor)


def _to_type(ctx: Context, found: Here) -> Here:
    """What waits in composers, as it would be typed."""

    def as_typed(each: Draft | None) -> Draft | None:
        if each is None or each.is_typed:
            return each
        return replace(each, text=typed.written(ctx, each.text))

    return Here(as_typed(found.channel), as_typed(found.thread))
