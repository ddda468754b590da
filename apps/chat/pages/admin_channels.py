"""Administration of the channels of the whole workspace."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.chat import stamps
from workworld.apps.chat.models import Channel
from workworld.apps.chat.pages.blueprint import BLUEPRINT
from workworld.apps.chat.pages.channel_listings import ChannelListing
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.apps.chat.pages.sidebar_links import look_of
from workworld.apps.chat.service import channels, oversight
from workworld.apps.chat.times import day_name
from workworld.context import Context
from workworld.directory import people
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import Conflict, Forbidden, Invalid, NotFound
from workworld.paging import NumberedPage
from workworld.permissions import can

SHOWN = {
    "all": "All channels",
    "public": "Public",
    "private": "Private",
    "archived": "Archived",
    "default": "For newcomers",
}
DEEDS = ("archive", "rename", "private")
"""What is asked about first, in a dialog."""
_MENDABLE = (Conflict, Forbidden, Invalid)


@dataclass(frozen=True, slots=True)
class Deeds:
    """What the person may do with a channel."""

    rename: bool
    archive: bool
    unarchive: bool
    private: bool
    default: bool
    keep: bool
    """Say how long its messages are kept."""


@dataclass(frozen=True, slots=True)
class Overseen:
    """A channel in the list of all."""

    id: str
    name: str
    icon: str
    is_private: bool
    is_archived: bool
    is_default: bool
    """Whether it is the one that everybody is in."""
    is_for_newcomers: bool
    is_seen: bool
    """Whether the person may look into it."""
    members: int
    latest: str
    """The day of the newest message."""
    creator: str
    creator_id: str
    may: Deeds


@BLUEPRINT.get("/admin/channels")
def admin_channels() -> str:
    """All channels page by page."""
    return _listed()


@BLUEPRINT.get("/admin/channels/<channel_id>/<deed>")
def ask_about_channel(channel_id: str, deed: str) -> str:
    """Ask before something is done to a channel, above the list of all."""
    if deed not in DEEDS:
        raise NotFound("page_not_found")
    return _listed(deed=deed, asked=_one(channel_id))


@BLUEPRINT.post("/admin/channels/<channel_id>/archive")
def admin_archive(channel_id: str) -> Any:
    """Archive a channel."""
    return _changed(oversight.archive, channel_id=channel_id)


@BLUEPRINT.post("/admin/channels/<channel_id>/unarchive")
def admin_unarchive(channel_id: str) -> Any:
    """Open a channel again."""
    return _changed(oversight.unarchive, channel_id=channel_id)


@BLUEPRINT.post("/admin/channels/<channel_id>/rename")
def admin_rename(channel_id: str) -> Any:
    """Give a channel another name."""
    name = flask.request.form.get("name", "").strip().lstrip("#")
    try:
        page(oversight.rename, nothing, channel_id=channel_id, name=name)
    except (Conflict, Invalid) as refused:
        body = _listed(refused.message, deed="rename", asked=_one(channel_id), typed=name)
        return body, status_of(refused)
    return flask.redirect(flask.url_for("ui.admin_channels"), 303)


@BLUEPRINT.post("/admin/channels/<channel_id>/private")
def admin_make_private(channel_id: str) -> Any:
    """Make a channel private, for good."""
    return _changed(channels.make_private, channel_id=channel_id)


@BLUEPRINT.post("/admin/channels/defaults")
def set_default_channels() -> Any:
    """Say which channels newcomers are let into."""
    return _changed(oversight.set_defaults, channel_ids=flask.request.form.getlist("channel"))


def _changed(function: Callable[..., Any], **arguments: Any) -> Any:
    try:
        page(function, nothing, **arguments)
    except _MENDABLE as refused:
        if refused.code == "not_an_admin":
            raise
        return _listed(refused.message), status_of(refused)
    return flask.redirect(_listing().address(), 303)


def _listed(
    problem: str = "", *, deed: str = "", asked: Overseen | None = None, typed: str | None = None
) -> str:
    listing = _listing()
    found, defaults = page(oversight.find, _with_defaults, **listing.wanted())
    return flask.render_template(
        "admin_channels.html",
        sidebar=sidebar(),
        found=found,
        defaults=defaults,
        listing=listing,
        problem=problem,
        deed=deed,
        asked=asked,
        typed=asked.name if asked and typed is None else typed,
    )


def _listing() -> ChannelListing:
    return ChannelListing.asked("ui.admin_channels", SHOWN)


def _one(channel_id: str) -> Overseen:
    """The channel that a dialog is about."""

    def line(ctx: Context, row: Channel) -> Overseen:
        return _lines(ctx, NumberedPage([row], 1, 1, 1)).items[0]

    found: Overseen = page(oversight.info, line, channel_id=channel_id)
    return found


def _with_defaults(
    ctx: Context, found: NumberedPage[Channel]
) -> tuple[NumberedPage[Overseen], list[str]]:
    return _lines(ctx, found), [*oversight.default_ids(ctx)]


def _lines(ctx: Context, found: NumberedPage[Channel]) -> NumberedPage[Overseen]:
    ids = [row.id for row in found.items]
    counts, latest = channels.member_counts(ctx, ids), oversight.last_stamps(ctx, ids)
    seen = channels.visible_names(ctx, ids)
    makers = people.by_ids(ctx.session, [row.creator_id for row in found.items])
    lines = [
        Overseen(
            row.id,
            row.name,
            look_of(row)[0],
            row.kind == "private",
            row.is_archived,
            row.is_default,
            row.is_for_newcomers,
            row.id in seen,
            counts.get(row.id, 0),
            _day(ctx, latest.get(row.id)),
            makers[row.creator_id].name,
            row.creator_id,
            _may(ctx, row),
        )
        for row in found.items
    ]
    return NumberedPage(lines, found.total, found.number, found.size)


def _may(ctx: Context, row: Channel) -> Deeds:
    is_open = row.kind == "public" and not row.is_archived and not row.is_default
    return Deeds(
        rename=can(ctx, "chat.oversight.rename", row),
        archive=can(ctx, "chat.oversight.archive", row),
        unarchive=can(ctx, "chat.oversight.unarchive", row),
        private=can(ctx, "chat.channels.make_private", row),
        default=is_open,
        keep=can(ctx, "chat.retention.set_custom", row),
    )


def _day(ctx: Context, ts: str | None) -> str:
    if ts is None:
        return "Never"
    zone = people.my_zone(ctx)
    day = stamps.moment(ts).astimezone(zone).date()
    return day_name(ctx, day, ctx.clock.now().astimezone(zone).date())
