"""Parameters that several of the spreadsheets' tools share, and how the server speaks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from workworld.apps.sheets.wire.refusals import body_of, message_of
from workworld.attempts import Accept
from workworld.context import Context
from workworld.doors.mcp import Manner, ToolResult
from workworld.errors import Refused

Arguments = Mapping[str, Any]
STRING, WHOLE, TRUTH = {"type": "string"}, {"type": "integer"}, {"type": "boolean"}


def described(kind: Mapping[str, Any], description: str) -> dict[str, Any]:
    """The schema of a parameter."""
    return {**kind, "description": description}


def several(kind: Mapping[str, Any], description: str) -> dict[str, Any]:
    """The schema of a list."""
    return {"type": "array", "items": dict(kind), "description": description}


SPREADSHEET = described(STRING, "The spreadsheet's id: the part of its address behind /d/ or /s/.")
RANGE = described(
    STRING,
    "The range in A1 notation, such as Sheet1!A1:C10, 'My Sheet'!A:A, or Sheet1 for all of it; or"
    " in R1C1 notation, such as Sheet1!R1C1:R10C3.",
)
CELL: Mapping[str, Any] = {"type": ["string", "number", "boolean", "null"]}
TABLE: Mapping[str, Any] = {"type": "array", "items": {"type": "array", "items": dict(CELL)}}
REQUESTS = several(
    {"type": "object"},
    "The updates, done wholly or not at all. Each is an object with one member that names its"
    ' kind, such as {"addSheet": {"properties": {"title": "Q3"}}} or {"sortRange": {"range":'
    ' {"sheetId": 0, "startRowIndex": 1}, "sortSpecs": [{"dimensionIndex": 0, "sortOrder":'
    ' "ASCENDING"}]}}. Rows and columns count from 0, the end is not included.',
)


def taking(**names: str) -> Accept:
    """Takes those of the tool's arguments that were given, under our names: ``ours="theirs"``."""

    def accept(_ctx: Context, arguments: Arguments) -> Arguments:
        return {ours: arguments[theirs] for ours, theirs in names.items() if theirs in arguments}

    return accept


def _refusing(_tool: str, _arguments: Arguments, refused: Refused) -> ToolResult:
    """The error that the REST API would answer."""
    return ToolResult(json.dumps(body_of(refused), ensure_ascii=False), is_error=True)


GOOGLE = Manner(refusing=_refusing, takes_null=True, gives_value=True)
"""JSON as a text and as a value; refusals as the API's errors."""


def said(refused: Refused) -> str:
    """What is wrong, in a sentence."""
    return message_of(refused)
