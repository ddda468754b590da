"""Files: a list of them, the page of one, its bytes, and uploading from a page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import flask
from flask.typing import ResponseReturnValue

from workworld.clock import from_microseconds
from workworld.context import Context
from workworld.directory import people
from workworld.doors.downloads import served
from workworld.doors.file_lines import FileLine
from workworld.doors.refused_pages import is_fragment, status_of
from workworld.doors.web import nothing, page, signed_in
from workworld.errors import Invalid
from workworld.files import files, uploads
from workworld.files.limits import LARGEST_FILE, LARGEST_UPLOAD
from workworld.files.models import File
from workworld.files.previews import Preview, preview_of, size_in_words
from workworld.paging import Page
from workworld.permissions import can

BLUEPRINT = flask.Blueprint("files", __name__)

PAGE_SIZE = 50
LARGEST_BODY = 2 * LARGEST_UPLOAD
"""Of all files that one form uploads."""
_MOST_AT_ONCE = 10


@dataclass(frozen=True, slots=True)
class Listed:
    """A file with who uploaded it and when, in the viewer's time zone."""

    line: FileLine
    uploader: str
    day: str
    iso: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A file's page."""

    listed: Listed
    preview: Preview
    may_delete: bool


@BLUEPRINT.url_value_preprocessor
def _allow_large_bodies(endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Before anything reads the form, which the proof that our own page sent it lies in."""
    if endpoint == "files.upload":
        flask.request.max_content_length = LARGEST_BODY


@BLUEPRINT.get("/files")
def index() -> str:
    """The files that one may see, or has uploaded, newest first."""
    return _index()


@BLUEPRINT.post("/files")
def upload() -> ResponseReturnValue:
    """Upload files; a script gets them as a fragment with a field for each file's id."""
    try:
        parts = _parts()
        if len(parts) > 1:
            _require_good(parts)
        made = [_uploaded(*part) for part in parts]
    except Invalid as refused:
        if is_fragment():
            body = flask.render_template("file_refused.html", problem=refused.message)
            return body, status_of(refused)
        return _index(refused.message), status_of(refused)
    if is_fragment():
        return flask.render_template("file_chips.html", files=made), 201
    if len(made) == 1:
        return flask.redirect(flask.url_for("files.show", file_id=made[0].id), 303)
    return flask.redirect(flask.url_for("files.index", mine=1), 303)


@BLUEPRINT.get("/files/<file_id>")
def show(file_id: str) -> str:
    """One file, with a preview if it has one."""
    return flask.render_template("file.html", file=page(files.read, _shown, file_id=file_id))


@BLUEPRINT.get("/files/<file_id>/content")
def content(file_id: str) -> ResponseReturnValue:
    """A file's bytes."""
    download = "download" in flask.request.args

    def present(ctx: Context, row: File) -> flask.Response:
        return served(row, files.content_of(ctx.session, row), download=download)

    answer: flask.Response = page(files.read, present, file_id=file_id)
    return answer


@BLUEPRINT.post("/files/<file_id>/delete")
def delete(file_id: str) -> ResponseReturnValue:
    """Delete a file for good."""
    page(files.delete, nothing, file_id=file_id)
    return flask.redirect(flask.url_for("files.index"), 303)


def _index(problem: str = "") -> str:
    mine = "mine" in flask.request.args
    found: Page[Listed] = page(
        files.list,
        _listed_page,
        uploader_id=signed_in().person_id if mine else None,
        limit=PAGE_SIZE,
        cursor=flask.request.args.get("cursor", ""),
    )
    return flask.render_template(
        "files.html",
        files=found.items,
        older=found.next_cursor,
        mine=mine,
        problem=problem,
        largest=size_in_words(LARGEST_FILE),
    )


def _parts() -> list[tuple[str, bytes]]:
    """The names and the bytes of what a form sends."""
    parts = [part for part in flask.request.files.getlist("file") if part.filename]
    if not 1 <= len(parts) <= _MOST_AT_ONCE:
        raise Invalid("invalid_arguments", f"Choose a file, or up to {_MOST_AT_ONCE} at once.")
    return [(str(part.filename), part.read()) for part in parts]


def _require_good(parts: list[tuple[str, bytes]]) -> None:
    """See to it that all files of a form can be kept: each is a step, and none shall be half of it.

    Raises:
        Invalid: naming the file that cannot.
    """
    for name, content in parts:
        try:
            uploads.require_good(name, content)
        except Invalid as refused:
            raise type(refused)(refused.code, f"{name!r}: {refused.message}") from None


def _uploaded(name: str, content: bytes) -> FileLine:
    line: FileLine = page(
        uploads.add,
        lambda _ctx, row: FileLine.of(row),
        # The bytes are not written down with the request.
        accept=lambda _ctx, given: {**given, "content": content},
        name=name,
    )
    return line


def _listed_page(ctx: Context, found: Page[File]) -> Page[Listed]:
    return Page(_listed(ctx, *found.items), found.next_cursor)


def _listed(ctx: Context, *rows: File) -> list[Listed]:
    known = people.by_ids(ctx.session, {row.uploader_id for row in rows})
    zone = people.my_zone(ctx)
    made = []
    for row in rows:
        moment = from_microseconds(row.created * 1_000_000).astimezone(zone)
        day = f"{moment:%B} {moment.day}, {moment.year}"
        uploader = known[row.uploader_id].display_name
        made.append(Listed(FileLine.of(row), uploader, day, moment.isoformat()))
    return made


def _shown(ctx: Context, row: File) -> Shown:
    (listed,) = _listed(ctx, row)
    preview = preview_of(row, files.content_of(ctx.session, row))
    return Shown(listed, preview, can(ctx, "files.files.delete", row))
