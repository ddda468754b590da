"""What records of issues are made of, each part looked up for many issues at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import Select, bindparam, func, select

from workworld.apps.tracker.models import (
    Attachment,
    Comment,
    Component,
    Issue,
    IssueComponent,
    IssueLabel,
    IssueSprint,
    IssueType,
    IssueVersion,
    Sprint,
    Version,
    Vote,
    Watcher,
)
from workworld.apps.tracker.service import custom_values, field_places, links
from workworld.context import Context
from workworld.database import constant, given, plain_rows, rows_of
from workworld.files.models import File
from workworld.permissions import sight_of, visible

LABELS, COMPONENTS, VERSIONS, SPRINTS = "labels", "components", "versions", "sprints"
PARENTS, SUBTASKS, LINKS, VALUES = "parents", "subtasks", "links", "values"
WATCHES, VOTES, COMMENTS, ATTACHMENTS = "watches", "votes", "comments", "attachments"
ALL_PARTS = frozenset(
    {LABELS, COMPONENTS, VERSIONS, SPRINTS, PARENTS, SUBTASKS, LINKS, VALUES}
    | {WATCHES, VOTES, COMMENTS, ATTACHMENTS}
)
"""What is looked up besides the issue itself, its project, people, type and status."""
ROW_PARTS = frozenset({LABELS, PARENTS, SPRINTS})
"""What lists of issues usually show."""


@dataclass(frozen=True, slots=True)
class Attached:
    """A file of an issue."""

    row: Attachment
    file: File


_issues, _parts = Issue.__table__.c, IssueComponent.__table__.c
_labels, _marks = IssueLabel.__table__.c, IssueVersion.__table__.c
_components, _versions = Component.__table__.c, Version.__table__.c
_sprints, _places = Sprint.__table__.c, IssueSprint.__table__.c
_watchers, _votes, _attachments = Watcher.__table__.c, Vote.__table__.c, Attachment.__table__.c
_types, _comments = IssueType.__table__.c, Comment.__table__.c
_HEAVY = ("description", "description_text", "environment", "environment_text")
_ISSUES = given("issues")
_LABELS = constant(
    select(_labels.issue_id, _labels.label)
    .where(_labels.issue_id.in_(_ISSUES))
    .order_by(_labels.issue_id, _labels.label)
)
_COMPONENTS = constant(
    select(_parts.issue_id, *_components)
    .join(Component.__table__, _components.id == _parts.component_id)
    .where(_parts.issue_id.in_(_ISSUES))
    .order_by(_parts.issue_id, _components.name)
)
_VERSIONS = constant(
    select(_marks.issue_id, _marks.kind, *_versions)
    .join(Version.__table__, _versions.id == _marks.version_id)
    .where(_marks.issue_id.in_(_ISSUES))
    .order_by(_marks.issue_id, _versions.position)
)
_SPRINTS = constant(
    select(_places.issue_id, *_sprints)
    .join(Sprint.__table__, _sprints.id == _places.sprint_id)
    .where(_places.issue_id.in_(_ISSUES))
    .order_by(_places.issue_id, _sprints.completed_us, _sprints.id)
)
_FILES = constant(
    select(Attachment.__table__)
    .where(_attachments.issue_id.in_(_ISSUES))
    .order_by(_attachments.created_us, _attachments.id)
)
_FILE_ROWS = constant(select(File.__table__).where(File.__table__.c.id.in_(given("files"))))


def _counts(columns: Any) -> Select[Any, int, Any]:
    """How many rows issues have in a table of people, and whether the caller is among them."""
    mine = func.max(columns.person_id == bindparam("me")).label("mine")
    query = select(columns.issue_id, func.count().label("total"), mine)
    return constant(query.where(columns.issue_id.in_(_ISSUES)).group_by(columns.issue_id))


_WATCHES, _VOTES = _counts(_watchers), _counts(_votes)


Found = Mapping[str, Mapping[str, Any]]
"""What was found: by issue, what to call it in its record and what it is."""


def _grouped(rows: Iterable[Any], name: str) -> Found:
    found: dict[str, list[Any]] = {}
    for row in rows:
        found.setdefault(row.issue_id, []).append(row)
    return {issue_id: {name: group} for issue_id, group in found.items()}


def _look_up_labels(ctx: Context, ids: Sequence[str], _rows: Sequence[Issue]) -> Found:
    groups = _grouped(rows_of(ctx.session, _LABELS, {"issues": ids}), LABELS)
    return {id: {LABELS: [row.label for row in group[LABELS]]} for id, group in groups.items()}


def _look_up_components(ctx: Context, ids: Sequence[str], _rows: Sequence[Issue]) -> Found:
    return _grouped(rows_of(ctx.session, _COMPONENTS, {"issues": ids}), COMPONENTS)


def _look_up_versions(ctx: Context, ids: Sequence[str], _rows: Sequence[Issue]) -> Found:
    groups = _grouped(rows_of(ctx.session, _VERSIONS, {"issues": ids}), VERSIONS)
    return {
        id: {
            "fix_versions": [row for row in group[VERSIONS] if row.kind == "fix"],
            "affects_versions": [row for row in group[VERSIONS] if row.kind == "affects"],
        }
        for id, group in groups.items()
    }


def _look_up_sprints(ctx: Context, ids: Sequence[str], _rows: Sequence[Issue]) -> Found:
    groups = _grouped(rows_of(ctx.session, _SPRINTS, {"issues": ids}), SPRINTS)
    found = {}
    for id, group in groups.items():
        closed = [row for row in group[SPRINTS] if row.state == "closed"]
        now = next((row for row in group[SPRINTS] if row.state != "closed"), None)
        found[id] = {"sprint": now, "closed_sprints": closed}
    return found


def _look_up_parents(ctx: Context, _ids: Sequence[str], rows: Sequence[Issue]) -> Found:
    wanted = {row.parent_id for row in rows if row.parent_id is not None}
    known = briefs(ctx, wanted) if wanted else {}
    return {row.id: {"parent": known.get(row.parent_id or "")} for row in rows}


def _look_up_subtasks(ctx: Context, ids: Sequence[str], _rows: Sequence[Issue]) -> Found:
    values = sight_of(ctx) | {"issues": ids}
    found: dict[str, list[Issue]] = {}
    for row in plain_rows(ctx.session, Issue, _subtasks(), values):
        found.setdefault(row.parent_id or "", []).append(row)
    return {id: {SUBTASKS: rows} for id, rows in found.items()}


def _look_up_links(ctx: Context, ids: Sequence[str], _rows: Sequence[Issue]) -> Found:
    return {id: {LINKS: shown} for id, shown in links.of_issues(ctx, ids).items()}


def _look_up_values(ctx: Context, ids: Sequence[str], rows: Sequence[Issue]) -> Found:
    """What issues hold in fields that they have: those out of context hide what they hold."""
    found = custom_values.of_issues(ctx, ids)
    there = {
        row.id: field_places.at(ctx, row.project_id, row.type_id) for row in rows if row.id in found
    }
    return {
        id: {"customs": {field: value for field, value in held.items() if field in there[id]}}
        for id, held in found.items()
    }


def _look_up_watches(ctx: Context, ids: Sequence[str], _rows: Sequence[Issue]) -> Found:
    rows = rows_of(ctx.session, _WATCHES, {"issues": ids, "me": ctx.actor.person_id})
    return {r.issue_id: {"watch_count": r.total, "is_watching": bool(r.mine)} for r in rows}


def _look_up_votes(ctx: Context, ids: Sequence[str], _rows: Sequence[Issue]) -> Found:
    rows = rows_of(ctx.session, _VOTES, {"issues": ids, "me": ctx.actor.person_id})
    return {r.issue_id: {"vote_count": r.total, "has_voted": bool(r.mine)} for r in rows}


def _look_up_comments(ctx: Context, ids: Sequence[str], _rows: Sequence[Issue]) -> Found:
    rows = rows_of(ctx.session, _comment_counts(), sight_of(ctx) | {"issues": ids})
    return {row.issue_id: {"comment_count": row.total} for row in rows}


def _look_up_attachments(ctx: Context, ids: Sequence[str], _rows: Sequence[Issue]) -> Found:
    rows = plain_rows(ctx.session, Attachment, _FILES, {"issues": ids})
    if not rows:
        return {}
    wanted = {"files": [row.file_id for row in rows]}
    files = {row.id: row for row in plain_rows(ctx.session, File, _FILE_ROWS, wanted)}
    found: dict[str, list[Attached]] = {}
    for row in rows:
        found.setdefault(row.issue_id, []).append(Attached(row, files[row.file_id]))
    return {id: {ATTACHMENTS: held} for id, held in found.items()}


def briefs(ctx: Context, ids: Iterable[str]) -> Mapping[str, Issue]:
    """Those of some issues that the caller sees, by id, without their rich text."""
    values = sight_of(ctx) | {"issues": sorted(set(ids))}
    return {row.id: row for row in plain_rows(ctx.session, Issue, _brief(), values)}


# Who sees what is declared by the time when these are first asked.
@cache
def _brief() -> Select[Any]:
    light = [column for column in _issues if column.key not in _HEAVY]
    return constant(visible(Issue).with_only_columns(*light).where(_issues.id.in_(_ISSUES)))


@cache
def _subtasks() -> Select[Any]:
    light = [column for column in _issues if column.key not in _HEAVY]
    parts = select(_types.id).where(_types.level < 0)
    query = visible(Issue).with_only_columns(*light)
    query = query.where(_issues.parent_id.in_(_ISSUES), _issues.type_id.in_(parts))
    return constant(query.order_by(_issues.rank))


@cache
def _comment_counts() -> Select[Any, int]:
    total = func.count().label("total")
    query = visible(Comment).with_only_columns(_comments.issue_id, total)
    return constant(query.where(_comments.issue_id.in_(_ISSUES)).group_by(_comments.issue_id))


LOOK_UPS: Mapping[str, Callable[[Context, Sequence[str], Sequence[Issue]], Found]] = {
    LABELS: _look_up_labels,
    COMPONENTS: _look_up_components,
    VERSIONS: _look_up_versions,
    SPRINTS: _look_up_sprints,
    PARENTS: _look_up_parents,
    SUBTASKS: _look_up_subtasks,
    LINKS: _look_up_links,
    VALUES: _look_up_values,
    WATCHES: _look_up_watches,
    VOTES: _look_up_votes,
    COMMENTS: _look_up_comments,
    ATTACHMENTS: _look_up_attachments,
}
