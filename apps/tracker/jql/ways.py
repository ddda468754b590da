"""How changes are looked for: listed by what they tell, or asked of one issue after the other.

A world keeps no statistics of its tables, and most values lie far apart: hardly an issue ever was
on hold, and nearly all were in progress. So it is counted, up to a number that costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, FromClause, Join, literal, select

from workworld.apps.tracker.jql.emptiness import Span
from workworld.apps.tracker.jql.scope import Scope
from workworld.apps.tracker.jql.sets import within
from workworld.apps.tracker.models import HistoryItem, Issue
from workworld.database import rows_of, unindexed

_FEW_CHANGES = 3_000
_FEW_VALUES = 40
_issue_id = Issue.__table__.c.id
_c = HistoryItem.__table__.c
Column = Callable[[ColumnElement[Any]], ColumnElement[Any]]


def _indexed(column: ColumnElement[Any]) -> ColumnElement[Any]:
    return column


@dataclass(frozen=True, slots=True)
class Way:
    """How changes are looked for, and by which of their columns."""

    is_listed: bool
    field: Column = _indexed
    value: Column = _indexed
    author: Column = _indexed

    @property
    def to_anybodys(self) -> Way:
        """The same where it does not count who made a change."""
        return _BY_ISSUE if self is _BY_AUTHOR else self

    def finds(
        self, change: FromClause, issue_id: ColumnElement[str], *conditions: ColumnElement[bool]
    ) -> ColumnElement[bool]:
        """Whether an issue has such a change.

        Args:
            change: the history, and what stands beside it.
            issue_id: its column in the history.
            conditions: what holds of the change.
        """
        if self.is_listed:
            listed = select(issue_id).select_from(change).where(*conditions)
            return _issue_id.in_(listed.correlate_except(*_tables(change)))
        return exists(change, issue_id == _issue_id, *conditions)


BY_VALUE = Way(is_listed=True)
_BY_AUTHOR = Way(is_listed=True, field=unindexed, value=unindexed)
_BY_ISSUE = Way(is_listed=False, value=unindexed, author=unindexed)


def way_to(scope: Scope, field: str, values: Sequence[Any], span: Span, *, is_exact: bool) -> Way:
    """The quickest way to changes.

    Args:
        scope: whose query it is.
        field: its name in histories.
        values: what it was before or after; none for whatever it was.
        span: when, and by whom.
        is_exact: whether histories hold such a value by itself, so that an index knows it.
    """
    sides = [[within(_c.to_id, values)], [within(_c.from_id, values)]]
    told = sides if values and is_exact else [[]]
    if all(_are_few(scope, _c.field == field, *each) for each in told):
        return BY_VALUE
    if span.people is not None and _are_few(scope, within(_c.author_id, span.people)):
        return _BY_AUTHOR
    # Many values that are no column's would be spread out anew for each change that is asked.
    return _BY_ISSUE if is_exact or len(values) <= _FEW_VALUES else BY_VALUE


def _are_few(scope: Scope, *conditions: ColumnElement[bool]) -> bool:
    query = select(literal(1)).where(*conditions).limit(_FEW_CHANGES)
    return len(rows_of(scope.ctx.session, query, {})) < _FEW_CHANGES


def exists(change: FromClause, *conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    """Whether there is such a change."""
    found = select(literal(1)).select_from(change).where(*conditions)
    return found.correlate_except(*_tables(change)).exists()


def _tables(change: FromClause) -> Sequence[FromClause]:
    return (change.left, change.right) if isinstance(change, Join) else (change,)
