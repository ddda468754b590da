"""Reports: which there are, and each on a page of its own with its chart, totals and rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.crm.pages import moments, report_files
from workworld.apps.crm.pages.blueprint import BLUEPRINT, at
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.pages.report_outcomes import Outcome, page_address, shown_of
from workworld.apps.crm.pages.report_tables import Address
from workworld.apps.crm.pages.report_words import restrictions
from workworld.apps.crm.service import report_folders, report_types, reports
from workworld.apps.crm.service.report_groups import EMPTY, Group
from workworld.apps.crm.service.report_results import Result
from workworld.apps.crm.service.report_views import Ran, ReportView
from workworld.apps.crm.service.reports import developer_name
from workworld.context import Context
from workworld.doors.web import nothing, page

LISTS = (("recent", "Recent"), ("mine", "Created by me"), ("private", "Private"), ("all", "All"))
_TITLES = {
    "recent": "Recent reports",
    "mine": "Reports created by me",
    "private": "Private reports",
    "all": "All reports",
}
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
    narrowed: Sequence[str]
    """What of the whole is shown: the groups that were followed to their rows."""
    said: Sequence[str]
    """What the report is restricted to."""
    shown: Outcome
    has_groups: bool
    is_part: bool
    """Whether the rows behind one number are shown."""


@BLUEPRINT.get("/reports")
def reports_page() -> str:
    """The reports that somebody sees: all, their own, those looked at lately, or of a folder."""
    asked = flask.request.args
    which = asked.get("which", "all")
    which = which if which in _TITLES else "all"
    folder_id, text = asked.get("folder", ""), asked.get("q", "")[:80]
    lines = page(reports.list, _lines, which=which, folder_id=folder_id, text=text)
    folders = page(report_folders.list, _folders, kind="Report")
    title = _TITLES[which] if not folder_id else dict(folders).get(folder_id, "")
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
        return _shown(ctx, ran, groups, filters, number)

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
    return framed("report.html", report=shown, address=page_address, copy_url=copy_url)


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


def _shown(
    ctx: Context,
    ran: Ran,
    groups: Mapping[int, str],
    filters: Sequence[Mapping[str, str]],
    number: int,
) -> RunPage:
    view, result = ran.view, ran.result
    definition = result.definition
    asked = flask.request.args.get(NARROW, "") if filters else ""
    address = address_of(view.row.id, {NARROW: asked} if asked else None)
    return RunPage(
        id=view.row.id,
        name=view.row.name,
        description=view.row.description,
        type=view.type.label,
        folder=view.folder,
        may_change=view.may_change,
        as_of=moments.moment(ctx, ctx.clock.now_us()),
        narrowed=[*_filtered(ctx, result, filters), *_narrowed(result, groups)],
        said=restrictions(ctx, view.definition, result),
        shown=shown_of(ctx, result, view.row.name, address, number, is_part=bool(groups)),
        has_groups=bool(definition.groupings) and not definition.across,
        is_part=bool(groups),
    )


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
