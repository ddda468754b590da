"""Flows: what happens by itself when records are saved, deleted, or when a time comes."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select
from tests.apps.crm.floor import ADMIN, MANAGER, REP, Floor

from workworld.apps.chat.models import Message
from workworld.apps.crm.models import Account, Flow, FlowRun, Task
from workworld.apps.crm.service import flows, records
from workworld.apps.tracker.models import Issue
from workworld.errors import Refused
from workworld.notifications.models import Notification
from workworld.passing_time import let_time_pass

HOUR, DAY = 3_600, 86_400


def part(kind: str, **settings: Any) -> dict[str, Any]:
    """An element."""
    return {"kind": kind, "settings": settings}


def setting(field: str, value: str) -> dict[str, str]:
    """A field and what it becomes."""
    return {"field": field, "value": value}


def flow(floor: Floor, *elements: dict[str, Any], is_active: bool = True, **trigger: Any) -> str:
    """The id of a flow about opportunities that are changed, unless it is told otherwise."""
    told = {
        "name": "A flow",
        "sobject": "Opportunity",
        "recordTriggerType": "Update",
        **trigger,
    }
    made = floor.do(flows.create, by=ADMIN, trigger=told, elements=list(elements))
    if is_active:
        floor.do(flows.activate, by=ADMIN, flow_id=made.id)
    return str(made.id)


def not_flow(floor: Floor, *elements: dict[str, Any], **trigger: Any) -> Refused:
    """Why there cannot be such a flow."""
    told = {"name": "A flow", "sobject": "Opportunity", "recordTriggerType": "Update", **trigger}
    return floor.refused(flows.create, by=ADMIN, trigger=told, elements=list(elements))


@pytest.fixture
def deal(floor: Floor) -> str:
    """A deal of the rep's."""
    account = floor.create("Account", Name="Larkspur Trading")
    return floor.create("Opportunity", Name="Gates", Amount=1000, AccountId=account)


def runs(floor: Floor, flow_id: str) -> list[Any]:
    """The runs of a flow."""
    return list(floor.do(flows.runs, by=ADMIN, flow_id=flow_id))


def test_a_flow_runs_when_a_record_comes_to_meet_its_criteria(floor: Floor, deal: str) -> None:
    made = flow(
        floor,
        part(
            "create_record",
            sobject="Task",
            values=[
                setting("Subject", "Prepare {{Opportunity.Name}}"),
                setting("WhatId", "{{Opportunity.Id}}"),
                setting("ActivityDate", "=TODAY() + 7"),
            ],
        ),
        part("update_record", way="AccountId", values=[setting("Type", "Customer")]),
        formula='ISPICKVAL(StageName, "Proposal/Price Quote")',
        doesRequireRecordChangedToMeetCriteria=True,
    )
    floor.update(deal, StageName="Proposal/Price Quote")
    floor.update(deal, NextStep="Call")
    (task,) = floor.rows(select(Task).where(Task.what_id == deal))
    assert task[0].subject == "Prepare Gates"
    assert task[0].activity_date is not None
    assert floor.row(floor.row(deal).account_id).type == "Customer"
    (run,) = runs(floor, made)
    assert run.outcome == "finished"
    assert [each["kind"] for each in run.lines] == ["Create record", "Update record"]
    told = floor.do(flows.runs_of_record, by=ADMIN, record_id=deal)
    assert [each.id for each in told] == [run.id]
    assert not floor.do(flows.runs_of_record, by=REP, record_id=deal)


def test_what_fails_takes_the_save_with_it(floor: Floor, deal: str) -> None:
    flow(
        floor,
        part("create_record", sobject="Task", values=[setting("Subject", "Call")]),
        part("update_record", values=[setting("Discount__c", "80")]),
    )
    refusal = floor.not_updated(deal, NextStep="Call")
    assert refusal.code == "CANNOT_EXECUTE_FLOW_TRIGGER"
    assert "A flow" in refusal.message
    assert "40%" in refusal.message
    assert floor.row(deal).next_step is None


def test_fields_are_set_before_a_record_is_saved(floor: Floor) -> None:
    flow(
        floor,
        part("update_record", values=[setting("Rating", "Hot")]),
        sobject="Lead",
        recordTriggerType="CreateAndUpdate",
        moment="before",
        formula="AnnualRevenue > 1000000",
    )
    lead = floor.create("Lead", AnnualRevenue=5_000_000)
    assert floor.row(lead).rating == "Hot"
    assert floor.row(lead).version == 1


def test_flows_that_cause_each_other_come_to_an_end(floor: Floor, deal: str) -> None:
    for name, field in (("One", "NextStep"), ("Two", "Description")):
        flow(floor, part("update_record", values=[setting(field, f"Set by {name}")]), name=name)
    floor.update(deal, Amount=2)
    assert floor.row(deal).next_step == "Set by One"
    assert len(floor.rows(select(FlowRun.id).where(FlowRun.record_id == deal))) == 2


def test_a_flow_waits_and_goes_on(floor: Floor, deal: str) -> None:
    made = flow(
        floor,
        part("wait", count=2, unit="Hours"),
        part("update_record", values=[setting("NextStep", "Ask again")]),
    )
    floor.update(deal, Amount=2)
    assert runs(floor, made)[0].outcome == "waiting"
    let_time_pass(floor.world, HOUR)
    assert floor.row(deal).next_step is None
    let_time_pass(floor.world, 2 * HOUR)
    assert floor.row(deal).next_step == "Ask again"
    (run,) = runs(floor, made)
    assert (run.outcome, len(run.lines)) == ("finished", 2)


def test_a_scheduled_path_comes_before_a_date_and_follows_it(floor: Floor, deal: str) -> None:
    made = flow(
        floor,
        part("notify", text="{{Opportunity.Name}} closes soon"),
        recordTriggerType="CreateAndUpdate",
        moment="scheduled",
        offset=3,
        side="Before",
        timeField="CloseDate",
        formula="NOT(IsClosed)",
    )
    floor.update(deal, CloseDate="2026-03-22")
    floor.update(deal, CloseDate="2026-03-24", NextStep="Later")
    let_time_pass(floor.world, 3 * DAY)
    assert not runs(floor, made)
    let_time_pass(floor.world, 2 * DAY)
    assert len(runs(floor, made)) == 1
    texts = floor.rows(
        select(Notification.text).where(
            Notification.person_id == floor.people[REP], Notification.kind == "flow_told"
        )
    )
    assert [each.text for each in texts] == ["reports: Gates closes soon"]


def test_what_fails_later_is_undone_alone_and_told(floor: Floor, deal: str) -> None:
    made = flow(
        floor,
        part("wait", count=1, unit="Hours"),
        part("create_record", sobject="Task", values=[setting("Subject", "Call")]),
        part("update_record", values=[setting("Discount__c", "80")]),
    )
    floor.update(deal, Amount=2)
    let_time_pass(floor.world, 2 * HOUR)
    (run,) = runs(floor, made)
    assert run.outcome == "failed"
    assert "40%" in run.reason
    assert not floor.rows(select(Task.id).where(Task.subject == "Call", Task.what_id == deal))
    found = floor.rows(select(Notification.kind).where(Notification.kind == "flow_failed"))
    assert len(found) == 1


def test_either_way_of_an_if_is_taken(floor: Floor, deal: str) -> None:
    choice = {
        **part("if"),
        "tests": [part("meets", formula="Amount > 5000")],
        "parts": [part("update_record", values=[setting("NextStep", "Large")])],
        "otherwise": [part("update_record", values=[setting("NextStep", "Small")])],
    }
    flow(floor, choice)
    floor.update(deal, Amount=10)
    assert floor.row(deal).next_step == "Small"
    floor.update(deal, Amount=10_000)
    assert floor.row(deal).next_step == "Large"


def test_a_deletion_begins_a_flow(floor: Floor, deal: str) -> None:
    flow(
        floor,
        part("update_record", way="AccountId", values=[setting("Description", "Lost a deal")]),
        recordTriggerType="Delete",
    )
    floor.delete(deal)
    (found,) = floor.rows(
        select(Account.description).where(Account.id == floor.row(deal).account_id)
    )
    assert found.description == "Lost a deal"


def test_versions_run_until_another_is_activated(floor: Floor, deal: str) -> None:
    made = flow(floor, part("update_record", values=[setting("NextStep", "One")]))
    change = [part("update_record", values=[setting("NextStep", "Two")])]
    told = floor.do(flows.update, by=ADMIN, flow_id=made, elements=change)
    assert (told.active_version, told.is_changed) == (1, True)
    floor.update(deal, Amount=1)
    assert floor.row(deal).next_step == "One"
    floor.do(flows.activate, by=ADMIN, flow_id=made)
    floor.update(deal, Amount=2)
    assert floor.row(deal).next_step == "Two"
    floor.do(flows.activate, by=ADMIN, flow_id=made, version=1)
    floor.update(deal, Amount=3)
    assert floor.row(deal).next_step == "One"
    assert floor.refused(flows.delete, by=ADMIN, flow_id=made).code == "DELETE_FAILED"
    floor.do(flows.deactivate, by=ADMIN, flow_id=made)
    floor.update(deal, Amount=4, NextStep="Mine")
    assert floor.row(deal).next_step == "Mine"
    floor.do(flows.delete, by=ADMIN, flow_id=made)
    assert not floor.rows(select(Flow.id).where(Flow.id == made))


@pytest.mark.parametrize(
    ("elements", "trigger"),
    [
        ([part("update_record", values=[setting("Nope", "1")])], {}),
        ([part("update_record", values=[setting("NextStep", "=Nope")])], {}),
        ([part("update_record", way="Nope", values=[setting("Name", "1")])], {}),
        ([part("create_record", sobject="Nope", values=[setting("Name", "1")])], {}),
        ([part("nothing")], {}),
        ([part("notify", text="Hello")], {"moment": "before"}),
        ([], {"formula": "1 +"}),
        ([], {"sobject": "Nope"}),
        ([], {"moment": "scheduled", "timeField": "Name"}),
        ([], {"moment": "scheduled", "side": "Before"}),
    ],
)
def test_what_makes_no_sense_is_refused(
    floor: Floor, elements: list[dict[str, Any]], trigger: dict[str, Any]
) -> None:
    assert not_flow(floor, *elements, **trigger).code in (
        "FIELD_INTEGRITY_EXCEPTION",
        "INVALID_CROSS_REFERENCE_KEY",
    )


def test_only_administrators_build_flows(floor: Floor, deal: str) -> None:
    made = flow(floor, part("notify", text="Hello"), is_active=False)
    for function in (flows.info, flows.activate, flows.delete, flows.runs):
        refusal = floor.refused(function, by=MANAGER, flow_id=made)
        assert refusal.code == "INSUFFICIENT_ACCESS_OR_READONLY"
    empty = flow(floor, is_active=False, name="Empty")
    refusal = floor.refused(flows.activate, by=ADMIN, flow_id=empty)
    assert refusal.code == "FIELD_INTEGRITY_EXCEPTION"
    assert floor.do(records.get, sobject="Opportunity", record_id=deal)


def test_a_flow_posts_and_makes_issues_in_the_name_of_who_activated_it(
    floor: Floor, deal: str
) -> None:
    flow(
        floor,
        part("post_to_chat", channel="#general", text="{{Opportunity.Name}} is large"),
        part("create_issue", project="OPS", summary="Prepare {{Opportunity.Name}}"),
    )
    floor.update(deal, Amount=2)
    (said,) = floor.rows(select(Message.text).where(Message.text.contains("Gates is large")))
    assert f"/Opportunity/{deal}" in said.text
    (made,) = floor.rows(select(Issue.reporter_id).where(Issue.summary == "Prepare Gates"))
    assert made.reporter_id == floor.people[ADMIN]


def test_a_channel_that_is_not_there_is_told_as_the_flows_failure(floor: Floor, deal: str) -> None:
    flow(floor, part("post_to_chat", channel="#nowhere", text="Hello"))
    assert "There is no channel #nowhere." in floor.not_updated(deal, Amount=2).message
