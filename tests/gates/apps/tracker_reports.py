"""Addresses of the tracker's reports and dashboards, for the gates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.gates.agent import Facts

REPORTS = (
    "burndown",
    "cumulative-flow",
    "sprint",
    "velocity",
    "burnup",
    "control",
    "created-resolved",
    "average-age",
    "resolution-time",
    "workload",
    "version",
    "epic",
)


def screens(project: str, facts: Facts) -> Mapping[str, Sequence[str]]:
    """The pages by their routes."""
    reports = [f"{project}/reports/{report}" for report in (*REPORTS, "burndown?unit=count")]
    dashboard, gadget = facts.get("dashboard_id"), facts.get("gadget_id")
    board = f"/dashboards/{dashboard}"
    there = bool(dashboard)
    return {
        "/dashboards": ["/dashboards", "/dashboards?starred=1"],
        "/dashboards/new": ["/dashboards/new"],
        "/dashboards/<dashboard_id>": [board] if there else [],
        "/dashboards/<dashboard_id>/edit": [f"{board}/edit"] if there else [],
        "/dashboards/<dashboard_id>/gadgets/new": [
            f"{board}/gadgets/new",
            f"{board}/gadgets/new?kind=two-dimensional",
            f"{board}/gadgets/new?kind=text",
        ]
        if there
        else [],
        "/dashboards/<dashboard_id>/gadgets/<gadget_id>": (),
        "/dashboards/<dashboard_id>/gadgets/<gadget_id>/edit": (
            [f"{board}/gadgets/{gadget}/edit"] if gadget else []
        ),
        "/p/<project>/reports": [f"{project}/reports"],
        "/p/<project>/reports/<report>": reports,
    }
