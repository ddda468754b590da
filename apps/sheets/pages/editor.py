"""The editor of a workbook: the page around its grid."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import flask
from jinja2.utils import htmlsafe_json_dumps

from workworld.apps.sheets.pages.blocks import Book, payload
from workworld.apps.sheets.pages.blueprint import BLUEPRINT
from workworld.apps.sheets.service import blocks
from workworld.apps.sheets.service.blocks import View
from workworld.doors.web import page
from workworld.errors import Invalid

_compact = partial(json.dumps, separators=(",", ":"), ensure_ascii=False)


@BLUEPRINT.get("/s/<workbook>")
def editor(workbook: str) -> str:
    """A workbook's editor; ``gid`` names the sheet, ``range`` what is selected."""
    return shown(workbook)


def shown(workbook: str, dialog: str = "", **values: Any) -> str:
    """The page of an editor.

    Args:
        workbook: its id.
        dialog: a template of a dialog that stands above it.
        values: what that shows.
    """
    book, start = _start(workbook)
    compact = htmlsafe_json_dumps(start, dumps=_compact)
    return flask.render_template("editor.html", book=book, start=compact, dialog=dialog, **values)


def _start(workbook: str) -> tuple[Book, dict[str, Any]]:
    """A workbook for templates, and what its grid begins with."""
    text = flask.request.args.get("gid", "")
    gid = int(text) if text.isdecimal() and text.isascii() and len(text) < 12 else None
    try:
        view = _view(workbook, gid)
    except Invalid as refused:
        if refused.code != "no_such_sheet":
            raise
        view = _view(workbook, None)  # the sheet was deleted since
    head = {"gid": view.sheet.gid, "revision": view.revision, "mayEdit": view.may_edit}
    return Book(view), head | {"page": payload(view)}


def _view(workbook: str, gid: int | None) -> View:
    view: View = page(blocks.show, lambda _ctx, found: found, workbook_id=workbook, gid=gid)
    return view
