"""The fields that every site has, as queries know them.

https://support.atlassian.com/jira-software-cloud/docs/jql-fields/
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Float, and_, case, cast, func, or_, select

from workworld.apps.tracker import field_ids
from workworld.apps.tracker.jql import history, names, orders, relations, wording
from workworld.apps.tracker.jql.history import Past, Rows
from workworld.apps.tracker.jql.names import Resolve
from workworld.apps.tracker.jql.scope import NOTHING, Scope
from workworld.apps.tracker.jql.sets import Held, fits, matching, named, one, several
from workworld.apps.tracker.jql.specs import Condition, FieldSpec, Order
from workworld.apps.tracker.jql.tree import Clause, Value
from workworld.apps.tracker.jql.values import compared, day, duration, moment, number
from workworld.apps.tracker.jql.words import CONTAINS, EMPTINESS, EQUALS, HISTORY, ORDER
from workworld.apps.tracker.models import (
    Issue,
    IssueComponent,
    IssueLabel,
    IssueSprint,
    IssueType,
    IssueVersion,
    Priority,
    Project,
    Status,
    Vote,
    Watcher,
    Worklog,
)
from workworld.apps.tracker.service import access, site

_issues, _labels = Issue.__table__.c, IssueLabel.__table__.c
_components, _sprints, _versions = (
    IssueComponent.__table__.c,
    IssueSprint.__table__.c,
    IssueVersion.__table__.c,
)
_SET = (*EQUALS, *EMPTINESS)
_COMPARED = ("=", "!=", *ORDER, "in", "not in")
_PAST = (*_SET, *HISTORY)
_CATEGORIES = {
    "new": ("new", "to do", "2"),
    "indeterminate": ("indeterminate", "in progress", "4"),
    "done": ("done", "complete", "3"),
}


def by_ids(
    held: Held, resolve: Resolve, kind: str, past: Past | None = None, *, has_empty: bool = True
) -> Condition:
    """Clauses on a field that has ids."""

    def condition(scope: Scope, clause: Clause) -> ColumnElement[bool]:
        if past is not None and clause.operator in HISTORY:
            return history.condition(scope, past, clause)
        if clause.operand is None or not fits(scope, clause):
            return NOTHING
        name = clause.field.name
        wanted = named(scope, name, clause.operand, resolve, kind, has_empty=has_empty)
        return matching(held, clause.operator, wanted)

    return condition


def _people(column: Any, past_name: str = "") -> Condition:
    past = Past(past_name, one(column), names.person, "user") if past_name else None
    return by_ids(one(column), names.person, "user", past)


def _status(scope: Scope, field: str, value: Value) -> Sequence[str]:
    return names.status(scope, field, value)


def _category(scope: Scope, field: str, value: Value) -> Sequence[str]:
    lowered = value.text.strip().casefold()
    return [key for key, called in _CATEGORIES.items() if lowered in called] or names.unknown(
        scope, field, value
    )


def _statuses_in(categories: Sequence[str]) -> ColumnElement[bool]:
    statuses = Status.__table__.c
    return _issues.status_id.in_(select(statuses.id).where(statuses.category.in_(categories)))


def _resolution(scope: Scope, field: str, value: Value) -> Sequence[str]:
    rows = site.resolutions(scope.ctx).values()
    return names.among(rows, value.text, "name") or names.unknown(scope, field, value)


def _resolved(scope: Scope, clause: Clause) -> ColumnElement[bool]:
    """``resolution = Unresolved`` asks for an empty field; ``WAS`` and the like know the past."""
    return _RESOLVED(scope, orders.with_empty(clause, "unresolved"))


_RESOLUTION_PAST = Past("resolution", one(_issues.resolution_id), _resolution, "resolution")
_RESOLVED = by_ids(one(_issues.resolution_id), _resolution, "resolution", _RESOLUTION_PAST)
_PRIORITY_PAST = Past("priority", one(_issues.priority_id), names.priority, "priority")
_PRIORITY_SET = by_ids(one(_issues.priority_id), names.priority, "priority", _PRIORITY_PAST)


def _priority(scope: Scope, clause: Clause) -> ColumnElement[bool]:
    """The highest is the greatest, though it is the first in the list."""
    if clause.operator not in ORDER:
        return _PRIORITY_SET(scope, clause)
    if clause.operand is None or not fits(scope, clause):
        return NOTHING
    wanted = named(
        scope, clause.field.name, clause.operand, names.priority, "priority", has_empty=False
    )
    rows = site.priorities(scope.ctx)
    found = [
        row.id
        for row in rows.values()
        if any(
            orders.holds(clause.operator, -row.position, -rows[each].position)
            for each in wanted.ids
        )
    ]
    return one(_issues.priority_id).has(found)


def _label(_scope: Scope, _field: str, value: Value) -> Sequence[str]:
    """Labels are made by naming them, so none is unknown; capitals do not matter."""
    return (value.text.casefold(),)


def _of_versions(kind: str, past_name: str = "") -> Condition:
    held = several(_versions.version_id, _versions.issue_id, _versions.kind == kind)
    rows = Rows(_versions.version_id, _versions.issue_id, _versions.kind == kind)
    past = Past(past_name, held, names.version, "version", rows) if past_name else None
    plain = by_ids(held, names.version, "version", past)

    def condition(scope: Scope, clause: Clause) -> ColumnElement[bool]:
        if clause.operator not in ORDER:
            return plain(scope, clause)
        if clause.operand is None or not fits(scope, clause):
            return NOTHING
        wanted = named(
            scope, clause.field.name, clause.operand, names.version, "version", has_empty=False
        )
        rows = names.versions(scope)
        bounds = [row for row in rows if row.id in wanted.ids]
        found = [
            row.id
            for row in rows
            for bound in bounds
            if row.project_id == bound.project_id
            and orders.holds(clause.operator, row.position, bound.position)
        ]
        return held.has(found)

    return condition


def _key(scope: Scope, clause: Clause) -> ColumnElement[bool]:
    """Keys are compared by their numbers, within one project."""
    if clause.operand is None or not fits(scope, clause):
        return NOTHING
    wanted = named(scope, clause.field.name, clause.operand, names.issue, "issue", has_empty=False)
    if clause.operator not in ORDER:
        return matching(one(_issues.id), clause.operator, wanted)
    rows = [names.issue_row(scope, each) for each in wanted.ids]
    parts = [
        and_(
            _issues.project_id == row.project_id,
            orders.compared(clause.operator, _issues.number, row.number),
        )
        for row in rows
        if row is not None
    ]
    return or_(NOTHING, *parts)


def _level(scope: Scope, field: str, value: Value) -> Sequence[str]:
    mine = access.my_levels(scope.ctx)
    rows = [row for row in site.security_levels(scope.ctx).values() if row.id in mine]
    return names.among(rows, value.text, "name") or names.unknown(scope, field, value)


def _flag(scope: Scope, field: str, value: Value) -> Sequence[bool]:
    is_known = value.text.strip().casefold() in ("impediment", "true", "yes")
    return (True,) if is_known else names.unknown(scope, field, value)


def _kind(scope: Scope, field: str, value: Value) -> Sequence[str]:
    kinds = {
        "scrum": ("scrum",),
        "kanban": ("kanban",),
        "software": ("scrum", "kanban"),
        "service_desk": ("service_desk",),
        "business": ("business",),
    }
    return kinds.get(value.text.strip().casefold()) or names.unknown(scope, field, value)


def _in_projects(column: ColumnElement[Any]) -> Held:
    projects = Project.__table__.c
    return Held(
        lambda ids: _issues.project_id.in_(select(projects.id).where(column.in_(ids))),
        _issues.project_id.in_(select(projects.id).where(column.is_not(None))),
    )


_types = IssueType.__table__.c
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
_SPRINTS = several(_sprints.sprint_id, _sprints.issue_id)
_SPRINT_ROWS = Rows(_sprints.sprint_id, _sprints.issue_id)
_SPRINT_PAST = Past("Sprint", _SPRINTS, names.sprint, "sprint", _SPRINT_ROWS)
_STATUS_PAST = Past("status", one(_issues.status_id), names.status, "status")
_worklogs = Worklog.__table__.c


def _spec(
    id: str,
    called: str,
    kind: str,
    operators: Sequence[str],
    condition: Condition,
    order: Order | None = None,
    resolve: Resolve | None = None,
    number: int | None = None,
) -> FieldSpec:
    return FieldSpec(
        id, tuple(called.split(", ")), kind, tuple(operators), condition, order, resolve, number
    )


def _timed(id: str, called: str, column: Any, *, has_empty: bool = True) -> FieldSpec:
    operators = (*_COMPARED, *EMPTINESS) if has_empty else _COMPARED
    condition = compared(column, moment, has_empty=has_empty)
    return _spec(
        id, called, "date", operators, condition, orders.by(column, may_be_empty=has_empty)
    )


def _worked(id: str, called: str, column: Any) -> FieldSpec:
    condition = compared(column, duration)
    return _spec(id, called, "duration", (*_COMPARED, *EMPTINESS), condition, orders.by(column))


def _worded(id: str, column: str, operators: Sequence[str] = (*CONTAINS, *EMPTINESS)) -> FieldSpec:
    return _spec(
        id, id, "text", operators, wording.of_issue(column), orders.by_text(_issues[column])
    )


@cache
def system_fields() -> Mapping[str, FieldSpec]:
    """The fields, by each of their names in lower case."""
    return {
        name.lower(): spec
        for spec in (*_what(), *_who(), *_when(), *_more())
        for name in spec.names
    }


def _what() -> Sequence[FieldSpec]:
    key_operators = ("=", "!=", *ORDER, "in", "not in")
    return (
        _spec(
            "project",
            "project, space",
            "project",
            EQUALS,
            by_ids(one(_issues.project_id), names.project, "project"),
            orders.by_project,
            names.project,
        ),
        _spec(
            "issuekey",
            "key, issuekey, issue, id",
            "issue",
            key_operators,
            _key,
            orders.by_key,
            names.issue,
        ),
        _spec(
            "issuetype",
            "issuetype, type, worktype",
            "issuetype",
            _SET,
            by_ids(one(_issues.type_id), names.issue_type, "issuetype", has_empty=False),
            orders.by_position(IssueType, _issues.type_id),
            names.issue_type,
        ),
        _spec(
            "status",
            "status",
            "status",
            _PAST,
            by_ids(one(_issues.status_id), names.status, "status", _STATUS_PAST, has_empty=False),
            orders.by_position(Status, _issues.status_id),
            names.status,
        ),
        _spec(
            "statusCategory",
            "statusCategory",
            "statuscategory",
            EQUALS,
            by_ids(Held(_statuses_in, _issues.status_id.is_not(None)), _category, "statuscategory"),
            orders.by_category,
            _category,
        ),
        _spec(
            "resolution",
            "resolution",
            "resolution",
            _PAST,
            _resolved,
            orders.by_resolution,
            _resolution,
        ),
        _spec(
            "priority",
            "priority",
            "priority",
            (*_PAST, *ORDER),
            _priority,
            orders.by_position(Priority, _issues.priority_id, -1),
            names.priority,
        ),
        _spec(
            "labels",
            "labels, label",
            "label",
            _SET,
            by_ids(several(func.lower(_labels.label), _labels.issue_id), _label, "label"),
            orders.by_label,
            _label,
        ),
        _spec(
            "components",
            "component, components",
            "component",
            _SET,
            by_ids(
                several(_components.component_id, _components.issue_id),
                names.component,
                "component",
            ),
            orders.by_component,
            names.component,
        ),
        _spec(
            "fixVersions",
            "fixVersion, fixVersions",
            "version",
            (*_PAST, *ORDER),
            _of_versions("fix", "Fix Version"),
            orders.by_version("fix"),
            names.version,
        ),
        _spec(
            "versions",
            "affectedVersion, affectsVersion, versions",
            "version",
            (*_SET, *ORDER),
            _of_versions("affects"),
            orders.by_version("affects"),
            names.version,
        ),
        _worded("summary", "summary"),
        _worded("description", "description_text"),
        _worded("environment", "environment_text"),
        _spec("comment", "comment", "text", CONTAINS, wording.comments()),
        _spec("text", "text, textfields", "text", CONTAINS, wording.everywhere()),
    )


def _who() -> Sequence[FieldSpec]:
    watching, voting = relations.followed(Watcher)(), relations.followed(Vote)()
    logged = several(_worklogs.author_id, _worklogs.issue_id)
    return (
        _spec(
            "assignee",
            "assignee",
            "user",
            _PAST,
            _people(_issues.assignee_id, "assignee"),
            orders.by_person(_issues.assignee_id),
            names.person,
        ),
        _spec(
            "reporter",
            "reporter",
            "user",
            _PAST,
            _people(_issues.reporter_id, "reporter"),
            orders.by_person(_issues.reporter_id),
            names.person,
        ),
        _spec(
            "creator",
            "creator",
            "user",
            _SET,
            _people(_issues.creator_id),
            orders.by_person(_issues.creator_id),
            names.person,
        ),
        _spec(
            "watcher",
            "watcher",
            "user",
            _SET,
            by_ids(watching, names.person, "user"),
            None,
            names.person,
        ),
        _spec(
            "voter", "voter", "user", _SET, by_ids(voting, names.person, "user"), None, names.person
        ),
        _spec(
            "watches",
            "watchers, watches",
            "number",
            _COMPARED,
            compared(relations.count_of(Watcher), number, has_empty=False),
            orders.by(relations.count_of(Watcher), may_be_empty=False),
        ),
        _spec(
            "votes",
            "votes",
            "number",
            _COMPARED,
            compared(relations.count_of(Vote), number, has_empty=False),
            orders.by(relations.count_of(Vote), may_be_empty=False),
        ),
        _spec(
            "worklogAuthor",
            "worklogAuthor",
            "user",
            _SET,
            by_ids(logged, names.person, "user"),
            None,
            names.person,
        ),
        _spec("worklogComment", "worklogComment", "text", CONTAINS, wording.worklogs()),
        _spec("worklogDate", "worklogDate", "date", _COMPARED, relations.worklog_date()),
    )


def _when() -> Sequence[FieldSpec]:
    start = compared(_issues.start_date, day)
    return (
        _timed("created", "created, createdDate", _issues.created_us, has_empty=False),
        _timed("updated", "updated, updatedDate", _issues.updated_us, has_empty=False),
        _timed("resolutiondate", "resolved, resolutionDate", _issues.resolved_us),
        _timed(
            "statuscategorychangedate",
            "statusCategoryChangedDate",
            _issues.status_changed_us,
            has_empty=False,
        ),
        _spec(
            "duedate",
            "due, dueDate",
            "date",
            (*_COMPARED, *EMPTINESS),
            compared(_issues.due_date, day),
            orders.by(_issues.due_date),
        ),
        _spec(
            field_ids.START_DATE,
            "Start date, startDate",
            "date",
            (*_COMPARED, *EMPTINESS),
            start,
            orders.by(_issues.start_date),
            number=10015,
        ),
        _spec(
            "lastViewed",
            "lastViewed",
            "date",
            (*_COMPARED, *EMPTINESS),
            relations.last_viewed(),
            orders.by(relations.last_viewed_at()),
        ),
        _worked(
            "timeoriginalestimate",
            "originalEstimate, timeOriginalEstimate",
            _issues.original_estimate,
        ),
        _worked("timeestimate", "remainingEstimate, timeEstimate", _issues.remaining_estimate),
        _worked("timespent", "timeSpent", func.nullif(_issues.time_spent, 0)),
        _spec(
            "workratio",
            "workRatio",
            "number",
            (*_COMPARED, *EMPTINESS),
            compared(_WORK_RATIO, number),
            orders.by(_WORK_RATIO),
        ),
    )


def _more() -> Sequence[FieldSpec]:
    issue_ids = by_ids(one(_issues.parent_id), names.issue, "issue")
    epics = by_ids(relations.in_epics(), names.issue, "issue")
    below = by_ids(Held(relations.children, _issues.parent_id.is_not(None)), names.issue, "issue")
    points, flagged = _issues.story_points, func.nullif(_issues.is_flagged, 0)
    projects = Project.__table__.c
    return (
        _spec("parent", "parent", "issue", _SET, issue_ids, orders.by_parent, names.issue),
        _spec(
            field_ids.EPIC_LINK,
            "Epic Link, epic",
            "issue",
            _SET,
            epics,
            orders.by_parent,
            names.issue,
            10014,
        ),
        _spec("parentEpic", "parentEpic", "issue", EQUALS, below, None, names.issue),
        _spec(
            field_ids.SPRINT,
            "Sprint",
            "sprint",
            _PAST,
            by_ids(_SPRINTS, names.sprint, "sprint", _SPRINT_PAST),
            orders.by_sprint,
            names.sprint,
            10020,
        ),
        _spec(
            field_ids.STORY_POINTS,
            "Story Points, storyPoints, Story point estimate",
            "number",
            (*_COMPARED, *EMPTINESS),
            compared(points, number),
            orders.by(points),
            None,
            10016,
        ),
        _spec(
            field_ids.RANK,
            "Rank",
            "rank",
            (),
            _never,
            orders.by(_issues.rank, may_be_empty=False),
            None,
            10019,
        ),
        _spec(
            field_ids.FLAGGED,
            "Flagged",
            "flag",
            _SET,
            by_ids(one(flagged), _flag, "flag"),
            None,
            _flag,
            10021,
        ),
        _spec(
            "security",
            "level",
            "level",
            _SET,
            by_ids(one(_issues.security_level_id), _level, "level"),
            None,
            _level,
        ),
        _spec("attachments", "attachments", "attachment", EMPTINESS, relations.attachments),
        _spec(
            "issueLinkType",
            "issueLinkType, workItemLinkType",
            "link type",
            _SET,
            relations.link_type,
        ),
        _spec(
            "category",
            "category, projectCategory",
            "category",
            _SET,
            by_ids(_in_projects(projects.category_id), names.category, "category"),
            None,
            names.category,
        ),
        _spec(
            "projectType",
            "projectType",
            "project type",
            EQUALS,
            by_ids(_in_projects(projects.kind), _kind, "project type"),
            None,
            _kind,
        ),
        _spec(
            "hierarchyLevel",
            "hierarchyLevel",
            "number",
            _COMPARED,
            compared(_HIERARCHY, number, has_empty=False),
        ),
    )


def _never(_scope: Scope, _clause: Clause) -> ColumnElement[bool]:
    return NOTHING
