"""Cases: numbers, statuses, answers, queues, and the clocks that run for them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import delete, func, insert, select
from tests.apps.crm.floor import ADMIN, FINANCE, MANAGER, REP, SUPPORT, Floor, fields_of

from workworld.apps.crm.models import (
    BusinessHours,
    Case,
    EscalationRule,
    Group,
    SlaTarget,
)
from workworld.apps.crm.service import case_comments, cases, queues, records, slas
from workworld.clock import Clock
from workworld.notifications.models import Notification
from workworld.passing_time import let_time_pass

MINUTE = 60_000_000
HOUR = 60 * MINUTE
OFFICE = [[[9 * 60, 17 * 60]]] * 5 + [[], []]


@pytest.fixture
def clocks(floor: Floor) -> None:
    """Half an hour to answer and four to solve, New York's office hours, the 18th off."""
    floor.change(delete(SlaTarget))
    floor.change(delete(BusinessHours))
    floor.change(delete(EscalationRule))
    with floor.world.writing() as session:
        session.execute(
            insert(SlaTarget),
            [
                {
                    "tier": "",
                    "priority": priority,
                    "first_response_minutes": first,
                    "resolution_minutes": last,
                }
                for priority, first, last in (("Medium", 30, 240), ("High", 15, 120))
            ],
        )
        session.execute(
            insert(BusinessHours),
            [
                {
                    "id": "01mWw0000000001AAA",
                    "name": "Office",
                    "zone": "America/New_York",
                    "hours": OFFICE,
                    "holidays": [{"date": "2026-03-18", "name": "Founders' Day"}],
                }
            ],
        )


def at(text: str) -> int:
    """A moment in microseconds; UTC."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()) * 1_000_000


def now_us(floor: Floor) -> int:
    """The world's time."""
    with floor.world.reading() as session:
        return Clock(session).now_us()


def told(floor: Floor, handle: str, kind: str) -> list[str]:
    """What somebody was told of a kind."""
    rows = floor.rows(
        select(Notification.text).where(
            Notification.person_id == floor.people[handle], Notification.kind == kind
        )
    )
    return [row.text for row in rows]


def queue(floor: Floor, name: str = "Support Tier 1") -> str:
    """A queue's id."""
    (found,) = floor.rows(select(Group.id).where(Group.name == name))
    return str(found.id)


def test_numbers_have_eight_digits_and_follow_each_other(floor: Floor) -> None:
    (highest,) = floor.rows(select(func.max(Case.number).label("number")))
    first, second = (floor.create("Case", Subject=text) for text in ("One", "Two"))
    numbers = [floor.row(each).number for each in (first, second)]
    assert [len(each) for each in numbers] == [8, 8]
    assert [int(each) - int(highest.number or 0) for each in numbers] == [1, 2]


def test_a_deleted_case_keeps_its_number(floor: Floor) -> None:
    gone = floor.create("Case", by=ADMIN, Subject="One")
    floor.delete(gone, by=ADMIN)
    following = floor.create("Case", by=ADMIN, Subject="Two")
    assert int(floor.row(following).number) == int(floor.row(gone).number) + 1


def test_a_number_cannot_be_chosen(floor: Floor) -> None:
    refusal = floor.not_created("Case", CaseNumber="00000001")
    assert fields_of(refusal) == {"CaseNumber": "INVALID_FIELD_FOR_INSERT_UPDATE"}


def test_a_case_takes_the_account_of_its_contact(floor: Floor) -> None:
    account = floor.create("Account")
    contact = floor.create("Contact", AccountId=account)
    assert floor.row(floor.create("Case", ContactId=contact)).account_id == account


def test_closing_needs_a_resolution(floor: Floor) -> None:
    case = floor.create("Case", Subject="Gate")
    refusal = floor.not_updated(case, Status="Closed")
    assert fields_of(refusal) == {"Resolution__c": "FIELD_CUSTOM_VALIDATION_EXCEPTION"}
    floor.do(cases.close, case_id=case, resolution="Turned it round.")
    row = floor.row(case)
    assert (row.status, row.is_closed, row.resolution) == ("Closed", True, "Turned it round.")
    assert row.closed_us == row.modified_us


def test_from_solved_to_closed_it_stays_closed_since_it_was_solved(floor: Floor) -> None:
    case = floor.create("Case", Subject="Gate")
    floor.do(cases.close, case_id=case, resolution="Done.", status="Solved")
    closed_us = floor.row(case).closed_us
    floor.update(case, Status="Closed")
    assert (floor.row(case).closed_us, floor.row(case).reopen_count) == (closed_us, 0)


def test_reopening_clears_the_closed_date_and_is_counted(floor: Floor) -> None:
    case = floor.create("Case", Subject="Gate")
    for _ in range(2):
        floor.do(cases.close, case_id=case, resolution="Done.")
        floor.update(case, Status="Open")
    row = floor.row(case)
    assert (row.is_closed, row.closed_us, row.reopen_count) == (False, None, 2)


def test_a_case_does_not_stand_below_itself(floor: Floor) -> None:
    above = floor.create("Case", Subject="Above")
    below = floor.create("Case", Subject="Below", ParentId=above)
    assert fields_of(floor.not_updated(above, ParentId=below)) == {
        "ParentId": "CIRCULAR_DEPENDENCY"
    }


def test_escalating_says_so_and_tells_the_manager(floor: Floor) -> None:
    case = floor.create("Case", Subject="Gate")
    floor.do(cases.escalate, case_id=case, reason="They wait for days.")
    row = floor.row(case)
    assert (row.status, row.is_escalated) == ("Escalated", True)
    assert told(floor, MANAGER, "escalated") == [f"escalated case {row.number}"]
    (said,) = floor.do(case_comments.list, case_id=case)
    assert (said.body, said.is_published) == ("They wait for days.", False)


def test_a_closed_case_is_not_escalated(floor: Floor) -> None:
    case = floor.create("Case", Subject="Gate")
    floor.do(cases.close, case_id=case, resolution="Done.")
    assert floor.refused(cases.escalate, case_id=case).code == "INVALID_OPERATION"


def test_members_take_cases_out_of_their_queue(floor: Floor) -> None:
    case = floor.create("Case", by=ADMIN, Subject="Gate", OwnerId=queue(floor))
    floor.do(cases.accept, case_id=case, by=SUPPORT)
    assert floor.row(case).owner_id == floor.user(SUPPORT)
    assert floor.refused(cases.accept, case_id=case, by=SUPPORT).code == "INVALID_OPERATION"


def test_others_do_not_see_what_is_in_a_queue(floor: Floor) -> None:
    billing = queue(floor, "Billing")
    case = floor.create("Case", by=ADMIN, Subject="Invoice", OwnerId=billing)
    assert floor.refused(cases.accept, case_id=case, by=REP).code == "NOT_FOUND"
    floor.do(cases.accept, case_id=case, by=MANAGER)


def test_members_are_told_of_what_comes_into_their_queue(floor: Floor) -> None:
    case = floor.create("Case", by=ADMIN, Subject="Gate", OwnerId=queue(floor))
    assert f"put case {floor.row(case).number} into your queue" in told(floor, REP, "queued")


def test_a_queue_tells_how_much_waits_in_it(floor: Floor) -> None:
    def waiting() -> int:
        (found,) = (each for each in floor.do(queues.list) if each.id == queue(floor))
        return int(found.waiting)

    before = waiting()
    floor.create("Case", by=ADMIN, Subject="Gate", OwnerId=queue(floor))
    assert waiting() == before + 1
    assert {each.name for each in floor.do(queues.list, by=SUPPORT)} == {
        "Support Tier 1",
        "Billing",
    }


def test_a_published_comment_is_an_answer_and_an_internal_one_is_not(floor: Floor) -> None:
    case = floor.create("Case", Subject="Gate")
    floor.do(case_comments.add, case_id=case, text="Hm.")
    assert floor.row(case).first_response_us is None
    floor.do(case_comments.add, case_id=case, text="We look at it.", is_published=True)
    first_us = floor.row(case).first_response_us
    assert first_us is not None
    floor.do(case_comments.add, case_id=case, text="Still.", is_published=True)
    assert floor.row(case).first_response_us == first_us


def test_a_comment_needs_text(floor: Floor) -> None:
    case = floor.create("Case", Subject="Gate")
    refusal = floor.refused(case_comments.add, case_id=case, text="  ")
    assert fields_of(refusal) == {"CommentBody": "REQUIRED_FIELD_MISSING"}


def test_whoever_only_reads_does_not_answer(floor: Floor) -> None:
    case = floor.create("Case", Subject="Gate")
    refusal = floor.refused(case_comments.add, by=FINANCE, case_id=case, text="Hm.")
    assert refusal.code == "INSUFFICIENT_ACCESS_OR_READONLY"


@pytest.mark.usefixtures("clocks")
def test_clocks_run_in_business_hours_and_rest_on_holidays(floor: Floor) -> None:
    case = floor.create("Case", Subject="Gate")  # on Tuesday at 9:30 New York, and some seconds
    row = floor.row(case)
    made = timedelta(microseconds=row.created_us - at("2026-03-17T13:30:00"))
    assert made < timedelta(minutes=1)
    assert row.first_response_due_us == row.created_us + 30 * MINUTE
    assert row.resolution_due_us == row.created_us + 240 * MINUTE
    let_time_pass(floor.world, 7 * 3600)  # 16:30; half an hour is left of the day
    late = floor.row(floor.create("Case", Subject="Late"))
    assert late.first_response_due_us is not None
    assert late.resolution_due_us > at("2026-03-19T16:00:00")  # Thursday noon, not the holiday
    assert late.resolution_due_us < at("2026-03-19T17:00:00")


@pytest.mark.usefixtures("clocks")
def test_a_higher_priority_shortens_the_clocks(floor: Floor) -> None:
    case = floor.create("Case", Subject="Gate")
    floor.update(case, Priority="High")
    row = floor.row(case)
    assert row.resolution_due_us == row.created_us + 120 * MINUTE


@pytest.mark.usefixtures("clocks")
def test_clocks_stand_still_while_the_customer_has_to_answer(floor: Floor) -> None:
    case = floor.create("Case", Subject="Gate")
    before = floor.row(case)
    floor.update(case, Status="Waiting on customer")
    assert floor.row(case).sla_state == "Paused"
    let_time_pass(floor.world, 3600)
    floor.update(case, Status="Open")
    row = floor.row(case)
    moved = row.resolution_due_us - before.resolution_due_us
    assert HOUR <= moved <= HOUR + MINUTE
    assert (row.paused_us, row.sla_state) == (None, "On Track")
    floor.update(case, Priority="High")  # what it stood still for stays with it
    assert floor.row(case).resolution_due_us == row.created_us + 120 * MINUTE + moved


@pytest.mark.usefixtures("clocks")
def test_owners_are_warned_and_told_of_a_breach(floor: Floor) -> None:
    case = floor.create("Case", Subject="Gate")
    floor.do(case_comments.add, case_id=case, text="We look at it.", is_published=True)
    number = floor.row(case).number
    let_time_pass(floor.world, 3 * 3600 + 60)
    assert floor.row(case).sla_state == "At Risk"
    assert [number in each for each in told(floor, REP, "sla_at_risk")].count(True) == 1
    let_time_pass(floor.world, 3600)
    assert floor.row(case).sla_state == "Breached"
    assert [number in each for each in told(floor, REP, "sla_breached")].count(True) == 1


@pytest.mark.usefixtures("clocks")
def test_what_was_answered_and_solved_in_time_is_met(floor: Floor) -> None:
    case = floor.create("Case", Subject="Gate")
    floor.do(cases.close, case_id=case, resolution="Done.")
    assert floor.row(case).sla_state == "Met"
    clocks = floor.do(slas.of_case, case_id=case)
    assert [(each.name, each.is_breached) for each in clocks] == [
        ("First Response", False),
        ("Resolution", False),
    ]
    let_time_pass(floor.world, 10 * 3600)
    assert floor.row(case).sla_state == "Met"


@pytest.mark.usefixtures("clocks")
def test_a_case_that_nobody_takes_is_escalated(floor: Floor) -> None:
    boss = floor.user(MANAGER)
    with floor.world.writing() as session:
        session.add(
            EscalationRule(
                id="01WWw0000000001AAA",
                name="Nobody takes it",
                position=1,
                formula='ISPICKVAL(Priority, "High")',
                event="unassigned",
                minutes=30,
                notify_id=boss,
            )
        )
    waits = floor.create("Case", by=ADMIN, OwnerId=queue(floor), Priority="High")
    low = floor.create("Case", by=ADMIN, OwnerId=queue(floor), Priority="Low")
    taken = floor.create("Case", by=ADMIN, OwnerId=queue(floor), Priority="High")
    floor.do(cases.accept, case_id=taken, by=SUPPORT)
    let_time_pass(floor.world, 31 * 60)
    assert [floor.row(each).is_escalated for each in (waits, low, taken)] == [True, False, False]
    assert len(told(floor, MANAGER, "escalated")) == 1


def test_people_without_the_crm_are_refused(floor: Floor) -> None:
    case = floor.create("Case", Subject="Gate")
    arguments = {"sobject": "Case", "record_id": case}
    assert floor.refused(records.get, by="mchen", **arguments).code == "INSUFFICIENT_ACCESS"
