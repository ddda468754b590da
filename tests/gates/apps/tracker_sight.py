"""Who sees what in the tracker, worked out from rows and not by the product's rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.tracker.models import (
    Comment,
    Group,
    GroupMember,
    Issue,
    OrganizationMember,
    Request,
    RequestParticipant,
    Role,
    RoleActor,
    SecurityMember,
)

CUSTOMER, ADMINISTRATOR = "Customer", "Administrator"


class Sight:
    """Who sees which projects and issues."""

    def __init__(self, session: Session) -> None:
        self._groups: dict[str, set[str]] = defaultdict(set)
        for row in session.scalars(select(GroupMember)):
            self._groups[row.group_id].add(row.person_id)
        self._overseeing = session.scalars(select(Group.id).where(Group.is_admins)).all()
        self._levels: dict[str, set[str]] = defaultdict(set)
        for member in session.scalars(select(SecurityMember)):
            self._levels[member.level_id] |= self._meant(member.member_id, member.is_group)
        self.insiders: dict[str, set[str]] = defaultdict(set)
        """Who sees all issues of a project, but for those of a security level."""
        self.customers: dict[str, set[str]] = defaultdict(set)
        """Who sees what they reported there."""
        self._cast: dict[tuple[str, str], set[str]] = defaultdict(set)
        roles: Mapping[str, str] = dict(session.execute(select(Role.id, Role.name)).all())
        self._roles = roles
        for actor in session.scalars(select(RoleActor)):
            found = self.customers if roles[actor.role_id] == CUSTOMER else self.insiders
            meant = self._meant(actor.actor_id, actor.is_group)
            found[actor.project_id] |= meant
            self._cast[actor.project_id, actor.role_id] |= meant

        self._sharing: dict[str, set[str]] = defaultdict(set)
        members: dict[str, set[str]] = defaultdict(set)
        for member_of in session.scalars(select(OrganizationMember)):
            members[member_of.organization_id].add(member_of.person_id)
        for follower in session.scalars(select(RequestParticipant)):
            self._sharing[follower.issue_id].add(follower.person_id)
        for request in session.scalars(select(Request)):
            self._sharing[request.issue_id] |= members[request.organization_id or ""]

    def _meant(self, actor_id: str, is_group: bool) -> set[str]:
        return self._groups[actor_id] if is_group else {actor_id}

    def administers(self, person_id: str, project_id: str) -> bool:
        """Whether somebody is an administrator of a project."""
        roles = (role_id for role_id, name in self._roles.items() if name == ADMINISTRATOR)
        return any(person_id in self._cast[project_id, role_id] for role_id in roles)

    def is_overseer(self, person_id: str) -> bool:
        """Whether somebody administers the whole site."""
        return any(person_id in self._groups[group_id] for group_id in self._overseeing)

    def of_project(self, project_id: str) -> frozenset[str]:
        """Ids of those who know that a project is there."""
        return frozenset(self.insiders[project_id] | self.customers[project_id])

    def of_issue(self, issue: Issue) -> frozenset[str]:
        """Ids of those who see an issue."""
        seers = {*self.insiders[issue.project_id]}
        if issue.reporter_id in self.customers[issue.project_id]:
            seers.add(issue.reporter_id)
        seers |= self._sharing[issue.id] & self.customers[issue.project_id]
        if issue.security_level_id is not None:
            seers &= self._levels[issue.security_level_id]
        return frozenset(seers)

    def of_comment(self, comment: Comment, issue: Issue) -> frozenset[str]:
        """Ids of those who see a comment on an issue."""
        seers = self.of_issue(issue)
        if comment.is_internal:
            seers &= self.insiders[issue.project_id]
        if comment.role_id is not None:
            cast = self._cast[issue.project_id, comment.role_id]
            seers &= cast | {comment.author_id}
        return seers
