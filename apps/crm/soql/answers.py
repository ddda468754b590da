"""Asking what was compiled, and putting the answer together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from typing import Any

from sqlalchemy.orm import Session

from workworld.apps.crm.soql.compiler import Children, Compiled
from workworld.apps.crm.soql.tree import Sorting

LARGEST_PAGE = 2_000
_PORTION = 500
"""How many parents' children are asked for at once."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Some records that a query finds."""

    total: int
    """How many it finds in all."""
    records: Sequence[Mapping[str, Any]]
    following: int | None = None
    """Where the next page begins; None if none follows."""


def answer(session: Session, asked: Compiled, start: int = 0, size: int = LARGEST_PAGE) -> Answer:
    """What a query finds.

    Args:
        session: nothing waits in it to be written.
        asked: the query.
        start: how many records of the answer were told before.
        size: how many are told at most.
    """
    query = asked.query
    if query.is_count and not asked.is_grouped:
        return Answer(_total(session, asked), [])
    if asked.more:
        return _with_subtotals(session, asked)
    left = size if query.limit is None else max(0, min(size, query.limit - start))
    rows: Sequence[Any] = ()
    if left:
        statement = asked.statement.limit(left + 1).offset(query.offset + start)
        rows = session.connection().execute(statement).all()
    more = len(rows) > left
    rows = rows[:left]
    ends = query.limit is not None and start + left >= query.limit
    following = start + left if more and not ends else None
    if query.limit is not None and ends and len(rows) == left:
        total = query.limit  # as many as it asks for: how many more there are says nobody
    else:
        total = _total(session, asked) if more or start else len(rows)
    return Answer(total, _records(session, asked, rows), following)


def counted(session: Session, asked: Compiled) -> int:
    """How many records a query finds in all, whatever its limit and its offset."""
    return int(session.connection().execute(asked.count).scalar_one())


def _total(session: Session, asked: Compiled) -> int:
    found = max(0, counted(session, asked) - asked.query.offset)
    return found if asked.query.limit is None else min(found, asked.query.limit)


def _records(session: Session, asked: Compiled, rows: Sequence[Any]) -> list[Any]:
    ids = [asked.shape.record_id(row) for row in rows] if asked.children else []
    kids = {name: _kids(session, each, ids) for name, each in asked.children.items()}
    return [asked.shape.record(row, kids) for row in rows]


def _kids(session: Session, children: Children, ids: Sequence[str]) -> Mapping[str, Any]:
    """What stands in the records of parents that have children."""
    below = children.compiled
    rows: list[Sequence[Any]] = []
    for start in range(0, len(ids), _PORTION):
        among = children.reference.in_(ids[start : start + _PORTION])
        rows += session.connection().execute(below.statement.where(among)).all()
    by_parent: dict[str, list[Any]] = {}
    for row in rows:
        by_parent.setdefault(row[-1], []).append(row)
    query = below.query
    end = None if query.limit is None else query.offset + query.limit
    kept = {parent: found[query.offset : end] for parent, found in by_parent.items()}
    records = iter(_records(session, below, [row for found in kept.values() for row in found]))
    return {
        parent: {
            "totalSize": len(found),
            "done": True,
            "records": [next(records) for _ in found],
        }
        for parent, found in kept.items()
        if found
    }


def _with_subtotals(session: Session, asked: Compiled) -> Answer:
    """Groups and subtotals in one order."""
    query = asked.query
    rows: list[Sequence[Any]] = []
    for statement in (asked.statement, *asked.more):
        rows += session.connection().execute(statement).all()
    if query.order:
        rows.sort(key=cmp_to_key(lambda one, other: _compared(asked, one, other)))
    end = None if query.limit is None else query.offset + query.limit
    kept = rows[query.offset : end]
    return Answer(len(kept), [asked.shape.record(row, {}) or {} for row in kept])


def _compared(asked: Compiled, one: Sequence[Any], other: Sequence[Any]) -> int:
    for place, sorting in enumerate(asked.query.order, start=asked.width):
        found = _difference(sorting, one[place], other[place])
        if found:
            return found
    return 0


def _difference(sorting: Sorting, one: Any, other: Any) -> int:
    if one is None or other is None:
        nulls = (one is None) - (other is None)
        return nulls if sorting.nulls == "last" else -nulls
    if isinstance(one, str):
        one, other = one.casefold(), str(other).casefold()
    found = int(one > other) - int(one < other)
    return -found if sorting.is_descending else found
