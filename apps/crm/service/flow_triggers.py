"""What begins flows: records that are saved or deleted, and times that come.

https://help.salesforce.com/s/articleView?id=platform.flow_ref_elements_start_data_change_trigger.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from types import SimpleNamespace
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import bindparam, select

from workworld.apps.crm.models import Flow, FlowRun, FlowVersion
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.kinds import Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import (
    automations,
    flow_runs,
    notices,
    people,
    rule_facts,
    saving,
)
from workworld.apps.crm.service.flow_elements import MINUTES
from workworld.apps.crm.service.flow_runs import Live
from workworld.apps.crm.service.rule_facts import RecordFacts
from workworld.apps.crm.service.saving import Saving
from workworld.apps.crm.types import RecordId
from workworld.clock import to_microseconds
from workworld.context import Context, Surface
from workworld.database import constant, rows_of
from workworld.errors import Refused, Unavailable
from workworld.operations import Effect, operation
from workworld.undoing import whole_or_nothing
from workworld.working_hours import MINUTE
from workworld.zones import zone

COME_DUE = "crm.flow_triggers.come_due"
_CREATE, _UPDATE, _DELETE = "Create", "Update", "Delete"
_flows, _versions = Flow.__table__.c, FlowVersion.__table__.c
_LIVE = (
    select(
        _versions.flow_id,
        _versions.version,
        _versions.made_by_id,
        _versions.definition,
        _flows.name,
    )
    .join(Flow.__table__, _flows.id == _versions.flow_id)
    .where(_flows.version == _versions.version)
)
_OF_MOMENT = constant(
    _LIVE.where(
        _versions.sobject == bindparam("sobject"), _versions.moment == bindparam("moment")
    ).order_by(_flows.name, _versions.flow_id)
)
_OF_FLOW = constant(_LIVE.where(_versions.flow_id == bindparam("flow")))


def live_of(ctx: Context, flow_id: str) -> Live | None:
    """A flow as it runs; None if it is not active."""
    found = rows_of(ctx.session, _OF_FLOW, {"flow": flow_id})
    return _live(found[0]) if found else None


@saving.before(saving.ANY, order=5)
def _before(ctx: Context, saved: Saving) -> None:
    """Set fields of a record as it is saved."""
    with ctx.session.no_autoflush, flow_runs.one_save():  # nothing of it is written yet
        for live in _of(ctx, saved.sobject, "before"):
            if _begins(ctx, live, saved):
                flow_runs.perform(ctx, live, saved.row, _facts(ctx, saved), is_before=True)


@saving.after(saving.ANY, order=95)
def _after(ctx: Context, saved: Saving) -> None:
    """Do what follows when a record was saved, or plan it."""
    with flow_runs.one_save():
        for live in _of(ctx, saved.sobject, "after"):
            if _begins(ctx, live, saved):
                flow_runs.perform(ctx, live, saved.row, _facts(ctx, saved))
    for live in _of(ctx, saved.sobject, "scheduled"):
        if _begins(ctx, live, saved):
            _plan(ctx, live, saved)


@saving.before_delete(saving.ANY, order=60)
def _gone(ctx: Context, row: Any) -> None:
    sobject = objects.of_model(type(row))
    with flow_runs.one_save():
        for live in _of(ctx, sobject, "delete"):
            facts = RecordFacts(ctx, sobject, row, {}, is_new=False)
            if rule_facts.formula(sobject.name, live.trigger["formula"]).holds(facts):
                flow_runs.perform(ctx, live, row, facts)


# It is due at the time of a scheduled path, and nobody asks for it.
@operation(Effect.WRITE, scope=None, doors=(Surface.SYSTEM,), outlives_account=True)
def come_due(
    ctx: Context,
    *,
    flow_id: Annotated[str, Field(description="Which flow.", max_length=18)],
    record_id: RecordId,
    due_us: Annotated[int, Field(description="For when it was planned.")],
) -> None:
    """Run a flow at the time of its scheduled path, if that still is the time."""
    live, row = live_of(ctx, flow_id), _row(ctx, record_id)
    if live is None or row is None:
        return
    sobject = objects.of_model(type(row))
    facts = RecordFacts(ctx, sobject, row, {}, is_new=False)
    is_fit = rule_facts.formula(sobject.name, live.trigger["formula"]).holds(facts)
    if is_fit and _due_of(ctx, live, sobject, row, due_us) == due_us:
        _alone(ctx, live, record_id, None)


# As above, of a flow that waits.
@operation(Effect.WRITE, scope=None, doors=(Surface.SYSTEM,), outlives_account=True)
def resume(
    ctx: Context, *, run_id: Annotated[str, Field(description="Which run.", max_length=18)]
) -> None:
    """Let a flow go on that has waited, with the version that it began with."""
    kept = ctx.session.get(FlowRun, run_id)
    flow = ctx.session.get(Flow, kept.flow_id) if kept else None
    if kept is None or flow is None or kept.outcome != flow_runs.WAITING:
        return
    if _row(ctx, kept.record_id) is None or flow.version is None:
        kept.outcome = flow_runs.FINISHED
        kept.lines = [*kept.lines, {"kind": "Wait", "text": "There was nothing to go on with"}]
        return
    version = ctx.session.get_one(FlowVersion, (kept.flow_id, kept.version))
    said = (kept.flow_id, kept.version, flow.name, version.made_by_id, version.definition)
    _alone(ctx, Live(*said), kept.record_id, run_id)


def _alone(ctx: Context, live: Live, record_id: str, run_id: str | None) -> None:
    """Run a flow that nothing is saved with; what it did is undone if it fails."""

    def act() -> None:
        row = _row(ctx, record_id)
        facts = RecordFacts(ctx, objects.of_model(type(row)), row, {}, is_new=False)
        flow_runs.again(ctx, live, row, facts, _kept(ctx, run_id))

    try:
        whole_or_nothing(ctx, act)
    except Unavailable:
        raise
    except Refused as refusal:
        errors = getattr(refusal, "errors", None)
        why = "; ".join(each.message for each in errors) if errors else refusal.message
        flow_runs.fail(ctx, live, record_id, _kept(ctx, run_id), why)
        sobject = objects.of_prefix(record_id[:3])
        url = notices.address_of(ctx, sobject.name if sobject else "record", record_id, "flow")
        text = f"reports: the flow {live.name} failed: {why}"
        notices.tell(ctx, notices.FLOW_FAILED, url, [live.made_by_id], text[:500])


def _kept(ctx: Context, run_id: str | None) -> FlowRun | None:
    return ctx.session.get(FlowRun, run_id) if run_id else None


def _row(ctx: Context, record_id: str) -> Any:
    """A record that is there, whoever may see it; or None."""
    sobject = objects.of_prefix(record_id[:3])
    row: Any = ctx.session.get(sobject.model, record_id) if sobject else None
    return None if row is None or row.is_deleted else row


def _of(ctx: Context, sobject: SObject, moment: str) -> Sequence[Live]:
    found = rows_of(ctx.session, _OF_MOMENT, {"sobject": sobject.name, "moment": moment})
    return [_live(row) for row in found]


def _live(row: Any) -> Live:
    return Live(row.flow_id, row.version, row.name, row.made_by_id, row.definition)


def _facts(ctx: Context, saved: Saving) -> RecordFacts:
    return RecordFacts(ctx, saved.sobject, saved.row, saved.old, is_new=saved.is_new)


def _begins(ctx: Context, live: Live, saved: Saving) -> bool:
    """Whether a save begins a flow."""
    event = live.trigger["recordTriggerType"]
    if event in (_DELETE, _UPDATE if saved.is_new else _CREATE):
        return False
    formula = rule_facts.formula(saved.sobject.name, live.trigger["formula"])
    if not formula.holds(_facts(ctx, saved)):
        return False
    if saved.is_new or not live.trigger["doesRequireRecordChangedToMeetCriteria"]:
        return True
    return not _was_met(ctx, live, saved)


def _plan(ctx: Context, live: Live, saved: Saving) -> None:
    """Plan a scheduled path; a save that changes nothing about its time leaves it as planned."""
    due_us = _due_of(ctx, live, saved.sobject, saved.row, 0)
    if due_us is None or due_us < ctx.clock.now_us():
        return
    if not saved.is_new and _was_met(ctx, live, saved):
        before = SimpleNamespace(**saved.old)
        has_field = bool(live.trigger["timeField"])
        if not has_field or _due_of(ctx, live, saved.sobject, before, 0) == due_us:
            return
    said = {"flow_id": live.flow_id, "record_id": saved.row.id, "due_us": due_us}
    automations.later(ctx, due_us, COME_DUE, **said)


def _was_met(ctx: Context, live: Live, saved: Saving) -> bool:
    """Whether the record had met the criteria before it was changed."""
    formula = rule_facts.formula(saved.sobject.name, live.trigger["formula"])
    before = SimpleNamespace(**saved.old)
    return formula.holds(RecordFacts(ctx, saved.sobject, before, {}, is_new=False))


def _due_of(ctx: Context, live: Live, sobject: SObject, row: Any, planned_us: int) -> int | None:
    """When the scheduled path of a flow comes for a record; a day begins in the company's zone.

    A path that counts from the save itself is not moved by later ones.
    """
    told = live.trigger
    minutes: int = told["offset"] * MINUTES[told["unit"]] * (-1 if told["side"] == "Before" else 1)
    if not told["timeField"]:
        return planned_us or ctx.clock.now_us() + minutes * MINUTE
    field = sobject.field(told["timeField"])
    held = getattr(row, field.column, None) if field and field.column else None
    if field is None or held is None or held == "":
        return None
    if field.kind is not Kind.DATE:
        return int(held) + minutes * MINUTE
    where = zone(people.org(ctx).zone)
    days = timedelta(minutes=minutes) if told["unit"] == "Days" else timedelta()
    begins = datetime.combine(date.fromisoformat(str(held)) + days, time(), where)
    return int(to_microseconds(begins)) + (0 if days else minutes * MINUTE)
