"""What customers do with their requests themselves: transitions that the portal shows them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.apps.tracker.desk import Desk
from tests.apps.tracker.page_kit import Pages
from tests.apps.tracker.rest import Rest
from tests.apps.tracker.test_service_desks import AGENT, CUSTOMER, OUTSIDER, asked
from tests.apps.tracker.texts import text
from tests.kit import Doors

from workworld.apps.tracker.service import (
    comments,
    desks,
    participants,
    request_types,
    requests,
    transitions,
)


def names(desk: Desk, key: str, by: str = CUSTOMER) -> list[str]:
    """The transitions that somebody may take."""
    ways = desk.do(transitions.list, by=by, issue=key)
    return [way.transition.name for way in ways if way.refused is None]


def number(desk: Desk, key: str, name: str) -> str:
    """The number of a transition."""
    ways = desk.do(transitions.list, by=AGENT, issue=key)
    return next(str(way.transition.number) for way in ways if way.transition.name == name)


def go(desk: Desk, key: str, name: str, by: str = CUSTOMER, **more: Any) -> None:
    """Somebody moves a request on."""
    given = {"issue": key, "transition": number(desk, key, name)}
    desk.do(transitions.perform, by=by, **given, **more)


def test_customers_resolve_and_reopen_their_requests(desk: Desk) -> None:
    key = asked(desk)
    assert names(desk, key) == ["Resolve"]
    go(desk, key, "Resolve", comment=text("It works now."))
    assert not desk.do(requests.info, by=CUSTOMER, issue=key).is_open
    (said,) = desk.do(comments.list, by=AGENT, issue=key).items
    assert not said.is_internal
    assert names(desk, key) == ["Reopen"]
    go(desk, key, "Reopen")
    assert desk.do(requests.info, by=CUSTOMER, issue=key).is_open


def test_customers_fill_in_no_screens(desk: Desk) -> None:
    key = asked(desk)
    ways = desk.do(transitions.list, by=CUSTOMER, issue=key)
    assert not any(way.has_screen for way in ways)
    given = {"issue": key, "transition": number(desk, key, "Resolve")}
    fields = {"resolution": "10000"}
    refusal = desk.refused(transitions.perform, by=CUSTOMER, fields=fields, **given)
    assert refusal.code == "permission_denied"


@pytest.mark.parametrize("name", ["Start work", "Ask the customer"])
def test_customers_take_no_other_transitions(desk: Desk, name: str) -> None:
    key = asked(desk)
    given = {"issue": key, "transition": number(desk, key, name)}
    refusal = desk.refused(transitions.perform, by=CUSTOMER, **given)
    assert refusal.code == "permission_denied"


def test_who_follows_a_request_may_resolve_it_and_nobody_else(desk: Desk) -> None:
    key = asked(desk)
    given = {"issue": key, "transition": number(desk, key, "Resolve")}
    people = [desk.people[OUTSIDER]]
    desk.do(desks.add_customers, by=AGENT, project="SUP", person_ids=people)
    assert desk.refused(transitions.perform, by=OUTSIDER, **given).code == "issue_not_found"
    desk.do(participants.add, by=AGENT, issue=key, person_ids=people)
    go(desk, key, "Resolve", by=OUTSIDER)
    assert not desk.do(requests.info, by=CUSTOMER, issue=key).is_open


def test_the_portal_offers_what_the_workflow_does(desk: Desk, doors: Doors) -> None:
    key, page = asked(desk), Pages.of(doors, CUSTOMER)
    shown = page.read(f"/portal/{key}")
    offered = re.findall(r'name="transition" value="(\d+)">([^<]+)<', shown)
    assert [name for _number, name in offered] == ["Resolve"]
    page.submit(f"/portal/{key}/transition", transition=offered[0][0], remark="Thanks!")
    shown = page.read(f"/portal/{key}")
    assert "Thanks!" in shown
    assert "Reopen" in shown
    refused = page.submit(f"/portal/{key}/transition", 403, transition=offered[0][0])
    assert "You do not have permission" in refused


def test_a_new_customer_asks_a_desk_once_they_are_its_customer(desk: Desk, doors: Doors) -> None:
    rest, root = Rest(doors), "/rest/servicedeskapi"
    said = {"email": "wanda@wombat.example", "displayName": "Wanda Wells"}
    made = rest.post(f"{root}/customer", said, 201)
    assert (made["displayName"], made["emailAddress"]) == ("Wanda Wells", "wanda@wombat.example")
    assert "who is here already" in str(rest.post(f"{root}/customer", said, 400))
    people = {**desk.people, "wanda": made["accountId"]}
    theirs = Desk(desk.world, people)
    desk.do(desks.add_customers, by=AGENT, project="SUP", person_ids=[made["accountId"]])
    kinds = theirs.do(request_types.list, by="wanda", project="SUP")
    (kind,) = [each for each in kinds if each.name == "Question"]
    fields = {"summary": "Where?"}
    key = theirs.do(requests.create, by="wanda", request_type_id=kind.id, fields=fields).key
    assert theirs.do(requests.info, by="wanda", issue=key).is_open
