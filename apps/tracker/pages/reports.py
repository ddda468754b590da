"""Reports of a project: which there are, and each on a page of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import flask

from workworld.apps.tracker.models import Project
from workworld.apps.tracker.pages import report_desks, report_flows, report_sprints
from workworld.apps.tracker.pages.blueprint import BLUEPRINT
from workworld.apps.tracker.pages.frames import ProjectFrame, framed
from workworld.apps.tracker.pages.report_pieces import ReportView
from workworld.apps.tracker.service import boards, projects
from workworld.context import Context
from workworld.doors.web import page
from workworld.errors import NotFound


@dataclass(frozen=True, slots=True)
class Report:
    """A report that there is."""

    name: str
    title: str
    icon: str
    purpose: str
    show: Callable[[str], ReportView]
    is_of_sprints: bool = False
    is_of_desks: bool = False


_SPRINTS = (
    Report(
        "burndown",
        "Burndown chart",
        "arrow-down",
        "What is left to do in a sprint, step by step.",
        report_sprints.burndown,
        is_of_sprints=True,
    ),
    Report(
        "burnup",
        "Burnup chart",
        "arrow-up",
        "What was done in a sprint, against all there was to do.",
        report_sprints.burnup,
        is_of_sprints=True,
    ),
    Report(
        "sprint",
        "Sprint report",
        "list-checks",
        "What was completed, what was not, and what left the sprint.",
        report_sprints.sprint_report,
        is_of_sprints=True,
    ),
    Report(
        "velocity",
        "Velocity chart",
        "chart-column",
        "What the last seven sprints took on and achieved.",
        report_sprints.velocity,
        is_of_sprints=True,
    ),
)
_ISSUES = (
    Report(
        "cumulative-flow",
        "Cumulative flow diagram",
        "layers",
        "How many issues stood in each column, day by day.",
        report_flows.cumulative_flow,
    ),
    Report(
        "control",
        "Control chart",
        "timer",
        "How long issues took, from the beginning of the work to its end.",
        report_flows.control,
    ),
    Report(
        "created-resolved",
        "Created and resolved issues",
        "arrow-up-down",
        "How many issues came and how many went.",
        report_flows.created_resolved,
    ),
    Report(
        "average-age",
        "Average age",
        "hourglass",
        "How old unresolved issues were.",
        report_flows.average_age,
    ),
    Report(
        "resolution-time",
        "Resolution time",
        "clock",
        "How long resolved issues took since they were created.",
        report_flows.resolution_time,
    ),
    Report(
        "workload",
        "Workload",
        "users",
        "What everybody has to do.",
        report_flows.workload,
    ),
)
_PLANS = (
    Report(
        "version",
        "Version report",
        "rocket",
        "How the work for a version grew, and how much is done.",
        report_flows.version_report,
    ),
    Report(
        "epic",
        "Epic report",
        "zap",
        "How the work below an epic grew, and how much is done.",
        report_flows.epic_report,
    ),
)
_DESKS = (
    Report(
        "sla",
        "SLA report",
        "timer",
        "Which requests were answered and resolved in time.",
        report_desks.sla_report,
        is_of_desks=True,
    ),
)
_GROUPS = (
    ("Service", _DESKS),
    ("Sprints", _SPRINTS),
    ("Issues", _ISSUES),
    ("Versions and epics", _PLANS),
)
_REPORTS = {each.name: each for _, found in _GROUPS for each in found}


def _fitting(
    frame: ProjectFrame, found: Iterable[Report], *, has_sprints: bool
) -> Sequence[Report]:
    """Those reports that a project can have."""
    is_desk = frame.kind == "service_desk"
    return [
        each
        for each in found
        if (has_sprints or not each.is_of_sprints) and (is_desk or not each.is_of_desks)
    ]


@BLUEPRINT.get("/p/<project>/reports")
def reports_page(project: str) -> str:
    """Which reports there are."""
    frame, has_sprints = page(projects.info, _frame, project=project)
    groups = [(title, _fitting(frame, found, has_sprints=has_sprints)) for title, found in _GROUPS]
    groups = [(title, found) for title, found in groups if found]
    return framed("reports.html", project=frame, groups=groups)


@BLUEPRINT.get("/p/<project>/reports/<report>")
def report_page(project: str, report: str) -> str:
    """A report."""
    frame, has_sprints = page(projects.info, _frame, project=project)
    shown = _REPORTS.get(report)
    if shown is None:
        raise NotFound("report_not_found", "There is no such report.")
    others = _fitting(frame, _REPORTS.values(), has_sprints=has_sprints)
    if shown.is_of_desks and shown not in others:
        raise NotFound("report_not_found", "There is no such report.")
    address = flask.url_for("ui.report_page", project=frame.key, report=report)
    return framed(
        "report.html",
        project=frame,
        report=shown,
        others=others,
        view=shown.show(project),
        address=address,
    )


def _frame(ctx: Context, row: Project) -> tuple[ProjectFrame, bool]:
    found = boards.of_project(ctx, row.id)
    return ProjectFrame.of(row), any(board.kind == "scrum" for board in found)
