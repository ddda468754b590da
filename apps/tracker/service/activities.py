"""What happened below many issues at once: their comments, worklogs and changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import Integer, Select, cast, select

from workworld.apps.tracker.models import Comment, HistoryItem, Worklog
from workworld.apps.tracker.service import history_sight
from workworld.apps.tracker.service.history import Change
from workworld.context import Context
from workworld.database import constant, given, plain_rows
from workworld.permissions import sight_of, visible

_comments, _worklogs = Comment.__table__.c, Worklog.__table__.c
_items = HistoryItem.__table__.c
_ISSUES = given("issues")
_WORKLOGS = constant(
    select(Worklog.__table__)
    .where(_worklogs.issue_id.in_(_ISSUES))
    .order_by(_worklogs.started_us, cast(_worklogs.id, Integer))
)
_CHANGES = constant(
    select(HistoryItem.__table__)
    .where(_items.issue_id.in_(_ISSUES), history_sight.within())
    .order_by(_items.created_us, cast(_items.change_id, Integer), _items.position)
)


def comments_of(ctx: Context, issue_ids: Sequence[str]) -> Mapping[str, Sequence[Comment]]:
    """The comments of issues that the caller sees, as far as they see them, oldest first."""
    values = sight_of(ctx) | {"issues": [*issue_ids]}
    return _by_issue(plain_rows(ctx.session, Comment, _visible_comments(), values))


def worklogs_of(ctx: Context, issue_ids: Sequence[str]) -> Mapping[str, Sequence[Worklog]]:
    """The work that was logged on issues that the caller sees, by when it began."""
    return _by_issue(plain_rows(ctx.session, Worklog, _WORKLOGS, {"issues": [*issue_ids]}))


def changes_of(ctx: Context, issue_ids: Sequence[str]) -> Mapping[str, Sequence[Change]]:
    """The changes of the fields of issues that the caller sees, oldest first."""
    values = sight_of(ctx) | {"issues": [*issue_ids]}
    rows = plain_rows(ctx.session, HistoryItem, _CHANGES, values)
    found: dict[str, list[Change]] = {}
    items: dict[str, list[HistoryItem]] = {}
    for row in rows:
        if row.change_id not in items:
            items[row.change_id] = []
            change = Change(row.change_id, row.author_id, row.created_us, items[row.change_id])
            found.setdefault(row.issue_id, []).append(change)
        items[row.change_id].append(row)
    return found


def _by_issue(rows: Iterable[Any]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for row in rows:
        found.setdefault(row.issue_id, []).append(row)
    return found


# Who sees what is declared by the time when this is first asked.
@cache
def _visible_comments() -> Select[Any]:
    query = visible(Comment).where(_comments.issue_id.in_(_ISSUES))
    return constant(query.order_by(_comments.created_us, cast(_comments.id, Integer)))
