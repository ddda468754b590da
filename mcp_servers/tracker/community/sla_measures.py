"""How long an issue took: what the community's server works out of its dates itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.service import issues, site
from workworld.apps.tracker.service.records import Record
from workworld.apps.tracker.wire.addresses import moment_from
from workworld.context import Context
from workworld.mcp_servers.tracker.community import shapes
from workworld.mcp_servers.tracker.community.declaring import ISSUE, failing, text, tool, truth
from workworld.mcp_servers.tracker.community.measures import Stay, stays, summary
from workworld.mcp_servers.tracker.schemas import Arguments, listed
from workworld.working_hours import MINUTE, Always, Hours

_USUAL = ("cycle_time", "time_in_status")
_OFFICE = Hours("UTC", (*([((9 * 60, 17 * 60),)] * 5), (), ()))
"""What that server counts as working hours unless it is told otherwise."""
_UNRESOLVED = {"calculated": False, "reason": "Issue not resolved"}


@dataclass(frozen=True, slots=True)
class _Course:
    """What happened to an issue, and which hours count."""

    row: Issue
    stays: Sequence[Stay]
    begun: frozenset[str]
    """Names of the statuses in which it is worked on."""
    hours: Hours | Always
    now_us: int

    @property
    def is_office(self) -> bool:
        return isinstance(self.hours, Hours)

    def minutes(self, first_us: int, last_us: int) -> int:
        return max(0, self.hours.counted(last_us) - self.hours.counted(first_us)) // MINUTE


def _took(amount: int) -> dict[str, Any]:
    return {"value_minutes": amount, "formatted": shapes.minutes(amount)}


def _cycle(course: _Course) -> dict[str, Any]:
    row = course.row
    if row.resolved_us is None:
        return _UNRESOLVED
    return {"calculated": True, **_took(course.minutes(row.created_us, row.resolved_us))}


def _lead(course: _Course) -> dict[str, Any]:
    row = course.row
    last = course.now_us if row.resolved_us is None else row.resolved_us
    amount = course.minutes(row.created_us, last)
    return {**_took(amount), "is_resolved": row.resolved_us is not None}


def _in_status(course: _Course) -> dict[str, Any]:
    found = [
        (each["status"], _amount(course, each), each["visit_count"])
        for each in summary(course.stays)
    ]
    found.sort(key=lambda each: -each[1])
    total = sum(amount for _, amount, _ in found)
    statuses = [
        {
            "status": name,
            **_took(amount),
            "percentage": round(100 * amount / total, 2) if total else 0.0,
            "visit_count": visits,
        }
        for name, amount, visits in found
    ]
    return {"statuses": statuses, "total_minutes": total}


def _amount(course: _Course, each: Mapping[str, Any]) -> int:
    """How long an issue stood in a status; its stay there now counts in office hours alone."""
    if not course.is_office:
        return int(each["total_duration_minutes"])
    return sum(
        course.minutes(stay.entered_us, course.now_us if stay.left_us is None else stay.left_us)
        for stay in course.stays
        if stay.status == each["status"]
    )


def _due(course: _Course) -> dict[str, Any]:
    row = course.row
    if not row.due_date:
        return {"status": "no_due_date"}
    due = moment_from(f"{row.due_date}T23:59:59.000+0000")
    if row.resolved_us is None or due is None:
        return {"status": "not_resolved"}
    margin = int((due - row.resolved_us) / MINUTE)
    word = "early" if margin >= 0 else "late"
    return {
        "status": "met" if margin >= 0 else "missed",
        "margin_minutes": margin,
        "formatted_margin": f"{shapes.minutes(abs(margin))} {word}",
    }


def _resolution(course: _Course) -> dict[str, Any]:
    resolved = course.row.resolved_us
    if resolved is None:
        return _UNRESOLVED
    first = next((each.entered_us for each in course.stays if each.status in course.begun), None)
    if first is None:
        return {"calculated": False, "reason": "No 'In Progress' status found"}
    return {"calculated": True, **_took(course.minutes(first, resolved))}


def _response(course: _Course) -> dict[str, Any]:
    if len(course.stays) < 2:
        return {"calculated": False}
    amount = course.minutes(course.row.created_us, course.stays[1].entered_us)
    return {"calculated": True, **_took(amount), "response_type": "transition"}


_METRICS: Mapping[str, Callable[[_Course], dict[str, Any]]] = {
    "cycle_time": _cycle,
    "lead_time": _lead,
    "time_in_status": _in_status,
    "due_date_compliance": _due,
    "resolution_time": _resolution,
    "first_response_time": _response,
}


def _accept(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"issue": arguments["issue_key"]}


def _present(ctx: Context, record: Record) -> dict[str, Any]:
    asked, row = ctx.request.arguments, record.row
    begun = [each.name for each in site.statuses(ctx).values() if each.category == "indeterminate"]
    hours = _OFFICE if asked.get("working_hours_only") else Always()
    course = _Course(row, stays(ctx, row), frozenset(begun), hours, ctx.clock.now_us())
    wanted = listed(asked, "metrics") or [*_USUAL]
    metrics = {name: work(course) for name, work in _METRICS.items() if name in wanted}
    shape: dict[str, Any] = {"issue_key": row.key, "metrics": metrics}
    if asked.get("include_raw_dates", False):
        shape["raw_dates"] = _raw(course, record.status.name)
    return shape


def _raw(course: _Course, status: str) -> dict[str, Any]:
    row = course.row
    return {
        "created": shapes.iso(row.created_us),
        "updated": shapes.iso(row.updated_us),
        "due_date": f"{row.due_date}T00:00:00" if row.due_date else None,
        "resolution_date": None if row.resolved_us is None else shapes.iso(row.resolved_us),
        "current_status": status,
        "status_changes": [_change(each) for each in course.stays],
    }


def _change(stay: Stay) -> dict[str, Any]:
    shape = stay.shape()
    return {name: said for name, said in shape.items() if not name.startswith("duration")}


SLA = tool(
    "get_issue_sla",
    issues.info,
    "Work out how long an issue took: until it was resolved, in each status, against its due date.",
    {
        "issue_key": ISSUE,
        "metrics": text(
            f"What to work out, comma-joined: {', '.join(_METRICS)}. Default {','.join(_USUAL)}."
        ),
        "working_hours_only": truth("Count 9:00 to 17:00 UTC on weekdays alone."),
        "include_raw_dates": truth("Answer the dates besides.", False),
    },
    ("issue_key",),
    _accept,
    _present,
    title="Get Issue SLA",
    toolset="metrics",
    manner=failing("issue_key"),
)
