"""Calibration: how often a policy passes, and how sure that is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from workworld.rollouts.attempts import Attempted
from workworld.rollouts.intervals import Interval, wilson

NEVER = "never passed"
ALWAYS = "always passed"
INVALID = "all invalid"


@dataclass(frozen=True, slots=True)
class Rate:
    """How a policy fared at a family, or at one of its tasks."""

    passed: int
    attempts: int
    """Those that could be judged."""
    invalid: int
    truncated: int

    @property
    def share(self) -> float | None:
        """The pass rate; None if nothing could be judged."""
        return self.passed / self.attempts if self.attempts else None

    @property
    def interval(self) -> Interval | None:
        """Within which the true rate lies, with a confidence of 95 %, after Wilson."""
        return wilson(self.passed, self.attempts) if self.attempts else None

    @property
    def flag(self) -> str | None:
        """Why nothing can be learned from these attempts: all came out alike, or not at all."""
        if not self.attempts:
            return INVALID if self.invalid else None
        return {0: NEVER, self.attempts: ALWAYS}.get(self.passed)


@dataclass(frozen=True, slots=True)
class Calibration:
    """The rates of a family."""

    family: str
    whole: Rate
    by_seed: Mapping[int, Rate]


def calibrations(attempts: Iterable[Attempted]) -> list[Calibration]:
    """The rates of each family among the attempts, in the families' order."""
    sorted_out: dict[str, dict[int, list[Attempted]]] = defaultdict(lambda: defaultdict(list))
    for made in attempts:
        sorted_out[made.trajectory.task][made.trajectory.seed].append(made)
    return [
        Calibration(
            family,
            _rate([made for each in by_seed.values() for made in each]),
            {seed: _rate(by_seed[seed]) for seed in sorted(by_seed)},
        )
        for family, by_seed in sorted(sorted_out.items())
    ]


def _rate(attempts: list[Attempted]) -> Rate:
    judged = [made.grade for made in attempts if made.grade.is_valid]
    return Rate(
        passed=sum(grade.reward == 1.0 for grade in judged),
        attempts=len(judged),
        invalid=len(attempts) - len(judged),
        truncated=sum(made.grade.truncated is not None for made in attempts),
    )
