"""Telling web hooks what came to pass: what would be sent is kept, with the owner's eyes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import bindparam, select

from workworld.apps.tracker import APP
from workworld.apps.tracker.models import Board, Comment, Hook, Issue, Project
from workworld.apps.tracker.service import audience, history, hook_events, losses, search
from workworld.apps.tracker.service.history import Change
from workworld.context import Actor, Context, Event, Request, Surface
from workworld.database import Base, constant, plain_rows
from workworld.deliveries import records
from workworld.deliveries.records import Sender
from workworld.errors import Refused
from workworld.events import on

_hooks = Hook.__table__.c
_LIVE = constant(
    select(Hook.__table__)
    .where(
        _hooks.is_enabled.is_(True),
        _hooks.expires_us.is_(None) | (_hooks.expires_us > bindparam("now")),
    )
    .order_by(_hooks.id)
)
_ISSUE = constant(select(Issue.__table__).where(Issue.__table__.c.id == bindparam("issue")))
CREATED, UPDATED = "jira:issue_created", "jira:issue_updated"


@dataclass(frozen=True, slots=True)
class Told:
    """What a web hook is told of."""

    event: str
    """The vendor's name."""
    facts: Mapping[str, Any]
    """Of our event."""
    issue: Issue | None = None
    """A row to be read."""
    changes: Sequence[Change] = ()
    """Of the issue, as far as the owner sees them."""
    hook_id: str = ""
    """Of a program's, which is told which of its web hooks it was."""


Writer = Callable[[Context, Told], Mapping[str, Any]]
_writers: list[Writer] = []


def writes(writer: Writer) -> Writer:
    """Declare what writes bodies in the vendor's shape: it lies above services."""
    _writers.append(writer)
    return writer


def deliver(ctx: Context, event: Event) -> None:
    """Keep what web hooks would be told of an event."""
    name = hook_events.TOLD[event.kind]
    hooks = _wanting(ctx, name)
    if not hooks or _is_told_with_another(ctx, event):
        return
    ctx.session.flush()  # plain rows are read past the session
    for hook in hooks:
        _send(ctx, hook, name, event.facts)


for _kind in sorted(hook_events.TOLD):
    on(_kind)(deliver)


@losses.listens
def deliver_loss(ctx: Context, name: str, facts: Mapping[str, Any]) -> None:
    """Keep what web hooks would be told of what is about to be deleted."""
    hooks = _wanting(ctx, name)
    if hooks:
        ctx.session.flush()  # plain rows are read past the session
    for hook in hooks:
        _send(ctx, hook, name, facts)


@on("tracker.webhook_fired")
def fire(ctx: Context, event: Event) -> None:
    """Keep what a transition would send to the address that it names."""
    ctx.session.flush()  # plain rows are read past the session
    mine, facts = ctx.actor.person_id, event.facts
    eyes = _eyes_of(ctx, mine)
    issue = _issue(eyes, facts)
    told = Told(UPDATED, facts, issue, _changes(eyes, issue))
    sender = Sender(APP.id, "transition", facts["transition_id"], mine)
    records.keep(
        ctx,
        sender,
        url=facts["url"],
        body=_written(eyes, told),
        event=UPDATED,
        thing_id=facts["issue_id"],
    )


def _wanting(ctx: Context, name: str) -> list[Hook]:
    live = plain_rows(ctx.session, Hook, _LIVE, {"now": ctx.clock.now_us()})
    return [hook for hook in live if name in hook.events]


def _is_told_with_another(ctx: Context, event: Event) -> bool:
    """Whether an issue's update is told along with its creation, or with what follows."""
    if hook_events.TOLD[event.kind] != UPDATED:
        return False
    here = [
        each
        for each in ctx.events
        if each.facts.get("issue_id") == event.facts["issue_id"]
        and hook_events.TOLD.get(each.kind) in (UPDATED, CREATED)
    ]
    return here[-1] is not event or here[0].kind == "tracker.issue_created"


def _send(ctx: Context, hook: Hook, name: str, facts: Mapping[str, Any]) -> None:
    """Keep what a web hook is told, if its owner sees what it is of and it fits."""
    eyes = _eyes_of(ctx, hook.owner_id)
    if not all(audience.sees(eyes, *each) for each in _subjects(ctx, facts)):
        return
    issue = _issue(eyes, facts)
    changes = _changes(eyes, issue) if name == UPDATED else ()
    if (hook.jql and not _fits(eyes, hook.jql, issue)) or not _concerns(hook, name, changes):
        return
    told = Told(name, facts, issue, changes, hook.id if hook.expires_us is not None else "")
    records.keep(
        ctx,
        Sender(APP.id, "hook", hook.id, hook.owner_id),
        url=hook.url,
        body="" if hook.excludes_body else _written(eyes, told),
        event=name,
        thing_id=facts.get("issue_id") or facts.get("source_id") or "",
    )


def _subjects(ctx: Context, facts: Mapping[str, Any]) -> Iterator[tuple[type[Base], str]]:
    """What somebody must see to be told."""
    for name in ("issue_id", "source_id", "target_id"):
        if name in facts:
            yield Issue, facts[name]
    comment_id = facts.get("comment_id")
    if comment_id is not None and ctx.session.get(Comment, comment_id) is not None:
        yield Comment, comment_id
    elif not facts.get("is_public", True):
        yield Comment, ""  # one that was not for everybody, and is gone
    if "board_id" in facts:
        yield Project, ctx.session.get_one(Board, facts["board_id"]).project_id
    elif "project_id" in facts and "issue_id" not in facts:
        yield Project, facts["project_id"]


def _issue(ctx: Context, facts: Mapping[str, Any]) -> Issue | None:
    found = plain_rows(ctx.session, Issue, _ISSUE, {"issue": facts.get("issue_id", "")})
    return found[0] if found else None


def _changes(ctx: Context, issue: Issue | None) -> Sequence[Change]:
    return () if issue is None else history.of_moment(ctx, issue, ctx.clock.now_us())


def _fits(ctx: Context, jql: str, issue: Issue | None) -> bool:
    """Whether a query finds an issue; what is no issue's is asked nothing."""
    if issue is None:
        return True
    try:
        return bool(search.matching(ctx, jql=jql, issue_ids=[issue.id]))
    except Refused:  # it names what there is no more
        return False


def _concerns(hook: Hook, name: str, changes: Sequence[Change]) -> bool:
    """Whether one of the fields changed that a web hook is about."""
    if name != UPDATED or not hook.field_ids:
        return True
    changed = {item.field_id for change in changes for item in change.items}
    return not changed.isdisjoint(hook.field_ids)


def _eyes_of(ctx: Context, person_id: str) -> Context:
    """The same step, read as somebody else and with no door: addresses are canonical."""
    request = Request(Surface.SYSTEM, "webhook", {"actor": ctx.actor.person_id})
    return replace(ctx, actor=Actor(person_id), request=request, memory={})


def _written(ctx: Context, told: Told) -> str:
    (writer,) = _writers
    return json.dumps(writer(ctx, told), ensure_ascii=False, separators=(",", ":"))
