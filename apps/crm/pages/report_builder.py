"""Building a report: its type, columns, groups, filters and chart, with what comes of it below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.crm.pages import report_charts, report_forms, report_shows, report_tables
from workworld.apps.crm.pages.blueprint import BLUEPRINT, at
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.pages.report_forms import DO, Draft
from workworld.apps.crm.pages.report_tables import Table
from workworld.apps.crm.pages.report_words import duration_text
from workworld.apps.crm.schema import objects, periods
from workworld.apps.crm.schema.kinds import Kind
from workworld.apps.crm.service import (
    conditions,
    report_blocks,
    report_folders,
    report_types,
    reports,
)
from workworld.apps.crm.service.report_definitions import AGGREGATES
from workworld.apps.crm.service.report_parts import COUNT
from workworld.apps.crm.service.report_results import Result
from workworld.apps.crm.service.report_types import TYPES, ReportColumn, ReportType
from workworld.apps.crm.service.report_views import ReportView
from workworld.charts import Chart
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import page
from workworld.errors import Invalid, NotFound, Refused

_SHOWN = 20
"""How many rows a preview has."""
_OFFERED = 30
DURATIONS = (
    "TODAY",
    "YESTERDAY",
    "THIS_WEEK",
    "LAST_WEEK",
    "NEXT_WEEK",
    "THIS_MONTH",
    "LAST_MONTH",
    "NEXT_MONTH",
    "THIS_QUARTER",
    "LAST_QUARTER",
    "NEXT_QUARTER",
    "THIS_YEAR",
    "LAST_YEAR",
    "NEXT_YEAR",
    "THIS_FISCAL_QUARTER",
    "LAST_FISCAL_QUARTER",
    "NEXT_FISCAL_QUARTER",
    "THIS_FISCAL_YEAR",
    "LAST_FISCAL_YEAR",
    "LAST_N_DAYS:7",
    "LAST_N_DAYS:30",
    "LAST_N_DAYS:90",
    "NEXT_N_DAYS:30",
)
"""The relative dates that the form offers."""
UNITS = [(each.value, each.value.capitalize()) for each in periods.Unit]


@dataclass(frozen=True, slots=True)
class Offered:
    """A column as the form offers it."""

    name: str
    label: str
    is_dated: bool
    is_summed: bool
    operators: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Known:
    """What the form needs to know of a report type."""

    type: ReportType
    columns: Mapping[str, Offered]
    sections: Sequence[tuple[str, Sequence[Offered]]]
    children: Sequence[tuple[str, str]]
    folders: Sequence[tuple[str, str]]


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


@BLUEPRINT.get("/reports/columns")
def report_columns() -> str:
    """The columns of a report type, by what their names hold."""
    asked = flask.request.args
    text = asked.get("q", "").strip().casefold()
    known = _known(asked.get("type", ""))
    fit = [each for each in known.columns.values() if text in each.label.casefold()]
    if asked.get("kind") == "date":
        fit = [each for each in fit if each.is_dated]
    fit.sort(key=lambda each: not each.label.casefold().startswith(text))
    found = [(each.name, each.label) for each in fit[:_OFFERED]]
    return flask.render_template("report_options.html", found=found)


def _built(report_id: str, draft: Draft, problem: str = "") -> Any:
    here = f"/reports/{report_id}/edit" if report_id else "/reports/new"
    address = at(here, draft.address())
    is_fragment = "HX-Request" in flask.request.headers
    if DO in flask.request.args and not is_fragment:
        return flask.redirect(address)
    known = _known(draft.one("type"))
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
        totals=_totals(known, draft),
        folders=_folders(known, draft.one("folder")),
        cross=draft.one("cross") if draft.one("cross") in dict(known.children) else "",
        durations=_durations(draft.one("duration")),
        units=UNITS,
        aggregates=AGGREGATES,
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
    return Preview(table, drawn.chart, drawn.bars, report_tables.figures(result))


def _stored(report_id: str, *, copy: bool = False) -> tuple[Draft, bool]:
    def present(_ctx: Context, view: ReportView) -> tuple[Draft, bool]:
        row = view.row
        name = f"{row.name} (copy)"[:80] if copy else row.name
        folder = "" if copy else row.folder_id or ""
        draft = report_forms.of_stored(view.type, row.definition, name, row.description, folder)
        return draft, view.may_change

    found: tuple[Draft, bool] = page(reports.info, present, report_id=report_id)
    return found


def _known(type_name: str) -> Known:
    def present(ctx: Context, _found: Any) -> Known:
        of = report_blocks.type_of(ctx, type_name)
        columns = {each.name: _offered(each) for each in report_types.columns(ctx, of).values()}
        sections: dict[str, list[Offered]] = {}
        for each in report_types.columns(ctx, of).values():
            sections.setdefault(each.section, []).append(columns[each.name])
        names = dict.fromkeys(each.sobject for each in objects.children(of.base))
        children = [(name, objects.of_name(name).plural) for name in names]
        folders = [
            (row.id, row.name)
            for row in report_folders.list(ctx, kind="Report")
            if report_folders.takes(ctx, row)
        ]
        return Known(of, columns, list(sections.items()), children, folders)

    if type_name not in TYPES:
        raise NotFound("NOT_FOUND", "There is no such report type.")
    known: Known = page(reports.types, present)
    return known


def _offered(column: ReportColumn) -> Offered:
    operators = [
        (each, conditions.LABELS[each]) for each in conditions.operators(column.field.kind)
    ]
    is_summed = column.is_summed and column.field.kind is not Kind.ID
    return Offered(column.name, column.label, column.is_dated, is_summed, operators)


def _totals(known: Known, draft: Draft) -> Sequence[tuple[str, str]]:
    """The totals that a report has, by name and label."""
    found = []
    for each in draft.totals:
        way, _, name = each.partition("!")
        column = known.columns.get(name)
        if each == COUNT:
            found.append((each, "Record Count"))
        elif column and way in AGGREGATES:
            found.append((each, f"{AGGREGATES[way]} of {column.label}"))
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


def _folders(known: Known, chosen: str) -> list[tuple[str, str]]:
    """Where a report may lie; where it lies though the builder puts nothing there is kept."""
    kept = [(chosen, "The folder that it is in")] if chosen not in dict(known.folders) else []
    return [("", "Private Reports"), *(kept if chosen else []), *known.folders]


def _durations(chosen: str) -> list[tuple[str, str]]:
    """What the days may be that a report is about, with the one that it has."""
    names = [*DURATIONS, *([chosen] if chosen and chosen not in DURATIONS else [])]
    return [("", "All time or custom"), *((each, duration_text(each)) for each in names)]


def _id(_ctx: Context, view: ReportView) -> str:
    return view.row.id
