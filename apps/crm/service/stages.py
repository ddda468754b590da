"""The way of a deal: what follows from its stage, and what is kept of each step.

https://help.salesforce.com/s/articleView?id=sales.opp_stage_history.htm
"""

from __future__ import annotations

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import Opportunity, OpportunityHistory
from workworld.apps.crm.schema.picklists import LOST, STAGE_OF
from workworld.apps.crm.service.saving import Saving
from workworld.context import Context

RECORDED = ("stage", "amount", "probability", "close_date")
"""The columns whose changes make a new row of the stage history."""
_DAY_US = 86_400 * 1_000_000
_RULE = "FIELD_CUSTOM_VALIDATION_EXCEPTION"


def follow(ctx: Context, saving: Saving) -> None:
    """Set what follows from the stage: probability, category, flags and times.

    What the caller gives along with the stage stands; what they set earlier goes with it.
    """
    deal: Opportunity = saving.row
    stage = STAGE_OF[deal.stage]
    moved = saving.is_new or saving.changed("stage")
    if saving.row.probability is None or (moved and "probability" not in saving.given):
        deal.probability = stage.probability
    if saving.row.forecast_category is None or (moved and "forecast_category" not in saving.given):
        deal.forecast_category = stage.forecast_category
    if not moved:
        return
    now = ctx.clock.now_us()
    deal.stage_changed_us = now
    deal.is_closed, deal.is_won = stage.is_closed, stage.is_won
    deal.closed_us = now if stage.is_closed else None


def require_reasons(saving: Saving) -> None:
    """Refuse a deal that is lost and does not say why, or won and not for how much."""
    deal: Opportunity = saving.row
    if deal.stage == LOST and not deal.loss_reason:
        said = "Choose a loss reason before you close this opportunity as lost."
        saving.refuse(_RULE, said, "Loss_Reason__c")
    if deal.is_won and deal.amount is None:
        said = "Enter an amount before you close this opportunity as won."
        saving.refuse(_RULE, said, "Amount")


def record(ctx: Context, saving: Saving) -> None:
    """Keep what a deal is like from now on, if what the history shows of it has changed."""
    if not saving.is_new and not any(saving.changed(column) for column in RECORDED):
        return
    deal: Opportunity = saving.row
    moved = not saving.is_new and saving.changed("stage")
    before = saving.old.get("stage_changed_us") if moved else None
    ctx.session.add(
        OpportunityHistory(
            id=record_ids.next_id(ctx.ids, "008"),
            created_us=deal.modified_us,
            created_by_id=deal.modified_by_id,
            modified_us=deal.modified_us,
            modified_by_id=deal.modified_by_id,
            opportunity_id=deal.id,
            stage=deal.stage,
            amount=deal.amount,
            expected_revenue=deal.expected_revenue,
            close_date=deal.close_date,
            probability=deal.probability,
            forecast_category=deal.forecast_category,
            previous_stage=saving.old["stage"] if moved else None,
            days=None if before is None else days_between(before, deal.stage_changed_us),
        )
    )


def days_between(start_us: int, end_us: int) -> float:
    """How many days lie between two moments, to the ten-thousandth."""
    return round((end_us - start_us) / _DAY_US, 4)
