"""Reports, the folders that they lie in, and dashboards with what stands on them."""

from __future__ import annotations

from collections.abc import Iterator

from tests.apps.crm.floor import MANAGER
from tests.conformance.parity import Case, Facts
from tests.conformance.parity_cases.crm.words import case, floor_of, no_exports, nothing, then

from workworld.apps.crm.service import (
    dashboard_widgets,
    dashboards,
    report_folders,
    report_snapshots,
    report_subscriptions,
    reports,
)
from workworld.worlds import World

_COLUMNS = ["Name", "StageName"]
_NAMED = (("new", "ok", "Yard"), ("no name", "REQUIRED_FIELD_MISSING", " "))


def _report(world: World, facts: Facts) -> None:
    """The manager has a report of opportunities."""
    said = {"name": "Deals", "report_type": "Opportunity", "definition": {"columns": _COLUMNS}}
    facts["report"] = floor_of(world).do(reports.create, by=MANAGER, **said).row.id


def _subscription(world: World, facts: Facts) -> None:
    """The manager has a report sent to them every day."""
    _report(world, facts)
    made = floor_of(world).do(
        report_subscriptions.create, by=MANAGER, report_id=facts["report"], frequency="daily"
    )
    facts["subscription"] = made.row.id


def _snapshot(world: World, facts: Facts) -> None:
    """The manager has kept what their report says."""
    _report(world, facts)
    taken = floor_of(world).do(report_snapshots.take, by=MANAGER, report_id=facts["report"])
    facts["snapshot"] = taken.id


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


def _deliveries() -> Iterator[Case]:
    for name, outcome, days in (("good", "ok", ["1"]), ("no day", "INVALID_FIELD", [])):
        weekly = {"frequency": "weekly", "hour": 8}
        yield case(
            "report_subscriptions.create",
            name,
            outcome,
            rest=(
                "POST analytics/notifications",
                {
                    "recordId": "$report",
                    "schedule": {
                        "frequency": "weekly",
                        "details": {"time": 8, "daysOfWeek": ["tue"] if days else []},
                    },
                },
            ),
            mcp=(
                "subscribeToReport",
                {"report-id": "$report", **weekly, "days": [int(each) for each in days]},
            ),
            ui=("/reports/$report/subscriptions", {**weekly, "weekdays": days}),
            before=_report,
            handle=MANAGER,
        )
    for name, outcome, own in (("own", "ok", "$subscription"), ("none", "NOT_FOUND", "$no_report")):
        daily = {"schedule": {"frequency": "daily", "details": {"time": 5}}}
        yield case(
            "report_subscriptions.update",
            name,
            outcome,
            rest=(f"PUT analytics/notifications/{own}", daily),
            mcp=(
                "updateReportSubscription",
                {"subscription-id": own, "frequency": "daily", "hour": 5},
            ),
            before=_subscription,
            handle=MANAGER,
        )
        yield case(
            "report_subscriptions.delete",
            name,
            outcome,
            rest=(f"DELETE analytics/notifications/{own}", {}),
            mcp=("deleteReportSubscription", {"subscription-id": own}),
            ui=(f"/reports/$report/subscriptions/{own}/delete", {}),
            before=_subscription,
            handle=MANAGER,
        )
    for name, outcome, report in _REPORTS:
        yield case(
            "report_snapshots.take",
            name,
            outcome,
            rest=(f"POST analytics/reports/{report}/instances", {}),
            mcp=("takeReportSnapshot", {"report-id": report}),
            ui=(f"/reports/{report}/snapshots", {}),
            before=_report,
            handle=MANAGER,
        )
    for name, outcome, own in (("own", "ok", "$snapshot"), ("none", "NOT_FOUND", "$no_report")):
        yield case(
            "report_snapshots.delete",
            name,
            outcome,
            rest=(f"DELETE analytics/reports/$report/instances/{own}", {}),
            mcp=("deleteReportSnapshot", {"report-id": "$report", "instance-id": own}),
            ui=(f"/reports/$report/snapshots/{own}/delete", {}),
            before=_snapshot,
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
        cell = {"column": 0, "row": 0, "width": 12, "height": 6}
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
            mcp=("updateDashboardWidget", {**at, "widget-id": "$widget", **cell}),
            ui=(f"/dashboards/{dashboard}/widgets/$widget", {"do": "place:0:0:12:6"}),
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


CASES = (*_reports(), *_deliveries(), *_dashboards(), *_widgets())
