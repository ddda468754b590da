"""Task families: a module each, which yields a fresh task for every seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from sqlalchemy.orm import Session

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


class Tools(Protocol):
    """The public tools, as oracles and traps use them."""

    def __call__(self, tool: str, **arguments: Any) -> ToolResult:
        """Call a tool. Raises ToolFailed when its result is an error."""
        ...


class ToolFailed(Exception):
    """A tool that an oracle or trap called answered with an error."""


@dataclass(frozen=True, slots=True)
class Family(Generic[F]):
    """A task family.

    Args:
        id: ``<business process>.<module>``.
        title: a few words.
        prepare: draws the facts from the company; it may also change the world.
        instruct: facts → what the agent is told.
        checks: facts → the checks, the collateral guard left out.
        allowed: facts → the changes that the task allows.
        solve: the oracle, through the public tools.
        solve_ui: the oracle through the browser, signed in as the persona, at the app switcher.
        traps: plausible wrong solvers by the name of their cheat; each must earn 0.
    """

    id: str
    title: str
    prepare: Callable[[Session, Stream], F]
    instruct: Callable[[F], str]
    checks: Callable[[F], Sequence[Check]]
    allowed: Callable[[F], Sequence[Allowed]]
    solve: Callable[[Tools, F], None]
    solve_ui: Callable[[Page, F], None] | None = None
    traps: Mapping[str, Callable[[Tools, F], None]] = field(default_factory=dict)

    def task(self, world: World, seed: int) -> Task[F]:
        """Prepare a freshly reset world and set the task in it.

        Raises:
            BrokenTask: a goal holds, or a guard fails, before anything was done.
        """
        with world.transaction() as session:
            facts = self.prepare(session, Stream("task", self.id, seed))
        world.set_baseline()
        checks = (*self.checks(facts), nothing_else_changed(self.allowed(facts)))
        task = Task(self, seed, facts, self.instruct(facts), checks)
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
