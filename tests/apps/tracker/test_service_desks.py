"""Service desks: what customers ask and see, clocks, approvals, ratings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Any

import pytest
from tests.apps.tracker.desk import Desk, problems, said
from tests.apps.tracker.page_kit import Pages
from tests.kit import Doors
from tests.states import all_rows

from workworld.apps.tracker.service import (
    approvals,
    canned_replies,
    comments,
    issues,
    organizations,
    participants,
    queues,
    ratings,
    request_types,
    requests,
    screens,
    search,
    sla_settings,
    slas,
)
from workworld.apps.tracker.service.sla_clocks import Happening, Story, cycles_of
from workworld.apps.tracker.service.sla_goals import check, fits
from workworld.clock import to_microseconds
from workworld.database import rebuild_derived
from workworld.errors import Invalid
from workworld.working_hours import MINUTE, Always, Hours

AGENT, CUSTOMER, OUTSIDER = "eboadi", "shaugland", "mtierney"
_OFFICE = Hours(
    "America/New_York",
    (*([((540, 1020),)] * 5), (), ()),
    frozenset({date(2026, 5, 25)}),
)


def at(*moment: int) -> int:
    return to_microseconds(datetime(*moment, tzinfo=UTC))  # type: ignore[misc,arg-type]


def kind_called(desk: Desk, name: str) -> Any:
    found = desk.do(request_types.list, by=CUSTOMER, project="SUP")
    return next(each for each in found if each.name == name)


def asked(desk: Desk, **more: Any) -> str:
    kind = kind_called(desk, "Question")
    fields = {"summary": "Where is the yard view?"}
    made = desk.do(requests.create, by=CUSTOMER, request_type_id=kind.id, fields=fields, **more)
    return str(made.key)


def clock(desk: Desk, key: str, name: str) -> Any:
    found: Sequence[Any] = desk.do(slas.of_issue, by=AGENT, issue=key)
    return next(each.latest for each in found if each.sla.name == name)


# Hours and clocks


@pytest.mark.parametrize(
    ("first", "last", "minutes"),
    [
        (at(2026, 3, 17, 14, 0), at(2026, 3, 17, 15, 30), 90),
        (at(2026, 3, 17, 10, 0), at(2026, 3, 17, 14, 0), 60),  # it opens at 13:00 UTC
        (at(2026, 3, 20, 20, 0), at(2026, 3, 23, 14, 0), 120),  # over a weekend
        (at(2026, 3, 6, 21, 0), at(2026, 3, 9, 14, 0), 120),  # clocks go forward on the 8th
        (at(2026, 5, 22, 20, 0), at(2026, 5, 26, 14, 0), 120),  # a holiday on Monday
    ],
)
def test_hours_count_working_time_alone(first: int, last: int, minutes: int) -> None:
    assert _OFFICE.counted(last) - _OFFICE.counted(first) == minutes * MINUTE
    reached = _OFFICE.reached(first, minutes * MINUTE)
    assert reached is not None
    assert _OFFICE.counted(reached) - _OFFICE.counted(first) == minutes * MINUTE
    assert reached <= last


def test_clock_pauses_and_begins_anew() -> None:
    story = Story(0, "1", None, None)
    story.happenings += [
        Happening(10, ("status:2",), "status", "2"),
        Happening(30, ("status:1",), "status", "1"),
        Happening(40, ("resolved",), "resolution", "5"),
        Happening(60, ("reopened",), "resolution", None),
    ]
    starts, stops = ["created", "reopened"], ["resolved"]
    first, second = cycles_of(story, starts, ["status:2"], stops, Always())
    assert (first.elapsed_us, first.stopped_us, first.anchor_us) == (20, 40, None)
    assert (second.started_us, second.stopped_us, second.anchor_us) == (60, None, 60)


def test_goals_ask_of_the_issue_alone() -> None:
    facts = {"priority": {"high", "2"}, "labels": {"a", "b"}, "components": set[str]()}
    assert fits("priority = High AND labels IN (b, c)", facts)
    assert not fits("priority != High", facts)
    assert not fits("component != Yard", facts)  # as with the vendor, an empty field is no answer
    assert fits("component IS EMPTY OR priority = Low", facts)
    for jql in ("created > -1d", "assignee = currentUser()", "summary ~ x"):
        with pytest.raises(Invalid):
            check(jql)


def test_first_answer_of_an_agent_stops_the_clock_and_a_note_does_not(desk: Desk) -> None:
    key = asked(desk)
    desk.do(comments.add, by=CUSTOMER, issue=key, body=said("Anybody?"))
    desk.do(comments.add, by=AGENT, issue=key, body=said("Ask Ana."), is_internal=True)
    assert clock(desk, key, "Time to first response").is_ongoing
    desk.do(comments.add, by=AGENT, issue=key, body=said("Below Docks."))
    assert not clock(desk, key, "Time to first response").is_ongoing
    assert clock(desk, key, "Time to resolution").is_ongoing


def test_clock_rests_while_one_waits_for_the_customer(desk: Desk) -> None:
    key = asked(desk)
    desk.go(key, "Ask the customer", by=AGENT, comment=said("Which one?"))
    assert clock(desk, key, "Time to resolution").is_paused
    found = desk.do(search.search, by=AGENT, jql='"Time to resolution" = paused()').rows
    assert key in [row.key for row in found]


def test_higher_priority_shortens_the_goal(desk: Desk) -> None:
    key = asked(desk)
    before = clock(desk, key, "Time to resolution").goal_us
    desk.do(issues.edit, by=AGENT, issue=key, fields={"priority": "1"})
    assert clock(desk, key, "Time to resolution").goal_us < before


def test_clocks_equal_those_worked_out_anew(desk: Desk) -> None:
    key = asked(desk)
    desk.go(key, "Start work", "Resolve", by=AGENT)
    desk.go(key, "Reopen", by=AGENT)
    sla = desk.do(slas.list, by=AGENT, project="SUP")[0]
    goals = [{"jql": "labels = x", "minutes": 5}, {"minutes": 60}]
    desk.do(sla_settings.edit, by=AGENT, sla_id=sla.id, goals=goals)
    desk.do(issues.edit, by=AGENT, issue=key, fields={"labels": ["x"]})
    kept = all_rows(desk.world)["tracker_sla_cycles"]
    with desk.world.writing() as session:
        rebuild_derived(session)
    assert all_rows(desk.world)["tracker_sla_cycles"] == kept


# What customers see


def test_requests_of_others_do_not_exist_until_they_are_shared(desk: Desk) -> None:
    company = next(
        each
        for each in desk.do(organizations.list, by=AGENT).items
        if each.name == "Brackwater Freight"
    )
    key = "SUP-5183"
    refusal = desk.refused(requests.info, by=CUSTOMER, issue=key)
    assert refusal.code == "issue_not_found"
    desk.do(participants.share, by=AGENT, issue=key, organization_id=company.id)
    assert desk.do(requests.info, by=CUSTOMER, issue=key).row.key == key
    desk.do(participants.share, by=AGENT, issue=key)
    assert desk.refused(requests.info, by=CUSTOMER, issue=key).code == "issue_not_found"


def test_queues_clocks_and_replies_are_for_those_who_work_there(desk: Desk) -> None:
    key = asked(desk)
    for function, arguments in (
        (queues.list, {"project": "SUP"}),
        (slas.of_issue, {"issue": key}),
        (slas.report, {"project": "SUP"}),
        (canned_replies.list, {"project": "SUP"}),
    ):
        refusal = desk.refused(function, by=CUSTOMER, **arguments)
        assert refusal.code == "permission_denied"
    missing = desk.refused(queues.list, by=OUTSIDER, project="SUP")
    assert missing.code == "service_desk_not_found"


def test_form_asks_for_what_is_required(desk: Desk) -> None:
    kind = kind_called(desk, "Something does not work")
    refusal = desk.refused(
        requests.create, by=CUSTOMER, request_type_id=kind.id, fields={"summary": "It stops"}
    )
    assert set(problems(refusal)) == {"description"}
    refusal = desk.refused(
        requests.create,
        by=CUSTOMER,
        request_type_id=kind.id,
        fields={"summary": "It stops", "description": said("So"), "assignee": desk.people[AGENT]},
    )
    assert set(problems(refusal)) == {"assignee"}


def test_form_leaves_open_what_is_not_required(desk: Desk, doors: Doors) -> None:
    pages, kind = Pages.of(doors, CUSTOMER), kind_called(desk, "Something does not work")
    form = f"/portal/SUP/new/{kind.id}"
    filled = {"summary": "It stops", "description": "At **once**"}
    left = {"priority": "", "components": "", "components-sent": "1", "organization": ""}
    key = pages.submit(form, **filled, **left).rpartition("/")[2]
    record = desk.record(key, by=AGENT)
    assert (record.row.summary, [*record.components]) == ("It stops", [])
    assert record.priority is not None
    refused = pages.submit(form, 422, summary="", description="", priority="")
    assert "You must specify a summary" in refused


def test_customers_read_their_own_words_for_a_status(desk: Desk) -> None:
    key = asked(desk)
    assert desk.do(requests.info, by=CUSTOMER, issue=key).status == "Waiting for us"


def test_agents_alone_ask_for_others(desk: Desk) -> None:
    kind, fields = kind_called(desk, "Question"), {"summary": "Why?"}
    asked = {"request_type_id": kind.id, "fields": fields}
    refusal = desk.refused(requests.create, by=CUSTOMER, on_behalf_of=desk.people[AGENT], **asked)
    assert refusal.code == "permission_denied"
    made = desk.do(requests.create, by=AGENT, on_behalf_of=desk.people[CUSTOMER], **asked)
    assert desk.do(requests.info, by=CUSTOMER, issue=made.key).row.reporter_id == made.reporter_id


# Agents


def test_canned_reply_names_the_customer(desk: Desk) -> None:
    replies = desk.do(canned_replies.list, by=AGENT, project="SUP")
    first = next(each for each in replies if each.name == "First answer")
    text = desk.do(canned_replies.fill, by=AGENT, issue="SUP-5182", canned_reply_id=first.id)
    assert text.startswith("Hello Signe,")
    assert "SUP-5182" in text
    assert "{{" not in text


def test_approval_needs_another_and_is_answered_once(desk: Desk) -> None:
    asked = {"issue": "SUP-5183", "name": "A refund", "person_ids": [desk.people["dwhitlock"]]}
    own = desk.refused(approvals.ask, by="dwhitlock", **asked)
    assert own.code == "invalid_approvers"
    record = desk.do(approvals.ask, by=AGENT, **asked)
    answer = {"issue": "SUP-5183", "approval_id": record.approval.id, "approve": True}
    assert desk.refused(approvals.answer, by=AGENT, **answer).code == "not_an_approver"
    assert desk.do(approvals.answer, by="dwhitlock", **answer).approval.state == "approved"
    assert desk.refused(approvals.answer, by="dwhitlock", **answer).code == "approval_decided"


@pytest.mark.parametrize(("approve", "status"), [(True, "Approved"), (False, "Rejected")])
def test_answer_moves_a_change_on(desk: Desk, approve: bool, status: str) -> None:
    field = next(
        each.id
        for each in desk.do(screens.create_screen, project_id="OPS", type_id="Change")
        if each.name == "Approvers"
    )
    plan = next(
        each.id
        for each in desk.do(screens.create_screen, project_id="OPS", type_id="Change")
        if each.name == "Rollback plan"
    )
    fields = {
        field: [desk.people["tbreslin"]],
        plan: said("Back to the old one."),
        "description": said("A bigger disk."),
    }
    key = desk.create("OPS", "Change", **fields)
    desk.go(key, "Submit for review")
    (record,) = desk.do(approvals.list, issue=key)
    answer = {"issue": key, "approval_id": record.approval.id, "approve": approve}
    desk.do(approvals.answer, by="tbreslin", **answer)
    assert desk.status(key) == status
    desk.do(issues.delete, issue=key)


def test_rating_waits_for_the_answer_and_is_the_customers(desk: Desk) -> None:
    key = asked(desk)
    assert desk.refused(ratings.rate, by=CUSTOMER, issue=key, stars=5).code == "request_open"
    desk.go(key, "Start work", "Resolve", by=AGENT)
    assert desk.refused(ratings.rate, by=AGENT, issue=key, stars=5).code == "permission_denied"
    desk.do(ratings.rate, by=CUSTOMER, issue=key, stars=4)
    assert desk.do(ratings.info, by=AGENT, issue=key).stars == 4
