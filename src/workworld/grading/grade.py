"""Grading an episode: reward, score, and every check with its reason."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Self

from workworld.episodes import Over, truncated
from workworld.errors import UNGRADABLE
from workworld.grading.checks import Check, CheckKind, Evidence
from workworld.grading.family import Task
from workworld.grading.judges import Judge, Judgement, judged
from workworld.journal import CRASHED, JournalEntry, entries, last_step
from workworld.worlds import World

log = logging.getLogger(__name__)

LOST = {CRASHED, *UNGRADABLE}
"""Outcomes of requests that are no fault of the agent's."""


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
    goals that hold, 0.0 if a guard fails. Both are None when the episode is invalid: a fault of
    ours is never scored as the agent's.
    """

    reward: float | None
    score: float | None
    outcomes: Sequence[Outcome]
    invalid: str | None = None
    """Why the episode is invalid: a check raised, or what the agent worked with failed."""
    truncated: Over | None = None
    """The limit that ended it before the agent did; it is graded all the same."""
    judgements: Sequence[Judgement] = ()
    """Criteria that a model judged, or was not asked about. They change neither number."""

    @property
    def is_valid(self) -> bool:
        """Whether every check could be decided, and nothing of ours failed."""
        return self.invalid is None

    def told(self) -> dict[str, Any]:
        """The grade as JSON."""
        return {
            "valid": self.is_valid,
            "invalid": self.invalid,
            "truncated": self.truncated,
            "reward": self.reward,
            "score": self.score,
            "checks": [asdict(outcome) for outcome in self.outcomes],
            "judged": [asdict(judgement) for judgement in self.judgements],
        }

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> Self:
        """The grade that ``told`` tells; further members do not matter."""
        over = told["truncated"]
        return cls(
            told["reward"],
            told["score"],
            tuple(Outcome(**each | {"kind": CheckKind(each["kind"])}) for each in told["checks"]),
            told["invalid"],
            None if over is None else Over(over),
            tuple(Judgement(**each) for each in told["judged"]),
        )


def grade(
    task: Task[Any],
    world: World,
    answer: Any = None,
    *,
    judge: Judge | None = None,
    lost: str | None = None,
) -> Grade:
    """Judge what was done in a world about a task.

    Args:
        task: the task that was set in this world.
        world: as the agent left it; it is not changed.
        answer: what the agent answered, None when it did not.
        judge: decides criteria in words; None leaves them not judged.
        lost: why the episode is invalid whatever the checks say, if whoever ran it knows of a
            failure of ours.
    """
    with world.baseline() as before, world.reading() as after:
        since = last_step(before)
        steps = entries(after, since=since)
        evidence = Evidence(
            before, after, world.diff(), steps, answer, world.withdrawn(), world.scratch
        )
        outcomes = tuple(_outcome(check, evidence) for check in task.checks)
        judgements = tuple(judged(task.judged, evidence, judge))
        why = lost or next(_failures(world, steps, since, outcomes), None)
        over = truncated(after)
    if why is not None:
        log.error("invalid episode of %s, seed %s: %s", task.family.id, task.seed, why)
        return Grade(None, None, outcomes, why, over, judgements)
    return Grade(*_numbers(outcomes), outcomes, None, over, judgements)


def _numbers(outcomes: Sequence[Outcome]) -> tuple[float, float]:
    """Reward and score."""
    goals = [outcome for outcome in outcomes if outcome.kind is CheckKind.GOAL]
    guarded = all(outcome.holds for outcome in outcomes if outcome.kind is CheckKind.GUARD)
    reached = sum(outcome.weight for outcome in goals if outcome.holds)
    share = reached / sum(outcome.weight for outcome in goals)
    done = guarded and all(outcome.holds for outcome in goals)
    return 1.0 if done else 0.0, share if guarded else 0.0


def _failures(
    world: World, steps: Sequence[JournalEntry], since: int, outcomes: Sequence[Outcome]
) -> Iterator[str]:
    """What of ours failed: the agent is not to blame for it, so it is neither 0 nor 1.

    Checks come last: they may be mended, and then it counts whether anything else failed.
    """
    for entry in steps:
        if entry.outcome == CRASHED:
            yield f"{entry.operation} crashed at step {entry.step}"
    for note in world.trail.notes(since=since):
        if note.get("outcome") in LOST:
            yield f"{note['operation']} failed after step {note['step']}: {note['outcome']}"
    for outcome in outcomes:
        if outcome.holds is None:
            yield f"check {outcome.id}: {outcome.reason}"


def _outcome(check: Check, evidence: Evidence) -> Outcome:
    holds: bool | None
    try:
        verdict = check.decide(evidence)
        holds, reason = verdict.holds, verdict.reason
    except Exception as error:
        log.exception("check %s raised", check.id)
        holds, reason = None, f"The check raised {error!r}."
    return Outcome(check.id, check.kind, check.weight, check.description, holds, reason)
