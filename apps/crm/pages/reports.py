"""Reports: which there are, and each on a page of its own with its chart, totals and rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.crm.pages import moments, report_charts, report_files, report_tables
from workworld.apps.crm.pages.blueprint import BLUEPRINT, at
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.pages.report_builder import duration_text
from workworld.apps.crm.pages.report_tables import MOST_LINES, Address, Table
from workworld.apps.crm.service import conditions, report_folders, report_types, reports
from workworld.apps.crm.service.report_definitions import SCOPES, Definition
from workworld.apps.crm.service.report_groups import EMPTY, Group
from workworld.apps.crm.service.report_results import MOST_DETAILS, Result
from workworld.apps.crm.service.report_views import Ran, ReportView
from workworld.apps.crm.service.reports import developer_name
from workworld.charts import Chart
from workworld.context import Context
from workworld.doors.web import nothing, page

LISTS = (("recent", "Recent"), ("mine", "Created by me"), ("private", "Private"), ("all", "All"))
GROUP = "g"
"""In addresses: the place of a grouping and the key of one of its groups, ``0:Prospecting``."""
NARROW = "narrow"
"""In addresses: what a dashboard's filter is set to, ``Owner.Name:Ana Kovač``."""


@dataclass(frozen=True, slots=True)
class ReportLine:
    """A report in a list."""

    id: str
    name: str
    description: str
    type: str
    folder: str
    owner: str
    modified: str


@dataclass(frozen=True, slots=True)
class RunPage:
    """A report as its page shows it."""

    id: str
    name: str
    description: str
    type: str
    folder: str
    may_change: bool
    as_of: str
    figures: Sequence[tuple[str, str]]
    narrowed: Sequence[str]
    """What of the whole is shown: the groups that were followed to their rows."""
    said: Sequence[str]
    """What the report is restricted to."""
    chart: Chart | None
    bars: Sequence[report_charts.Bar]
    chart_title: str
    table: Table
    has_groups: bool
    is_part: bool
    """Whether the rows behind one number are shown."""
    shows_details: bool
    page: int
    pages: int
    note: str


@BLUEPRINT.get("/reports")
def reports_page() -> str:
    """The reports that somebody sees: all, their own, those looked at lately, or of a folder."""
    asked = flask.request.args
    which = asked.get("which", "all")
    which = which if which in dict(LISTS) else "all"
    folder_id, text = asked.get("folder", ""), asked.get("q", "")[:80]
    lines = page(reports.list, _lines, which=which, folder_id=folder_id, text=text)
    folders = page(report_folders.list, _folders, kind="Report")
    title = dict(LISTS)[which] if not folder_id else dict(folders).get(folder_id, "")
    return framed(
        "reports.html",
        lines=lines,
        folders=folders,
        which="" if folder_id else which,
        folder_id=folder_id,
        text=text,
        lists=LISTS,
        title=title,
    )


@BLUEPRINT.post("/reports/folders")
def add_folder() -> Any:
    """Make a folder for reports or dashboards."""
    form = flask.request.form
    kind = "Dashboard" if form.get("kind") == "Dashboard" else "Report"
    folder_id = page(
        report_folders.create,
        lambda _ctx, row: row.id,
        name=form.get("name", ""),
        kind=kind,
        access=form.get("access", "ReadOnly"),
    )
    path = "/dashboards" if kind == "Dashboard" else "/reports"
    return flask.redirect(at(path, {"folder": folder_id}), 303)


@BLUEPRINT.get("/reports/<report_id>")
def report_page(report_id: str) -> str:
    """A report as it comes out now, for whoever looks."""
    asked = flask.request.args
    groups, filters = narrowing(), narrowed_by(asked.get(NARROW, ""))
    given = asked.get("details", "")
    number = max(asked.get("page", 1, type=int), 1)

    def present(ctx: Context, ran: Ran) -> RunPage:
        return _shown(ctx, ran, groups, filters, given, number)

    shown = page(
        reports.run,
        present,
        report_id=report_id,
        filters=filters,
        details=True if groups else {"1": True, "0": False}.get(given),
        groups={str(place): key for place, key in groups.items()},
    )
    page(reports.look, nothing, report_id=report_id)
    copy_url = at("/reports/new", {"from": report_id})
    return framed("report.html", report=shown, address=_page_address, copy_url=copy_url)


@BLUEPRINT.post("/reports/<report_id>/export")
def export_report(report_id: str) -> flask.Response:
    """A report as a file: its rows, or what its page shows."""
    is_formatted = flask.request.form.get("form") == "formatted"

    def present(ctx: Context, ran: Ran) -> tuple[str, bytes]:
        made = report_files.formatted if is_formatted else report_files.details
        return developer_name(ran.view.row.name), made(ctx, ran.result)

    name, content = page(reports.export, present, report_id=report_id)
    return flask.Response(
        content,
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}.csv"'},
    )


@BLUEPRINT.post("/reports/<report_id>/delete")
def delete_report(report_id: str) -> Any:
    """Delete a report for good."""
    page(reports.delete, nothing, report_id=report_id)
    return flask.redirect(at("/reports"), 303)


def narrowing() -> dict[int, str]:
    """The groups whose rows an address asks for."""
    found: dict[int, str] = {}
    for each in flask.request.args.getlist(GROUP)[:5]:
        place, _, key = each.partition(":")
        if place.isdecimal() and len(place) == 1:
            found[int(place)] = key
    return found


def narrowed_by(text: str) -> list[dict[str, str]]:
    """The further filter that an address asks for, if any."""
    column, _, value = text[:600].partition(":")
    if not (column and value):
        return []
    quoted = value.replace('"', "")
    return [{"column": column, "operator": "equals", "value": f'"{quoted}"'}]


def address_of(report_id: str, more: Mapping[str, Any] | None = None) -> Address:
    """Where the rows behind the numbers of a report are shown."""

    def address(groups: Mapping[int, str]) -> str:
        named = [f"{place}:{key}" for place, key in sorted(groups.items())]
        return at(f"/reports/{report_id}", {**(more or {}), GROUP: named})

    return address


def restrictions(ctx: Context, definition: Definition, result: Result) -> list[str]:
    """What a report is restricted to, in words."""
    said = [SCOPES[definition.scope]]
    asked = definition.date
    name = asked.column or result.of.date
    found = report_types.columns(ctx, result.of).get(name)
    column = found.label if found else name
    if asked.duration:
        said.append(f"{column}: {duration_text(asked.duration)}")
    elif asked.start or asked.end:
        said.append(f"{column}: {asked.start or '…'} – {asked.end or '…'}")
    known = report_types.columns(ctx, result.of)
    for each in definition.filters:
        named = known.get(each.column)
        told = f"{named.label if named else each.column} {conditions.LABELS[each.operator]}"
        said.append(f"{told} {each.value or 'nothing'}")
    if definition.logic:
        said.append(f"Filter logic: {definition.logic}")
    return said


def _shown(
    ctx: Context,
    ran: Ran,
    groups: Mapping[int, str],
    filters: Sequence[Mapping[str, str]],
    given: str,
    number: int,
) -> RunPage:
    view, result = ran.view, ran.result
    definition = result.definition
    has_groups = bool(definition.groupings)
    is_detailed = definition.details if not given else given == "1"
    is_flat = bool(groups) or not has_groups
    asked = flask.request.args.get(NARROW, "") if filters else ""
    address = address_of(view.row.id, {NARROW: asked} if asked else None)
    pages = max(-(-len(result.lines) // MOST_LINES), 1)
    number = min(number, pages)
    start = (number - 1) * MOST_LINES
    lines = result.lines[start : start + MOST_LINES]
    if is_flat:
        table = report_tables.flat(ctx, result, lines)
    elif definition.across:
        table = report_tables.matrix(result, address)
    elif is_detailed and result.columns:
        before = result.lines[start - 1].down if start else ()
        table = report_tables.detailed(ctx, result, lines, before, address)
    else:
        table = report_tables.summary(result, address)
    setting = definition.chart
    is_drawn = setting.kind and not is_flat and number == 1
    title = f"{view.row.name}: chart"
    drawn = is_drawn and setting.kind != "bar"
    return RunPage(
        id=view.row.id,
        name=view.row.name,
        description=view.row.description,
        type=view.type.label,
        folder=view.folder,
        may_change=view.may_change,
        as_of=moments.moment(ctx, ctx.clock.now_us()),
        figures=report_tables.figures(result),
        narrowed=[*_filtered(ctx, result, filters), *_narrowed(result, groups)],
        said=restrictions(ctx, view.definition, result),
        chart=report_charts.drawn(result, title, setting.kind, setting.aggregate, address)
        if drawn
        else None,
        bars=report_charts.bars(result, setting.aggregate, address)
        if is_drawn and not drawn
        else (),
        chart_title=title,
        table=table,
        has_groups=has_groups and not definition.across,
        is_part=bool(groups),
        shows_details=is_detailed,
        page=number,
        pages=pages if is_flat or (is_detailed and not definition.across) else 1,
        note=_note(result, table),
    )


def _note(result: Result, table: Table) -> str:
    if table.note:
        return table.note
    if result.has_all:
        return ""
    return f"The first {MOST_DETAILS:,} of {result.count:,} rows are shown; totals are of all."


def _filtered(ctx: Context, result: Result, filters: Sequence[Mapping[str, str]]) -> list[str]:
    known = report_types.columns(ctx, result.of)
    return [
        f"{known[each['column']].label}: {each['value'].strip(chr(34))}"
        for each in filters
        if each["column"] in known
    ]


def _narrowed(result: Result, groups: Mapping[int, str]) -> list[str]:
    depth = len(result.definition.rows)
    labels: dict[tuple[int, str], str] = {}

    def note(found: Sequence[Group], place: int) -> None:
        for group in found:
            labels[place, group.key] = group.label
            note(group.groups, place + 1)

    note(result.down, 0)
    note(result.across, depth)
    return [
        f"{result.axes[place].column.label}: {labels.get((place, key), key or EMPTY)}"
        for place, key in sorted(groups.items())
        if place < len(result.axes)
    ]


def _page_address(number: int) -> str:
    values = flask.request.args.to_dict(flat=False) | {"page": [str(number)]}
    return at(flask.request.path.removeprefix(flask.request.script_root), values)


def _lines(ctx: Context, found: Sequence[ReportView]) -> list[ReportLine]:
    return [
        ReportLine(
            each.row.id,
            each.row.name,
            each.row.description,
            each.type.label,
            each.folder,
            each.owner,
            moments.near_moment(ctx, each.row.modified_us),
        )
        for each in found
    ]


def _folders(_ctx: Context, found: Sequence[Any]) -> list[tuple[str, str]]:
    return [(row.id, row.name) for row in found]
