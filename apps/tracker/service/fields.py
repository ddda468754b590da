"""Fields: all that issues have, those of every site and those that this one has added."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import CustomField
from workworld.apps.tracker.service import site
from workworld.context import Context, Surface
from workworld.operations import Effect, operation


@dataclass(frozen=True, slots=True)
class FieldInfo:
    """A field."""

    id: str
    name: str
    kind: str
    """What it holds: ``text``, ``paragraph``, ``user``, ``date``, ``versions`` …"""
    is_custom: bool = False
    """Whether the vendor numbers it: ``customfield_10016``."""
    searchable: bool = True
    """Whether queries may ask for it."""
    orderable: bool = True
    """Whether screens may hold it."""
    clause_names: tuple[str, ...] = ()
    """What queries call it."""

    @property
    def number(self) -> int | None:
        """Its number, if the vendor numbers it."""
        return int(self.id.rpartition("_")[2]) if self.is_custom else None


def _shown(id: str, name: str, kind: str, *clauses: str) -> FieldInfo:
    """A field that is shown and not filled in."""
    return FieldInfo(
        id, name, kind, searchable=bool(clauses), orderable=False, clause_names=clauses
    )


def _filled(id: str, kind: str, *clauses: str) -> FieldInfo:
    """A field that screens may hold."""
    names = clauses
    if id.startswith("customfield_"):
        names = (f"cf[{id.rpartition('_')[2]}]", f.NAMES[id], *clauses)
        return FieldInfo(id, f.NAMES[id], kind, True, clause_names=names)
    return FieldInfo(id, f.NAMES[id], kind, searchable=bool(clauses), clause_names=names)


_SYSTEM: Sequence[FieldInfo] = (
    _shown("issuekey", "Key", "key", "id", "issue", "issuekey", "key"),
    _filled(f.SUMMARY, "text", "summary"),
    _filled(f.TYPE, "issuetype", "issuetype", "type"),
    _shown(f.PROJECT, "Project", "project", "project"),
    _shown(f.STATUS, "Status", "status", "status"),
    _shown("statusCategory", "Status Category", "status_category", "statusCategory"),
    _shown("statuscategorychangedate", "Status Category Changed", "datetime"),
    _filled(f.DESCRIPTION, "paragraph", "description"),
    _filled(f.ENVIRONMENT, "paragraph", "environment"),
    _filled(f.PRIORITY, "priority", "priority"),
    _filled(f.RESOLUTION, "resolution", "resolution"),
    _filled(f.ASSIGNEE, "user", "assignee"),
    _filled(f.REPORTER, "user", "reporter"),
    _shown(f.CREATOR, "Creator", "user", "creator"),
    _filled(f.LABELS, "labels", "labels"),
    _filled(f.COMPONENTS, "components", "component"),
    _filled(f.FIX_VERSIONS, "versions", "fixVersion"),
    _filled(f.AFFECTS_VERSIONS, "versions", "affectedVersion"),
    _filled(f.PARENT, "parent", "parent"),
    _shown("subtasks", "Sub-tasks", "subtasks", "subtasks"),
    _filled(f.DUE_DATE, "date", "due", "duedate"),
    _shown("created", "Created", "datetime", "created", "createdDate"),
    _shown("updated", "Updated", "datetime", "updated", "updatedDate"),
    _shown("resolutiondate", "Resolved", "datetime", "resolutiondate", "resolved"),
    _shown("lastViewed", "Last Viewed", "datetime", "lastViewed"),
    _filled(f.TIME_TRACKING, "timetracking"),
    _shown("timeoriginalestimate", "Original estimate", "seconds", "originalEstimate"),
    _shown("timeestimate", "Remaining Estimate", "seconds", "remainingEstimate"),
    _shown("timespent", "Time Spent", "seconds", "timespent"),
    _shown("aggregatetimeoriginalestimate", "Σ Original Estimate", "seconds"),
    _shown("aggregatetimeestimate", "Σ Remaining Estimate", "seconds"),
    _shown("aggregatetimespent", "Σ Time Spent", "seconds"),
    _shown("progress", "Progress", "progress"),
    _shown("aggregateprogress", "Σ Progress", "progress"),
    _shown("workratio", "Work Ratio", "number", "workratio"),
    _filled(f.SECURITY, "security", "level"),
    _filled(f.ATTACHMENT, "attachments", "attachments"),
    _filled(f.COMMENT, "comment", "comment"),
    _filled(f.LINKS, "links", "issueLink"),
    _shown("worklog", "Log Work", "worklog"),
    _shown("votes", "Votes", "votes", "votes"),
    _shown("watches", "Watchers", "watches", "watchers"),
    _filled(f.EPIC_LINK, "epic"),
    _filled(f.START_DATE, "date"),
    _filled(f.STORY_POINTS, "number", "storyPoints"),
    FieldInfo(f.RANK, "Rank", "rank", True, clause_names=("cf[10019]", "Rank")),
    _filled(f.SPRINT, "sprint"),
    _filled(f.FLAGGED, "flag"),
)


@operation(Effect.READ, scope="read:jira-work", doors=(Surface.REST, Surface.MCP))
def list(ctx: Context) -> Sequence[FieldInfo]:
    """List the fields that issues have, those of every site first."""
    return all_fields(ctx)


def all_fields(ctx: Context) -> Sequence[FieldInfo]:
    """All fields of the site."""
    return [*_SYSTEM, *(own(each) for each in site.custom_fields(ctx).values())]


def by_id(ctx: Context, field_id: str) -> FieldInfo | None:
    """One field; None if there is none of this id."""
    found = [each for each in all_fields(ctx) if each.id == field_id]
    return found[0] if found else None


def own(field: CustomField) -> FieldInfo:
    """A field that the site has added."""
    number = field.id.rpartition("_")[2]
    clauses = (f"cf[{number}]", field.name)
    return FieldInfo(field.id, field.name, field.kind, True, clause_names=clauses)
