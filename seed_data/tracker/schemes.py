"""Who may do what, as every site has it at first, and the company's groups and security levels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy.orm import Session

from workworld.apps.tracker import permission_names as may
from workworld.apps.tracker.models import (
    Group,
    GroupMember,
    PermissionGrant,
    PermissionScheme,
    SecurityLevel,
    SecurityMember,
    SecurityScheme,
)
from workworld.apps.tracker.numbers import next_id
from workworld.ids import Ids
from workworld.seed_data.directory import people_by_key
from workworld.seed_data.facts import CompanyFacts
from workworld.seed_data.tracker.defaults import ROLE_IDS

DEFAULT_SCHEME = "10000"
_OWN = (
    may.EDIT_OWN_COMMENTS,
    may.DELETE_OWN_COMMENTS,
    may.DELETE_OWN_ATTACHMENTS,
)
_SPEAKING = (may.COMMENT, may.ATTACH, *_OWN)
_WORKING = (
    may.EDIT,
    may.TRANSITION,
    may.ASSIGN,
    may.ASSIGNABLE,
    may.RESOLVE,
    may.CLOSE,
    may.WORK,
    may.EDIT_OWN_WORKLOGS,
    may.DELETE_OWN_WORKLOGS,
    may.VIEW_VOTERS_AND_WATCHERS,
    may.MANAGE_WATCHERS,
)
_RUNNING = (may.MANAGE_SPRINTS, may.ADMINISTER_PROJECT)
ROLES: Mapping[str, Sequence[str]] = {
    "Administrator": may.ALL,
    "Developer": (
        may.BROWSE,
        may.CREATE,
        *_WORKING,
        *_SPEAKING,
        may.SCHEDULE,
        may.MOVE,
        may.LINK,
        may.SET_SECURITY,
    ),
    "Reporter": (
        may.BROWSE,
        may.CREATE,
        *_SPEAKING,
        may.LINK,
        may.VIEW_VOTERS_AND_WATCHERS,
    ),
    "Viewer": (may.BROWSE, may.VIEW_VOTERS_AND_WATCHERS),
    "Service agent": (
        may.BROWSE,
        may.CREATE,
        *_WORKING,
        *_SPEAKING,
        may.LINK,
        may.MODIFY_REPORTER,
        may.SERVE,
    ),
    "Customer": (may.CREATE, *_SPEAKING),
}
"""What each role may with whatever issue."""
_AS_REPORTER = {"Reporter": (may.EDIT,), "Customer": (may.BROWSE,)}
"""What each role may with issues that they reported."""


def build(session: Session, facts: CompanyFacts) -> None:
    """Insert the default permission scheme, the groups and the security levels."""
    _add_scheme(session)
    ids, keys = Ids(session), people_by_key(session)
    for group in facts.tracker.groups:
        group_id = next_id(ids, "group")
        session.add(Group(id=group_id, name=group.name, is_admins=group.is_admins))
        session.flush()  # members refer to it
        session.add_all(
            GroupMember(group_id=group_id, person_id=keys[key]) for key in group.members
        )
    for scheme in facts.tracker.security:
        scheme_id = next_id(ids, "security scheme")
        session.add(SecurityScheme(id=scheme_id, name=scheme.name))
        session.flush()  # levels refer to it
        for level in scheme.levels:
            level_id = next_id(ids, "security level")
            session.add(
                SecurityLevel(
                    id=level_id,
                    scheme_id=scheme_id,
                    name=level.name,
                    description=level.description,
                )
            )
            session.flush()  # members refer to it
            session.add_all(
                SecurityMember(level_id=level_id, member_id=keys[key]) for key in level.members
            )


def _add_scheme(session: Session) -> None:
    session.add(
        PermissionScheme(
            id=DEFAULT_SCHEME,
            name="Default Permission Scheme",
            description="What each role of a project may do.",
        )
    )
    session.flush()  # grants refer to it
    granted = [
        *((name, "role", ROLE_IDS[role]) for role, names in ROLES.items() for name in names),
        *(
            (name, "reporter", ROLE_IDS[role])
            for role, names in _AS_REPORTER.items()
            for name in names
        ),
        *((name, "project_lead", "") for name in _RUNNING),
    ]
    session.add_all(
        PermissionGrant(
            id=str(10_000 + place),
            scheme_id=DEFAULT_SCHEME,
            permission=permission,
            holder=holder,
            parameter=parameter,
        )
        for place, (permission, holder, parameter) in enumerate(granted)
    )
