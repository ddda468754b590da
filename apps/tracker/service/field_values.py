"""What issues hold in their fields, and putting something else into them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import BindParameter, bindparam, delete, insert, select

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import (
    Issue,
    IssueComponent,
    IssueLabel,
    IssueVersion,
    Sprint,
)
from workworld.apps.tracker.service import custom_values, field_history, sprint_members, texts
from workworld.apps.tracker.service.history import Item
from workworld.context import Context
from workworld.database import constant, rows_of

COLUMNS: Mapping[str, str] = {
    f.SUMMARY: "summary",
    f.DESCRIPTION: "description",
    f.ENVIRONMENT: "environment",
    f.PRIORITY: "priority_id",
    f.ASSIGNEE: "assignee_id",
    f.REPORTER: "reporter_id",
    f.PARENT: "parent_id",
    f.DUE_DATE: "due_date",
    f.START_DATE: "start_date",
    f.SECURITY: "security_level_id",
    f.STORY_POINTS: "story_points",
    f.SPRINT: "sprint_id",
    f.FLAGGED: "is_flagged",
    f.TYPE: "type_id",
    f.STATUS: "status_id",
    f.RESOLUTION: "resolution_id",
}
"""The column of each field that has one."""
_DOCUMENTS = (f.DESCRIPTION, f.ENVIRONMENT)

_labels = IssueLabel.__table__.c
_components = IssueComponent.__table__.c
_versions = IssueVersion.__table__.c
_ISSUE: BindParameter[str] = bindparam("issue")
_VALUE: BindParameter[str] = bindparam("value")
_SETS = {
    f.LABELS: (IssueLabel, _labels.label, {}),
    f.COMPONENTS: (IssueComponent, _components.component_id, {}),
    f.FIX_VERSIONS: (IssueVersion, _versions.version_id, {"kind": "fix"}),
    f.AFFECTS_VERSIONS: (IssueVersion, _versions.version_id, {"kind": "affects"}),
}
"""The table of each field that holds several values, the column, and what else its rows have."""


def _matching(field: str) -> list[Any]:
    model, _, also = _SETS[field]
    columns = model.__table__.c
    return [columns.issue_id == _ISSUE, *(columns[name] == value for name, value in also.items())]


_READ = {
    field: constant(select(column.label("value")).where(*_matching(field)).order_by(column))
    for field, (_, column, _) in _SETS.items()
}
_ADD = {field: insert(model) for field, (model, _, _) in _SETS.items()}
_REMOVE = {
    field: delete(model).where(*_matching(field), column == _VALUE)
    for field, (model, column, _) in _SETS.items()
}


def empty(field: str) -> Any:
    """What a field of every site holds in an issue that has nothing in it."""
    if field in _SETS:
        return []
    if field == f.TIME_TRACKING:
        return {"original": None, "remaining": None}
    return False if field == f.FLAGGED else None


def is_empty(value: Any) -> bool:
    """Whether a value is nothing, for fields that must be filled."""
    return value in (None, "", [], {}, {"original": None, "remaining": None})


def current(ctx: Context, issue: Issue, field: str) -> Any:
    """What an issue holds in a field."""
    if field in COLUMNS:
        return getattr(issue, COLUMNS[field])
    if field == f.TIME_TRACKING:
        return {"original": issue.original_estimate, "remaining": issue.remaining_estimate}
    if field in _READ:
        return [row.value for row in rows_of(ctx.session, _READ[field], {"issue": issue.id})]
    return custom_values.of_issue(ctx, issue.id, field)


def put(ctx: Context, issue: Issue, field: str, old: Any, new: Any) -> list[Item]:
    """Let an issue that is there hold something else in a field.

    Args:
        ctx: whose step it is.
        issue: the object.
        field: one of those that ``current`` knows.
        old: what it holds.
        new: a value that was checked.

    Returns:
        How that is told in the history.
    """
    if field == f.SPRINT:
        sprint = None if new is None else ctx.session.get_one(Sprint, new)
        return sprint_members.put(ctx, issue, sprint)
    told = field_history.items(ctx, field, old, new)
    if has_columns(field):
        put_columns(ctx, issue, field, new)
    else:
        put_rows(ctx, issue.id, field, old, new)
    return told


def put_columns(ctx: Context, issue: Issue, field: str, new: Any) -> None:
    """Set the columns of a field, of an issue that may not be there yet."""
    if field == f.TIME_TRACKING:
        issue.original_estimate, issue.remaining_estimate = new["original"], new["remaining"]
        return
    setattr(issue, COLUMNS[field], new)
    if field in _DOCUMENTS:
        setattr(issue, f"{field}_text", texts.words(ctx, new))


def put_rows(ctx: Context, issue_id: str, field: str, old: Any, new: Any) -> None:
    """Write the rows of a field that has no column."""
    if field not in _SETS:
        custom_values.put(ctx, issue_id, field, new)
        return
    connection, also = ctx.session.connection(), _SETS[field][2]
    gone = [{"issue": issue_id, "value": value} for value in old if value not in new]
    if gone:
        connection.execute(_REMOVE[field], gone)
    name = _SETS[field][1].name
    added = [{"issue_id": issue_id, name: value, **also} for value in new if value not in old]
    if added:
        connection.execute(_ADD[field], added)


def has_columns(field: str) -> bool:
    """Whether a field stands in the issue's own row."""
    return field in COLUMNS or field == f.TIME_TRACKING


def combined(value: Any, verb: str, old: Any) -> Any:
    """What a field is to hold after ``add``, ``remove`` or ``set`` of a value.

    Raises:
        ValueError: the field holds no list, so nothing can be added to it.
    """
    if verb == "set":
        return value
    if not isinstance(old, list):
        raise ValueError(verb)
    wanted: Sequence[Any] = value if isinstance(value, list | tuple) else [value]
    if verb == "remove":
        return [each for each in old if each not in wanted]
    return [*old, *(each for each in wanted if each not in old)]
