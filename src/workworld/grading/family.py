"""Task families: a module each, which yields a fresh task for every seed."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from workworld.doors.mcp import FULL, ToolResult
from workworld.grading.broken import whole
from workworld.grading.changes import Allowed
from workworld.grading.checks import Check
from workworld.grading.collateral import nothing_else_changed
from workworld.grading.difficulties import Difficulty
from workworld.grading.judges import JudgeCheck
from workworld.grading.soundness import require_sound
from workworld.randomness import Stream
from workworld.splits import Split
from workworld.worlds import World

if TYPE_CHECKING:  # Playwright is an extra
    from playwright.sync_api import Page

F = TypeVar("F", bound="HasPersona")


class HasPersona(Protocol):
    """Facts of any family name at least the person for whom the agent stands in."""

    @property
    def persona_id(self) -> str:
        """The person's id."""
        ...


class Episode(Protocol):
    """An episode as oracles and traps act in it: with what an agent has, and nothing else."""

    def use(self, tool: str, **arguments: Any) -> ToolResult:
        """Call a tool. Raises ToolFailed when its result is an error."""
        ...

    def wait(self, minutes: int) -> None:
        """Let simulated time pass, so that what is due happens."""
        ...

    def answer(self, value: Any) -> None:
        """Give the answer, any JSON value; a later one replaces it."""
        ...


class ToolFailed(Exception):
    """A tool that an oracle or trap called answered with an error."""


Solver = Callable[[Episode, F], None]


@dataclass(frozen=True, slots=True)
class Limits:
    """What an episode may take before it ends as truncated; None is any amount.

    Args:
        steps: how many changes may be asked for.
        seconds: how much simulated time may pass.
        wall_seconds: how much real time may pass.

    Raises:
        ValueError: one is below 0, or endless.
    """

    steps: int | None = None
    seconds: int | None = None
    wall_seconds: float | None = None

    def __post_init__(self) -> None:
        """Refuse what is no limit."""
        for limit in (self.steps, self.seconds, self.wall_seconds):
            if limit is not None and not 0 <= limit < math.inf:
                raise ValueError(f"a limit is a number from 0 on, not {limit}")

    def within(self, others: Limits) -> Limits:
        """These limits, where one is given, and the others' where none is."""
        return Limits(
            others.steps if self.steps is None else self.steps,
            others.seconds if self.seconds is None else self.seconds,
            others.wall_seconds if self.wall_seconds is None else self.wall_seconds,
        )


def _no_judges(_facts: Any) -> Sequence[JudgeCheck]:
    return ()


@dataclass(frozen=True, slots=True)
class Family(Generic[F]):
    """A task family.

    Args:
        id: ``<business process>.<module>``.
        title: a few words.
        prepare: draws the facts from a world, which it may also change.
        instruct: facts → what the agent is told.
        checks: facts → the checks, the collateral guard left out.
        allowed: facts → the changes that the task allows.
        solve: the oracle, through the public tools.
        solve_ui: the oracle through the browser, signed in as the persona, at the app switcher;
            the episode is for its answer.
        traps: plausible wrong solvers by the name of their cheat; each must earn 0.
        judged: facts → criteria that a model judges. They are metrics and never change the reward.
        limits: what an episode may take unless the trainer says otherwise.
        split: what the family is for, when suites are split by family.
        profile: which tools the agent has: ``full`` or ``vendor``.
        stray: a change that this task does not allow, to prove that it costs the reward. By
            default the persona's own phone number is changed.
        equivalents: mutants of the oracle that keep the reward, by name, and why they may: what
            they do is right as well. A name may end with ``*``.
    """

    id: str
    title: str
    prepare: Callable[[World, Stream], F]
    instruct: Callable[[F], str]
    checks: Callable[[F], Sequence[Check]]
    allowed: Callable[[F], Sequence[Allowed]]
    solve: Solver[F]
    solve_ui: Callable[[Page, Episode, F], None] | None = None
    traps: Mapping[str, Solver[F]] = field(default_factory=dict)
    judged: Callable[[F], Sequence[JudgeCheck]] = _no_judges
    limits: Limits = Limits()
    split: Split = Split.TRAIN
    profile: str = FULL
    stray: Callable[[Episode, F], None] | None = None
    equivalents: Mapping[str, str] = field(default_factory=dict)
    difficulty: Difficulty = Difficulty.MEDIUM
    distractors: Sequence[str] = ()
    infeasible: str = ""

    def told(self) -> dict[str, Any]:
        """What there is to say of the family, as JSON."""
        return {
            "id": self.id,
            "title": self.title,
            "split": str(self.split),
            "profile": self.profile,
            "limits": asdict(self.limits),
            "traps": list(self.traps),
            "has_browser_oracle": self.solve_ui is not None,
            "difficulty": str(self.difficulty),
            "distractors": list(self.distractors),
            "infeasible": self.infeasible,
        }

    def task(self, world: World, seed: int) -> Task[F]:
        """Prepare a freshly reset world and set the task in it.

        Raises:
            BrokenTask: the family yields no task that could be graded fairly: something in it
                raises, a goal holds or a guard fails before anything was done, its truth is
                ambiguous, a change that it asks for cannot come about, or the checks could not
                give a score.
        """
        with whole(self, seed, "prepare"):
            facts = self.prepare(world, Stream("task", self.id, seed))
        world.trail.clear()  # what preparing looked at is no part of any episode
        world.set_baseline()
        with whole(self, seed, "instruct"):
            instruction = self.instruct(facts)
        with whole(self, seed, "allowed"):
            allowed = tuple(self.allowed(facts))
        with whole(self, seed, "checks"):
            collateral = nothing_else_changed(allowed, facts.persona_id)
            checks = (*self.checks(facts), collateral)
        with whole(self, seed, "judged"):
            judged = tuple(self.judged(facts))
        task = Task(self, seed, facts, instruction, checks, allowed, judged)
        require_sound(task, world)
        return task


@dataclass(frozen=True, slots=True)
class Task(Generic[F]):
    """One task of a family, set in a world."""

    family: Family[F]
    seed: int
    facts: F
    instruction: str
    checks: Sequence[Check]
    allowed: Sequence[Allowed]
    judged: Sequence[JudgeCheck] = ()
