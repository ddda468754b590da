"""What amounts are worth in the organisation's currency."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import select
from tests.apps.crm.floor import REP, Floor

from workworld.apps.crm.models import Opportunity
from workworld.apps.crm.schema import amounts
from workworld.apps.crm.service import currencies
from workworld.clock import Clock
from workworld.context import Actor, Context, Request, Surface
from workworld.ids import Ids

_deals = Opportunity.__table__.c


@pytest.fixture
def ctx(floor: Floor) -> Iterator[Context]:
    """The rep, who reads."""
    with floor.world.reading() as session:
        asked = Request(Surface.SYSTEM, "test")
        actor = Actor(floor.people[REP])
        yield Context(session, actor, asked, Clock(session), Ids(session), memory={})


def test_an_amount_is_converted_at_todays_rate(ctx: Context) -> None:
    assert currencies.corporate(ctx) == "USD"
    assert currencies.converted(ctx, 8_500, "EUR") == 10_000
    assert currencies.converted(ctx, 8_500, "USD") == 8_500


def test_the_rate_of_a_day_holds_for_it(ctx: Context) -> None:
    assert currencies.converted(ctx, 9_600, "EUR", "2025-02-01") == 10_000
    assert currencies.converted(ctx, 9_600, "EUR", "2025-01-31") == 10_492
    assert currencies.converted(ctx, 8_500, "EUR", "1999-01-01") == 10_000


@pytest.mark.parametrize(("cents", "rounded"), [(1, 1), (3, 2), (-1, -1), (-3, -2)])
def test_a_half_is_rounded_away_from_zero(cents: int, rounded: int) -> None:
    assert amounts.portion(cents, 50.0) == rounded


def test_a_line_comes_to_its_exact_total() -> None:
    assert amounts.line_total(3, 9_999, 10.0) == 26_997
    assert amounts.line_total(0.1, 15, None) == 2


def test_totals_of_queries_are_those_of_each_row(floor: Floor) -> None:
    usual = {"StageName": "Closed Won", "CloseDate": "2025-02-10"}
    floor.create("Opportunity", Amount=96, CurrencyIsoCode="EUR", **usual)
    floor.create("Opportunity", Amount=85, CurrencyIsoCode="EUR")
    floor.create("Opportunity", CurrencyIsoCode="GBP", Amount=33.33, **usual)
    with floor.world.reading() as session:
        asked = Request(Surface.SYSTEM, "test")
        ctx = Context(
            session, Actor(floor.people[REP]), asked, Clock(session), Ids(session), memory={}
        )
        day = currencies.closing_day(_deals.is_closed, _deals.close_date)
        worth = currencies.in_corporate(ctx, _deals.amount, _deals.currency, on=day)
        rows = session.execute(
            select(
                worth.label("worth"),
                _deals.amount,
                _deals.currency,
                _deals.is_closed,
                _deals.close_date,
            ).where(_deals.amount.is_not(None))
        ).all()
        assert rows
        for row in rows:
            day = row.close_date if row.is_closed else None
            assert row.worth == currencies.converted(ctx, row.amount, row.currency, day)
        ours = {row.amount: row.worth for row in rows if row.currency == "EUR"}
        assert (ours[9_600], ours[8_500]) == (10_000, 10_000)
