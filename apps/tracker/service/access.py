"""Who may see and do what: permissions of projects, and security levels of issues.

Both are worked out from roles, groups and schemes once, when these change, so that a query on
issues asks two small tables.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Select, and_, bindparam, or_, select
from sqlalchemy.orm import Session

from workworld.apps.tracker import permission_names
from workworld.apps.tracker.models import (
    Group,
    GroupMember,
    Issue,
    OrganizationMember,
    Project,
    ProjectAccess,
    Request,
    RequestParticipant,
    SecurityAccess,
)
from workworld.apps.tracker.permission_names import BIT, BROWSE
from workworld.apps.tracker.service import access_tables, site
from workworld.context import Context, Event
from workworld.database import constant, plain_rows, rows_of, unindexed
from workworld.directory.models import Person
from workworld.errors import Conflict, Forbidden, Refused
from workworld.events import on
from workworld.permissions import VIEWER, seen, sees

_access, _levels = ProjectAccess.__table__.c, SecurityAccess.__table__.c
_issues, _projects, _people = Issue.__table__.c, Project.__table__.c, Person.__table__.c
_groups, _members = Group.__table__.c, GroupMember.__table__.c
_SEEN = BIT[BROWSE]
# Built once: building a statement takes about as long as running it.
_MINE = constant(
    select(ProjectAccess.__table__).where(
        _access.person_id == bindparam("person_id"), _access.project_id == bindparam("project_id")
    )
)
_ALL_MINE = constant(select(_access.granted).where(_access.person_id == bindparam("person_id")))
_ADMINISTERING = constant(
    select(_members.group_id)
    .join(Group.__table__, _groups.id == _members.group_id)
    .where(_members.person_id == bindparam("person_id"), _groups.is_admins.is_(True))
    .limit(1)
)
_HOLDERS = constant(
    select(_access.person_id)
    .join(Person.__table__, _people.id == _access.person_id)
    .where(
        _access.project_id == bindparam("project_id"),
        _access.granted.op("&")(bindparam("bit")) != 0,
        _people.is_deactivated.is_(False),
    )
    .order_by(_access.person_id)
)
_LEVELS = constant(select(_levels.level_id).where(_levels.person_id == bindparam("person_id")))
_DOING = {
    permission_names.BROWSE: "see this project",
    permission_names.CREATE: "create issues in this project",
    permission_names.EDIT: "edit this issue",
    permission_names.TRANSITION: "change the status of this issue",
    permission_names.ASSIGN: "assign this issue",
    permission_names.ASSIGNABLE: "be assigned issues of this project",
    permission_names.RESOLVE: "resolve this issue",
    permission_names.CLOSE: "close this issue",
    permission_names.SCHEDULE: "rank or schedule issues of this project",
    permission_names.MOVE: "move this issue",
    permission_names.DELETE: "delete this issue",
    permission_names.LINK: "link this issue",
    permission_names.MODIFY_REPORTER: "say who reported this issue",
    permission_names.SET_SECURITY: "set the security level of this issue",
    permission_names.COMMENT: "comment on this issue",
    permission_names.EDIT_ALL_COMMENTS: "edit other people's comments",
    permission_names.EDIT_OWN_COMMENTS: "edit comments",
    permission_names.DELETE_ALL_COMMENTS: "delete other people's comments",
    permission_names.DELETE_OWN_COMMENTS: "delete comments",
    permission_names.ATTACH: "attach files to this issue",
    permission_names.DELETE_ALL_ATTACHMENTS: "delete other people's attachments",
    permission_names.DELETE_OWN_ATTACHMENTS: "delete attachments",
    permission_names.WORK: "log work on this issue",
    permission_names.EDIT_ALL_WORKLOGS: "edit other people's worklogs",
    permission_names.EDIT_OWN_WORKLOGS: "edit worklogs",
    permission_names.DELETE_ALL_WORKLOGS: "delete other people's worklogs",
    permission_names.DELETE_OWN_WORKLOGS: "delete worklogs",
    permission_names.VIEW_VOTERS_AND_WATCHERS: "see who votes for or watches this issue",
    permission_names.MANAGE_WATCHERS: "change who watches this issue",
    permission_names.MANAGE_SPRINTS: "manage sprints of this project",
    permission_names.ADMINISTER_PROJECT: "administer this project",
    permission_names.SERVE: "work as an agent of this service desk",
    permission_names.GLOBAL_ADMINISTER: "administer the site",
}


@sees(Project)
def project_sight() -> ColumnElement[bool]:
    """Which projects the viewer sees: where they may browse, if only what they reported."""
    theirs = or_(_grants(_access.granted), _grants(_access.as_reporter))
    return _projects.id.in_(_projects_where(theirs))


@sees(Issue)
def issue_sight() -> ColumnElement[bool]:
    """Which issues the viewer sees; also a condition of every query in JQL."""
    reported = _projects_where(_grants(_access.as_reporter))
    assigned = _projects_where(_grants(_access.as_assignee))
    mine = select(_levels.level_id).where(_levels.person_id == VIEWER)
    return and_(
        or_(
            unindexed(_issues.project_id).in_(_projects_where(_grants(_access.granted))),
            and_(_issues.reporter_id == VIEWER, _issues.project_id.in_(reported)),
            and_(_issues.assignee_id == VIEWER, _issues.project_id.in_(assigned)),
            and_(_is_shared(), _issues.project_id.in_(reported)),
        ),
        or_(_issues.security_level_id.is_(None), _issues.security_level_id.in_(mine)),
    )


def _is_shared() -> ColumnElement[bool]:
    """Whether customers follow a request of somebody else, or share it with their company."""
    people, requests = RequestParticipant.__table__.c, Request.__table__.c
    members = OrganizationMember.__table__.c
    followed = select(people.issue_id).where(people.person_id == VIEWER)
    mine = select(members.organization_id).where(members.person_id == VIEWER)
    shared = select(requests.issue_id).where(requests.organization_id.in_(mine))
    return or_(_issues.id.in_(followed), _issues.id.in_(shared))


def _grants(column: ColumnElement[int]) -> ColumnElement[bool]:
    return column.op("&")(_SEEN) != 0


def _projects_where(condition: ColumnElement[bool]) -> Select[tuple[str]]:
    return select(_access.project_id).where(_access.person_id == VIEWER, condition)


def has(ctx: Context, permission: str, project_id: str) -> bool:
    """Whether the caller may do something in a project, whatever the issue."""
    if permission == permission_names.GLOBAL_ADMINISTER:
        return is_admin(ctx)
    mine = _mine(ctx, project_id)
    return mine is not None and bool(mine.granted & BIT[permission])


def may(ctx: Context, permission: str, issue: Issue) -> bool:
    """Whether the caller may do something with an issue that they see."""
    mine = _mine(ctx, issue.project_id)
    if mine is None:
        return False
    bit, me = BIT[permission], ctx.actor.person_id
    if mine.granted & bit:
        return True
    if issue.assignee_id == me and mine.as_assignee & bit:
        return True
    if issue.reporter_id != me or not mine.as_reporter & bit:
        return False
    return permission != permission_names.EDIT or not _is_triaged(ctx, issue)


def _is_triaged(ctx: Context, issue: Issue) -> bool:
    """Whether an issue has left the status in which it was reported: then it is others' to edit."""
    workflow = site.workflow_of(ctx, issue.project_id, issue.type_id)
    return workflow is None or workflow.initial_status_id != issue.status_id


def require_has(ctx: Context, permission: str, project_id: str) -> None:
    """See to it that the caller may do something in a project.

    Raises:
        Forbidden: ``permission_denied``.
        Conflict: ``project_archived``.
    """
    refusal = why_not(ctx, permission, project_id)
    if refusal is not None:
        raise refusal


def require_may(ctx: Context, permission: str, issue: Issue) -> None:
    """See to it that the caller may do something with an issue that they see.

    Raises:
        Forbidden: ``permission_denied``.
        Conflict: ``project_archived``.
    """
    refusal = why_not_with(ctx, permission, issue)
    if refusal is not None:
        raise refusal


def why_not(ctx: Context, permission: str, project_id: str) -> Refused | None:
    """Why the caller may not do something in a project, or None if they may."""
    if has(ctx, permission, project_id):
        return None
    return _archived(ctx, project_id) or denied(permission)


def why_not_with(ctx: Context, permission: str, issue: Issue) -> Refused | None:
    """Why the caller may not do something with an issue that they see, or None if they may."""
    if may(ctx, permission, issue):
        return None
    return _archived(ctx, issue.project_id) or denied(permission)


def _archived(ctx: Context, project_id: str) -> Refused | None:
    """The refusal of whoever would change something in an archived project."""
    project = seen(ctx, Project, project_id)
    if project is None or not project.is_archived:
        return None
    said = f"The project {project.name} is archived: its issues can be read, not changed."
    return Conflict("project_archived", said)


def require_admin(ctx: Context) -> None:
    """See to it that the caller administers the site.

    Raises:
        Forbidden: ``permission_denied``.
    """
    if not is_admin(ctx):
        raise denied(permission_names.GLOBAL_ADMINISTER)


def denied(permission: str) -> Forbidden:
    """The refusal of whoever lacks a permission."""
    return Forbidden("permission_denied", f"You do not have permission to {_DOING[permission]}.")


def is_admin(ctx: Context) -> bool:
    """Whether the caller administers the whole site. That alone opens no project to them."""

    def look_up() -> bool:
        values = {"person_id": ctx.actor.person_id}
        return bool(rows_of(ctx.session, _ADMINISTERING, values))

    return ctx.remembered(("tracker admin", ctx.actor.person_id), look_up)


def holders(ctx: Context, permission: str, project_id: str) -> Sequence[str]:
    """Ids of those who may do something in a project, whatever the issue; no leavers."""
    values = {"project_id": project_id, "bit": BIT[permission]}
    return [row.person_id for row in rows_of(ctx.session, _HOLDERS, values)]


def refresh(session: Session) -> None:
    """Work out anew who may do what, after roles, groups, schemes or people have changed."""
    access_tables.refresh(session)


def granted_anywhere(ctx: Context) -> int:
    """The bits of what the caller may do in some project or other, whatever the issue."""
    found = 0
    for row in rows_of(ctx.session, _ALL_MINE, {"person_id": ctx.actor.person_id}):
        found |= row.granted
    return found


def my_levels(ctx: Context) -> frozenset[str]:
    """Ids of the security levels whose issues the caller sees."""

    def look_up() -> frozenset[str]:
        rows = rows_of(ctx.session, _LEVELS, {"person_id": ctx.actor.person_id})
        return frozenset(row.level_id for row in rows)

    return ctx.remembered(("tracker levels", ctx.actor.person_id), look_up)


def _mine(ctx: Context, project_id: str) -> ProjectAccess | None:
    me = ctx.actor.person_id

    def look_up() -> ProjectAccess | None:
        values = {"person_id": me, "project_id": project_id}
        found = plain_rows(ctx.session, ProjectAccess, _MINE, values)
        return found[0] if found else None

    return ctx.remembered(("tracker access", me, project_id), look_up)


@on("directory.profile_changed")
def _follow_role(ctx: Context, event: Event) -> None:
    """Guests are not among those who are signed in: who becomes one loses something."""
    if "role" in event.facts["fields"]:
        refresh(ctx.session)


@on("directory.person_joined")
def _let_in(ctx: Context, _event: Event) -> None:
    refresh(ctx.session)
