"""Activities: what was done and is to be done about records, and what they may be about."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select
from tests.apps.crm.floor import ADMIN, FINANCE, MANAGER, REP, SUPPORT, Floor, fields_of

from workworld.apps.crm.service import activities, notice_choices, tasks
from workworld.apps.crm.service.timelines import Timeline
from workworld.notifications.models import Notification
from workworld.passing_time import let_time_pass
from workworld.worlds import World

DAY = 86_400
TODAY = "2026-03-17"


@pytest.fixture
def account(floor: Floor) -> str:
    """A company of the rep's."""
    return floor.create("Account")


@pytest.fixture
def contact(floor: Floor, account: str) -> str:
    """Somebody there."""
    return floor.create("Contact", AccountId=account, FirstName="Ada")


@pytest.fixture
def deal(floor: Floor, account: str) -> str:
    """What we would sell them."""
    return floor.create("Opportunity", AccountId=account)


def timeline(floor: Floor, record_id: str, **more: Any) -> Timeline:
    """A record's."""
    found: Timeline = floor.do(activities.timeline, record_id=record_id, **more)
    return found


def ahead(found: Timeline) -> list[str]:
    """The subjects of what is to come."""
    return [each.subject for each in found.upcoming]


def past(found: Timeline) -> list[str]:
    """The subjects of what was, the newest first."""
    return [each.subject for month in found.past for each in month.items]


def told(floor: Floor, handle: str, kind: str) -> int:
    """How often somebody was told of a kind."""
    query = select(Notification.id).where(
        Notification.person_id == floor.people[handle], Notification.kind == kind
    )
    return len(floor.rows(query))


def test_a_lead_excludes_what_else_it_is_about(floor: Floor, account: str) -> None:
    lead = floor.create("Lead")
    refusal = floor.not_created("Task", WhoId=lead, WhatId=account)
    assert fields_of(refusal) == {"WhatId": "FIELD_INTEGRITY_EXCEPTION"}
    assert floor.row(floor.create("Task", WhoId=lead)).account_id is None


def test_the_account_follows_from_what_and_whom_it_is_about(
    floor: Floor, account: str, contact: str, deal: str
) -> None:
    case = floor.create("Case", AccountId=account)
    other = floor.create("Contact", AccountId=floor.create("Account", Name="Other"))
    for values in (
        {"WhatId": account},
        {"WhatId": deal},
        {"WhatId": case},
        {"WhoId": contact},
        {"WhatId": deal, "WhoId": other},
    ):
        assert floor.row(floor.create("Task", **values)).account_id == account
    assert floor.row(floor.create("Task")).account_id is None


def test_the_account_cannot_be_chosen(floor: Floor, account: str) -> None:
    refusal = floor.not_created("Task", AccountId=account)
    assert fields_of(refusal) == {"AccountId": "INVALID_FIELD_FOR_INSERT_UPDATE"}


def test_activities_go_along_with_a_contact(floor: Floor, contact: str, deal: str) -> None:
    own = floor.create("Task", WhoId=contact)
    of_deal = floor.create("Task", WhoId=contact, WhatId=deal)
    before = floor.row(of_deal).account_id
    other = floor.create("Account", Name="Other")
    floor.update(contact, AccountId=other)
    assert floor.row(own).account_id == other
    assert floor.row(of_deal).account_id == before


def test_completing_notes_when_and_opening_again_forgets_it(floor: Floor, deal: str) -> None:
    task = floor.create("Task", WhatId=deal)
    floor.do(tasks.complete, task_id=task)
    row = floor.row(task)
    assert (row.status, row.is_closed, row.completed_us) == ("Completed", True, row.modified_us)
    floor.update(task, Status="In Progress")
    row = floor.row(task)
    assert (row.is_closed, row.completed_us) == (False, None)


def test_completing_makes_the_task_that_follows(floor: Floor, deal: str, contact: str) -> None:
    task = floor.create("Task", WhatId=deal, WhoId=contact, Priority="High", Subject="Call")
    values = {"Subject": "Send offer", "ActivityDate": "2026-03-20"}
    done, following = floor.do(tasks.complete, task_id=task, follow_up=values)
    row = floor.row(following.id)
    assert done.id == task
    assert (row.subject, row.activity_date, row.what_id, row.who_id, row.priority) == (
        "Send offer",
        "2026-03-20",
        deal,
        contact,
        "High",
    )
    assert (row.is_closed, row.recurs_from_id) == (False, task)


def test_a_follow_up_that_cannot_be_leaves_the_task_open(floor: Floor, deal: str) -> None:
    task = floor.create("Task", WhatId=deal)
    values = {"ActivityDate": "soon"}
    refusal = floor.refused(tasks.complete, task_id=task, follow_up=values)
    assert fields_of(refusal) == {"ActivityDate": "JSON_PARSER_ERROR"}
    assert not floor.row(task).is_closed


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("2026-03-18T10:00:00Z", "2026-03-18T09:59:00Z"),
        ("2026-03-18T10:00:00Z", "2026-04-18T10:00:00Z"),
    ],
)
def test_an_event_ends_after_it_begins(floor: Floor, start: str, end: str) -> None:
    refusal = floor.not_created("Event", StartDateTime=start, EndDateTime=end)
    assert fields_of(refusal) == {"EndDateTime": "FIELD_INTEGRITY_EXCEPTION"}


def test_an_event_knows_its_day_and_its_length(floor: Floor, deal: str) -> None:
    made = floor.do(
        activities.create_event,
        record_id=deal,
        subject="Demo",
        start="2026-03-19T02:00:00Z",
        end="2026-03-19T03:30:00Z",
    )
    row = floor.row(made.id)
    assert (row.activity_date, row.minutes, row.what_id) == ("2026-03-18", 90, deal)


def test_a_call_is_logged_as_done_today(floor: Floor, contact: str, account: str) -> None:
    made = floor.do(
        activities.log_call, record_id=contact, comments="They wait for us.", seconds=240
    )
    row = floor.row(made.id)
    assert (row.subject, row.subtype, row.is_closed, row.activity_date) == (
        "Call",
        "Call",
        True,
        TODAY,
    )
    assert (row.who_id, row.account_id, row.call_seconds) == (contact, account, 240)


def test_an_activity_about_a_case_is_about_its_contact_too(floor: Floor, contact: str) -> None:
    case = floor.create("Case", ContactId=contact)
    made = floor.do(activities.create_task, record_id=case, subject="Look")
    assert (floor.row(made.id).what_id, floor.row(made.id).who_id) == (case, contact)


def test_what_is_overdue_comes_first_then_by_day(floor: Floor, deal: str) -> None:
    for subject, due in (
        ("No day", None),
        ("Next week", "2026-03-24"),
        ("Today", TODAY),
        ("Overdue", "2026-03-16"),
    ):
        floor.do(activities.create_task, record_id=deal, subject=subject, due=due)
    found = timeline(floor, deal)
    assert ahead(found) == ["Overdue", "Today", "Next week", "No day"]
    assert [each.is_overdue for each in found.upcoming] == [True, False, False, False]


def test_what_is_past_is_told_by_month(floor: Floor, deal: str) -> None:
    for subject, sent in (("January", "2026-01-05T12:00:00Z"), ("March", "2026-03-02T12:00:00Z")):
        floor.do(
            activities.log_email,
            record_id=deal,
            subject=subject,
            text="Hello.",
            from_address="akovac@calderoute.example",
            to_address="ada@larkspur.example",
            sent=sent,
        )
    floor.do(activities.add_note, record_id=deal, title="Noted")
    found = timeline(floor, deal)
    assert [(each.name, len(each.items)) for each in found.past] == [("2026-03", 2), ("2026-01", 1)]
    assert past(found) == ["Noted", "March", "January"]


def test_an_account_shows_what_was_done_about_its_people_and_deals(
    floor: Floor, account: str, contact: str, deal: str
) -> None:
    floor.do(activities.create_task, record_id=contact, subject="Contact")
    floor.do(activities.create_task, record_id=deal, subject="Deal")
    case = floor.create("Case", AccountId=account)
    floor.do(activities.create_task, record_id=case, subject="Case")
    floor.do(
        activities.log_email,
        record_id=contact,
        subject="Mail",
        text="Hello.",
        from_address="akovac@calderoute.example",
        to_address="ada@larkspur.example",
    )
    found = timeline(floor, account)
    assert sorted(ahead(found)) == ["Case", "Contact", "Deal"]
    assert past(found) == ["Mail"]


def test_a_timeline_is_narrowed_by_kind_and_owner(floor: Floor, deal: str) -> None:
    floor.do(activities.create_task, record_id=deal, subject="Task")
    floor.do(activities.log_call, record_id=deal, subject="Call")
    floor.do(activities.create_task, record_id=deal, subject="Hers", by=MANAGER)
    assert past(timeline(floor, deal, kinds=("call",))) == ["Call"]
    assert ahead(timeline(floor, deal, kinds=("call",))) == []
    assert ahead(timeline(floor, deal, kinds=("task",), owner_id=floor.user(REP))) == ["Task"]
    unknown = floor.refused(activities.timeline, record_id=deal, kinds=("poem",))
    assert unknown.code == "INVALID_FIELD"


def test_a_long_past_is_told_in_parts(floor: Floor, deal: str) -> None:
    for number in range(7):
        floor.do(activities.add_note, record_id=deal, title=f"No. {number}")
        floor.do(activities.log_call, record_id=deal, subject=f"Call {number}")
    found, seen = timeline(floor, deal, limit=4), []
    while True:
        seen += past(found)
        if found.more is None:
            break
        found = timeline(floor, deal, limit=4, before=found.more)
    wanted = [text for number in range(7) for text in (f"No. {number}", f"Call {number}")]
    assert seen == wanted[::-1]
    for place in ("x", "-", f"{'9' * 30}-00T", "١-00T"):
        refusal = floor.refused(activities.timeline, record_id=deal, before=place)
        assert refusal.code == "INVALID_FIELD"


def test_a_private_note_is_its_writers_alone(floor: Floor, deal: str) -> None:
    floor.do(activities.add_note, record_id=deal, title="Mine", is_private=True)
    assert past(timeline(floor, deal)) == ["Mine"]
    assert past(floor.do(activities.timeline, record_id=deal, by=MANAGER)) == []


def test_a_hidden_record_has_no_timeline(floor: Floor) -> None:
    hidden = floor.create("Opportunity", by=ADMIN)
    assert floor.refused(activities.timeline, record_id=hidden).code == "NOT_FOUND"
    assert floor.refused(activities.timeline, record_id="nonsense").code == "NOT_FOUND"
    assert floor.refused(activities.log_call, record_id=hidden).code == "NOT_FOUND"


def test_whoever_only_reads_logs_nothing(floor: Floor, deal: str) -> None:
    refusal = floor.refused(activities.log_call, by=FINANCE, record_id=deal)
    assert refusal.code == "INSUFFICIENT_ACCESS_OR_READONLY"


def test_owners_are_reminded_and_told_what_is_due(floor: Floor, world: World, deal: str) -> None:
    task = floor.do(
        activities.create_task,
        record_id=deal,
        subject="Offer",
        due="2026-03-18",
        reminder="2026-03-17T15:00:00Z",
    ).id
    let_time_pass(world, 2 * 3600)
    assert told(floor, REP, "reminder") == 1
    let_time_pass(world, DAY)
    assert told(floor, REP, "task_due") >= 1
    due = told(floor, REP, "task_overdue")
    let_time_pass(world, DAY)
    assert told(floor, REP, "task_overdue") > due
    floor.do(tasks.complete, task_id=task)


def test_nobody_is_reminded_of_what_is_done(floor: Floor, world: World, deal: str) -> None:
    task = floor.do(
        activities.create_task, record_id=deal, subject="Offer", reminder="2026-03-17T15:00:00Z"
    ).id
    floor.do(tasks.complete, task_id=task)
    let_time_pass(world, 2 * 3600)
    assert told(floor, REP, "reminder") == 0


def test_users_choose_what_they_are_told(floor: Floor, world: World, deal: str) -> None:
    kinds = [each for each in notice_choices.KINDS if each != "reminder"]
    chosen = floor.do(notice_choices.choose, kinds=kinds)
    assert (chosen["reminder"], chosen["assigned"]) == ([], ["bell"])
    floor.do(
        activities.create_task, record_id=deal, subject="Offer", reminder="2026-03-17T15:00:00Z"
    )
    let_time_pass(world, 2 * 3600)
    assert told(floor, REP, "reminder") == 0
    assert floor.refused(notice_choices.choose, kinds=["poem"]).code == "INVALID_FIELD"
    assert floor.do(notice_choices.choose, kinds=["reminder"])["reminder"]
    assert not floor.do(notice_choices.mine)["assigned"]
    assert floor.do(notice_choices.mine, by=MANAGER)["assigned"]


def test_whoever_gets_a_task_is_told(floor: Floor, deal: str) -> None:
    floor.do(activities.create_task, record_id=deal, subject="Look", owner_id=floor.user(SUPPORT))
    assert told(floor, SUPPORT, "assigned") == 1
