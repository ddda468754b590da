"""Building a report: its type, columns, groups, filters and chart, with what comes of it below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.crm.pages import (
    report_charts,
    report_forms,
    report_offers,
    report_shows,
    report_tables,
)
from workworld.apps.crm.pages.blueprint import BLUEPRINT, at
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.pages.report_forms import DO, Draft
from workworld.apps.crm.pages.report_offers import Known
from workworld.apps.crm.pages.report_tables import Table
from workworld.apps.crm.service import (
    reports,
)
from workworld.apps.crm.service.report_definitions import AGGREGATES
from workworld.apps.crm.service.report_results import Result
from workworld.apps.crm.service.report_types import ReportType
from workworld.apps.crm.service.report_views import ReportView
from workworld.charts import Chart
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import page
from workworld.errors import Invalid, NotFound, Refused

_SHOWN = 20
"""How many rows a preview has."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What comes of a report that is being built, or why nothing does."""

    table: Table | None = None
    chart: Chart | None = None
    bars: Sequence[report_charts.Bar] = ()
    figures: Sequence[tuple[str, str]] = ()
    problem: str = ""


@BLUEPRINT.get("/reports/new")
def new_report() -> Any:
    """Choose what a report is about, and build it."""
    asked = flask.request.args
    if "type" in asked:
        return _built("", report_forms.of_form(asked))
    if "from" in asked:
        draft, _ = _stored(asked["from"], copy=True)
        return flask.redirect(at("/reports/new", draft.address()))
    offered = page(reports.types, _types)
    return framed("report_new.html", groups=offered)


@BLUEPRINT.get("/reports/<report_id>/edit")
def edit_report(report_id: str) -> Any:
    """Change what a report says."""
    draft, may_change = _stored(report_id)
    if not may_change:
        raise NotFound("NOT_FOUND", "There is no such report that you may change.")
    if "type" in flask.request.args:
        draft = report_forms.of_form(flask.request.args)
    return _built(report_id, draft)


@BLUEPRINT.post("/reports/new")
def save_new_report() -> Any:
    """Save a new report."""
    return _saved("")


@BLUEPRINT.post("/reports/<report_id>/edit")
def save_report(report_id: str) -> Any:
    """Save the changes of a report."""
    return _saved(report_id)


def _built(report_id: str, draft: Draft, problem: str = "") -> Any:
    here = f"/reports/{report_id}/edit" if report_id else "/reports/new"
    address = at(here, draft.address())
    is_fragment = "HX-Request" in flask.request.headers
    if DO in flask.request.args and not is_fragment:
        return flask.redirect(address)
    known = report_offers.known(draft)
    html = framed(
        "report_builder.html",
        tab="/reports",
        draft=draft,
        known=known,
        here=at(here),
        back=at(f"/reports/{report_id}" if report_id else "/reports"),
        is_new=not report_id,
        preview=_preview(known, draft),
        problem=problem,
        durations=report_offers.durations(draft.one("duration")),
        units=report_offers.UNITS,
        aggregates=AGGREGATES,
        operators=report_offers.OPERATORS,
    )
    response = flask.make_response(html)
    if flask.request.method == "GET":
        response.headers["HX-Push-Url"] = address
    return response


def _saved(report_id: str) -> Any:
    draft = report_forms.of_form(flask.request.form)
    try:
        values: dict[str, Any] = {
            "name": draft.one("name"),
            "description": draft.one("description"),
            "folder_id": draft.one("folder"),
            "definition": draft.definition().model_dump(mode="json", exclude_defaults=True),
        }
        if report_id:
            saved = page(reports.update, _id, report_id=report_id, **values)
        else:
            saved = page(reports.create, _id, report_type=draft.one("type"), **values)
    except Refused as refused:
        return _built(report_id, draft, refused.message), status_of(refused)
    address = at(f"/reports/{saved}")
    if "HX-Request" in flask.request.headers:
        return flask.Response(status=204, headers={"HX-Redirect": address})
    return flask.redirect(address, 303)


def _preview(known: Known, draft: Draft) -> Preview:
    def present(ctx: Context, result: Result) -> Preview:
        return _shown(ctx, result)

    try:
        definition = draft.definition().model_dump(mode="json", exclude_defaults=True)
        shown: Preview = page(
            reports.preview, present, report_type=known.type.name, definition=definition
        )
    except Invalid as refused:
        return Preview(problem=refused.message)
    return shown


def _shown(ctx: Context, result: Result) -> Preview:
    lines = result.lines[:_SHOWN]
    table = report_shows.whole(ctx, result, lines, (), report_tables.nowhere)
    drawn = report_shows.drawing(result, "Preview", report_tables.nowhere, "medium")
    blocks = [result, *result.beside]
    figures = [figure for each in blocks for figure in report_tables.figures(each)]
    return Preview(table, drawn.chart, drawn.bars, figures)


def _stored(report_id: str, *, copy: bool = False) -> tuple[Draft, bool]:
    def present(_ctx: Context, view: ReportView) -> tuple[Draft, bool]:
        row = view.row
        name = f"{row.name} (copy)"[:80] if copy else row.name
        folder = "" if copy else row.folder_id or ""
        draft = report_forms.of_stored(view.type, row.definition, name, row.description, folder)
        return draft, view.may_change

    found: tuple[Draft, bool] = page(reports.info, present, report_id=report_id)
    return found


def _types(_ctx: Context, found: Sequence[ReportType]) -> Any:
    groups: dict[str, list[tuple[str, str, str]]] = {}
    for each in found:
        groups.setdefault(each.category, []).append((each.name, each.label, each.purpose))
    columns = {each.name: report_forms.of_type(each).address() for each in found}
    return [
        (
            category,
            [(label, purpose, at("/reports/new", columns[name])) for name, label, purpose in of],
        )
        for category, of in groups.items()
    ]


def _id(_ctx: Context, view: ReportView) -> str:
    return view.row.id
