"""How requests of Google's APIs say their arguments, for the gates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Arguments = Mapping[str, Any]
_READ_AS_FORMS = ("values:batchGet", "/v4/spreadsheets/<spreadsheetId>")
"""Reads whose query may be sent as a form."""
_OPTION = {"valueInputOption": "USER_ENTERED"}
_KEPT = {"developerMetadataLookup": {"visibility": "DOCUMENT"}}
_FILE = {"name": "name", "is_trashed": "trashed", "is_starred": "starred"}


def asked(method: str, path: str, arguments: Arguments) -> Mapping[str, Any]:
    """The query and the body of a request, as arguments of the HTTP client.

    Args:
        method: the HTTP method.
        path: of the endpoint.
        arguments: those that the path does not take, by the endpoint's names.
    """
    if path.startswith("/upload/"):
        return _upload(arguments)
    if path.startswith("/drive/"):
        return _of_drive(method, path, arguments)
    return _of_sheets(method, path, arguments)


def _upload(arguments: Arguments) -> Mapping[str, Any]:
    text = str(arguments.get("name", ""))
    how = {"params": {"uploadType": "media"}, "headers": {"Content-Type": "text/csv"}}
    return {**how, "content": f"a,b\n{text},2\n".encode("utf-8", "replace")}


def _of_sheets(method: str, path: str, arguments: Arguments) -> Mapping[str, Any]:
    if path.endswith(_READ_AS_FORMS):
        query = _some(arguments, "ranges")
        if method == "GET":
            return {"params": query}
        return {"data": query, "headers": {"X-HTTP-Method-Override": "GET"}}
    if method == "GET":
        return {"params": {}}
    bodies = _bodies(arguments)
    named = next((ending for ending in bodies if path.endswith(ending)), None)
    if named is not None:
        return {"json": bodies[named]}
    return {"params": _OPTION, "json": _some(arguments, "values")}


def _bodies(arguments: Arguments) -> Mapping[str, Any]:
    """What is sent where, by how paths end."""
    ranges, values = arguments.get("ranges", []), arguments.get("values", [])
    filters = [{"a1Range": each} for each in ranges]
    filtered = [{"dataFilter": each, "values": values} for each in filters]
    return {
        "values:batchUpdateByDataFilter": {"data": filtered, **_OPTION},
        "ByDataFilter": {"dataFilters": filters},
        "values:batchUpdate": {**_some(arguments, "data"), **_OPTION},
        ":batchUpdate": _some(arguments, "requests"),
        ":batchClear": {"ranges": ranges},
        ":copyTo": _some(arguments, "destinationSpreadsheetId"),
        ":clear": {},
        "developerMetadata:search": {"dataFilters": [_KEPT]},
        "/spreadsheets": {"properties": _some(arguments, "title")},
    }


def _of_drive(method: str, path: str, arguments: Arguments) -> Mapping[str, Any]:
    if path.endswith("/files") and method == "GET":
        return {"params": _query(arguments)}
    if path.endswith("/export"):
        return {"params": {"mimeType": "text/csv"}}
    if method in ("GET", "DELETE"):
        return {"params": {}}
    if "/comments" in path:
        return {"json": _some(arguments, "content")}
    if "/permissions" in path:
        person = {"type": "user", "emailAddress": arguments.get("address", "")}
        return {"json": {**person, **_some(arguments, "role")}}
    return {
        "json": {theirs: arguments[ours] for ours, theirs in _FILE.items() if ours in arguments}
    }


def _query(arguments: Arguments) -> dict[str, Any]:
    """A search for words is one in the text of files."""
    words = str(arguments.get("query", "")).replace("\\", "\\\\").replace("'", "\\'")
    found = {"q": f"fullText contains '{words}'"} if words else {}
    return _some(arguments, "q", "pageSize", "pageToken") | found


def _some(arguments: Arguments, *names: str) -> dict[str, Any]:
    return {name: arguments[name] for name in names if name in arguments}
