"""The record of a sprint: what was done in it, what was not, what left it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workworld.apps.tracker.models import Sprint
from workworld.apps.tracker.service import sprints
from workworld.apps.tracker.service.reporting import pasts, words
from workworld.apps.tracker.service.reporting.courses import amount
from workworld.apps.tracker.service.reporting.pasts import Past, State
from workworld.apps.tracker.service.reporting.words import Unit
from workworld.context import Context


@dataclass(frozen=True, slots=True)
class Line:
    """An issue in the record of a sprint."""

    key: str
    summary: str
    type_id: str
    status_id: str
    """At the end of the sprint, or now."""
    at_start: float
    """What it counted when the sprint began, or when it came into it."""
    at_end: float
    was_added: bool
    """Whether it came after the start."""


@dataclass(frozen=True, slots=True)
class Record:
    """What became of the issues of a sprint."""

    sprint: Sprint
    unit: Unit
    completed: Sequence[Line]
    not_completed: Sequence[Line]
    completed_outside: Sequence[Line]
    """Done before they came into it, or before it began."""
    removed: Sequence[Line]
    committed: float
    """What was in it when it began."""
    committed_jql: str
    completed_jql: str
    """Finds what was done in it when it ended, wherever it was done."""

    @property
    def done(self) -> float:
        """What was done when it ended."""
        return sum(line.at_end for line in (*self.completed, *self.completed_outside))


def bounds(ctx: Context, sprint: Sprint) -> tuple[int, int]:
    """When a sprint began and when it ended; that is now, as long as it is under way."""
    now = ctx.clock.now_us()
    begins = sprint.activated_us or sprint.start_us or now
    return begins, max(begins, sprint.completed_us or now)


def of_sprint(ctx: Context, sprint: Sprint, unit: Unit) -> Record:
    """The record of a sprint that has begun."""
    starts, ends = bounds(ctx, sprint)
    done = pasts.done_statuses(ctx)
    groups: dict[str, list[Line]] = {
        name: [] for name in ("completed", "not_completed", "completed_outside", "removed")
    }
    committed = 0.0
    for past in pasts.of_group(ctx, pasts.of_sprint(sprint.id)):
        first, last = past.at(starts), past.at(ends)
        if first is not None and first.is_member:
            committed += amount(first, unit)
        place = _place(past, done, starts, ends)
        if place and last is not None:
            groups[place].append(_line(past, last, unit, starts, ends))
    inside = f"sprint WAS {sprint.id} {{at}} AND {words.STANDARD}"
    finished = f"status WAS IN {words.done(ctx)} {words.at(ends)}"
    return Record(
        sprint,
        unit,
        **groups,
        committed=committed,
        committed_jql=inside.format(at=words.at(starts)),
        completed_jql=f"{inside.format(at=words.at(ends))} AND {finished}",
    )


def closed(ctx: Context, board_id: int, most: int) -> Sequence[Sprint]:
    """The last sprints of a board that were completed, in their order."""
    found = [each for each in sprints.of_board(ctx, board_id) if each.state == sprints.CLOSED]
    return found[-most:]


def _place(past: Past, done: frozenset[str], starts: int, ends: int) -> str:
    last = past.at(ends)
    if last is None:
        return ""
    if not last.is_member:
        return "removed" if any(each.is_member for each in _during(past, starts, ends)) else ""
    if last.status_id not in done:
        return "not_completed"
    finished = _finished(past, done, ends)
    is_inside = finished is not None and finished.is_member and finished.since_us > starts
    return "completed" if is_inside else "completed_outside"


def _during(past: Past, starts: int, ends: int) -> list[State]:
    """The states that an issue had at any time of a sprint."""
    first = past.at(starts)
    later = [each for each in past.states if starts < each.since_us <= ends]
    return [first, *later] if first is not None else later


def _finished(past: Past, done: frozenset[str], ends: int) -> State | None:
    """The state with which an issue became done for the last time."""
    found = None
    for state in past.states:
        if state.since_us > ends:
            break
        if state.status_id not in done:
            found = None
        elif found is None:
            found = state
    return found


def _line(past: Past, last: State, unit: Unit, starts: int, ends: int) -> Line:
    inside = [each for each in _during(past, starts, ends) if each.is_member]
    first, issue = inside[0], past.issue
    begun = past.at(starts)
    return Line(
        issue.key,
        issue.summary,
        issue.type_id,
        last.status_id,
        amount(first, unit),
        amount(inside[-1], unit),
        begun is None or not begun.is_member,
    )
