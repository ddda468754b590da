"""Whose turn an approval is: steps of a process, who answers for whom, and what follows.

https://help.salesforce.com/s/articleView?id=platform.approvals_creating_approval_actions.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import or_, select

from workworld.approvals import records as core
from workworld.approvals.models import APPROVED, DECLINED, PENDING
from workworld.apps.crm.models import ApprovalProcess, ApprovalRequest, GroupMember, User
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import people, records, refusals, rule_facts
from workworld.apps.crm.service.rule_facts import RecordFacts
from workworld.apps.crm.service.saving import Options
from workworld.context import Context

MANAGER = "manager"
_users, _members = User.__table__.c, GroupMember.__table__.c
_MOMENTS = {APPROVED: "approval", DECLINED: "rejection"}


def of_process(
    ctx: Context, process: ApprovalProcess, sobject: objects.SObject, row: Any
) -> Sequence[Sequence[str]]:
    """The people whom a process asks about a record, step by step; one yes of each is enough.

    Raises:
        RecordRefused: ``MANAGER_NOT_DEFINED``, or ``NO_APPLICABLE_PROCESS`` where no step fits.
    """
    facts = RecordFacts(ctx, sobject, row, {}, is_new=False)
    steps: Sequence[Mapping[str, Any]] = process.steps or [{"formula": "TRUE", "approver": MANAGER}]
    fitting = [
        each for each in steps if rule_facts.formula(sobject.name, each["formula"]).holds(facts)
    ]
    if not fitting:
        said = "No applicable approval process was found."
        raise refusals.refused("NO_APPLICABLE_PROCESS", said)
    return [_asked(ctx, each) for each in fitting]


def answering_for(ctx: Context) -> list[str]:
    """The people in whose place the caller may answer, themselves first."""

    def look_up() -> list[str]:
        query = select(_users.person_id).where(
            _users.delegated_approver_id == people.me(ctx).id, _users.is_active
        )
        return [ctx.actor.person_id, *sorted(ctx.session.scalars(query))]

    return ctx.remembered("crm answering for", look_up)


def answering(ctx: Context, found: core.Record) -> str | None:
    """In whose place the caller may answer now; None if in nobody's.

    Nobody answers what they have submitted themselves.
    """
    if found.approval.requester_id == ctx.actor.person_id:
        return None
    return next((each for each in answering_for(ctx) if found.may_answer(each)), None)


def handing_over(ctx: Context, found: core.Record) -> str | None:
    """Whose turn the caller may give to somebody else: their own, or as an admin the first's."""
    mine = answering(ctx, found)
    if mine is not None or not people.profile(ctx).modifies_all:
        return mine
    return next((each.person_id for each in _open(found)), None)


def users_asked(ctx: Context, found: core.Record) -> list[str]:
    """The users whose turn it is, with those who may answer in their place."""
    asked = [each.person_id for each in _open(found)]
    query = select(_users.id, _users.delegated_approver_id).where(_users.person_id.in_(asked))
    users = {each for row in ctx.session.execute(query) for each in row if each}
    return sorted(users)


def settle(ctx: Context, request: ApprovalRequest, state: str) -> None:
    """Do what follows from the last answer: what was asked for is noted, and fields are set."""
    process = ctx.session.get_one(ApprovalProcess, request.process_id)
    row = ctx.session.get(objects.of_name(request.sobject).model, request.record_id)
    is_granted = state == APPROVED and bool(process.granted_field)
    if is_granted and row is not None and request.asked is not None:
        values = {process.granted_field: request.asked}
        records.change(ctx, row, values, Options(system=True))
    update_fields(ctx, request, _MOMENTS[state])


def update_fields(ctx: Context, request: ApprovalRequest, moment: str) -> None:
    """Set the fields that a process sets at a moment, such as ``approval``."""
    process = ctx.session.get_one(ApprovalProcess, request.process_id)
    row = ctx.session.get(objects.of_name(request.sobject).model, request.record_id)
    values = {each["field"]: each["value"] for each in process.updates if each["when"] == moment}
    if values and row is not None:
        records.change(ctx, row, values, Options(system=True))


def _open(found: core.Record) -> list[Any]:
    step = found.step
    return [each for each in found.approvers if each.step == step and each.decision == PENDING]


def _asked(ctx: Context, step: Mapping[str, Any]) -> list[str]:
    """The people who are asked at a step, without whoever submits."""
    if step["approver"] == MANAGER:
        wanted = _users.id == (people.me(ctx).manager_id or "")
    else:
        key = step["approver_id"]
        queued = select(_members.user_id).where(_members.group_id == key, ~_members.is_deleted)
        wanted = or_(_users.id == key, _users.role_id == key, _users.id.in_(queued))
    query = select(_users.person_id).where(
        wanted, _users.is_active, ~_users.is_deleted, _users.person_id != ctx.actor.person_id
    )
    found = sorted(ctx.session.scalars(query))
    if not found:
        said = "Manager undefined: there is nobody who could approve this for you."
        raise refusals.refused("MANAGER_NOT_DEFINED", said)
    return found
