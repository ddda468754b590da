"""Parameters that several of the CRM's tools share, and how the server speaks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from workworld.apps.crm.wire.records import LATEST
from workworld.apps.crm.wire.refusals import body_of
from workworld.attempts import Accept
from workworld.context import Context
from workworld.doors.mcp import Manner, ToolResult
from workworld.errors import Refused

Arguments = Mapping[str, Any]

STRING = {"type": "string"}
OBJECT = {"type": "object"}


def described(kind: Mapping[str, Any], description: str) -> dict[str, Any]:
    """The schema of a parameter."""
    return {**kind, "description": description}


SOBJECT = described(STRING, "The object's API name, such as Account or Opportunity.")
ID = described(STRING, "The record's id, of 15 or 18 characters.")
BODY = described(
    OBJECT,
    "The fields by API name, such as"
    ' {"Name": "Acme", "Industry": "Retail"}. References are ids, days 2026-03-17,'
    " times 2026-03-17T13:30:00Z, amounts and percentages numbers; null empties a field.",
)
NAMES = {"sobject": "sobject-name", "record_id": "id", "relationship": "relationship-path"}


def taking(**names: str) -> Accept:
    """Takes those of the tool's arguments that were given, under our names: ``ours="theirs"``."""

    def accept(_ctx: Context, arguments: Arguments) -> Arguments:
        return {ours: arguments[theirs] for ours, theirs in names.items() if theirs in arguments}

    return accept


def _refusing(_tool: str, _arguments: Arguments, refused: Refused) -> ToolResult:
    """The errors that the REST API would answer."""
    return ToolResult(json.dumps(body_of(refused, LATEST), ensure_ascii=False), is_error=True)


ERRORS = Manner(refusing=_refusing, takes_null=True)
"""JSON, and refusals as a list of errors with codes and fields."""
