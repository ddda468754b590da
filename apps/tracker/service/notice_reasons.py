"""Why people are told of what happened to an issue, and in what words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from workworld.apps.tracker import APP, durations, field_ids
from workworld.apps.tracker.models import Component, Issue
from workworld.apps.tracker.service import addresses, site
from workworld.context import Context, Event
from workworld.database import constant, given, rows_of

MENTION, ASSIGNMENT = "mention", "assignment"
DIRECT = (MENTION, ASSIGNMENT)
"""Kinds of what calls somebody by name; the others are of issues that people have to do with."""
_WEIGHTS = {kind: weight for weight, kind in enumerate((*DIRECT, *APP.watched_kinds))}
_LEADS = constant(
    select(Component.lead_id)
    .where(Component.__table__.c.id.in_(given("components")))
    .order_by(Component.lead_id)
)


@dataclass(frozen=True, slots=True)
class Circle:
    """Who has to do with an issue."""

    issue: Issue
    watchers: frozenset[str]
    above: frozenset[str] = frozenset()
    """Who watches the issue that it stands below."""

    @property
    def people(self) -> tuple[str, ...]:
        """Whose it is, who reported it, who watches it and what it stands below, each once."""
        own = (self.issue.assignee_id, self.issue.reporter_id)
        found = [*(each for each in own if each), *sorted(self.watchers), *sorted(self.above)]
        return tuple(dict.fromkeys(found))

    def is_above(self, person_id: str) -> bool:
        """Whether somebody has nothing to do with it but that they watch its parent."""
        own = (self.issue.assignee_id, self.issue.reporter_id)
        return person_id in self.above - self.watchers and person_id not in own

    def only_watches(self, person_id: str) -> bool:
        """Whether somebody has nothing to do with it but that they watch it."""
        own = (self.issue.assignee_id, self.issue.reporter_id)
        return person_id in self.watchers and person_id not in own


@dataclass(frozen=True, slots=True)
class Reason:
    """Why some people are told of an event."""

    kind: str
    text: str
    """What the caller did, to be read after their name."""
    url: str
    people: tuple[str, ...]
    comment_id: str = ""
    """The comment that it is about: only who sees it is told."""

    @property
    def weight(self) -> int:
        """The less, the weightier."""
        return _WEIGHTS[self.kind]


_Reasons = Callable[[Context, Event, Circle], Iterable[Reason]]


def of(ctx: Context, event: Event, circle: Circle) -> Iterable[Reason]:
    """Why people are told of an event of one of ``KINDS``."""
    return _REASONS[event.kind](ctx, event, circle)


def _created(ctx: Context, event: Event, circle: Circle) -> Iterable[Reason]:
    components = {"components": [*event.facts.get("component_ids", ())]}
    leads = [row.lead_id for row in rows_of(ctx.session, _LEADS, components) if row.lead_id]
    people = tuple(dict.fromkeys((*circle.people, *leads)))
    url = addresses.of_issue(ctx, circle.issue.key)
    yield Reason("created", f"created {circle.issue.key}", url, people)


def _assigned(ctx: Context, event: Event, circle: Circle) -> Iterable[Reason]:
    key, to = circle.issue.key, event.facts["assignee_id"]
    if to is not None:
        yield Reason(ASSIGNMENT, f"assigned {key} to you", _now(ctx, key), (to,))
    former = event.facts.get("former_assignee_id")
    others = (*circle.people, former) if former else circle.people
    known = site.people(ctx, [to]).get(to or "")
    text = f"assigned {key} to {known.display_name}" if known else f"assigned {key} to nobody"
    yield Reason("edit", text, _now(ctx, key), others)


def _updated(ctx: Context, event: Event, circle: Circle) -> Iterable[Reason]:
    fields = [field for field in event.facts["fields"] if field != field_ids.ASSIGNEE]
    key = circle.issue.key
    if fields:
        text = f"changed {_named(ctx, fields)} of {key}"
        yield Reason("edit", text, _now(ctx, key), circle.people)


def _transitioned(ctx: Context, event: Event, circle: Circle) -> Iterable[Reason]:
    key = circle.issue.key
    status = site.statuses(ctx)[event.facts["to_status_id"]]
    text = f"moved {key} to {status.name}"
    yield Reason("status", text, _now(ctx, key), circle.people)


def _moved(ctx: Context, event: Event, circle: Circle) -> Iterable[Reason]:
    key = circle.issue.key
    text = f"moved {event.facts['former_key']} to another project: it is {key} now"
    yield Reason("moved", text, _now(ctx, key), circle.people)


def _mentioned(ctx: Context, event: Event, circle: Circle) -> Iterable[Reason]:
    key = circle.issue.key
    yield Reason(MENTION, f"mentioned you in {key}", _now(ctx, key), _ids(event.facts["mentions"]))


def _commented(ctx: Context, event: Event, circle: Circle) -> Iterable[Reason]:
    key, comment_id = circle.issue.key, event.facts["comment_id"]
    yield from _mentioned_in_comment(ctx, event, circle)
    url = addresses.of_comment(ctx, key, comment_id)
    yield Reason("comment", f"commented on {key}", url, circle.people, comment_id)


def _mentioned_in_comment(ctx: Context, event: Event, circle: Circle) -> Iterable[Reason]:
    key, comment_id = circle.issue.key, event.facts["comment_id"]
    text, url = f"mentioned you in a comment on {key}", addresses.of_comment(ctx, key, comment_id)
    yield Reason(MENTION, text, url, _ids(event.facts["mentions"]), comment_id)


def _worked(ctx: Context, event: Event, circle: Circle) -> Iterable[Reason]:
    key = circle.issue.key
    text = f"logged {durations.show(event.facts['seconds'])} on {key}"
    yield Reason("work", text, _now(ctx, key), circle.people)


def _attached(ctx: Context, _event: Event, circle: Circle) -> Iterable[Reason]:
    key = circle.issue.key
    yield Reason("file", f"attached a file to {key}", _now(ctx, key), circle.people)


_REASONS: Mapping[str, _Reasons] = {
    "tracker.issue_created": _created,
    "tracker.issue_assigned": _assigned,
    "tracker.issue_updated": _updated,
    "tracker.issue_transitioned": _transitioned,
    "tracker.issue_moved": _moved,
    "tracker.issue_mentioned": _mentioned,
    "tracker.comment_added": _commented,
    "tracker.comment_edited": _mentioned_in_comment,
    "tracker.work_logged": _worked,
    "tracker.file_attached": _attached,
}
KINDS = frozenset(_REASONS)
"""The kinds of events of which people are told."""


def _now(ctx: Context, key: str) -> str:
    """An address on an issue's page for what happens just now: two events have two."""
    return f"{addresses.of_issue(ctx, key)}#at-{ctx.clock.now_us()}"


def _ids(mentions: Any) -> tuple[str, ...]:
    return tuple(mentions)


def _named(ctx: Context, fields: Sequence[str]) -> str:
    """Fields in words: the Summary, the Priority and 2 more."""
    customs = site.custom_fields(ctx)
    called = [
        field_ids.NAMES.get(field) or (customs[field].name if field in customs else field)
        for field in fields
    ]
    if len(called) <= 3:
        *first, last = [f"the {name}" for name in called]
        return f"{', '.join(first)} and {last}" if first else last
    return f"{len(called)} fields"
