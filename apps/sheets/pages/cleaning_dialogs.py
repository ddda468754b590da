"""Dialogs that mend what is in a sheet: what may be cleaned up, and goal seek."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workworld.apps.sheets.engine.typed_input import number_of
from workworld.apps.sheets.pages.asked import Asked, Sent
from workworld.apps.sheets.pages.asking import dialog
from workworld.apps.sheets.service import suggestions
from workworld.errors import Invalid


@dialog("cleanup")
def cleanup(asked: Asked) -> Mapping[str, Any]:
    """What may be cleaned up on the sheet."""
    return {"suggestions": suggestions.found(asked.grid)}


@cleanup.taken
def _cleanup(asked: Asked) -> Sent:
    there, wanted = suggestions.found(asked.grid), asked.form.get("take", "")
    chosen = [each for each in there if wanted == each.text]
    if not chosen:
        raise Invalid("invalid_argument", "This is mended already.")
    return Sent(chosen[0].requests, stays=True)


@dialog("goal-seek")
def goal(asked: Asked) -> Mapping[str, Any]:
    """Find the input with which a formula comes to what is wanted."""
    return {"goal_cell": asked.place.active}


@goal.taken
def _goal(asked: Asked) -> Sent:
    target = number_of(asked.form.get("target", ""))
    if target is None:
        raise Invalid("invalid_argument", "Enter the number that the formula is to come to.")
    given = {
        "cell": _cell(asked, "cell"),
        "target": target,
        "changingCell": _cell(asked, "changing"),
    }
    return Sent([{"goalSeek": given}], _said)


def _said(replies: Sequence[Mapping[str, Any]]) -> str:
    found = replies[0]["goalSeek"]
    return f"Found {found['value']:g}, with which it comes to {found['result']:g}."


def _cell(asked: Asked, name: str) -> dict[str, Any]:
    text = asked.form.get(name, "").strip()
    if not text:
        raise Invalid("invalid_argument", "Enter both cells, such as B7.")
    found = asked.range_of(text)
    return {
        "sheetId": found["sheetId"],
        "rowIndex": found.get("startRowIndex", 0),
        "columnIndex": found.get("startColumnIndex", 0),
    }
