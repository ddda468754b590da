"""What a channel has beside its messages: its files and its pins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.chat.lines import MessageLine, lines_of
from workworld.apps.chat.pages.blueprint import BLUEPRINT
from workworld.apps.chat.pages.channel import header_of
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.apps.chat.service import attachments, pins, shares
from workworld.apps.chat.service.pins import Pinned
from workworld.clock import from_microseconds
from workworld.context import Context
from workworld.directory import people
from workworld.doors.file_lines import FileLine
from workworld.doors.times import day_name
from workworld.doors.web import page
from workworld.files.models import File
from workworld.paging import NumberedPage
from workworld.permissions import can

_SECOND = 1_000_000
_FILES_A_PAGE = 40
_OFFICE = "application/vnd.openxmlformats-officedocument"
_KINDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "": ("All files", ()),
    "image": ("Images", ("image/",)),
    "pdf": ("PDFs", ("application/pdf",)),
    "sheet": ("Sheets", ("text/csv", "application/vnd.ms-excel", f"{_OFFICE}.spreadsheet")),
    "doc": ("Documents", ("application/msword", f"{_OFFICE}.wordprocessing")),
    "text": ("Texts", ("text/", "application/json")),
}


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
    return _tab(channel_id, "pins", pinned=pinned)


@BLUEPRINT.get("/c/<channel_id>/files")
def files_tab(channel_id: str) -> str:
    """The files that are shared in a channel, the newest first."""
    kind = flask.request.args.get("type", "")
    kind = kind if kind in _KINDS else ""
    number = flask.request.args.get("page", "1")
    found: tuple[Sequence[SharedFile], int, int] = page(
        shares.list,
        _shared,
        channel_id=channel_id,
        mimes=_KINDS[kind][1],
        count=_FILES_A_PAGE,
        page=int(number) if number.isdecimal() and len(number) < 5 else 1,
    )

    def address(wanted: int) -> str:
        values: dict[str, Any] = {"type": kind or None, "page": wanted}
        return flask.url_for("ui.files_tab", channel_id=channel_id, **values)

    return _tab(
        channel_id,
        "files",
        files=found[0],
        number=found[1],
        last=found[2],
        kind=kind,
        kinds=[(key, text) for key, (text, _mimes) in _KINDS.items()],
        page_address=address,
    )


def _tab(channel_id: str, tab: str, **values: Any) -> str:
    return flask.render_template(
        "channel_tab.html",
        sidebar=sidebar(),
        header=header_of(channel_id),
        tab=tab,
        here=flask.request.script_root + flask.request.full_path.rstrip("?"),
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
            day_name(from_microseconds(each.pin.pinned * _SECOND).astimezone(zone).date(), now),
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
            day_name(moment.date(), now),
            moment.isoformat(),
            here[0] if here else "",
        )
        lines.append(line)
    return lines, found.number, found.pages
