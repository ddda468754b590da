"""One's own calendar, on its page, as a file and by tools."""

from __future__ import annotations

import pytest
from tests.apps.crm.floor import FINANCE, MANAGER, REP, Floor
from tests.apps.crm.page_kit import Pages
from tests.kit import Doors

from workworld.apps.crm.service import calendars
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
