"""States that a file had.

https://developers.google.com/workspace/drive/api/reference/rest/v3/revisions
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.sheets.api.drive_rows import drive, query
from workworld.apps.sheets.api.rows import Arguments
from workworld.apps.sheets.service import histories
from workworld.apps.sheets.service.histories import Stretch
from workworld.apps.sheets.wire.revisions import revisions
from workworld.context import Context
from workworld.errors import NotFound


def _accept(_ctx: Context, arguments: Arguments) -> Arguments:
    query(arguments, "pageSize", "revisionId", "acknowledgeAbuse")
    return {"workbook_id": arguments["fileId"]}


def _listed(ctx: Context, found: Sequence[Stretch]) -> dict[str, Any]:
    told = revisions(ctx, [*reversed(found)])
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
