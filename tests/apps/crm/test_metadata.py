"""What administrators set up: rules, processes, templates, hours, and who else may not."""

from __future__ import annotations

from typing import Any

import pytest
from tests.apps.crm.floor import ADMIN, MANAGER, REP, SUPPORT, Floor, fields_of

from workworld.apps.crm.service import (
    approval_handovers,
    approvals,
    metadata,
    records,
    setup_audit,
    templates,
)
from workworld.errors import Refused

RULE = {
    "sobject": "Account",
    "name": "No_Shouting",
    "errorConditionFormula": 'CONTAINS(Name, "!")',
    "errorMessage": "Names do not shout.",
    "errorDisplayField": "Name",
}


def made(floor: Floor, type: str, **settings: Any) -> str:
    """The id of something that the administrator sets up."""
    item = floor.do(metadata.create, by=ADMIN, type=type, metadata=settings)
    return str(item.id)


def not_made(floor: Floor, type: str, **settings: Any) -> Refused:
    """Why the administrator cannot set something up."""
    return floor.refused(metadata.create, by=ADMIN, type=type, metadata=settings)


def test_a_new_validation_rule_holds_until_it_is_switched_off(floor: Floor) -> None:
    rule = made(floor, "ValidationRule", **RULE)
    refusal = floor.not_created("Account", Name="Larkspur!")
    assert fields_of(refusal) == {"Name": "FIELD_CUSTOM_VALIDATION_EXCEPTION"}
    change = {"type": "ValidationRule", "metadata_id": rule, "metadata": {"isActive": False}}
    told = floor.do(metadata.update, by=ADMIN, **change)
    assert not told.is_active
    assert told.metadata["errorMessage"] == "Names do not shout."
    floor.create("Account", Name="Larkspur!")
    trail = floor.do(setup_audit.list, by=ADMIN, section="Validation rules")
    assert [(each.action, each.display) for each in trail] == [
        ("changed", "Changed validation rule No_Shouting"),
        ("created", "Created validation rule No_Shouting"),
    ]


def test_a_formula_that_means_nothing_is_refused_at_its_place(floor: Floor) -> None:
    refusal = not_made(floor, "ValidationRule", **{**RULE, "errorConditionFormula": "Nope = 1"})
    assert fields_of(refusal) == {"errorConditionFormula": "FIELD_INTEGRITY_EXCEPTION"}
    assert "(at character 1)" in refusal.message


@pytest.mark.parametrize(
    ("type", "settings", "field", "code"),
    [
        ("ValidationRule", {**RULE, "errorMessage": ""}, "errorMessage", "REQUIRED_FIELD_MISSING"),
        ("ValidationRule", {**RULE, "sobject": "Nothing", "errorDisplayField": ""}, "sobject",
         "INVALID_CROSS_REFERENCE_KEY"),
        ("ValidationRule", {**RULE, "nope": 1}, "nope", "FIELD_INTEGRITY_EXCEPTION"),
        ("ValidationRule", {**RULE, "errorDisplayField": "Nope"}, "errorDisplayField",
         "FIELD_INTEGRITY_EXCEPTION"),
        ("DuplicateRule", {"sobject": "Contact", "name": "D", "against": "Contact",
         "matchers": ["domain"]}, "matchers", "FIELD_INTEGRITY_EXCEPTION"),
        ("AssignmentRule", {"sobject": "Case", "name": "A", "entries": []}, "entries",
         "FIELD_INTEGRITY_EXCEPTION"),
        ("EscalationRule", {"name": "E", "event": "breach", "minutes": 0}, "minutes",
         "FIELD_INTEGRITY_EXCEPTION"),
        ("ApprovalProcess", {"sobject": "Lead", "name": "P", "formula": "TRUE", "updates":
         [{"when": "approval", "field": "Status", "value": "Nowhere"}]}, "updates-0-value",
         "FIELD_INTEGRITY_EXCEPTION"),
    ],
)  # fmt: skip
def test_settings_are_checked_one_by_one(
    floor: Floor, type: str, settings: dict[str, Any], field: str, code: str
) -> None:
    assert fields_of(not_made(floor, type, **settings)) == {field: code}


def test_nobody_but_administrators_reads_or_writes_the_setup(floor: Floor) -> None:
    for by in (MANAGER, REP):
        refusal = floor.refused(metadata.create, by=by, type="ValidationRule", metadata=RULE)
        assert refusal.code == "INSUFFICIENT_ACCESS_OR_READONLY"
        assert floor.refused(metadata.list, by=by, type="EmailTemplate").code == refusal.code
        assert floor.refused(setup_audit.list, by=by).code == refusal.code


def test_two_rules_of_an_object_have_two_names(floor: Floor) -> None:
    made(floor, "ValidationRule", **RULE)
    assert not_made(floor, "ValidationRule", **RULE).code == "DUPLICATE_DEVELOPER_NAME"
    made(floor, "ValidationRule", **{**RULE, "sobject": "Lead", "errorDisplayField": ""})


def test_a_new_assignment_rule_takes_the_place_of_the_old_one(floor: Floor) -> None:
    entries = [
        {"formula": 'ISPICKVAL(Priority, "Low")', "assigneeId": floor.user(REP)},
        {"assigneeId": floor.user(SUPPORT)},
    ]
    made(floor, "AssignmentRule", sobject="Case", name="By weight", entries=entries)
    low = floor.create("Case", Subject="A scratch", Priority="Low", by=ADMIN)
    high = floor.create("Case", Subject="A fire", Priority="High", Origin="Web", by=ADMIN)
    assert floor.row(low).owner_id == floor.user(REP)
    assert floor.row(high).owner_id == floor.user(SUPPORT)
    rules = floor.do(metadata.list, by=ADMIN, type="AssignmentRule")
    active = [each.name for each in rules if each.is_active and each.metadata["sobject"] == "Case"]
    assert active == ["By weight"]


def test_a_process_asks_step_by_step_and_sets_fields(floor: Floor) -> None:
    steps = [
        {"name": "Manager"},
        {"name": "Board", "approver": "assigned", "approverId": floor.user("gostrander")},
    ]
    updates = [{"when": "approval", "field": "NextStep", "value": "Send the contract"}]
    made(
        floor,
        "ApprovalProcess",
        sobject="Opportunity",
        name="Large deals",
        formula="Amount > 100000",
        locksApproved=True,
        steps=steps,
        updates=updates,
    )
    deal = floor.create("Opportunity", Amount=250_000)
    request = floor.do(approvals.submit, record_id=deal)
    assert not floor.do(approvals.pending, by="gostrander")
    act = {"approval_id": request.id, "action": "Approve"}
    assert floor.do(approvals.act, by=MANAGER, **act).state == "pending"
    assert [each.id for each in floor.do(approvals.pending, by="gostrander")] == [request.id]
    assert floor.do(approvals.act, by="gostrander", **act).state == "approved"
    assert floor.row(deal).next_step == "Send the contract"
    assert floor.not_updated(deal, NextStep="Wait").code == "ENTITY_IS_LOCKED"


def test_approvals_are_answered_by_a_delegate_or_handed_over(floor: Floor) -> None:
    deals = [floor.create("Opportunity", Amount=1, Discount__c=30) for _ in range(2)]
    one, two = (floor.do(approvals.submit, record_id=each).id for each in deals)
    floor.refused(approvals.act, by=SUPPORT, approval_id=one, action="Approve")
    floor.do(approval_handovers.delegate, by=MANAGER, user_id=floor.user(SUPPORT))
    assert {each.id for each in floor.do(approvals.pending, by=SUPPORT)} == {one, two}
    told = floor.do(approvals.act, by=SUPPORT, approval_id=one, action="Approve")
    assert [(each.name, each.answered_by) for each in told.answers] == [
        ("Denise Whitlock", "Efua Boadi")
    ]
    executive = floor.user("gostrander")
    floor.do(approval_handovers.reassign, by=MANAGER, approval_id=two, user_id=executive)
    assert not floor.do(approvals.pending, by=MANAGER)
    assert floor.do(approvals.act, by="gostrander", approval_id=two, action="Reject").state == (
        "declined"
    )
    refusal = floor.refused(approval_handovers.delegate, by=MANAGER, user_id=floor.user(MANAGER))
    assert refusal.code == "INVALID_CROSS_REFERENCE_KEY"


def test_a_template_is_sent_until_it_is_deleted(floor: Floor) -> None:
    template = made(
        floor, "EmailTemplate", name="Hello", subject="Hi {{Contact.FirstName}}", body="Hello."
    )
    contact = floor.create("Contact", FirstName="Ifeoma", Email="ifeoma@larkspur.example")
    shown = floor.do(templates.preview, template_id=template, record_id=contact)
    assert shown.subject == "Hi Ifeoma"
    floor.do(metadata.delete, by=ADMIN, type="EmailTemplate", metadata_id=template)
    assert "Hello" not in [each.name for each in floor.do(templates.list)]


def test_hours_are_changed_and_never_deleted(floor: Floor) -> None:
    (hours,) = floor.do(metadata.list, by=ADMIN, type="BusinessHours")
    assert hours.metadata["monday"] == "08:00-18:00"
    change = {"type": "BusinessHours", "metadata_id": hours.id}
    told = floor.do(metadata.update, by=ADMIN, metadata={"saturday": "9:00-12:30"}, **change)
    assert told.metadata["saturday"] == "09:00-12:30"
    assert floor.refused(metadata.delete, by=ADMIN, **change).code == "DELETE_FAILED"
    wrong = {"monday": "late", "timeZoneId": "Mars/Olympus"}
    refusal = floor.refused(metadata.update, by=ADMIN, metadata=wrong, **change)
    assert set(fields_of(refusal)) == {"monday", "timeZoneId"}


def test_a_process_with_requests_stays(floor: Floor) -> None:
    found = floor.do(metadata.list, by=ADMIN, type="ApprovalProcess")
    process = next(each for each in found if each.name == "Discount")
    deal = floor.create("Opportunity", Amount=1, Discount__c=30)
    floor.do(approvals.submit, record_id=deal)
    refusal = floor.refused(
        metadata.delete, by=ADMIN, type="ApprovalProcess", metadata_id=process.id
    )
    assert refusal.code == "DELETE_FAILED"
    assert floor.do(records.get, by=ADMIN, sobject="Opportunity", record_id=deal)
