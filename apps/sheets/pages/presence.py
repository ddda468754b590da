"""Who else has a workbook open: their pictures above the grid, their selection on it."""

from __future__ import annotations

from typing import Any

import flask

from workworld.apps.sheets.pages.blueprint import BLUEPRINT
from workworld.apps.sheets.service import presences
from workworld.apps.sheets.service.presences import Present
from workworld.context import Context
from workworld.doors.web import Avatar, nothing, page


@BLUEPRINT.get("/s/<workbook>/present")
def show_present(workbook: str) -> Any:
    """Who else is there, as the grid's script draws it."""
    people = page(presences.list_present, _drawn, workbook_id=workbook)
    return flask.jsonify({"people": people})


@BLUEPRINT.post("/s/<workbook>/present")
def note_present(workbook: str) -> Any:
    """Note what the reader has selected, and answer who else is there; or note that they go."""
    body = flask.request.get_json(silent=True)
    given = body if isinstance(body, dict) else {}
    if given.get("leaves"):
        page(presences.leave, nothing, workbook_id=workbook)
        return flask.jsonify({})
    place = {"sheet_id": given.get("gid"), "range_text": given.get("range")}
    page(presences.note, nothing, workbook_id=workbook, **place)
    return show_present(workbook)


def _drawn(_ctx: Context, found: list[Present]) -> list[dict[str, Any]]:
    return [
        {
            "name": each.name,
            "hue": (picture := Avatar.of(each.person_id, each.name)).hue,
            "initials": picture.initials,
            "gid": each.sheet_id,
            "range": each.range,
        }
        for each in found
    ]
