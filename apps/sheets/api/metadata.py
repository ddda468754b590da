"""What programs keep with parts of a workbook: read and looked for.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.developerMetadata
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.sheets.api.rows import Arguments, queried, said, sheets
from workworld.apps.sheets.service import metadata
from workworld.apps.sheets.service.requests.metadata_lookups import Kept, resource
from workworld.apps.sheets.wire.filters import DATA_FILTER
from workworld.apps.sheets.wire.payloads import Message
from workworld.context import Context

_SEARCH = Message({"dataFilters": [DATA_FILTER]})


def _accept_one(_ctx: Context, arguments: Arguments) -> Arguments:
    queried(arguments)
    return {
        "workbook_id": arguments["spreadsheetId"],
        "metadata_id": arguments["metadataId"],
    }


def _one(_ctx: Context, kept: Kept) -> dict[str, Any]:
    return resource(kept)


def _accept_search(_ctx: Context, arguments: Arguments) -> Arguments:
    queried(arguments)
    filters = said(arguments, _SEARCH).get("dataFilters", [])
    return {"workbook_id": arguments["spreadsheetId"], "filters": filters}


def _matched(ctx: Context, found: Sequence[tuple[Kept, Sequence[int]]]) -> dict[str, Any]:
    filters = said(ctx.request.arguments, _SEARCH)["dataFilters"]
    told = [
        {"developerMetadata": resource(kept), "dataFilters": [filters[at] for at in met]}
        for kept, met in found
    ]
    return {"matchedDeveloperMetadata": told} if told else {}


_ALL = "/<spreadsheetId>/developerMetadata"
ENDPOINTS = (
    sheets("GET", f"{_ALL}/<int:metadataId>", metadata.get, _accept_one, _one),
    sheets("POST", f"{_ALL}:search", metadata.search, _accept_search, _matched),
)
