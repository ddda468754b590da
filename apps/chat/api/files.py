"""The methods ``files.*`` of Slack's Web API: https://docs.slack.dev/reference/methods/?family=files"""

from __future__ import annotations

import json
from typing import Any

from workworld.apps.chat.api.methods import Arguments, method, nothing, numbers
from workworld.apps.chat.file_shapes import canvas_of, files_of, upload_url
from workworld.apps.chat.models import Document
from workworld.apps.chat.service import channels, readables, shares
from workworld.context import Context
from workworld.doors.paging import NumberPaging
from workworld.errors import Invalid, Problem
from workworld.files import files, uploads
from workworld.files.models import File, Upload
from workworld.paging import NumberedPage

_MIMES = {
    "all": (),
    "images": ("image/",),
    "pdfs": ("application/pdf",),
    "snippets": ("text/",),
    "zips": ("application/zip",),
    "gdocs": ("application/vnd.google-apps",),
    "spaces": ("application/vnd.slack-docs",),
}
"""How media types begin by the vendor's names; of the last two nobody uploads any."""


def _accept_begin(_ctx: Context, arguments: Arguments) -> Arguments:
    given = {"filename": "name", "length": "size", "alt_txt": "alt_text"}
    return {ours: arguments[theirs] for theirs, ours in given.items() if theirs in arguments}


def _present_begun(ctx: Context, upload: Upload) -> dict[str, Any]:
    return {"upload_url": upload_url(ctx, upload), "file_id": upload.id}


def _accept_complete(ctx: Context, arguments: Arguments) -> Arguments:
    given = {"files": _listed(arguments["files"])} if "files" in arguments else {}
    channel = arguments.get("channel_id") or arguments.get("channels")
    if channel:
        channels.known(ctx, str(channel))  # else a missing file would be told of before it
        given["channel_id"] = channel
    for name in ("thread_ts", "initial_comment"):
        if arguments.get(name) not in (None, ""):
            given[name] = arguments[name]
    return given


def _listed(value: Any) -> Any:
    """The vendor takes the list as JSON text in a form."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        raise Invalid("invalid_arguments", problems=[Problem("not a list", "files")]) from None


def _present_completed(ctx: Context, rows: tuple[File, ...]) -> dict[str, Any]:
    return {"files": files_of(ctx, rows)}


def _accept_file(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"file_id": arguments["file"]} if "file" in arguments else {}


def _present_file(ctx: Context, row: File | Document) -> dict[str, Any]:
    shape = canvas_of(ctx, row) if isinstance(row, Document) else files_of(ctx, [row])[0]
    return {"file": shape, "comments": [], **_cursor()}


def _cursor() -> dict[str, Any]:
    return {"response_metadata": {"next_cursor": ""}}


def _accept_list(_ctx: Context, arguments: Arguments) -> Arguments:
    names = {"channel": "channel_id", "user": "user_id", "ts_from": "since", "ts_to": "until"}
    names |= {"count": "count", "page": "page"}
    given = {
        ours: arguments[theirs]
        for theirs, ours in names.items()
        if arguments.get(theirs) not in (None, "")
    }
    kinds = str(arguments.get("types") or "all").split(",")
    if unknown := sorted(set(kinds) - _MIMES.keys()):
        raise Invalid("unknown_type", f"There are no such types: {', '.join(unknown)}.")
    if "all" not in kinds:
        given["mimes"] = [mime for kind in kinds for mime in _MIMES[kind]]
    return given


def _present_list(ctx: Context, found: NumberedPage[File]) -> dict[str, Any]:
    return {"files": files_of(ctx, found.items), "paging": numbers(found)}


_FILE = {"file_id": "file"}

ENDPOINTS = (
    method("files.completeUploadExternal", shares.complete, _accept_complete, _present_completed),
    method("files.delete", files.delete, _accept_file, nothing, _FILE),
    method(
        "files.getUploadURLExternal",
        uploads.begin,
        _accept_begin,
        _present_begun,
        {"name": "filename", "size": "length", "alt_text": "alt_txt"},
    ),
    method("files.info", readables.info, _accept_file, _present_file, _FILE),
    method(
        "files.list",
        shares.list,
        _accept_list,
        _present_list,
        {"channel_id": "channel", "user_id": "user", "since": "ts_from", "until": "ts_to"},
        paging=NumberPaging("files"),
    ),
)
