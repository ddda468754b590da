"""People who leave, and who has their records then."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import func, select, update
from tests.apps.crm.floor import ADMIN, FINANCE, MANAGER, REP, SUPPORT, Floor
from tests.apps.crm.page_kit import Pages
from tests.kit import Doors

from workworld.apps.crm.models import Account, Lead, Opportunity, User
from workworld.apps.crm.service import handovers
from workworld.calls import perform
from workworld.context import Actor
from workworld.directory import roles
from workworld.identity import Authority
from workworld.notifications.models import Notification


def owned(floor: Floor, model: type[Opportunity | Lead | Account], who: str, *more: Any) -> int:
    query = select(func.count()).select_from(model).where(model.owner_id == floor.user(who), *more)
    return int(floor.rows(query)[0][0])


def test_what_somebody_owns_is_counted_by_object(floor: Floor) -> None:
    found = floor.do(handovers.look, by=MANAGER, user_id=floor.user(REP))
    by_object = {each.sobject: each for each in found.holdings}
    still = owned(floor, Opportunity, REP, ~Opportunity.is_closed)
    assert (by_object["Opportunity"].open, by_object["Opportunity"].total) == (
        still,
        owned(floor, Opportunity, REP),
    )
    assert by_object[handovers.MANAGED].total > 0
    assert not found.may_switch


def test_open_records_go_to_those_who_are_named(floor: Floor) -> None:
    closed = owned(floor, Opportunity, REP, Opportunity.is_closed)
    manager = floor.user(MANAGER)
    owners = {"Opportunity": manager, "Account": manager, handovers.MANAGED: manager}
    left = floor.do(handovers.give, by=MANAGER, user_id=floor.user(REP), owners=owners)
    assert owned(floor, Opportunity, REP) == closed
    assert owned(floor, Account, REP) == 0
    assert {each.sobject: each.open for each in left}["Opportunity"] == 0
    assert handovers.MANAGED not in {each.sobject for each in left}


def test_nothing_changes_if_one_owner_cannot_be(floor: Floor) -> None:
    floor.change(update(User).where(User.id == floor.user("aruiz")).values(is_active=False))
    owners = {"Lead": floor.user(MANAGER), "Opportunity": floor.user("aruiz")}
    given = {"user_id": floor.user(REP), "owners": owners}
    assert "inactive user" in floor.refused(handovers.give, by=MANAGER, **given).message
    wrong = {"user_id": floor.user(REP), "owners": {"Organization": floor.user(MANAGER)}}
    assert floor.refused(handovers.give, by=MANAGER, **wrong).code == "INVALID_TYPE"


@pytest.mark.parametrize("who", [SUPPORT, FINANCE, REP])
def test_others_records_are_nobodys_to_give(floor: Floor, who: str) -> None:
    target = {"user_id": floor.user(MANAGER)}
    assert floor.refused(handovers.look, by=who, **target).code == "NOT_FOUND"
    assert floor.do(handovers.list, by=who) == []


def test_a_closed_user_is_given_nothing(floor: Floor) -> None:
    rep = floor.user(REP)
    assert floor.refused(handovers.set_active, by=MANAGER, user_id=rep, is_active=False)
    floor.do(handovers.set_active, by=ADMIN, user_id=rep, is_active=False)
    lead = floor.create("Lead", by=MANAGER)
    assert "inactive user" in floor.not_updated(lead, by=MANAGER, OwnerId=rep).message
    assert floor.do(handovers.list, by=ADMIN)[0].id == rep
    floor.do(handovers.set_active, by=ADMIN, user_id=rep, is_active=True)
    floor.update(lead, by=MANAGER, OwnerId=rep)


def test_who_leaves_the_company_leaves_the_crm(floor: Floor) -> None:
    owner = Actor(floor.people["gostrander"])
    perform(floor.world, owner, roles.deactivate, person_id=floor.people[REP])
    assert not floor.row(floor.user(REP)).is_active
    query = select(Notification.text).where(
        Notification.person_id == floor.people[ADMIN], Notification.kind == "left_behind"
    )
    assert "open records" in floor.rows(query)[0].text


def test_pages_of_who_leaves(floor: Floor, authority: Authority) -> None:
    pages = Pages(Doors(floor.world, authority, floor.people[ADMIN]))
    assert "People who leave" in pages.words("/settings")
    assert "Ana Kovač" in pages.words("/handovers")
    here = f"/handovers/{floor.user(REP)}"
    assert "Accounts looked after" in pages.words(here)
    assert "Choose who is to have them" in pages.submit(here, 422, which="open")
    pages.submit(here, **{"which": "all", "owner-Opportunity": floor.user(MANAGER)})
    assert owned(floor, Opportunity, REP) == 0
    assert "handed over" in pages.words(f"{here}?done=1")
    pages.submit(f"{here}/active", active="0")
    assert "This user is inactive" in pages.words(here)
