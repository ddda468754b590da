"""Files on a record: listed beside its related lists, added, read and taken away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.crm.models.files import LINKED
from workworld.apps.crm.pages import moments
from workworld.apps.crm.pages.blueprint import BLUEPRINT, at, record_url
from workworld.apps.crm.pages.known_records import Known
from workworld.apps.crm.pages.records import MENDABLE, gone_to, record_page, refused_dialog
from workworld.apps.crm.service import files
from workworld.apps.crm.service.files import Attached, Held
from workworld.context import Context
from workworld.doors.downloads import served
from workworld.doors.file_lines import FileLine
from workworld.doors.web import nothing, page
from workworld.errors import Invalid, Refused
from workworld.files import uploads
from workworld.files.limits import LARGEST_UPLOAD, most
from workworld.files.models import File

PLACE = "/files/on/"
"""Below it records stand as the places of new files."""
LARGEST_BODY = 2 * LARGEST_UPLOAD
"""Of all files that one form uploads."""
_MOST_AT_ONCE = 10
_DIALOG = "add-files"


@dataclass(frozen=True, slots=True)
class ShownFile:
    """A file on a record."""

    line: FileLine
    url: str
    """Of its bytes."""
    owner: str
    added: str
    iso: str
    remove_url: str
    """Empty if the reader may not take it from the record."""


@dataclass(frozen=True, slots=True)
class ShownFiles:
    """The files on a record."""

    found: Sequence[ShownFile]
    add_url: str
    """Empty if the reader may not add one."""


def files_of(ctx: Context, found: Known) -> ShownFiles | None:
    """The files on a record; None for one that shows none."""
    if found.sobject.name not in LINKED:
        return None
    url = record_url(found.sobject.name, found.id)
    attached = files.list(ctx, record_id=found.id)
    shown = [_shown(ctx, url, each) for each in attached]
    return ShownFiles(shown, f"{url}/files/new" if found.may_edit else "")


@BLUEPRINT.get("/<sobject>/<record_id>/files/new")
def files_form(sobject: str, record_id: str) -> str:
    """Ask for files."""
    return _dialog(sobject, record_id)


@BLUEPRINT.post(f"{PLACE}<sobject>/<record_id>")
def add_files(sobject: str, record_id: str) -> Any:
    """Put files on a record."""
    try:
        for name, content in _parts():
            _attach(record_id, name, content)
    except MENDABLE as refusal:
        return refused_dialog(_dialog(sobject, record_id, refusal), refusal, _DIALOG)
    return gone_to(f"{record_url(sobject, record_id)}?tab=related")


def _attach(record_id: str, name: str, content: bytes) -> None:
    page(
        files.attach,
        nothing,
        # The bytes are not written down with the request.
        accept=lambda _ctx, given: {**given, "content": content},
        record_id=record_id,
        name=name,
    )


@BLUEPRINT.post("/<sobject>/<record_id>/files/<document_id>/remove")
def remove_file(sobject: str, record_id: str, document_id: str) -> Any:
    """Take a file from a record."""
    page(files.remove, nothing, record_id=record_id, document_id=document_id)
    return gone_to(f"{record_url(sobject, record_id)}?tab=related")


@BLUEPRINT.get("/files/<version_id>/content")
def file_content(version_id: str) -> Any:
    """A file's bytes: images are shown, all else is saved."""

    def present(_ctx: Context, held: Held) -> flask.Response:
        return served(held.file, held.content)

    return page(files.content, present, version_id=version_id)


def _shown(ctx: Context, url: str, each: Attached) -> ShownFile:
    version, document = each.version, each.document
    row = File(
        id=version.id,
        name=files.name_of(version),
        title=document.title,
        mime=version.mime,
        size=version.size,
        alt_text="",
    )
    removing = f"{url}/files/{document.id}/remove" if each.may_remove else ""
    return ShownFile(
        FileLine.of(row),
        at(f"/files/{version.id}/content"),
        each.owner,
        moments.near_moment(ctx, each.link.created_us),
        moments.iso_moment(ctx, each.link.created_us),
        removing,
    )


def _parts() -> list[tuple[str, bytes]]:
    """The names and the bytes of what a form sends; all of them can be kept."""
    sent = [each for each in flask.request.files.getlist("file") if each.filename]
    if not 1 <= len(sent) <= _MOST_AT_ONCE:
        raise Invalid("INVALID_ARGUMENT", f"Choose a file, or up to {_MOST_AT_ONCE} at once.")
    parts = [(str(each.filename), each.read()) for each in sent]
    for name, content in parts:
        try:
            uploads.require_good(name, content)
        except Invalid as refused:
            raise type(refused)(refused.code, f"{name}: {refused.message}") from None
    return parts


def _dialog(sobject: str, record_id: str, refusal: Refused | None = None) -> str:
    return record_page(
        sobject,
        record_id,
        "dialog_files.html",
        tab="related",
        files_url=at(f"{PLACE}{sobject}/{record_id}"),
        most=most(),
        problem=refusal.message if refusal else "",
    )
