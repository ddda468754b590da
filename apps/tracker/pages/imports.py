"""Importing issues from a file, in steps, each of which has an address."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.tracker.pages import import_choice as choice
from workworld.apps.tracker.pages.blueprint import BLUEPRINT
from workworld.apps.tracker.pages.creating import creatable
from workworld.apps.tracker.pages.frames import framed
from workworld.apps.tracker.pages.import_choice import Asked
from workworld.apps.tracker.pages.import_results import keep
from workworld.apps.tracker.service import import_fields, import_matches, imports, site
from workworld.apps.tracker.service.import_deeds import RowOutcome
from workworld.apps.tracker.service.import_matches import Unknown
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import page
from workworld.errors import Invalid
from workworld.files.limits import most
from workworld.imports import leftovers
from workworld.imports.encodings import ENCODINGS

UPLOAD = "/import"
_SHOWN = 100
_MOST_OPTIONS = 20


@dataclass(frozen=True, slots=True)
class Looked:
    """A file as the steps show it."""

    name: str
    preview: imports.Preview | None
    projects: Sequence[tuple[str, str]]
    types: Sequence[tuple[str, str]]
    targets: Mapping[str, str]
    """Names of what columns may be."""
    problem: str = ""


@BLUEPRINT.get(UPLOAD)
def import_start() -> str:
    """Ask for a file."""
    return _start("")


@BLUEPRINT.post(UPLOAD)
def upload_import() -> Any:
    """Take a file, which is then looked at before anything is done."""
    part = flask.request.files.get("file")
    name, content = (part.filename or "", part.read()) if part else ("", b"")
    try:
        if not name:
            raise Invalid("invalid_arguments", "Choose a file.")
        file_id = page(
            imports.upload,
            lambda _ctx, row: row.id,
            # The bytes are not written down with the request.
            accept=lambda _ctx, given: {**given, "content": content},
            name=name,
        )
    except Invalid as refused:
        return _start(refused.message), status_of(refused)
    return flask.redirect(flask.url_for("ui.import_page", file_id=file_id), 303)


@BLUEPRINT.get("/import/fields")
def import_targets() -> str:
    """What a column may be, by name."""
    text = flask.request.args.get("q", "").strip().casefold()

    def present(ctx: Context, _rows: Any) -> list[tuple[str, str]]:
        known = import_fields.targets(ctx).values()
        named = sorted((each.name, each.id) for each in known if text in each.name.casefold())
        return [(id, name) for name, id in named[:_MOST_OPTIONS]]

    found = page(site.priorities, present)
    return flask.render_template("import_options.html", found=found)


@BLUEPRINT.get("/import/<file_id>")
def import_page(file_id: str) -> Any:
    """One of the steps of an import."""
    asked = Asked.of(flask.request.args)
    looked = _looked(file_id, asked)
    if looked.preview is None or asked.step == choice.SETTINGS:
        return _settings(file_id, asked, looked)
    if asked.step == choice.COLUMNS:
        return _columns(file_id, asked, looked)
    try:
        if asked.step == choice.VALUES:
            return _values(file_id, asked, looked)
        return _checked(file_id, asked, looked)
    except Invalid as refusal:
        return _columns(file_id, asked, looked, refusal.message)


@BLUEPRINT.post("/import/<file_id>")
def run_import(file_id: str) -> Any:
    """Import what was checked."""
    asked = Asked.of(flask.request.form)

    def present(ctx: Context, outcomes: Sequence[RowOutcome]) -> tuple[list[Any], str]:
        rows = [
            [each.row, each.line, each.summary, each.action, each.key, each.reason, each.note]
            for each in outcomes
        ]
        table = imports.table_of(ctx, file_id, asked.encoding, asked.delimiter)
        reasons = {each.row: each.reason for each in outcomes if each.reason}
        return rows, leftovers.as_csv(table, reasons).decode("utf-8-sig") if reasons else ""

    try:
        unknown = _unknown(file_id, asked)
        settings = asked.settings({each.target: each.texts for each in unknown})
        rows, left = page(imports.run, present, file_id=file_id, **settings)
    except Invalid as refusal:
        looked = _looked(file_id, asked)
        if looked.preview is None:
            return _settings(file_id, asked, looked), status_of(refusal)
        return _columns(file_id, asked, looked, refusal.message), status_of(refusal)
    return flask.redirect(keep(rows, left), 303)


@BLUEPRINT.get("/import/<file_id>/refused.csv")
def refused_rows(file_id: str) -> flask.Response:
    """The rows that could not be imported as it stands, each with the reason."""
    asked = Asked.of(flask.request.args)
    unknown = {each.target: each.texts for each in _unknown(file_id, asked)}

    def present(ctx: Context, outcomes: Sequence[RowOutcome]) -> bytes:
        table = imports.table_of(ctx, file_id, asked.encoding, asked.delimiter)
        return leftovers.as_csv(table, {each.row: each.reason for each in outcomes if each.reason})

    content = page(imports.check, present, file_id=file_id, **asked.settings(unknown))
    return flask.Response(
        content,
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": 'attachment; filename="refused.csv"'},
    )


def _start(problem: str) -> str:
    return framed(
        "import_upload.html", problem=problem, largest=most(), most_rows=imports.MOST_ROWS
    )


def _looked(file_id: str, asked: Asked) -> Looked:
    """A file, with what it holds if it can be read as it is said to be."""

    def present(ctx: Context, found: imports.Preview | None, problem: str = "") -> Looked:
        targets = import_fields.targets(ctx)
        return Looked(
            found.name if found else "",
            found,
            [(each.key, f"{each.name} ({each.key})") for each in creatable(ctx)],
            [(each.name, each.name) for each in site.issue_types(ctx).values()],
            {id: each.name for id, each in targets.items()},
            problem,
        )

    try:
        looked: Looked = page(
            imports.preview,
            present,
            file_id=file_id,
            encoding=asked.encoding,
            delimiter=asked.delimiter,
        )
    except Invalid as refusal:
        said = refusal.message
        looked = page(site.priorities, lambda ctx, _rows: present(ctx, None, said))
    return looked


def _settings(file_id: str, asked: Asked, looked: Looked) -> str:
    sniffed = looked.preview
    read = f" ({sniffed.encoding})" if sniffed and not asked.encoding else ""
    names = {mark: name for name, mark in choice.DELIMITERS.items()}
    mark = names.get(sniffed.delimiter, "") if sniffed and not asked.delimiter else ""
    parted = f" ({mark})" if mark else ""
    return _framed(
        "import_settings.html",
        file_id,
        asked,
        choice.SETTINGS,
        looked=looked,
        encodings=[("", f"Told by the file{read}"), *((each, each) for each in ENCODINGS)],
        delimiters=[
            ("", f"Told by the file{parted}"),
            *((each, each.capitalize()) for each in choice.DELIMITERS),
        ],
    )


def _columns(file_id: str, asked: Asked, looked: Looked, problem: str = "") -> str:
    columns = looked.preview.columns if looked.preview else ()
    said = asked.columns()
    has_columns = asked.has_columns()
    chosen = {
        each.number: said.get(str(each.number), "") if has_columns else each.suggested
        for each in columns
    }
    return _framed(
        "import_columns.html",
        file_id,
        asked,
        choice.COLUMNS,
        looked=looked,
        columns=columns,
        chosen=chosen,
        problem=problem,
    )


def _values(file_id: str, asked: Asked, looked: Looked) -> str:
    return _framed(
        "import_values.html",
        file_id,
        asked,
        choice.VALUES,
        looked=looked,
        unknown=_unknown(file_id, asked),
    )


def _checked(file_id: str, asked: Asked, looked: Looked) -> str:
    unknown = {each.target: each.texts for each in _unknown(file_id, asked)}

    def present(_ctx: Context, rows: Sequence[RowOutcome]) -> Sequence[RowOutcome]:
        return rows

    rows = page(imports.check, present, file_id=file_id, **asked.settings(unknown))
    good = [each for each in rows if not each.reason]
    bad = [each for each in rows if each.reason]
    values: dict[str, Any] = {}
    for name, value in asked.hidden():
        values.setdefault(name, []).append(value)
    return _framed(
        "import_check.html",
        file_id,
        asked,
        choice.CHECK,
        looked=looked,
        good=good,
        bad=bad,
        shown=_SHOWN,
        refused_url=flask.url_for("ui.refused_rows", file_id=file_id, **values),
    )


def _unknown(file_id: str, asked: Asked) -> Sequence[Unknown]:
    """The texts of the file that name nothing that there is."""
    settings = {
        name: value
        for name, value in asked.settings({}).items()
        if name in ("columns", "encoding", "delimiter", "project")
    }
    if not settings["columns"]:
        return ()

    def present(_ctx: Context, found: Sequence[Unknown]) -> Sequence[Unknown]:
        return found

    shown: Sequence[Unknown] = page(import_matches.unmatched, present, file_id=file_id, **settings)
    return shown


def _framed(template: str, file_id: str, asked: Asked, step: str, **values: Any) -> str:
    numbers = {name: number for number, (name, _title) in enumerate(choice.STEPS)}
    steps = [("Upload", flask.url_for("ui.import_start"), False)]
    steps += [
        (title, asked.at(file_id, name) if numbers[name] < numbers[step] else "", name == step)
        for name, title in choice.STEPS
    ]
    return framed(template, file_id=file_id, asked=asked, step=step, steps=steps, **values)
