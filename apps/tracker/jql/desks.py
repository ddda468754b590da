"""Fields of service desks: SLAs by their names, request types, organizations, approvals.

An SLA is a field to those alone who browse its project wholly; and of issues of that project.
https://support.atlassian.com/jira-service-management-cloud/docs/advanced-search-reference-jql-fields/
"""

from __future__ import annotations

import operator as operators
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, case, literal, not_, select

from workworld.approvals.models import APPROVED, PENDING, Approval, Approver
from workworld.apps.tracker import APP, durations
from workworld.apps.tracker.jql import functions, names
from workworld.apps.tracker.jql.clauses import by_ids
from workworld.apps.tracker.jql.functions import function
from workworld.apps.tracker.jql.scope import NOTHING, Scope
from workworld.apps.tracker.jql.sets import fits, several
from workworld.apps.tracker.jql.specs import FieldSpec, Key
from workworld.apps.tracker.jql.tree import Clause, Empty, Function
from workworld.apps.tracker.jql.words import EMPTINESS, EQUALS, ORDER
from workworld.apps.tracker.models import (
    Issue,
    Organization,
    Request,
    RequestType,
    Sla,
    SlaCalendar,
    SlaCycle,
)
from workworld.apps.tracker.service import (
    desk_parts,
    sla_tables,
)
from workworld.database import rows_of
from workworld.permissions import VIEWER, sight_of, visible

_issues, _cycles, _requests = Issue.__table__.c, SlaCycle.__table__.c, Request.__table__.c
_approvals, _approvers = Approval.__table__.c, Approver.__table__.c
_KIND = "sla"
_SECOND = 1_000_000
_COMPARE: Mapping[str, Callable[[Any, Any], Any]] = {
    "=": operators.eq,
    "!=": operators.ne,
    "<": operators.lt,
    ">": operators.gt,
    "<=": operators.le,
    ">=": operators.ge,
}
_STATES = ("breached", "everBreached", "completed", "paused", "running")
_AMOUNTS = ("remaining", "elapsed")


def fields(scope: Scope) -> Sequence[FieldSpec]:
    """The fields that service desks of the viewer's add."""
    return (*_slas(scope), *_of_requests())


def _state(name: str) -> None:
    @function(name, _KIND, is_list=False)
    def run(_scope: Scope, _arguments: Sequence[str]) -> Sequence[tuple[str, int]]:
        return ((name, 0),)


def _amount(name: str) -> None:
    @function(name, _KIND, arguments=(1, 1), is_list=False, usage='"1h 30m"')
    def run(scope: Scope, arguments: Sequence[str]) -> Sequence[tuple[str, int]]:
        written = arguments[0].strip()
        seconds = durations.parse_elapsed(written.removeprefix("-"))
        if seconds is None:
            scope.refuse(f"'{arguments[0]}' is no duration for the function '{name}': try 1h 30m.")
            return ()
        return ((name, -seconds if written.startswith("-") else seconds),)


for _name in _STATES:
    _state(_name)
for _name in _AMOUNTS:
    _amount(_name)


# SLAs


def _slas(scope: Scope) -> Sequence[FieldSpec]:
    rows = rows_of(scope.ctx.session, visible(Sla), sight_of(scope.ctx))
    ids: dict[str, list[str]] = {}
    called: dict[str, str] = {}
    for row in sorted(rows, key=lambda row: (row.position, row.id)):
        ids.setdefault(row.name.lower(), []).append(row.id)
        called.setdefault(row.name.lower(), row.name)
    operators_of = ("=", "!=", *ORDER, *EMPTINESS)
    return [
        FieldSpec(
            f"sla:{ids[lowered][0]}",
            (name,),
            _KIND,
            operators_of,
            _sla_condition(ids[lowered]),
            _sla_order(ids[lowered]),
        )
        for lowered, name in called.items()
    ]


def _sla_condition(ids: Sequence[str]) -> Callable[[Scope, Clause], ColumnElement[bool]]:
    def condition(scope: Scope, clause: Clause) -> ColumnElement[bool]:
        if clause.operand is None or not fits(scope, clause):
            return NOTHING
        if isinstance(clause.operand, Empty):
            found = _has(ids)
            return not_(found) if clause.operator in ("is", "=") else found
        if not isinstance(clause.operand, Function):
            said = 'can be compared with functions alone: breached(), remaining("2h") …'
            return scope.no(f"The field '{clause.field.name}' {said}")
        asked = functions.values(scope, clause.operand, _KIND, clause.field.name)
        return _meets(scope, ids, clause, asked[0]) if asked else NOTHING

    return condition


def _meets(
    scope: Scope, ids: Sequence[str], clause: Clause, asked: tuple[str, int]
) -> ColumnElement[bool]:
    name, seconds = asked
    goes_on = _cycles.stopped_us.is_(None)
    elapsed = _elapsed(scope)
    if name in _AMOUNTS:
        value = elapsed if name == "elapsed" else _cycles.goal_us - elapsed
        return _has(ids, goes_on, _COMPARE[clause.operator](value, seconds * _SECOND))
    if clause.operator not in ("=", "!="):
        operator = clause.operator.upper()
        return scope.no(f"The operator '{operator}' is not supported by the function '{name}'.")
    conditions = {
        "breached": (_cycles.is_latest.is_(True), elapsed > _cycles.goal_us),
        "everBreached": (elapsed > _cycles.goal_us,),
        "completed": (_cycles.stopped_us.is_not(None),),
        "paused": (goes_on, _cycles.anchor_us.is_(None)),
        "running": (goes_on, _cycles.anchor_us.is_not(None)),
    }
    found = _has(ids, *conditions[name])
    return found if clause.operator == "=" else not_(found) & _has(ids)


def _has(ids: Sequence[str], *conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    mine = select(_cycles.issue_id).where(_cycles.sla_id.in_(ids), *conditions)
    return _issues.id.in_(mine) & _issues.project_id.in_(desk_parts.browsed())


def _elapsed(scope: Scope) -> ColumnElement[Any]:
    """What has elapsed of a cycle by now."""
    counts = scope.remembered("sla calendars", lambda: _counts(scope))
    now: ColumnElement[Any] = literal(scope.now.us)
    if counts:
        now = case(*((_cycles.calendar_id == id, count) for id, count in counts), else_=now)
    return case((_cycles.anchor_us.is_(None), _cycles.elapsed_us), else_=now - _cycles.anchor_us)


def _counts(scope: Scope) -> Sequence[tuple[str, int]]:
    rows = rows_of(scope.ctx.session, visible(SlaCalendar), sight_of(scope.ctx))
    return [(row.id, sla_tables.calendar_of(row).counted(scope.now.us)) for row in rows]


def _sla_order(ids: Sequence[str]) -> Callable[[Scope], Sequence[Key]]:
    def order(scope: Scope) -> Sequence[Key]:
        left = (
            select(_cycles.goal_us - _elapsed(scope))
            .where(
                _cycles.issue_id == _issues.id,
                _cycles.sla_id.in_(ids),
                _cycles.stopped_us.is_(None),
                _issues.project_id.in_(desk_parts.browsed()),
            )
            .limit(1)
        )
        return [Key(left.correlate(Issue.__table__).scalar_subquery())]

    return order


# Requests


def _of_requests() -> Sequence[FieldSpec]:
    type_ids = several(_requests.type_id, _requests.issue_id, _requests.type_id.is_not(None))
    companies = several(
        _requests.organization_id, _requests.issue_id, _requests.organization_id.is_not(None)
    )
    equals = (*EQUALS, *EMPTINESS)
    types = names.by_name(lambda scope: _visible(scope, RequestType))
    shared = names.by_name(lambda scope: _visible(scope, Organization))
    return (
        FieldSpec("request_type", ("Request Type",), "request type", equals,
                  by_ids(type_ids, types, "request type"), None, types),
        FieldSpec("organizations", ("Organizations", "organization"), "organization", equals,
                  by_ids(companies, shared, "organization"), None, shared),
        FieldSpec("approvals", ("approvals",), "approval", ("=", *EMPTINESS), _approval),
    )  # fmt: skip


def request_types(scope: Scope) -> Sequence[Any]:
    """The request types that the viewer may name."""
    return _visible(scope, RequestType)


def organizations(scope: Scope) -> Sequence[Any]:
    """The organizations that the viewer may name."""
    return _visible(scope, Organization)


def _visible(scope: Scope, model: Any) -> Sequence[Any]:
    def look_up() -> Sequence[Any]:
        rows = rows_of(scope.ctx.session, visible(model), sight_of(scope.ctx))
        return sorted(rows, key=lambda row: (row.name.lower(), row.id))

    return scope.remembered(("desk", model.__name__), look_up)


@function("pending", "approval", is_list=False)
def _pending(_scope: Scope, _arguments: Sequence[str]) -> Sequence[Any]:
    return (_approvals.state == PENDING,)


@function("approved", "approval", is_list=False)
def _approved(_scope: Scope, _arguments: Sequence[str]) -> Sequence[Any]:
    return (_approvals.state == APPROVED,)


@function("myPending", "approval", is_list=False)
def _my_pending(_scope: Scope, _arguments: Sequence[str]) -> Sequence[Any]:
    mine = select(_approvers.approval_id).where(
        _approvers.person_id == VIEWER, _approvers.decision == PENDING
    )
    return ((_approvals.state == PENDING) & _approvals.id.in_(mine),)


def _approval(scope: Scope, clause: Clause) -> ColumnElement[bool]:
    if clause.operand is None or not fits(scope, clause):
        return NOTHING
    if isinstance(clause.operand, Function):
        asked = functions.values(scope, clause.operand, "approval", clause.field.name)
        return _waits(*asked) if asked else NOTHING
    if isinstance(clause.operand, Empty):
        return _waits() if clause.operator == "is not" else not_(_waits())
    return scope.no("The field 'approvals' is compared with pending(), myPending() or approved().")


def _waits(*conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    mine = select(_approvals.thing_id).where(_approvals.app_id == APP.id, *conditions)
    return _issues.id.in_(mine)
