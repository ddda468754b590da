"""Administration of imports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.chat.models import Import
from workworld.apps.chat.pages.admin_export import moment_in_words
from workworld.apps.chat.pages.blueprint import BLUEPRINT
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.apps.chat.service import archives, imports
from workworld.apps.chat.service.archives import Skipped
from workworld.apps.chat.service.import_people import Author
from workworld.apps.chat.service.imports import Destination, Outlook
from workworld.context import Context
from workworld.directory import people
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import Invalid
from workworld.files import uploads
from workworld.files.limits import LARGEST_FILE, LARGEST_UPLOAD
from workworld.files.previews import size_in_words
from workworld.files.tables import as_csv

UPLOAD = "/admin/import"
_SHOWN = 100
"""How many people, channels and what is left out a page lists."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What an import would do, as a page shows it."""

    people: Sequence[Author]
    channels: Sequence[Destination]
    skipped: Sequence[Skipped]
    known: int
    """How many of the people are here already."""
    messages: int
    is_cut: bool
    """Whether not all people are listed."""


@dataclass(frozen=True, slots=True)
class Report:
    """What came of an import."""

    id: str
    name: str
    person: str
    made: str
    counts: Sequence[tuple[str, int]]
    skipped: Sequence[tuple[str, str]]


@BLUEPRINT.url_value_preprocessor
def _allow_archives(endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Before anything reads the form, which the proof that our own page sent it lies in."""
    if endpoint == "ui.upload_archive":
        flask.request.max_content_length = LARGEST_UPLOAD


@BLUEPRINT.get(UPLOAD)
def admin_import() -> str:
    """What was imported, and a form for more."""
    return _listed()


@BLUEPRINT.post(UPLOAD)
def upload_archive() -> Any:
    """Take an archive, which is then looked at before anything is done."""
    page(imports.list, nothing)  # nobody else's archive is even opened
    part = flask.request.files.get("archive")
    name, content = (part.filename or "", part.read()) if part else ("", b"")
    try:
        if not name:
            raise Invalid("invalid_arguments", "Choose an archive.")
        uploads.require_good(name, content)
        archives.opened(content)
        file_id = page(
            uploads.add,
            lambda _ctx, row: row.id,
            # The bytes are not written down with the request.
            accept=lambda _ctx, given: {**given, "content": content},
            name=name,
        )
    except Invalid as refused:
        return _listed(refused.message), status_of(refused)
    return flask.redirect(flask.url_for("ui.preview_import", file_id=file_id), 303)


@BLUEPRINT.get(f"{UPLOAD}/<file_id>")
def preview_import(file_id: str) -> str:
    """What would come of importing an archive."""
    return _previewed(file_id, flask.request.args.get("prefix", "").strip())


@BLUEPRINT.post(f"{UPLOAD}/<file_id>")
def run_import(file_id: str) -> Any:
    """Import an archive."""
    prefix = flask.request.form.get("prefix", "").strip()
    left_out = flask.request.form.getlist("leave_out")
    try:
        import_id = page(
            imports.run,
            lambda _ctx, row: row.id,
            file_id=file_id,
            prefix=prefix,
            leave_out=left_out,
        )
    except Invalid as refused:
        return _previewed(file_id, "", refused.message), status_of(refused)
    return flask.redirect(flask.url_for("ui.import_report", import_id=import_id), 303)


@BLUEPRINT.get("/admin/imports/<import_id>")
def import_report(import_id: str) -> str:
    """What came of an import."""
    report: Report = page(imports.info, _report, import_id=import_id)
    return flask.render_template(
        "admin_import_report.html", sidebar=sidebar(), report=report, most=_SHOWN
    )


@BLUEPRINT.get("/admin/imports/<import_id>/left-out.csv")
def import_leftovers(import_id: str) -> flask.Response:
    """What an import left out, as a table to be saved."""
    report: Report = page(imports.info, _report, import_id=import_id)
    response = flask.Response(as_csv(["where", "why"], report.skipped), mimetype="text/csv")
    response.headers["Content-Disposition"] = 'attachment; filename="left-out.csv"'
    return response


def _listed(problem: str = "") -> str:
    return flask.render_template(
        "admin_import.html",
        sidebar=sidebar(),
        reports=page(imports.list, _reports),
        problem=problem,
        largest=size_in_words(LARGEST_FILE),
    )


def _previewed(file_id: str, prefix: str, problem: str = "") -> str:
    try:
        found: Preview = page(imports.preview, _preview, file_id=file_id, prefix=prefix)
    except Invalid as refused:
        if not prefix:
            raise
        return _previewed(file_id, "", refused.message)
    return flask.render_template(
        "admin_import_preview.html",
        sidebar=sidebar(),
        found=found,
        file_id=file_id,
        prefix=prefix,
        problem=problem,
        most=_SHOWN,
    )


def _preview(_ctx: Context, found: Outlook) -> Preview:
    wanted = [each for each in found.destinations if each.way != imports.SKIP]
    return Preview(
        found.authors[:_SHOWN],
        found.destinations,
        found.skipped,
        sum(bool(author.person_id) for author in found.authors),
        sum(each.message_count for each in wanted),
        len(found.authors) > _SHOWN,
    )


def _reports(ctx: Context, rows: Sequence[Import]) -> list[Report]:
    return [_report(ctx, row) for row in rows]


def _report(ctx: Context, row: Import) -> Report:
    person = people.by_ids(ctx.session, [row.person_id])[row.person_id]
    return Report(
        row.id,
        row.name,
        person.name,
        moment_in_words(ctx, row.created),
        [*row.counts.items()],
        [(str(where), str(why)) for where, why in row.skipped],
    )
