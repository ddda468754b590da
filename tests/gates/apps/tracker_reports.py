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
    del facts
    return {
        "/p/<project>/reports": [f"{project}/reports"],
        "/p/<project>/reports/<report>": reports,
    }
