"""Whatever is done to deals, what follows from their values follows."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from sqlalchemy import select
from tests.apps.crm.floor import ADMIN, Floor

from workworld.apps.crm.models import (
    Opportunity,
    OpportunityHistory,
    OpportunityLineItem,
    PricebookEntry,
)
from workworld.apps.crm.schema import amounts
from workworld.apps.crm.schema.picklists import STAGE_OF, STAGES
from workworld.errors import Refused
from workworld.randomness import Stream

_deals, _lines = Opportunity.__table__, OpportunityLineItem.__table__
_steps = OpportunityHistory.__table__
_ROUNDS = 40


def test_what_follows_from_a_deals_values_follows(floor: Floor) -> None:
    rng = Stream(7, "deals at random")
    entries = floor.rows(select(PricebookEntry.__table__).where(PricebookEntry.is_active))
    deals = [floor.create("Opportunity", by=ADMIN, Amount=100 * each) for each in (1, 2)]
    for _ in range(_ROUNDS):
        deal = rng.choice(deals)
        with suppress(Refused):  # what is refused leaves everything as it was
            _act(floor, rng, deal, entries)
        _require_sense(floor, deal)


def _act(floor: Floor, rng: Stream, deal: str, entries: list[Any]) -> None:
    what = rng.integer(0, 6)
    if what == 0:
        floor.update(deal, by=ADMIN, StageName=rng.choice(STAGES).name, Loss_Reason__c="Price")
    elif what == 1:
        floor.update(deal, by=ADMIN, Amount=rng.choice((None, 0, 12.34, 99.99)))
    elif what == 2:
        floor.update(deal, by=ADMIN, Probability=rng.choice((None, 0, 33.3, 100)))
    elif what == 3:
        floor.update(deal, by=ADMIN, CloseDate=rng.choice(("2026-03-01", "2026-06-30")))
    elif what in (4, 5):
        line = {
            "OpportunityId": deal,
            "PricebookEntryId": rng.choice(entries).id,
            "Quantity": rng.choice((1, 2.5, 3)),
            "Discount": rng.choice((None, 7.5, 100)),
        }
        floor.create("OpportunityLineItem", by=ADMIN, **line)
    else:
        of_deal = _lines.c.opportunity_id == deal
        for line in floor.rows(select(_lines.c.id).where(of_deal, ~_lines.c.is_deleted))[:1]:
            floor.delete(line.id, by=ADMIN)


def _require_sense(floor: Floor, deal_id: str) -> None:
    deal, stage = floor.row(deal_id), STAGE_OF[floor.row(deal_id).stage]
    assert (deal.is_closed, deal.is_won) == (stage.is_closed, stage.is_won)
    assert (deal.closed_us is not None) == deal.is_closed
    assert deal.expected_revenue == amounts.expected(deal.amount, deal.probability)
    assert not deal.is_won or deal.amount is not None
    of_deal = _lines.c.opportunity_id == deal_id
    lines = floor.rows(select(_lines).where(of_deal, ~_lines.c.is_deleted))
    assert not lines or deal.amount == sum(line.total for line in lines)
    steps = floor.rows(select(_steps).where(_steps.c.opportunity_id == deal_id))
    latest = max(steps, key=lambda step: step.created_us)
    shown = ("stage", "amount", "probability", "close_date", "expected_revenue")
    assert [getattr(latest, each) for each in shown] == [getattr(deal, each) for each in shown]
