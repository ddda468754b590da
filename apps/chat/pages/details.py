"""A channel's details above its page: what it is, who is in it, and what holds there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import flask

from workworld.apps.chat.models import Channel
from workworld.apps.chat.pages.blueprint import BLUEPRINT
from workworld.apps.chat.pages.channel import Unsent, View, shown
from workworld.apps.chat.pages.listings import all_of
from workworld.apps.chat.service import channels, members, posting, retention, titles, users
from workworld.apps.chat.types import LARGEST_PAGE
from workworld.context import Context
from workworld.directory import people
from workworld.directory.models import GUESTS, AccountKind, Person
from workworld.doors.web import Avatar, page
from workworld.errors import NotFound
from workworld.paging import Page
from workworld.permissions import can

TABS = {
    "about": "About",
    "members": "Members",
    "integrations": "Integrations",
    "settings": "Settings",
}
FIELDS = ("name", "topic", "purpose")
"""What is said of a channel and changed one by one."""


@dataclass(frozen=True, slots=True)
class MemberLine:
    """A person in a channel."""

    id: str
    name: str
    title: str
    avatar: Avatar
    is_me: bool
    is_admin: bool
    """Of the channel."""
    is_guest: bool
    is_deactivated: bool
    is_bot: bool


@dataclass(frozen=True, slots=True)
class About:
    """What the details say of a channel."""

    is_direct: bool
    creator: str
    created: str
    posting: str
    replying: str
    posters: tuple[tuple[str, str], ...]
    """Ids and names of those who may post besides admins."""
    kept: str
    """How long its messages are kept: ``for ever``, ``for 30 days``."""
    may_limit: bool
    """Whether the person says how long that is."""


@BLUEPRINT.get("/c/<channel_id>/details/<tab>")
def details(channel_id: str, tab: str) -> str:
    """A channel with its details above it."""
    if tab not in TABS:
        raise NotFound("page_not_found")
    return shown(channel_id, details_view(channel_id, tab))


@BLUEPRINT.get("/c/<channel_id>/about")
def about_panel(channel_id: str) -> Any:
    """What is said of a channel: where it was once."""
    return flask.redirect(details_url(channel_id, "about"))


@BLUEPRINT.get("/c/<channel_id>/members")
def members_panel(channel_id: str) -> Any:
    """Who is in a channel: where they were once."""
    return flask.redirect(details_url(channel_id, "members"))


def details_url(channel_id: str, tab: str) -> str:
    """The address of a tab of a channel's details."""
    return flask.url_for("ui.details", channel_id=channel_id, tab=tab)


def details_view(
    channel_id: str,
    tab: str,
    unsent: Unsent | None = None,
    *,
    wanted: Sequence[str] = (),
    values: Mapping[str, Any] | None = None,
) -> View:
    """The view with the details above the channel.

    Args:
        channel_id: whose.
        tab: one of ``TABS``.
        unsent: what was refused, in a form of the tab.
        wanted: the people whom a refused form named.
        values: further values of the template.
    """
    editing = flask.request.args.get("edit", "")
    if unsent is not None and unsent.place in FIELDS:
        editing = unsent.place
    words = flask.request.args.get("q", "").strip() if tab == "members" else ""
    about = page(channels.info, _about, channel_id=channel_id)
    if about.is_direct and tab != "members":
        raise NotFound("page_not_found")
    found = {
        "tabs": TABS,
        "tab": tab,
        "editing_field": editing if editing in FIELDS else "",
        "about": about,
        "people": _people(channel_id, words) if tab in ("members", "integrations") else (),
        "words": words,
        "chosen": page(users.me, names_of(wanted)) if wanted else (),
        **(values or {}),
    }
    return View(dialog="dialog_details.html", unsent=unsent, values=found)


def _people(channel_id: str, words: str) -> tuple[MemberLine, ...]:
    """Who is in it, those who run it first; of many, those with these words in name or title."""
    found = all_of(members.list, _lines, channel_id=channel_id, limit=LARGEST_PAGE)
    parts = words.casefold().split()
    fitting = [
        line
        for line in found
        if all(part in f"{line.name} {line.title}".casefold() for part in parts)
    ]
    return tuple(sorted(fitting, key=lambda line: (not line.is_admin, line.name, line.id)))


def _lines(ctx: Context, found: Page[Person]) -> Page[MemberLine]:
    running = members.admins(ctx, ctx.request.arguments["channel_id"])
    lines = [
        MemberLine(
            person.id,
            person.name,
            person.title,
            Avatar.of(person.id, person.name),
            is_me=person.id == ctx.actor.person_id,
            is_admin=person.id in running,
            is_guest=person.role in GUESTS,
            is_deactivated=person.is_deactivated,
            is_bot=person.kind == AccountKind.BOT,
        )
        for person in found.items
    ]
    return Page(lines, found.next_cursor)


def _about(ctx: Context, row: Channel) -> About:
    named = posting.named(ctx, row)
    known = people.by_ids(ctx.session, [row.creator_id, *named])
    created = datetime.fromtimestamp(row.created, UTC).astimezone(people.my_zone(ctx))
    return About(
        is_direct=titles.is_direct(row),
        creator=known[row.creator_id].name,
        created=f"{created:%B} {created.day}, {created.year}",
        posting=row.posting,
        replying=row.replying,
        posters=tuple((person_id, known[person_id].name) for person_id in named),
        kept=retention.in_words(retention.days_of(ctx, row)),
        may_limit=can(ctx, "chat.retention.set_custom", row),
    )


def names_of(wanted: Sequence[str]) -> Callable[[Context, Person], list[tuple[str, str]]]:
    """Ids and names of those among these who exist, as the picker shows them."""

    def present(ctx: Context, _me: Person) -> list[tuple[str, str]]:
        known = people.by_ids(ctx.session, wanted)
        return [(each, known[each].name) for each in wanted if each in known]

    return present
