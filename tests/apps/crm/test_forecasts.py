"""Forecasts: what makes up their figures, who sees them, and what managers put by hand."""

from __future__ import annotations

from typing import Any

import pytest
from tests.apps.crm.floor import ADMIN, MANAGER, REP, SUPPORT, Floor

from workworld.apps.crm.service import forecasts

LATER = "2027-05-10"
"""A day of a quarter in which nobody sells anything yet."""


@pytest.fixture
def quarter(floor: Floor) -> str:
    """A quarter with deals of the rep's and one of the manager's."""
    usual = {"CloseDate": LATER}
    floor.create("Opportunity", Amount=100, StageName="Closed Won", **usual)
    floor.create("Opportunity", Amount=20, StageName="Negotiation/Review", **usual)
    floor.create("Opportunity", Amount=3, StageName="Proposal/Price Quote", **usual)
    floor.create("Opportunity", Amount=0.5, StageName="Prospecting", **usual)
    floor.create("Opportunity", Amount=85, CurrencyIsoCode="EUR", **usual, by=MANAGER)
    lost = {"StageName": "Closed Lost", "Loss_Reason__c": "Price"}
    floor.create("Opportunity", Amount=9_000, **lost, **usual)
    floor.create("Opportunity", Amount=9_000, CloseDate="2027-08-01")
    return LATER


def _lines(found: Any) -> dict[str, dict[str, float]]:
    return {row.name: dict(row.figures) for row in found.rows}


def test_figures_add_up_by_category(floor: Floor, quarter: str) -> None:
    found = floor.do(forecasts.get, period=quarter)
    assert (found.period, found.currency) == ("Q2 FY2028", "USD")
    assert (str(found.first), str(found.last)) == ("2027-05-01", "2027-07-31")
    figures = {"closed": 100.0, "commit": 120.0, "best_case": 123.0, "pipeline": 23.5}
    assert found.total.figures == figures
    assert found.rows[0].is_own


def test_a_managers_forecast_has_a_line_for_each_whom_they_lead(floor: Floor, quarter: str) -> None:
    found = floor.do(forecasts.get, by=MANAGER, period=quarter)
    lines = _lines(found)
    assert lines["Denise Whitlock"]["pipeline"] == 100.0
    assert lines["Ana Kovač"]["closed"] == 100.0
    assert found.total.figures["pipeline"] == 123.5
    above = floor.do(forecasts.get, by="gostrander", period=quarter)
    assert _lines(above)["Denise Whitlock"] == dict(found.total.figures)


def test_an_adjustment_counts_for_whoever_made_it_and_above(floor: Floor, quarter: str) -> None:
    rep = floor.user(REP)
    change: dict[str, Any] = {"user_id": rep, "figure": "commit", "period": quarter}
    floor.do(forecasts.adjust, by=MANAGER, amount=150.25, note="Talked to Glenn", **change)
    seen = floor.do(forecasts.get, by=MANAGER, period=quarter)
    (line,) = [row for row in seen.rows if row.user_id == rep]
    assert (line.figures["commit"], line.adjusted["commit"].computed) == (150.25, 120.0)
    assert line.adjusted["commit"].note == "Talked to Glenn"
    assert seen.total.figures["commit"] == 150.25
    assert floor.do(forecasts.get, period=quarter).total.figures["commit"] == 120.0
    above = floor.do(forecasts.get, by="gostrander", period=quarter)
    assert _lines(above)["Denise Whitlock"]["commit"] == 150.25
    floor.do(forecasts.adjust, by=MANAGER, amount=None, **change)
    again = floor.do(forecasts.get, by=MANAGER, period=quarter)
    assert again.total.figures["commit"] == 120.0


def test_only_ones_own_and_direct_lines_are_adjusted(floor: Floor, quarter: str) -> None:
    change: dict[str, Any] = {"figure": "commit", "amount": 1, "period": quarter}
    refusal = floor.refused(forecasts.adjust, user_id=floor.user(MANAGER), **change)
    assert refusal.code == "NOT_FOUND"
    by_boss: dict[str, Any] = {"by": "gostrander", "user_id": floor.user(REP)}
    refusal = floor.refused(forecasts.adjust, **by_boss, **change)
    assert refusal.code == "INSUFFICIENT_ACCESS_OR_READONLY"
    floor.do(forecasts.adjust, user_id=floor.user(REP), **change)


def test_a_quota_is_set_by_whoever_leads(floor: Floor, quarter: str) -> None:
    quota: dict[str, Any] = {"user_id": floor.user(REP), "amount": 250_000, "period": quarter}
    refusal = floor.refused(forecasts.set_quota, **quota)
    assert refusal.code == "INSUFFICIENT_ACCESS_OR_READONLY"
    floor.do(forecasts.set_quota, by=MANAGER, **quota)
    assert floor.do(forecasts.get, period=quarter).total.quota == 250_000.0
    refusal = floor.refused(forecasts.set_quota, by=MANAGER, **quota | {"amount": -1})
    assert refusal.code == "NUMBER_OUTSIDE_VALID_RANGE"


def test_a_figure_leads_to_its_deals(floor: Floor, quarter: str) -> None:
    found = floor.do(forecasts.deals, by=MANAGER, period=quarter, figure="pipeline")
    assert [each.values["Amount"] for each in found] == [8_500, 2_000, 300, 50]
    own = {"figure": "pipeline", "with_team": False}
    alone = floor.do(forecasts.deals, by=MANAGER, period=quarter, **own)
    assert [each.values["Amount"] for each in alone] == [8_500]


def test_forecasts_are_seen_from_above_alone(floor: Floor, quarter: str) -> None:
    manager = {"user_id": floor.user(MANAGER), "period": quarter}
    assert floor.refused(forecasts.get, **manager).code == "NOT_FOUND"
    assert floor.refused(forecasts.get, by=SUPPORT, period=quarter).code == "INSUFFICIENT_ACCESS"
    assert floor.do(forecasts.get, by=ADMIN, **manager).user_id == floor.user(MANAGER)


def test_the_company_forecasts_this_quarter(floor: Floor) -> None:
    found = floor.do(forecasts.get, by=MANAGER)
    assert found.period == "Q1 FY2027"
    (rep,) = [row for row in found.rows if row.user_id == floor.user(REP)]
    assert (rep.quota, found.total.quota) == (300_000.0, 360_000.0)
    adjusted = rep.adjusted["best_case"]
    own = floor.do(forecasts.get, by=REP).total.figures
    assert (adjusted.computed, rep.figures["closed"]) == (own["best_case"], own["closed"])
    assert rep.figures["best_case"] < adjusted.computed
