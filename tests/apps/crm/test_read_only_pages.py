"""What those who may read and change nothing find on pages: no control that would be refused."""

from __future__ import annotations

import pytest
from tests.apps.crm.floor import FINANCE, MANAGER, Floor
from tests.apps.crm.page_kit import Pages
from tests.kit import Doors

from workworld.identity import Authority


@pytest.fixture
def finance(floor: Floor, authority: Authority) -> Pages:
    """The pages as finance sees them."""
    return Pages(Doors(floor.world, authority, floor.people[FINANCE]))


@pytest.fixture
def manager(floor: Floor, authority: Authority) -> Pages:
    """The pages as the sales manager sees them."""
    return Pages(Doors(floor.world, authority, floor.people[MANAGER]))


def test_readers_are_offered_no_activities(floor: Floor, finance: Pages, manager: Pages) -> None:
    account = floor.create("Account", by=MANAGER)
    task = floor.create("Task", by=MANAGER, Subject="Ring them", WhatId=account)
    for tab in ("details", "activity"):
        assert "compose=call" in manager.read(f"/Account/{account}?tab={tab}")
        assert "compose=" not in finance.read(f"/Account/{account}?tab={tab}")
    finishes = f"/activities/{task}/complete"
    assert finishes in manager.read(f"/Account/{account}?tab=activity")
    shown = finance.read(f"/Account/{account}?tab=activity")
    assert "Ring them" in shown
    assert finishes not in shown
    # Nor is there a form by its address.
    assert "composer-save" not in finance.read(f"/Account/{account}?tab=activity&compose=task")


def test_readers_are_offered_nothing_that_changes_a_record(floor: Floor, finance: Pages) -> None:
    case = floor.create("Case", by=MANAGER, Subject="Gate")
    deal = floor.create("Opportunity", by=MANAGER)
    for record in (f"/Case/{case}", f"/Opportunity/{deal}"):
        assert "/offers/" not in finance.read(record)
        assert "Edit products" not in finance.read(f"{record}?tab=related")
