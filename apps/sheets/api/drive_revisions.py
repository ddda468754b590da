"""States that a file had.

https://developers.google.com/workspace/drive/api/reference/rest/v3/revisions
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.sheets.api.drive_rows import drive, query
from workworld.apps.sheets.api.rows import Arguments
from workworld.apps.sheets.service import histories
from workworld.apps.sheets.service.file_queries import WORKBOOK_TYPE
from workworld.apps.sheets.service.histories import Stretch
from workworld.apps.sheets.wire.files import moment, user
from workworld.context import Context
from workworld.directory.people import by_ids
from workworld.errors import NotFound


def _accept(_ctx: Context, arguments: Arguments) -> Arguments:
    query(arguments, "pageSize", "revisionId", "acknowledgeAbuse")
    return {"workbook_id": arguments["fileId"]}


def _listed(ctx: Context, found: Sequence[Stretch]) -> dict[str, Any]:
    people = by_ids(ctx.session, sorted({each.person_id for each in found}))
    told = [
        {
            "kind": "drive#revision",
            "id": str(each.last),
            "mimeType": WORKBOOK_TYPE,
            "modifiedTime": moment(each.at_us),
            "keepForever": False,
            "published": False,
            "lastModifyingUser": user(people[each.person_id], ctx.actor.person_id),
        }
        for each in reversed(found)
    ]
    return {"kind": "drive#revisionList", "revisions": told}


def _one(ctx: Context, found: Sequence[Stretch]) -> dict[str, Any]:
    wanted = str(ctx.request.arguments["revisionId"])
    told: list[dict[str, Any]] = _listed(ctx, found)["revisions"]
    for each in told:
        if each["id"] == wanted or (wanted == "head" and each is told[-1]):
            return each
    raise NotFound("revision_not_found", f"Revision not found: {wanted[:100]}.")


_ALL = "/files/<fileId>/revisions"
DRIVE_ENDPOINTS = (
    drive("GET", _ALL, histories.list_edits, _accept, _listed),
    drive("GET", f"{_ALL}/<revisionId>", histories.list_edits, _accept, _one),
)
