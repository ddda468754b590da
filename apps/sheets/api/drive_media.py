"""Files' bytes: taken as workbooks, and given as files of other kinds.

https://developers.google.com/workspace/drive/api/guides/manage-uploads
"""

from __future__ import annotations

import binascii
import re
from base64 import b64decode
from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import quote

import flask

from workworld.apps.sheets.api import resuming
from workworld.apps.sheets.api.dialect import parsed
from workworld.apps.sheets.api.drive_rows import (
    DRIVE,
    NAMES,
    drive,
    query,
    told,
)
from workworld.apps.sheets.api.rows import Arguments
from workworld.apps.sheets.service import exports, imports, uploads
from workworld.apps.sheets.service.exports import TYPES, Exported
from workworld.apps.sheets.service.imports import Imported
from workworld.apps.sheets.wire.answers import Bytes
from workworld.context import Context
from workworld.doors.rest import Endpoint
from workworld.errors import Invalid, NotFound

_KINDS = {mime: kind for kind, mime in TYPES.items()}
UPLOADS, OLDER = f"/upload{DRIVE}/files", "/upload/drive/v2/files"
_WAYS = ("media", "multipart", "resumable")
_ENDINGS = {
    **{mime: f".{kind}" for mime, kind in _KINDS.items()},
    "text/plain": ".csv",
    "application/csv": ".csv",
}
_BOUNDARY = re.compile(r"boundary=\"?([^\";]+)\"?", re.IGNORECASE)


class Sent(NamedTuple):
    """What was uploaded."""

    about: dict[str, Any]
    """What is said of the file: ``File``."""
    content: bytes
    mime: str

    @property
    def name(self) -> str:
        """What the file is called, with an ending that says what it is."""
        name = str(self.about.get("name") or self.about.get("title") or "Untitled")
        ending = _ENDINGS.get(self.mime, "")
        return name if name.lower().endswith(ending) else f"{name}{ending}"


def _accept_export(_ctx: Context, arguments: Arguments) -> Arguments:
    found = query(arguments, "mimeType")
    kind = _KINDS.get(found.get("mimeType", ""))
    if "mimeType" not in found:
        raise Invalid("required", "Required parameter: mimeType")
    if kind is None:
        raise Invalid("badRequest", "The requested conversion is not supported.")
    return {"workbook_id": arguments["fileId"], "kind": kind}


def _exported(_ctx: Context, made: Exported) -> Bytes:
    headers = {
        "Content-Disposition": f"attachment; filename*=UTF-8''{quote(made.name)}",
        "X-Content-Type-Options": "nosniff",
    }
    return Bytes(made.content, made.type, headers=headers)


def _sent(ctx: Context, workbook_id: str = "") -> Sent:
    """What a request uploads, with what came before it.

    Raises:
        Invalid: it cannot be read, or is to be something else than a spreadsheet.
        NotFound: there is no such upload.
    """
    request = flask.request
    data = request.get_data()
    way, kind = request.args.get("uploadType", "media"), request.content_type or ""
    if way not in _WAYS:
        raise Invalid("invalid_parameter", f"Invalid uploadType: {way[:50]}")
    if way == "multipart":
        return _parts(data, kind)
    mime = kind.partition(";")[0].strip().lower()
    if way == "media":
        return Sent({}, data, mime)
    piece = resuming.piece_of(request)
    first = piece.first if piece else 0
    upload, whole = uploads.ended(ctx, request.args.get("upload_id", ""), first, data)
    if upload.workbook_id != workbook_id:
        raise NotFound("upload_not_found", "There is no such upload, or it has ended.")
    return Sent({"name": upload.name} if upload.name else {}, whole, upload.mime or mime)


def _parts(data: bytes, kind: str) -> Sent:
    found = _BOUNDARY.search(kind)
    if found is None:
        raise Invalid("bad_content", "Malformed multipart body.")
    pieces = data.split(b"--" + found[1].encode())[1:-1]
    if len(pieces) != 2:
        raise Invalid("bad_content", "Malformed multipart body.")
    (_, about), (headers, content) = map(_part, pieces)
    mime = headers.get("content-type", "").partition(";")[0].strip().lower()
    if headers.get("content-transfer-encoding", "").lower() == "base64":
        try:
            content = b64decode(content)
        except binascii.Error:
            raise Invalid("bad_content", "Malformed multipart body.") from None
    return Sent(resuming.file_of(parsed(about)), content, mime)


def _part(piece: bytes) -> tuple[dict[str, str], bytes]:
    """The headers of a part, and what follows them."""
    piece = re.sub(rb"\A\r?\n", b"", piece)
    head, _, body = re.sub(rb"\r?\n\Z", b"", piece).partition(
        b"\r\n\r\n" if b"\r\n\r\n" in piece else b"\n\n"
    )
    lines = head.decode("latin-1").splitlines()
    headers = [line.partition(":") for line in lines]
    return {name.strip().lower(): value.strip() for name, _colon, value in headers}, body


def _accept_new(ctx: Context, arguments: Arguments) -> Arguments:
    query(arguments, "ignoreDefaultVisibility", "keepRevisionForever", "ocrLanguage", "upload_id")
    sent = _sent(ctx)
    title = {"title": sent.about["name"]} if sent.about.get("name") else {}
    return {"name": sent.name, "content": sent.content, "converts_formulas": True, **title}


def _accept_replace(ctx: Context, arguments: Arguments) -> Arguments:
    known = ("keepRevisionForever", "newRevision", "pinned", "upload_id")
    query(arguments, "addParents", "removeParents", *known)
    sent = _sent(ctx, arguments["fileId"])
    return {
        "workbook_id": arguments["fileId"],
        "name": sent.name,
        "content": sent.content,
        "way": "replace",
        "converts_formulas": True,
    }


def _made(ctx: Context, done: Imported) -> dict[str, Any]:
    return told(ctx, done.workbook)


def _row(method: str, path: str, function: Callable[..., Any], accept: Any) -> Endpoint:
    aside = resuming.kept if method == "PUT" else resuming.begun
    return Endpoint((method,), path, function, accept, _made, NAMES, aside=aside)


DRIVE_ENDPOINTS = (
    drive("GET", "/files/<fileId>/export", exports.export, _accept_export, _exported),
    _row("POST", UPLOADS, imports.open_file, _accept_new),
    _row("PUT", UPLOADS, imports.open_file, _accept_new),
    _row("PATCH", f"{UPLOADS}/<fileId>", imports.put_file, _accept_replace),
    _row("PUT", f"{UPLOADS}/<fileId>", imports.put_file, _accept_replace),
    _row("PUT", f"{OLDER}/<fileId>", imports.put_file, _accept_replace),
)
