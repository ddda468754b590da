"""What the whole site has agreed on: types, statuses, priorities, roles and the like.

These tables are small, so each is read whole, and once for a read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from sqlalchemy import Select, select

from workworld.apps.tracker.models import (
    Category,
    CustomField,
    IssueType,
    LinkType,
    Priority,
    ProjectType,
    Resolution,
    Role,
    SecurityLevel,
    Status,
    Workflow,
    WorkflowStatus,
)
from workworld.context import Context
from workworld.database import Base, constant, plain_rows
from workworld.directory import people as directory_people
from workworld.directory.models import Person
from workworld.operations import Effect, operation

M = TypeVar("M", bound=Base)
FORMER = "Former user"


def _all(model: type[Base], *order: str) -> Select[tuple[object, ...]]:
    columns = model.__table__.c
    query = select(model.__table__).order_by(*(columns[name] for name in order))
    return constant(query)


_STATUSES = _all(Status, "position", "id")
_TYPES = _all(IssueType, "position", "id")
_PRIORITIES = _all(Priority, "position", "id")
_RESOLUTIONS = _all(Resolution, "position", "id")
_ROLES = _all(Role, "position", "id")
_LINK_TYPES = _all(LinkType, "name")
_LEVELS = _all(SecurityLevel, "name", "id")
_FIELDS = _all(CustomField, "name", "id")
_CATEGORIES = _all(Category, "name")
_WORKFLOWS = _all(Workflow, "name")
_PROJECT_TYPES = _all(ProjectType, "project_id", "position")
_WORKFLOW_STATUSES = _all(WorkflowStatus, "workflow_id", "position")


def _by_id(ctx: Context, model: type[M], query: Select[tuple[object, ...]]) -> Mapping[str, M]:
    def look_up() -> Mapping[str, M]:
        rows = plain_rows(ctx.session, model, query, {})
        return {row.id: row for row in rows}  # type: ignore[attr-defined]  # all of these have one

    return ctx.remembered(("tracker site", model), look_up)


@operation(Effect.READ, scope="read:jira-work")
def statuses(ctx: Context) -> Mapping[str, Status]:
    """List where issues may stand, by id: rows to be read."""
    return _by_id(ctx, Status, _STATUSES)


@operation(Effect.READ, scope="read:jira-work")
def issue_types(ctx: Context) -> Mapping[str, IssueType]:
    """List the types of issues, by id: rows to be read."""
    return _by_id(ctx, IssueType, _TYPES)


@operation(Effect.READ, scope="read:jira-work")
def priorities(ctx: Context) -> Mapping[str, Priority]:
    """List the priorities, the highest first, by id: rows to be read."""
    return _by_id(ctx, Priority, _PRIORITIES)


@operation(Effect.READ, scope="read:jira-work")
def resolutions(ctx: Context) -> Mapping[str, Resolution]:
    """List how issues may end, by id: rows to be read."""
    return _by_id(ctx, Resolution, _RESOLUTIONS)


@operation(Effect.READ, scope="read:jira-work")
def roles(ctx: Context) -> Mapping[str, Role]:
    """List what somebody may be in a project, by id: rows to be read."""
    return _by_id(ctx, Role, _ROLES)


@operation(Effect.READ, scope="read:jira-work")
def link_types(ctx: Context) -> Mapping[str, LinkType]:
    """List how two issues may concern each other, by id: rows to be read."""
    return _by_id(ctx, LinkType, _LINK_TYPES)


@operation(Effect.READ, scope="read:jira-work")
def categories(ctx: Context) -> Mapping[str, Category]:
    """List the categories of projects, by id: rows to be read."""
    return _by_id(ctx, Category, _CATEGORIES)


def security_levels(ctx: Context) -> Mapping[str, SecurityLevel]:
    """The security levels of all schemes, by id, whether the caller is a member or not."""
    return _by_id(ctx, SecurityLevel, _LEVELS)


def custom_fields(ctx: Context) -> Mapping[str, CustomField]:
    """The fields that the site has added, by id."""
    return _by_id(ctx, CustomField, _FIELDS)


def workflows(ctx: Context) -> Mapping[str, Workflow]:
    """The workflows, by id."""
    return _by_id(ctx, Workflow, _WORKFLOWS)


def project_types(ctx: Context) -> Mapping[str, Mapping[str, ProjectType]]:
    """What types of issues each project has, in order: by the project's id and the type's."""

    def look_up() -> Mapping[str, Mapping[str, ProjectType]]:
        found: dict[str, dict[str, ProjectType]] = {}
        for row in plain_rows(ctx.session, ProjectType, _PROJECT_TYPES, {}):
            found.setdefault(row.project_id, {})[row.type_id] = row
        return found

    return ctx.remembered("tracker project types", look_up)


def workflow_of(ctx: Context, project_id: str, type_id: str) -> Workflow | None:
    """The workflow that a project's issues of a type go through; None if it has no such type."""
    row = project_types(ctx).get(project_id, {}).get(type_id)
    return workflows(ctx)[row.workflow_id] if row else None


def workflow_statuses(ctx: Context) -> Mapping[str, list[Status]]:
    """The statuses of each workflow in order, by the workflow's id."""

    def look_up() -> Mapping[str, list[Status]]:
        known, found = statuses(ctx), dict[str, list[Status]]()
        for row in plain_rows(ctx.session, WorkflowStatus, _WORKFLOW_STATUSES, {}):
            found.setdefault(row.workflow_id, []).append(known[row.status_id])
        return found

    return ctx.remembered("tracker workflow statuses", look_up)


def people(ctx: Context, ids: Iterable[str | None]) -> Mapping[str, Person]:
    """The accounts with these ids, leavers' and bots' too, by id: rows to be read."""
    wanted = sorted({each for each in ids if each})
    return directory_people.by_ids(ctx.session, wanted) if wanted else {}


def called(person: Person) -> str:
    """What somebody is called: whose account was taken away is a former user at every door."""
    return FORMER if person.is_deactivated else person.name
