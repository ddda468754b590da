"""Attempts: a policy lets loose on a task, and what came of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from workworld import loading
from workworld.browsers import NoBrowser
from workworld.endpoints import EndpointFailed, NoEndpoint
from workworld.environment import AnyEnvironment
from workworld.grading import Grade, Limits
from workworld.rollouts.alarms import OutOfTime, alarm
from workworld.rollouts.policies import NoPolicy, Played, Policy
from workworld.trajectories import Trajectory

GRACE_SECONDS = 2.0
"""How long after the limit of real time a policy is stopped that has not noticed it."""


@dataclass(frozen=True, slots=True)
class Job:
    """One attempt to be made.

    Args:
        task: the family's id.
        seed: which of its tasks.
        policy: makes the policy; it must be possible to send it to another process.
        number: which attempt at this task.
        limits: instead of the family's; None, and what is None in it, leaves those.
    """

    task: str
    seed: int
    policy: Callable[[], Policy[Any]]
    number: int = 0
    limits: Limits | None = None


@dataclass(frozen=True, slots=True)
class Attempted:
    """What came of an attempt."""

    grade: Grade
    trajectory: Trajectory
    seconds: float
    """Real time, from reset to grade."""
    error: str | None = None
    """What the policy raised, if anything; what it had done by then is graded."""
    played: Played | None = None
    """What a model says of itself."""


def attempt(env: AnyEnvironment, job: Job) -> Attempted:
    """Put the world to the beginning of a task, let a policy act, and judge what it did.

    Raises:
        BrokenTask: the family yields no fair task for this seed.
        NoPolicy: the policy does not fit the task.
        NoEndpoint, NoBrowser: what the policy works with is not installed.
    """
    start = time.perf_counter()
    limits = job.limits or Limits()
    env.reset(
        job.task,
        job.seed,
        steps=limits.steps,
        seconds=limits.seconds,
        wall_seconds=limits.wall_seconds,
    )
    policy = job.policy()
    played, error = _act(env, policy, limits.within(loading.families()[job.task].limits))
    said: dict[str, Any] = {"name": policy.name, "attempt": job.number}
    if error is not None:
        said["error"] = error
    if played is not None:
        said |= {key: value for key, value in asdict(played).items() if key != "messages"}
    found = env.trajectory(**said)
    if played is not None:
        found = found.with_messages(played.messages)
    assert found.graded is not None
    return Attempted(found.graded, found, time.perf_counter() - start, error, played)


def _act(
    env: AnyEnvironment, policy: Policy[Any], limits: Limits
) -> tuple[Played | None, str | None]:
    limit = limits.wall_seconds
    try:
        with alarm(None if limit is None else limit + GRACE_SECONDS):
            return policy(env), None
    except (NoPolicy, NoEndpoint, NoBrowser):
        raise
    except EndpointFailed as error:
        env.lose(str(error))
        return None, str(error)
    except OutOfTime:
        return None, f"it was stopped {GRACE_SECONDS:g} s after the limit"
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a policy is anybody's code
        return None, repr(error)
