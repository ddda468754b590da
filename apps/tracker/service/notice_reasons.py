"""Why people are told of what happened to an issue, and in what words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from workworld.apps.tracker import APP, durations, field_ids
from workworld.apps.tracker import notification_names as n
from workworld.apps.tracker.service import addresses, recipients, site
from workworld.apps.tracker.service.recipients import Circle, Told
from workworld.context import Context, Event

MENTION, ASSIGNMENT = "mention", "assignment"
DIRECT = (MENTION, ASSIGNMENT)
"""Kinds of what calls somebody by name; the others are of issues that people have to do with."""
_WEIGHTS = {kind: weight for weight, kind in enumerate((*DIRECT, *APP.watched_kinds))}


@dataclass(frozen=True, slots=True)
class Reason:
    """Why some people are told of an event."""

    kind: str
    text: str
    """What the caller did, to be read after their name."""
    url: str
    told: Told
    comment_id: str = ""
    """The comment that it is about: only who sees it is told."""
    is_anew: bool = False
    """Whether those are told as well who were told of what lies at its address before."""

    @property
    def weight(self) -> int:
        """The less, the weightier."""
        return _WEIGHTS[self.kind]


_Reasons = Callable[[Context, Event, Circle], Iterable[Reason]]


def of(ctx: Context, event: Event, circle: Circle) -> Iterable[Reason]:
    """Why people are told of an event of one of ``KINDS``."""
    return _REASONS[event.kind](ctx, event, circle)


def _created(ctx: Context, event: Event, circle: Circle) -> Iterable[Reason]:
    components = event.facts.get("component_ids", ())
    told = recipients.of_event(ctx, circle, n.CREATED, components=components)
    url = addresses.of_issue(ctx, circle.issue.key)
    yield Reason("created", f"created {circle.issue.key}", url, told)


def _assigned(ctx: Context, event: Event, circle: Circle) -> Iterable[Reason]:
    key, to = circle.issue.key, event.facts["assignee_id"]
    if to is not None and recipients.Recipient(n.ASSIGNEE) in circle.plan[n.ASSIGNED]:
        told = Told(frozenset([to]))
        yield Reason(ASSIGNMENT, f"assigned {key} to you", _now(ctx, key), told)
    former = (event.facts.get("former_assignee_id"),)
    others = recipients.of_event(ctx, circle, n.ASSIGNED, assignees=former)
    known = site.people(ctx, [to]).get(to or "")
    text = f"assigned {key} to {known.display_name}" if known else f"assigned {key} to nobody"
    yield Reason("edit", text, _now(ctx, key), others)


def _updated(ctx: Context, event: Event, circle: Circle) -> Iterable[Reason]:
    fields = [field for field in event.facts["fields"] if field != field_ids.ASSIGNEE]
    key = circle.issue.key
    if fields:
        text = f"changed {_named(ctx, fields)} of {key}"
        told = recipients.of_event(ctx, circle, n.UPDATED)
        yield Reason("edit", text, _now(ctx, key), told)


def _transitioned(ctx: Context, event: Event, circle: Circle) -> Iterable[Reason]:
    key, facts = circle.issue.key, event.facts
    status = site.statuses(ctx)[facts["to_status_id"]]
    what = n.STATUS
    if facts["is_done"] != facts["was_done"]:
        what = n.RESOLVED if facts["is_done"] else n.REOPENED
    told = recipients.of_event(ctx, circle, what)
    yield Reason("status", f"moved {key} to {status.name}", _now(ctx, key), told)


def _moved(ctx: Context, event: Event, circle: Circle) -> Iterable[Reason]:
    key = circle.issue.key
    text = f"moved {event.facts['former_key']} to another project: it is {key} now"
    told = recipients.of_event(ctx, circle, n.MOVED)
    yield Reason("moved", text, _now(ctx, key), told)


def _mentioned(ctx: Context, event: Event, circle: Circle) -> Iterable[Reason]:
    key = circle.issue.key
    told = _by_name(circle, event)
    yield Reason(MENTION, f"mentioned you in {key}", _now(ctx, key), told)


def _commented(ctx: Context, event: Event, circle: Circle) -> Iterable[Reason]:
    key, comment_id = circle.issue.key, event.facts["comment_id"]
    yield _mentioned_in_comment(ctx, event, circle)
    url = addresses.of_comment(ctx, key, comment_id)
    told = recipients.of_event(ctx, circle, n.COMMENTED)
    yield Reason("comment", f"commented on {key}", url, told, comment_id)


def _comment_edited(ctx: Context, event: Event, circle: Circle) -> Iterable[Reason]:
    key, comment_id = circle.issue.key, event.facts["comment_id"]
    yield _mentioned_in_comment(ctx, event, circle)
    url = addresses.of_comment(ctx, key, comment_id)
    told = recipients.of_event(ctx, circle, n.COMMENT_EDITED)
    yield Reason("comment", f"edited a comment on {key}", url, told, comment_id, is_anew=True)


def _mentioned_in_comment(ctx: Context, event: Event, circle: Circle) -> Reason:
    key, comment_id = circle.issue.key, event.facts["comment_id"]
    text, url = f"mentioned you in a comment on {key}", addresses.of_comment(ctx, key, comment_id)
    return Reason(MENTION, text, url, _by_name(circle, event), comment_id)


def _worked(ctx: Context, event: Event, circle: Circle) -> Iterable[Reason]:
    key = circle.issue.key
    text = f"logged {durations.show(event.facts['seconds'])} on {key}"
    told = recipients.of_event(ctx, circle, n.WORK_LOGGED)
    yield Reason("work", text, _now(ctx, key), told)


def _attached(ctx: Context, _event: Event, circle: Circle) -> Iterable[Reason]:
    key = circle.issue.key
    told = recipients.of_event(ctx, circle, n.UPDATED)
    yield Reason("file", f"attached a file to {key}", _now(ctx, key), told)


_REASONS: Mapping[str, _Reasons] = {
    "tracker.issue_created": _created,
    "tracker.issue_assigned": _assigned,
    "tracker.issue_updated": _updated,
    "tracker.issue_transitioned": _transitioned,
    "tracker.issue_moved": _moved,
    "tracker.issue_mentioned": _mentioned,
    "tracker.comment_added": _commented,
    "tracker.comment_edited": _comment_edited,
    "tracker.work_logged": _worked,
    "tracker.file_attached": _attached,
}
KINDS = frozenset(_REASONS)
"""The kinds of events of which people are told."""


def _now(ctx: Context, key: str) -> str:
    """An address on an issue's page for what happens just now: two events have two."""
    return f"{addresses.of_issue(ctx, key)}#at-{ctx.clock.now_us()}"


def _by_name(circle: Circle, event: Event) -> Told:
    """Those whom a text mentions, if the project tells them."""
    is_told = recipients.Recipient(n.THOSE_MENTIONED) in circle.plan[n.MENTIONED]
    return Told(frozenset(event.facts["mentions"] if is_told else ()))


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
