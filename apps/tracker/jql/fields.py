"""The fields that every site has, as queries know them.

https://support.atlassian.com/jira-software-cloud/docs/jql-fields/
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Float, case, cast, func, select

from workworld.apps.tracker import field_ids
from workworld.apps.tracker.jql import clauses, names, orders, relations, wording
from workworld.apps.tracker.jql.clauses import by_ids
from workworld.apps.tracker.jql.emptiness import Rows
from workworld.apps.tracker.jql.history import Past
from workworld.apps.tracker.jql.names import Resolve
from workworld.apps.tracker.jql.scope import NOTHING, Scope
from workworld.apps.tracker.jql.sets import Held, one, several
from workworld.apps.tracker.jql.specs import Condition, FieldSpec, Order
from workworld.apps.tracker.jql.tree import Clause
from workworld.apps.tracker.jql.values import compared, day, duration, moment, number
from workworld.apps.tracker.jql.words import CONTAINS, EMPTINESS, EQUALS, HISTORY, ORDER
from workworld.apps.tracker.models import (
    Issue,
    IssueComponent,
    IssueLabel,
    IssueSprint,
    IssueType,
    Priority,
    Project,
    Resolution,
    Status,
    Vote,
    Watcher,
    Worklog,
)

_issues, _labels = Issue.__table__.c, IssueLabel.__table__.c
_components, _sprints = IssueComponent.__table__.c, IssueSprint.__table__.c
_projects, _types, _worklogs = Project.__table__.c, IssueType.__table__.c, Worklog.__table__.c
_SET = (*EQUALS, *EMPTINESS)
_KEYS = ("=", "!=", *ORDER, "in", "not in")
_COMPARED = (*_KEYS, *EMPTINESS)
_WORDS = (*CONTAINS, *EMPTINESS)
_PAST = (*_SET, *HISTORY)
_HIERARCHY = (
    select(_types.level)
    .where(_types.id == _issues.type_id)
    .correlate(Issue.__table__)
    .scalar_subquery()
)
_WORK_RATIO = case(
    (
        _issues.original_estimate > 0,
        cast(_issues.time_spent * 100 / _issues.original_estimate, Float),
    )
)


@cache
def system_fields() -> Mapping[str, FieldSpec]:
    """The fields, by each of their names in lower case."""
    specs = (*_what(), *_texts(), *_who(), *_when(), *_numbers(), *_around())
    return {name.lower(): spec for spec in specs for name in spec.names}


def _field(
    id: str,
    called: str,
    kind: str,
    operators: Sequence[str],
    condition: Condition,
    order: Order | None = None,
    number: int | None = None,
) -> FieldSpec:
    """A field; its names have commas between them."""
    return FieldSpec(
        id, tuple(called.split(", ")), kind, tuple(operators), condition, order, None, number
    )


def _ids(
    id: str,
    called: str,
    kind: str,
    held: Held,
    resolve: Resolve,
    order: Order | None = None,
    *,
    operators: Sequence[str] = _SET,
    past: str = "",
    number: int | None = None,
    has_empty: bool = True,
) -> FieldSpec:
    """A field that has ids; one with a past has its name in histories."""
    known = Past(past, held, resolve, kind) if past else None
    may_be_empty = has_empty and "is" in operators
    condition = by_ids(held, resolve, kind, known, has_empty=may_be_empty)
    names_of = tuple(called.split(", "))
    operators = (*operators, *HISTORY) if past else tuple(operators)
    return FieldSpec(id, names_of, kind, operators, condition, order, resolve, number)


def _what() -> Sequence[FieldSpec]:
    components = several(_components.component_id, _components.issue_id)
    labels = several(func.lower(_labels.label), _labels.issue_id)
    category = Held(clauses.statuses_in, _issues.status_id.is_not(None))
    rank_of_type = orders.by_position(IssueType, _issues.type_id)
    rank_of_status = orders.by_position(Status, _issues.status_id)
    priorities = orders.by_position(Priority, _issues.priority_id, -1)
    resolutions = orders.by_position(Resolution, _issues.resolution_id)
    fixed, affected = clauses.of_versions("fix", "Fix Version"), clauses.of_versions("affects")
    return (
        _ids("project", "project, space", "project", one(_issues.project_id), names.project,
             orders.by_project, operators=EQUALS),
        _field("issuekey", "key, issuekey, issue, id", "issue", _KEYS, clauses.key, orders.by_key),
        _ids("issuetype", "issuetype, type, worktype", "issuetype", one(_issues.type_id),
             names.issue_type, rank_of_type, has_empty=False),
        _ids("status", "status", "status", one(_issues.status_id), names.status, rank_of_status,
             past="status", has_empty=False),
        _ids("statusCategory", "statusCategory", "statuscategory", category, clauses.category,
             orders.by_category, operators=EQUALS),
        _field("resolution", "resolution", "resolution", _PAST, clauses.resolved, resolutions),
        _field("priority", "priority", "priority", (*_PAST, *ORDER), clauses.priority, priorities),
        _ids("labels", "labels, label", "label", labels, clauses.label, orders.by_label),
        _ids("components", "component, components", "component", components, names.component,
             orders.by_component),
        _field("fixVersions", "fixVersion, fixVersions", "version", (*_PAST, *ORDER), fixed,
               orders.by_version("fix")),
        _field("versions", "affectedVersion, affectsVersion, versions", "version",
               (*_SET, *ORDER), affected, orders.by_version("affects")),
    )  # fmt: skip


def _texts() -> Sequence[FieldSpec]:
    columns = {"summary": "summary", "description": "description_text"}
    columns["environment"] = "environment_text"
    own = [
        _field(id, id, "text", _WORDS, wording.of_issue(column), orders.by_text(_issues[column]))
        for id, column in columns.items()
    ]
    return (
        *own,
        _field("comment", "comment", "text", CONTAINS, wording.comments()),
        _field("text", "text, textfields", "text", CONTAINS, wording.everywhere()),
        _field("worklogComment", "worklogComment", "text", CONTAINS, wording.worklogs()),
    )


def _who() -> Sequence[FieldSpec]:
    watching, voting = relations.followed(Watcher)(), relations.followed(Vote)()
    logged = several(_worklogs.author_id, _worklogs.issue_id)
    own = [
        _ids(id, id, "user", one(column), names.person, orders.by_person(column), past=past)
        for id, column, past in (
            ("assignee", _issues.assignee_id, "assignee"),
            ("reporter", _issues.reporter_id, "reporter"),
            ("creator", _issues.creator_id, ""),
        )
    ]
    return (
        *own,
        _ids("watcher", "watcher", "user", watching, names.person),
        _ids("voter", "voter", "user", voting, names.person),
        _ids("worklogAuthor", "worklogAuthor", "user", logged, names.person),
    )


def _when() -> Sequence[FieldSpec]:
    viewed = relations.last_viewed_at()
    changed = "statusCategoryChangedDate"
    return (
        _moment("created", "created, createdDate", _issues.created_us, has_empty=False),
        _moment("updated", "updated, updatedDate", _issues.updated_us, has_empty=False),
        _moment("resolutiondate", "resolved, resolutionDate", _issues.resolved_us),
        _moment(changed.lower(), changed, _issues.status_changed_us, has_empty=False),
        _day("duedate", "due, dueDate", _issues.due_date),
        _day(field_ids.START_DATE, "Start date, startDate", _issues.start_date, 10015),
        _field("lastViewed", "lastViewed", "date", _COMPARED, relations.last_viewed(),
               orders.by(viewed)),
        _field("worklogDate", "worklogDate", "date", _KEYS, relations.worklog_date()),
    )  # fmt: skip


def _moment(id: str, called: str, column: Any, *, has_empty: bool = True) -> FieldSpec:
    condition = compared(column, moment, has_empty=has_empty)
    order = orders.by(column, may_be_empty=has_empty)
    return _field(id, called, "date", _COMPARED if has_empty else _KEYS, condition, order)


def _day(id: str, called: str, column: Any, number: int | None = None) -> FieldSpec:
    order = orders.by(column)
    return _field(id, called, "date", _COMPARED, compared(column, day), order, number)


def _numbers() -> Sequence[FieldSpec]:
    points, ratio = _issues.story_points, _WORK_RATIO
    return (
        _field(field_ids.STORY_POINTS, "Story Points, storyPoints, Story point estimate", "number",
               _COMPARED, compared(points, number), orders.by(points), 10016),
        _field("workratio", "workRatio", "number", _COMPARED, compared(ratio, number),
               orders.by(ratio)),
        _field("hierarchyLevel", "hierarchyLevel", "number", _KEYS,
               compared(_HIERARCHY, number, has_empty=False)),
        _count("watches", "watchers, watches", relations.count_of(Watcher)),
        _count("votes", "votes", relations.count_of(Vote)),
        _worked("timeoriginalestimate", "originalEstimate, timeOriginalEstimate",
                _issues.original_estimate),
        _worked("timeestimate", "remainingEstimate, timeEstimate", _issues.remaining_estimate),
        _worked("timespent", "timeSpent", func.nullif(_issues.time_spent, 0)),
    )  # fmt: skip


def _count(id: str, called: str, column: Any) -> FieldSpec:
    condition = compared(column, number, has_empty=False)
    return _field(id, called, "number", _KEYS, condition, orders.by(column, may_be_empty=False))


def _worked(id: str, called: str, column: Any) -> FieldSpec:
    condition = compared(column, duration)
    return _field(id, called, "duration", _COMPARED, condition, orders.by(column))


def _around() -> Sequence[FieldSpec]:
    parent, flagged = one(_issues.parent_id), one(func.nullif(_issues.is_flagged, 0))
    below = Held(relations.children, _issues.parent_id.is_not(None))
    level = one(_issues.security_level_id)
    categories = clauses.in_projects(_projects.category_id)
    return (
        _ids("parent", "parent", "issue", parent, names.issue, orders.by_parent),
        _ids(field_ids.EPIC_LINK, "Epic Link, epic", "issue", relations.in_epics(), names.issue,
             orders.by_parent, number=10014),
        _ids("parentEpic", "parentEpic", "issue", below, names.issue, operators=EQUALS),
        _sprint(),
        _field(field_ids.RANK, "Rank", "rank", (), _never,
               orders.by(_issues.rank, may_be_empty=False), 10019),
        _ids(field_ids.FLAGGED, "Flagged", "flag", flagged, clauses.flag, number=10021),
        _ids("security", "level", "level", level, clauses.level),
        _field("attachments", "attachments", "attachment", EMPTINESS, relations.attachments),
        _field("issueLinkType", "issueLinkType, workItemLinkType", "link type", _SET,
               relations.link_type),
        _ids("category", "category, projectCategory", "category", categories, names.category),
        _ids("projectType", "projectType", "project type", clauses.in_projects(_projects.kind),
             clauses.project_kind, operators=EQUALS),
    )  # fmt: skip


def _sprint() -> FieldSpec:
    held = several(_sprints.sprint_id, _sprints.issue_id)
    rows = Rows(_sprints.sprint_id, _sprints.issue_id)
    past = Past("Sprint", held, names.sprint, "sprint", rows)
    condition = by_ids(held, names.sprint, "sprint", past)
    order, number = orders.by_sprint, 10020
    return _field(field_ids.SPRINT, "Sprint", "sprint", _PAST, condition, order, number)


def _never(_scope: Scope, _clause: Clause) -> ColumnElement[bool]:
    return NOTHING
