"""The control API, from the table that answers it."""

from __future__ import annotations

import json
from typing import Any

from reference_pages.markdown import code, plain, table
from workworld.host.control.openapi import REFUSALS
from workworld.host.control.rows import Field, Row
from workworld.host.control.table import TABLE

_HEAD = ("field", "type", "is")
_BESIDE = (
    ("GET /api", "the OpenAPI 3.1 description of all this"),
    ("GET /health", "answers without a token, here and on the agent port"),
    (
        "GET /ready",
        "says without a token whether snapshot, worlds and disk are as they should be; 503 if not",
    ),
)
_SAID = """\
The control port (8701, on the loopback only) asks for the admin token, as `Authorization: Bearer
…`; it is the `token` in the portal's link. Agents never see this port. A `POST` takes its fields as
JSON, any other request in its query. [Train on it](../train.md) shows the Python client, [faults
and time](../faults_and_time.md) what clock and faults are for.
"""


def page() -> str:
    """Every request, with its fields, its answer, and how it is refused."""
    parts = ["# Control API\n", _SAID, *(_told(row) for row in TABLE)]
    beside = [(code(request), said) for request, said in _BESIDE]
    refusals = [(code(status), said) for status, said in REFUSALS.items()]
    said = 'A refusal is `{"error": "world_closed", "message": "…"}`: a code and a sentence.\n'
    parts += ["## Beside it\n", table(("request", "does"), beside)]
    parts += ["## Refusals\n", said, table(("status", "means"), refusals)]
    return "\n".join(parts)


def _told(row: Row) -> str:
    fields = [(code(each.name) + _mark(each), _type(each), plain(each.text)) for each in row.fields]
    answer = f"\nAnswers {row.status} with {', '.join(code(name) for name in row.answer)}.\n"
    head = f"## `{row.method} {row.path}`\n\n{plain(row.said)}\n\n"
    return head + table(_HEAD, fields) + answer


def _mark(field: Field) -> str:
    return " (required)" if field.required else ""


def _type(field: Field) -> str:
    schema: dict[str, Any] = dict(field.schema)
    if "enum" in schema:
        return ", ".join(code(str(each)) for each in schema["enum"])
    kind = str(schema.get("type", "any JSON value"))
    if "items" in schema:
        return f"list of {schema['items'].get('type', 'values')}s"
    default = f", by default {json.dumps(schema['default'])}" if "default" in schema else ""
    return kind + default
