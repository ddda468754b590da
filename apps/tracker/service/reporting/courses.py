"""The course of a sprint, a version or an epic: how much was in it, and how much was done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from workworld.apps.tracker.service.reporting.pasts import Past, State
from workworld.apps.tracker.service.reporting.words import Unit

MOST_STEPS = 70
_DAY = 24 * 3600 * 1_000_000


@dataclass(frozen=True, slots=True)
class Queries:
    """JQL that finds what there was at a moment."""

    scope: str
    completed: str
    remaining: str


@dataclass(frozen=True, slots=True)
class Step:
    """How things stood from a moment on."""

    at_us: int
    scope: float
    """All that was in it."""
    completed: float
    remaining: float
    issues: int
    issues_done: int
    unestimated: int
    queries: Queries


@dataclass(frozen=True, slots=True)
class ScopeChange:
    """Something happened to an issue that changed how much there is to do."""

    at_us: int
    key: str
    summary: str
    kind: str
    """``added``, ``removed``, ``completed``, ``reopened`` or ``estimated``."""
    before: float
    """What it counted until then in what there was to do."""
    after: float


def amount(state: State | None, unit: Unit) -> float:
    """What an issue counts."""
    if state is None:
        return 0
    if unit == "count":
        return 1
    return (state.points if unit == "points" else state.seconds) or 0


def steps(
    pasts: Sequence[Past],
    unit: Unit,
    done: frozenset[str],
    within: tuple[int, int],
    queries: Callable[[int], Queries],
) -> list[Step]:
    """How things stood at the start, after each change, and at the end."""
    starts_us, ends_us = within
    moments = {
        state.since_us
        for past in pasts
        for state in past.states
        if starts_us < state.since_us <= ends_us
    }
    chosen = _thinned([starts_us, *sorted(moments), ends_us])
    found: list[Step] = []
    for at in chosen:
        step = _step(pasts, unit, done, at, queries(at))
        if at in (starts_us, ends_us) or not found or _sums(step) != _sums(found[-1]):
            found.append(step)
    return found


def changes(
    pasts: Sequence[Past], unit: Unit, done: frozenset[str], starts_us: int, ends_us: int
) -> list[ScopeChange]:
    """What changed after the start, in its order."""
    found: list[ScopeChange] = []
    for past in pasts:
        known = past.at(starts_us)
        for state in past.states:
            if not starts_us < state.since_us <= ends_us:
                continue
            kind = _kind(known, state, unit, done)
            if kind:
                before, after = _left(known, unit, done), _left(state, unit, done)
                issue = past.issue
                found.append(
                    ScopeChange(state.since_us, issue.key, issue.summary, kind, before, after)
                )
            known = state
    return sorted(found, key=lambda each: each.at_us)


def _kind(before: State | None, after: State, unit: Unit, done: frozenset[str]) -> str:
    was_in = before is not None and before.is_member
    if was_in != after.is_member:
        return "added" if after.is_member else "removed"
    if before is None or not was_in:
        return ""
    if (before.status_id in done) != (after.status_id in done):
        return "completed" if after.status_id in done else "reopened"
    return "estimated" if amount(before, unit) != amount(after, unit) else ""


def _left(state: State | None, unit: Unit, done: frozenset[str]) -> float:
    if state is None or not state.is_member or state.status_id in done:
        return 0
    return amount(state, unit)


def _step(
    pasts: Sequence[Past], unit: Unit, done: frozenset[str], at: int, queries: Queries
) -> Step:
    found = [past.at(at) for past in pasts]
    inside = [state for state in found if state is not None and state.is_member]
    finished = [state for state in inside if state.status_id in done]
    scope = sum(amount(state, unit) for state in inside)
    completed = sum(amount(state, unit) for state in finished)
    return Step(
        at,
        scope,
        completed,
        scope - completed,
        len(inside),
        len(finished),
        sum(not amount(state, unit) for state in inside),
        queries,
    )


def _sums(step: Step) -> tuple[float, ...]:
    return step.scope, step.completed, step.issues, step.issues_done


def _thinned(moments: Sequence[int]) -> list[int]:
    """Not more moments than a chart can show: of each day, or of several, the last."""
    length = _DAY // 24
    while len(moments) > MOST_STEPS:
        last: dict[int, int] = {}
        for at in moments[1:]:
            last[at // length] = at
        moments = [moments[0], *last.values()]
        length *= 2
    return list(dict.fromkeys(moments))
