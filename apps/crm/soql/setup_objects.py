"""How the organisation is set up, as queries know it: list views and business hours.

https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_listview.htm
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    Boolean,
    ColumnElement,
    FromClause,
    Select,
    func,
    literal,
    or_,
    select,
)

from workworld.apps.crm.models import (
    BusinessHours,
    GroupMember,
    ListView,
    Profile,
    TerritoryMember,
    User,
)
from workworld.apps.crm.schema.columns import USER
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.soql.derived_objects import derived

_views, _hours = ListView.__table__.c, BusinessHours.__table__.c
_users, _profiles = User.__table__.c, Profile.__table__.c
_members = GroupMember.__table__.c
_NO = literal(value=False, type_=Boolean)
_YES = literal(value=True, type_=Boolean)
ID = Field("Id", "Record ID", Kind.ID, "id", length=18)


def moment(name: str, label: str, column: str) -> Field:
    """A field that tells a time."""
    return Field(name, label, Kind.DATETIME, column)


def user(name: str, label: str, column: str) -> Field:
    """A field that names a user."""
    leads = name.removesuffix("Id")
    return Field(name, label, Kind.REFERENCE, column, references=(USER,), relationship=leads)


def _list_views() -> Select[Any]:
    return select(ListView.__table__, _NO.label("is_deleted"), _YES.label("is_compatible"))


def _seen(table: FromClause, me_id: str) -> ColumnElement[bool]:
    """Who sees a list view: everybody, whoever made it, its groups, and administrators."""
    of_groups = func.json_each(table.c.group_ids).table_valued("value", name="view_groups")
    mine = select(_members.group_id).where(_members.user_id == me_id)
    shared = select(of_groups.c.value).where(of_groups.c.value.in_(mine)).exists()
    managing = (
        select(_users.id)
        .join(Profile.__table__, _profiles.id == _users.profile_id)
        .where(_users.id == me_id, _profiles.manages_setup)
        .exists()
    )
    return or_(
        table.c.owner_id.is_(None),
        table.c.owner_id == me_id,
        table.c.sharing == "public",
        (table.c.sharing == "groups") & shared,
        managing,
    )


def _business_hours() -> Select[Any]:
    hours = BusinessHours.__table__
    return select(hours, _NO.label("is_deleted"), _YES.label("is_active"))


derived(
    "ListView",
    "List View",
    "List Views",
    "00B",
    (
        ID,
        Field("Name", "View Name", Kind.STRING, "name", length=40, is_name=True),
        Field("DeveloperName", "API Name", Kind.STRING, "developer_name", length=80),
        Field("SobjectType", "SObject Type Name", Kind.STRING, "sobject", length=40),
        Field("IsSoqlCompatible", "Is SOQL Compatible", Kind.BOOLEAN, "is_compatible"),
        user("CreatedById", "Created By ID", "owner_id"),
        moment("CreatedDate", "Created Date", "created_us"),
        moment("LastModifiedDate", "Last Modified Date", "modified_us"),
        moment("SystemModstamp", "System Modstamp", "modified_us"),
    ),
    _list_views,
    seen=_seen,
)


def _territory_members() -> Select[Any]:
    found: Select[Any] = select(
        TerritoryMember.__table__, _NO.label("is_deleted"), _YES.label("is_active")
    )
    return found


def territory() -> Field:
    """The field that names a territory."""
    return Field(
        "Territory2Id",
        "Territory ID",
        Kind.REFERENCE,
        "territory_id",
        references=("Territory2",),
        relationship="Territory2",
    )


derived(
    "UserTerritory2Association",
    "User Territory Association",
    "User Territory Associations",
    "0MT",
    (
        ID,
        user("UserId", "User ID", "user_id"),
        territory(),
        Field("RoleInTerritory2", "Role in Territory", Kind.STRING, "role", length=80),
        Field("IsActive", "Active", Kind.BOOLEAN, "is_active"),
    ),
    _territory_members,
)
derived(
    "BusinessHours",
    "Business Hours",
    "Business Hours",
    "01m",
    (
        ID,
        Field("Name", "Business Hours Name", Kind.STRING, "name", length=80, is_name=True),
        Field("IsActive", "Active", Kind.BOOLEAN, "is_active"),
        Field("IsDefault", "Default Business Hours", Kind.BOOLEAN, "is_active"),
        Field("TimeZoneSidKey", "Time Zone", Kind.STRING, "zone", length=40),
    ),
    _business_hours,
)
