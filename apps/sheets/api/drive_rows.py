"""Endpoints of the Drive API: how one is declared, and how arguments that many share are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from workworld.apps.sheets.api.rows import Arguments, mask_of
from workworld.apps.sheets.models import Workbook
from workworld.apps.sheets.service.file_queries import ROOT, WORKBOOK_TYPE
from workworld.apps.sheets.wire import files as wire
from workworld.apps.sheets.wire import payloads
from workworld.apps.sheets.wire.payloads import Message
from workworld.attempts import Accept, Present
from workworld.context import Context
from workworld.doors.paging import Paging
from workworld.doors.rest import Endpoint
from workworld.errors import Invalid, NotFound

DRIVE = "/drive/v3"
NAMES = {
    "workbook_id": "fileId",
    "title": "name",
    "query": "q",
    "order_by": "orderBy",
    "limit": "pageSize",
    "cursor": "pageToken",
    "person_id": "permissionId",
    "thread_id": "commentId",
    "role": "role",
    "text": "content",
}
EVERYWHERE = frozenset(
    (
        *(
            "fields",
            "body",
            "sha256",
            "size",
            "uploadType",
            "fileId",
            "permissionId",
            "commentId",
            "revisionId",
        ),
        *("replyId", "supportsAllDrives", "supportsTeamDrives", "includeItemsFromAllDrives"),
        *("includeTeamDriveItems", "useDomainAdminAccess", "includeLabels"),
        *("includePermissionsForView", "teamDriveId", "convert", "useContentAsIndexableText"),
    )
)
"""Parameters that every method takes: what there is only one of here, and what the path names."""
FILE_FIELDS = Message(
    {
        **dict.fromkeys(("kind", "id", "name", "mimeType", "description", "folderColorRgb"), str),
        **dict.fromkeys(("originalFilename", "createdTime", "modifiedTime"), str),
        **dict.fromkeys(("viewedByMeTime", "webViewLink"), str),
        **dict.fromkeys(("trashed", "starred", "writersCanShare", "viewersCanCopyContent"), bool),
        "copyRequiresWriterPermission": bool,
        "parents": [str],
        **dict.fromkeys(("properties", "appProperties", "contentHints", "capabilities"), object),
        **dict.fromkeys(("contentRestrictions", "shortcutDetails"), object),
    },
    is_open=True,
)
"""What may be given of a file."""


def drive(
    method: str,
    path: str,
    function: Callable[..., Any],
    accept: Accept,
    present: Present,
    *,
    paging: Paging | None = None,
) -> Endpoint:
    """An endpoint of the Drive API.

    Args:
        method: the HTTP method.
        path: below ``/drive/v3``.
        function: the operation.
        accept: request → arguments.
        present: result → answer.
        paging: of a listing.
    """
    return Endpoint((method,), f"{DRIVE}{path}", function, accept, present, NAMES, 200, paging)


def query(arguments: Arguments, *known: str) -> dict[str, Any]:
    """Those parameters of the query that a method knows; it has no others.

    Raises:
        Invalid: it has.
    """
    for name in arguments:
        if name not in known and name not in EVERYWHERE:
            raise Invalid("invalid_parameter", f"Unknown parameter: {name[:100]}")
    return {name: arguments[name] for name in known if name in arguments}


def a_body(arguments: Arguments, message: Message) -> dict[str, Any]:
    """What the body says.

    Raises:
        Invalid: it holds what it may not.
    """
    body = arguments.get("body")
    return payloads.checked({} if body is None else body, message)


def given(body: Mapping[str, Any], **names: str) -> dict[str, Any]:
    """Those of the vendor's members that were given, under our names: ``ours="theirs"``."""
    return {ours: body[theirs] for ours, theirs in names.items() if theirs in body}


def named_type(body: Mapping[str, Any]) -> None:
    """See to it that a file is to be a spreadsheet, in the one folder that there is.

    Raises:
        Invalid: it is to be something else.
        NotFound: there is no such folder.
    """
    kind = body.get("mimeType", WORKBOOK_TYPE)
    if kind != WORKBOOK_TYPE:
        said = f"Files of the type {str(kind)[:100]} are not kept here, only {WORKBOOK_TYPE}."
        raise Invalid("invalid_type", said)
    for folder in body.get("parents", []):
        if folder != ROOT:
            raise NotFound("folder_not_found", f"File not found: {str(folder)[:100]}.")


def told(ctx: Context, workbook: Workbook) -> dict[str, Any]:
    """A file, in brief where nothing of it is asked for."""
    found = wire.file(ctx, workbook)
    return found if mask_of(ctx) is not None else {name: found[name] for name in wire.BRIEF}
