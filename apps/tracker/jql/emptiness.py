"""When a field of several values held none: ``fixVersion WAS EMPTY``.

The history tells what came and went, so that how many there were is counted back from how many
there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, FromClause, and_, case, func, literal, not_, or_, select, true

from workworld.apps.tracker.jql.sets import within
from workworld.apps.tracker.models import HistoryItem, Issue
from workworld.database import unindexed

_table: Any = Issue.__table__
_issues = _table.c
_p, _q = (HistoryItem.__table__.alias(name) for name in ("emptied", "other"))


class Rows(NamedTuple):
    """What holds the values of a field that has several."""

    value: ColumnElement[Any]
    issue_id: ColumnElement[str]
    condition: ColumnElement[bool] = true()


@dataclass(slots=True)
class Span:
    """When, and by whom."""

    after: int | None = None
    before: int | None = None
    people: Sequence[str] | None = None

    def narrow(self, after: int | None, before: int | None) -> None:
        """Take one more restriction in."""
        if after is not None:
            self.after = after if self.after is None else max(self.after, after)
        if before is not None:
            self.before = before if self.before is None else min(self.before, before)


def was_empty(field: str, rows: Rows, span: Span) -> ColumnElement[bool]:
    """Whether an issue held nothing in a field at some time of a span.

    Args:
        field: its name in histories.
        rows: what holds its values now.
        span: the time, and who brought it about.
    """
    return or_(_began_empty(field, rows, span), _emptied(field, rows, span))


def _began_empty(field: str, rows: Rows, span: Span) -> ColumnElement[bool]:
    """Whether an issue was made with nothing, and for how long it stayed so."""
    changes = (_q.c.issue_id == _issues.id, _q.c.field == field)
    gained = select(_gain(_q)).where(*changes).correlate(_table).scalar_subquery()
    conditions = [gained == _held_now(rows)]
    if span.after is not None:
        filled = select(literal(1)).where(*changes, _q.c.created_us <= span.after)
        conditions.insert(0, not_(filled.correlate(_table).exists()))
    if span.before is not None:
        conditions.append(_issues.created_us < span.before)
    if span.people is not None:
        conditions.append(within(_issues.creator_id, span.people))
    return and_(*conditions)


def _emptied(field: str, rows: Rows, span: Span) -> ColumnElement[bool]:
    """Whether a change left an issue with nothing, and for how long it stayed so."""
    later = (
        _q.c.issue_id == _p.c.issue_id,
        _q.c.field == field,
        _q.c.created_us > _p.c.created_us,
    )
    since = select(_gain(_q)).where(*later).correlate(_p).scalar_subquery()
    conditions = [
        _p.c.issue_id == _issues.id,
        _p.c.field == field,
        func.coalesce(_p.c.to_id, "") == "",  # of what a change took away last
        _held_now(rows) == since,
    ]
    if span.before is not None:
        conditions.append(_p.c.created_us < span.before)
    if span.people is not None:
        conditions.append(within(unindexed(_p.c.author_id), span.people))
    if span.after is not None:
        filled = select(literal(1)).where(*later, _q.c.created_us <= span.after)
        conditions.append(not_(filled.correlate(_p).exists()))
    return select(literal(1)).where(*conditions).correlate(_table).exists()


def _held_now(rows: Rows) -> ColumnElement[int]:
    """How many values an issue has."""
    counted = select(func.count()).where(rows.issue_id == _issues.id, rows.condition)
    return counted.correlate(_table).scalar_subquery()


def _gain(change: FromClause) -> ColumnElement[int]:
    """How many more values some changes left than they found."""
    return func.coalesce(func.sum(_size(change.c.to_id) - _size(change.c.from_id)), 0)


def _size(column: ColumnElement[Any]) -> ColumnElement[int]:
    """How many ids stand in a column, with commas between them."""
    text = func.coalesce(column, "")
    commas = func.length(text) - func.length(func.replace(text, ",", ""))
    return case((text == "", 0), else_=commas + 1)
