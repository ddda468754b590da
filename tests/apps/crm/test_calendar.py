"""One's own calendar, on its page, as a file and by tools."""

from __future__ import annotations

import pytest
from sqlalchemy import select
from tests.apps.crm.floor import FINANCE, MANAGER, REP, SUPPORT, Floor, fields_of
from tests.apps.crm.page_kit import Pages, bell
from tests.kit import Doors

from workworld.apps.crm.models import Event
from workworld.apps.crm.service import calendars, invitations
from workworld.identity import Authority


@pytest.fixture
def rep(floor: Floor, authority: Authority) -> Pages:
    """The rep's pages."""
    return Pages(Doors(floor.world, authority, floor.people[REP]))


def test_own_meetings_and_tasks_stand_on_their_days(floor: Floor, rep: Pages) -> None:
    when = {"StartDateTime": "2026-04-08T14:00:00Z", "EndDateTime": "2026-04-08T15:00:00Z"}
    floor.create("Event", Subject="Walk; the yard", Location="Gate 4", **when)
    floor.create("Event", by=MANAGER, Subject="Not mine", **when)
    floor.create("Task", Subject="Bring boots", ActivityDate="2026-04-09", Status="Not Started")
    for view in ("month", "week"):
        shown = rep.words(f"/calendar?view={view}&date=2026-04-07")
        assert "Walk; the yard" in shown
        assert "Bring boots" in shown
        assert "Not mine" not in shown
    assert "Bring boots" not in rep.words("/calendar?view=day&date=2026-04-08")
    found = floor.do(calendars.show, first="2026-04-06", days=7)
    mine = [each.subject for each in found if each.subject in ("Walk; the yard", "Bring boots")]
    assert mine == ["Walk; the yard", "Bring boots"]
    assert "Not mine" not in [each.subject for each in found]
    file = rep.client.get("/calendar.ics?view=week&date=2026-04-07")
    assert file.headers["Content-Type"].startswith("text/calendar")
    assert "DTSTART:20260408T140000Z" in file.text
    assert r"SUMMARY:Walk\; the yard" in file.text
    assert "Bring boots" not in file.text


def test_a_day_leads_to_a_new_meeting_on_it(rep: Pages) -> None:
    assert "StartDateTime=2026-04-08" in rep.read("/calendar?view=week&date=2026-04-07")
    form = rep.read("/Event/new?StartDateTime=2026-04-08&StartDateTime-time=9%3A00+AM")
    assert "2026-04-08" in form


def test_days_that_there_are_not_are_refused_or_left_aside(floor: Floor, rep: Pages) -> None:
    assert floor.refused(calendars.show, first="2026-02-30").code == "INVALID_DATE"
    assert "Today" in rep.words("/calendar?view=nothing&date=2026-02-30")
    assert "Today" in rep.words("/calendar?view=month&date=9999-12-31")


def test_who_may_not_add_meetings_is_not_offered_any(floor: Floor, authority: Authority) -> None:
    pages = Pages(Doors(floor.world, authority, floor.people[FINANCE]))
    assert "New event" not in pages.read("/calendar")


def meeting(floor: Floor, **more: object) -> str:
    """A meeting of the rep's on a Monday."""
    when = {"StartDateTime": "2026-04-06T18:00:00Z", "EndDateTime": "2026-04-06T19:00:00Z"}
    return floor.create("Event", **{"Subject": "Walk", **when, **more})


def test_a_meeting_is_moved_and_made_longer(floor: Floor, rep: Pages) -> None:
    event = meeting(floor)
    row = floor.row(event)
    place = {"view": "week", "date": "2026-04-07"}
    onward = rep.submit(f"/calendar/{event}/move", day="2026-04-08", **place)
    assert onward.endswith("/calendar?view=week&date=2026-04-07")
    moved = floor.row(event)
    assert moved.start_us - row.start_us == 2 * 86_400_000_000
    rep.submit(f"/calendar/{event}/move", day="2026-04-08", start="555", minutes="90", **place)
    assert floor.row(event).minutes == 90
    assert "9:15 AM – 10:45 AM" in rep.words("/calendar?view=week&date=2026-04-07")
    rep.submit(f"/calendar/{event}/move", 422, day="someday", **place)
    other = meeting(floor, by=MANAGER, Subject="Theirs")
    rep.submit(f"/calendar/{other}/move", 404, day="2026-04-08", **place)


def test_meetings_at_the_same_time_stand_side_by_side(floor: Floor, rep: Pages) -> None:
    meeting(floor)
    meeting(floor, Subject="Second", StartDateTime="2026-04-06T18:30:00Z")
    meeting(floor, Subject="Third", StartDateTime="2026-04-06T19:00:00Z",
            EndDateTime="2026-04-06T20:00:00Z")  # fmt: skip
    shown = rep.read("/calendar?view=day&date=2026-04-06")
    assert shown.count("lane-1-2") == 1
    assert shown.count("lane-2-2") == 1
    assert shown.count("lane-1-1") == 1


def test_a_series_takes_place_again_and_again(floor: Floor, rep: Pages) -> None:
    asked = {"Repeats__c": "Every Two Weeks"}
    when = {"StartDateTime": "2026-03-02T14:00:00Z", "EndDateTime": "2026-03-02T15:00:00Z"}
    refused = floor.not_created("Event", Subject="Stand-up", **asked, **when)
    assert fields_of(refused) == {"Repeats_Until__c": "REQUIRED_FIELD_MISSING"}
    first = meeting(floor, **asked, Repeats_Until__c="2026-04-05", **when)
    found = floor.rows(select(Event.id, Event.start_us).where(Event.series_id == first))
    starts = sorted(each.start_us for each in found)
    hour, fortnight = 3_600_000_000, 14 * 86_400_000_000
    # The rep's clocks go forward before the third.
    assert [each - starts[0] for each in starts] == [0, fortnight, 2 * fortnight - hour]
    assert floor.not_updated(first, Repeats__c="Daily").code
    (second,) = (each.id for each in found if each.start_us == starts[1])
    assert rep.submit(f"/Event/{second}/series").endswith("/calendar")
    left = select(Event.id).where(Event.series_id == first, ~Event.is_deleted)
    assert [each.id for each in floor.rows(left)] == [first]
    long = {"Repeats__c": "Daily", "Repeats_Until__c": "2027-02-23"}
    assert floor.not_created("Event", Subject="Stand-up", **long, **when).code


def test_participants_see_the_meeting_and_answer(
    floor: Floor, rep: Pages, authority: Authority
) -> None:
    event = meeting(floor)
    doors = Doors(floor.world, authority, floor.people[SUPPORT])
    support = Pages(doors)
    support.read(f"/Event/{event}", 404)
    invited = {"EventId": event, "RelationId": floor.user(SUPPORT)}
    floor.create("EventRelation", **invited)
    floor.create("EventRelation", EventId=event, RelationId=floor.create("Contact"))
    assert fields_of(floor.not_created("EventRelation", **invited)) == {
        "RelationId": "DUPLICATE_VALUE"
    }
    assert "You are invited" in support.words(f"/Event/{event}")
    shown = support.read("/calendar?view=week&date=2026-04-07")
    assert ", new" in shown
    support.submit(f"/Event/{event}/answer", status="Accepted")
    assert "Accepted" in rep.words(f"/Event/{event}?tab=related")
    assert "accepts “Walk”" in bell(Doors(floor.world, authority, floor.people[REP]))
    assert "invites you to “Walk”" in bell(doors)
    support.submit(f"/Event/{event}/answer", status="Declined")
    assert "Walk" not in support.words("/calendar?view=week&date=2026-04-07")
    refused = floor.refused(invitations.answer, by=MANAGER, event_id=event, status="Accepted")
    assert refused.code == "NOT_FOUND"
    support.submit(f"/calendar/{event}/move", 403, day="2026-04-08", view="week", date="2026-04-07")
