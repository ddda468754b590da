"""Files: workbooks are saved as files of other programs, and made of such files."""

from __future__ import annotations

from typing import Any

import flask

from workworld.apps.sheets.pages.asked import Asked
from workworld.apps.sheets.pages.asking import MENDABLE, place_of, read
from workworld.apps.sheets.pages.blueprint import BLUEPRINT, gone_to, workbook_url
from workworld.apps.sheets.pages.printing_pages import layout_asked
from workworld.apps.sheets.service import exports, imports
from workworld.apps.sheets.service.exports import Exported
from workworld.apps.sheets.service.imports import Imported
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import page
from workworld.errors import Invalid, NotFound
from workworld.files.limits import most

WAYS = (
    ("sheets", "Insert new sheets"),
    ("replace", "Replace the whole workbook"),
    ("replace_sheet", "Replace the current sheet"),
    ("append", "Append rows to the current sheet"),
    ("cell", "Replace data from the selected cell on"),
)
DELIMITERS = (("", "Detect automatically"), (",", "Comma"), (";", "Semicolon"), ("\t", "Tab"))
ENCODINGS = (
    ("", "Detect automatically"),
    ("utf-8", "UTF-8"),
    ("windows-1252", "Western (Windows-1252)"),
    ("iso-8859-1", "Latin-1"),
    ("utf-16", "UTF-16"),
)
_KINDS = ("xlsx", "csv", "tsv", "pdf", "zip")


@BLUEPRINT.get("/s/<workbook_id>/export/<kind>")
def export(workbook_id: str, kind: str) -> Any:
    """A workbook as a file; of separated values one sheet.

    What the file cannot tell is said first; whoever takes it ``anyway`` gets it.
    """
    if kind not in _KINDS:
        raise NotFound("not_found", "There is no such kind of file.")

    gid = place_of(workbook_id).gid if "gid" in flask.request.args else None
    sheet: dict[str, Any] = {} if kind == "xlsx" or gid is None else {"sheet_id": gid}
    if kind == "pdf":
        layout = read(workbook_id, layout_asked)
        sheet |= {} if layout is None else {"layout": layout.model_dump(mode="json")}
        if flask.request.args.get("what") == "workbook":
            sheet.pop("sheet_id", None)
    made = page(exports.export, _as_made, workbook_id=workbook_id, kind=kind, **sheet)
    if made.notes and "anyway" not in flask.request.args:
        url = workbook_url(workbook_id, f"export/{kind}", anyway=1)
        shown = {"name": made.name, "notes": made.notes, "back": workbook_url(workbook_id)}
        return flask.render_template("exported.html", url=url, **shown)
    answer = flask.Response(made.content, mimetype=made.type)
    answer.headers.set("Content-Disposition", "attachment", filename=made.name)
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer


def _as_made(_ctx: Context, found: Exported) -> Exported:
    return found


@BLUEPRINT.get("/import")
def import_form() -> str:
    """Ask for a file of which a workbook is made."""
    return _form()


@BLUEPRINT.post("/import")
def import_file() -> Any:
    """Make a workbook of a file."""
    return _taken("", imports.open_file, {})


@BLUEPRINT.get("/s/<workbook_id>/import")
def import_into_form(workbook_id: str) -> str:
    """Ask for a file that is put into a workbook."""
    return _form(workbook_id)


@BLUEPRINT.post("/s/<workbook_id>/import")
def import_into(workbook_id: str) -> Any:
    """Put a file into a workbook."""
    form, place = flask.request.form, place_of(workbook_id)
    given = {
        "workbook_id": workbook_id,
        "way": form.get("way", "sheets"),
        "sheet_id": place.gid,
        "cell": form.get("cell", "").strip() or "A1",
    }
    return _taken(workbook_id, imports.put_file, given)


def _taken(workbook_id: str, function: Any, given: dict[str, Any]) -> Any:
    """Hand a file to an operation, and lead on to what it made."""
    form = flask.request.form
    try:
        name, content = _sent()
        made = page(
            function,
            _told,
            # The bytes are not written down with the request.
            accept=lambda _ctx, values: {**values, "content": content},
            name=name,
            delimiter=form.get("delimiter", ""),
            encoding=form.get("encoding", ""),
            converts=bool(form.get("converts")),
            converts_formulas=bool(form.get("converts-formulas")),
            **given,
        )
    except MENDABLE as refusal:
        return _form(workbook_id, refusal.message), status_of(refusal)
    if not made["notes"]:
        return gone_to(made["url"])
    return flask.render_template("imported.html", **made)


def _told(_ctx: Context, made: Imported) -> dict[str, Any]:
    url = workbook_url(made.workbook.id)
    return {"url": url, "title": made.workbook.title, "notes": list(made.notes)}


def _sent() -> tuple[str, bytes]:
    """The name and the bytes of the file that a form sends.

    Raises:
        Invalid: it sends none.
    """
    sent = flask.request.files.get("file")
    if sent is None or not sent.filename:
        raise Invalid("invalid_argument", "Choose a file.")
    return str(sent.filename), sent.read()


def _form(workbook_id: str = "", problem: str = "") -> str:
    values: dict[str, Any] = {"title": "", "place": None}
    if workbook_id:
        values = read(workbook_id, _place, "writer")
    return flask.render_template(
        "import.html",
        workbook_id=workbook_id,
        problem=problem,
        ways=WAYS,
        delimiters=DELIMITERS,
        encodings=ENCODINGS,
        most=most(),
        given=flask.request.form,
        **values,
    )


def _place(asked: Asked) -> dict[str, Any]:
    return {"title": asked.workbook.title, "place": asked.place}
