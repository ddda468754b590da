"""The functions of JQL that yield issues. What the viewer may not see the search leaves out."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, bindparam, select, union

from workworld.apps.tracker.jql import dates, names
from workworld.apps.tracker.jql.functions import function
from workworld.apps.tracker.jql.scope import Scope
from workworld.apps.tracker.models import (
    Comment,
    HistoryItem,
    Issue,
    IssueLink,
    LastViewed,
    LinkType,
    Vote,
    Watcher,
    Worklog,
)
from workworld.apps.tracker.service import site
from workworld.database import constant, given, rows_of
from workworld.permissions import sight_of, visible

_LATEST = 60
"""How many issues somebody looked at last ``issueHistory()`` tells."""
_FOREVER = 2**62
_VIEWED = constant(
    select(LastViewed.issue_id)
    .where(LastViewed.person_id == bindparam("person"))
    .order_by(LastViewed.viewed_us.desc(), LastViewed.issue_id)
    .limit(_LATEST)
)
_WATCHED = constant(select(Watcher.issue_id).where(Watcher.person_id == bindparam("person")))
_VOTED = constant(select(Vote.issue_id).where(Vote.person_id == bindparam("person")))
_OUTWARD = constant(
    select(IssueLink.target_id.label("issue_id")).where(
        IssueLink.source_id == bindparam("issue"), IssueLink.type_id.in_(given("types"))
    )
)
_INWARD = constant(
    select(IssueLink.source_id.label("issue_id")).where(
        IssueLink.target_id == bindparam("issue"), IssueLink.type_id.in_(given("types"))
    )
)
_CHILDREN = constant(select(Issue.id.label("issue_id")).where(Issue.parent_id.in_(given("issues"))))
_BETWEEN: tuple[ColumnElement[int], ColumnElement[int]] = (bindparam("first"), bindparam("last"))
_UPDATED = union(
    select(HistoryItem.issue_id).where(
        HistoryItem.author_id.in_(given("people")), HistoryItem.created_us.between(*_BETWEEN)
    ),
    select(Worklog.issue_id).where(
        Worklog.author_id.in_(given("people")), Worklog.updated_us.between(*_BETWEEN)
    ),
    select(Issue.id).where(
        Issue.creator_id.in_(given("people")), Issue.created_us.between(*_BETWEEN)
    ),
)


@function("issueHistory", "issue")
def _issue_history(scope: Scope, _arguments: Sequence[str]) -> Sequence[str]:
    rows = rows_of(scope.ctx.session, _VIEWED, {"person": scope.ctx.actor.person_id})
    return [row.issue_id for row in rows]


@function("watchedIssues", "issue")
def _watched(scope: Scope, _arguments: Sequence[str]) -> Sequence[str]:
    rows = rows_of(scope.ctx.session, _WATCHED, {"person": scope.ctx.actor.person_id})
    return [row.issue_id for row in rows]


@function("votedIssues", "issue")
def _voted(scope: Scope, _arguments: Sequence[str]) -> Sequence[str]:
    rows = rows_of(scope.ctx.session, _VOTED, {"person": scope.ctx.actor.person_id})
    return [row.issue_id for row in rows]


@function("linkedIssues", "issue", arguments=(1, 20), usage='issueKey, "link type"')
def _linked(scope: Scope, arguments: Sequence[str]) -> Sequence[str]:
    row = names.issue_row(scope, arguments[0])
    if row is None:
        scope.refuse(f"Issue '{arguments[0]}' could not be found in function 'linkedIssues'.")
        return ()
    outward, inward = directions(scope, "linkedIssues", arguments[1:])
    out = rows_of(scope.ctx.session, _OUTWARD, {"issue": row.id, "types": outward})
    back = rows_of(scope.ctx.session, _INWARD, {"issue": row.id, "types": inward})
    return [each.issue_id for each in (*out, *back)]


@function("subtasksOf", "issue", arguments=(1, 50), usage="issueKey")
def _subtasks_of(scope: Scope, arguments: Sequence[str]) -> Sequence[str]:
    subtasks = {row.id for row in site.issue_types(scope.ctx).values() if row.level < 0}
    parents = _called(scope, "subtasksOf", arguments)
    query = visible(Issue).where(Issue.__table__.c.parent_id.in_(given("issues")))
    values = sight_of(scope.ctx) | {"issues": parents}
    return [row.id for row in rows_of(scope.ctx.session, query, values) if row.type_id in subtasks]


@function("parentsOf", "issue", arguments=(1, 50), usage="issueKey")
def _parents_of(scope: Scope, arguments: Sequence[str]) -> Sequence[str]:
    rows = [names.issue_row(scope, ref) for ref in arguments]
    _called(scope, "parentsOf", arguments)
    return [row.parent_id for row in rows if row is not None and row.parent_id]


@function("childIssuesOf", "issue", arguments=(1, 1), usage="issueKey")
def _children_of(scope: Scope, arguments: Sequence[str]) -> Sequence[str]:
    """All that stands below an issue, sub-tasks of an epic's stories included."""
    found: list[str] = []
    level: Sequence[str] = _called(scope, "childIssuesOf", arguments)
    while level:
        rows = rows_of(scope.ctx.session, _CHILDREN, {"issues": list(level)})
        level = [row.issue_id for row in rows if row.issue_id not in found]
        found += level
    return found


@function("updatedBy", "issue", arguments=(1, 3), usage="user, from, to")
def _updated_by(scope: Scope, arguments: Sequence[str]) -> Sequence[str]:
    people = names.people_called(scope, arguments[0])
    if not people:
        scope.refuse(f"Function 'updatedBy' can not find the user '{arguments[0]}'.")
    bounds = [dates.moment(each, scope.now) for each in arguments[1:]]
    for text, bound in zip(arguments[1:], bounds, strict=True):
        if bound is None:
            scope.refuse(f"Date value '{text}' for function 'updatedBy' is invalid.")
    first, last = [*(bound or 0 for bound in bounds), *(0, _FOREVER)[len(bounds) :]]
    values = {"people": list(people), "first": first, "last": last}
    changed = rows_of(scope.ctx.session, _UPDATED, values)
    said = visible(Comment).where(
        Comment.__table__.c.author_id.in_(given("people")),
        Comment.__table__.c.created_us.between(*_BETWEEN),
    )
    comments = rows_of(scope.ctx.session, said, values | sight_of(scope.ctx))
    return sorted({row.issue_id for row in (*changed, *comments)})


def _called(scope: Scope, function_name: str, refs: Sequence[str]) -> list[str]:
    found = []
    for ref in refs:
        row = names.issue_row(scope, ref)
        if row is None:
            scope.refuse(f"Issue '{ref}' could not be found in function '{function_name}'.")
        else:
            found.append(row.id)
    return found


def directions(
    scope: Scope, function_name: str, called: Sequence[str]
) -> tuple[list[str], list[str]]:
    """Ids of the types of links that are meant outward, and inward; all of them without names."""
    types: Sequence[LinkType] = list(site.link_types(scope.ctx).values())
    if not called:
        every = [row.id for row in types]
        return every, every
    outward, inward = [], []
    for name in called:
        lowered = name.strip().casefold()
        out = [row.id for row in types if row.outward.casefold() == lowered]
        back = [row.id for row in types if row.inward.casefold() == lowered]
        if not out and not back:  # both ways at once, by the name of the type
            out = back = [row.id for row in types if row.name.casefold() == lowered]
        if not out and not back:
            said = f"Issue link type '{name}' could not be found in function '{function_name}'."
            scope.refuse(said)
        outward += out
        inward += back
    return outward, inward
