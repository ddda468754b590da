"""What a channel has beside its messages: its files, its pins and its canvas."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.chat.lines import MessageLine, lines_of
from workworld.apps.chat.pages.asked import page_number
from workworld.apps.chat.pages.blueprint import BLUEPRINT
from workworld.apps.chat.pages.channel import header_of
from workworld.apps.chat.pages.documents import identity
from workworld.apps.chat.pages.file_kinds import NAMES, asked_kind, mimes_of
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.apps.chat.service import attachments, canvases, pins, shares
from workworld.apps.chat.service.pins import Pinned
from workworld.apps.chat.times import day_name
from workworld.clock import from_microseconds
from workworld.context import Context
from workworld.directory import people
from workworld.doors.file_lines import FileLine
from workworld.doors.web import page
from workworld.errors import Conflict
from workworld.files.models import File
from workworld.paging import NumberedPage
from workworld.permissions import can

_SECOND = 1_000_000
_FILES_A_PAGE = 40


@dataclass(frozen=True, slots=True)
class PinLine:
    """A message that is pinned, who pinned it and when."""

    line: MessageLine
    by: str
    day: str
    may_unpin: bool


@dataclass(frozen=True, slots=True)
class SharedFile:
    """A file of a channel, who shared it and when, and below which message."""

    line: FileLine
    uploader: str
    day: str
    iso: str
    ts: str


@BLUEPRINT.get("/c/<channel_id>/pins")
def pins_tab(channel_id: str) -> str:
    """What is pinned to a channel."""
    pinned = page(pins.list, _pinned, channel_id=channel_id)
    return tab_page(channel_id, "pins", pinned=pinned)


@BLUEPRINT.get("/c/<channel_id>/files")
def files_tab(channel_id: str) -> str:
    """The files that are shared in a channel, the newest first."""
    kind = asked_kind()
    found: tuple[Sequence[SharedFile], int, int] = page(
        shares.list,
        _shared,
        channel_id=channel_id,
        mimes=mimes_of(kind),
        count=_FILES_A_PAGE,
        page=page_number(),
    )

    def address(wanted: int) -> str:
        values: dict[str, Any] = {"type": kind or None, "page": wanted}
        return flask.url_for("ui.files_tab", channel_id=channel_id, **values)

    return tab_page(
        channel_id,
        "files",
        files=found[0],
        number=found[1],
        last=found[2],
        kind=kind,
        kinds=NAMES.items(),
        page_address=address,
    )


@BLUEPRINT.get("/c/<channel_id>/canvas")
def canvas_tab(channel_id: str) -> Any:
    """The conversation's own canvas, or the way to have one."""
    own = [each for each in header_of(channel_id).documents if each.is_main]
    return flask.redirect(own[0].url) if own else tab_page(channel_id, "canvas")


@BLUEPRINT.post("/c/<channel_id>/canvas")
def create_own_canvas(channel_id: str) -> Any:
    """Make the conversation's own canvas, or show the one that somebody made meanwhile."""
    try:
        made = page(canvases.create, identity, channel_id=channel_id, is_main=True)
    except Conflict:
        return flask.redirect(flask.url_for("ui.canvas_tab", channel_id=channel_id), 303)
    return flask.redirect(flask.url_for("ui.canvas", canvas_id=made), 303)


def tab_page(channel_id: str, tab: str, **values: Any) -> str:
    """The page of a conversation with one of its tabs."""
    return flask.render_template(
        "channel_tab.html",
        sidebar=sidebar(),
        header=header_of(channel_id),
        tab=tab,
        place=flask.request.script_root + flask.request.full_path.rstrip("?"),
        **values,
    )


def _pinned(ctx: Context, found: Sequence[Pinned]) -> Sequence[PinLine]:
    named = people.by_ids(ctx.session, {each.pin.pinned_by for each in found})
    in_order = sorted(found, key=lambda each: each.message.ts)
    lines = {line.ts: line for line in lines_of(ctx, [each.message for each in in_order])}
    zone = people.my_zone(ctx)
    now = ctx.clock.now().astimezone(zone).date()
    return [
        PinLine(
            lines[each.message.ts],
            named[each.pin.pinned_by].display_name,
            day_name(
                ctx, from_microseconds(each.pin.pinned * _SECOND).astimezone(zone).date(), now
            ),
            can(ctx, "chat.pins.remove", each.message),
        )
        for each in found
    ]


def _shared(ctx: Context, found: NumberedPage[File]) -> tuple[Sequence[SharedFile], int, int]:
    rows = found.items
    named = people.by_ids(ctx.session, {row.uploader_id for row in rows})
    channel_id = ctx.request.arguments["channel_id"]
    places = attachments.places(ctx, [row.id for row in rows])
    zone = people.my_zone(ctx)
    now = ctx.clock.now().astimezone(zone).date()
    lines = []
    for row in rows:
        moment = from_microseconds(row.created * _SECOND).astimezone(zone)
        here = [each.ts for each in places.get(row.id, ()) if each.channel_id == channel_id]
        line = SharedFile(
            FileLine.of(row),
            named[row.uploader_id].display_name,
            day_name(ctx, moment.date(), now),
            moment.isoformat(),
            here[0] if here else "",
        )
        lines.append(line)
    return lines, found.number, found.pages
