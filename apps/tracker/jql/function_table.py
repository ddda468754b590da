"""What the functions of JQL yield: people, moments, sprints, versions, types and projects."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import bindparam, select

from workworld.apps.tracker import permission_names
from workworld.apps.tracker.jql import dates, names
from workworld.apps.tracker.jql.functions import function
from workworld.apps.tracker.jql.scope import Scope
from workworld.apps.tracker.models import Group, GroupMember, ProjectAccess, RoleActor
from workworld.apps.tracker.service import site
from workworld.database import constant, rows_of

_MEMBERS = constant(
    select(GroupMember.person_id)
    .join(Group, Group.id == GroupMember.group_id)
    .where(Group.id == bindparam("group"))
    .order_by(GroupMember.person_id)
)
_ACCESS = constant(
    select(ProjectAccess.project_id, ProjectAccess.granted).where(
        ProjectAccess.person_id == bindparam("person")
    )
)
_MY_ROLES = constant(
    select(RoleActor.project_id, RoleActor.role_id).where(
        (RoleActor.actor_id == bindparam("person"))
        | RoleActor.actor_id.in_(
            select(GroupMember.group_id).where(GroupMember.person_id == bindparam("person"))
        )
    )
)


@function("currentUser", "user", is_list=False)
def _current_user(scope: Scope, _arguments: Sequence[str]) -> Sequence[str]:
    return (scope.ctx.actor.person_id,)


@function("membersOf", "user", arguments=(1, 1), usage='"group"')
def _members_of(scope: Scope, arguments: Sequence[str]) -> Sequence[str]:
    found = names.among(names.groups(scope), arguments[0], "name")
    if not found:
        said = "Function 'membersOf' can not generate a list of usernames for group"
        scope.refuse(f"{said} '{arguments[0]}'; the group does not exist.")
        return ()
    rows = rows_of(scope.ctx.session, _MEMBERS, {"group": found[0]})
    return [row.person_id for row in rows]


@function("now", "date", is_list=False)
def _now(scope: Scope, _arguments: Sequence[str]) -> Sequence[int]:
    return (scope.now.us,)


def _edge(name: str, unit: str, *, is_end: bool) -> None:
    """Declare ``startOfDay`` and its like."""

    @function(name, "date", arguments=(0, 1), is_list=False)
    def run(scope: Scope, arguments: Sequence[str]) -> Sequence[int]:
        found = dates.edge(unit, is_end, arguments[0] if arguments else "", scope.now)
        if found is None:
            said = f"Duration for function '{name}' should have the format (+/-)n(yMwdm), e.g -1M"
            scope.refuse(f"{said} for 1 month earlier.")
            return ()
        return (found,)


for _unit in dates.UNITS:
    _edge(f"startOf{_unit.title()}", _unit, is_end=False)
    _edge(f"endOf{_unit.title()}", _unit, is_end=True)


def _sprints(name: str, state: str) -> None:
    """Declare ``openSprints`` and its like."""

    @function(name, "sprint")
    def run(scope: Scope, _arguments: Sequence[str]) -> Sequence[int]:
        return [row.id for row in names.sprints(scope) if row.state == state]


_sprints("openSprints", "active")
_sprints("closedSprints", "closed")
_sprints("futureSprints", "future")


def _of_versions(
    name: str,
    *,
    is_released: bool,
    pick: Callable[[list[Any]], list[Any]],
    most: int,
    is_list: bool,
) -> None:
    """Declare ``releasedVersions`` and its like."""

    @function(name, "version", arguments=(0, most), is_list=is_list, usage="project")
    def run(scope: Scope, arguments: Sequence[str]) -> Sequence[str]:
        wanted = _projects_called(scope, arguments)
        found = []
        for project_id in names.projects(scope) if wanted is None else wanted:
            rows = [
                row
                for row in names.versions(scope)
                if row.project_id == project_id
                and row.is_released == is_released
                and not row.is_archived
            ]
            found += [row.id for row in pick(rows)]
        return found


_of_versions("releasedVersions", is_released=True, pick=list, most=50, is_list=True)
_of_versions("unreleasedVersions", is_released=False, pick=list, most=50, is_list=True)
_of_versions(
    "latestReleasedVersion", is_released=True, pick=lambda rows: rows[-1:], most=1, is_list=False
)
_of_versions(
    "earliestUnreleasedVersion",
    is_released=False,
    pick=lambda rows: rows[:1],
    most=1,
    is_list=False,
)


def _projects_called(scope: Scope, refs: Sequence[str]) -> list[str] | None:
    """Ids of the projects that are named; None for all."""
    if not refs:
        return None
    found: list[str] = []
    for ref in refs:
        ids = names.among(names.projects(scope).values(), ref, "key", "name")
        if not ids:
            scope.refuse(f"Could not resolve the project '{ref}' provided to function.")
        found += ids
    return found


@function("standardIssueTypes", "issuetype")
def _standard_types(scope: Scope, _arguments: Sequence[str]) -> Sequence[str]:
    return [row.id for row in site.issue_types(scope.ctx).values() if row.level >= 0]


@function("subtaskIssueTypes", "issuetype")
def _subtask_types(scope: Scope, _arguments: Sequence[str]) -> Sequence[str]:
    return [row.id for row in site.issue_types(scope.ctx).values() if row.level < 0]


def _leads(scope: Scope, arguments: Sequence[str], name: str) -> Sequence[str]:
    if not arguments:
        return (scope.ctx.actor.person_id,)
    found = names.people_called(scope, arguments[0])
    if not found:
        scope.refuse(f"Function '{name}' can not find the user '{arguments[0]}'.")
    return found


@function("componentsLeadByUser", "component", arguments=(0, 1), usage="user")
def _components_lead(scope: Scope, arguments: Sequence[str]) -> Sequence[str]:
    leads = _leads(scope, arguments, "componentsLeadByUser")
    return [row.id for row in names.components(scope) if row.lead_id in leads]


@function("projectsLeadByUser", "project", arguments=(0, 1), usage="user")
def _projects_lead(scope: Scope, arguments: Sequence[str]) -> Sequence[str]:
    leads = _leads(scope, arguments, "projectsLeadByUser")
    return [row.id for row in names.projects(scope).values() if row.lead_id in leads]


@function("projectsWhereUserHasPermission", "project", arguments=(1, 1), usage='"permission"')
def _projects_with_permission(scope: Scope, arguments: Sequence[str]) -> Sequence[str]:
    bit = permission_names.BIT.get("_".join(arguments[0].upper().split()))
    if bit is None:
        said = "Function 'projectsWhereUserHasPermission' can not find the permission"
        scope.refuse(f"{said} '{arguments[0]}'.")
        return ()
    rows = rows_of(scope.ctx.session, _ACCESS, {"person": scope.ctx.actor.person_id})
    return [row.project_id for row in rows if row.granted & bit]


@function("projectsWhereUserHasRole", "project", arguments=(1, 1), usage='"role"')
def _projects_with_role(scope: Scope, arguments: Sequence[str]) -> Sequence[str]:
    found = names.among(site.roles(scope.ctx).values(), arguments[0], "name")
    if not found:
        said = "Function 'projectsWhereUserHasRole' can not find the role"
        scope.refuse(f"{said} '{arguments[0]}'.")
        return ()
    rows = rows_of(scope.ctx.session, _MY_ROLES, {"person": scope.ctx.actor.person_id})
    return sorted({row.project_id for row in rows if row.role_id in found})


@function("cascadeOption", "option", arguments=(1, 2), usage="parent, child")
def _cascade_option(_scope: Scope, arguments: Sequence[str]) -> Sequence[Sequence[str]]:
    return (tuple(arguments),)
