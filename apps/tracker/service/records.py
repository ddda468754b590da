"""Records: issues with all that is shown of them, looked up for many at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import (
    Component,
    Issue,
    IssueType,
    Priority,
    Project,
    Resolution,
    SecurityLevel,
    Sprint,
    Status,
    Version,
)
from workworld.apps.tracker.service import field_values, links, site
from workworld.apps.tracker.service.record_parts import ALL_PARTS, LOOK_UPS, Attached
from workworld.context import Context
from workworld.database import constant, given, plain_rows
from workworld.directory.models import Person

_PROJECTS = constant(select(Project.__table__).where(Project.__table__.c.id.in_(given("projects"))))


@dataclass(frozen=True, slots=True)
class Record:
    """An issue and all that is shown of it, as far as it was asked for: rows to be read."""

    row: Issue
    project: Project
    type: IssueType
    status: Status
    priority: Priority | None
    resolution: Resolution | None
    assignee: Person | None
    reporter: Person | None
    creator: Person | None
    security_level: SecurityLevel | None
    parent: Issue | None = None
    """None as well if the caller does not see it."""
    labels: Sequence[str] = ()
    components: Sequence[Component] = ()
    fix_versions: Sequence[Version] = ()
    affects_versions: Sequence[Version] = ()
    sprint: Sprint | None = None
    """The future or active one that it is in."""
    closed_sprints: Sequence[Sprint] = ()
    subtasks: Sequence[Issue] = ()
    """Those that the caller sees, in their order, without their rich text."""
    links: Sequence[links.Shown] = ()
    """Of those to issues that the caller sees."""
    customs: Mapping[str, Any] = field(default_factory=dict)
    """What it holds in the site's own fields."""
    watch_count: int = 0
    is_watching: bool = False
    vote_count: int = 0
    has_voted: bool = False
    comment_count: int = 0
    """Of those that the caller sees."""
    attachments: Sequence[Attached] = ()

    @property
    def values(self) -> Mapping[str, Any]:
        """What it holds in each field that can be edited, and in type, status and resolution."""
        held = {id: getattr(self.row, column) for id, column in field_values.COLUMNS.items()}
        return {
            **held,
            f.TIME_TRACKING: {
                "original": self.row.original_estimate,
                "remaining": self.row.remaining_estimate,
            },
            f.LABELS: [*self.labels],
            f.COMPONENTS: sorted(each.id for each in self.components),
            f.FIX_VERSIONS: sorted(each.id for each in self.fix_versions),
            f.AFFECTS_VERSIONS: sorted(each.id for each in self.affects_versions),
            **self.customs,
        }


def records(
    ctx: Context, rows: Sequence[Issue], parts: Iterable[str] = ALL_PARTS
) -> Sequence[Record]:
    """Issues that the caller sees with what is shown of them, in the same order.

    The number of queries does not grow with the number of issues.

    Args:
        ctx: whose eyes see them.
        rows: rows or objects of issues.
        parts: what is looked up of them besides.
    """
    known = _common(ctx, rows)
    ids = [row.id for row in rows]
    found = {part: LOOK_UPS[part](ctx, ids, rows) for part in sorted(parts)} if ids else {}
    return [_record(row, known, found) for row in rows]


@dataclass(frozen=True, slots=True)
class _Common:
    """What issues share."""

    projects: Mapping[str, Project]
    types: Mapping[str, IssueType]
    statuses: Mapping[str, Status]
    priorities: Mapping[str, Priority]
    resolutions: Mapping[str, Resolution]
    levels: Mapping[str, SecurityLevel]
    people: Mapping[str, Person]


def _common(ctx: Context, rows: Sequence[Issue]) -> _Common:
    project_ids = sorted({row.project_id for row in rows})
    projects = plain_rows(ctx.session, Project, _PROJECTS, {"projects": project_ids})
    people = {id for row in rows for id in (row.assignee_id, row.reporter_id, row.creator_id)}
    has_level = any(row.security_level_id for row in rows)
    return _Common(
        {row.id: row for row in projects},
        site.issue_types(ctx),
        site.statuses(ctx),
        site.priorities(ctx),
        site.resolutions(ctx),
        site.security_levels(ctx) if has_level else {},
        site.people(ctx, people),
    )


def _record(row: Issue, known: _Common, found: Mapping[str, Mapping[str, Any]]) -> Record:
    more: dict[str, Any] = {}
    for part in found.values():
        more |= part.get(row.id, {})
    return Record(
        row=row,
        project=known.projects[row.project_id],
        type=known.types[row.type_id],
        status=known.statuses[row.status_id],
        priority=known.priorities.get(row.priority_id or ""),
        resolution=known.resolutions.get(row.resolution_id or ""),
        assignee=known.people.get(row.assignee_id or ""),
        reporter=known.people.get(row.reporter_id or ""),
        creator=known.people.get(row.creator_id),
        security_level=known.levels.get(row.security_level_id or ""),
        **more,
    )
