"""The step in which a rule runs, and what its schedule brings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field

from workworld import automation
from workworld.clock import to_microseconds
from workworld.context import Actor, Context
from workworld.directory import people
from workworld.directory.models import Person
from workworld.errors import Refused
from workworld.notifications.notices import notify
from workworld.operations import Effect, operation
from workworld.rules import kinds, running
from workworld.rules.crons import cron_from
from workworld.rules.kinds import Begun
from workworld.rules.models import Rule, RuleRun
from workworld.rules.performing import MOST_THINGS, Performance
from workworld.rules.running import Live
from workworld.rules.sight import topic_of
from workworld.rules.work import Work
from workworld.schedule import cancel, plan, planned

RuleId = Annotated[str, Field(description="A rule's id.", min_length=1, max_length=64)]
Version = Annotated[int, Field(description="Which version was published.", ge=1)]


@operation(Effect.WRITE, scope=None, doors=(), outlives_account=True)
def perform(
    ctx: Context,
    *,
    rule_id: RuleId,
    version: Version,
    thing: Annotated[str, Field(description="What began it.", max_length=64)] = "",
    facts: Annotated[Mapping[str, Any], Field(description="What its trigger told.")] = {},
    initiator_id: Annotated[str, Field(description="Whose deed began it.", max_length=64)] = "",
    depth: Annotated[int, Field(description="How many runs led to it.", ge=0)] = 0,
) -> None:
    """Run a rule that is still on as it was published; what it does not see does not begin it."""
    live = running.live_of(ctx, rule_id)
    if live is None or live.version != version:
        return
    work = work_of(ctx, live, thing, facts, initiator_id)
    if thing and kinds.named(live.app_id, ctx, thing) is None:
        return
    performed = Performance(live)
    if people.me(ctx).is_deactivated:
        performed.failures = 1
        performed.reason = "The account of whoever published it is deactivated."
    else:
        performed.perform(work)
    run = RuleRun(
        id=ctx.ids.next_id("Rr"),
        rule_id=live.rule_id,
        version=live.version,
        trigger=live.trigger,
        initiator_id=initiator_id or None,
        thing_id=thing,
        depth=depth,
        outcome=performed.outcome,
        reason=performed.reason,
        actions=performed.actions,
        began_us=ctx.clock.now_us(),
    )
    performed.keep(work, run)
    ctx.touch(topic_of(rule_id))
    if performed.failures:
        _tell(ctx, live, run)


@operation(Effect.WRITE, scope=None, doors=(), outlives_account=True)
def tick(ctx: Context, *, rule_id: RuleId, version: Version) -> None:
    """Begin what a rule's schedule brings, and plan its next time."""
    live = running.live_of(ctx, rule_id)
    if live is None or live.version != version or people.me(ctx).is_deactivated:
        return
    plan_next(ctx, live)
    kind = live.kind
    work = work_of(ctx, live, "", {}, "")
    settings = automation.read(kind, live.settings)
    if kind.things is None:
        running.begin(ctx, live, Begun(live.scope_id), None)
        return
    try:
        found = kind.things(work, settings)
    except Refused as refused:
        began = Begun(live.scope_id)
        running.note(ctx, live, began, None, running.FAILURE, refused.message)
        return
    for thing in found[:MOST_THINGS]:
        running.begin(ctx, live, Begun(live.scope_id, thing), None)


def work_of(
    ctx: Context, live: Live, thing: str, facts: Mapping[str, Any], initiator_id: str
) -> Work:
    """A run of a rule at its beginning."""
    return Work(
        ctx,
        live.app_id,
        live.scope_id,
        live.rule_id,
        live.name,
        initiator_id,
        thing,
        thing,
        dict(facts),
    )


def plan_next(ctx: Context, live: Live) -> None:
    """Plan when a rule comes next by the clock of whoever published it, if it does."""
    if live.kind.cron is None:
        return
    cron = cron_from(live.kind.cron(automation.read(live.kind, live.settings)))
    actor = ctx.session.get_one(Person, live.actor_id)
    due = cron.after(ctx.clock.now().astimezone(people.zone_of(actor)))
    if due is not None:
        plan(
            ctx.session,
            due_us=to_microseconds(due),
            actor_id=live.actor_id,
            operation=running.TICK,
            arguments={"rule_id": live.rule_id, "version": live.version},
        )


def replan(ctx: Context, rule_id: str) -> None:
    """Let a rule come when it should now: after it was published, switched or deleted."""
    for due in planned(ctx.session):
        if due.operation == running.TICK and due.arguments["rule_id"] == rule_id:
            cancel(ctx.session, due)
    ctx.session.flush()  # whether it is on is read next
    live = running.live_of(ctx, rule_id)
    if live is not None:
        plan_next(ctx, live)


def _tell(ctx: Context, live: Live, run: RuleRun) -> None:
    """Tell the owner of a rule that it failed."""
    owner_id = ctx.session.get_one(Rule, live.rule_id).owner_id
    url = people.canonical_url(ctx.session, live.app_id, f"/automation/runs/{run.id}")
    said = f"ran “{live.name}”, which failed: {run.reason}"
    initiator = replace(ctx, actor=Actor(run.initiator_id or live.actor_id))
    notify(initiator, person_id=owner_id, app_id=live.app_id, kind="rule", text=said, url=url)
