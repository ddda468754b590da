"""Importing records from a file, in steps, each of which has an address; and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import flask
from werkzeug.datastructures import MultiDict

from workworld.apps.crm.pages import import_results, import_steps
from workworld.apps.crm.pages.blueprint import BLUEPRINT, at
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.service import imports
from workworld.apps.crm.service.import_runs import CREATE, RowOutcome
from workworld.apps.crm.service.imports import ImportView
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import page
from workworld.errors import Invalid, Refused
from workworld.files.limits import most

_RESULT = "0IM"
_SHOWN = 100
_CONSTANTS = 3
_OFFERED = 25


@BLUEPRINT.get("/import")
def import_start() -> str:
    """Ask what is imported from which file; below, what was imported before."""
    return _start("", flask.request.args.get("sobject", "Lead"))


@BLUEPRINT.post("/import")
def upload_import() -> Any:
    """Take a file, which is then looked at before anything is done."""
    part = flask.request.files.get("file")
    name, content = (part.filename or "", part.read()) if part else ("", b"")
    sobject = flask.request.form.get("object", "")
    try:
        if not name:
            raise Invalid("invalid_arguments", "Choose a file.")
        if sobject not in import_steps.OBJECTS:
            raise Invalid("invalid_arguments", "Choose what the rows are.")
        file_id = page(
            imports.upload,
            lambda _ctx, row: row.id,
            # The bytes are not written down with the request.
            accept=lambda _ctx, given: {**given, "content": content},
            name=name,
        )
        page(imports.preview, _nothing, file_id=file_id, sobject=sobject)
    except Invalid as refused:
        return _start(refused.message, sobject), status_of(refused)
    address = at(f"/import/{file_id}", {"object": sobject, "step": "columns"})
    return flask.redirect(address, 303)


@BLUEPRINT.get("/import/fields")
def import_targets() -> str:
    """The fields that a column may be, by name."""
    asked = flask.request.args
    text = asked.get("q", "").strip().casefold()
    labels = import_steps.labels(asked.get("object", ""))
    found = [(name, label) for name, label in labels.items() if text in label.casefold()]
    return flask.render_template("report_options.html", found=found[:_OFFERED])


@BLUEPRINT.get("/import/<import_id>")
def import_page(import_id: str) -> Any:
    """One of the steps of an import, or what came of it."""
    if import_id.startswith(_RESULT):
        return _result(import_id)
    asked = flask.request.args
    if asked.get("step") == "check":
        try:
            return _checked(import_id, asked)
        except Invalid as refused:
            return _columns(import_id, asked, refused.message), status_of(refused)
    return _columns(import_id, asked)


@BLUEPRINT.post("/import/<file_id>")
def run_import(file_id: str) -> Any:
    """Import what was checked."""
    form = flask.request.form
    try:
        made = page(imports.run, _id, file_id=file_id, **import_steps.settings(form))
    except Invalid as refused:
        return _columns(file_id, form, refused.message), status_of(refused)
    return flask.redirect(at(f"/import/{made}"), 303)


@BLUEPRINT.get("/import/<import_id>/refused.csv")
def refused_rows(import_id: str) -> flask.Response:
    """The rows that were refused as a file, to be mended and imported again."""
    left = page(imports.info, lambda _ctx, view: view.row.leftovers, import_id=import_id)
    return flask.Response(
        left.encode("utf-8-sig"),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": 'attachment; filename="refused.csv"'},
    )


@BLUEPRINT.post("/import/<import_id>/revert")
def revert_import(import_id: str) -> Any:
    """Delete what an import created."""
    try:
        kept = page(imports.revert, _kept, import_id=import_id)
    except Refused as refused:
        return _result(import_id, refused.message), status_of(refused)
    said = ""
    if kept:
        said = f"{kept} of its records could not be deleted and stay as they are."
    return _result(import_id, said) if said else flask.redirect(at(f"/import/{import_id}"), 303)


def _start(problem: str, sobject: str = "Lead") -> str:
    lines = page(imports.list, import_results.lines)
    offered = [(name, of_name(name).plural) for name in page(imports.list, import_steps.offered)]
    return framed(
        "import.html",
        problem=problem,
        lines=lines,
        offered=offered,
        chosen=sobject if sobject in dict(offered) else offered[0][0] if offered else "",
        largest=most(),
        most_rows=imports.MOST_ROWS,
    )


def _columns(file_id: str, asked: MultiDict[str, str], problem: str = "") -> str:
    sobject = import_steps.object_of(asked)
    looked = import_steps.looked(file_id, sobject)
    has_columns = any(name.startswith("column-") for name in asked)
    chosen = {
        each.number: asked.get(f"column-{each.number}", "") if has_columns else each.suggested
        for each in looked.columns
    }
    constants = [
        (asked.get(f"constant-{number}", ""), asked.get(f"value-{number}", ""))
        for number in range(1, _CONSTANTS + 1)
    ]
    return framed(
        "import_columns.html",
        file_id=file_id,
        object=sobject,
        plural=of_name(sobject).plural,
        looked=looked,
        chosen=chosen,
        constants=constants,
        asked=asked,
        modes=import_steps.MODES,
        problem=problem,
        steps=import_steps.steps(file_id, asked, "columns"),
    )


def _checked(file_id: str, asked: MultiDict[str, str]) -> str:
    outcomes: Sequence[RowOutcome] = page(
        imports.check, _same, file_id=file_id, **import_steps.settings(asked)
    )
    good = [each for each in outcomes if not each.reason]
    bad = [each for each in outcomes if each.reason]
    return framed(
        "import_check.html",
        file_id=file_id,
        object=import_steps.object_of(asked),
        plural=of_name(import_steps.object_of(asked)).plural,
        looked=import_steps.looked(file_id, import_steps.object_of(asked)),
        created=sum(each.action == CREATE for each in good),
        good=good,
        bad=bad,
        shown=_SHOWN,
        carried=[(name, value) for name, value in asked.items(multi=True) if name != "step"],
        back=import_steps.steps(file_id, asked, "check")[1][1],
        steps=import_steps.steps(file_id, asked, "check"),
    )


def _result(import_id: str, problem: str = "") -> str:
    return framed(
        "import_result.html",
        result=page(imports.info, import_results.shown, import_id=import_id),
        problem=problem,
        shown=_SHOWN,
    )


def _kept(_ctx: Context, results: Sequence[Any]) -> int:
    return sum(not each.success for each in results)


def _id(_ctx: Context, view: ImportView) -> str:
    return view.row.id


def _same(_ctx: Context, found: Any) -> Any:
    return found


def _nothing(_ctx: Context, _found: Any) -> None:
    return
