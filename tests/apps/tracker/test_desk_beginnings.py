"""What a new service desk begins with, and what a customer's answer moves."""

from sqlalchemy import select
from tests.apps.tracker.desk import Desk, said

from workworld.apps.tracker.models import Queue, RequestType, Sla, SlaCalendar
from workworld.apps.tracker.service import (
    comments,
    history,
    projects,
    queues,
    request_types,
    requests,
    sla_settings,
    slas,
)

AGENT, CUSTOMER = "eboadi", "shaugland"


def asked(desk: Desk) -> str:
    kinds = desk.do(request_types.list, by=CUSTOMER, project="SUP")
    (kind,) = [each.id for each in kinds if each.name == "Question"]
    fields = {"summary": "Where is the yard view?"}
    made = desk.do(requests.create, by=CUSTOMER, request_type_id=kind, fields=fields)
    return str(made.key)


def test_answer_of_a_customer_gives_the_request_back(desk: Desk) -> None:
    key = asked(desk)
    desk.go(key, "Ask the customer", by=AGENT, comment=said("Which one?"))
    assert desk.record(key, by=AGENT).status.name == "Waiting for Customer"
    desk.do(comments.add, by=AGENT, issue=key, body=said("Ana knows."), is_internal=True)
    desk.do(comments.add, by=AGENT, issue=key, body=said("Are you there?"))
    assert desk.record(key, by=AGENT).status.name == "Waiting for Customer"
    desk.do(comments.add, by=CUSTOMER, issue=key, body=said("The one in Newark."))
    assert desk.record(key, by=AGENT).status.name == "Waiting for Support"
    last = desk.do(history.list, by=AGENT, issue=key).items[-1]
    assert last.author_id == desk.people[CUSTOMER]
    assert [(item.from_text, item.to_text) for item in last.items] == [
        ("Waiting for Customer", "Waiting for Support")
    ]
    clocks = desk.do(slas.of_issue, by=AGENT, issue=key)
    assert not any(each.latest.is_paused for each in clocks)


def test_customer_who_adds_something_moves_nothing_that_does_not_wait(desk: Desk) -> None:
    key = asked(desk)
    desk.go(key, "Start work", by=AGENT)
    desk.do(comments.add, by=CUSTOMER, issue=key, body=said("It is urgent."))
    assert desk.record(key, by=AGENT).status.name == "In Progress"


def test_new_desk_can_be_asked_at_once(desk: Desk) -> None:
    desk.do(projects.create, key="HELP", name="Help", kind="service_desk")
    kinds = desk.do(request_types.list, project="HELP")
    assert [each.name for each in kinds] == [
        "Ask a question",
        "Report a problem",
        "Ask for a change",
    ]
    fields = {"summary": "Too slow", "description": said("Since noon")}
    made = [desk.do(requests.create, request_type_id=kind.id, fields=fields).key for kind in kinds]
    counts = {each.queue.name: each.count for each in desk.do(queues.list, project="HELP")}
    assert (counts["All open"], counts["Unassigned"], counts["Resolved"]) == (3, 3, 0)
    clocks = [each.sla.name for each in desk.do(slas.of_issue, issue=made[0])]
    assert clocks == ["Time to first response", "Time to resolution"]
    (calendar,) = desk.do(sla_settings.calendars, project="HELP")
    assert [len(day) for day in calendar.hours] == [1, 1, 1, 1, 1, 0, 0]


def test_other_projects_begin_without_a_desk(desk: Desk) -> None:
    made = desk.do(projects.create, key="PLAN", name="Plan", kind="kanban")
    for model in (RequestType, Queue, Sla, SlaCalendar):
        assert not desk.rows(select(model).where(model.project_id == made.id))
