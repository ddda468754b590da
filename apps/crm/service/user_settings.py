"""Users of the CRM, as administrators set them: profile, role, manager, whether they may sign in.

https://help.salesforce.com/s/articleView?id=platform.users_mgmt.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field as Argument
from sqlalchemy import func, select

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import Profile, User, UserRole
from workworld.apps.crm.service import field_checks, people, records, refusals, setup_audit
from workworld.apps.crm.service.field_settings import profiles_offered
from workworld.apps.crm.service.saving import Options
from workworld.apps.crm.service.setup_settings import SetupSettings, checked, users_offered
from workworld.apps.crm.types import RecordId
from workworld.automation import Asked
from workworld.context import Context, Surface
from workworld.directory.models import GUESTS, AccountKind, Person
from workworld.operations import Effect, operation

_DOORS = (Surface.UI, Surface.MCP)
_SYSTEM = Options(system=True, notify=False)
_users, _profiles, _roles = User.__table__.c, Profile.__table__.c, UserRole.__table__.c
_people = Person.__table__.c


def _roles_offered(ctx: Context) -> Sequence[tuple[str, str]]:
    rows = ctx.session.execute(select(_roles.id, _roles.name).order_by(_roles.name))
    return [("", "None"), *((row.id, row.name) for row in rows)]


class UserSettings(SetupSettings):
    """What is settled about a user."""

    profile_id: Annotated[
        str,
        Asked("choice", offers=profiles_offered),
        Argument(title="Profile", min_length=1, max_length=18),
    ]
    role_id: Annotated[
        str,
        Asked("choice", offers=_roles_offered),
        Argument(alias="userRoleId", title="Role", max_length=18),
    ] = ""
    manager_id: Annotated[
        str, Asked("choice", offers=users_offered), Argument(title="Manager", max_length=18)
    ] = ""
    department: Annotated[str, Asked("line"), Argument(title="Department", max_length=80)] = ""
    is_active: Annotated[
        bool,
        Asked("tick"),
        Argument(title="Active", description="May sign in and be given records."),
    ] = True


def _newcomers(ctx: Context) -> Sequence[tuple[str, str]]:
    """The company's people who have no user yet."""
    known = select(_users.person_id).where(~_users.is_deleted)
    query = select(_people.id, _people.name, _people.title).where(
        _people.id.not_in(known),
        _people.kind == AccountKind.PERSON,
        _people.role.not_in(GUESTS),
        ~_people.is_deactivated,
    )
    rows = ctx.session.execute(query.order_by(_people.name, _people.id))
    return [("", "Choose"), *((row.id, f"{row.name}, {row.title}") for row in rows)]


class _Newcomer(SetupSettings):
    """Who becomes a user."""

    person_id: Annotated[
        str, Asked("choice", offers=_newcomers), Argument(title="Person", max_length=40)
    ] = ""


class NewUserSettings(UserSettings, _Newcomer):
    """Who becomes a user, and what is settled about them."""


@dataclass(frozen=True, slots=True)
class UserSeen:
    """A user as administrators see them."""

    id: str
    name: str
    profile: str
    role: str
    manager: str
    is_active: bool
    metadata: Mapping[str, Any]


# Programs read users as records; the vendor lets administrators alone change them.
@operation(Effect.READ, scope="api", doors=_DOORS)
def list(ctx: Context) -> Sequence[UserSeen]:
    """List the users with profile, role and manager.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not set the CRM up.
    """
    setup_audit.require_admin(ctx)
    query = select(User).where(~_users.is_deleted).order_by(_users.id)
    found = _seen(ctx, ctx.session.scalars(query).all())
    return sorted(found, key=lambda each: (each.name.casefold(), each.id))


@operation(Effect.READ, scope="api", doors=_DOORS)
def info(ctx: Context, *, user_id: RecordId) -> UserSeen:
    """Read what is settled about a user."""
    setup_audit.require_admin(ctx)
    return _seen(ctx, [known(ctx, user_id)])[0]


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def create(
    ctx: Context,
    *,
    settings: Annotated[
        Mapping[str, Any],
        Argument(
            description="personId (of the directory), profileId, userRoleId, managerId,"
            " department, isActive."
        ),
    ],
) -> UserSeen:
    """Let somebody of the company work with the CRM: their name and e-mail are the directory's.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not set the CRM up.
        Invalid: there is no such person without a user, or no such profile, role or manager.
    """
    setup_audit.require_admin(ctx)
    made = checked(NewUserSettings, settings)
    if not made.person_id or made.person_id not in dict(_newcomers(ctx)):
        said = "Choose somebody of the company who does not work with the CRM yet."
        raise field_checks.wrong("personId", said)
    _check(ctx, None, made)
    me, now = people.me(ctx).id, ctx.clock.now_us()
    row = User(
        id=record_ids.next_id(ctx.ids, "005"),
        person_id=made.person_id,
        profile_id=made.profile_id,
        role_id=made.role_id or None,
        manager_id=made.manager_id or None,
        department=made.department or None,
        is_active=made.is_active,
        created_us=now,
        created_by_id=me,
        modified_us=now,
        modified_by_id=me,
        is_deleted=False,
    )
    ctx.session.add(row)
    ctx.session.flush()  # what is told is read from the rows
    seen = _seen(ctx, [row])[0]
    setup_audit.note(ctx, "Users", "created", f"Created user {seen.name}")
    return seen


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def change(
    ctx: Context,
    *,
    user_id: RecordId,
    settings: Annotated[
        Mapping[str, Any],
        Argument(
            description="profileId, userRoleId, managerId, department, isActive; the rest stays."
        ),
    ],
) -> UserSeen:
    """Change a user's profile, role, manager or department, or whether they may sign in.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not set the CRM up.
        NotFound: ``NOT_FOUND``.
        Invalid: there is no such profile, role or manager; nobody would be left to administer.
    """
    setup_audit.require_admin(ctx)
    row = known(ctx, user_id)
    held = _seen(ctx, [row])[0].metadata
    made = checked(UserSettings, {**held, **settings})
    _check(ctx, row, made)
    values = {
        "ProfileId": made.profile_id,
        "UserRoleId": made.role_id or None,
        "ManagerId": made.manager_id or None,
        "Department": made.department or None,
        "IsActive": made.is_active,
    }
    records.change(ctx, row, values, _SYSTEM)
    seen = _seen(ctx, [row])[0]
    setup_audit.note(ctx, "Users", "changed", f"Changed user {seen.name}")
    return seen


def known(ctx: Context, user_id: str) -> Any:
    """A user, active or not.

    Raises:
        NotFound: ``NOT_FOUND``.
    """
    full = record_ids.full(user_id)
    row = ctx.session.get(User, full) if full else None
    if row is None or row.is_deleted:
        raise refusals.not_found()
    return row


def _seen(ctx: Context, rows: Sequence[User]) -> Sequence[UserSeen]:
    ids = {each for row in rows for each in (row.id, row.manager_id) if each}
    names = people.names(ctx, ids)
    profiles = dict(profiles_offered(ctx))
    roles = dict(_roles_offered(ctx))
    return [
        UserSeen(
            row.id,
            names.get(row.id, row.id),
            profiles.get(row.profile_id, ""),
            roles.get(row.role_id or "", "") if row.role_id else "",
            names.get(row.manager_id or "", ""),
            row.is_active,
            {
                "profileId": row.profile_id,
                "userRoleId": row.role_id or "",
                "managerId": row.manager_id or "",
                "department": row.department or "",
                "isActive": row.is_active,
            },
        )
        for row in rows
    ]


def _check(ctx: Context, row: User | None, made: UserSettings) -> None:
    if made.profile_id not in dict(profiles_offered(ctx)):
        raise field_checks.wrong("profileId", "There is no such profile.")
    if made.role_id and made.role_id not in dict(_roles_offered(ctx)):
        raise field_checks.wrong("userRoleId", "There is no such role.")
    if made.manager_id and made.manager_id not in dict(users_offered(ctx)):
        raise field_checks.wrong("managerId", "Choose an active user.")
    if row is None:
        return
    if made.manager_id == row.id:
        raise field_checks.wrong("managerId", "Nobody is their own manager.")
    stays = made.is_active and _manages(ctx, made.profile_id)
    if not stays and _manages(ctx, row.profile_id) and row.is_active:
        query = (
            select(func.count())
            .select_from(User.__table__)
            .join(Profile.__table__, _profiles.id == _users.profile_id)
            .where(_users.is_active, ~_users.is_deleted, _profiles.manages_setup)
        )
        if (ctx.session.scalar(query.where(_users.id != row.id)) or 0) == 0:
            at = "profileId" if made.is_active else "isActive"
            raise field_checks.wrong(at, "Somebody must be left who sets the CRM up.")


def _manages(ctx: Context, profile_id: str) -> bool:
    query = select(_profiles.manages_setup).where(_profiles.id == profile_id)
    return bool(ctx.session.scalar(query))
