"""How rules run: whatever begins them plans a run, which is a step of its own with its cause."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, select

from workworld import automation
from workworld.context import Context, Event
from workworld.database import constant, insert_row, plain_rows, rows_of
from workworld.events import on
from workworld.rules import kinds
from workworld.rules.kinds import Begun, TriggerKind
from workworld.rules.models import Rule, RuleRun, RuleVersion
from workworld.rules.sight import topic_of
from workworld.schedule import plan

PERFORM, TICK = "rules.runs.perform", "rules.runs.tick"
_MILLISECOND = 1_000
MOST_DEPTH = 5
"""How many runs may lead to one another."""
SUCCESS, NO_ACTIONS, SOME_ERRORS = "success", "no_actions", "some_errors"
FAILURE, THROTTLED = "failure", "throttled"
_rules, _versions = Rule.__table__.c, RuleVersion.__table__.c
_LIVE = (
    select(
        *_versions,
        _rules.scope_id.label("scope_id"),
        _rules.follows_rules.label("follows_rules"),
        _rules.name.label("name"),
        _rules.app_id.label("app_id"),
    )
    .join(Rule.__table__, _rules.id == _versions.rule_id)
    .where(_rules.version == _versions.version, _rules.is_enabled.is_(True))
)
_BEGUN_BY = constant(
    _LIVE.where(_versions.trigger == bindparam("wanted")).order_by(_versions.rule_id)
)
_OF_RULE = constant(_LIVE.where(_versions.rule_id == bindparam("rule")))


@dataclass(frozen=True, slots=True)
class Live:
    """A rule that is on, as it is published."""

    rule_id: str
    version: int
    app_id: str
    scope_id: str
    name: str
    trigger: str
    settings: Mapping[str, Any]
    parts: Sequence[Mapping[str, Any]]
    actor_id: str
    follows_rules: bool

    @property
    def kind(self) -> TriggerKind:
        """What begins it."""
        return kinds.triggers(self.app_id)[self.trigger.partition(".")[2]]


def live_of(ctx: Context, rule_id: str) -> Live | None:
    """A rule that is on, as it is published; None if it is not."""
    found = rows_of(ctx.session, _OF_RULE, {"rule": rule_id})
    return _live(found[0]) if found else None


def begun_by(ctx: Context, kind: TriggerKind) -> Sequence[Live]:
    """The rules that are on and begin with something."""
    found = rows_of(ctx.session, _BEGUN_BY, {"wanted": f"{kind.app_id}.{kind.kind}"})
    return [_live(row) for row in found]


def begin(ctx: Context, live: Live, begun: Begun, initiator_id: str | None) -> None:
    """Let a rule run as soon as the step is over that began it.

    Too many runs that lead to one another are only noted.
    """
    depth = depth_of(ctx)
    if depth >= MOST_DEPTH:
        said = f"{MOST_DEPTH} runs of rules led to one another: this one was left out."
        note(ctx, live, begun, initiator_id, THROTTLED, said)
        return
    plan(
        ctx.session,
        due_us=ctx.clock.now_us() + _after(ctx),
        actor_id=live.actor_id,
        operation=PERFORM,
        arguments={
            "rule_id": live.rule_id,
            "version": live.version,
            "thing": begun.thing,
            "facts": dict(begun.facts),
            "initiator_id": initiator_id or "",
            "depth": depth,
        },
    )


def _after(ctx: Context) -> int:
    """How much later than its cause a run comes, so that what both write is in order.

    What the clock itself brings comes at once: there may be no time left.
    """
    is_timed = ctx.request.name == TICK or not ctx.clock.step_seconds()
    return 0 if is_timed else _MILLISECOND


def depth_of(ctx: Context) -> int:
    """How many runs led to what happens now, each to the next."""
    if ctx.request.name != PERFORM:
        return 0
    return int(ctx.request.arguments.get("depth", 0)) + 1


def note(
    ctx: Context, live: Live, begun: Begun, initiator_id: str | None, outcome: str, reason: str
) -> None:
    """Write down a run that came to nothing."""
    row = RuleRun(
        id=ctx.ids.next_id("Rr"),
        rule_id=live.rule_id,
        version=live.version,
        trigger=live.trigger,
        initiator_id=initiator_id,
        thing_id=begun.thing,
        depth=depth_of(ctx),
        outcome=outcome,
        reason=reason,
        actions=0,
        began_us=ctx.clock.now_us(),
    )
    insert_row(ctx.session, row)
    ctx.touch(topic_of(live.rule_id))


def _handler(kind: TriggerKind) -> Callable[[Context, Event], None]:
    def handle(ctx: Context, event: Event) -> None:
        for live in begun_by(ctx, kind):
            if depth_of(ctx) and not live.follows_rules:
                continue
            assert kind.begins is not None  # kinds that hear events say which
            begun = kind.begins(ctx, event, automation.read(kind, live.settings))
            if begun is not None and live.scope_id in ("", begun.scope_id):
                begin(ctx, live, begun, event.actor_id)

    handle.__qualname__ = f"rules of {kind.app_id}.{kind.kind}"  # by which handlers are ordered
    return handle


@kinds.each_trigger
def hear(kind: TriggerKind) -> None:
    """Let the events that may begin rules of a kind begin them."""
    for event in kind.events:
        on(event)(_handler(kind))


def _live(row: Any) -> Live:
    return Live(
        row.rule_id,
        row.version,
        row.app_id,
        row.scope_id,
        row.name,
        row.trigger,
        row.settings,
        row.parts,
        row.actor_id,
        row.follows_rules,
    )


def versions_of(ctx: Context, rule_id: str, version: int) -> RuleVersion | None:
    """A rule as it was published once: a row to be read."""
    query = select(RuleVersion.__table__).where(
        _versions.rule_id == rule_id, _versions.version == version
    )
    found = plain_rows(ctx.session, RuleVersion, query, {})
    return found[0] if found else None
