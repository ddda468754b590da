"""Tools made of operations: parameters from the signature, in the vendor's style."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

from workworld.apps.tracker.service import projects, sight
from workworld.apps.tracker.wire import inputs, texts
from workworld.apps.tracker.wire.addresses import moment_from
from workworld.context import Context
from workworld.doors.mcp import FULL, Tool
from workworld.doors.mcp.parameters import plain
from workworld.errors import Invalid, Refused
from workworld.mcp_servers.tracker.own.shapes import camel, presenting
from workworld.mcp_servers.tracker.schemas import CLOUD_ID, Arguments
from workworld.mcp_servers.tracker.sites import at_site
from workworld.operations import Effect, Operation, operation_of

_NAMES = {
    "issue": "issueIdOrKey",
    "issues": "issueIdsOrKeys",
    "project": "projectIdOrKey",
    "project_id": "projectIdOrKey",
    "type_id": "issueTypeNameOrId",
    "person_id": "accountId",
    "person_ids": "accountIds",
    "lead_id": "leadAccountId",
    "owner_id": "ownerAccountId",
    "start": "startAt",
    "limit": "maxResults",
    "body": "commentBody",
}
"""Our name of an argument → the vendor's."""
_DOCUMENTS = {"body", "comment"}
_UNTOLD = {"must_be_bounded"}
_DESTRUCTIVE = re.compile(r"\.(delete|remove|edit|update|archive|move|merge|replace|revoke|unvote)")
_REPEATABLE = re.compile(r"\.(edit|update|watch|unwatch|star|unstar|archive|restore|put|flag|vote)")


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
        given = {
            theirs: _property(ours, whole["properties"][ours], whole)
            for ours, theirs in self._names.items()
        }
        return {"cloudId": CLOUD_ID, **given}

    def __getitem__(self, name: str) -> Mapping[str, Any]:
        return self._schemas[name]

    def __iter__(self) -> Iterator[str]:
        return iter(("cloudId", *self._names.values()))

    def __len__(self) -> int:
        return len(self._names) + 1


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
    writes = declared.effect is Effect.WRITE
    given = list(inspect.signature(function).parameters.values())[1:]
    ours = [each for each in given if each.name not in _UNTOLD]
    names = {each.name: named(each.name) for each in ours}
    required = [names[each.name] for each in ours if each.default is inspect.Parameter.empty]
    return Tool(
        name,
        function,
        " ".join([_said(function), *([note] if note else [])]),
        Parameters(declared, names),
        ("cloudId", *required),
        at_site(_accepting(names)),
        presenting(function),
        names=names,
        title=title,
        toolset=toolset,
        destructive=writes and bool(_DESTRUCTIVE.search(declared.id)),
        idempotent=bool(_REPEATABLE.search(declared.id)),
        profiles=(FULL,),
    )


def named(argument: str) -> str:
    """What a tool calls an operation's argument."""
    return _NAMES.get(argument) or camel(argument.removesuffix("_us"))


def _said(function: Callable[..., Any]) -> str:
    """What the operation's docstring tells, but for its sections, and how refusals look."""
    text = re.split(r"\n\s*(?:Raises|Args|Returns):", inspect.getdoc(function) or "")[0]
    is_read = operation_of(function).effect is Effect.READ
    missing = "What you may not see is refused as what is not there."
    refused = missing if is_read else "Refusals begin with a code, such as permission_denied."
    return f"{' '.join(text.replace('``', '').split())} {refused}"


def _property(name: str, schema: Mapping[str, Any], whole: Mapping[str, Any]) -> dict[str, Any]:
    found = plain(schema, whole)
    said = str(schema.get("description") or found.get("description") or "").strip()
    if name in _DOCUMENTS:
        found = {"type": "string"}
        said = f"{said or 'What to say.'} Markdown."
    elif name.endswith("_us"):
        found = {"type": "string"}
        said = f"{said} Like 2030-01-02T03:04:05.000+0000."
    return {**found, "description": said or f"The {name.replace('_', ' ')}."}


def _accepting(names: Mapping[str, str]) -> Callable[[Context, Arguments], Arguments]:
    def accept(ctx: Context, arguments: Arguments) -> Arguments:
        return {
            ours: _value(ctx, ours, arguments[theirs], arguments)
            for ours, theirs in names.items()
            if theirs in arguments
        }

    return accept


def _value(ctx: Context, name: str, value: Any, arguments: Arguments) -> Any:
    if name in _DOCUMENTS:
        return texts.body(ctx, value, "comment")
    if name.endswith("_us"):
        moment = moment_from(value)
        if moment is None:
            raise Invalid(
                "invalid_arguments", f"{named(name)} is like 2030-01-02T03:04:05.000+0000"
            )
        return moment
    if name == "fields" and isinstance(value, Mapping):
        return inputs.values(ctx, value, _project(ctx, arguments))
    return value


def _project(ctx: Context, arguments: Arguments) -> Any:
    """The project whose names the values of fields may use."""
    try:
        if ref := arguments.get("projectIdOrKey"):
            return projects.known(ctx, ref)
        several = arguments.get("issueIdsOrKeys") or [""]
        ref = arguments.get("issueIdOrKey") or several[0]
        return projects.known(ctx, sight.read(ctx, ref).project_id)
    except Refused:
        return None  # the operation tells what is wrong with it
