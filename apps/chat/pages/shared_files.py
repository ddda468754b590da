"""The files that a person may see, wherever they were shared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import flask

from workworld.apps.chat import file_shapes, typed
from workworld.apps.chat.models import MessageFile
from workworld.apps.chat.pages.asked import chosen, page_number
from workworld.apps.chat.pages.blueprint import BLUEPRINT, back_to
from workworld.apps.chat.pages.file_kinds import NAMES, asked_kind, mimes_of
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.apps.chat.pages.sidebar_links import ChannelLink
from workworld.apps.chat.service import attachments, channels, messages, shares
from workworld.apps.chat.times import day_name
from workworld.clock import from_microseconds
from workworld.context import Context
from workworld.directory import people
from workworld.doors.file_lines import FileLine
from workworld.doors.refused_pages import keep_entered, status_of
from workworld.doors.web import nothing, page, signed_in
from workworld.errors import Forbidden, Invalid, NotFound
from workworld.files import files
from workworld.files.models import File
from workworld.paging import NumberedPage
from workworld.permissions import can, require

SHOWN = {"all": "All files", "mine": "My files", "shared": "Shared with me"}
SORTED = {"newest": "Newest", "name": "Name", "size": "Largest"}
_A_PAGE = 30
_MOST_PLACES = 2
_MOST_WORDS = 8
_SECOND = 1_000_000


@dataclass(frozen=True, slots=True)
class Place:
    """A conversation in which a file was shared, and below which message."""

    channel_id: str
    ts: str
    name: str


@dataclass(frozen=True, slots=True)
class FileRow:
    """A file in the list of all.

    Args:
        line: what it is.
        uploader: who shared it.
        day: when, in words.
        iso: the same, for programs.
        places: where it was shared last, as far as the reader may look there.
        more_places: how many other conversations it was shared in.
        is_mine: whether the reader uploaded it.
        may_delete: whether the reader can delete it.
    """

    line: FileLine
    uploader: str
    day: str
    iso: str
    places: Sequence[Place]
    more_places: int
    is_mine: bool
    may_delete: bool


@dataclass(frozen=True, slots=True)
class FileSharing:
    """What the dialog of sharing a file shows."""

    row: FileRow
    link: str
    places: Sequence[ChannelLink] = ()
    chosen: Sequence[tuple[str, str]] = ()
    note: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class _Dialog:
    template: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)


@BLUEPRINT.get("/files")
def all_files() -> str:
    """The files that the person may see, a page of them."""
    return _page(_Dialog())


@BLUEPRINT.get("/files/<file_id>/share")
def share_file_form(file_id: str) -> str:
    """Ask where a file is to be shared."""
    return _sharing(page(files.read, _to_share, file_id=file_id))


@BLUEPRINT.post("/files/<file_id>/share")
def share_file(file_id: str) -> Any:
    """Post a file to another conversation: one's own as it is, somebody else's as a link."""
    keep_entered("note")
    shared: FileSharing = page(files.read, _to_share, file_id=file_id)
    note = flask.request.form.get("note", "").replace("\r\n", "\n").strip()
    to = flask.request.form.get("to", "")

    def accept(ctx: Context, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        said = [typed.read(ctx, note)] if note else []
        if shared.row.is_mine:
            return {**arguments, "text": "".join(said), "file_ids": [file_id]}
        return {**arguments, "text": "\n".join([*said, shared.link])}

    try:
        if not to:
            raise Invalid("channel_not_found", "Choose a channel or a person.")
        page(messages.post, nothing, accept=accept, channel_id=to)
    except (Invalid, Forbidden, NotFound) as refused:
        return _sharing(shared, to, note, refused.message), status_of(refused)
    return back_to(flask.url_for("ui.all_files"))


@BLUEPRINT.get("/files/<file_id>/delete")
def delete_file_form(file_id: str) -> str:
    """Ask whether a file is to be deleted for good."""
    doomed: FileRow = page(files.read, _to_delete, file_id=file_id)
    return _page(_Dialog("dialog_delete_file.html", {"doomed": doomed}))


@BLUEPRINT.post("/files/<file_id>/delete")
def delete_file(file_id: str) -> Any:
    """Delete a file for good."""
    page(files.delete, nothing, file_id=file_id)
    return back_to(flask.url_for("ui.all_files"))


def _page(dialog: _Dialog) -> str:
    given = flask.request.args
    show, sort = chosen("show", SHOWN, "all"), chosen("sort", SORTED, "newest")
    words, kind = given.get("q", "").strip()[:200], asked_kind()
    found: NumberedPage[FileRow] = page(
        shares.list,
        _rows,
        user_id=signed_in().person_id if show == "mine" else None,
        with_me=show == "shared",
        words=[word[:64] for word in words.split()[:_MOST_WORDS]],
        mimes=mimes_of(kind),
        sort=sort,
        count=_A_PAGE,
        page=page_number(),
    )
    asked = {
        "show": show if show != "all" else None,
        "q": words or None,
        "type": kind or None,
        "sort": sort if sort != "newest" else None,
    }

    def address(number: int = 1, **changed: str | None) -> str:
        values: dict[str, Any] = {**asked, **changed, "page": number if number > 1 else None}
        return flask.url_for("ui.all_files", **values)

    return flask.render_template(
        "shared_files.html",
        sidebar=sidebar(),
        found=found,
        show=show,
        shown=SHOWN,
        words=words,
        kind=kind,
        kinds=NAMES,
        sort=sort,
        sorted=SORTED,
        address=address,
        asked={**asked, "page": found.number if found.number > 1 else None},
        place=address(found.number),
        dialog=dialog.template,
        **dialog.values,
    )


def _rows(ctx: Context, found: NumberedPage[File]) -> NumberedPage[FileRow]:
    return NumberedPage(_rows_of(ctx, found.items), found.total, found.number, found.size)


def _rows_of(ctx: Context, rows: Sequence[File]) -> list[FileRow]:
    named = people.by_ids(ctx.session, {row.uploader_id for row in rows})
    places = attachments.places(ctx, [row.id for row in rows])
    there = {each.channel_id for shared in places.values() for each in shared}
    labels = channels.visible_labels(ctx, sorted(there))
    zone = people.my_zone(ctx)
    today = ctx.clock.now().astimezone(zone).date()
    made = []
    for row in rows:
        moment = from_microseconds(row.created * _SECOND).astimezone(zone)
        latest = _latest(places.get(row.id, ()), labels)
        made.append(
            FileRow(
                FileLine.of(row),
                named[row.uploader_id].display_name,
                day_name(ctx, moment.date(), today),
                moment.isoformat(),
                latest[:_MOST_PLACES],
                len(latest[_MOST_PLACES:]),
                row.uploader_id == ctx.actor.person_id,
                can(ctx, "files.files.delete", row),
            )
        )
    return made


def _latest(shared: Sequence[MessageFile], labels: Mapping[str, str]) -> list[Place]:
    """Where a file was shared, the last place first and each conversation once."""
    found: dict[str, Place] = {}
    for each in reversed(shared):
        place = Place(each.channel_id, each.ts, labels[each.channel_id])
        found.setdefault(each.channel_id, place)
    return [*found.values()]


def _to_share(ctx: Context, row: File) -> FileSharing:
    return FileSharing(_rows_of(ctx, [row])[0], file_shapes.permalink(ctx, row))


def _to_delete(ctx: Context, row: File) -> FileRow:
    require(ctx, "files.files.delete", row)
    return _rows_of(ctx, [row])[0]


def _sharing(shared: FileSharing, to: str = "", note: str = "", problem: str = "") -> str:
    places = sidebar().mine
    chosen = tuple((link.id, link.name) for link in places if link.id == to)
    asked = FileSharing(shared.row, shared.link, places, chosen, note, problem)
    return _page(_Dialog("dialog_share_file.html", {"sharing": asked}))
