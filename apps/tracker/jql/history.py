"""Clauses on what fields have been: ``WAS``, ``CHANGED`` and their predicates.

A value is held from the change that brings it, or from the issue's creation, to the change that
ends it, or to this day. ``WAS`` asks whether any such span touches the time in question.
https://support.atlassian.com/jira-software-cloud/docs/jql-operators/
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    FromClause,
    String,
    and_,
    cast,
    func,
    literal,
    not_,
    or_,
    select,
    true,
)

from workworld.apps.tracker.jql import dates, emptiness, functions, names
from workworld.apps.tracker.jql.emptiness import Rows, Span
from workworld.apps.tracker.jql.names import Resolve
from workworld.apps.tracker.jql.scope import NOTHING, Scope, flat
from workworld.apps.tracker.jql.sets import Held, Named, fits, has_row, named, within
from workworld.apps.tracker.jql.tree import Clause, Function, Listing, Predicate
from workworld.apps.tracker.jql.values import FORMATS
from workworld.apps.tracker.jql.ways import BY_VALUE, Way, exists, way_to
from workworld.apps.tracker.models import HistoryItem, Issue
from workworld.database import unindexed

_issues = Issue.__table__.c
_h, _p, _q = (HistoryItem.__table__.alias(name) for name in ("h", "p", "q"))


@dataclass(frozen=True, slots=True)
class Past:
    """How a field's changes are kept."""

    name: str
    """The field's name in histories."""
    held: Held
    resolve: Resolve
    kind: str
    rows: Rows | None = None
    """Of a field with several values, the rows that hold them. Its items may hold several ids
    before and after, with commas between them."""


def condition(scope: Scope, past: Past, clause: Clause) -> ColumnElement[bool]:
    """The condition that a clause on the past makes; ``WAS NOT`` is whatever ``WAS`` is not."""
    span, ends = _predicates(scope, past, clause)
    if clause.operator == "changed":
        return _changed(scope, past, span, ends)
    if ends:
        said = f"The {clause.operator.upper()} operator does not support the use of the"
        return scope.no(f"{said} {next(iter(ends))} predicate.")
    if clause.operand is None or not fits(scope, clause):
        return NOTHING
    wanted = named(scope, clause.field.name, clause.operand, past.resolve, past.kind)
    found = _was(scope, past, wanted, span)
    return not_(found) if "not" in clause.operator else found


def _predicates(scope: Scope, past: Past, clause: Clause) -> tuple[Span, dict[str, Named]]:
    span, ends = Span(), dict[str, Named]()
    for predicate in clause.predicates:
        if predicate.word in ("from", "to"):
            ends[predicate.word] = named(
                scope, clause.field.name, predicate.operand, past.resolve, past.kind
            )
        elif predicate.word == "by":
            wanted = named(scope, clause.field.name, predicate.operand, names.person, "user")
            span.people = wanted.ids
        else:
            _narrow(scope, span, predicate)
    return span, ends


def _narrow(scope: Scope, span: Span, predicate: Predicate) -> None:
    moments = _moments(scope, predicate)
    if not moments:
        return
    if predicate.word == "after":
        span.narrow(moments[0], None)
    elif predicate.word == "before":
        span.narrow(None, moments[0])
    elif predicate.word == "on":
        first, last = dates.day_bounds(moments[0], scope.now)
        span.narrow(first - 1, last + 1)
    else:
        span.narrow(moments[0] - 1, moments[1] + 1)


def _moments(scope: Scope, predicate: Predicate) -> list[int]:
    """The dates of a predicate, as many as it must have; none if something is wrong."""
    word, operands = predicate.word, flat(predicate.operand)
    if word == "during" and (len(operands) != 2 or not isinstance(predicate.operand, Listing)):
        scope.refuse("The DURING predicate must be supplied with exactly 2 date values.")
        return []
    if word != "during" and len(operands) != 1:
        scope.refuse(f"The {word.upper()} predicate must be supplied with only 1 date value.")
        return []
    found = [_moment(scope, word, each) for each in operands]
    return [each for each in found if each is not None] if None not in found else []


def _moment(scope: Scope, word: str, operand: Any) -> int | None:
    if isinstance(operand, Function):
        spec = functions.spec_of(scope, operand)
        if spec is not None and spec.kind == "date":
            found = functions.values(scope, operand, "date", word)
            return found[0] if found else None
        if spec is not None:
            said = f"A date for the predicate '{word}' provided by the function '{spec.name}'"
            scope.refuse(f"{said} is not valid.")
        return None
    text = getattr(operand, "text", "EMPTY")
    us = dates.moment(text, scope.now)
    if us is None:
        scope.refuse(f"Date value '{text}' for predicate '{word}' is invalid. {FORMATS}")
    return us


# CHANGED


def _changed(scope: Scope, past: Past, span: Span, ends: dict[str, Named]) -> ColumnElement[bool]:
    # What came after a day are few changes, as a rule.
    way = BY_VALUE if span.after is not None else _way(scope, past, span, *ends.values())
    conditions = [way.field(_h.c.field) == past.name]
    if "from" in ends:
        conditions.append(_is_any(past, way.value(_h.c.from_id), ends["from"]))
    if "to" in ends:
        conditions.append(_is_any(past, way.value(_h.c.to_id), ends["to"]))
    if span.after is not None:
        conditions.append(_h.c.created_us > span.after)
    if span.before is not None:
        conditions.append(_h.c.created_us < span.before)
    if span.people is not None:
        conditions.append(within(way.author(_h.c.author_id), span.people))
    return way.finds(_h, _h.c.issue_id, *conditions)


def _way(scope: Scope, past: Past, span: Span, *wanted: Named) -> Way:
    """How changes from or to some values are looked for."""
    values = [] if any(each.with_empty for each in wanted) else [id for w in wanted for id in w.ids]
    texts = [str(each) for each in values]
    return way_to(scope, past.name, texts, span, is_exact=past.rows is None)


def _is_any(past: Past, column: ColumnElement[Any], wanted: Named) -> ColumnElement[bool]:
    parts = [NOTHING]
    if wanted.with_empty:
        parts.append(_is_empty(column))
    if past.rows is not None and wanted.ids:
        parts.append(_lists_any(column, wanted.ids))
    elif wanted.ids:
        parts.append(within(column, [str(each) for each in wanted.ids]))
    return or_(*parts)


def _is_empty(column: ColumnElement[Any]) -> ColumnElement[bool]:
    return func.coalesce(column, "") == ""


def _lists(column: ColumnElement[Any], value: Any) -> ColumnElement[bool]:
    """Whether a column's ids, with commas between them, have one among them."""
    spread = literal(",") + _bare(column) + ","
    wanted = literal(",") + cast(value, String) + ","
    return func.instr(spread, wanted) > 0


def _lists_any(column: ColumnElement[Any], values: Sequence[Any]) -> ColumnElement[bool]:
    """Whether they have any of several among them."""
    parts = func.json_each(_as_json(column)).table_valued("value", name="parts")
    found = select(literal(1)).select_from(parts)
    wanted = within(parts.c.value, [str(each) for each in values])
    return found.where(wanted).correlate_except(parts).exists()


def _as_json(column: ColumnElement[Any]) -> ColumnElement[str]:
    """A column's ids as a JSON array of texts."""
    return literal('["') + func.replace(_bare(column), ",", '","') + '"]'


def _bare(column: ColumnElement[Any]) -> ColumnElement[str]:
    return func.replace(func.coalesce(column, ""), " ", "")


# WAS


def _was(scope: Scope, past: Past, wanted: Named, span: Span) -> ColumnElement[bool]:
    way = _way(scope, past, span, wanted)
    if past.rows is None:
        is_any = wanted.ids or wanted.with_empty
        return _held(past, _one_of(past, wanted, way), span) if is_any else NOTHING
    parts = [NOTHING]
    if wanted.ids:
        parts.append(_held(past, _any_of(past, past.rows, wanted, way), span))
    if wanted.with_empty:
        parts.append(emptiness.was_empty(past.name, past.rows, span))
    return or_(*parts)


@dataclass(frozen=True, slots=True)
class _Probe:
    """What is asked of some values, however many these are."""

    began: FromClause
    """The changes ``p``, and what stands beside them, that may have brought one of them."""
    brought: ColumnElement[bool]
    """Whether ``p`` did."""
    ended: ColumnElement[bool]
    """Whether a change ``q`` ended what ``p`` brought."""
    first: FromClause
    """The changes ``h``, and what stands beside them, that may have ended one of them."""
    lost: ColumnElement[bool]
    """Whether ``h`` did."""
    earlier: ColumnElement[bool]
    """Whether a change ``p`` brought what ``h`` ended, so that it was not there from the start."""
    left: ColumnElement[bool]
    """Whether ``h`` found one of them, whatever it left."""
    is_now: ColumnElement[bool]
    """Whether the issue has one of them now."""
    is_first: Callable[[ColumnElement[bool]], ColumnElement[bool]]
    """The same of one that no change brought, and some condition holds of the issue."""
    way: Way
    """How ``p`` and ``h`` are looked for."""


def _one_of(past: Past, wanted: Named, way: Way) -> _Probe:
    ids = [str(each) for each in wanted.ids]

    def holds(column: ColumnElement[Any]) -> ColumnElement[bool]:
        found = within(way.value(column), ids)
        return or_(found, _is_empty(column)) if wanted.with_empty else found

    now = [past.held.has(wanted.ids)] if ids else []
    is_now = or_(*now, not_(past.held.is_filled)) if wanted.with_empty else or_(*now)
    never = not_(exists(_p, _p.c.issue_id == _issues.id, _p.c.field == past.name))
    return _Probe(
        _p,
        holds(_p.c.to_id),
        _same(_q.c.from_id, _p.c.to_id),
        _h,
        holds(_h.c.from_id),
        or_(_p.c.created_us < _h.c.created_us, _same(_p.c.to_id, _h.c.from_id)),
        holds(_h.c.from_id),
        is_now,
        lambda condition: and_(is_now, condition, never),
        way,
    )


def _same(one: ColumnElement[Any], other: ColumnElement[Any]) -> ColumnElement[bool]:
    return func.coalesce(one, "") == func.coalesce(other, "")


def _any_of(past: Past, rows: Rows, wanted: Named, way: Way) -> _Probe:
    """The same of a field that has several values, each with a past of its own."""
    texts = [str(each) for each in wanted.ids]
    came = func.json_each(_as_json(_p.c.to_id)).table_valued("value", name="came")
    went = func.json_each(_as_json(_h.c.from_id)).table_valued("value", name="went")

    def brings(value: ColumnElement[Any]) -> ColumnElement[bool]:
        return and_(_lists(_p.c.to_id, value), not_(_lists(_p.c.from_id, value)))

    added = (_p.c.issue_id == rows.issue_id, _p.c.field == past.name, brings(rows.value))
    mine = (within(unindexed(rows.value), wanted.ids), rows.condition)

    def is_first(condition: ColumnElement[bool]) -> ColumnElement[bool]:
        first = has_row(rows.issue_id, *mine, not_(exists(_p, *added)))
        return and_(condition, first)

    return _Probe(
        _p.join(came, true()),
        and_(within(came.c.value, texts), not_(_lists(_p.c.from_id, came.c.value))),
        and_(_lists(_q.c.from_id, came.c.value), not_(_lists(_q.c.to_id, came.c.value))),
        _h.join(went, true()),
        and_(within(went.c.value, texts), not_(_lists(_h.c.to_id, went.c.value))),
        brings(went.c.value),
        _lists_any(_h.c.from_id, wanted.ids),
        has_row(rows.issue_id, *mine),
        is_first,
        way,
    )


def _held(past: Past, probe: _Probe, span: Span) -> ColumnElement[bool]:
    """Whether one of some values was held in a span: brought by a change, or there from the
    start."""
    way = probe.way
    if span.after is None and span.before is None and span.people is None:
        return or_(
            probe.is_now,
            way.finds(_h, _h.c.issue_id, way.field(_h.c.field) == past.name, probe.left),
        )
    return or_(_brought(past, probe, span), _from_start(past, probe, span))


def _brought(past: Past, probe: _Probe, span: Span) -> ColumnElement[bool]:
    way = probe.way
    conditions = [way.field(_p.c.field) == past.name, probe.brought]
    if span.before is not None:
        conditions.append(_p.c.created_us < span.before)
    if span.people is not None:
        conditions.append(within(way.author(_p.c.author_id), span.people))
    if span.after is not None:
        ends = (_q.c.created_us >= _p.c.created_us, _q.c.created_us <= span.after)
        of_same = (_q.c.issue_id == _p.c.issue_id, _q.c.field == past.name)
        conditions.append(not_(exists(_q, *of_same, *ends, probe.ended)))
    return way.finds(probe.began, _p.c.issue_id, *conditions)


def _from_start(past: Past, probe: _Probe, span: Span) -> ColumnElement[bool]:
    """The same of what the issue was made with."""
    made: list[ColumnElement[bool]] = [true()]
    if span.before is not None:
        made.append(_issues.created_us < span.before)
    if span.people is not None:
        made.append(within(_issues.creator_id, span.people))
    conditions = [_h.c.field == past.name, probe.lost]
    if span.after is not None:
        conditions.append(_h.c.created_us > span.after)
    before = (_p.c.issue_id == _h.c.issue_id, _p.c.field == past.name)
    conditions.append(not_(exists(_p, *before, _p.c.created_us <= _h.c.created_us, probe.earlier)))
    lost = probe.way.to_anybodys.finds(probe.first, _h.c.issue_id, *conditions)
    return or_(probe.is_first(and_(*made)), and_(*made, lost))
