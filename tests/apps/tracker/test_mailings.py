"""Messages about an issue, sent over REST to people who may see it."""

from __future__ import annotations

from tests.apps.tracker.rest import Rest
from tests.kit import Doors, Office

from workworld.calls import perform
from workworld.context import Actor
from workworld.notifications import inbox


def told(doors: Doors, office: Office, handle: str) -> list[str]:
    me = Actor(office.people[handle])
    found = perform(doors.world, me, inbox.list)
    return [item.text for item in found.items if item.kind == "message"]


def test_named_people_who_see_the_issue_are_told(doors: Doors, office: Office) -> None:
    rest = Rest(doors)
    insider = Rest(Doors(doors.world, doors.authority, office.people["mchen"]))
    hidden = insider.create("SEC")
    people = [{"accountId": office.people[each]} for each in ("mchen", "jwikstrand", "aruiz")]
    insider.post(f"issue/{hidden}/notify", {"subject": "Look", "to": {"users": people}}, 204)
    key = rest.create(assignee={"accountId": office.people["mchen"]})
    rest.post(f"issue/{key}/notify", {"subject": "One", "to": {"assignee": True}}, 204)
    rest.post(f"issue/{key}/notify", {"subject": "Two", "to": {"assignee": True}}, 204)
    assert told(doors, office, "jwikstrand") == []
    assert told(doors, office, "aruiz") == [f"wrote about {hidden}: Look"]
    mine = told(doors, office, "mchen")
    assert sorted(mine) == [f"wrote about {key}: One", f"wrote about {key}: Two"]


def test_message_to_nobody_or_to_somebody_unknown_is_refused(doors: Doors) -> None:
    rest = Rest(doors)
    status, said = rest.refused("POST", "issue/CAL-214/notify", {"subject": "For whom"})
    assert (status, said["errorMessages"]) == (
        400,
        ["No recipients were defined for notification."],
    )
    unknown = {"to": {"users": [{"accountId": "U0"}]}}
    assert rest.refused("POST", "issue/CAL-214/notify", unknown)[0] == 400
    assert rest.refused("POST", "issue/CAL-99999/notify", {"to": {"voters": True}})[0] == 404
