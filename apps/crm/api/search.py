"""Searches over the texts of records.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_search.htm
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from workworld.apps.crm.api.rows import Arguments, a_body, data, whole, words
from workworld.apps.crm.service import search
from workworld.apps.crm.wire.answers import version_of
from workworld.context import Context
from workworld.errors import Invalid

_NAME = re.compile(r"[A-Za-z]\w{0,79}", re.ASCII)
_PATH = re.compile(r"[A-Za-z][\w.]{0,200}", re.ASCII)
_FIELDS = ("ALL", "NAME", "EMAIL", "PHONE", "SIDEBAR")
_MOST = 2000
_OTHER_THINGS = re.compile(r"[{}\\]")
"""What would end the words that are looked for."""


def _accept(ctx: Context, arguments: Arguments) -> dict[str, Any]:
    return {"q": _text(arguments), "version": version_of(ctx)}


def _text(arguments: Mapping[str, Any]) -> str:
    text = arguments.get("q")
    if not isinstance(text, str) or not text.strip():
        raise Invalid("MALFORMED_SEARCH", "No search term found. The search must be enclosed.")
    return text


def _accept_parameters(ctx: Context, arguments: Arguments) -> dict[str, Any]:
    """The parameters of an address, as SOSL."""
    limit = whole(arguments, "overallLimit", _MOST)
    named = [
        {
            "name": name,
            "fields": words(arguments.get(f"{name}.fields") or arguments.get("fields")),
            "limit": whole(arguments, f"{name}.limit", whole(arguments, "defaultLimit", _MOST)),
        }
        for name in words(arguments.get("sobject"))
    ]
    return _written(ctx, _text(arguments), arguments.get("in"), named, limit)


def _accept_body(ctx: Context, arguments: Arguments) -> dict[str, Any]:
    """The body of a request, as SOSL."""
    body = a_body(arguments)
    sobjects = body.get("sobjects") or []
    if not isinstance(sobjects, list) or not all(isinstance(each, Mapping) for each in sobjects):
        raise Invalid("JSON_PARSER_ERROR", "sobjects must be a list of JSON objects.")
    usual = whole(body, "defaultLimit", _MOST)
    named = [
        {
            "name": each.get("name"),
            "fields": words(each.get("fields") or body.get("fields")),
            "limit": whole(each, "limit", usual),
        }
        for each in sobjects
    ]
    return _written(ctx, _text(body), body.get("in"), named, whole(body, "overallLimit", _MOST))


def _written(
    ctx: Context, text: str, where: Any, named: Sequence[Mapping[str, Any]], limit: int
) -> dict[str, Any]:
    place = str(where or "ALL").upper().removesuffix(" FIELDS")
    if place not in _FIELDS:
        raise Invalid("MALFORMED_SEARCH", f"There are no {place[:20]} fields to be searched.")
    returning = ", ".join(_returned(each) for each in named)
    parts = [f"FIND {{{_OTHER_THINGS.sub(' ', text)}}} IN {place} FIELDS"]
    parts += [f"RETURNING {returning}"] if returning else []
    parts += [f"LIMIT {min(max(limit, 1), _MOST)}"]
    return {"q": " ".join(parts), "version": version_of(ctx)}


def _returned(wanted: Mapping[str, Any]) -> str:
    name, fields = str(wanted["name"]), wanted["fields"] or ["Id"]
    if not _NAME.fullmatch(name):
        raise Invalid("INVALID_TYPE", f"sObject type '{name[:80]}' is not supported.")
    if wrong := next((each for each in fields if not _PATH.fullmatch(each)), None):
        raise Invalid("INVALID_FIELD", f"No such column '{wrong[:80]}' on entity '{name}'.")
    return f"{name}({', '.join(fields)} LIMIT {min(max(wanted['limit'], 1), _MOST)})"


def _present(_ctx: Context, found: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {"searchRecords": list(found)}


ENDPOINTS = (
    data("GET", "search", search.search, _accept, _present),
    data("GET", "parameterizedSearch", search.search, _accept_parameters, _present),
    data("POST", "parameterizedSearch", search.search, _accept_body, _present),
)
