"""Facts about a company: its people and teams, and what was said where.

Builders turn them into rows, each for its own app.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from workworld.directory.models import AccountKind
from workworld.seed_data.crm_facts import CrmFacts
from workworld.seed_data.issue_facts import IssueFacts
from workworld.seed_data.personal_facts import PersonalFact
from workworld.seed_data.sheets_facts import SheetsFacts
from workworld.seed_data.tracker_facts import TrackerFacts


@dataclass(frozen=True, slots=True)
class TeamFact:
    """A team; ``lead`` is a person's key."""

    key: str
    name: str
    lead: str


@dataclass(frozen=True, slots=True)
class PersonFact:
    """An account; ``team`` and ``manager`` are keys."""

    key: str
    name: str
    display_name: str
    title: str
    team: str
    manager: str | None
    zone: str
    office: str
    role: str
    spotlight: bool
    phone: str
    started: str
    kind: AccountKind = AccountKind.PERSON
    pronouns: str = ""
    email: str = ""
    """Of people from elsewhere; everybody else's follows from the key."""
    ended: str = ""
    """The last day, ISO; since then the account is deactivated."""


@dataclass(frozen=True, slots=True)
class FileFact:
    """A file below a message; ``body`` may be the same object in many of them."""

    name: str
    mime: str
    body: bytes
    size: tuple[int, int] | None = None
    """Of an image: width and height in pixels."""
    alt_text: str = ""


@dataclass(frozen=True, slots=True)
class MessageFact:
    """A message; in ``text``, ``<@key>`` and ``<#key>`` name people and channels by key."""

    at: datetime
    by: str
    text: str
    broadcast: bool = False
    replies: Sequence[MessageFact] = ()
    reactions: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Who put which emoji below it, in order: a name → people's keys."""
    edited: datetime | None = None
    """When its author last changed it."""
    subtype: str = ""
    """What kind of note it is, ``channel_join`` …; empty for what people write."""
    files: Sequence[FileFact] = ()


@dataclass(frozen=True, slots=True)
class ChannelFact:
    """A channel with everything said in it; people are keys."""

    key: str
    name: str
    kind: str
    topic: str
    purpose: str
    creator: str
    created: datetime
    members: Sequence[str]
    is_default: bool
    is_archived: bool
    posting: str
    messages: Sequence[MessageFact]
    unread: Mapping[str, datetime] = field(default_factory=dict)
    """Until when somebody has read, for those who have not read all."""
    joined: Mapping[str, datetime] = field(default_factory=dict)
    """When somebody came in, for those who were not there from the beginning."""


@dataclass(frozen=True, slots=True)
class DirectFact:
    """A direct conversation with everything said in it; people are keys."""

    people: Sequence[str]
    messages: Sequence[MessageFact]
    unread: Mapping[str, datetime] = field(default_factory=dict)
    """Until when somebody has read, for those who have not read all."""


@dataclass(frozen=True, slots=True)
class GroupFact:
    """People who are mentioned together; they are keys."""

    name: str
    handle: str
    description: str
    creator: str
    created: datetime
    members: Sequence[str]


@dataclass(frozen=True, slots=True)
class CanvasFact:
    """A canvas in a channel; ``content`` is its Markdown, with people and channels by key."""

    title: str
    channel: str
    is_main: bool
    owner: str
    created: datetime
    edited_by: str
    edited: datetime
    content: str


@dataclass(frozen=True, slots=True)
class RecordFact:
    """A record of a list; ``fields`` are by the column's key."""

    by: str
    at: datetime
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ListFact:
    """A list in a channel."""

    title: str
    description: str
    channel: str
    owner: str
    created: datetime
    columns: Sequence[Mapping[str, Any]]
    records: Sequence[RecordFact]


@dataclass(frozen=True, slots=True)
class PinFact:
    """A message of a channel, told by when it was written, and who pinned it when."""

    channel: str
    message: datetime
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class BookmarkFact:
    """A bookmark of a channel that leads to another one."""

    channel: str
    title: str
    leads: str
    emoji: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class EmojiFact:
    """An emoji of the company's own: an image, or another name of an emoji."""

    name: str
    by: str
    at: datetime
    alias_of: str = ""
    image: bytes = b""
    """A PNG."""


@dataclass(frozen=True, slots=True)
class RunFact:
    """A run of a workflow that somebody started; ``answers`` are by the question's key."""

    by: str
    at: datetime
    answers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class WorkflowFact:
    """A published workflow that begins by a link in a channel: a form, then messages.

    Steps name channels by key.
    """

    name: str
    description: str
    icon: str
    owner: str
    managers: Sequence[str]
    channel: str
    created: datetime
    steps: Sequence[Mapping[str, Any]]
    runs: Sequence[RunFact]


@dataclass(frozen=True, slots=True)
class OptionFact:
    """Something to choose in a poll, and who chose it, in order; people are keys."""

    text: str
    votes: Sequence[str]


@dataclass(frozen=True, slots=True)
class PollFact:
    """A question in a channel below which each chose one thing; people are keys."""

    channel: str
    by: str
    at: datetime
    question: str
    options: Sequence[OptionFact]


@dataclass(frozen=True, slots=True)
class CompanyFacts:
    """A whole company at its ``now``."""

    name: str
    slug: str
    domain: str
    zone: str
    now: datetime
    teams: Sequence[TeamFact]
    people: Sequence[PersonFact]
    channels: Sequence[ChannelFact]
    direct: Sequence[DirectFact] = ()
    groups: Sequence[GroupFact] = ()
    canvases: Sequence[CanvasFact] = ()
    lists: Sequence[ListFact] = ()
    pins: Sequence[PinFact] = ()
    bookmarks: Sequence[BookmarkFact] = ()
    workflows: Sequence[WorkflowFact] = ()
    emoji: Sequence[EmojiFact] = ()
    polls: Sequence[PollFact] = ()
    personal: Sequence[PersonalFact] = ()
    tracker: TrackerFacts = field(default_factory=TrackerFacts)
    issues: IssueFacts = field(default_factory=IssueFacts)
    crm: CrmFacts = field(default_factory=CrmFacts)
    sheets: SheetsFacts = field(default_factory=SheetsFacts)
    ledger: Sequence[str] = ()
    """What is true of it, a fact a line: see ``workworld.worlds.ledgers``. It becomes no row."""
