"""Cadences: steps come up one after the other, until somebody answers or is converted."""

from __future__ import annotations

from typing import Any

import pytest
from tests.apps.crm.floor import ADMIN, FINANCE, REP, Floor
from tests.apps.crm.page_kit import Pages
from tests.apps.crm.rest import Rest
from tests.kit import Doors

from workworld.apps.crm.service import (
    activities,
    cadences,
    conversions,
    emails,
    inbound_emails,
    metadata,
    tasks,
)
from workworld.identity import Authority

STEPS = [
    {"kind": "email", "subject": "Introduce us", "days": 0},
    {"kind": "call", "subject": "Call them", "days": 2},
    {"kind": "task", "subject": "Connect", "days": 7},
]
ADDRESS = "zz.silva@quillon.example"


def cadence(floor: Floor, **more: object) -> str:
    """A new cadence of three steps."""
    given = {"name": "Zz new leads", "target": "Lead", "steps": STEPS, **more}
    made = floor.do(metadata.create, by=ADMIN, type="ActionCadence", metadata=given)
    return str(made.id)


@pytest.fixture
def lead(floor: Floor) -> str:
    """Somebody to follow up."""
    return floor.create("Lead", Email=ADDRESS)


def enroll(floor: Floor, cadence_id: str, lead: str) -> None:
    """Put a lead into a cadence."""
    floor.do(cadences.enroll, cadence_id=cadence_id, record_ids=[lead])


def places(floor: Floor, lead: str, state: str = "All") -> Any:
    """A lead's places in cadences."""
    return floor.do(cadences.targets, record_id=lead, state=state)


def test_each_step_comes_up_when_the_one_before_is_done(floor: Floor, lead: str) -> None:
    enroll(floor, cadence(floor), lead)
    (first,) = places(floor, lead)
    assert (first.step, first.steps, first.kind, first.owner_id) == (1, 3, "email", floor.user(REP))
    said = {"subject": "Hello", "text": "We make gates."}
    floor.do(emails.send, record_id=lead, **said)
    (second,) = places(floor, lead)
    assert (second.step, second.kind, floor.row(second.task_id).subtype) == (2, "call", "Call")
    assert floor.row(first.task_id).is_closed
    assert second.due > first.due
    floor.do(activities.log_call, record_id=lead)
    (third,) = places(floor, lead)
    assert third.subject == "Connect"
    floor.do(tasks.complete, task_id=third.task_id)
    (done,) = places(floor, lead)
    assert (done.state, done.task_id) == ("Complete", None)


def test_who_answers_is_followed_up_no_more(floor: Floor, lead: str) -> None:
    enroll(floor, cadence(floor), lead)
    (first,) = places(floor, lead)
    mail = {
        "from_address": f"Zz Silva <{ADDRESS.upper()}>",
        "to_address": "hello@calderoute.example",
    }
    automatic = {"subject": "Out of office", "auto_submitted": "auto-replied"}
    floor.do(inbound_emails.receive, by=ADMIN, **mail, **automatic)
    assert places(floor, lead)[0].state == "Active"
    floor.do(inbound_emails.receive, by=ADMIN, **mail, subject="Yes", text="Call me.")
    (stopped,) = places(floor, lead)
    assert (stopped.state, stopped.reason) == ("Stopped", "Replied")
    assert floor.row(first.task_id).is_deleted
    shown = {each.name: each for each in floor.do(cadences.list)}
    assert shown["Zz new leads"].replied == 1


def test_who_is_converted_or_deleted_is_followed_up_no_more(floor: Floor, lead: str) -> None:
    made = cadence(floor)
    other = floor.create("Lead", LastName="Other")
    for each in (lead, other):
        enroll(floor, made, each)
    floor.do(conversions.convert, lead_id=lead, with_opportunity=False)
    assert places(floor, lead)[0].reason == "Converted"
    floor.delete(other, by=ADMIN)
    floor.restore(other, by=ADMIN)
    assert places(floor, other)[0].reason == "Deleted"


def test_nobody_is_put_into_what_is_not_for_them(floor: Floor, lead: str) -> None:
    made = cadence(floor)
    contact = floor.create("Contact")

    def refused(*ids: str, by: str = REP, into: str = made) -> str:
        given = {"cadence_id": into, "record_ids": list(ids)}
        return floor.refused(cadences.enroll, by=by, **given).code

    assert refused(lead, contact) == "FIELD_INTEGRITY_EXCEPTION"
    assert refused(floor.create("Account")) == "FIELD_INTEGRITY_EXCEPTION"
    assert "INSUFFICIENT" in refused(contact, by=FINANCE)
    assert refused(lead, into=contact) == "NOT_FOUND"
    enroll(floor, made, lead)
    assert refused(lead) == "INVALID_STATUS"
    floor.do(cadences.stop, record_id=lead)
    assert floor.refused(cadences.stop, record_id=lead).code == "INVALID_STATUS"
    given = {"type": "ActionCadence", "metadata_id": made}
    floor.do(metadata.update, by=ADMIN, **given, metadata={"isActive": False})
    assert refused(lead) == "INVALID_STATUS"
    assert floor.refused(metadata.delete, by=ADMIN, **given).code == "DELETE_FAILED"


def test_cadences_are_used_on_pages_and_read_by_programs(
    floor: Floor, lead: str, authority: Authority
) -> None:
    made = cadence(floor)
    doors = Doors(floor.world, authority, floor.people[REP])
    pages = Pages(doors)
    assert "Zz new leads (3 steps)" in pages.read(f"/Lead/{lead}/cadence")
    pages.submit(f"/Lead/{lead}/cadence", cadence=made)
    assert "step 1 of 3: E-mail: Introduce us" in pages.words(f"/Lead/{lead}")
    words = pages.words(f"/cadences?cadence={made}")
    assert "In Zz new leads (1)" in words
    assert "Introduce us" in words
    asked = f"SELECT State, Target.Name FROM ActionCadenceTracker WHERE TargetId = '{lead}'"
    (row,) = Rest(doors).get("query", q=asked)["records"]
    assert row["State"] == "Active"
    assert "already" in pages.submit(f"/Lead/{lead}/cadence", 422, cadence=made)
    assert pages.submit(f"/Lead/{lead}/cadence/stop", cadence=made, back="1").endswith("/cadences")
    assert "step 1 of 3" not in pages.words(f"/Lead/{lead}")


def test_places_of_what_is_hidden_or_missing_are_refused_alike(floor: Floor) -> None:
    hidden = floor.create("Opportunity", by=ADMIN)
    codes = {
        floor.refused(cadences.targets, record_id=each).code for each in (hidden, "006000000000000")
    }
    assert codes == {"NOT_FOUND"}


def test_many_are_put_into_a_cadence_from_their_list(
    floor: Floor, authority: Authority, lead: str
) -> None:
    wanted, other = cadence(floor), floor.create("Lead", LastName="Zz Other")
    enroll(floor, wanted, other)
    pages = Pages(Doors(floor.world, authority, floor.people[REP]))
    assert "Zz new leads (3 steps)" in pages.read(f"/Lead/list/change?deed=cadence&pick={lead}")
    sent = {"deed": "cadence", "cadence": wanted, "pick": [lead, other], "place": "/Lead/list"}
    shown = pages.submit("/Lead/list/change", 200, **sent)
    assert "is in the cadence Zz new leads already" in shown
    assert [len(places(floor, each)) for each in (lead, other)] == [1, 1]
