"""Who is in a channel: joining, leaving, adding and removing people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.chat.pages.blueprint import BLUEPRINT, channel_url
from workworld.apps.chat.pages.channel import Unsent, View, shown
from workworld.apps.chat.pages.listings import all_of
from workworld.apps.chat.service import members, users
from workworld.apps.chat.types import LARGEST_PAGE
from workworld.context import Context
from workworld.directory import people
from workworld.directory.models import Person
from workworld.doors.refused_pages import status_of
from workworld.doors.web import Avatar, page
from workworld.errors import Conflict, Forbidden, Invalid, NotFound
from workworld.paging import Page


@dataclass(frozen=True, slots=True)
class MemberLine:
    """A person in a channel."""

    id: str
    name: str
    title: str
    avatar: Avatar
    is_me: bool


@BLUEPRINT.get("/c/<channel_id>/members")
def members_panel(channel_id: str) -> str:
    """A channel with its members beside it."""
    return shown(channel_id, _panel(channel_id))


@BLUEPRINT.post("/c/<channel_id>/join")
def join(channel_id: str) -> Any:
    """Join a channel."""
    page(members.join, _nothing, channel_id=channel_id)
    return flask.redirect(channel_url(channel_id), 303)


@BLUEPRINT.post("/c/<channel_id>/leave")
def leave(channel_id: str) -> Any:
    """Leave a channel; of a private one nothing is to be seen afterwards."""
    page(members.leave, _nothing, channel_id=channel_id)
    return flask.redirect(flask.url_for("ui.index"), 303)


@BLUEPRINT.post("/c/<channel_id>/members")
def add_members(channel_id: str) -> Any:
    """Add people to a channel."""
    wanted = flask.request.form.getlist("person")
    try:
        page(members.invite, _nothing, channel_id=channel_id, user_ids=wanted)
    except (Invalid, Conflict, Forbidden, NotFound) as refused:
        if refused.code == "channel_not_found":
            raise
        view = _panel(channel_id, Unsent("", refused.message, "members"), wanted)
        return shown(channel_id, view), status_of(refused)
    return flask.redirect(flask.url_for("ui.members_panel", channel_id=channel_id), 303)


@BLUEPRINT.post("/c/<channel_id>/members/<person_id>/remove")
def remove_member(channel_id: str, person_id: str) -> Any:
    """Remove somebody from a channel."""
    page(members.remove, _nothing, channel_id=channel_id, user_id=person_id)
    return flask.redirect(flask.url_for("ui.members_panel", channel_id=channel_id), 303)


def _panel(channel_id: str, unsent: Unsent | None = None, wanted: Sequence[str] = ()) -> View:
    """The view with the members beside the channel.

    Args:
        channel_id: whose members.
        unsent: why people were not added.
        wanted: who these were.
    """
    found = all_of(members.list, _lines, channel_id=channel_id, limit=LARGEST_PAGE)
    values = {
        "people": sorted(found, key=lambda line: (line.name, line.id)),
        "chosen": page(users.me, lambda ctx, _me: _names(ctx, wanted)) if wanted else (),
    }
    return View(panel="panel_members.html", unsent=unsent, values=values)


def _lines(ctx: Context, found: Page[Person]) -> Page[MemberLine]:
    lines = [
        MemberLine(
            person.id,
            person.name,
            person.title,
            Avatar.of(person.id, person.name),
            person.id == ctx.actor.person_id,
        )
        for person in found.items
    ]
    return Page(lines, found.next_cursor)


def _names(ctx: Context, wanted: Sequence[str]) -> list[tuple[str, str]]:
    """Ids and names of those among these who exist, as the picker shows them."""
    known = people.by_ids(ctx.session, wanted)
    return [(person_id, known[person_id].name) for person_id in wanted if person_id in known]


def _nothing(_ctx: Context, _result: object) -> None:
    return None
