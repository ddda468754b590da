"""The page of forecasts."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from tests.apps.crm.floor import MANAGER, REP, SUPPORT, Floor
from tests.kit import Doors

from workworld.apps.crm.service import forecasts
from workworld.identity import Authority

LATER = "2027-05-01"


@pytest.fixture
def doors(floor: Floor, authority: Authority) -> Doors:
    """The manager, in whose team somebody has a deal."""
    floor.create("Opportunity", Amount=1_234.5, Name="Quay doors", CloseDate="2027-05-10")
    return Doors(floor.world, authority, floor.people[MANAGER])


@pytest.fixture
def pages(doors: Doors) -> FlaskClient:
    """The manager's browser."""
    return doors.pages_of("crm")


def test_figures_lead_to_their_deals(floor: Floor, pages: FlaskClient) -> None:
    shown = pages.get(f"/forecasts?period={LATER}").text
    assert "Q2 FY2028" in shown
    assert "1,234.50" in shown
    assert "Quay doors" in shown
    closed = pages.get(f"/forecasts?period={LATER}&figure=closed&of={floor.user(REP)}").text
    assert "Quay doors" not in closed


def test_quota_and_adjustment_are_entered_in_dialogs(
    floor: Floor, doors: Doors, pages: FlaskClient
) -> None:
    of = f"period={LATER}&of={floor.user(REP)}&figure=commit"
    assert pages.get("/forecasts/adjust?of=nobody").status_code == 404
    own = pages.get("/forecasts/adjust?figure=best_case").text
    assert "Adjust the best case forecast of Denise Whitlock" in own
    assert "Adjust the commit forecast of Ana Kovač" in pages.get(f"/forecasts/adjust?{of}").text
    form = {"csrf": doors.csrf, "amount": "2,000", "note": "Talked to them"}
    assert pages.post(f"/forecasts/adjust?{of}", data=form).status_code == 303
    assert pages.post(f"/forecasts/quota?{of}", data=form | {"amount": "4000"}).status_code == 303
    shown = pages.get(f"/forecasts?period={LATER}").text
    assert "Adjusted from USD 0.00: Talked to them" in shown
    assert "4,000.00" in shown
    wrong = pages.post(f"/forecasts/adjust?{of}", data=form | {"amount": "much"})
    assert (wrong.status_code, "Type an amount such as 150,000." in wrong.text) == (422, True)
    found = floor.do(forecasts.get, by=MANAGER, period=LATER)
    assert found.total.figures["commit"] == 2_000.0


@pytest.mark.parametrize(
    "query", ["period=soon", "period=9999-12-31", "period=0001-01-01", "user=nobody", "of=x"]
)
def test_what_makes_no_sense_is_refused(pages: FlaskClient, query: str) -> None:
    assert pages.get(f"/forecasts?{query}").status_code in (404, 422)


def test_forecasts_are_not_for_whoever_sees_no_deals(floor: Floor, authority: Authority) -> None:
    support = Doors(floor.world, authority, floor.people[SUPPORT]).pages_of("crm")
    assert support.get("/forecasts").status_code == 403
