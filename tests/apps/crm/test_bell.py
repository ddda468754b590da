"""Each kind of event that people are told of, as they read it behind their bell."""

from __future__ import annotations

import pytest
from sqlalchemy import delete, insert, select, update
from tests.apps.crm.floor import ADMIN, MANAGER, REP, SUPPORT, Floor
from tests.apps.crm.page_kit import bell
from tests.apps.crm.test_imports import ran
from tests.kit import Doors

from workworld.apps.chat.models import Message
from workworld.apps.crm.models import Case, EscalationRule, SlaTarget
from workworld.apps.crm.service import (
    activities,
    approvals,
    cases,
    follows,
    inbound_emails,
    notice_choices,
    owners,
    posts,
)
from workworld.directory.models import Person
from workworld.identity import Authority
from workworld.passing_time import let_time_pass

MINUTE, HOUR = 60, 3600
COLUMNS = {"1": "LastName", "2": "Company"}


class Bells:
    """What people read behind their bells."""

    def __init__(self, floor: Floor, authority: Authority) -> None:
        self._floor, self._authority = floor, authority

    def of(self, handle: str) -> str:
        """The words of somebody's page."""
        return bell(Doors(self._floor.world, self._authority, self._floor.people[handle]))


@pytest.fixture
def bells(floor: Floor, authority: Authority) -> Bells:
    """Everybody's bells."""
    return Bells(floor, authority)


def test_records_that_become_ones_own_or_ones_queues(floor: Floor, bells: Bells) -> None:
    account = floor.create("Account", by=MANAGER, Name="Zz Harbour")
    given = {"sobject": "Account", "record_ids": [account], "owner_id": floor.user(REP)}
    floor.do(owners.change, by=MANAGER, notify=True, **given)
    assert "Zz Harbour" in bells.of(REP)
    floor.create("Case", by=MANAGER, Subject="Zz invoice", Origin="Web")
    assert "into your queue" in bells.of(SUPPORT)


def test_mentions_posts_and_deals_that_one_follows(floor: Floor, bells: Bells) -> None:
    deal = floor.create("Opportunity", Name="Zz gates", Amount=1000,
                        AccountId=floor.create("Account"))  # fmt: skip
    floor.do(follows.follow, by=MANAGER, record_id=deal)
    floor.do(posts.post, record_id=deal, text="Look, @dwhitlock")
    assert "mentioned you on" in bells.of(MANAGER)
    floor.do(posts.post, record_id=deal, text="And another one.")
    assert "Zz gates" in bells.of(MANAGER)
    floor.update(deal, StageName="Closed Won")
    assert "won" in bells.of(MANAGER)


def test_approvals_that_are_asked_for_and_answered(floor: Floor, bells: Bells) -> None:
    account = floor.create("Account")
    deal = floor.create("Opportunity", Name="Zz rebate", Amount=1000, Discount__c=25,
                        AccountId=account, NextStep="Ask")  # fmt: skip
    asked = floor.do(approvals.submit, record_id=deal, comment="They would sign.")
    assert "asks for your approval" in bells.of(MANAGER)
    floor.do(approvals.act, by=MANAGER, approval_id=asked.id, action="Approve")
    assert "Zz rebate" in bells.of(REP)


def test_tasks_that_come_due(floor: Floor, bells: Bells) -> None:
    deal = floor.create("Opportunity")
    given = {"subject": "Zz offer", "due": "2026-03-18", "reminder": "2026-03-17T15:00:00Z"}
    floor.do(activities.create_task, record_id=deal, **given)
    let_time_pass(floor.world, 2 * HOUR)
    assert "you wanted to be reminded of “Zz offer”" in bells.of(REP)
    let_time_pass(floor.world, 24 * HOUR)
    assert "“Zz offer” is due today" in bells.of(REP)
    let_time_pass(floor.world, 24 * HOUR)
    assert "“Zz offer” is overdue" in bells.of(REP)


def test_cases_whose_time_gets_short_and_that_are_escalated(floor: Floor, bells: Bells) -> None:
    floor.change(delete(SlaTarget))
    floor.change(delete(EscalationRule))
    short = {"first_response_minutes": 90, "resolution_minutes": 180}
    target = {"tier": "", "priority": "High", **short}
    floor.change(insert(SlaTarget).values(**target))
    case = floor.create("Case", by=SUPPORT, Subject="Zz gate", Priority="High")
    number = floor.row(case).number
    let_time_pass(floor.world, HOUR + 25 * MINUTE)
    assert f"will miss the service level of case {number}" in bells.of(SUPPORT)
    let_time_pass(floor.world, HOUR)
    assert f"missed the service level of case {number}" in bells.of(SUPPORT)
    floor.do(cases.escalate, by=ADMIN, case_id=case, owner_id=floor.user(MANAGER))
    assert number in bells.of(MANAGER)


def test_customers_who_answer(floor: Floor, bells: Bells) -> None:
    mail = {"from_address": "ada@larkspur.example", "to_address": "support@calderoute.example"}
    first = floor.do(inbound_emails.receive, by=ADMIN, **mail, subject="Gate", text="Stuck.")
    floor.change(update(Case).where(Case.id == first.case_id).values(owner_id=floor.user(SUPPORT)))
    token = f"ref:{first.case_id}:ref"
    floor.do(inbound_emails.receive, by=ADMIN, **mail, subject=f"Re: Gate {token}", text="Still.")
    assert "a customer has answered" in bells.of(SUPPORT)


def test_imports_that_are_finished_unless_one_does_not_want_to_know(
    floor: Floor, bells: Bells
) -> None:
    def run(last_name: str) -> None:
        ran(floor, f"LastName,Company\n{last_name},Zwingli AG\n", sobject="Lead", columns=COLUMNS)

    run("First")
    assert "is finished: 1 created, 0 updated, 0 refused" in bells.of(REP)
    kinds = [kind for kind in notice_choices.KINDS if kind != "import_done"]
    floor.do(notice_choices.choose, kinds=kinds)
    before = bells.of(REP).count("is finished")
    run("Second")
    assert bells.of(REP).count("is finished") == before


def test_whoever_wishes_it_is_written_to_in_chat(floor: Floor, bells: Bells) -> None:
    def written() -> list[str]:
        let_time_pass(floor.world, MINUTE)
        bot = select(Person.id).where(Person.handle == "crm-bot").scalar_subquery()
        query = select(Message.text).where(Message.author_id == bot)
        return [each.text for each in floor.rows(query.order_by(Message.ts))]

    def give(name: str) -> None:
        account = floor.create("Account", by=MANAGER, Name=name)
        given = {"sobject": "Account", "record_ids": [account], "owner_id": floor.user(REP)}
        floor.do(owners.change, by=MANAGER, notify=True, **given)

    give("Zz Quay")
    assert written() == [], "the bell alone is usual"
    others = [kind for kind in notice_choices.KINDS if kind != "assigned"]
    floor.do(notice_choices.choose, kinds=others, chat_kinds=["assigned", "reminder"])
    give("Zz Pier & Sons")
    (said,) = written()
    assert "gave you the account Zz Pier &amp; Sons: <https://" in said
    assert "Pier & Sons , unread CRM" not in bells.of(REP), "but chat tells of its message"
    deal = floor.create("Opportunity")
    asked = {"subject": "Zz offer", "reminder": "2026-03-17T15:00:00Z"}
    floor.do(activities.create_task, record_id=deal, **asked)
    let_time_pass(floor.world, 2 * HOUR)
    assert len([each for each in written() if "reminded of “Zz offer”" in each]) == 1
    floor.do(notice_choices.choose, kinds=[])
    assert floor.do(notice_choices.mine)["reminder"] == ["chat"], "what is not said stays"


def test_meetings_that_one_wants_to_be_reminded_of(floor: Floor, bells: Bells) -> None:
    times = {"StartDateTime": "2026-03-18T15:00:00Z", "EndDateTime": "2026-03-18T16:00:00Z"}
    series = {"Repeats__c": "Daily", "Repeats_Until__c": "2026-03-20"}
    reminder = {"ReminderDateTime": "2026-03-18T14:45:00Z"}
    first = floor.create("Event", Subject="Zz visit", **times, **series, **reminder)
    assert floor.row(first).is_reminded
    dropped = floor.create("Event", Subject="Zz dropped", **times, **reminder)
    floor.update(dropped, IsReminderSet=False)
    let_time_pass(floor.world, 26 * HOUR)
    assert bells.of(REP).count("reminded of “Zz visit”") == 2, "in a line and on its button"
    let_time_pass(floor.world, 24 * HOUR)
    assert bells.of(REP).count("reminded of “Zz visit”") == 4
    assert "Zz dropped" not in bells.of(REP)
