"""Who may do what: groups, roles in projects, permission schemes and security levels."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base, TableRole, table_role


class Group(Base):
    """People to whom roles and permissions can be given together."""

    __tablename__ = "tracker_groups"

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    is_admins: Mapped[bool] = mapped_column(default=False)
    """Whether its members administer the whole tracker."""


class GroupMember(Base):
    """A person is in a group."""

    __tablename__ = "tracker_group_members"
    __table_args__ = (Index(None, "person_id"),)

    group_id: Mapped[str] = mapped_column(ForeignKey("tracker_groups.id"), primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"), primary_key=True)


class Role(Base):
    """What somebody is in a project: Administrator, Developer, Reporter, Viewer …"""

    __tablename__ = "tracker_roles"

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    description: Mapped[str] = mapped_column(default="")
    position: Mapped[int]


class RoleActor(Base):
    """A person or a group has a role in a project."""

    __tablename__ = "tracker_role_actors"
    __table_args__ = (Index(None, "actor_id"),)

    project_id: Mapped[str] = mapped_column(ForeignKey("tracker_projects.id"), primary_key=True)
    role_id: Mapped[str] = mapped_column(ForeignKey("tracker_roles.id"), primary_key=True)
    actor_id: Mapped[str] = mapped_column(primary_key=True)
    """A person's or a group's id."""
    is_group: Mapped[bool] = mapped_column(default=False)


class PermissionScheme(Base):
    """Who may do what in the projects that have it."""

    __tablename__ = "tracker_permission_schemes"

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    description: Mapped[str] = mapped_column(default="")


class PermissionGrant(Base):
    """A permission is given to a role, a group, a person, or whoever stands in a field."""

    __tablename__ = "tracker_permission_grants"
    __table_args__ = (Index(None, "scheme_id", "permission"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    scheme_id: Mapped[str] = mapped_column(ForeignKey("tracker_permission_schemes.id"))
    permission: Mapped[str]
    """One of ``permission_names.ALL``: ``BROWSE_PROJECTS``, ``EDIT_ISSUES`` …"""
    holder: Mapped[str]
    """``role``, ``group``, ``person``, ``anyone`` (whoever is signed in and no guest),
    ``project_lead``, ``reporter`` or ``assignee``."""
    parameter: Mapped[str] = mapped_column(default="")
    """The id of the role, group or person."""


class ProjectAccess(Base):
    """What somebody may do in a project, whatever the issue."""

    __tablename__ = "tracker_project_access"
    __table_args__ = (Index(None, "project_id"), table_role(TableRole.DERIVED))

    person_id: Mapped[str] = mapped_column(primary_key=True)
    project_id: Mapped[str] = mapped_column(primary_key=True)
    granted: Mapped[int]
    """A bit for each permission, in the order of ``permission_names.ALL``."""
    as_reporter: Mapped[int]
    """What they may do besides with issues that they reported."""
    as_assignee: Mapped[int]
    """What they may do besides with issues that are assigned to them."""


class SecurityScheme(Base):
    """Levels of security that a project's issues may have."""

    __tablename__ = "tracker_security_schemes"

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)


class SecurityLevel(Base):
    """An issue of this level is seen by its members alone, admins or not."""

    __tablename__ = "tracker_security_levels"

    id: Mapped[str] = mapped_column(primary_key=True)
    scheme_id: Mapped[str] = mapped_column(ForeignKey("tracker_security_schemes.id"))
    name: Mapped[str]
    description: Mapped[str] = mapped_column(default="")


class SecurityMember(Base):
    """A person or group that sees issues of a level."""

    __tablename__ = "tracker_security_members"

    level_id: Mapped[str] = mapped_column(
        ForeignKey("tracker_security_levels.id"), primary_key=True
    )
    member_id: Mapped[str] = mapped_column(primary_key=True)
    is_group: Mapped[bool] = mapped_column(default=False)


class SecurityAccess(Base):
    """A person sees issues of a level."""

    __tablename__ = "tracker_security_access"
    __table_args__ = table_role(TableRole.DERIVED)

    level_id: Mapped[str] = mapped_column(primary_key=True)
    person_id: Mapped[str] = mapped_column(primary_key=True)
