"""Grading an episode: reward, score, and every check with its reason."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from workworld.grading.checks import Check, CheckKind, Evidence
from workworld.grading.family import Task
from workworld.journal import entries, last_step
from workworld.worlds import World

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one check came out. ``holds`` is None when it raised."""

    id: str
    kind: CheckKind
    weight: float
    description: str
    holds: bool | None
    reason: str


@dataclass(frozen=True, slots=True)
class Grade:
    """The judgement on an episode.

    ``reward`` is 1.0 if every goal and guard holds, else 0.0. ``score`` is the weighted share of
    goals that hold, 0.0 if a guard fails. Both are None when the episode is invalid, that is, when
    a check raised: a fault of ours is never scored as the agent's.
    """

    reward: float | None
    score: float | None
    outcomes: Sequence[Outcome]

    @property
    def is_valid(self) -> bool:
        """Whether every check could be decided."""
        return self.reward is not None


def grade(task: Task[Any], world: World, answer: Any = None) -> Grade:
    """Judge what was done in a world about a task.

    Args:
        task: the task that was set in this world.
        world: as the agent left it; it is not changed.
        answer: what the agent answered, None when it did not.
    """
    with world.baseline() as before, world.reading() as after:
        steps = entries(after, since=last_step(before))
        evidence = Evidence(before, after, world.diff(), steps, answer)
        outcomes = tuple(_outcome(check, evidence) for check in task.checks)
    if any(outcome.holds is None for outcome in outcomes):
        log.error("invalid episode of %s, seed %s", task.family.id, task.seed)
        return Grade(None, None, outcomes)
    goals = [outcome for outcome in outcomes if outcome.kind is CheckKind.GOAL]
    guarded = all(outcome.holds for outcome in outcomes if outcome.kind is CheckKind.GUARD)
    reached = sum(outcome.weight for outcome in goals if outcome.holds)
    share = reached / sum(outcome.weight for outcome in goals)
    done = guarded and all(outcome.holds for outcome in goals)
    return Grade(1.0 if done else 0.0, share if guarded else 0.0, outcomes)


def _outcome(check: Check, evidence: Evidence) -> Outcome:
    holds: bool | None
    try:
        verdict = check.decide(evidence)
        holds, reason = verdict.holds, verdict.reason
    except Exception as error:
        log.exception("check %s raised", check.id)
        holds, reason = None, f"The check raised {error!r}."
    return Outcome(check.id, check.kind, check.weight, check.description, holds, reason)
