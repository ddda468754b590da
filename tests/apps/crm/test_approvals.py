"""Approvals: a discount is submitted, locked, and approved or rejected."""

from __future__ import annotations

import pytest
from sqlalchemy import delete, select, update
from tests.apps.crm.floor import ADMIN, FINANCE, MANAGER, REP, SUPPORT, Floor

from workworld.apps.crm.models import ApprovalProcess, ApprovalRequest, User
from workworld.apps.crm.service import approvals, records
from workworld.notifications.models import Notification


@pytest.fixture
def deal(floor: Floor) -> str:
    """A deal with a discount that needs a yes."""
    floor.change(delete(ApprovalRequest))
    floor.change(delete(ApprovalProcess))
    with floor.world.writing() as session:
        session.add(
            ApprovalProcess(
                id="04aWw0000000001AAA",
                sobject="Opportunity",
                name="Discount",
                position=1,
                formula="Discount__c > 0.2",
                asked_field="Discount__c",
                granted_field="Approved_Discount__c",
            )
        )
    return floor.create("Opportunity", Name="Gates", Amount=1000, Discount__c=30)


def submit(floor: Floor, deal: str) -> str:
    """The id of a request."""
    return str(floor.do(approvals.submit, record_id=deal, comment="They would sign today.").id)


def told(floor: Floor, handle: str, kind: str) -> list[str]:
    """What somebody was told of a kind."""
    rows = floor.rows(
        select(Notification.text).where(
            Notification.person_id == floor.people[handle], Notification.kind == kind
        )
    )
    return [row.text for row in rows]


def test_a_manager_is_asked_and_the_record_is_locked(floor: Floor, deal: str) -> None:
    submit(floor, deal)
    assert told(floor, MANAGER, "approval_asked") == ["asks for your approval: Discount: Gates"]
    (waiting,) = floor.do(approvals.pending, by=MANAGER)
    assert (waiting.record_id, waiting.asked, waiting.comment, waiting.may_answer) == (
        deal,
        30.0,
        "They would sign today.",
        True,
    )
    assert floor.not_updated(deal, NextStep="Call").code == "ENTITY_IS_LOCKED"
    refusal = floor.refused(records.delete, by=MANAGER, sobject="Opportunity", record_id=deal)
    assert refusal.code == "ENTITY_IS_LOCKED"
    floor.update(deal, by=ADMIN, NextStep="Wait")


def test_approving_unlocks_it_and_notes_what_was_granted(floor: Floor, deal: str) -> None:
    request = submit(floor, deal)
    done = floor.do(
        approvals.act, by=MANAGER, approval_id=request, action="Approve", comment="Go on."
    )
    assert done.state == "approved"
    assert floor.row(deal).approved_discount == 30.0
    assert told(floor, REP, "approval_answered") == ["approved Discount: Gates"]
    floor.update(deal, NextStep="Call")
    (kept,) = floor.do(approvals.list, record_id=deal)
    (answer,) = kept.answers
    assert (kept.state, answer.name, answer.decision, answer.comment) == (
        "approved",
        "Denise Whitlock",
        "approved",
        "Go on.",
    )


def test_rejecting_unlocks_it_and_grants_nothing(floor: Floor, deal: str) -> None:
    request = submit(floor, deal)
    floor.do(approvals.act, by=MANAGER, approval_id=request, action="Reject", comment="Too much.")
    assert floor.row(deal).approved_discount is None
    floor.update(deal, Discount__c=25)
    again = submit(floor, deal)
    assert [each.state for each in floor.do(approvals.list, record_id=deal)] == [
        "pending",
        "declined",
    ]
    assert again != request


def test_whoever_submits_may_recall(floor: Floor, deal: str) -> None:
    request = submit(floor, deal)
    refusal = floor.refused(approvals.recall, by=MANAGER, approval_id=request)
    assert refusal.code == "INSUFFICIENT_ACCESS_OR_READONLY"
    assert floor.do(approvals.recall, approval_id=request).state == "cancelled"
    assert not floor.do(approvals.pending, by=MANAGER)
    floor.update(deal, NextStep="Call")


def test_nobody_approves_what_others_are_asked_for(floor: Floor, deal: str) -> None:
    request = submit(floor, deal)
    arguments = {"approval_id": request, "action": "Approve"}
    for handle, code in (
        (REP, "INSUFFICIENT_ACCESS_OR_READONLY"),
        (FINANCE, "INSUFFICIENT_ACCESS_OR_READONLY"),
        (SUPPORT, "NOT_FOUND"),
    ):
        assert floor.refused(approvals.act, by=handle, **arguments).code == code
    floor.do(approvals.act, by=MANAGER, **arguments)
    assert floor.refused(approvals.act, by=MANAGER, **arguments).code == "INVALID_OPERATION"


def test_what_cannot_be_submitted_is_refused(floor: Floor, deal: str) -> None:
    small = floor.create("Opportunity", Discount__c=20)
    hidden = floor.create("Opportunity", by=ADMIN, Discount__c=30)
    floor.do(approvals.submit, record_id=deal)
    for record, code in (
        (small, "NO_APPLICABLE_PROCESS"),
        (deal, "ALREADY_IN_PROCESS"),
        (hidden, "NOT_FOUND"),
        ("nonsense", "NOT_FOUND"),
    ):
        assert floor.refused(approvals.submit, record_id=record).code == code
    refusal = floor.refused(approvals.submit, by=FINANCE, record_id=small)
    assert refusal.code == "INSUFFICIENT_ACCESS_OR_READONLY"


def test_without_a_manager_nobody_is_asked(floor: Floor, deal: str) -> None:
    me = floor.user(REP)
    floor.change(update(User).where(User.id == me).values(manager_id=None))
    assert floor.refused(approvals.submit, record_id=deal).code == "MANAGER_NOT_DEFINED"
    assert floor.refused(approvals.act, approval_id="AP0", action="Approve").code == "NOT_FOUND"


def test_what_was_granted_cannot_be_set(floor: Floor, deal: str) -> None:
    refusal = floor.not_updated(deal, Approved_Discount__c=50)
    assert refusal.code == "INVALID_FIELD_FOR_INSERT_UPDATE"
