"""Browsing: which channels there are, and who works here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.chat.models import Channel
from workworld.apps.chat.pages.asked import chosen
from workworld.apps.chat.pages.blueprint import BLUEPRINT
from workworld.apps.chat.pages.channel_listings import ChannelListing
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.apps.chat.pages.sidebar_links import look_of
from workworld.apps.chat.service import browsing, channels
from workworld.context import Context
from workworld.directory import people, teams
from workworld.directory.models import Person, Team
from workworld.doors.web import Avatar, page
from workworld.paging import NumberedPage, Page
from workworld.permissions import can

SHOWN = {"all": "All channels", "mine": "My channels", "other": "Others", "archived": "Archived"}
ROLES = {
    "": "Everybody",
    "admins": "Admins",
    "members": "Members",
    "guests": "Guests",
}
_TITLES = {
    "owner": "Workspace owner",
    "admin": "Workspace admin",
    "guest": "Guest",
    "single_guest": "Guest of one channel",
}
_MOST_PEOPLE = 50


@dataclass(frozen=True, slots=True)
class ChannelCard:
    """A channel in the list of all."""

    id: str
    name: str
    icon: str
    state: str
    purpose: str
    members: int
    is_mine: bool
    may_join: bool


@dataclass(frozen=True, slots=True)
class PersonCard:
    """A person in the list of all."""

    id: str
    name: str
    display_name: str
    title: str
    team: str
    role: str
    """What they are besides a member, in words; empty for most."""
    avatar: Avatar


@BLUEPRINT.get("/channels")
def all_channels() -> Any:
    """All channels: where they were once."""
    shown = "archived" if "archived" in flask.request.args else "all"
    words = flask.request.args.get("q", "")
    return flask.redirect(flask.url_for("ui.browse", q=words, show=shown))


@BLUEPRINT.get("/browse/channels")
def browse() -> str:
    """The channels that the person may see, a page of them."""
    return browse_page("channels.html")


def browse_page(template: str, **values: Any) -> str:
    """The same, with what lies above it."""
    listing = ChannelListing.asked("ui.browse", SHOWN)
    found: NumberedPage[ChannelCard] = page(browsing.find, _cards, **listing.wanted())
    return flask.render_template(
        template, **values, sidebar=sidebar(), found=found, listing=listing
    )


@BLUEPRINT.get("/browse/people")
def browse_people() -> str:
    """The people who work here, a page of them, or those with the words that were asked for."""
    given = flask.request.args
    words, role = given.get("q", "").strip(), chosen("role", ROLES, "")
    names: dict[str, str] = page(teams.list, _team_names)
    team = given.get("team", "") if given.get("team") in names else ""
    asked: dict[str, Any] = {"team_id": team or None, "role": role or None}
    if words:
        rows = page(people.search, _people, text=words[:200], limit=_MOST_PEOPLE, **asked)
        found = Page(rows, None)
    else:
        cursor = given.get("cursor", "")
        found = page(people.list, _people_page, limit=_MOST_PEOPLE, cursor=cursor, **asked)

    def address(**changed: str) -> str:
        values: dict[str, Any] = {"q": words, "team": team, "role": role, **changed}
        return flask.url_for("ui.browse_people", **values)

    return flask.render_template(
        "browse_people.html",
        sidebar=sidebar(),
        found=found,
        words=words,
        team=team,
        teams=names,
        role=role,
        roles=ROLES,
        address=address,
    )


def role_in_words(role: str) -> str:
    """What somebody is besides a member; empty for most."""
    return _TITLES.get(role, "")


def _cards(ctx: Context, found: NumberedPage[Channel]) -> NumberedPage[ChannelCard]:
    ids = [row.id for row in found.items]
    mine, counts = channels.joined(ctx, ids), channels.member_counts(ctx, ids)
    cards = [
        ChannelCard(
            row.id,
            row.name,
            *look_of(row),
            row.purpose,
            counts.get(row.id, 0),
            row.id in mine,
            row.id not in mine and can(ctx, "chat.members.join", row),
        )
        for row in found.items
    ]
    return NumberedPage(cards, found.total, found.number, found.size)


def _people(ctx: Context, rows: Sequence[Person]) -> tuple[PersonCard, ...]:
    names = teams.names(ctx.session)
    return tuple(
        PersonCard(
            row.id,
            row.name,
            row.display_name,
            row.title,
            names[row.team_id],
            role_in_words(row.role),
            Avatar.of(row.id, row.name),
        )
        for row in rows
    )


def _people_page(ctx: Context, found: Page[Person]) -> Page[PersonCard]:
    return Page(_people(ctx, found.items), found.next_cursor)


def _team_names(_ctx: Context, rows: Sequence[Team]) -> dict[str, str]:
    return {row.id: row.name for row in rows}
