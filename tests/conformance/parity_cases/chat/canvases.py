"""Making, changing, sharing and deleting canvases."""

from __future__ import annotations

from typing import Any

from tests.conformance.parity import Case, Words
from tests.kit import COLLEAGUE, PERSONA

from workworld.context import Surface

_OUTSIDER = "nbarve"
"""Somebody who is not in the channel of the canvas."""


def _create(name: str, outcome: str, content: str) -> Case:
    markdown = {"type": "markdown", "markdown": content}
    doors = {
        Surface.REST: Words(
            "/api/canvases.create", {"title": "Plan", "document_content": markdown}
        ),
        Surface.MCP: Words("slack_create_canvas", {"title": "Plan", "content": content}),
        Surface.UI: Words("/canvases/new", {"title": "Plan", "content": content}),
    }
    return Case("chat.canvases.create", name, outcome, doors)


def _create_own(name: str, outcome: str, channel: str) -> Case:
    doors = {
        Surface.REST: Words("/api/conversations.canvases.create", {"channel_id": channel}),
        Surface.UI: Words(f"/c/{channel}/canvas", {}),
    }
    return Case("chat.canvases.create", name, outcome, doors)


def _replace(name: str, outcome: str, content: str, handle: str = PERSONA) -> Case:
    markdown = {"type": "markdown", "markdown": content}
    change = {"operation": "replace", "section_id": "$section", "document_content": markdown}
    edit = {"edit_type": "replace", "section_id": "$section", "content": content}
    doors = {
        Surface.REST: Words("/api/canvases.edit", {"canvas_id": "$canvas", "changes": [change]}),
        Surface.MCP: Words("slack_update_canvas", {"canvas_id": "$canvas", "sections": [edit]}),
        Surface.UI: Words(
            "/canvas/$canvas/sections",
            {"edit_type": "replace", "section": "$section", "content": content},
        ),
    }
    return Case("chat.canvases.update", name, outcome, doors, handle=handle)


def _delete(name: str, outcome: str, canvas: str, handle: str) -> Case:
    doors = {
        Surface.REST: Words("/api/canvases.delete", {"canvas_id": canvas}),
        Surface.MCP: Words("slack_delete_canvas", {"canvas_id": canvas}),
        Surface.UI: Words(f"/canvas/{canvas}/delete", {}),
    }
    return Case("chat.canvases.delete", name, outcome, doors, handle=handle)


def share(thing: str, name: str, outcome: str, level: str, *people: str) -> Case:
    """Sharing a ``canvas`` or a ``list``."""
    method = {"canvas": "canvases", "list": "slackLists"}[thing]
    said: dict[str, Any] = {
        f"{thing}_id": f"${thing}",
        "access_level": level,
        "user_ids": [*people],
    }
    ui = {"access_level": level, "person": [*people]}
    doors = {
        Surface.REST: Words(f"/api/{method}.access.set", said),
        Surface.MCP: Words(f"slack_share_{thing}", said),
        Surface.UI: Words(f"/{thing}/${thing}/share", ui),
    }
    noun = {"canvas": "canvases", "list": "lists"}[thing]
    return Case(f"chat.{noun}.share", name, outcome, doors)


def unshare(thing: str, name: str, outcome: str, who: str, handle: str = PERSONA) -> Case:
    """Sharing a ``canvas`` or a ``list`` no longer."""
    method = {"canvas": "canvases", "list": "slackLists"}[thing]
    said: dict[str, Any] = {f"{thing}_id": f"${thing}", "user_ids": [who]}
    doors = {
        Surface.REST: Words(f"/api/{method}.access.delete", said),
        Surface.MCP: Words(f"slack_unshare_{thing}", said),
        Surface.UI: Words(f"/{thing}/${thing}/unshare", {"person": who}),
    }
    noun = {"canvas": "canvases", "list": "lists"}[thing]
    return Case(f"chat.{noun}.unshare", name, outcome, doors, handle=handle)


CASES = (
    _create("headings and a checklist", "ok", "# Plan\n\n- [ ] Ask ![](@$mchen)"),
    _create("a heading too deep", "canvas_creation_failed", "#### Plan"),
    _create_own("a channel's own", "ok", "$general"),
    _create_own("where one is not", "not_in_channel", "$support"),
    _create_own("of a hidden channel", "channel_not_found", "$renewals"),
    _replace("one by two", "ok", "One\n\nTwo"),
    _replace("nothing", "canvas_editing_failed", "  "),
    _replace("from outside", "canvas_not_found", "x", _OUTSIDER),
    _delete("by its owner", "ok", "$canvas", "mchen"),
    _delete("by a member", "restricted_action", "$canvas", COLLEAGUE),
    _delete("no such one", "canvas_not_found", "$no_file", PERSONA),
    share("canvas", "to read", "ok", "read", "$nbarve"),
    share("canvas", "nobody", "user_not_found", "write", "$no_file"),
    unshare("canvas", "one", "ok", "$nbarve"),
    unshare("canvas", "from outside", "canvas_not_found", "$nbarve", _OUTSIDER),
)
