"""Direct conversations: which one has, and beginning another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.chat.pages.blueprint import BLUEPRINT, channel_url
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.apps.chat.service import direct, users
from workworld.apps.chat.service.direct import Opened, Recent
from workworld.context import Context
from workworld.directory import people
from workworld.directory.models import Person
from workworld.doors.refused_pages import status_of
from workworld.doors.times import clock_time, day_name
from workworld.doors.web import Avatar, page
from workworld.errors import Conflict, Forbidden, Invalid, NotFound

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
    """Choose whom to write to; some may be chosen already."""
    return _form(flask.request.args.getlist("person"))


@BLUEPRINT.post("/dm/new")
def open_conversation() -> Any:
    """Go to the conversation with some people, which begins if there was none."""
    wanted = flask.request.form.getlist("person")
    try:
        channel_id = page(direct.open, _id, user_ids=wanted)
    except (Invalid, Conflict, Forbidden, NotFound) as refused:
        return _form(wanted, refused.message), status_of(refused)
    return flask.redirect(channel_url(channel_id), 303)


@BLUEPRINT.get("/dm/<channel_id>")
def conversation(channel_id: str) -> Any:
    """To a conversation's page."""
    return flask.redirect(channel_url(channel_id))


def _form(wanted: Sequence[str], problem: str = "") -> str:
    chosen = page(users.me, lambda ctx, _me: _names(ctx, wanted)) if wanted else ()
    return flask.render_template(
        "new_conversation.html",
        sidebar=sidebar(),
        chosen=chosen,
        problem=problem,
        most=direct.MOST_OTHERS,
    )


def _names(ctx: Context, wanted: Sequence[str]) -> list[tuple[str, str]]:
    known = people.by_ids(ctx.session, wanted)
    return [(person_id, known[person_id].name) for person_id in wanted if person_id in known]


def _id(_ctx: Context, opened: Opened) -> str:
    return opened.channel.id


def _lines(ctx: Context, found: Sequence[Recent]) -> list[Conversation]:
    zone = people.my_zone(ctx)
    today = ctx.clock.now().astimezone(zone).date()

    def when(recent: Recent) -> str:
        moment = recent.moment.astimezone(zone)
        day = day_name(moment.date(), today)
        return clock_time(moment) if moment.date() == today else day

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
