"""The editor of a workbook: the page around its grid."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import partial
from typing import Any

import flask
from jinja2.utils import htmlsafe_json_dumps

from workworld.apps.sheets.pages.blocks import Book, payload
from workworld.apps.sheets.pages.blueprint import BLUEPRINT
from workworld.apps.sheets.service import blocks, workbooks
from workworld.apps.sheets.service.lenses import Lens
from workworld.apps.sheets.service.sights import View
from workworld.doors.web import nothing, page
from workworld.errors import Invalid, Refused

_compact = partial(json.dumps, separators=(",", ":"), ensure_ascii=False)


@BLUEPRINT.get("/s/<workbook>")
def editor(workbook: str) -> str:
    """A workbook's editor; ``gid`` names the sheet, ``range`` what is selected."""
    opened = shown(workbook)
    with suppress(Refused):  # it is shown though that cannot be noted
        page(workbooks.note_opened, nothing, workbook_id=workbook)
    return opened


def shown(workbook: str, dialog: str = "", **values: Any) -> str:
    """The page of an editor.

    Args:
        workbook: its id.
        dialog: a template of a dialog that stands above it.
        values: what that shows.
    """
    book, start, lens = _start(workbook)
    compact = htmlsafe_json_dumps(start, dumps=_compact)
    values |= {"book": book, "start": compact, "lens": lens, "dialog": dialog}
    return flask.render_template("editor.html", **values)


def _start(workbook: str) -> tuple[Book, dict[str, Any], Lens | None]:
    """A workbook for templates, what its grid begins with, and what it is looked through."""
    text, lens = (
        flask.request.args.get("gid", ""),
        flask.request.args.get("fvid", "") or flask.request.args.get("lens", ""),
    )
    gid = int(text) if text.isdecimal() and text.isascii() and len(text) < 12 else None
    try:
        view = _view(workbook, gid, lens)
    except Invalid as refused:
        if refused.code != "no_such_sheet":
            raise
        view = _view(workbook, None, lens)  # the sheet was deleted since
    head = {"gid": view.sheet.gid, "revision": view.revision, "mayEdit": view.may_edit}
    return Book(view), head | {"page": payload(view)}, view.sheet.lens


def _view(workbook: str, gid: int | None, lens: str) -> View:
    view: View = page(
        blocks.show, lambda _ctx, found: found, workbook_id=workbook, gid=gid, lens=lens
    )
    return view
