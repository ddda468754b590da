"""Web hooks that programs register for a time, each for themselves.

https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-webhooks/
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import bindparam, func, select

from workworld.apps.tracker import APP
from workworld.apps.tracker.jql import parse
from workworld.apps.tracker.jql.tree import clauses_of
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Hook
from workworld.apps.tracker.numbers import next_id
from workworld.apps.tracker.service import hook_events, hooks, search
from workworld.apps.tracker.service.hooks import HookId, Url
from workworld.apps.tracker.types import PageSize, Start
from workworld.context import Context, Surface
from workworld.database import constant, plain_rows
from workworld.deliveries.models import Delivery
from workworld.errors import Invalid, Problem, Refused
from workworld.operations import Effect, operation

_LIFE_US = 30 * 86_400 * 1_000_000
_KEPT_US = 72 * 3600 * 1_000_000
_hooks, _deliveries = Hook.__table__.c, Delivery.__table__.c
_MINE = constant(
    select(Hook.__table__)
    .where(
        _hooks.owner_id == bindparam("me"),
        _hooks.expires_us.is_not(None),
        _hooks.expires_us > bindparam("now"),
    )
    .order_by(_hooks.created_us, _hooks.id)
)
_FIELDS = frozenset(
    {"issuekey", "key", "id", "issue", "project", "issuetype", "type", "status", "assignee"}
    | {"reporter", "priority", "labels", "component", "fixversion"}
)
"""By which a program may narrow down what it is told of, beside custom fields."""
_OPERATORS = frozenset({"=", "!=", "in", "not in"})
# Pages and tools look after the web hooks of the site.
_DOORS = (Surface.REST,)
Wanted = Annotated[
    Sequence[Mapping[str, Any]],
    Field(
        description="events, jqlFilter and fieldIdsFilter of each.", min_length=1, max_length=100
    ),
]
Ids = Annotated[
    Sequence[HookId], Field(description="Ids of web hooks.", min_length=1, max_length=100)
]


@dataclass(frozen=True, slots=True)
class Registered:
    """What came of registering one."""

    id: str
    """Empty if it was refused."""
    errors: Sequence[str] = ()


@operation(Effect.WRITE, scope="manage:jira-webhook", doors=_DOORS)
def register(ctx: Context, *, url: Url, wanted: Wanted) -> Sequence[Registered]:
    """Register web hooks for thirty days; those that make no sense say why and keep no other back.

    Nothing leaves the company: what would be sent is kept.
    """
    address = hooks.good_url(url)
    count, found = len(_mine(ctx)), []
    for each in wanted:
        hooks.require_room(count)
        errors = _errors(ctx, each)
        if errors:
            found.append(Registered("", errors))
            continue
        count += 1
        found.append(Registered(_add(ctx, address, each)))
    return found


@operation(Effect.READ, scope="manage:jira-webhook", doors=_DOORS)
def list(ctx: Context, *, start: Start = 0, limit: PageSize = 100) -> Listed[Hook]:
    """List the web hooks that the caller has registered and that are not over yet."""
    rows = _mine(ctx)
    return Listed(rows[start : start + limit], len(rows), start)


@operation(Effect.WRITE, scope="manage:jira-webhook", doors=_DOORS)
def remove(ctx: Context, *, hook_ids: Ids) -> None:
    """Take back web hooks that the caller has registered; others are passed over."""
    for hook in _own(ctx, hook_ids):
        ctx.session.delete(hook)


@operation(Effect.WRITE, scope="manage:jira-webhook", doors=_DOORS)
def refresh(ctx: Context, *, hook_ids: Ids) -> int:
    """Let web hooks that the caller has registered last for another thirty days.

    Returns:
        When they are over, in microseconds since the Unix epoch.
    """
    expires_us = ctx.clock.now_us() + _LIFE_US
    for hook in _own(ctx, hook_ids):
        hook.expires_us = expires_us
    return expires_us


@operation(Effect.READ, scope="manage:jira-webhook", doors=_DOORS)
def failed(
    ctx: Context,
    *,
    limit: PageSize = 100,
    after_ms: Annotated[
        int, Field(description="Milliseconds since the epoch: later ones alone.", ge=0, le=10**14)
    ] = 0,
) -> Listed[Delivery]:
    """List what did not reach the caller's web hooks in 72 hours, which is all; oldest first."""
    own = select(_hooks.id).where(
        _hooks.owner_id == ctx.actor.person_id, _hooks.expires_us.is_not(None)
    )
    since_us = max(after_ms * 1000 + 999, ctx.clock.now_us() - _KEPT_US)
    query = select(Delivery.__table__).where(
        _deliveries.app_id == APP.id,
        _deliveries.sender_kind == "hook",
        _deliveries.sender_id.in_(own),
        _deliveries.sent_us > since_us,
    )
    total = ctx.session.scalar(select(func.count()).select_from(query.subquery())) or 0
    page = query.order_by(_deliveries.sent_us, _deliveries.id).limit(limit)
    return Listed(plain_rows(ctx.session, Delivery, page, {}), total)


def _mine(ctx: Context) -> Sequence[Hook]:
    values = {"me": ctx.actor.person_id, "now": ctx.clock.now_us()}
    return plain_rows(ctx.session, Hook, _MINE, values)


def _own(ctx: Context, hook_ids: Sequence[str]) -> Sequence[Hook]:
    """The objects of those that are the caller's and not over."""
    mine = {row.id for row in _mine(ctx)}
    wanted = [each for each in dict.fromkeys(hook_ids) if each in mine]
    return [ctx.session.get_one(Hook, each) for each in wanted]


def _add(ctx: Context, url: str, wanted: Mapping[str, Any]) -> str:
    now_us = ctx.clock.now_us()
    hook = Hook(
        id=next_id(ctx.ids, "hook"),
        owner_id=ctx.actor.person_id,
        url=url,
        events=[*dict.fromkeys(wanted["events"])],
        jql=str(wanted["jqlFilter"]).strip(),
        field_ids=[*(wanted.get("fieldIdsFilter") or ())],
        expires_us=now_us + _LIFE_US,
        created_us=now_us,
        updated_us=now_us,
    )
    ctx.session.add(hook)
    return hook.id


def _errors(ctx: Context, wanted: Mapping[str, Any]) -> Sequence[str]:
    """What keeps one from being registered.

    Raises:
        Invalid: ``invalid_arguments``: it is not of the form at all.
    """
    events = wanted.get("events")
    if not _is_list_of_texts(events) or not events:
        raise Invalid("invalid_arguments", problems=[Problem("events must be a list", "events")])
    fields = wanted.get("fieldIdsFilter") or ()
    if not _is_list_of_texts(fields):
        problem = Problem("fieldIdsFilter must be a list", "fieldIdsFilter")
        raise Invalid("invalid_arguments", problems=[problem])
    unknown = [each for each in events if each not in hook_events.OF_PROGRAMS]
    found = [f"The event {each[:50]} is unsupported" for each in unknown]
    return [*found, *_errors_of_jql(ctx, wanted.get("jqlFilter"))]


def _is_list_of_texts(value: Any) -> bool:
    is_several = isinstance(value, Sequence) and not isinstance(value, str)
    return is_several and all(isinstance(each, str) and len(each) <= 255 for each in value)


def _errors_of_jql(ctx: Context, jql: Any) -> Sequence[str]:
    if not isinstance(jql, str) or not jql.strip():
        return ["The jqlFilter must not be empty"]
    try:
        search.check(ctx, jql=jql)
        clauses = clauses_of(parse(jql).where)
    except Refused as refused:
        return [refused.message]
    if not clauses:
        return ["The jqlFilter must not be empty"]
    found = []
    for each in clauses:
        name = each.field.name.casefold()
        if name not in _FIELDS and not name.startswith(("cf[", "customfield_")):
            found.append(f"The clause {each.field.name} is unsupported")
        elif each.operator.casefold() not in _OPERATORS:
            found.append(f"The operator {each.operator} is unsupported")
    return found
