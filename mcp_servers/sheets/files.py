"""Spreadsheets as files, which the vendor's server leaves to another one: ours, in its style."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.sheets.models import Workbook
from workworld.apps.sheets.service import (
    connections,
    copies,
    files,
    permissions,
    shares,
    values,
    workbooks,
)
from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.shares import Sharing
from workworld.apps.sheets.service.sheet_properties import properties
from workworld.apps.sheets.service.value_ranges import Updated, ValueRange
from workworld.apps.sheets.wire import files as wire
from workworld.apps.sheets.wire import value_ranges
from workworld.apps.sheets.wire.spreadsheets import Asked, spreadsheet
from workworld.context import Context
from workworld.mcp_servers.sheets.own import done, own
from workworld.mcp_servers.sheets.schemas import (
    RANGE,
    SPREADSHEET,
    STRING,
    TRUTH,
    WHOLE,
    Arguments,
    described,
    several,
    taking,
)
from workworld.paging import Page

_OWN = ("id", "name", "createdTime", "modifiedTime", "owners", "shared", "trashed", "webViewLink")


def _file(ctx: Context, workbook: Workbook) -> dict[str, Any]:
    return _files(ctx, [workbook])[0]


def _files(ctx: Context, found: Sequence[Workbook]) -> list[dict[str, Any]]:
    return [{name: told[name] for name in _OWN} for told in wire.files(ctx, found)]


def _page(ctx: Context, found: Page[Workbook]) -> dict[str, Any]:
    more = {"nextPageToken": found.next_cursor} if found.next_cursor else {}
    return {"files": _files(ctx, found.items), **more}


def _created(ctx: Context, workbook: Workbook) -> dict[str, Any]:
    return spreadsheet(ctx, workbook, Asked({}))


def _accept_create(_ctx: Context, arguments: Arguments) -> Arguments:
    titles = [{"title": each} for each in arguments.get("sheets", ())]
    return {"title": arguments["title"], **({"sheets": titles} if titles else {})}


def _shares(_ctx: Context, found: Sequence[Sharing]) -> dict[str, Any]:
    return {"permissions": [wire.permission(each) for each in found]}


def _accept_share(_ctx: Context, arguments: Arguments) -> Arguments:
    address = arguments.get("emailAddress")
    return {
        "workbook_id": arguments["spreadsheetId"],
        "role": arguments["role"],
        **({"address": address} if address else {"kind": "company"}),
        **taking(notifies="sendNotification", message="message")(_ctx, arguments),
    }


def _sheet(_ctx: Context, made: Grid) -> dict[str, Any]:
    return properties(made)


def _ranges(ctx: Context, found: Sequence[ValueRange]) -> dict[str, Any]:
    told = [value_ranges.value_range(each) for each in found]
    return {"spreadsheetId": ctx.request.arguments["spreadsheetId"], "valueRanges": told}


def _several(ctx: Context, done: Sequence[Updated]) -> dict[str, Any]:
    return value_ranges.several_updated(ctx.request.arguments["spreadsheetId"], done)


def _cleared(ctx: Context, range_text: str) -> dict[str, Any]:
    return {"spreadsheetId": ctx.request.arguments["spreadsheetId"], "clearedRange": range_text}


def _accept_batch(_ctx: Context, arguments: Arguments) -> Arguments:
    return {
        "workbook_id": arguments["spreadsheetId"],
        "data": arguments["data"],
        "value_input_option": arguments.get("valueInputOption", "USER_ENTERED"),
    }


_RENDER = {
    "type": "string",
    "enum": ["FORMATTED_VALUE", "UNFORMATTED_VALUE", "FORMULA"],
    "description": "Whether values come as they are shown, as they are, or as formulas.",
}
TOOLS = (
    own(
        "search_spreadsheets", files.list, "Search spreadsheets",
        "Finds spreadsheets that you see, those first that were changed last. The query is Drive's:"
        " name contains 'budget', fullText contains 'Q3', trashed = false, 'a@b.example' in owners,"
        " modifiedTime > '2026-01-01', joined by and, or, not.",
        {
            "query": described(STRING, "The query; by default all are found."),
            "orderBy": described(STRING, "Such as: modifiedTime desc, or name."),
            "pageSize": described({**WHOLE, "minimum": 1, "maximum": 1000}, "How many at most."),
            "pageToken": described(STRING, "The nextPageToken of the answer before."),
        },
        _page, (), query="query", order_by="orderBy", limit="pageSize", cursor="pageToken",
    ),
    own(
        "create_spreadsheet", workbooks.create, "Create spreadsheet",
        "Creates a spreadsheet that is yours, with the sheets that are named or an empty one.",
        {"title": described(STRING, "Its title."), "sheets": several(STRING, "Titles of sheets.")},
        _created, ("title",), accept=_accept_create,
    ),
    own(
        "copy_spreadsheet", copies.copy, "Copy spreadsheet",
        "Copies a spreadsheet; the copy is yours and shared with nobody.",
        {"spreadsheetId": SPREADSHEET, "title": described(STRING, "What the copy is called.")},
        _file, workbook_id="spreadsheetId", title="title",
    ),
    own(
        "update_file", files.update, "Rename, trash or star",
        "Renames a spreadsheet, throws it away or takes it back, stars it.",
        {
            "spreadsheetId": SPREADSHEET,
            "title": described(STRING, "What it is to be called."),
            "trashed": described(TRUTH, "Whether it is to lie in the trash."),
            "starred": described(TRUTH, "Whether you want it at hand."),
        },
        _file, destroys=True, workbook_id="spreadsheetId", title="title", is_trashed="trashed",
        is_starred="starred",
    ),
    own(
        "delete_spreadsheet", workbooks.remove, "Delete spreadsheet",
        "Deletes a spreadsheet of yours for ever. To throw it away so that it can be taken back,"
        " use update_file with trashed.",
        {"spreadsheetId": SPREADSHEET}, done, destroys=True, workbook_id="spreadsheetId",
    ),
    own(
        "list_permissions", shares.list_shares, "List permissions",
        "Lists whom a spreadsheet is shared with, and what they may do.",
        {"spreadsheetId": SPREADSHEET}, _shares, workbook_id="spreadsheetId",
    ),
    own(
        "share_spreadsheet", permissions.give, "Share spreadsheet",
        "Shares a spreadsheet with the person who has an e-mail address; without one, with the"
        " whole company. Somebody who has it already gets the role that is given now.",
        {
            "spreadsheetId": SPREADSHEET,
            "emailAddress": described(STRING, "Theirs."),
            "role": {
                "type": "string",
                "enum": ["reader", "commenter", "writer"],
                "description": "What they may do.",
            },
            "sendNotification": described(TRUTH, "Whether they are told. Default true."),
            "message": described(STRING, "What they are told besides."),
        },
        done, ("spreadsheetId", "role"), accept=_accept_share,
    ),
    own(
        "unshare_spreadsheet", shares.unshare, "Take a spreadsheet away",
        "Takes a spreadsheet away from somebody, by the permission id that list_permissions tells.",
        {"spreadsheetId": SPREADSHEET, "permissionId": described(STRING, "The permission's id.")},
        done, ("spreadsheetId", "permissionId"), destroys=True, workbook_id="spreadsheetId",
        person_id="permissionId",
    ),
    own(
        "copy_sheet", copies.copy_sheet, "Copy sheet",
        "Copies a sheet into another spreadsheet, or into its own.",
        {
            "spreadsheetId": SPREADSHEET,
            "sheetId": described({**WHOLE, "minimum": 0}, "The sheet's id."),
            "destinationSpreadsheetId": described(STRING, "Into which spreadsheet."),
        },
        _sheet, ("spreadsheetId", "sheetId", "destinationSpreadsheetId"),
        workbook_id="spreadsheetId", sheet_id="sheetId",
        destination_id="destinationSpreadsheetId",
    ),
    own(
        "batch_get_values", values.batch_get, "Get values of several ranges",
        "Reads the values of several ranges, in their order; also as formulas.",
        {
            "spreadsheetId": SPREADSHEET,
            "ranges": several(RANGE, "The ranges."),
            "valueRenderOption": _RENDER,
        },
        _ranges, ("spreadsheetId", "ranges"), workbook_id="spreadsheetId", ranges="ranges",
        value_render_option="valueRenderOption",
    ),
    own(
        "batch_update_values", values.batch_update, "Update values of several ranges",
        "Writes values into several ranges, all of them or none.",
        {
            "spreadsheetId": SPREADSHEET,
            "data": several(
                {"type": "object"}, 'Ranges with values: {"range": "A1:B1", "values": [[1, 2]]}.'
            ),
            "valueInputOption": {
                "type": "string",
                "enum": ["RAW", "USER_ENTERED"],
                "description": "Whether values are kept as given, or read as if typed.",
            },
        },
        _several, ("spreadsheetId", "data"), accept=_accept_batch, destroys=True,
    ),
    own(
        "refresh_data", connections.refresh, "Refresh connected data",
        "Asks the CRM, the tracker and the directory again for all that a spreadsheet's formulas"
        " have from them: CRM, ISSUES and PERSON keep what they were answered until then.",
        {"spreadsheetId": SPREADSHEET}, done, workbook_id="spreadsheetId",
    ),
    own(
        "clear_values", values.clear, "Clear values of a range",
        "Clears the values of a range; how its cells look stays.",
        {"spreadsheetId": SPREADSHEET, "range": RANGE}, _cleared, ("spreadsheetId", "range"),
        destroys=True, workbook_id="spreadsheetId", range="range",
    ),
)  # fmt: skip
