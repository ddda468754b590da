"""Groups of rollouts: one task, attempted many times from the very same state."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from workworld.rollouts.attempts import Attempted, Job, attempt
from workworld.rollouts.crews import Crew


@dataclass(frozen=True, slots=True)
class Group:
    """What came of the attempts at one task."""

    attempts: Sequence[Attempted]
    """In the order of their numbers."""
    seconds: float
    """Real time for all of them."""

    @property
    def rewards(self) -> list[float | None]:
        """What each earned, None if it is invalid: it must count neither as 0 nor as 1."""
        return [made.grade.reward for made in self.attempts]

    @property
    def requests(self) -> int:
        """How many changes and reads the agents asked for."""
        metrics = [(made.trajectory.grade or {}).get("metrics", {}) for made in self.attempts]
        return sum(each["steps"] + each["reads"] for each in metrics)

    @property
    def requests_per_second(self) -> float:
        """How many of them were answered in a second, resets, grades and records included."""
        return self.requests / self.seconds


def group_rollouts(crew: Crew, job: Job, size: int) -> Group:
    """Let a policy attempt one task many times.

    The task is prepared once in each process of the crew, and every attempt starts from a copy.

    Args:
        crew: who does it.
        job: the task and the policy; its number counts for nothing.
        size: how many attempts.

    Raises:
        Exception: what ``attempt`` raises.
    """
    start = time.perf_counter()
    jobs = [replace(job, number=number) for number in range(1, size + 1)]
    made = {each.number: attempted for each, attempted in crew.run(attempt, jobs)}
    return Group([made[number] for number in sorted(made)], time.perf_counter() - start)
