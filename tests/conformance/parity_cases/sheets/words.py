"""How cases of spreadsheets are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.conformance.parity import Before, Case, Words
from tests.kit import PERSONA

from workworld.context import Surface

Asked = tuple[str, Mapping[str, Any]]


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
    theirs: Sequence[Asked] = (),
    before: Before = nothing,
    handle: str = PERSONA,
) -> Case:
    """An action in the words of the doors that it has.

    Args:
        operation: its id, without the app.
        name: what is special about it.
        outcome: ``ok`` or the refusal's code.
        rest: method and path, and the body.
        mcp: the tool and its arguments.
        ui: the form's address, and its fields.
        theirs: the same of tools of the community's server.
        before: makes the world in which it happens.
        handle: who does it.
    """
    given = {Surface.REST: rest, Surface.MCP: mcp, Surface.UI: ui}
    doors = {door: Words(*asked) for door, asked in given.items() if asked is not None}
    also = [Words(*asked) for asked in theirs]
    return Case(f"sheets.{operation}", name, outcome, doors, before, handle, also)
