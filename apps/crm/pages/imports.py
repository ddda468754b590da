"""Importing records from a file, in steps, each of which has an address; and what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flask
from werkzeug.datastructures import MultiDict

from workworld.apps.crm.pages import moments, values
from workworld.apps.crm.pages.blueprint import BLUEPRINT, at, list_url
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.schema.objects import find, of_name
from workworld.apps.crm.service import import_fields, imports, records, sight
from workworld.apps.crm.service.import_runs import CREATE, RowOutcome
from workworld.apps.crm.service.imports import ImportView
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import page
from workworld.errors import Invalid, NotFound, Refused
from workworld.files.limits import most

OBJECTS = (
    "Lead",
    "Account",
    "Contact",
    "Opportunity",
    "Case",
    "Product2",
    "Campaign",
    "CampaignMember",
    "Contract",
    "Asset",
)
MODES = (
    ("create", "Add new records"),
    ("update", "Update existing records"),
    ("upsert", "Add new and update existing records"),
)
STEPS = (("columns", "Map fields"), ("check", "Review"))
_RESULT = "0IM"
_SHOWN = 100
_CONSTANTS = 3
_OFFERED = 25


@dataclass(frozen=True, slots=True)
class ImportLine:
    """An import in the list of somebody's imports."""

    id: str
    file_name: str
    object: str
    when: str
    created: int
    updated: int
    refused: int
    is_reverted: bool


@dataclass(frozen=True, slots=True)
class Looked:
    """A file as its steps show it."""

    name: str
    rows: int
    columns: Sequence[imports.ColumnInfo]
    labels: Mapping[str, str]
    """What the fields are called that columns may be."""
    matches: Sequence[tuple[str, str]]


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
        if sobject not in OBJECTS:
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
    labels = _labels(asked.get("object", ""))
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
        made = page(imports.run, _id, file_id=file_id, **_settings(form))
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
    lines = page(imports.list, _lines)
    offered = [(name, of_name(name).plural) for name in page(imports.list, _offered)]
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
    sobject = _object(asked)
    looked = _looked(file_id, sobject)
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
        modes=MODES,
        problem=problem,
        steps=_steps(file_id, asked, "columns"),
    )


def _checked(file_id: str, asked: MultiDict[str, str]) -> str:
    outcomes: Sequence[RowOutcome] = page(imports.check, _same, file_id=file_id, **_settings(asked))
    good = [each for each in outcomes if not each.reason]
    bad = [each for each in outcomes if each.reason]
    return framed(
        "import_check.html",
        file_id=file_id,
        object=_object(asked),
        plural=of_name(_object(asked)).plural,
        looked=_looked(file_id, _object(asked)),
        created=sum(each.action == CREATE for each in good),
        good=good,
        bad=bad,
        shown=_SHOWN,
        carried=[(name, value) for name, value in asked.items(multi=True) if name != "step"],
        back=_steps(file_id, asked, "check")[1][1],
        steps=_steps(file_id, asked, "check"),
    )


def _result(import_id: str, problem: str = "") -> str:
    return framed(
        "import_result.html",
        result=page(imports.info, _shown, import_id=import_id),
        problem=problem,
        shown=_SHOWN,
    )


def _settings(asked: MultiDict[str, str]) -> dict[str, Any]:
    """The arguments of the operations that try and do it, but for the file."""
    columns = {
        name.partition("-")[2]: field
        for name, field in asked.items()
        if name.startswith("column-") and field
    }
    constants = {
        field: asked.get(f"value-{name.partition('-')[2]}", "")
        for name, field in asked.items()
        if name.startswith("constant-") and field
    }
    mode = asked.get("mode", "create")
    return {
        "sobject": _object(asked),
        "columns": columns,
        "constants": constants,
        "mode": mode if mode in dict(MODES) else "create",
        "match_by": asked.get("match", "") if mode != "create" else "",
        "allow_duplicates": asked.get("duplicates") == "allow",
        "assign": asked.get("assign") == "1",
        "date_format": asked.get("dates", "").strip()[:40],
    }


def _object(asked: MultiDict[str, str]) -> str:
    """What the rows are, as an address says.

    Raises:
        NotFound: nothing that can be imported.
    """
    name = asked.get("object", "")
    if name not in OBJECTS:
        raise NotFound("NOT_FOUND", "Nothing of that kind is imported.")
    return name


def _looked(file_id: str, sobject: str) -> Looked:
    def present(ctx: Context, found: imports.Preview) -> Looked:
        kind = records.sobject_of(ctx, sobject)
        known = import_fields.targets(ctx, kind)
        labels = {name: import_fields.label(field) for name, field in known.items()}
        matches = import_fields.matches(ctx, kind)
        return Looked(found.name, found.rows, found.columns, labels, matches)

    looked: Looked = page(imports.preview, present, file_id=file_id, sobject=sobject)
    return looked


def _labels(sobject: str) -> Mapping[str, str]:
    def present(ctx: Context, _found: Any) -> Mapping[str, str]:
        kind = find(sobject)
        if kind is None or not sight.may(ctx, kind, "read"):
            return {}
        known = import_fields.targets(ctx, kind)
        return {name: import_fields.label(field) for name, field in known.items()}

    labels: Mapping[str, str] = page(imports.list, present)
    return labels


def _steps(file_id: str, asked: MultiDict[str, str], here: str) -> list[tuple[str, str, bool]]:
    """Title and address of each step, and whether it is shown."""
    found = [("Choose data", at("/import"), False)]
    carried: dict[str, Any] = {name: value for name, value in asked.items() if name != "csrf"}
    for name, title in STEPS:
        address = at(f"/import/{file_id}", {**carried, "step": name})
        found.append((title, address if name != here and name == "columns" else "", name == here))
    return found


def _shown(ctx: Context, view: ImportView) -> dict[str, Any]:
    row = view.row
    lines = [
        {
            "line": each.line,
            "name": each.name,
            "action": "Created" if each.action == CREATE else "Updated",
            "url": values.url_of(each.record_id) if each.record_id else "",
            "reason": each.reason,
        }
        for each in view.outcomes
    ]
    return {
        "id": row.id,
        "file": row.file_name,
        "plural": of_name(row.sobject).plural,
        "list_url": list_url(row.sobject),
        "when": moments.near_moment(ctx, row.run_us),
        "created": row.created,
        "updated": row.updated,
        "refused": row.refused,
        "reverted": moments.near_moment(ctx, row.reverted_us) if row.reverted_us else "",
        "may_revert": view.may_revert,
        "good": [each for each in lines if not each["reason"]],
        "bad": [each for each in lines if each["reason"]],
    }


def _lines(ctx: Context, found: Sequence[Any]) -> list[ImportLine]:
    return [
        ImportLine(
            row.id,
            row.file_name,
            of_name(row.sobject).plural,
            moments.near_moment(ctx, row.run_us),
            row.created,
            row.updated,
            row.refused,
            row.reverted_us is not None,
        )
        for row in found
    ]


def _offered(ctx: Context, _found: Any) -> list[str]:
    return [
        name
        for name in OBJECTS
        if sight.may(ctx, of_name(name), "create") or sight.may(ctx, of_name(name), "edit")
    ]


def _kept(_ctx: Context, results: Sequence[Any]) -> int:
    return sum(not each.success for each in results)


def _id(_ctx: Context, view: ImportView) -> str:
    return view.row.id


def _same(_ctx: Context, found: Any) -> Any:
    return found


def _nothing(_ctx: Context, _found: Any) -> None:
    return
