"""The methods ``slackLists.*``: https://docs.slack.dev/reference/methods/?family=slackLists"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workworld.apps.chat import list_shapes
from workworld.apps.chat.api.canvases import accept_access, structured
from workworld.apps.chat.api.methods import (
    Arguments,
    given,
    ids_in,
    method,
    next_cursor,
    nothing,
    refuse,
    taking,
)
from workworld.apps.chat.blocks import rich_text
from workworld.apps.chat.models import Document
from workworld.apps.chat.service import lists, records
from workworld.apps.chat.service.list_fields import columns_of
from workworld.apps.chat.service.records import Entry
from workworld.context import Context
from workworld.doors.paging import CursorPaging
from workworld.errors import Invalid, Problem
from workworld.paging import Page
from workworld.richtext.names import Names
from workworld.richtext.plain import to_plain

_YES = (True, "1", "true", "True")
_TYPES = {"todo_completed": "checkbox", "todo_assignee": "user", "todo_due_date": "date"}
_TO_DO = (
    {"key": "completed", "name": "Completed", "type": "checkbox"},
    {"key": "assignee", "name": "Assignee", "type": "user"},
    {"key": "due_date", "name": "Due date", "type": "date"},
)
_AROUND = ("column_id", "row_id", "key")
"""What stands in a field beside its value."""


def _accept_create(_ctx: Context, arguments: Arguments) -> Arguments:
    refuse(arguments, "copy_from_list_id", "include_copied_list_records")
    columns = [_column(each) for each in _objects(arguments.get("schema"), "schema")]
    if arguments.get("todo_mode") in _YES:
        columns = [*(columns or [{"name": "Name", "type": "text"}]), *_TO_DO]
    made = given(arguments, name="name") | _described(arguments)
    return made | ({"columns": columns} if columns else {})


def _column(wanted: Mapping[str, Any]) -> dict[str, Any]:
    kind = wanted.get("type")
    made = given(wanted, name="name", key="key", options="options", is_primary="is_primary_column")
    return made | {"type": _TYPES.get(str(kind), kind)}


def _described(arguments: Arguments) -> dict[str, str]:
    blocks = _objects(arguments.get("description_blocks"), "description_blocks")
    try:
        said = [to_plain(rich_text.read(each), Names({}, {}, str)) for each in blocks]
    except ValueError:
        raise _wrong("description_blocks") from None
    return {"description": "\n".join(said)} if said else {}


def _accept_rename(_ctx: Context, arguments: Arguments) -> Arguments:
    refuse(arguments, "todo_mode")
    return given(arguments, list_id="id", name="name") | _described(arguments)


def _accept_item(_ctx: Context, arguments: Arguments) -> Arguments:
    refuse(arguments, "duplicated_item_id", "parent_item_id")
    fields = _objects(arguments.get("initial_fields"), "initial_fields")
    return given(arguments, list_id="list_id") | {
        "fields": dict(_value(each, "initial_fields") for each in fields)
    }


def _accept_cells(_ctx: Context, arguments: Arguments) -> Arguments:
    changes: dict[str, dict[str, Any]] = {}
    for cell in _objects(arguments.get("cells"), "cells"):
        column, value = _value(cell, "cells")
        changes.setdefault(str(cell.get("row_id", "")), {})[column] = value
    listed = [{"record_id": record, "fields": fields} for record, fields in changes.items()]
    return given(arguments, list_id="list_id") | {"changes": listed}


def _value(field: Mapping[str, Any], name: str) -> tuple[str, Any]:
    """The column of a field, and what stands under the name of its type."""
    values = [value for key, value in field.items() if key not in _AROUND]
    column = field.get("column_id")
    if not isinstance(column, str) or len(values) != 1:
        raise _wrong(name)
    return column, values[0]


def _objects(value: Any, name: str) -> list[dict[str, Any]]:
    found = structured(value, name, list) if value else []
    if not all(isinstance(each, dict) for each in found):
        raise _wrong(name)
    return [*found]


def _wrong(name: str) -> Invalid:
    return Invalid("invalid_arguments", problems=[Problem("not in the documented form", name)])


def _accept_deleted(_ctx: Context, arguments: Arguments) -> Arguments:
    one = given(arguments, record_ids="id")
    several = {"record_ids": ids_in(arguments["ids"])} if "ids" in arguments else {}
    ids = {"record_ids": [one["record_ids"]]} if one else several
    return given(arguments, list_id="list_id") | ids


def _accept_page(_ctx: Context, arguments: Arguments) -> Arguments:
    return given(arguments, list_id="list_id", limit="limit", cursor="cursor")


def _present_list(ctx: Context, row: Document) -> dict[str, Any]:
    metadata = {"schema": list_shapes.schema(columns_of(ctx, row)), "subtask_schema": []}
    return {"list_id": row.id, "list_metadata": metadata}


def _present_item(ctx: Context, entry: Entry) -> dict[str, Any]:
    (item,) = list_shapes.items(ctx, entry.document, entry.columns, [entry.row])
    return {"item": item}


def _present_info(ctx: Context, entry: Entry) -> dict[str, Any]:
    record = _present_item(ctx, entry)["item"]
    shown = list_shapes.list_of(entry.document, entry.columns)
    return {"list": shown, "record": record, "subtasks": []}


def _present_items(ctx: Context, page: Page[Entry]) -> dict[str, Any]:
    rows, found = [entry.row for entry in page.items], page.items[:1]
    shapes = [list_shapes.items(ctx, each.document, each.columns, rows) for each in found]
    return {"items": shapes[0] if shapes else [], **next_cursor(page)}


_CELLS = {"changes": "cells"}

ENDPOINTS = (
    method("slackLists.access.delete", lists.unshare, accept_access("list_id"), nothing),
    method("slackLists.access.set", lists.share, accept_access("list_id"), nothing),
    method("slackLists.create", lists.create, _accept_create, _present_list, {"columns": "schema"}),
    method(
        "slackLists.items.create",
        records.create,
        _accept_item,
        _present_item,
        {"fields": "initial_fields"},
    ),
    method(
        "slackLists.items.delete", records.delete, _accept_deleted, nothing, {"record_ids": "id"}
    ),
    method(
        "slackLists.items.deleteMultiple",
        records.delete,
        _accept_deleted,
        nothing,
        {"record_ids": "ids"},
    ),
    method(
        "slackLists.items.info",
        records.info,
        taking(list_id="list_id", record_id="id"),
        _present_info,
        {"record_id": "id"},
    ),
    method(
        "slackLists.items.list",
        records.list,
        _accept_page,
        _present_items,
        paging=CursorPaging("items"),
    ),
    method("slackLists.items.update", records.update, _accept_cells, nothing, _CELLS),
    method("slackLists.update", lists.rename, _accept_rename, nothing, {"list_id": "id"}),
)
