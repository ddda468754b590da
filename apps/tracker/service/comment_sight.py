"""Who sees a comment: whoever sees its issue, unless it is kept among some of them.

A comment for a role is seen by those who have it in the project, and by its author. An internal
one is seen by those who browse the whole project: customers browse their own requests alone.
"""

from __future__ import annotations

from sqlalchemy import ColumnElement, bindparam, exists, literal, or_, select

from workworld.apps.tracker import permission_names as names
from workworld.apps.tracker.models import (
    Comment,
    GroupMember,
    Issue,
    ProjectAccess,
    RoleActor,
)
from workworld.apps.tracker.service.access import issue_sight
from workworld.context import Context
from workworld.database import constant, rows_of
from workworld.permissions import VIEWER, sees, sight_of

_comments, _issues = Comment.__table__.c, Issue.__table__.c
_actors, _access = RoleActor.__table__.c, ProjectAccess.__table__.c


@sees(Comment)
def _sight() -> ColumnElement[bool]:
    of_issue = select(literal(1)).where(_issues.id == _comments.issue_id)
    return of_issue.where(issue_sight(), within()).correlate(Comment.__table__).exists()


def within() -> ColumnElement[bool]:
    """Which comments the viewer sees of issues that they see: asked beside both tables."""
    is_author = _comments.author_id == VIEWER
    has_role = or_(_comments.role_id.is_(None), is_author, _has_role())
    return has_role & or_(_comments.is_internal.is_(False), browses_all())


def browses_all() -> ColumnElement[bool]:
    """Whether the viewer browses the whole project of an issue, reported by them or not."""
    bit = names.BIT[names.BROWSE]
    browsed = exists().where(
        _access.person_id == VIEWER,
        _access.project_id == _issues.project_id,
        _access.granted.op("&")(bit) != 0,
    )
    return browsed.correlate(Issue.__table__)


def has_role(ctx: Context, project_id: str, role_id: str) -> bool:
    """Whether the caller has a role in a project, themselves or through a group."""
    values = sight_of(ctx) | {"role": role_id, "project": project_id}
    return bool(rows_of(ctx.session, _ROLE, values))


def _has_role() -> ColumnElement[bool]:
    theirs = exists().where(
        _actors.project_id == _issues.project_id, _actors.role_id == _comments.role_id, _is_theirs()
    )
    return theirs.correlate(Comment.__table__, Issue.__table__)


def _is_theirs() -> ColumnElement[bool]:
    groups = select(GroupMember.group_id).where(GroupMember.person_id == VIEWER)
    return or_(
        (_actors.actor_id == VIEWER) & _actors.is_group.is_(False),
        _actors.actor_id.in_(groups) & _actors.is_group.is_(True),
    )


_ROLE = constant(
    select(_actors.role_id)
    .where(
        _actors.project_id == bindparam("project"),
        _actors.role_id == bindparam("role"),
        _is_theirs(),
    )
    .limit(1)
)
