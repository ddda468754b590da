"""What a version brings: the issues that it fixes and that are done, by type."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, select

from workworld.apps.tracker.models import Issue, IssueType, IssueVersion, Status, Version
from workworld.apps.tracker.service import site, versions
from workworld.apps.tracker.service.versions import VersionId
from workworld.context import Context, Surface
from workworld.database import plain_rows
from workworld.operations import Effect, operation
from workworld.permissions import sight_of, visible

_issues, _in_version, _statuses = Issue.__table__.c, IssueVersion.__table__.c, Status.__table__.c


@dataclass(frozen=True, slots=True)
class Section:
    """What a version brings of one type."""

    type: IssueType
    issues: Sequence[Issue]


@dataclass(frozen=True, slots=True)
class Notes:
    """What a version brings."""

    version: Version
    sections: Sequence[Section]
    text: str
    """The same in Markdown."""


# The vendor's API has no such text.
@operation(Effect.READ, scope="read:jira-work", doors=(Surface.MCP, Surface.UI))
def show(ctx: Context, *, version_id: VersionId) -> Notes:
    """Tell what a version brings: its issues that are done, by type, and as a text to be sent."""
    version = versions.known(ctx, version_id)
    fixed = select(_in_version.issue_id).where(
        _in_version.version_id == bindparam("version"), _in_version.kind == "fix"
    )
    done = select(_statuses.id).where(_statuses.category == "done")
    query = visible(Issue).where(_issues.id.in_(fixed), _issues.status_id.in_(done))
    ordered = query.order_by(_issues.project_id, _issues.number)
    rows = plain_rows(ctx.session, Issue, ordered, {"version": version.id} | sight_of(ctx))
    sections = [
        Section(type, found)
        for type in site.issue_types(ctx).values()
        if (found := [row for row in rows if row.type_id == type.id])
    ]
    return Notes(version, sections, _text(version, sections))


def _text(version: Version, sections: Sequence[Section]) -> str:
    lines = [f"# {version.name}", ""]
    if version.description:
        lines += [version.description, ""]
    for section in sections:
        lines += [f"## {section.type.name}", ""]
        lines += [f"- {row.key} {row.summary}" for row in section.issues]
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"
