"""What customers do with their requests themselves: the transitions that the portal shows them.

https://support.atlassian.com/jira-service-management-cloud/docs/customize-the-workflow-for-customers/
"""

from __future__ import annotations

from sqlalchemy import String, bindparam, or_, select

from workworld.apps.tracker.models import (
    Issue,
    OrganizationMember,
    Request,
    RequestParticipant,
    Transition,
)
from workworld.apps.tracker.service import desk_parts, projects
from workworld.context import Context
from workworld.database import constant, rows_of

ON_PORTAL = "on_portal"
"""The kind of rule that shows a transition to customers."""
_people, _requests = RequestParticipant.__table__.c, Request.__table__.c
_members = OrganizationMember.__table__.c
_person = bindparam("person", type_=String)
_SHARED = constant(
    select(_requests.issue_id)
    .outerjoin(
        RequestParticipant.__table__,
        (_people.issue_id == _requests.issue_id) & (_people.person_id == _person),
    )
    .outerjoin(
        OrganizationMember.__table__,
        (_members.organization_id == _requests.organization_id) & (_members.person_id == _person),
    )
    .where(
        _requests.issue_id == bindparam("issue"),
        or_(_people.person_id.is_not(None), _members.person_id.is_not(None)),
    )
)


def shows(transition: Transition) -> bool:
    """Whether the portal shows a transition to customers."""
    return any(rule["kind"] == ON_PORTAL for rule in transition.rules)


def is_theirs(ctx: Context, issue: Issue) -> bool:
    """Whether an issue that the caller sees is a request of theirs, or one that they follow."""
    project = projects.known(ctx, issue.project_id)
    if project.kind != desk_parts.DESK or project.is_archived:
        return False
    me = ctx.actor.person_id
    values = {"issue": issue.id, "person": me}
    return issue.reporter_id == me or bool(rows_of(ctx.session, _SHARED, values))
