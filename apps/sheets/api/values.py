"""Values of ranges: read, written, appended, cleared.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.sheets.api.rows import Arguments, chosen, is_true, queried, said, sheets
from workworld.apps.sheets.service import values
from workworld.apps.sheets.service.value_ranges import Updated, ValueRange
from workworld.apps.sheets.wire import value_ranges
from workworld.apps.sheets.wire.payloads import DATES, DIMENSION, INPUT, INSERT, RENDER, Message
from workworld.context import Context

_READ = ("majorDimension", "valueRenderOption", "dateTimeRenderOption")
_ANSWERED = ("includeValuesInResponse", "responseValueRenderOption", "responseDateTimeRenderOption")
_VALUE_RANGE = Message({"range": str, "majorDimension": DIMENSION, "values": [[Any]]})
_CLEAR = Message({})
_BATCH_CLEAR = Message({"ranges": [str]})
_BATCH_UPDATE = Message(
    {
        "valueInputOption": INPUT,
        "data": [_VALUE_RANGE],
        "includeValuesInResponse": bool,
        "responseValueRenderOption": RENDER,
        "responseDateTimeRenderOption": DATES,
    }
)


def known(found: Arguments) -> dict[str, Any]:
    """Those options that say something."""
    return {name: each for name, each in found.items() if not each.endswith("UNSPECIFIED")}


def how(found: Arguments) -> dict[str, Any]:
    """How values are to be read."""
    return known(
        chosen(
            found,
            major_dimension=("majorDimension", DIMENSION),
            value_render_option=("valueRenderOption", RENDER),
            date_time_render_option=("dateTimeRenderOption", DATES),
        )
    )


def answering(found: Arguments) -> dict[str, Any]:
    """What is to be answered of what was written."""
    return {
        "include_values": is_true(found, "includeValuesInResponse"),
        **chosen(
            found,
            value_render_option=("responseValueRenderOption", RENDER),
            date_time_render_option=("responseDateTimeRenderOption", DATES),
        ),
    }


def _accept_get(_ctx: Context, arguments: Arguments) -> Arguments:
    found = queried(arguments, *_READ)
    return {**_place(arguments), **how(found)}


def _accept_batch_get(_ctx: Context, arguments: Arguments) -> Arguments:
    found = queried(arguments, "ranges", *_READ)
    asked = {name: value for name, value in found.items() if name != "ranges"}
    ranges = found.get("ranges", [])
    return {"workbook_id": arguments["spreadsheetId"], "ranges": ranges, **how(asked)}


def _place(arguments: Arguments) -> dict[str, Any]:
    return {"workbook_id": arguments["spreadsheetId"], "range": arguments["range"]}


def _accept_update(_ctx: Context, arguments: Arguments) -> Arguments:
    found = queried(arguments, "valueInputOption", *_ANSWERED)
    body = said(arguments, _VALUE_RANGE)
    return {
        **_place(arguments),
        "values": body.get("values", []),
        **known(chosen(found, value_input_option=("valueInputOption", INPUT))),
        **known({"major_dimension": body.get("majorDimension", "ROWS")}),
        **answering(found),
    }


def _accept_append(ctx: Context, arguments: Arguments) -> Arguments:
    rest = {name: each for name, each in arguments.items() if name != "insertDataOption"}
    inserting = chosen(arguments, option=("insertDataOption", INSERT)).get("option")
    return {**_accept_update(ctx, rest), "insert_rows": inserting == "INSERT_ROWS"}


def _accept_batch_update(_ctx: Context, arguments: Arguments) -> Arguments:
    queried(arguments)
    body = said(arguments, _BATCH_UPDATE)
    option = body.get("valueInputOption", "UNSPECIFIED")
    return {
        "workbook_id": arguments["spreadsheetId"],
        "data": body.get("data", []),
        **known({"value_input_option": option}),
        **answering(body),
    }


def _accept_clear(_ctx: Context, arguments: Arguments) -> Arguments:
    queried(arguments)
    said(arguments, _CLEAR)
    return _place(arguments)


def _accept_batch_clear(_ctx: Context, arguments: Arguments) -> Arguments:
    queried(arguments)
    body = said(arguments, _BATCH_CLEAR)
    return {"workbook_id": arguments["spreadsheetId"], "ranges": body.get("ranges", [])}


def _told(_ctx: Context, found: ValueRange) -> dict[str, Any]:
    return value_ranges.value_range(found)


def _workbook(ctx: Context) -> str:
    return str(ctx.request.arguments["spreadsheetId"])


def _told_several(ctx: Context, found: Sequence[ValueRange]) -> dict[str, Any]:
    told = [value_ranges.value_range(each) for each in found]
    return {"spreadsheetId": _workbook(ctx), **({"valueRanges": told} if told else {})}


def _updated(_ctx: Context, done: Updated) -> dict[str, Any]:
    return value_ranges.updated(done)


def _appended(_ctx: Context, done: Updated) -> dict[str, Any]:
    return value_ranges.appended(done)


def _updated_several(ctx: Context, done: Sequence[Updated]) -> dict[str, Any]:
    return value_ranges.several_updated(_workbook(ctx), done)


def _cleared(ctx: Context, range_text: str) -> dict[str, Any]:
    return {"spreadsheetId": _workbook(ctx), "clearedRange": range_text}


def _cleared_several(ctx: Context, ranges: Sequence[str]) -> dict[str, Any]:
    return {"spreadsheetId": _workbook(ctx), **({"clearedRanges": ranges} if ranges else {})}


_ALL = "/<spreadsheetId>/values"
_ONE = f"{_ALL}/<path:range>"
ENDPOINTS = (
    sheets(
        "GET", f"{_ALL}:batchGet", values.batch_get, _accept_batch_get, _told_several, is_long=True
    ),
    sheets(
        "POST", f"{_ALL}:batchUpdate", values.batch_update, _accept_batch_update, _updated_several
    ),
    sheets("POST", f"{_ALL}:batchClear", values.batch_clear, _accept_batch_clear, _cleared_several),
    sheets("GET", _ONE, values.get, _accept_get, _told),
    sheets("PUT", _ONE, values.update, _accept_update, _updated),
    sheets("POST", f"{_ONE}:append", values.append, _accept_append, _appended),
    sheets("POST", f"{_ONE}:clear", values.clear, _accept_clear, _cleared),
)
