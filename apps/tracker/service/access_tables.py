"""Fills the tables that ``access`` asks, from roles, groups, schemes and security levels.

There are few people and projects, so every change of these fills them anew; rows that stay as
they are, are not touched.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Session

from workworld.apps.tracker.models import (
    GroupMember,
    PermissionGrant,
    Project,
    ProjectAccess,
    RoleActor,
    SecurityAccess,
    SecurityMember,
)
from workworld.apps.tracker.permission_names import BIT, BROWSE, VIEW_VOTERS_AND_WATCHERS
from workworld.database import derives
from workworld.directory.models import GUESTS, Person

_LOOKING = BIT[BROWSE] | BIT[VIEW_VOTERS_AND_WATCHERS]
_Bits = dict[tuple[str, str], int]
"""A person's and a project's id → bits."""


@dataclass
class _Site:
    """Who belongs where."""

    everyone: Collection[str]
    """Ids of all accounts, and of all but those of people from elsewhere."""
    staff: Collection[str]
    groups: Mapping[str, Collection[str]]
    roles: dict[tuple[str, str], set[str]] = field(default_factory=lambda: defaultdict(set))
    """A project's and a role's id → who has it, through groups or not."""
    project_members: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))


def refresh(session: Session) -> None:
    """Work out anew who may do what, after roles, groups, schemes or people have changed."""
    session.flush()  # what was added is read by statements
    here = _site(session)
    _write(session, ProjectAccess, _accesses(session, here))
    _write(session, SecurityAccess, _level_accesses(session, here))


@derives(ProjectAccess, SecurityAccess)
def _fill(session: Session) -> None:
    refresh(session)


def _site(session: Session) -> _Site:
    roles = dict(session.execute(select(Person.id, Person.role).order_by(Person.id)).all())
    groups: dict[str, set[str]] = defaultdict(set)
    for group_id, person_id in session.execute(select(GroupMember.group_id, GroupMember.person_id)):
        groups[group_id].add(person_id)
    staff = [person_id for person_id, role in roles.items() if role not in GUESTS]
    here = _Site(list(roles), staff, groups)
    actors = RoleActor.__table__.c
    for row in session.execute(
        select(actors.project_id, actors.role_id, actors.actor_id, actors.is_group)
    ):
        members = groups.get(row.actor_id, ()) if row.is_group else (row.actor_id,)
        here.roles[row.project_id, row.role_id].update(members)
        here.project_members[row.project_id].update(members)
    return here


def _accesses(session: Session, here: _Site) -> list[tuple[object, ...]]:
    grants: dict[str, list[PermissionGrant]] = defaultdict(list)
    for grant in session.scalars(select(PermissionGrant).order_by(PermissionGrant.id)):
        grants[grant.scheme_id].append(grant)
    granted, as_reporter, as_assignee = _Bits(), _Bits(), _Bits()
    conditional = {"reporter": as_reporter, "assignee": as_assignee}
    for project in session.scalars(select(Project).order_by(Project.id)):
        for grant in grants[project.permission_scheme_id]:
            bits = conditional.get(grant.holder, granted)
            for person_id in _holders(here, project, grant):
                key = person_id, project.id
                bits[key] = bits.get(key, 0) | BIT[grant.permission] & _kept(project)
    found = [
        (*key, granted.get(key, 0), as_reporter.get(key, 0), as_assignee.get(key, 0))
        for key in sorted({*granted, *as_reporter, *as_assignee})
    ]
    return [row for row in found if any(row[2:])]


def _kept(project: Project) -> int:
    """What an archived project still lets people do: look."""
    return _LOOKING if project.is_archived else -1


def _holders(here: _Site, project: Project, grant: PermissionGrant) -> Iterable[str]:
    """Whom a grant means in a project; of one to reporters or assignees, who might be these."""
    of_role = here.roles.get((project.id, grant.parameter), set())
    of_group = here.groups.get(grant.parameter, ())
    meant: Mapping[str, Iterable[str]] = {
        "role": of_role,
        "group": of_group,
        "person": [grant.parameter] if grant.parameter in here.everyone else [],
        "project_lead": [project.lead_id],
        "anyone": here.staff,
    }
    if_nobody = of_role if grant.parameter else here.project_members.get(project.id, set())
    return meant.get(grant.holder, if_nobody)


def _level_accesses(session: Session, here: _Site) -> list[tuple[object, ...]]:
    found: set[tuple[object, ...]] = set()
    members = SecurityMember.__table__.c
    for row in session.execute(select(members.level_id, members.member_id, members.is_group)):
        people = here.groups.get(row.member_id, ()) if row.is_group else (row.member_id,)
        found.update((row.level_id, person_id) for person_id in people)
    return sorted(found, key=repr)


def _write(
    session: Session,
    model: type[ProjectAccess] | type[SecurityAccess],
    wanted: list[tuple[object, ...]],
) -> None:
    table = model.__table__
    if [
        tuple(row) for row in session.execute(select(table).order_by(*table.primary_key))
    ] == wanted:
        return
    session.execute(delete(model))
    names = [column.name for column in table.columns]
    if wanted:
        session.execute(insert(model), [dict(zip(names, row, strict=True)) for row in wanted])
