"""How long an issue stood where, and how projects hang together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.service import activities, issues, search, site
from workworld.apps.tracker.service import record_parts as parts
from workworld.apps.tracker.service.links import Shown
from workworld.apps.tracker.service.records import Record, records
from workworld.apps.tracker.service.search import Found
from workworld.context import Context
from workworld.mcp_servers.tracker.community import shapes
from workworld.mcp_servers.tracker.community.declaring import (
    ISSUE,
    failing,
    number,
    project,
    tool,
    truth,
)
from workworld.mcp_servers.tracker.schemas import Arguments

_MINUTE = 60_000_000


class Stay(NamedTuple):
    """A time in which an issue stood in a status."""

    status: str
    entered_us: int
    left_us: int | None
    by: str | None
    """Who moved it there; nobody, where it began."""

    @property
    def minutes(self) -> int | None:
        """How long; None if it stands there still."""
        return None if self.left_us is None else (self.left_us - self.entered_us) // _MINUTE

    def shape(self) -> dict[str, Any]:
        """As JSON."""
        shape: dict[str, Any] = {"status": self.status, "entered_at": shapes.iso(self.entered_us)}
        if self.left_us is not None and self.minutes is not None:
            shape["exited_at"] = shapes.iso(self.left_us)
            shape["duration_minutes"] = self.minutes
            shape["duration_formatted"] = shapes.minutes(self.minutes)
        return shape | ({"transitioned_by": self.by} if self.by else {})


def stays(ctx: Context, row: Issue) -> list[Stay]:
    """Where an issue stood since it was made; none if it never moved."""
    changes = activities.changes_of(ctx, [row.id]).get(row.id, ())
    moves = [(each, item) for each in changes for item in each.items if item.field_id == f.STATUS]
    if not moves:
        return []
    names = site.people(ctx, [each.author_id for each, _ in moves])
    ends = [each.created_us for each, _ in moves]
    first = Stay(moves[0][1].from_text or "", row.created_us, ends[0], None)
    found = [first]
    for place, (change, item) in enumerate(moves):
        left = ends[place + 1] if place + 1 < len(ends) else None
        who = names.get(change.author_id)
        found.append(Stay(item.to_text or "", change.created_us, left, who.name if who else None))
    return found


def summary(found: Sequence[Stay]) -> list[dict[str, Any]]:
    """How long an issue stood in each status altogether, the longest first."""
    total: dict[str, int] = {}
    visits: dict[str, int] = {}
    for each in found:
        total[each.status] = total.get(each.status, 0) + (each.minutes or 0)
        visits[each.status] = visits.get(each.status, 0) + 1
    return [
        {
            "status": name,
            "total_duration_minutes": amount,
            "total_duration_formatted": shapes.minutes(amount),
            "visit_count": visits[name],
        }
        for name, amount in sorted(total.items(), key=lambda pair: -pair[1])
    ]


def _accept_issue(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"issue": arguments["issue_key"]}


def _present_dates(ctx: Context, record: Record) -> dict[str, Any]:
    asked, row = ctx.request.arguments, record.row
    found = stays(ctx, row)
    shape: dict[str, Any] = {
        "issue_key": asked["issue_key"],
        "created": shapes.iso(row.created_us),
        "updated": shapes.iso(row.updated_us),
    }
    if row.due_date:
        shape["due_date"] = f"{row.due_date}T00:00:00"
    if row.resolved_us is not None:
        shape["resolution_date"] = shapes.iso(row.resolved_us)
    shape["current_status"] = record.status.name
    shown = asked.get("include_status_changes", True)
    if shown and found:
        shape["status_changes"] = [each.shape() for each in found]
    if shown and asked.get("include_status_summary", True) and found:
        shape["status_summary"] = summary(found)
    return shape


def _accept_epics(_ctx: Context, arguments: Arguments) -> Arguments:
    named = arguments["project_key"]
    jql = f'project = "{named}" AND issuetype = Epic ORDER BY updated DESC'
    return {"jql": jql, "limit": arguments.get("max_epics", 200), "with_total": False}


def _linked(ctx: Context, found: Found) -> Sequence[Record]:
    return records(ctx, found.rows, frozenset({parts.LINKS, parts.PARENTS}))


def _above(record: Record, project: str) -> Issue | None:
    """What an epic is a part of: its parent, or what is linked to it from another project."""
    if record.parent is not None:
        return record.parent
    inward = [each.other for each in record.links if not each.is_outward]
    return next((each for each in inward if _project_of(each) != project), None)


def _project_of(issue: Issue) -> str:
    return issue.key.rpartition("-")[0]


def _present_epics(ctx: Context, found: Found) -> dict[str, Any]:
    named = ctx.request.arguments["project_key"]
    groups: dict[str, list[dict[str, Any]]] = {}
    parents: dict[str, Issue] = {}
    for record in _linked(ctx, found):
        above = _above(record, named)
        if above is not None:
            parents[above.key] = above
        epic = {
            "key": record.row.key,
            "summary": record.row.summary,
            "status": record.status.name,
        }
        groups.setdefault(above.key if above else "", []).append(epic)
    shown = [_group(parents[each], groups[each]) for each in sorted(parents)]
    if "" in groups:
        shown.append({"parent": None, "group_name": "Unlinked", "epics": groups[""]})
    return {"project_key": named, "total_epics": len(found.rows), "groups": shown}


def _group(parent: Issue, epics: list[dict[str, Any]]) -> dict[str, Any]:
    whose = {"key": parent.key, "summary": parent.summary, "project": _project_of(parent)}
    return {"parent": whose, "epics": epics}


def _accept_project(_ctx: Context, arguments: Arguments) -> Arguments:
    jql = f'project = "{arguments["project_key"]}" ORDER BY updated DESC'
    return {"jql": jql, "limit": arguments.get("max_issues", 200), "with_total": False}


def _present_links(ctx: Context, found: Found) -> dict[str, Any]:
    named = ctx.request.arguments["project_key"]
    by_project: dict[str, dict[str, list[dict[str, str]]]] = {}
    for record in _linked(ctx, found):
        for each in record.links:
            where = _project_of(each.other)
            if where != named:
                of_type = by_project.setdefault(where, {}).setdefault(each.type.name, [])
                of_type.append(_dependency(record.row.key, each))
    totals = {where: sum(map(len, kinds.values())) for where, kinds in by_project.items()}
    return {
        "project_key": named,
        "total_issues_scanned": len(found.rows),
        "total_cross_project_links": sum(totals.values()),
        "by_project": {
            where: {"total_links": totals[where], "by_link_type": by_project[where]}
            for where in sorted(by_project)
        },
    }


def _dependency(source: str, link: Shown) -> dict[str, str]:
    direction = link.type.outward if link.is_outward else link.type.inward
    return {"source": source, "target": link.other.key, "direction": direction}


TOOLS = (
    tool(
        "get_issue_dates",
        issues.info,
        "Read when an issue was made, changed, due and resolved, and how long it stood in which "
        "status.",
        {
            "issue_key": ISSUE,
            "include_status_changes": truth("Each stay in a status.", True),
            "include_status_summary": truth("How long in each status altogether.", True),
        },
        ("issue_key",),
        _accept_issue,
        _present_dates,
        title="Get Issue Dates",
        toolset="metrics",
        manner=failing("issue_key"),
    ),
    tool(
        "get_project_epic_hierarchy",
        search.search,
        "Group the epics of a project by what they are a part of, in this project or another one.",
        {
            "project_key": project(),
            "max_epics": number("How many epics to look at, 1 to 500. Default 200.", 200, 1, 500),
        },
        ("project_key",),
        _accept_epics,
        _present_epics,
        title="Get Project Epic Hierarchy",
        toolset="project_analysis",
    ),
    tool(
        "get_cross_project_dependencies",
        search.search,
        "List the links that lead from issues of a project to those of others, by project and by "
        "type of link.",
        {
            "project_key": project(),
            "max_issues": number("How many issues to look at, 1 to 500. Default 200.", 200, 1, 500),
        },
        ("project_key",),
        _accept_project,
        _present_links,
        title="Get Cross-Project Dependencies",
        toolset="project_analysis",
    ),
)
