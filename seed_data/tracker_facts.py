"""Facts about a company's tracker: groups, fields and projects. People are told by their keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class SiteGroupFact:
    """People to whom roles are given together."""

    name: str
    is_admins: bool
    members: Sequence[str]


@dataclass(frozen=True, slots=True)
class LevelFact:
    """A security level, and who sees its issues."""

    name: str
    description: str
    members: Sequence[str]


@dataclass(frozen=True, slots=True)
class SecurityFact:
    """Security levels that projects may have together."""

    name: str
    levels: Sequence[LevelFact]


@dataclass(frozen=True, slots=True)
class FieldFact:
    """A field that the site has added."""

    name: str
    kind: str
    description: str
    options: Sequence[Any]
    """Texts; of a cascading field mappings of one text to those below it."""
    projects: Sequence[str]
    """Keys of the projects that have it, on the screens of issues of these types."""
    types: Sequence[str]
    required: bool = False


@dataclass(frozen=True, slots=True)
class ComponentFact:
    """A part of what a project makes."""

    name: str
    description: str
    lead: str | None = None
    assignee: str = "project_default"


@dataclass(frozen=True, slots=True)
class VersionFact:
    """A release, planned or done; dates are ISO."""

    name: str
    description: str = ""
    start: str | None = None
    release: str | None = None
    is_released: bool = False
    is_archived: bool = False


@dataclass(frozen=True, slots=True)
class ProjectFact:
    """A project, and who is what in it: a role's name → people's keys, groups with an ``@``."""

    key: str
    name: str
    kind: str
    description: str
    lead: str
    created: datetime
    roles: Mapping[str, Sequence[str]]
    category: str | None = None
    avatar: str = ""
    default_assignee: str = "unassigned"
    security: str | None = None
    components: Sequence[ComponentFact] = ()
    versions: Sequence[VersionFact] = ()


@dataclass(frozen=True, slots=True)
class DeskFact:
    """What a service desk has beside its issues; each row is told by the columns of its table.

    People are told by their keys, all else by its name, issues by their number.
    """

    project: str
    request_types: Sequence[Mapping[str, Any]] = ()
    queues: Sequence[Mapping[str, Any]] = ()
    calendars: Sequence[Mapping[str, Any]] = ()
    slas: Sequence[Mapping[str, Any]] = ()
    replies: Sequence[Mapping[str, str]] = ()
    organizations: Sequence[Mapping[str, Any]] = ()
    requests: Sequence[Mapping[str, Any]] = ()
    ratings: Sequence[Mapping[str, Any]] = ()
    approvals: Sequence[Mapping[str, Any]] = ()


@dataclass(frozen=True, slots=True)
class TrackerFacts:
    """All of it."""

    groups: Sequence[SiteGroupFact] = ()
    security: Sequence[SecurityFact] = ()
    categories: Mapping[str, str] = field(default_factory=dict)
    """What projects have in common: names and descriptions."""
    fields: Sequence[FieldFact] = ()
    projects: Sequence[ProjectFact] = ()
    desks: Sequence[DeskFact] = ()
