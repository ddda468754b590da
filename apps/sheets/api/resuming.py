"""Uploads in several requests: how one is begun, and how its pieces are taken.

https://developers.google.com/workspace/drive/api/guides/manage-uploads#resumable
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import flask

from workworld.apps.sheets.api.dialect import parsed
from workworld.apps.sheets.api.drive_rows import FILE_FIELDS
from workworld.apps.sheets.service import uploads
from workworld.apps.sheets.service.file_queries import WORKBOOK_TYPE
from workworld.apps.sheets.wire import payloads
from workworld.calls import call
from workworld.context import Actor, Request
from workworld.doors.site import current_site
from workworld.errors import Invalid

_RANGE = re.compile(r"bytes (?:(\d{1,15})-(\d{1,15})|\*)/(\d{1,15}|\*)")


class Piece(NamedTuple):
    """What ``Content-Range`` says of a request."""

    first: int
    """Where its bytes begin in the file."""
    is_last: bool
    is_question: bool
    """Whether it has no bytes and asks how many are there."""


def piece_of(request: flask.Request) -> Piece | None:
    """Which bytes of a file a request holds; None where it says nothing of that, and holds all.

    Raises:
        Invalid: what it says is nothing that can be, or other than what it holds.
    """
    text = request.headers.get("Content-Range", "").strip()
    if not text:
        return None
    found = _RANGE.fullmatch(text)
    size = len(request.get_data())
    if found is None:
        raise Invalid("invalid_piece", f"Failed to parse Content-Range header: {text[:100]}")
    whole = None if found[3] == "*" else int(found[3])
    if found[1] is None:
        if size:
            raise Invalid("invalid_piece", "A request that asks how much is there has no bytes.")
        return Piece(0, is_last=False, is_question=True)
    first, last = int(found[1]), int(found[2])
    if last - first + 1 != size or (whole is not None and last >= whole):
        raise Invalid("invalid_piece", f"Content-Range is not that of {size} bytes: {text[:100]}")
    return Piece(first, is_last=whole == last + 1, is_question=False)


def file_of(about: Any) -> dict[str, Any]:
    """What is said of a file: ``File``.

    Raises:
        Invalid: it is to be something else than a spreadsheet, or holds what it may not.
    """
    found = payloads.checked(about, FILE_FIELDS)
    if found.get("mimeType", WORKBOOK_TYPE) != WORKBOOK_TYPE:
        said = f"Only files that become {WORKBOOK_TYPE} are kept here: name that as mimeType."
        raise Invalid("invalid_type", said)
    return found


def begun(actor: Actor, asked: Request) -> flask.Response | None:
    """Begin an upload in several requests, if that is asked for: where its bytes are sent."""
    request, site = flask.request, current_site()
    if request.args.get("uploadType") != "resumable":
        return None
    about = file_of(parsed(request.get_data() or b"{}"))
    size = request.headers.get("X-Upload-Content-Length", "")
    given = {
        "name": about.get("name", ""),
        "mime": request.headers.get("X-Upload-Content-Type", "").partition(";")[0].strip().lower(),
        "size": int(size) if size.isascii() and size.isdigit() and len(size) < 16 else 0,
        "workbook_id": str(asked.arguments.get("fileId", "")),
    }
    made = call(site.world, actor, uploads.begin, asked, accept=lambda _ctx, _given: given)
    place = f"{site.addresses.app('sheets')}{request.path}?uploadType=resumable&upload_id={made}"
    return flask.Response(b"", 200, {"Location": place})


def kept(actor: Actor, asked: Request) -> flask.Response | None:
    """Keep a piece that is not the last, or tell how much is there: HTTP 308; None for others."""
    request = flask.request
    if request.args.get("uploadType") != "resumable":
        return None
    if "upload_id" not in request.args:
        return begun(actor, asked)
    piece = piece_of(request)
    if piece is None or piece.is_last:
        return None
    given = {
        "upload_id": request.args.get("upload_id", ""),
        "first": piece.first,
        "content": request.get_data(),
    }
    site = current_site()
    there = call(site.world, actor, uploads.keep, asked, accept=lambda _ctx, _given: given)
    headers = {"Range": f"bytes=0-{there - 1}"} if there else {}
    return flask.Response(b"", 308, headers)
