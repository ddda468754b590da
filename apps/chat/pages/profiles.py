"""A person's profile, beside the channel in which somebody came across them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import flask

from workworld.apps.chat.emoji_looks import emoji_look
from workworld.apps.chat.models import Message
from workworld.apps.chat.pages.blueprint import BLUEPRINT, stamp_of
from workworld.apps.chat.pages.browse import role_in_words
from workworld.apps.chat.pages.channel import View, shown
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.apps.chat.service import messages, presence
from workworld.apps.chat.service.presence import Presence
from workworld.apps.chat.times import clock_time
from workworld.context import Context
from workworld.directory import people
from workworld.directory.models import AccountKind, Person
from workworld.directory.sight import knows
from workworld.doors.web import Avatar, page
from workworld.permissions import can


@dataclass(frozen=True, slots=True)
class Profile:
    """What colleagues know of an account."""

    id: str
    name: str
    display_name: str
    pronouns: str
    title: str
    avatar: Avatar
    badges: tuple[str, ...]
    time: str
    """What time it is where they are."""
    zone: str
    team: str
    manager: tuple[str, str] | None
    """Id and name."""
    email: str
    phone: str
    handle: str
    may_edit: bool
    may_message: bool


@BLUEPRINT.get("/u/<person_id>")
def profile(person_id: str) -> Any:
    """A profile beside a channel: the one that is named, else the one to begin with."""
    found, there = page(people.info, _card_of, person_id=person_id)
    beside = flask.request.args.get("beside") or getattr(sidebar().first, "id", "")
    if not beside:
        return flask.redirect(flask.url_for("ui.index"))
    place = flask.url_for("ui.profile", person_id=person_id, beside=beside)
    values = {"profile": found, "there": there}
    return shown(beside, View(panel="panel_profile.html", place=place, values=values))


@BLUEPRINT.get("/u/<person_id>/card")
def person_card(person_id: str) -> str:
    """The card of somebody whose name is pointed at: a part of other pages."""
    profile, there = page(people.info, _card_of, person_id=person_id)
    beside = flask.request.args.get("beside")
    return flask.render_template("person_card.html", profile=profile, there=there, beside=beside)


@BLUEPRINT.get("/c/<channel_id>/m/<ts>/author")
def author(channel_id: str, ts: str) -> Any:
    """To the profile of whoever wrote a message, beside its channel."""
    person_id = page(messages.permalink, _author, channel_id=channel_id, ts=stamp_of(ts))
    address = flask.url_for("ui.profile", person_id=person_id, beside=channel_id)
    return flask.redirect(address)


def _card_of(ctx: Context, row: Person) -> tuple[Profile, Presence | None]:
    """A profile, and whether its owner is there; leavers and apps are nowhere."""
    is_somebody = row.kind == AccountKind.PERSON and not row.is_deactivated
    there = presence.presence_of(ctx, [row.id])[row.id] if is_somebody else None
    if there is not None:
        there = replace(there, emoji=emoji_look(ctx, there.emoji))
    return profile_of(ctx, row), there


def _author(_ctx: Context, row: Message) -> str:
    return row.author_id


def profile_of(ctx: Context, row: Person) -> Profile:
    """An account as its profile shows it."""
    here = ctx.clock.now().astimezone(people.zone_of(row))
    manager = row.manager_id if row.manager_id and knows(ctx, row.manager_id) else None
    above = people.by_ids(ctx.session, [manager]) if manager else {}
    return Profile(
        id=row.id,
        name=row.name,
        display_name=row.display_name if row.display_name != row.name else "",
        pronouns=row.pronouns,
        title=row.title,
        avatar=Avatar.of(row.id, row.name),
        badges=tuple(filter(None, (role_in_words(row.role), _state(row)))),
        time=clock_time(ctx, here),
        zone=row.zone.replace("_", " "),
        team=row.team.name,
        manager=next(((each.id, each.name) for each in above.values()), None),
        email=row.email,
        phone=row.phone,
        handle=row.handle,
        may_edit=can(ctx, "directory.people.update_profile", row),
        may_message=not row.is_deactivated,
    )


def _state(row: Person) -> str:
    if row.is_deactivated:
        return "Deactivated"
    return "App" if row.kind == AccountKind.BOT else ""
