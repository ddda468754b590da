"""Administration of exports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import flask

from workworld.apps.chat.models import Channel, Export
from workworld.apps.chat.pages.blueprint import BLUEPRINT
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.apps.chat.service import exports, oversight
from workworld.apps.chat.times import clock_time, day_name
from workworld.context import Context
from workworld.dates import past_day_from
from workworld.directory import people
from workworld.directory.models import Company
from workworld.doors.downloads import served
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page, today
from workworld.errors import Forbidden, Invalid, NotFound
from workworld.files.files import content_of
from workworld.files.models import File
from workworld.files.previews import size_in_words
from workworld.paging import NumberedPage
from workworld.permissions import can

FORMS = (
    ("archive", "Archive", "A ZIP with a file for each day."),
    ("json", "JSON", "One file."),
    ("csv", "CSV", "One table, for spreadsheets."),
)
_WHICH = (
    ("public", "All public channels", None),
    ("all", "All conversations", "Private channels and direct messages too."),
    ("named", "These channels", None),
)
_MOST = 100


@dataclass(frozen=True, slots=True)
class ExportRow:
    """An export in the list of all."""

    id: str
    name: str
    what: str
    days: str
    messages: int
    size: str
    maker: str
    made: str


@BLUEPRINT.get("/admin/export")
def admin_export() -> str:
    """What was exported, and what can be."""
    return _listed({})


@BLUEPRINT.post("/admin/export")
def make_export() -> Any:
    """Put what was said into a file."""
    form = flask.request.form
    typed: dict[str, Any] = form.to_dict() | {"channel": form.getlist("channel")}
    try:
        page(exports.create, nothing, **_wanted(typed))
    except (Forbidden, Invalid, NotFound) as refused:
        if refused.code == "not_an_admin":
            raise
        return _listed(typed, refused.message), status_of(refused)
    return flask.redirect(flask.url_for("ui.admin_export"), 303)


@BLUEPRINT.get("/admin/export/<export_id>/file")
def export_file(export_id: str) -> flask.Response:
    """The file of an export, to be saved."""

    def answer(ctx: Context, file: File) -> flask.Response:
        return served(file, content_of(ctx.session, file), download=True)

    response: flask.Response = page(exports.read, answer, export_id=export_id)
    return response


def _wanted(typed: Mapping[str, Any]) -> dict[str, Any]:
    """The operation's arguments, from what was typed.

    Raises:
        Invalid: a day that cannot be told.
    """
    which = typed.get("which", "public")
    wanted = {
        "form": typed.get("form", "archive"),
        "which": which,
        "channel_ids": typed["channel"] if which == "named" else [],
    }
    for name in ("since", "until"):
        if said := typed.get(name, "").strip():
            day = past_day_from(said, today())
            if day is None:
                raise Invalid("invalid_arguments", f"“{said[:40]}” is no day that can be told.")
            wanted[name] = day.isoformat()
    return wanted


def _listed(typed: Mapping[str, Any], problem: str = "") -> str:
    channels, is_owner = page(oversight.find, _choices, count=_MOST)
    return flask.render_template(
        "admin_export.html",
        sidebar=sidebar(),
        rows=page(exports.list, _rows),
        forms=FORMS,
        which=[each for each in _WHICH if is_owner or each[0] != "all"],
        channels=channels,
        is_owner=is_owner,
        typed=typed,
        problem=problem,
    )


def _choices(ctx: Context, found: NumberedPage[Channel]) -> tuple[Sequence[tuple[str, str]], bool]:
    """The channels that the person may name, and whether private ones are among them."""
    company: Company = people.company(ctx.session)
    is_owner = can(ctx, "chat.exports.create.closed", company)
    rows = [row for row in found.items if is_owner or row.kind == "public"]
    return [(row.id, f"#{row.name}") for row in rows], is_owner


def _days(row: Export) -> str:
    if not (row.since or row.until):
        return "All"
    return " – ".join([row.since or "the beginning", row.until or "the end"])


def _rows(ctx: Context, rows: Sequence[tuple[Export, File]]) -> list[ExportRow]:
    makers = people.by_ids(ctx.session, [row.person_id for row, _file in rows])
    return [
        ExportRow(
            row.id,
            file.name,
            _what(row),
            _days(row),
            row.message_count,
            size_in_words(file.size),
            makers[row.person_id].name,
            moment_in_words(ctx, row.created),
        )
        for row, file in rows
    ]


def _what(row: Export) -> str:
    count = len(row.channel_ids)
    said = f"{count} conversation{'' if count == 1 else 's'}"
    return f"{said}, with private ones" if row.is_closed else said


def moment_in_words(ctx: Context, seconds: int) -> str:
    """A time, as the person reads it: ``Today, 9:30 AM``."""
    zone = people.my_zone(ctx)
    moment = datetime.fromtimestamp(seconds, UTC).astimezone(zone)
    day = day_name(ctx, moment.date(), ctx.clock.now().astimezone(zone).date())
    return f"{day}, {clock_time(ctx, moment)}"
