"""Facts about what a company works on: issues and what happened to them, boards, kept queries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class SprintFact:
    """A sprint; it was started and completed when these are given."""

    name: str
    goal: str
    by: str
    created: datetime
    start: datetime | None
    end: datetime | None
    started: datetime | None
    completed: datetime | None


@dataclass(frozen=True, slots=True)
class BoardFact:
    """A project's board; columns name their statuses."""

    name: str
    kind: str
    swimlanes: str
    card_fields: Sequence[str]
    card_colors: str
    admins: Sequence[str]
    columns: Sequence[Mapping[str, Any]]
    quick_filters: Sequence[Mapping[str, str]]
    sprints: Sequence[SprintFact]


@dataclass(frozen=True, slots=True)
class AttachmentFact:
    """A file that is put below an issue."""

    name: str
    mime: str
    body: bytes


@dataclass(frozen=True, slots=True)
class EventFact:
    """Somebody changed fields of an issue, said something, logged work, or several of these."""

    at: datetime
    by: str
    did: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class IssueFact:
    """An issue as it was made, and its story, which leads to what it is now."""

    number: int
    type: str
    summary: str
    by: str
    at: datetime
    fields: Mapping[str, Any]
    watchers: Sequence[str]
    votes: Sequence[str]
    story: Sequence[EventFact]
    files: Sequence[AttachmentFact] = ()
    """What it was made with."""


@dataclass(frozen=True, slots=True)
class WorkFact:
    """What is worked on in a project; the order of issues is their rank."""

    project: str
    board: BoardFact
    issues: Sequence[IssueFact]


@dataclass(frozen=True, slots=True)
class SubscriptionFact:
    """Somebody is sent what a filter finds, at an hour of some days of the week, Monday 0."""

    by: str
    days: Sequence[int]
    hour: int


@dataclass(frozen=True, slots=True)
class FilterFact:
    """A query that somebody kept."""

    name: str
    description: str
    jql: str
    owner: str
    at: datetime
    columns: Sequence[str]
    shares: Sequence[Mapping[str, str]]
    starred: Sequence[str]
    subscribed: Sequence[SubscriptionFact] = ()


@dataclass(frozen=True, slots=True)
class StarFact:
    """Somebody's favourite project or board, by its key or name."""

    by: str
    kind: str
    thing: str
    at: datetime


@dataclass(frozen=True, slots=True)
class RuleRunFact:
    """How a rule went once: ``lines`` tell of its parts."""

    at: datetime
    issue: str
    outcome: str
    actions: int
    lines: Sequence[Mapping[str, Any]]
    by: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RuleFact:
    """An automation rule of a project: as a template has it, or by its own trigger and parts."""

    project: str
    owner: str
    at: datetime
    enabled: bool
    template: str = ""
    name: str = ""
    description: str = ""
    trigger: Mapping[str, Any] = field(default_factory=dict)
    parts: Sequence[Mapping[str, Any]] = ()
    runs: Sequence[RuleRunFact] = ()


@dataclass(frozen=True, slots=True)
class DashboardFact:
    """A dashboard; settings of its gadgets name kept queries and boards."""

    name: str
    description: str
    owner: str
    at: datetime
    columns: int
    shares: Sequence[Mapping[str, str]]
    starred: Sequence[str]
    gadgets: Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class IssueFacts:
    """All of it; ``viewed`` says which issues people looked at last, the latest first."""

    projects: Sequence[WorkFact] = ()
    filters: Sequence[FilterFact] = ()
    rules: Sequence[RuleFact] = ()
    stars: Sequence[StarFact] = ()
    viewed: Mapping[str, Sequence[str]] | None = None
    dashboards: Sequence[DashboardFact] = ()
