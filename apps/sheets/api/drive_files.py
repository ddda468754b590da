"""Spreadsheets as files of Drive: found, made, copied, renamed, thrown away.

https://developers.google.com/workspace/drive/api/reference/rest/v3/files
"""

from __future__ import annotations

from typing import Any

from workworld.apps.sheets.api.drive_pages import page_size
from workworld.apps.sheets.api.drive_rows import (
    FILE_FIELDS,
    a_body,
    drive,
    given,
    named_type,
    query,
    told,
)
from workworld.apps.sheets.api.rows import Arguments, mask_of
from workworld.apps.sheets.models import Workbook
from workworld.apps.sheets.service import copies, files, workbooks
from workworld.apps.sheets.wire import files as wire
from workworld.apps.sheets.wire.answers import NOTHING, Bytes
from workworld.context import Context
from workworld.doors.paging import token_paging
from workworld.paging import Page

_LISTING = ("q", "orderBy", "pageSize", "pageToken", "corpora", "corpus", "spaces", "driveId")


def _accept_list(_ctx: Context, arguments: Arguments) -> Arguments:
    found = query(arguments, *_LISTING)
    names = {"query": "q", "order_by": "orderBy", "cursor": "pageToken"}
    known = {ours: found[theirs] for ours, theirs in names.items() if found.get(theirs)}
    return known | ({"limit": page_size(found, most=1000)} if "pageSize" in found else {})


def _listed(ctx: Context, found: Page[Workbook]) -> dict[str, Any]:
    is_whole = mask_of(ctx) is not None
    shown = wire.files(ctx, found.items)
    if not is_whole:
        shown = [{name: each[name] for name in wire.BRIEF} for each in shown]
    return wire.listed(shown, found.next_cursor)


def _accept_one(_ctx: Context, arguments: Arguments) -> Arguments:
    query(arguments, "acknowledgeAbuse")
    return {"workbook_id": arguments["fileId"]}


def _accept_create(_ctx: Context, arguments: Arguments) -> Arguments:
    query(arguments, "ignoreDefaultVisibility", "keepRevisionForever", "ocrLanguage")
    body = a_body(arguments, FILE_FIELDS)
    named_type(body)
    return {"title": body["name"]} if body.get("name") else {}


def _accept_copy(_ctx: Context, arguments: Arguments) -> Arguments:
    query(arguments, "ignoreDefaultVisibility", "keepRevisionForever", "ocrLanguage")
    body = a_body(arguments, FILE_FIELDS)
    named_type(body)
    return {"workbook_id": arguments["fileId"], **given(body, title="name")}


def _accept_update(_ctx: Context, arguments: Arguments) -> Arguments:
    query(arguments, "addParents", "removeParents", "keepRevisionForever", "ocrLanguage")
    body = a_body(arguments, FILE_FIELDS)
    named_type(body)
    known = given(body, title="name", is_trashed="trashed", is_starred="starred")
    if "copyRequiresWriterPermission" in body:
        known["readers_may_copy"] = not body["copyRequiresWriterPermission"]
    return {"workbook_id": arguments["fileId"], **known}


def _accept_delete(_ctx: Context, arguments: Arguments) -> Arguments:
    query(arguments, "enforceSingleParent")
    return {"workbook_id": arguments["fileId"]}


def _gone(_ctx: Context, _nothing: None) -> Bytes:
    return NOTHING


_ALL, _ONE = "/files", "/files/<fileId>"
DRIVE_ENDPOINTS = (
    drive("GET", _ALL, files.list, _accept_list, _listed, paging=token_paging("files")),
    drive("POST", _ALL, workbooks.create, _accept_create, told),
    drive("GET", _ONE, workbooks.get, _accept_one, told),
    drive("PATCH", _ONE, files.update, _accept_update, told),
    drive("DELETE", _ONE, workbooks.remove, _accept_delete, _gone),
    drive("POST", f"{_ONE}/copy", copies.copy, _accept_copy, told),
)
