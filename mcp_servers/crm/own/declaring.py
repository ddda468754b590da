"""Tools made of operations: parameters from the signature, in the vendor's style."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from workworld.clock import to_microseconds
from workworld.context import Context
from workworld.doors.mcp import FULL, Tool
from workworld.doors.mcp.parameters import plain
from workworld.errors import Invalid
from workworld.mcp_servers.crm.own.shapes import presenting
from workworld.mcp_servers.crm.schemas import BODY, ERRORS, Arguments
from workworld.operations import Effect, Operation, operation_of

_NAMES = {
    "sobject": "sobject-name",
    "record_id": "id",
    "record_ids": "ids",
    "values": "body",
}
"""Our name of an argument → the vendor's."""
_UNTOLD = ("version",)
_DESTRUCTIVE = re.compile(r"\.(delete|remove|merge|update|change|convert|close|restore|upsert)")
_REPEATABLE = re.compile(r"\.(update|upsert|pin|unpin|change|share)")


class Parameters(Mapping[str, Mapping[str, Any]]):
    """The JSON schemas of a tool's parameters, made when somebody first looks at one.

    Args:
        declared: the operation.
        names: what the tool calls the operation's arguments.
    """

    def __init__(self, declared: Operation, names: Mapping[str, str]) -> None:
        self._declared, self._names = declared, names

    @cached_property
    def _schemas(self) -> Mapping[str, Mapping[str, Any]]:
        whole = self._declared.arguments.model_json_schema()
        return {
            theirs: _property(ours, whole["properties"][ours], whole)
            for ours, theirs in self._names.items()
        }

    def __getitem__(self, name: str) -> Mapping[str, Any]:
        return self._schemas[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names.values())

    def __len__(self) -> int:
        return len(self._names)


def own(name: str, function: Callable[..., Any], title: str, toolset: str, note: str = "") -> Tool:
    """A tool for an operation that the vendor's server lacks.

    Args:
        name: what it is called.
        function: the operation.
        title: what people call it.
        toolset: the group that it belongs to.
        note: what a model should know besides the operation's own description.
    """
    declared = operation_of(function)
    given = list(inspect.signature(function).parameters.values())[1:]
    ours = [each for each in given if each.name not in _UNTOLD]
    names = {each.name: named(each.name) for each in ours}
    return Tool(
        name,
        function,
        " ".join([_said(function), *([note] if note else [])]),
        Parameters(declared, names),
        [names[each.name] for each in ours if each.default is inspect.Parameter.empty],
        _accepting(names),
        presenting(function),
        names=names,
        title=title,
        toolset=toolset,
        destructive=declared.effect is Effect.WRITE and bool(_DESTRUCTIVE.search(declared.id)),
        idempotent=bool(_REPEATABLE.search(declared.id)),
        profiles=(FULL,),
        manner=ERRORS,
    )


def named(argument: str) -> str:
    """What a tool calls an operation's argument."""
    return _NAMES.get(argument) or argument.removesuffix("_us").replace("_", "-")


def _said(function: Callable[..., Any]) -> str:
    """What the operation's docstring tells, but for its sections, and how refusals look."""
    text = re.split(r"\n\s*(?:Raises|Args|Returns):", inspect.getdoc(function) or "")[0]
    is_read = operation_of(function).effect is Effect.READ
    hidden = "What you may not see is refused as what is not there."
    refused = "What is wrong comes as a list of errors with their fields."
    return f"{' '.join(text.replace('``', '').split())} {hidden if is_read else refused}"


def _property(name: str, schema: Mapping[str, Any], whole: Mapping[str, Any]) -> dict[str, Any]:
    if name == "values":
        return BODY
    found = plain(schema, whole)
    said = str(schema.get("description") or found.get("description") or "").strip()
    if name.endswith("_us"):
        found = {"type": "string"}
        said = f"{said} Like 2026-03-17T13:30:00Z.".strip()
    return {**found, "description": said or f"The {name.replace('_', ' ')}."}


def _accepting(names: Mapping[str, str]) -> Callable[[Context, Arguments], Arguments]:
    def accept(_ctx: Context, arguments: Arguments) -> Arguments:
        return {
            ours: _value(ours, arguments[theirs])
            for ours, theirs in names.items()
            if theirs in arguments
        }

    return accept


def _value(name: str, value: Any) -> Any:
    if not name.endswith("_us") or not isinstance(value, str):
        return value
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        said = f"{named(name)} is a time like 2026-03-17T13:30:00Z"
        raise Invalid("INVALID_DATE", said) from None
    return to_microseconds(moment if moment.tzinfo else moment.replace(tzinfo=UTC))
