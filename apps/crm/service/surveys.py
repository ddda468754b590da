"""Customers are asked how content they are when their cases are solved, and answer from outside.

https://help.salesforce.com/s/articleView?id=service.surveys_customer_satisfaction.htm
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field
from sqlalchemy import select

from workworld.apps.crm.models import Case, CaseSurvey, Contact
from workworld.apps.crm.service import case_comments, hearing, notices, records, saving
from workworld.apps.crm.service.saving import Options, Saving
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

RECORDED, KNOWN, UNKNOWN = "recorded", "answered_before", "unknown"
_THANKS = {
    RECORDED: "Thank you for your answer.",
    KNOWN: "You have answered already. Thank you.",
    UNKNOWN: "There is no such survey.",
}
_DISCONTENT = 2
_SYSTEM = Options(system=True)
_surveys = CaseSurvey.__table__.c


@dataclass(frozen=True, slots=True)
class Answered:
    """What the customer sees after they have answered.

    Args:
        outcome: ``recorded``, ``answered_before`` or ``unknown``.
        text: what their page says.
    """

    outcome: str
    text: str


@dataclass(frozen=True, slots=True)
class Survey:
    """How it stands with the survey of a case."""

    asked_us: int
    to_address: str
    token: str
    answered_us: int | None
    score: int | None
    comment: str


# The vendor has surveys in a product of its own.
@operation(Effect.READ, scope="api", doors=(Surface.UI, Surface.MCP))
def of_case(ctx: Context, *, case_id: RecordId) -> Survey | None:
    """Read whether the customer of a case was asked how content they are, and what they said."""
    case = records.known(ctx, "Case", case_id)
    row = ctx.session.get(CaseSurvey, case.id)
    if row is None:
        return None
    return Survey(row.asked_us, row.to_address, row.token, row.answered_us, row.score, row.comment)


# Nobody in the company asks for it: it is what comes from outside, by a page without a sign-in.
@operation(Effect.WRITE, scope=None, doors=(Surface.UI,), outlives_account=True)
def answer(
    ctx: Context,
    *,
    token: Annotated[str, Field(description="What the survey's address ends in.", max_length=80)],
    score: Annotated[int, Field(description="From 1, not at all, to 5, very.", ge=1, le=5)],
    comment: Annotated[str, Field(description="In their words.", max_length=4_000)] = "",
) -> Answered:
    """Take in how content a customer is with how their case was solved."""
    row = ctx.session.scalar(select(CaseSurvey).where(_surveys.token == token))
    case = ctx.session.get(Case, row.case_id) if row is not None else None
    if row is None or case is None or case.is_deleted:
        return Answered(UNKNOWN, _THANKS[UNKNOWN])
    if row.answered_us is not None:
        return Answered(KNOWN, _THANKS[KNOWN])
    row.answered_us, row.score, row.comment = ctx.clock.now_us(), score, comment.strip()
    records.change(ctx, case, {"CSAT__c": score}, _SYSTEM)
    if row.comment:
        said = f"The customer gives {score} of 5: {row.comment}"
        case_comments.write(ctx, case.id, said[:4_000], is_published=False)
    if score <= _DISCONTENT:
        text = f"reports: the customer of case {case.number} gives {score} of 5"
        kind = notices.CUSTOMER_REPLIED
        notices.tell_owner(ctx, kind, "Case", case.id, case.owner_id, text, part="survey")
    ctx.touch(hearing.topic_of(case.id))
    return Answered(RECORDED, _THANKS[RECORDED])


@saving.after("Case", order=65)
def _ask(ctx: Context, saved: Saving) -> None:
    """Whoever can be written to is asked once, when their case is solved."""
    case: Case = saved.row
    if not case.is_closed or not saved.changed("is_closed") or saved.is_new:
        return
    contact = ctx.session.get(Contact, case.contact_id) if case.contact_id else None
    may_ask = contact is None or not contact.opts_out_of_email
    to = (contact.email if contact else None) or case.supplied_email
    if to and may_ask and ctx.session.get(CaseSurvey, case.id) is None:
        asked = CaseSurvey(
            case_id=case.id,
            token=ctx.ids.next_id("SV"),
            asked_us=ctx.clock.now_us(),
            to_address=to,
        )
        ctx.session.add(asked)
