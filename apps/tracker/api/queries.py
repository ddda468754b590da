"""Queries in JQL themselves: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-jql/"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.tracker.api.rows import Arguments, platform, required
from workworld.apps.tracker.jql.completion import Choice
from workworld.apps.tracker.service import query_checks, suggestions
from workworld.apps.tracker.service.query_checks import Matching, Reading
from workworld.apps.tracker.service.suggestions import Reference
from workworld.apps.tracker.wire import queries
from workworld.context import Context
from workworld.errors import Invalid, Problem

_HOW = ("strict", "warn", "none")


def _how(arguments: Arguments) -> str:
    found = str(arguments.get("validation") or "strict")
    if found not in _HOW:
        problem = Problem(f"must be one of: {', '.join(_HOW)}", "validation")
        raise Invalid("invalid_arguments", problems=[problem])
    return found


def _texts(arguments: Arguments, name: str) -> list[str]:
    value = required(arguments, name)
    if not isinstance(value, list):
        raise Invalid("invalid_arguments", problems=[Problem("expected a list", name)])
    return [str(each) for each in value]


def _accept_read(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"queries": _texts(arguments, "queries"), "with_names": _how(arguments) != "none"}


def _present_read(ctx: Context, found: Sequence[Reading]) -> dict[str, Any]:
    how = _how(ctx.request.arguments)
    return {"queries": [_reading(each, how) for each in found]}


def _reading(reading: Reading, how: str) -> dict[str, Any]:
    """A query whose names are wrong has no parts if it is judged strictly."""
    told = {"query": reading.text}
    if reading.query is None or (reading.problems and how == "strict"):
        return {**told, "errors": [*reading.problems]}
    shape = {**told, "structure": queries.structure(reading.query)}
    return shape | ({"warnings": [*reading.problems]} if reading.problems else {})


def _accept_match(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"queries": _texts(arguments, "jqls"), "issue_ids": _texts(arguments, "issueIds")}


def _present_match(_ctx: Context, found: Sequence[Matching]) -> dict[str, Any]:
    matches = [
        {"matchedIssues": [int(id) for id in each.issue_ids], "errors": [*each.problems]}
        for each in found
    ]
    return {"matches": matches}


def _accept_nothing(_ctx: Context, _arguments: Arguments) -> Arguments:
    return {}


def _present_reference(_ctx: Context, found: Reference) -> dict[str, Any]:
    return {
        "visibleFieldNames": [queries.field_reference(each) for each in found.fields],
        "visibleFunctionNames": [queries.function_reference(each) for each in found.functions],
        "jqlReservedWords": [*found.reserved],
    }


def _accept_values(_ctx: Context, arguments: Arguments) -> Arguments:
    return {
        "field": str(arguments.get("fieldName") or ""),
        "text": str(arguments.get("fieldValue") or ""),
    }


def _present_values(_ctx: Context, found: Sequence[Choice]) -> dict[str, Any]:
    return {"results": [{"value": each.text, "displayName": each.shown} for each in found]}


_NAMES = {"queries": "jqls", "issue_ids": "issueIds", "field": "fieldName", "text": "fieldValue"}
ENDPOINTS = (
    platform("POST", "jql/parse", query_checks.read, _accept_read, _present_read),
    platform("POST", "jql/match", query_checks.match, _accept_match, _present_match, _NAMES),
    platform(
        "GET", "jql/autocompletedata", suggestions.reference, _accept_nothing, _present_reference
    ),
    platform(
        "POST", "jql/autocompletedata", suggestions.reference, _accept_nothing, _present_reference
    ),
    platform(
        "GET",
        "jql/autocompletedata/suggestions",
        suggestions.values,
        _accept_values,
        _present_values,
        _NAMES,
    ),
)
