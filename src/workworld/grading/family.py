"""Task families: a module each, which yields a fresh task for every seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from workworld.doors.mcp import ToolResult
from workworld.grading.checks import Allowed, Check, CheckKind, Evidence, nothing_else_changed
from workworld.randomness import Stream
from workworld.worlds import World

if TYPE_CHECKING:  # Playwright is an extra
    from playwright.sync_api import Page

F = TypeVar("F", bound="HasPersona")


class BrokenTask(Exception):
    """A task that cannot be graded fairly. The message names family, seed and reason."""


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

    def task(self, world: World, seed: int) -> Task[F]:
        """Prepare a freshly reset world and set the task in it.

        Raises:
            BrokenTask: a goal holds, or a guard fails, before anything was done; or the checks
                could not give a score.
        """
        facts = self.prepare(world, Stream("task", self.id, seed))
        world.set_baseline()
        checks = (*self.checks(facts), nothing_else_changed(self.allowed(facts)))
        task = Task(self, seed, facts, self.instruct(facts), checks)
        _refuse_unscorable(task)
        _refuse_if_decided(task, world)
        return task


@dataclass(frozen=True, slots=True)
class Task(Generic[F]):
    """One task of a family, set in a world."""

    family: Family[F]
    seed: int
    facts: F
    instruction: str
    checks: Sequence[Check]


def _refuse_unscorable(task: Task[Any]) -> None:
    where = f"{task.family.id}, seed {task.seed}"
    goals = [check for check in task.checks if check.kind is CheckKind.GOAL]
    if sum(check.weight for check in goals) <= 0 or any(check.weight < 0 for check in goals):
        raise BrokenTask(f"{where}: it needs a goal, and no weight may be below 0")
    ids = [check.id for check in task.checks]
    if len(ids) != len(set(ids)):
        raise BrokenTask(f"{where}: two checks have the same id")


def _refuse_if_decided(task: Task[Any], world: World) -> None:
    with world.baseline() as before:
        untouched = Evidence(before, before, (), (), None)
        for check in task.checks:
            where = f"{task.family.id}, seed {task.seed}, check {check.id}"
            try:
                verdict = check.decide(untouched)
            except Exception as error:
                raise BrokenTask(f"{where}: raised {error!r} on the untouched world") from error
            if verdict.holds != (check.kind is CheckKind.GUARD):
                state = "holds already" if verdict.holds else "fails at once"
                raise BrokenTask(f"{where}: the {check.kind} {state}: {verdict.reason}")
