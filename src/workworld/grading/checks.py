"""Checks: one yes-or-no question each about what came of an episode."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol, TypeVar

from sqlalchemy.orm import Session

from workworld.grading.changes import Allowed
from workworld.journal import JournalEntry
from workworld.worlds import World
from workworld.worlds.changes import RowChange

T = TypeVar("T")


class CheckKind(StrEnum):
    """Which way a check must point before the episode."""

    GOAL = "goal"
    """False before the episode, true after: what was asked for."""
    GUARD = "guard"
    """True before and after: what must not be harmed."""


def _no_scratch() -> AbstractContextManager[World]:
    raise RuntimeError("this evidence is of no world that could be tried")


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
    withdrawn: Sequence[RowChange] = ()
    """What people were told and was taken back: rows that were added and are gone again."""
    scratch: Callable[[], AbstractContextManager[World]] = _no_scratch
    """A copy of the world after the episode, to try what follows from it: see ``World.scratch``."""
    _found: dict[Hashable, Any] = field(default_factory=dict, repr=False, compare=False)

    def once(self, key: Hashable, find: Callable[[], T]) -> T:
        """What several checks look at and is dear to find: it is found for the first of them.

        Args:
            key: the same for all of them, and for no others.
            find: finds it.
        """
        if key not in self._found:
            self._found[key] = find()
        found: T = self._found[key]
        return found


@dataclass(frozen=True, slots=True)
class Verdict:
    """A check's outcome, and why, in one sentence."""

    holds: bool
    reason: str


class Expectation(Protocol):
    """What an answer must be: see ``workworld.grading.answers``."""

    def ambiguous(self, session: Session) -> str | None:
        """Why an answer could not be judged fairly in this world; None if it can."""
        ...

    def told(self) -> dict[str, Any]:
        """What is expected, as JSON for the rubric."""
        ...


@dataclass(frozen=True, slots=True)
class Check:
    """One yes-or-no question. See ``goal``, ``guard`` and ``made``."""

    id: str
    kind: CheckKind
    description: str
    decide: Callable[[Evidence], Verdict]
    weight: float = 1.0
    expects: Expectation | None = None
    """What the answer must be, if it asks for one."""
    requires: Allowed | None = None
    """The change that it asks for, if it is a goal that one change reaches."""


def goal(
    check_id: str,
    description: str,
    decide: Callable[[Evidence], Verdict],
    *,
    weight: float = 1.0,
    expects: Expectation | None = None,
) -> Check:
    """A check that is false at first and must become true.

    Args:
        check_id: unique within the task, snake_case.
        description: what it asks, for the rubric.
        decide: looks at the evidence.
        weight: its share of the score among the goals.
        expects: what the answer must be, if it asks for one.
    """
    return Check(check_id, CheckKind.GOAL, description, decide, weight, expects)


def guard(check_id: str, description: str, decide: Callable[[Evidence], Verdict]) -> Check:
    """A check that holds at first and must still hold; a broken guard makes reward and score 0."""
    return Check(check_id, CheckKind.GUARD, description, decide)


def made(
    check_id: str, description: str, change: Allowed, *, weight: float = 1.0, otherwise: str = ""
) -> Check:
    """A goal that one change reaches: it holds when such a change was made.

    The task must allow the change as well, or it could not be reached.

    Args:
        check_id: unique within the task, snake_case.
        description: what it asks, for the rubric.
        change: the change that is asked for; ``at_most`` counts for nothing.
        weight: its share of the score among the goals.
        otherwise: what to say when it was not made.
    """

    def decide(evidence: Evidence) -> Verdict:
        if any(change.covers(each) for each in evidence.changes):
            return Verdict(True, "It was done.")
        return Verdict(False, otherwise or "It was not done.")

    return Check(check_id, CheckKind.GOAL, description, decide, weight, requires=change)
