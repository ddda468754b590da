"""Scores of leads: points by rules, each with its reason.

https://help.salesforce.com/s/articleView?id=mktg.pardot_scoring_rules.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import func, select

from workworld.apps.crm.models import CampaignMember, Lead, LeadScoreRule, Task
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.service import records, rule_facts
from workworld.apps.crm.service.rule_facts import RecordFacts
from workworld.apps.crm.service.saving import (
    Options,
    Saving,
    after,
    after_delete,
    after_restore,
    before,
)
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

LEAD, RESPONSES, ACTIVITIES = "lead", "responses", "activities"
LEAST, MOST = 0, 100
_SYSTEM = Options(system=True, notify=False, allow_duplicates=True)
_members, _tasks, _rules = (
    CampaignMember.__table__.c,
    Task.__table__.c,
    LeadScoreRule.__table__.c,
)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a lead has points: the rule's name, the points, and how often they were given."""

    name: str
    points: int
    times: int


@dataclass(frozen=True, slots=True)
class Score:
    """A lead's score from 0 to 100, and the reasons for it, the weightiest first."""

    score: int
    reasons: Sequence[Reason]


# Programs read the score from the lead's record.
@operation(Effect.READ, scope="api", doors=(Surface.UI, Surface.MCP))
def explain(
    ctx: Context, *, lead_id: Annotated[RecordId, Field(description="A lead's id.")]
) -> Score:
    """Tell a lead's score and the reasons for it; what was put by hand before has none."""
    lead: Lead = records.known(ctx, "Lead", lead_id)
    reasons = [] if lead.is_converted else _reasons(ctx, lead)
    ordered = sorted(reasons, key=lambda each: (-abs(each.points), each.name))
    return Score(lead.score or 0, ordered)


@before("Lead", order=45)
def _count(ctx: Context, saving: Saving) -> None:
    """Give a lead the points that it has now; a converted one keeps those that it had."""
    lead: Lead = saving.row
    if lead.is_converted or "score" in saving.given:
        return
    with ctx.session.no_autoflush:  # what is being saved is not written yet
        if _active(ctx):
            lead.score = _sum(_reasons(ctx, lead, is_new=saving.is_new))


@after("CampaignMember", order=70)
@after("Task", order=70)
def _follow(ctx: Context, saving: Saving) -> None:
    """Count anew when a lead has responded, or something was done with it."""
    columns = ("who_id", "is_closed") if isinstance(saving.row, Task) else ("has_responded",)
    if saving.changed(*columns):
        _recount(ctx, saving.row)


@after_delete("CampaignMember", "Task")
@after_restore("CampaignMember", "Task")
def _follow_bin(ctx: Context, row: Any) -> None:
    _recount(ctx, row)


def _recount(ctx: Context, row: Any) -> None:
    lead_id = row.who_id if isinstance(row, Task) else row.lead_id
    lead = ctx.session.get(Lead, lead_id) if lead_id and lead_id.startswith("00Q") else None
    if lead is None or lead.is_deleted or lead.is_converted or not _active(ctx):
        return
    score = _sum(_reasons(ctx, lead))
    if score != lead.score:
        records.change(ctx, lead, {"Lead_Score__c": score}, _SYSTEM)


def _active(ctx: Context) -> Sequence[LeadScoreRule]:
    return ctx.remembered("crm lead score rules", lambda: _look_up(ctx))


def _look_up(ctx: Context) -> Sequence[LeadScoreRule]:
    query = select(LeadScoreRule).where(_rules.is_active)
    return list(ctx.session.scalars(query.order_by(_rules.position, _rules.id)))


def _reasons(ctx: Context, lead: Lead, *, is_new: bool = False) -> list[Reason]:
    facts = RecordFacts(ctx, of_name("Lead"), lead, {}, is_new=is_new)
    found = []
    for rule in _active(ctx):
        if not rule_facts.formula("Lead", rule.formula).holds(facts):
            continue
        times = min(rule.most, _times(ctx, rule.source, lead.id))
        if times:
            found.append(Reason(rule.name, rule.points * times, times))
    return found


def _times(ctx: Context, source: str, lead_id: str | None) -> int:
    """How often a lead did what a rule gives points for."""
    if source == LEAD:
        return 1
    if lead_id is None:
        return 0
    if source == RESPONSES:
        done = (_members.lead_id == lead_id, _members.has_responded, ~_members.is_deleted)
        query = select(func.count(_members.id)).where(*done)
    else:
        finished = (_tasks.who_id == lead_id, _tasks.is_closed, ~_tasks.is_deleted)
        query = select(func.count(_tasks.id)).where(*finished)
    return ctx.session.scalar(query) or 0


def _sum(reasons: Sequence[Reason]) -> int:
    return max(LEAST, min(MOST, sum(each.points for each in reasons)))
