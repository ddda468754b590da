"""Checks: one yes-or-no question each about what came of an episode."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy.orm import Session

from workworld.database import is_consequence
from workworld.journal import JournalEntry
from workworld.worlds.changes import RowChange

NOTHING_ELSE_CHANGED = "nothing_else_changed"
_MOST_NAMED = 5


class CheckKind(StrEnum):
    """Which way a check must point before the episode."""

    GOAL = "goal"
    """False before the episode, true after: what was asked for."""
    GUARD = "guard"
    """True before and after: what must not be harmed."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that a check may look at."""

    before: Session
    """The world as the task left it prepared."""
    after: Session
    changes: Sequence[RowChange]
    """Every state row that differs between the two."""
    journal: Sequence[JournalEntry]
    """The steps of the episode."""
    answer: Any
    """What the agent answered; None when it did not."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A check's outcome, and why, in one sentence."""

    holds: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Check:
    """One yes-or-no question. See ``goal`` and ``guard``."""

    id: str
    kind: CheckKind
    description: str
    decide: Callable[[Evidence], Verdict]
    weight: float = 1.0


def goal(
    check_id: str, description: str, decide: Callable[[Evidence], Verdict], *, weight: float = 1.0
) -> Check:
    """A check that is false at first and must become true.

    Args:
        check_id: unique within the task, snake_case.
        description: what it asks, for the rubric.
        decide: looks at the evidence.
        weight: its share of the score among the goals.
    """
    return Check(check_id, CheckKind.GOAL, description, decide, weight)


def guard(check_id: str, description: str, decide: Callable[[Evidence], Verdict]) -> Check:
    """A check that holds at first and must still hold; a broken guard makes reward and score 0."""
    return Check(check_id, CheckKind.GUARD, description, decide)


@dataclass(frozen=True, slots=True)
class Allowed:
    """A kind of change that the task allows.

    Args:
        table: the table's name.
        kind: ``insert``, ``update`` or ``delete``.
        where: column values that the changed row must have, after it or, for a deletion, before.
        at_most: how many such changes there may be.
    """

    table: str
    kind: str
    where: Mapping[str, Any]
    at_most: int = 1

    def covers(self, change: RowChange) -> bool:
        """Whether the change is of this kind."""
        row = change.before if change.after is None else change.after
        return (
            row is not None
            and (change.table, change.kind) == (self.table, self.kind)
            and all(row[name] == value for name, value in self.where.items())
        )


def nothing_else_changed(allowed: Sequence[Allowed]) -> Check:
    """The guard that every task has: whatever it did not allow to change has not changed.

    Rows that come and go with others are allowed when a change of the same step is.
    """

    def decide(evidence: Evidence) -> Verdict:
        covered, uncovered = _sorted_out(evidence.changes, allowed)
        fair_steps = {change.step for change in covered}
        stray = [
            f"{change.kind} in {change.table} {'/'.join(map(str, change.key))}"
            for change in uncovered
            if not (_follows(change) and change.step in fair_steps)
        ]
        if not stray:
            return Verdict(True, "Every change is one that the task allows.")
        named = ", ".join(stray[:_MOST_NAMED]) + (" …" if len(stray) > _MOST_NAMED else "")
        return Verdict(False, f"Changed without leave: {named}.")

    return guard(NOTHING_ELSE_CHANGED, "Nothing changed that the task did not allow", decide)


def _sorted_out(
    changes: Sequence[RowChange], allowed: Sequence[Allowed]
) -> tuple[list[RowChange], list[RowChange]]:
    """The changes that a rule covers, and the others."""
    left = {index: rule.at_most for index, rule in enumerate(allowed)}
    covered, uncovered = [], []
    for change in changes:
        matching = (i for i, rule in enumerate(allowed) if left[i] and rule.covers(change))
        index = next(matching, None)
        if index is None:
            uncovered.append(change)
        else:
            left[index] -= 1
            covered.append(change)
    return covered, uncovered


def _follows(change: RowChange) -> bool:
    return change.kind != "update" and is_consequence(change.table)
