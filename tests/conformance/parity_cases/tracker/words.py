"""How cases of the tracker are written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.conformance.parity import Before, Case, Words
from tests.conformance.parity_cases.tracker.facts import SITE
from tests.kit import PERSONA

from workworld.context import Surface

Asked = tuple[str, Mapping[str, Any]]
DOCUMENT = {
    "type": "doc",
    "version": 1,
    "content": [{"type": "paragraph", "content": [{"type": "text", "text": "said"}]}],
}
"""``said`` as version 3 of the API has it."""


def nothing(_world: Any, _facts: Any) -> None:
    """The world is as it is."""


def case(
    operation: str,
    name: str,
    outcome: str = "ok",
    *,
    rest: Asked | None = None,
    mcp: Asked | None = None,
    ui: Asked | None = None,
    before: Before = nothing,
    handle: str = PERSONA,
) -> Case:
    """An action in the words of the doors that it has.

    Args:
        operation: its id, without the app.
        name: what is special about it.
        outcome: ``ok`` or the refusal's code.
        rest: method and path below ``/rest``, and the body.
        mcp: the tool and its arguments, without the site; the community's tools know of none.
        ui: the form's address, and its fields.
        before: makes the world in which it happens.
        handle: who does it.
    """
    doors = {}
    if rest is not None:
        method, _, path = rest[0].partition(" ")
        doors[Surface.REST] = Words(f"{method} /rest/{path}", rest[1])
    if mcp is not None:
        site = {} if mcp[0].startswith("jira_") else {"cloudId": SITE}
        doors[Surface.MCP] = Words(mcp[0], {**site, **mcp[1]})
    if ui is not None:
        doors[Surface.UI] = Words(*ui)
    return Case(f"tracker.{operation}", name, outcome, doors, before, handle)


def three(path: str) -> str:
    """A path of version 3, with its method before it: ``POST issue``."""
    method, _, rest = path.partition(" ")
    return f"{method} api/3/{rest}"
