"""The description of the control API, made from its table.

https://spec.openapis.org/oas/v3.1.0
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

from workworld.host.control.rows import Field, Row

REFUSALS = {
    "400": "The request is malformed.",
    "401": "The admin token is missing or wrong.",
    "404": "There is no such world, snapshot or fault.",
    "409": "It cannot be done as things are: the message says why.",
    "503": "The worker of this world has just died and starts again.",
}


def described(table: Sequence[Row]) -> dict[str, Any]:
    """The document for a table."""
    paths: dict[str, dict[str, Any]] = {}
    for row in table:
        paths.setdefault(row.path, {})[row.method.lower()] = _operation(row)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Workworld control API",
            "version": version("workworld"),
            "description": "Worlds, tasks and time, for trainers; agents never see it.",
        },
        "security": [{"admin": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {"admin": {"type": "http", "scheme": "bearer"}},
            "schemas": {"Refusal": _object(("error", "message"), {"type": "string"})},
            "responses": {code: _refusal(said) for code, said in REFUSALS.items()},
        },
    }


def _operation(row: Row) -> dict[str, Any]:
    responses: dict[str, Any] = {
        str(row.status): {
            "description": "Done.",
            "content": {"application/json": {"schema": _object(row.answer, {})}},
        }
    }
    for code in REFUSALS:
        responses[code] = {"$ref": f"#/components/responses/{code}"}
    operation: dict[str, Any] = {
        "operationId": _name(row),
        "summary": row.said,
        "responses": responses,
    }
    parameters = [_world()] if "{world}" in row.path else []
    if row.method == "POST":
        if row.fields:
            operation["requestBody"] = _body(row.fields)
    else:
        parameters += [_parameter(field) for field in row.fields]
    return operation | ({"parameters": parameters} if parameters else {})


def _name(row: Row) -> str:
    """Such as ``post_worlds_fork``."""
    parts = (part for part in row.path.removeprefix("/api/").split("/"))
    named = ["world" if part == "{world}" else part for part in parts]
    return "_".join([row.method.lower(), *named])


def _world() -> dict[str, Any]:
    schema = {"type": "string", "minLength": 1}
    return {"name": "world", "in": "path", "required": True, "schema": schema}


def _parameter(field: Field) -> dict[str, Any]:
    return {
        "name": field.name,
        "in": "query",
        "required": field.required,
        "description": field.text,
        "schema": dict(field.schema),
    }


def _body(fields: Sequence[Field]) -> dict[str, Any]:
    schema = {
        "type": "object",
        "additionalProperties": False,
        "properties": {each.name: {**each.schema, "description": each.text} for each in fields},
    }
    if required := [each.name for each in fields if each.required]:
        schema["required"] = required
    content = {"application/json": {"schema": schema}}
    return {"required": bool(required), "content": content}


def _object(names: Sequence[str], value: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "required": list(names),
        "properties": {name: dict(value) for name in names},
    }


def _refusal(said: str) -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/Refusal"}
    return {"description": said, "content": {"application/json": {"schema": schema}}}
