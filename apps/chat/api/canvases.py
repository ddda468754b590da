"""The methods ``canvases.*``: https://docs.slack.dev/reference/methods/?family=canvases"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from workworld.apps.chat.api.methods import Arguments, given, ids_in, method, nothing
from workworld.apps.chat.models import Document
from workworld.apps.chat.service import canvases
from workworld.apps.chat.service.canvas_reading import html_of
from workworld.apps.chat.service.canvases import Canvas
from workworld.context import Context
from workworld.errors import Invalid, Problem
from workworld.links.addresses import rendered

_EDITS = {
    "insert_after": "append",
    "insert_before": "prepend",
    "insert_at_start": "prepend",
    "insert_at_end": "append",
    "replace": "replace",
    "delete": "delete",
}
_BESIDE = ("insert_after", "insert_before")
"""Edits that name a section; those at the start and the end name none."""
_HTML = "html"


def _accept_create(_ctx: Context, arguments: Arguments) -> Arguments:
    content = {"content": _markdown_in(arguments.get("document_content"))}
    return given(arguments, title="title", channel_id="channel_id") | content


def _accept_main(ctx: Context, arguments: Arguments) -> Arguments:
    return {**_accept_create(ctx, arguments), "is_main": True}


def _accept_edit(_ctx: Context, arguments: Arguments) -> Arguments:
    changes = structured(arguments.get("changes"), "changes", list)
    edits = [each for each in changes if _operation(each) != "rename"]
    titles = [_markdown_in(each.get("title_content")) for each in changes if each not in edits]
    said: dict[str, Any] = {"changes": [_edit(each) for each in edits]}
    if titles:
        said["title"] = titles[-1]
    return given(arguments, canvas_id="canvas_id") | said


def _operation(change: Any) -> str:
    if not isinstance(change, dict):
        raise Invalid("invalid_arguments", problems=[Problem("not a list of objects", "changes")])
    return str(change.get("operation"))


def _edit(change: dict[str, Any]) -> dict[str, Any]:
    operation = _operation(change)
    if operation not in _EDITS:
        raise Invalid("invalid_arguments", problems=[Problem("unknown operation", "changes")])
    if operation in _BESIDE and not change.get("section_id"):
        raise Invalid("invalid_arguments", problems=[Problem("names no section", "changes")])
    made: dict[str, Any] = {"edit_type": _EDITS[operation]}
    if change.get("section_id") and not operation.startswith("insert_at"):
        made["section_id"] = change["section_id"]
    if "document_content" in change:
        made["content"] = _markdown_in(change["document_content"])
    return made


def _markdown_in(value: Any) -> Any:
    content = structured(value, "document_content", dict) if value else {"markdown": ""}
    if content.get("type", "markdown") != "markdown":
        problems = [Problem("its type is markdown", "document_content")]
        raise Invalid("invalid_arguments", problems=problems)
    return content.get("markdown", "")


def structured(value: Any, name: str, kind: type[Any]) -> Any:
    """A structured argument, which the vendor takes as JSON text in a form.

    Raises:
        Invalid: ``invalid_arguments``: it is none of that kind.
    """
    try:
        value = json.loads(value) if isinstance(value, str) else value
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, kind):
        raise Invalid("invalid_arguments", problems=[Problem(f"not a {kind.__name__}", name)])
    return value


def accept_access(thing: str) -> Callable[[Context, Arguments], Arguments]:
    """Reads with whom something is to be shared or no longer: ids in a list or comma-joined."""

    def accept(_ctx: Context, arguments: Arguments) -> Arguments:
        names = {thing: thing, "access_level": "access_level"}
        lists = given(arguments, user_ids="user_ids", channel_ids="channel_ids")
        return given(arguments, **names) | {name: _ids(each) for name, each in lists.items()}

    return accept


def _ids(value: Any) -> Any:
    if isinstance(value, str) and value.startswith("["):
        return structured(value, "ids", list)
    return ids_in(value)


def _accept_content(_ctx: Context, arguments: Arguments) -> Arguments:
    if arguments.get("content_type") not in (None, "", "markdown", _HTML):
        raise Invalid("invalid_arguments", problems=[Problem("no such format", "content_type")])
    return given(arguments, canvas_id="canvas_id")


def _accept_lookup(ctx: Context, arguments: Arguments) -> Arguments:
    if arguments.get("canvas_id"):
        canvases.known(ctx, str(arguments["canvas_id"]))  # else wrong criteria would be told first
    criteria = structured(arguments.get("criteria"), "criteria", dict)
    wanted = given(criteria, kinds="section_types", text="contains_text")
    if not wanted:
        raise Invalid("invalid_arguments", problems=[Problem("says nothing", "criteria")])
    return given(arguments, canvas_id="canvas_id") | wanted


def _present_made(_ctx: Context, row: Document) -> dict[str, Any]:
    return {"canvas_id": row.id}


def _present_content(ctx: Context, canvas: Canvas) -> dict[str, Any]:
    if ctx.request.arguments.get("content_type") == _HTML:
        return {"content": html_of(ctx, canvas)}
    return {"content": rendered(ctx, canvases.markdown_of(canvas))}


def _present_found(_ctx: Context, canvas: Canvas) -> dict[str, Any]:
    return {"sections": [{"id": canvas.id_of(row)} for row in canvas.sections]}


_CONTENT = {"content": "document_content"}

ENDPOINTS = (
    method("canvases.access.delete", canvases.unshare, accept_access("canvas_id"), nothing),
    method("canvases.access.set", canvases.share, accept_access("canvas_id"), nothing),
    method("canvases.create", canvases.create, _accept_create, _present_made, _CONTENT),
    method("canvases.delete", canvases.delete, _accept_content, nothing),
    method("canvases.edit", canvases.update, _accept_edit, nothing),
    method("canvases.getContent", canvases.read, _accept_content, _present_content),
    method(
        "canvases.sections.lookup",
        canvases.lookup,
        _accept_lookup,
        _present_found,
        {"kinds": "section_types", "text": "contains_text"},
    ),
    method("conversations.canvases.create", canvases.create, _accept_main, _present_made, _CONTENT),
)
