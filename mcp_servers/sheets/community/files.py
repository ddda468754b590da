"""Spreadsheets as files: made, listed, searched, shared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.sheets.models import Workbook
from workworld.apps.sheets.service import files, permissions, workbooks
from workworld.apps.sheets.service.file_queries import ROOT, WORKBOOK_TYPE
from workworld.apps.sheets.service.grids import grids_of
from workworld.apps.sheets.service.permissions import Given
from workworld.apps.sheets.wire.files import moment, user
from workworld.context import Context
from workworld.directory.people import app_url, by_ids
from workworld.errors import NotFound
from workworld.mcp_servers.sheets.community.declaring import BOOK, LIST, tool
from workworld.mcp_servers.sheets.schemas import (
    STRING,
    TRUTH,
    WHOLE,
    Arguments,
    described,
    several,
)
from workworld.paging import Page

_FOLDER = described(STRING, "A folder's id. There is one folder alone here, root.")


def _check_folder(folder: str | None) -> None:
    if folder not in (None, "", ROOT):
        raise NotFound("folder_not_found", f"File not found: {str(folder)[:100]}.")


def _accept_create(_ctx: Context, arguments: Arguments) -> Arguments:
    _check_folder(arguments.get("folder_id"))
    return {"title": arguments["title"]}


def _created(ctx: Context, workbook: Workbook) -> dict[str, Any]:
    return {
        "spreadsheetId": workbook.id,
        "title": workbook.title,
        "sheets": [each.sheet.title for each in grids_of(ctx.session, workbook.id)],
        "folder": ctx.request.arguments.get("folder_id") or ROOT,
    }


def _accept_list(_ctx: Context, arguments: Arguments) -> Arguments:
    _check_folder(arguments.get("folder_id"))
    query = f"mimeType='{WORKBOOK_TYPE}' and trashed = false"
    return {"query": query, "limit": 1000}


def _listed(_ctx: Context, found: Page[Workbook]) -> list[dict[str, str]]:
    return [{"id": each.id, "title": each.title} for each in found.items]


def _accept_search(_ctx: Context, arguments: Arguments) -> Arguments:
    words = arguments["query"].replace("\\", "\\\\").replace("'", "\\'")
    query = f"trashed = false and (name contains '{words}' or fullText contains '{words}')"
    return {"query": query, "limit": arguments.get("max_results", 20)}


def _found(ctx: Context, found: Page[Workbook]) -> list[dict[str, Any]]:
    owners = by_ids(ctx.session, [each.owner_id for each in found.items])
    return [
        {
            "id": each.id,
            "name": each.title,
            "created_time": moment(each.created_us),
            "modified_time": moment(each.modified_us),
            "owners": [user(owners[each.owner_id], ctx.actor.person_id)["emailAddress"]],
            "web_link": f"{app_url(ctx, 'sheets')}/s/{each.id}",
        }
        for each in found.items
    ]


def _accept_folders(_ctx: Context, arguments: Arguments) -> Arguments:
    _check_folder(arguments.get("parent_folder_id"))
    return {"limit": 1}


def _no_folders(_ctx: Context, _found: Page[Workbook]) -> list[dict[str, str]]:
    return []


def _accept_share(_ctx: Context, arguments: Arguments) -> Arguments:
    return {
        "workbook_id": arguments["spreadsheet_id"],
        "recipients": arguments["recipients"],
        "notifies": arguments.get("send_notification", True),
    }


def _shared(_ctx: Context, done: Sequence[Given]) -> dict[str, Any]:
    return {
        "successes": [
            {"email_address": each.address, "role": each.role} for each in done if not each.refused
        ],
        "failures": [
            {"email_address": each.address, "error": each.refused} for each in done if each.refused
        ],
    }


CREATE = tool(
    "create_spreadsheet",
    workbooks.create,
    "Creates an empty spreadsheet that belongs to you, with one sheet.",
    {"title": described(STRING, "Its title."), "folder_id": _FOLDER},
    ("title",),
    _accept_create,
    _created,
    title="Create Spreadsheet",
)
LISTED = tool(
    "list_spreadsheets",
    files.list,
    "Lists the spreadsheets that you see, with their ids and titles.",
    {"folder_id": _FOLDER},
    (),
    _accept_list,
    _listed,
    title="List Spreadsheets",
    manner=LIST,
)
SEARCH = tool(
    "search_spreadsheets",
    files.list,
    "Finds spreadsheets by words of their titles or cells.",
    {
        "query": described({**STRING, "minLength": 1}, "The words."),
        "max_results": described(
            {**WHOLE, "default": 20, "minimum": 1, "maximum": 1000}, "How many at most."
        ),
    },
    ("query",),
    _accept_search,
    _found,
    title="Search Spreadsheets",
    manner=LIST,
)
FOLDERS = tool(
    "list_folders",
    files.list,
    "Lists the folders within one. All spreadsheets lie in the folder root, which has none.",
    {"parent_folder_id": _FOLDER},
    (),
    _accept_folders,
    _no_folders,
    title="List Folders",
    manner=LIST,
)
SHARE = tool(
    "share_spreadsheet",
    permissions.give_several,
    "Shares a spreadsheet with people; of those with whom it cannot be shared, it tells why.",
    {
        "spreadsheet_id": BOOK,
        "recipients": several(
            {"type": "object"}, "Each with email_address and role: reader, commenter or writer."
        ),
        "send_notification": described({**TRUTH, "default": True}, "Whether they are told."),
    },
    ("spreadsheet_id", "recipients"),
    _accept_share,
    _shared,
    title="Share Spreadsheet",
)
