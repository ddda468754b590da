"""Whom a project tells of what happens to its issues: its scheme of notifications, put into people.

All projects have the usual scheme, from which each may differ: what it does differently is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, select

from workworld.apps.tracker import notification_names as n
from workworld.apps.tracker.models import (
    Component,
    GroupMember,
    Issue,
    IssueComponent,
    Project,
    RecipientChange,
    RoleActor,
)
from workworld.apps.tracker.service import site, watchers
from workworld.context import Context
from workworld.database import constant, given, plain_rows, rows_of

_changes, _actors = RecipientChange.__table__.c, RoleActor.__table__.c
_components, _parts = Component.__table__.c, IssueComponent.__table__.c
_members, _projects = GroupMember.__table__.c, Project.__table__.c
_OF_PROJECT = constant(
    select(RecipientChange.__table__).where(_changes.project_id == bindparam("project"))
)
_LEADS = constant(select(_components.lead_id).where(_components.id.in_(given("components"))))
_LEADS_OF = constant(
    select(_components.lead_id)
    .join(IssueComponent.__table__, _parts.component_id == _components.id)
    .where(_parts.issue_id == bindparam("issue"))
)
_CAST = constant(
    select(_actors.actor_id, _actors.is_group).where(
        _actors.project_id == bindparam("project"), _actors.role_id == bindparam("role")
    )
)
_MEMBERS = constant(select(_members.person_id).where(_members.group_id.in_(given("groups"))))
_PROJECT = constant(select(_projects.lead_id).where(_projects.id == bindparam("project")))


@dataclass(frozen=True, slots=True)
class Recipient:
    """Somebody who is told of an event: whoever stands in a field, or has a role …"""

    kind: str
    """One of ``notification_names.RECIPIENTS``."""
    parameter: str = ""
    """The id of the role, group or person."""


Plan = Mapping[str, Sequence[Recipient]]
"""Who is told of each event."""


@dataclass(frozen=True, slots=True)
class Circle:
    """Who has to do with an issue."""

    issue: Issue
    watchers: frozenset[str]
    above: frozenset[str]
    """Who watches the issue that it stands below."""
    plan: Plan


@dataclass(frozen=True, slots=True)
class Told:
    """Whom a project wants to be told of an event, and why."""

    named: frozenset[str]
    """Those who are meant for another reason than that they watch."""
    watching: frozenset[str] = frozenset()
    above: frozenset[str] = frozenset()
    """Those who watch what the issue stands below."""

    @property
    def people(self) -> Sequence[str]:
        """All of them, in order."""
        return sorted(self.named | self.watching | self.above)


def plan_with(changes: Iterable[RecipientChange]) -> Plan:
    """The usual scheme with what a project does differently, all in the order of their names."""
    found = {event: {Recipient(kind) for kind in kinds} for event, kinds in n.USUAL.items()}
    for each in changes:
        recipient = Recipient(each.recipient, each.parameter)
        if each.is_told:
            found[each.event].add(recipient)
        else:
            found[each.event].discard(recipient)
    return {event: sorted(all, key=_place) for event, all in found.items()}


def plan_of(ctx: Context, project_id: str) -> Plan:
    """Who is told of each event in a project."""
    rows = plain_rows(ctx.session, RecipientChange, _OF_PROJECT, {"project": project_id})
    return plan_with(rows)


def circle_of(ctx: Context, issue: Issue) -> Circle:
    """Who has to do with an issue, and whom its project tells of what."""
    above = watchers.of_issue(ctx, issue.parent_id) if issue.parent_id else ()
    watching = watchers.of_issue(ctx, issue.id)
    return Circle(issue, frozenset(watching), frozenset(above), plan_of(ctx, issue.project_id))


def of_event(
    ctx: Context,
    circle: Circle,
    event: str,
    *,
    assignees: Iterable[str | None] = (),
    components: Sequence[str] | None = None,
) -> Told:
    """Whom a project wants to be told of an event.

    Args:
        ctx: whose step it is.
        circle: who has to do with the issue.
        event: one of ``notification_names.EVENTS``.
        assignees: whose it was besides, until now.
        components: ids of the issue's components, where they are known already.
    """
    wanted = circle.plan[event]
    kinds = {each.kind for each in wanted}
    named: set[str | None] = set()
    for each in wanted:
        named.update(_meant(ctx, circle.issue, each))
    if n.ASSIGNEE in kinds:
        named.update(assignees)
    if n.COMPONENT_LEAD in kinds:
        named.update(_leads(ctx, circle.issue, components))
    return Told(
        frozenset(each for each in named if each),
        circle.watchers if n.WATCHERS in kinds else frozenset(),
        circle.above if n.PARENT_WATCHERS in kinds else frozenset(),
    )


def _place(recipient: Recipient) -> tuple[int, str]:
    return n.RECIPIENTS.index(recipient.kind), recipient.parameter


def _leads(ctx: Context, issue: Issue, components: Sequence[str] | None) -> Iterable[str | None]:
    if components is None:
        rows = rows_of(ctx.session, _LEADS_OF, {"issue": issue.id})
    elif components:
        rows = rows_of(ctx.session, _LEADS, {"components": [*components]})
    else:
        return ()
    return [row.lead_id for row in rows]


def _meant(ctx: Context, issue: Issue, recipient: Recipient) -> Iterable[str | None]:
    """Ids of those whom a recipient means who is told apart by the issue or by an id."""
    find = _MEANT.get(recipient.kind)
    return () if find is None else find(ctx, issue, recipient.parameter)


def _project_lead(ctx: Context, issue: Issue, _parameter: str) -> Iterable[str]:
    found = rows_of(ctx.session, _PROJECT, {"project": issue.project_id})
    return [row.lead_id for row in found]


def _cast(ctx: Context, issue: Issue, role_id: str) -> Iterable[str]:
    actors = rows_of(ctx.session, _CAST, {"project": issue.project_id, "role": role_id})
    groups = [row.actor_id for row in actors if row.is_group]
    return _here(ctx, [row.actor_id for row in actors if not row.is_group] + _in(ctx, groups))


def _members_of(ctx: Context, _issue: Issue, group_id: str) -> Iterable[str]:
    return _here(ctx, _in(ctx, [group_id]))


def _person(ctx: Context, _issue: Issue, person_id: str) -> Iterable[str]:
    return _here(ctx, [person_id])


def _in(ctx: Context, groups: Sequence[str]) -> list[str]:
    rows = rows_of(ctx.session, _MEMBERS, {"groups": [*groups]}) if groups else ()
    return [row.person_id for row in rows]


def _here(ctx: Context, person_ids: Iterable[str]) -> Iterable[str]:
    """Those of some people who have not left."""
    known = site.people(ctx, person_ids)
    return [person_id for person_id, row in known.items() if not row.is_deactivated]


_MEANT: Mapping[str, Callable[[Context, Issue, str], Iterable[str | None]]] = {
    n.ASSIGNEE: lambda _ctx, issue, _parameter: (issue.assignee_id,),
    n.REPORTER: lambda _ctx, issue, _parameter: (issue.reporter_id,),
    n.CURRENT_USER: lambda ctx, _issue, _parameter: (ctx.actor.person_id,),
    n.PROJECT_LEAD: _project_lead,
    n.ROLE: _cast,
    n.GROUP: _members_of,
    n.PERSON: _person,
}
"""How those are found who do not watch; component leads and those mentioned are known elsewhere."""
