"""Clauses on what fields have been: ``WAS``, ``CHANGED`` and their predicates.

A value is held from the change that brings it, or from the issue's creation, to the change that
ends it, or to this day. ``WAS`` asks whether any such span touches the time in question.
https://support.atlassian.com/jira-software-cloud/docs/jql-operators/
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, FromClause, and_, func, literal, not_, or_, select, true

from workworld.apps.tracker.jql import dates, functions, names
from workworld.apps.tracker.jql.names import Resolve
from workworld.apps.tracker.jql.scope import NOTHING, Scope, flat
from workworld.apps.tracker.jql.sets import Held, Named, fits, named, within
from workworld.apps.tracker.jql.tree import Clause, Function, Listing, Predicate
from workworld.apps.tracker.jql.values import FORMATS
from workworld.apps.tracker.models import HistoryItem, Issue

_issues = Issue.__table__.c
_h, _p, _q = (HistoryItem.__table__.alias(name) for name in ("h", "p", "q"))
Probe = Callable[[Any], ColumnElement[bool]]


@dataclass(frozen=True, slots=True)
class Past:
    """How a field's changes are kept."""

    name: str
    """The field's name in histories."""
    held: Held
    resolve: Resolve
    kind: str
    is_list: bool = False
    """Whether items hold all values before and after, rather than the one that came or went."""


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


def condition(scope: Scope, past: Past, clause: Clause) -> ColumnElement[bool]:
    """The condition that a clause on the past makes; ``WAS NOT`` is whatever ``WAS`` is not."""
    span, ends = _predicates(scope, past, clause)
    if clause.operator == "changed":
        return _changed(past, span, ends)
    if ends:
        said = f"The {clause.operator.upper()} operator does not support the use of the"
        return scope.no(f"{said} {next(iter(ends))} predicate.")
    if clause.operand is None or not fits(scope, clause):
        return NOTHING
    wanted = named(
        scope,
        clause.field.name,
        clause.operand,
        past.resolve,
        past.kind,
        has_empty=not past.is_list,
    )
    found = or_(NOTHING, *(_held(past, probe, span) for probe in _probes(past, wanted)))
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


def _changed(past: Past, span: Span, ends: dict[str, Named]) -> ColumnElement[bool]:
    conditions = [_h.c.field == past.name]
    if "from" in ends:
        conditions.append(_is_any(past, _h.c.from_id, ends["from"]))
    if "to" in ends:
        conditions.append(_is_any(past, _h.c.to_id, ends["to"]))
    if span.after is not None:
        conditions.append(_h.c.created_us > span.after)
    if span.before is not None:
        conditions.append(_h.c.created_us < span.before)
    if span.people is not None:
        conditions.append(within(_h.c.author_id, span.people))
    return _issues.id.in_(select(_h.c.issue_id).where(*conditions))


def _is_any(past: Past, column: ColumnElement[Any], wanted: Named) -> ColumnElement[bool]:
    parts = [NOTHING]
    if wanted.with_empty:
        parts.append(_is_empty(column))
    if past.is_list:
        parts += [_lists(column, each) for each in wanted.ids]
    elif wanted.ids:
        parts.append(within(column, [str(each) for each in wanted.ids]))
    return or_(*parts)


def _is_empty(column: ColumnElement[Any]) -> ColumnElement[bool]:
    return func.coalesce(column, "") == ""


def _lists(column: ColumnElement[Any], value: Any) -> ColumnElement[bool]:
    """Whether a column's ids, with commas between them, have one among them."""
    spread = literal(",") + func.replace(func.coalesce(column, ""), " ", "") + ","
    return func.instr(spread, f",{value},") > 0


# WAS


@dataclass(frozen=True, slots=True)
class _Probe:
    """What is asked of a value, or of several."""

    ended: ColumnElement[bool]
    """Whether the change ``h`` ended it."""
    began: Callable[[FromClause], ColumnElement[bool]]
    """Whether another change began what ``h`` ended."""
    began_last: Callable[[FromClause], ColumnElement[bool]]
    """Whether a change began what the issue has now, if that is it."""
    is_now: ColumnElement[bool]


def _probes(past: Past, wanted: Named) -> Iterator[_Probe]:
    if past.is_list:
        for each in wanted.ids:
            yield _listed(past, each)
        return
    ids = [str(each) for each in wanted.ids]
    ended, is_now = [within(_h.c.from_id, ids)], [past.held.has(wanted.ids)]
    if wanted.with_empty:
        ended.append(_is_empty(_h.c.from_id))
        is_now.append(not_(past.held.is_filled))
    yield _Probe(
        or_(*ended),
        lambda change: func.coalesce(change.c.to_id, "") == func.coalesce(_h.c.from_id, ""),
        lambda _change: true(),
        or_(*is_now),
    )


def _listed(past: Past, value: Any) -> _Probe:
    def began(change: FromClause) -> ColumnElement[bool]:
        return and_(_lists(change.c.to_id, value), not_(_lists(change.c.from_id, value)))

    ended = and_(_lists(_h.c.from_id, value), not_(_lists(_h.c.to_id, value)))
    return _Probe(ended, began, began, past.held.has([value]))


def _held(past: Past, probe: _Probe, span: Span) -> ColumnElement[bool]:
    closed = [_h.c.field == past.name, probe.ended]
    if span.after is not None:
        closed.append(_h.c.created_us > span.after)
    still = [probe.is_now]
    if span.before is not None:
        closed.append(not_(_earlier(past, probe, _p.c.created_us >= span.before)))
        still += [_issues.created_us < span.before]
        still.append(not_(_latest(past, probe, _p.c.created_us >= span.before)))
    if span.people is not None:
        closed.append(_begun_by(past, probe, span.people, is_now=False))
        still.append(_begun_by(past, probe, span.people, is_now=True))
    ids = select(_h.c.issue_id).where(*closed)
    if span.people is not None:
        ids = ids.join(Issue.__table__, _issues.id == _h.c.issue_id).correlate(None)
    ended = _issues.id.in_(ids)
    if span.before is not None:
        ended = and_(ended, _issues.created_us < span.before)
    return or_(ended, and_(*still))


def _earlier(past: Past, probe: _Probe, *conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    """Whether the span that ``h`` ends was begun by a change of which some conditions hold."""
    return _exists(
        _p,
        _p.c.issue_id == _h.c.issue_id,
        _p.c.field == past.name,
        _p.c.created_us < _h.c.created_us,
        probe.began(_p),
        *conditions,
    )


def _latest(past: Past, probe: _Probe, *conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    """The same of what the issue has now."""
    mine = (_p.c.issue_id == _issues.id, _p.c.field == past.name)
    return _exists(_p, *mine, probe.began_last(_p), *conditions)


def _begun_by(
    past: Past, probe: _Probe, people: Sequence[str], *, is_now: bool
) -> ColumnElement[bool]:
    """Whether some people brought the value: with a change, or when they created the issue."""
    find = _latest if is_now else _earlier
    began = probe.began_last if is_now else probe.began
    later = [_q.c.issue_id == _p.c.issue_id, _q.c.field == past.name, began(_q)]
    later.append(_q.c.created_us > _p.c.created_us)
    if not is_now:
        later.append(_q.c.created_us < _h.c.created_us)
    theirs = find(past, probe, within(_p.c.author_id, people), not_(_exists(_q, *later)))
    return or_(theirs, and_(not_(find(past, probe)), within(_issues.creator_id, people)))


def _exists(change: FromClause, *conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    return (
        select(literal(1)).select_from(change).where(*conditions).correlate_except(change).exists()
    )
