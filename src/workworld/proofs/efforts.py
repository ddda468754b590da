"""What a family's tasks take, measured by its oracle, and what befalls whoever works on them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import select

from workworld import loading
from workworld.context import Surface
from workworld.environment import Environment
from workworld.faults import FaultRow
from workworld.grading import Family
from workworld.operations import operations
from workworld.rollouts.policies import oracle
from workworld.schedule import Due, planned
from workworld.trajectories import gathered

_KINDS = ("step", "read")


@dataclass(frozen=True, slots=True)
class Effort:
    """What the oracle took for a task, or at most for several of them.

    Args:
        calls: tools that it called, reads and writes.
        steps: calls of them that asked for a change.
        checks: goals and guards that judge it.
        apps: in which it read or wrote, by id, in order of the alphabet.
        events: what people are going to do while it works, other than in answer to it.
        faults: how much goes wrong meanwhile.
    """

    calls: int
    steps: int
    checks: int
    apps: tuple[str, ...]
    events: int = 0
    faults: int = 0


def effort(env: Environment, family: Family[Any], seeds: Iterable[int]) -> Effort:
    """The most that the oracle takes for any of these seeds, and all apps that it needs.

    Args:
        env: where it acts.
        family: the family.
        seeds: which of its tasks; at least one.

    Raises:
        BrokenTask: a task is refused.
        ToolFailed, LookupError: the oracle fails.
    """
    found = [_of_one(env, family, seed) for seed in seeds]
    return Effort(
        calls=max(each.calls for each in found),
        steps=max(each.steps for each in found),
        checks=max(each.checks for each in found),
        apps=tuple(sorted({app for each in found for app in each.apps})),
        events=max(each.events for each in found),
        faults=max(each.faults for each in found),
    )


def _of_one(env: Environment, family: Family[Any], seed: int) -> Effort:
    env.reset(family, seed)
    with env.world.reading() as session:
        acts = sum(_is_act(each) for each in planned(session))
        wrong = len(session.scalars(select(FaultRow.id)).all())
    oracle(env)
    events = [
        each
        for each in gathered(env.world, env.task).events
        if each["type"] in _KINDS and each.get("cause") is None
    ]
    known = {app.id for app in loading.apps()}
    touched = {str(each["operation"]).partition(".")[0] for each in events}
    return Effort(
        calls=len(events),
        steps=sum(each["type"] == "step" for each in events),
        checks=len(env.task.checks),
        apps=tuple(sorted(touched & known)),
        events=acts,
        faults=wrong,
    )


def _is_act(due: Due) -> bool:
    """Whether somebody is going to do it, as no app does by itself."""
    return any(door is not Surface.SYSTEM for door in operations()[due.operation].doors)


def record(family: Family[Any], taken: Effort) -> dict[str, Any]:
    """How difficult a family is, as JSON: what its author says, and what its oracle took."""
    told = family.told()
    return {
        "title": told["title"],
        "difficulty": told["difficulty"],
        "split": told["split"],
        "browser": told["has_browser_oracle"],
        "distractors": told["distractors"],
        "infeasible": told["infeasible"],
        "traps": len(told["traps"]),
        "oracle": asdict(taken) | {"apps": list(taken.apps)},
    }
