"""Direct conversations: which one has, and beginning another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.chat import typed
from workworld.apps.chat.models import Channel
from workworld.apps.chat.pages.blueprint import BLUEPRINT, channel_url
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.apps.chat.service import channels, direct, messages, users
from workworld.apps.chat.service.direct import Opened, Recent
from workworld.apps.chat.times import clock_time, day_name
from workworld.apps.chat.types import CHANNELS, LARGEST_PAGE
from workworld.context import Context
from workworld.directory import people
from workworld.directory.models import Person
from workworld.doors.refused_pages import keep_entered, status_of
from workworld.doors.web import Avatar, nothing, page
from workworld.errors import Conflict, Forbidden, Invalid, NotFound
from workworld.paging import Page

_OFFERED = 8
_PEOPLE = ("U", "W")
"""With what the ids of people begin."""
_SHOWN = 200


@dataclass(frozen=True, slots=True)
class Conversation:
    """A direct conversation in the list of all."""

    id: str
    title: str
    avatars: tuple[Avatar, ...]
    excerpt: str
    when: str
    is_unread: bool


@BLUEPRINT.get("/dm")
def conversations() -> str:
    """The person's direct conversations, the latest first."""
    found = page(direct.recent, _lines, limit=_SHOWN)
    return flask.render_template("conversations.html", sidebar=sidebar(), conversations=found)


@BLUEPRINT.get("/dm/new")
def open_form() -> str:
    """Choose whom to write to, and write; some may be chosen already."""
    return _form(flask.request.args.getlist("person"))


@BLUEPRINT.get("/dm/new/places")
def addressees() -> str:
    """People and channels whose names begin with what was typed, as options of a list."""
    words = flask.request.args.get("q", "")[:64].lstrip("#@").strip()
    if not words:
        return ""
    asked: dict[str, Any] = {"words": words.split(), "kinds": CHANNELS, "exclude_archived": True}
    rooms: Sequence[Channel] = page(channels.list, _found, **asked, limit=LARGEST_PAGE)
    named = sorted(
        (row for row in rooms if words.lower() in row.name),
        key=lambda row: (not row.name.startswith(words.lower()), row.name),
    )
    return flask.render_template(
        "addressees.html",
        people=page(people.search, _offered, text=words, limit=_OFFERED),
        channels=[(row.id, f"#{row.name}") for row in named[:_OFFERED]],
    )


@BLUEPRINT.post("/dm/new")
def open_conversation() -> Any:
    """Go to the conversation with some people, or to a channel, and say there what was written."""
    keep_entered("text")
    wanted = flask.request.form.getlist("person")
    text = flask.request.form.get("text", "").replace("\r\n", "\n").strip()
    try:
        channel_id = _channel_among(wanted) or page(direct.open, _id, user_ids=wanted)
        if text:
            said = {"channel_id": channel_id, "text": text}
            page(messages.post, nothing, accept=typed.accept, **said)
    except (Invalid, Conflict, Forbidden, NotFound) as refused:
        return _form(wanted, refused.message, text), status_of(refused)
    return flask.redirect(channel_url(channel_id), 303)


@BLUEPRINT.get("/dm/<channel_id>")
def conversation(channel_id: str) -> Any:
    """To a conversation's page."""
    return flask.redirect(channel_url(channel_id))


def _form(wanted: Sequence[str], problem: str = "", text: str = "") -> str:
    chosen = page(users.me, lambda ctx, _me: _names(ctx, wanted)) if wanted else ()
    return flask.render_template(
        "new_conversation.html",
        sidebar=sidebar(),
        chosen=chosen,
        problem=problem,
        text=text,
        most=direct.MOST_OTHERS,
    )


def _channel_among(wanted: Sequence[str]) -> str:
    """The channel that is written to; empty if people are.

    Raises:
        Invalid: ``invalid_arguments``, for a channel among others.
    """
    found = [each for each in wanted if not each.startswith(_PEOPLE)]
    if found and len(wanted) > 1:
        raise Invalid("invalid_arguments", "Write to people, or to one channel alone.")
    return found[0] if found else ""


def _names(ctx: Context, wanted: Sequence[str]) -> list[tuple[str, str]]:
    known = {row.id: row.name for row in people.by_ids(ctx.session, wanted).values()}
    known |= channels.visible_labels(ctx, [each for each in wanted if each not in known])
    return [(each, known[each]) for each in wanted if each in known]


def _found(_ctx: Context, found: Page[Channel]) -> Sequence[Channel]:
    return found.items


def _offered(ctx: Context, found: Sequence[Person]) -> list[tuple[Person, Avatar]]:
    return [(row, _avatar(row)) for row in found if row.id != ctx.actor.person_id]


def _id(_ctx: Context, opened: Opened) -> str:
    return opened.channel.id


def _lines(ctx: Context, found: Sequence[Recent]) -> list[Conversation]:
    zone = people.my_zone(ctx)
    today = ctx.clock.now().astimezone(zone).date()

    def when(recent: Recent) -> str:
        moment = recent.moment.astimezone(zone)
        day = day_name(ctx, moment.date(), today)
        return clock_time(ctx, moment) if moment.date() == today else day

    return [
        Conversation(
            recent.channel.id,
            recent.title,
            tuple(_avatar(person) for person in recent.others[:3]) or (_avatar(users.me(ctx)),),
            recent.excerpt,
            when(recent),
            recent.is_unread,
        )
        for recent in found
    ]


def _avatar(person: Person) -> Avatar:
    return Avatar.of(person.id, person.name)
