"""What a grid's script changes: the vendor's requests, and taking edits back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import flask

from workworld.apps.sheets.pages.blocks import corners, payload
from workworld.apps.sheets.pages.blueprint import BLUEPRINT
from workworld.apps.sheets.service import batches, blocks, undo
from workworld.apps.sheets.service.sights import View
from workworld.context import Context
from workworld.doors.web import page
from workworld.errors import Invalid, Refused

Json = dict[str, Any]
_WHICH = re.compile(r"^Invalid requests\[\d+\]\.\w+: ")
"""Which request of a list is refused: people know what they just did."""


@BLUEPRINT.post("/s/<workbook>/commands")
def perform(workbook: str) -> Any:
    """Edit a workbook by a list of requests; the answer shows what the grid has in sight."""
    body = _body()
    revision = body.get("revision")
    try:
        replies = page(
            batches.update,
            lambda _ctx, done: done.replies,
            workbook_id=workbook,
            requests=body.get("requests", []),
            revision=revision if isinstance(revision, int) else None,
        )
    except Refused as refused:
        said = _WHICH.sub("", refused.message)
        raise type(refused)(refused.code, said) from None
    return flask.jsonify({"replies": replies, "page": _page(workbook, body)})


@BLUEPRINT.post("/s/<workbook>/undo")
def take_back(workbook: str) -> Any:
    """Take back one's last edit."""
    return _repeated(workbook, undo.undo, 1)


@BLUEPRINT.post("/s/<workbook>/redo")
def do_again(workbook: str) -> Any:
    """Do again what one last took back."""
    return _repeated(workbook, undo.redo, 0)


def _repeated(workbook: str, function: Any, offered: int) -> Any:
    def told(ctx: Context, _outcome: object) -> Json:
        found: Json = {"label": undo.offered(ctx, workbook)[offered]}
        if (spot := undo.where(ctx, workbook)) is not None:
            found |= {"gid": spot[0], "range": str(spot[1])}
        return found

    body = _body()
    said = page(function, told, workbook_id=workbook)
    return flask.jsonify({**said, "page": _page(workbook, body)})


def _body() -> Json:
    """What was sent.

    Raises:
        Invalid: it is no JSON object.
    """
    body = flask.request.get_json(silent=True)
    if not isinstance(body, dict):
        raise Invalid("invalid_body", "Send a JSON object.")
    return body


def _page(workbook: str, body: Json) -> Json:
    """What the grid has in sight, as it is after an edit; its sheet may be gone."""
    sight = body.get("view")
    sight = sight if isinstance(sight, Mapping) else {}
    gid, named = sight.get("gid"), sight.get("blocks")

    def shown(gid: int | None) -> Json:
        view: View = page(
            blocks.show,
            lambda _ctx, found: found,
            workbook_id=workbook,
            gid=gid,
            corners=corners(named if isinstance(named, str) and named else "0:0"),
            shows_formulas=sight.get("formulas") is True,
            lens=lens if isinstance(lens := sight.get("lens"), str) else "",
        )
        return payload(view)

    try:
        return shown(gid if isinstance(gid, int) else None)
    except Invalid as refused:
        if refused.code != "no_such_sheet":
            raise
        return shown(None)
