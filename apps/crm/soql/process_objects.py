"""Approvals as queries know them: processes, requests, answers, and what waits for one.

https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_processinstance.htm
"""

from __future__ import annotations

from string import ascii_uppercase
from typing import Any

from sqlalchemy import Boolean, ColumnElement, Select, case, func, literal, select

from workworld.approvals.models import APPROVED, CANCELLED, DECLINED, PENDING, Approval, Approver
from workworld.apps.crm import record_ids
from workworld.apps.crm.models import ApprovalProcess, ApprovalRequest, User
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.soql.derived_objects import derived
from workworld.apps.crm.soql.setup_objects import ID, moment, user

_processes, _requests = ApprovalProcess.__table__.c, ApprovalRequest.__table__.c
_approvals, _approvers = Approval.__table__.c, Approver.__table__.c
_users = User.__table__.c
_STATES = {PENDING: "Pending", APPROVED: "Approved", DECLINED: "Rejected", CANCELLED: "Removed"}
_TARGETS = ("Account", "Case", "Lead", "Opportunity", "Quote", "Campaign", "Contact", "Contract")
_NO = literal(value=False, type_=Boolean)
_TARGET = Field(
    "TargetObjectId",
    "Target Object ID",
    Kind.REFERENCE,
    "record_id",
    references=_TARGETS,
    relationship="TargetObject",
)
_INSTANCE = Field(
    "ProcessInstanceId",
    "Process Instance ID",
    Kind.REFERENCE,
    "instance_id",
    references=("ProcessInstance",),
    relationship="ProcessInstance",
)


def _check(text: ColumnElement[str], start: int) -> ColumnElement[str]:
    """The character that tells which of five letters of an id are capitals."""
    bits = [
        case(
            (func.instr(ascii_uppercase, func.substr(text, start + place, 1)) > 0, 1 << place),
            else_=0,
        )
        for place in range(5)
    ]
    return func.substr(record_ids.CHECKS, sum(bits[1:], bits[0]) + 1, 1)


def _beside(instance: ColumnElement[str], prefix: str, place: ColumnElement[int]) -> Any:
    """The same as ``record_ids.beside``."""
    letter = func.substr(record_ids.LETTERS, place + 1, 1)
    text = literal(f"{prefix}Ww") + letter + func.substr(instance, 7, 9)
    return text + _check(text, 1) + _check(text, 6) + _check(text, 11)


def _definitions() -> Select[Any]:
    state = case((_processes.is_active, "Active"), else_="Inactive")
    return select(
        ApprovalProcess.__table__,
        state.label("state"),
        literal("Approval").label("type"),
        _NO.label("is_deleted"),
    )


def _instances() -> Any:
    return (
        select(
            _requests.instance_id.label("id"),
            _requests.record_id,
            _requests.process_id,
            case(_STATES, value=_approvals.state).label("status"),
            _users.id.label("submitted_by_id"),
            _approvals.created_us,
            func.coalesce(_approvals.decided_us, _approvals.created_us).label("modified_us"),
            _approvals.decided_us,
            _NO.label("is_deleted"),
        )
        .join_from(ApprovalRequest.__table__, Approval.__table__, _approvals.id == _requests.id)
        .join(User.__table__, _users.person_id == _approvals.requester_id)
    )


def _numbered() -> Any:
    """Who is asked, each with their place among those of the request."""
    order = (_approvers.step, _approvers.person_id)
    place = func.row_number().over(partition_by=_approvers.approval_id, order_by=order) - 1
    return select(Approver.__table__, place.label("place")).subquery("numbered")


def _asked(prefix: str) -> tuple[Any, Select[Any]]:
    numbered = _numbered()
    query: Any = (
        select(
            _beside(_requests.instance_id, prefix, numbered.c.place).label("id"),
            _requests.instance_id,
            _requests.record_id,
            _users.id.label("actor_id"),
            numbered.c.comment,
            case(_STATES, value=numbered.c.decision).label("status"),
            func.coalesce(numbered.c.decided_us, _approvals.created_us).label("created_us"),
            _NO.label("is_deleted"),
        )
        .join_from(numbered, ApprovalRequest.__table__, _requests.id == numbered.c.approval_id)
        .join(Approval.__table__, _approvals.id == _requests.id)
        .join(User.__table__, _users.person_id == numbered.c.person_id)
    )
    return numbered, query


def _steps() -> Select[Any]:
    """What was answered."""
    numbered, query = _asked("04h")
    return query.where(numbered.c.decision != PENDING)


def _work_items() -> Select[Any]:
    """What waits: of each request those who are asked at its first step without a yes."""
    numbered, query = _asked("04i")
    each, other = Approver.__table__.alias("step_of"), Approver.__table__.alias("answer_of")
    said_yes = select(other.c.step).where(
        other.c.approval_id == each.c.approval_id,
        other.c.step == each.c.step,
        other.c.decision == APPROVED,
    )
    turn = select(func.min(each.c.step)).where(
        each.c.approval_id == numbered.c.approval_id, ~said_yes.exists()
    )
    return query.where(
        _approvals.state == PENDING,
        numbered.c.decision == PENDING,
        numbered.c.step == turn.scalar_subquery(),
    )


derived(
    "ProcessDefinition",
    "Process Definition",
    "Process Definitions",
    "04a",
    (
        ID,
        Field("Name", "Name", Kind.STRING, "name", length=255, is_name=True),
        Field("TableEnumOrId", "Object", Kind.STRING, "sobject", length=40),
        Field("State", "State", Kind.STRING, "state", length=40),
        Field("Type", "Type", Kind.STRING, "type", length=40),
    ),
    _definitions,
)
derived(
    "ProcessInstance",
    "Process Instance",
    "Process Instances",
    "04g",
    (
        ID,
        _TARGET,
        Field(
            "ProcessDefinitionId",
            "Process Definition ID",
            Kind.REFERENCE,
            "process_id",
            references=("ProcessDefinition",),
            relationship="ProcessDefinition",
        ),
        Field("Status", "Status", Kind.STRING, "status", length=40),
        user("SubmittedById", "Submitted By ID", "submitted_by_id"),
        user("CreatedById", "Created By ID", "submitted_by_id"),
        moment("CompletedDate", "Completed Date", "decided_us"),
        moment("CreatedDate", "Created Date", "created_us"),
        moment("LastModifiedDate", "Last Modified Date", "modified_us"),
        moment("SystemModstamp", "System Modstamp", "modified_us"),
    ),
    _instances,
    parent=_TARGET.name,
)
for _name, _label, _prefix, _rows in (
    ("ProcessInstanceStep", "Process Instance Step", "04h", _steps),
    ("ProcessInstanceWorkitem", "Approval Request", "04i", _work_items),
):
    _own = (
        (
            Field("StepStatus", "Step Status", Kind.STRING, "status", length=40),
            Field("Comments", "Comments", Kind.TEXTAREA, "comment", length=4_000),
        )
        if _prefix == "04h"
        else ()
    )
    derived(
        _name,
        _label,
        f"{_label}s",
        _prefix,
        (
            ID,
            _INSTANCE,
            _TARGET,
            user("ActorId", "Actor ID", "actor_id"),
            user("OriginalActorId", "Original Actor ID", "actor_id"),
            *_own,
            moment("CreatedDate", "Created Date", "created_us"),
            moment("SystemModstamp", "System Modstamp", "created_us"),
        ),
        _rows,
        parent=_TARGET.name,
    )
