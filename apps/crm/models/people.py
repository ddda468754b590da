"""Who works with the organisation's records: users, profiles, roles, groups and queues.

https://help.salesforce.com/s/articleView?id=platform.security_data_access.htm
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, ForeignKey, FromClause, Index, func, literal, select
from sqlalchemy.orm import Mapped, mapped_column

from workworld.apps.crm.models.records import AUTOMATIC, SYSTEM_MODSTAMP, Record
from workworld.apps.crm.schema import columns
from workworld.apps.crm.schema.kinds import Compute, Field, Kind
from workworld.apps.crm.schema.objects import sobject
from workworld.database import Base
from workworld.directory.models import Company, Person

_people = Person.__table__.c


def _of_person(column: str) -> Compute:
    """The value that the directory has for a user's person."""

    def compute(table: FromClause) -> ColumnElement[Any]:
        found = select(_people[column]).where(_people.id == table.c.person_id)
        return found.correlate(table).scalar_subquery()

    return compute


def _words(*, first: bool) -> Compute:
    """The first word of a person's name, or those behind it."""

    def compute(table: FromClause) -> ColumnElement[Any]:
        name = _of_person("name")(table)
        gap = func.instr(name, " ")
        return func.substr(name, 1, gap - 1) if first else func.substr(name, gap + 1)

    return compute


def _always(name: str, label: str, kind: Kind, value: object) -> Field:
    """A field that has the same value in every record."""
    return Field(name, label, kind, length=40, compute=lambda _table: literal(value), **AUTOMATIC)


def _personal(name: str, label: str, kind: Kind, column: str, **more: Any) -> Field:
    return Field(name, label, kind, length=80, compute=_of_person(column), **AUTOMATIC | more)


@sobject(
    "Organization",
    "Organization",
    "Organization",
    "00D",
    computed=(
        SYSTEM_MODSTAMP,
        _always("IsSandbox", "Is Sandbox", Kind.BOOLEAN, value=False),
        _always("OrganizationType", "Edition", Kind.STRING, value="Enterprise Edition"),
        _always("LanguageLocaleKey", "Language", Kind.STRING, value="en_US"),
    ),
    is_setup=True,
    createable=False,
    deletable=False,
)
class Organization(Record):
    """How the company has set its CRM up; one row."""

    __tablename__ = "crm_organization"

    name: Mapped[str] = columns.text("Name", "Name", 80, is_name=True)
    fiscal_year_start: Mapped[int] = columns.field(
        Field("FiscalYearStartMonth", "Fiscal Year Starts In", Kind.INT, **AUTOMATIC), default=2
    )
    """The month in which a fiscal year begins, which is named after the year that it ends in."""
    currency: Mapped[str] = columns.field(
        Field("DefaultCurrencyIsoCode", "Default Currency", Kind.STRING, length=3, **AUTOMATIC),
        default="USD",
    )
    """In which totals are told."""
    closed_until: Mapped[str | None] = mapped_column(default=None)
    """The last day of the fiscal periods that finance has closed."""
    zone: Mapped[str] = columns.text("TimeZoneSidKey", "Time Zone", 40)
    company_id: Mapped[str] = mapped_column(ForeignKey(Company.id))


@sobject(
    "Profile",
    "Profile",
    "Profiles",
    "00e",
    computed=(SYSTEM_MODSTAMP,),
    is_setup=True,
    createable=False,
    updateable=False,
    deletable=False,
)
class Profile(Record):
    """What a kind of users may do."""

    __tablename__ = "crm_profiles"

    name: Mapped[str] = columns.text("Name", "Name", is_name=True)
    description: Mapped[str | None] = columns.text("Description", "Description")
    views_all: Mapped[bool] = columns.checkbox("PermissionsViewAllData", "View All Data")
    """Whether they see every record."""
    modifies_all: Mapped[bool] = columns.checkbox("PermissionsModifyAllData", "Modify All Data")
    """Whether they may do with every record whatever can be done."""
    manages_setup: Mapped[bool] = columns.checkbox(
        "PermissionsCustomizeApplication", "Customize App"
    )
    """Whether they set the organisation up."""
    exports: Mapped[bool] = columns.checkbox("PermissionsExportReport", "Export Reports")
    """Whether lists and reports may leave as files."""


class ObjectPermission(Base):
    """What a profile may do with an object's records that it can see; nothing without a row."""

    __tablename__ = "crm_object_permissions"

    profile_id: Mapped[str] = mapped_column(ForeignKey("crm_profiles.id"), primary_key=True)
    sobject: Mapped[str] = mapped_column(primary_key=True)
    can_read: Mapped[bool] = mapped_column(default=True)
    can_create: Mapped[bool] = mapped_column(default=False)
    can_edit: Mapped[bool] = mapped_column(default=False)
    can_delete: Mapped[bool] = mapped_column(default=False)
    views_all: Mapped[bool] = mapped_column(default=False)
    """Whether they see all records of it, whoever owns them."""
    modifies_all: Mapped[bool] = mapped_column(default=False)


class FieldPermission(Base):
    """A field that a profile may not see, or not change; others follow the object."""

    __tablename__ = "crm_field_permissions"

    profile_id: Mapped[str] = mapped_column(ForeignKey("crm_profiles.id"), primary_key=True)
    sobject: Mapped[str] = mapped_column(primary_key=True)
    field: Mapped[str] = mapped_column(primary_key=True)
    can_read: Mapped[bool] = mapped_column(default=True)
    """Never may it be changed."""


@sobject(
    "UserRole",
    "Role",
    "Roles",
    "00E",
    computed=(SYSTEM_MODSTAMP,),
    is_setup=True,
    createable=False,
    updateable=False,
    deletable=False,
)
class UserRole(Record):
    """A place in the tree of roles: who is above sees and edits what those below own."""

    __tablename__ = "crm_roles"

    name: Mapped[str] = columns.text("Name", "Name", 80, is_name=True)
    parent_id: Mapped[str | None] = columns.lookup(
        "ParentRoleId", "Parent Role", "UserRole", "crm_roles", "ParentRole"
    )


@sobject(
    "User",
    "User",
    "Users",
    "005",
    computed=(
        SYSTEM_MODSTAMP,
        _personal("Name", "Full Name", Kind.STRING, "name", is_name=True),
        Field("FirstName", "First Name", Kind.STRING, compute=_words(first=True), **AUTOMATIC),
        Field("LastName", "Last Name", Kind.STRING, compute=_words(first=False), **AUTOMATIC),
        _personal("Email", "Email", Kind.EMAIL, "email"),
        _personal("Username", "Username", Kind.STRING, "email"),
        _personal("Alias", "Alias", Kind.STRING, "handle"),
        _personal("Title", "Title", Kind.STRING, "title"),
        _personal("Phone", "Phone", Kind.PHONE, "phone"),
        _personal("TimeZoneSidKey", "Time Zone", Kind.STRING, "zone"),
    ),
    is_setup=True,
    createable=False,
    updateable=False,
    deletable=False,
)
class User(Record):
    """A person who may work with records."""

    __tablename__ = "crm_users"

    person_id: Mapped[str] = mapped_column(ForeignKey(Person.id), unique=True)
    profile_id: Mapped[str] = columns.lookup("ProfileId", "Profile", "Profile", "crm_profiles")
    role_id: Mapped[str | None] = columns.lookup("UserRoleId", "Role", "UserRole", "crm_roles")
    manager_id: Mapped[str | None] = columns.user("ManagerId", "Manager")
    delegated_approver_id: Mapped[str | None] = columns.user(
        "DelegatedApproverId", "Delegated Approver"
    )
    """Who may answer in their place what they are asked to approve."""
    department: Mapped[str | None] = columns.text("Department", "Department", 80)
    is_active: Mapped[bool] = columns.checkbox("IsActive", "Active", default=True)
    """Whether they may sign in and be given records."""


@sobject(
    "Group",
    "Group",
    "Groups",
    "00G",
    computed=(SYSTEM_MODSTAMP,),
    is_setup=True,
    createable=False,
    updateable=False,
    deletable=False,
)
class Group(Record):
    """Users together: a group that records are shared with, or a queue that owns records."""

    __tablename__ = "crm_groups"

    name: Mapped[str] = columns.text("Name", "Name", 40, is_name=True)
    developer_name: Mapped[str] = columns.text("DeveloperName", "Developer Name", 80)
    type: Mapped[str] = columns.picklist("Type", "Type", "group type")
    email: Mapped[str | None] = columns.text("Email", "Queue Email", 80)


@sobject(
    "GroupMember",
    "Group Member",
    "Group Members",
    "011",
    computed=(SYSTEM_MODSTAMP,),
    is_setup=True,
    createable=False,
    updateable=False,
    deletable=False,
)
class GroupMember(Record):
    """A user is in a group or queue."""

    __tablename__ = "crm_group_members"
    __table_args__ = (Index(None, "user_id"), Index(None, "group_id", "user_id", unique=True))

    group_id: Mapped[str] = columns.lookup(
        "GroupId", "Group", "Group", "crm_groups", children="GroupMembers"
    )
    user_id: Mapped[str] = columns.user("UserOrGroupId", "User", "UserOrGroup")


@sobject(
    "QueueSobject",
    "Queue Object",
    "Queue Objects",
    "03g",
    computed=(SYSTEM_MODSTAMP,),
    is_setup=True,
    createable=False,
    updateable=False,
    deletable=False,
)
class QueueObject(Record):
    """A queue may own records of an object."""

    __tablename__ = "crm_queue_objects"
    __table_args__ = (Index(None, "queue_id"),)

    queue_id: Mapped[str] = columns.lookup(
        "QueueId", "Queue", "Group", "crm_groups", children="QueueSobjects"
    )
    sobject: Mapped[str] = columns.text("SobjectType", "Object", 40)
