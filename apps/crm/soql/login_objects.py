"""Who signed in when, as queries know it.

https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_loginhistory.htm
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Boolean, ColumnElement, FromClause, Select, case, func, literal, null, select

from workworld.apps.crm.models import Profile, User
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.soql.derived_objects import derived
from workworld.apps.crm.soql.setup_objects import ID, moment, user
from workworld.directory.models import SignIn

PREFIX = "0Ya"
STATUSES = {
    "success": "Success",
    "wrong_password": "Invalid Password",
    "locked": "Password Lockout",
    "inactive": "User is Inactive",
}
"""The vendor's words by what came of it."""
_users, _profiles, _sign_ins = User.__table__.c, Profile.__table__.c, SignIn.__table__.c
_ID, _CHECKS = f"{PREFIX}Ww0%09d", "KAA"
"""Digits are no capitals, so that the check characters are the same for all of them."""


def logins() -> Select[Any]:
    """The sign-ins of users, with the ids that they have as records."""
    columns: list[ColumnElement[Any]] = [
        (func.printf(_ID, _sign_ins.number) + _CHECKS).label("id"),
        _users.id.label("user_id"),
        _sign_ins.time_us,
        literal("Application").label("login_type"),
        _sign_ins.address,
        literal("Browser").label("application"),
        _sign_ins.browser,
        _sign_ins.platform,
        case(STATUSES, value=_sign_ins.outcome).label("status"),
        null().label("unset"),
        literal(value=False, type_=Boolean).label("is_deleted"),
    ]
    return select(*columns).join(User.__table__, _users.person_id == _sign_ins.person_id)


def _seen(table: FromClause, me_id: str) -> ColumnElement[bool]:
    """Everybody sees their own; those who set the CRM up see all."""
    managing = (
        select(_users.id)
        .join(Profile.__table__, _profiles.id == _users.profile_id)
        .where(_users.id == me_id, _profiles.manages_setup)
        .exists()
    )
    return (table.c.user_id == me_id) | managing


derived(
    "LoginHistory",
    "Login History",
    "Login History",
    PREFIX,
    (
        ID,
        user("UserId", "User ID", "user_id"),
        moment("LoginTime", "Login Time", "time_us"),
        Field("LoginType", "Login Type", Kind.STRING, "login_type", length=40),
        Field("SourceIp", "Source IP", Kind.STRING, "address", length=39),
        Field("LoginUrl", "Login URL", Kind.STRING, "unset", length=255),
        Field("Status", "Status", Kind.STRING, "status", length=128),
        Field("Application", "Application", Kind.STRING, "application", length=128),
        Field("Browser", "Browser", Kind.STRING, "browser", length=64),
        Field("Platform", "Platform", Kind.STRING, "platform", length=64),
        Field("ApiType", "API Type", Kind.STRING, "unset", length=64),
        Field("ApiVersion", "API Version", Kind.STRING, "unset", length=32),
        Field("ClientVersion", "Client Version", Kind.STRING, "unset", length=64),
    ),
    logins,
    seen=_seen,
)
