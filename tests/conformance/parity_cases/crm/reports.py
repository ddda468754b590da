"""Reports, the folders that they lie in, and dashboards with what stands on them."""

from __future__ import annotations

from collections.abc import Iterator

from tests.apps.crm.floor import MANAGER
from tests.conformance.parity import Case, Facts
from tests.conformance.parity_cases.crm.words import case, floor_of, no_exports, nothing, then

from workworld.apps.crm.service import dashboard_widgets, dashboards, report_folders, reports
from workworld.worlds import World

_COLUMNS = ["Name", "StageName"]
_NAMED = (("new", "ok", "Yard"), ("no name", "REQUIRED_FIELD_MISSING", " "))


def _report(world: World, facts: Facts) -> None:
    """The manager has a report of opportunities."""
    said = {"name": "Deals", "report_type": "Opportunity", "definition": {"columns": _COLUMNS}}
    facts["report"] = floor_of(world).do(reports.create, by=MANAGER, **said).row.id


def _dashboard(world: World, facts: Facts) -> None:
    """The manager has a dashboard with a report on it, in a folder."""
    _report(world, facts)
    floor = floor_of(world)
    folder = floor.do(report_folders.create, by=MANAGER, name="Boards", kind="Dashboard")
    facts["folder"] = folder.id
    made = floor.do(dashboards.create, by=MANAGER, name="Mine", folder_id=folder.id)
    facts["dashboard"] = made.row.id
    shown = {"dashboard_id": made.row.id, "report_id": facts["report"], "kind": "table"}
    view = floor.do(dashboard_widgets.add, by=MANAGER, **shown)
    facts["widget"] = view.widgets[0].id


_REPORTS = (("own", "ok", "$report"), ("missing", "NOT_FOUND", "$no_report"))
_DASHBOARDS = (("own", "ok", "$dashboard"), ("missing", "NOT_FOUND", "$no_dashboard"))


def _reports() -> Iterator[Case]:
    for name, outcome, called in _NAMED:
        told = {"name": called, "reportType": {"type": "Opportunity"}, "detailColumns": _COLUMNS}
        said = {"name": called, "report-type": "Opportunity", "definition": {"columns": _COLUMNS}}
        yield case(
            "reports.create",
            name,
            outcome,
            rest=("POST analytics/reports", {"reportMetadata": told}),
            mcp=("createReport", said),
            ui=("/reports/new", {"type": "Opportunity", "name": called, "column": _COLUMNS}),
            handle=MANAGER,
        )
    for name, outcome, report in _REPORTS:
        yield case(
            "reports.update",
            name,
            outcome,
            rest=(
                f"PATCH analytics/reports/{report}",
                {
                    "reportMetadata": {
                        "name": "Ours",
                        "description": "All",
                        "folderId": "",
                        "detailColumns": ["Name"],
                    }
                },
            ),
            mcp=(
                "updateReport",
                {
                    "report-id": report,
                    "name": "Ours",
                    "description": "All",
                    "folder-id": "",
                    "definition": {"columns": ["Name"]},
                },
            ),
            ui=(
                f"/reports/{report}/edit",
                {"type": "Opportunity", "name": "Ours", "description": "All", "column": ["Name"]},
            ),
            before=_report,
            handle=MANAGER,
        )
        yield case(
            "reports.delete",
            name,
            outcome,
            rest=(f"DELETE analytics/reports/{report}", {}),
            mcp=("deleteReport", {"report-id": report}),
            ui=(f"/reports/{report}/delete", {}),
            before=_report,
            handle=MANAGER,
        )
    for name, outcome, before in (
        ("may", "ok", nothing),
        ("may not", "INSUFFICIENT_ACCESS", no_exports),
    ):
        yield case(
            "reports.export",
            name,
            outcome,
            mcp=("exportReport", {"report-id": "$report"}),
            ui=("/reports/$report/export", {}),
            before=then(_report, before),
            handle=MANAGER,
        )
    for name, outcome, called in _NAMED:
        said = {"name": called, "kind": "Report", "access": "ReadWrite"}
        yield case(
            "report_folders.create",
            name,
            outcome,
            mcp=("createFolder", said),
            ui=("/reports/folders", said),
            handle=MANAGER,
        )


def _dashboards() -> Iterator[Case]:
    for name, outcome, called in _NAMED:
        said = {"name": called, "description": "All"}
        yield case(
            "dashboards.create",
            name,
            outcome,
            mcp=("createDashboard", said),
            ui=("/dashboards", said),
            handle=MANAGER,
        )
    for name, outcome, dashboard in _DASHBOARDS:
        said = {"name": "Ours", "description": "All"}
        yield case(
            "dashboards.update",
            name,
            outcome,
            mcp=(
                "updateDashboard",
                {
                    "dashboard-id": dashboard,
                    **said,
                    "folder-id": "$folder",
                    "running-user": "me",
                    "filter-field": "",
                },
            ),
            ui=(
                f"/dashboards/{dashboard}/settings",
                {**said, "folder": "$folder", "running_user": "me"},
            ),
            before=_dashboard,
            handle=MANAGER,
        )
        yield case(
            "dashboards.delete",
            name,
            outcome,
            rest=(f"DELETE analytics/dashboards/{dashboard}", {}),
            mcp=("deleteDashboard", {"dashboard-id": dashboard}),
            ui=(f"/dashboards/{dashboard}/delete", {}),
            before=_dashboard,
            handle=MANAGER,
        )


def _widgets() -> Iterator[Case]:
    shown = {"kind": "table", "title": "Deals", "footer": ""}
    for name, outcome, dashboard in _DASHBOARDS:
        at = {"dashboard-id": dashboard}
        yield case(
            "dashboard_widgets.add",
            name,
            outcome,
            mcp=("addDashboardWidget", {**at, "report-id": "$report", **shown}),
            ui=(f"/dashboards/{dashboard}/widgets", {"report": "$report", **shown}),
            before=_dashboard,
            handle=MANAGER,
        )
        yield case(
            "dashboard_widgets.update",
            name,
            outcome,
            mcp=("updateDashboardWidget", {**at, "widget-id": "$widget", "width": 12}),
            ui=(f"/dashboards/{dashboard}/widgets/$widget", {"do": "place", "width": "12"}),
            before=_dashboard,
            handle=MANAGER,
        )
        yield case(
            "dashboard_widgets.remove",
            name,
            outcome,
            mcp=("removeDashboardWidget", {**at, "widget-id": "$widget"}),
            ui=(f"/dashboards/{dashboard}/widgets/$widget", {"do": "remove"}),
            before=_dashboard,
            handle=MANAGER,
        )


CASES = (*_reports(), *_dashboards(), *_widgets())
