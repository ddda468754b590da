"""Fields that other tables hold: watchers, votes, links, attachments, work, filters, parents."""

from __future__ import annotations

import operator as operators
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, func, literal, not_, or_, select

from workworld.apps.tracker import permission_names
from workworld.apps.tracker.jql import dates, issue_functions, names
from workworld.apps.tracker.jql.scope import NOTHING, Scope
from workworld.apps.tracker.jql.sets import Held, fits, matching, named, several
from workworld.apps.tracker.jql.specs import Condition
from workworld.apps.tracker.jql.tree import Clause, Function, Value
from workworld.apps.tracker.jql.values import compared_where, moment
from workworld.apps.tracker.models import (
    Attachment,
    Issue,
    IssueLink,
    IssueType,
    LastViewed,
    LinkType,
    ProjectAccess,
    Vote,
    Watcher,
    Worklog,
)
from workworld.apps.tracker.permission_names import BIT
from workworld.permissions import VIEWER, visible

_issues, _access, _links = Issue.__table__.c, ProjectAccess.__table__.c, IssueLink.__table__.c
_worklogs, _viewed, _types = Worklog.__table__.c, LastViewed.__table__.c, IssueType.__table__.c


def _is_seen(issue_id: ColumnElement[str]) -> ColumnElement[bool]:
    """Whether the viewer sees the issue at the other end of a link."""
    other = visible(Issue).with_only_columns(literal(1)).where(_issues.id == issue_id)
    return other.correlate(IssueLink.__table__).exists()


def followed(model: type[Watcher] | type[Vote]) -> Callable[[], Held]:
    """Who watches or votes: others than the viewer only where they may know."""

    def held() -> Held:
        rows = model.__table__.c
        may_know = _issues.project_id.in_(
            select(_access.project_id).where(
                _access.person_id == VIEWER,
                _access.granted.op("&")(BIT[permission_names.VIEW_VOTERS_AND_WATCHERS]) != 0,
            )
        )
        mine = several(rows.person_id, rows.issue_id, rows.person_id == VIEWER)
        all_of_them = several(rows.person_id, rows.issue_id)
        return Held(
            lambda ids: or_(mine.has(ids), and_(may_know, all_of_them.has(ids))),
            or_(mine.is_filled, and_(may_know, all_of_them.is_filled)),
        )

    return held


def count_of(model: type[Watcher] | type[Vote]) -> ColumnElement[int]:
    """How many watch or vote."""
    rows = model.__table__.c
    counted = select(func.count()).where(rows.issue_id == _issues.id)
    return counted.correlate(Issue.__table__).scalar_subquery()


def attachments(scope: Scope, clause: Clause) -> ColumnElement[bool]:
    """Whether anything is attached."""
    if not fits(scope, clause):
        return NOTHING
    some = _issues.id.in_(select(Attachment.__table__.c.issue_id))
    return some if clause.operator == "is not" else not_(some)


def worklog_date() -> Condition:
    """On which of the viewer's days work was logged."""
    started = _worklogs.started_us

    def meet(compare: Callable[[Any, Any], Any], value: Any) -> ColumnElement[bool]:
        first, last = value
        if compare in (operators.lt, operators.ge):
            found = compare(started, first)
        elif compare in (operators.gt, operators.le):
            found = compare(started, last)
        else:
            found = started.between(first, last)
        return _issues.id.in_(select(_worklogs.issue_id).where(found))

    def days(scope: Scope, field: str, operand: Value | Function) -> tuple[int, int] | None:
        us = moment(scope, field, operand)
        return None if us is None else dates.day_bounds(us, scope.now)

    return compared_where(meet, _issues.id.in_(select(_worklogs.issue_id)), days)


def last_viewed() -> Condition:
    """When the viewer looked at the issue last."""

    def meet(compare: Callable[[Any, Any], Any], value: Any) -> ColumnElement[bool]:
        return _issues.id.in_(_mine(compare(_viewed.viewed_us, value)))

    return compared_where(meet, _issues.id.in_(_mine()), moment)


def _mine(*conditions: ColumnElement[bool]) -> Select[Any]:
    return select(_viewed.issue_id).where(_viewed.person_id == VIEWER, *conditions)


def last_viewed_at() -> ColumnElement[int]:
    """The same, to order by."""
    found = select(_viewed.viewed_us).where(
        _viewed.person_id == VIEWER, _viewed.issue_id == _issues.id
    )
    return found.correlate(Issue.__table__).scalar_subquery()


# Links


def link_type(scope: Scope, clause: Clause) -> ColumnElement[bool]:
    """``issueLinkType = "is blocked by"``: whether there is such a link to what the viewer sees."""

    def resolve(scope: Scope, field: str, value: Value) -> Sequence[tuple[str, str]]:
        out, back = issue_functions.directions(scope, field, [value.text])
        return [*(("out", each) for each in out), *(("in", each) for each in back)]

    def has(pairs: Sequence[tuple[str, str]]) -> ColumnElement[bool]:
        return linked(
            [each for way, each in pairs if way == "out"],
            [each for way, each in pairs if way == "in"],
        )

    if clause.operand is None or not fits(scope, clause):
        return NOTHING
    wanted = named(scope, clause.field.name, clause.operand, resolve, "link type")
    return matching(Held(has, linked(None, None)), clause.operator, wanted)


def link_field(row: LinkType, called: str) -> Condition:
    """``"is blocked by" = CAL-7``: whether there is such a link to an issue."""
    outward = [row.id] if called == row.outward else []
    inward = [row.id] if called == row.inward else []

    def has(ids: Sequence[str]) -> ColumnElement[bool]:
        return linked(outward, inward, ids)

    def condition(scope: Scope, clause: Clause) -> ColumnElement[bool]:
        if clause.operand is None or not fits(scope, clause):
            return NOTHING
        wanted = named(scope, clause.field.name, clause.operand, names.issue, "issue")
        return matching(Held(has, linked(outward, inward)), clause.operator, wanted)

    return condition


def linked(
    outward: Sequence[str] | None, inward: Sequence[str] | None, ids: Sequence[str] | None = None
) -> ColumnElement[bool]:
    """Whether an issue has a link of some types, None for all, to issues that the viewer sees."""
    ways = (
        (outward, _links.source_id, _links.target_id),
        (inward, _links.target_id, _links.source_id),
    )
    parts = [NOTHING]
    for types, mine, other in ways:
        if types is not None and not types:
            continue
        conditions = [_is_seen(other)]
        if types is not None:
            conditions.append(_links.type_id.in_(types))
        if ids is not None:
            conditions.append(other.in_(ids))
        parts.append(_issues.id.in_(select(mine).where(*conditions)))
    return or_(*parts)


# Parents


def children(ids: Sequence[str]) -> ColumnElement[bool]:
    """Whether an issue stands below others, or below what stands below them."""
    other = Issue.__table__.alias("parents")
    below = select(other.c.id).where(other.c.parent_id.in_(ids))
    return or_(_issues.parent_id.in_(ids), _issues.parent_id.in_(below))


def in_epics() -> Held:
    """Whether an issue's parent is an epic, and which one."""
    other = Issue.__table__.alias("epics")
    epics = (
        select(other.c.id)
        .join(IssueType.__table__, _types.id == other.c.type_id)
        .where(_types.level == 1)
    )
    return Held(
        lambda ids: and_(_issues.parent_id.in_(ids), _issues.parent_id.in_(epics)),
        and_(_issues.parent_id.is_not(None), _issues.parent_id.in_(epics)),
    )
