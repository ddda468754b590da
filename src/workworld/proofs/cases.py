"""The cases in which a task's grader is tried, and what must come of each."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from workworld import episodes
from workworld.browsers import NoBrowser
from workworld.calls import call
from workworld.context import Actor, Request, Surface
from workworld.directory import people
from workworld.environment import Environment
from workworld.errors import BrokenTask
from workworld.grading import Family, Grade
from workworld.grading.broken import told
from workworld.journal import DONE
from workworld.rollouts.policies import Policy, nothing, oracle, oracle_in_browser, trap
from workworld.trajectories import gathered, state_digest
from workworld.trajectories.trajectory import Line
from workworld.worlds.changes import RowChange

AGAIN, STRAY = "oracle again", "oracle and a stray change"
FEWEST_TRAPS = 4
DISTINCT_SEEDS = 20
_MALFORMED = "invalid_arguments"
_MANY = 1_000_000_000
_SECOND = 1_000_000
_COUNTS = ("version", "revision")
"""Columns that grow with each change, so that edits in conflict are noticed."""


@dataclass(frozen=True, slots=True)
class Job:
    """One task to be proven.

    Args:
        family: its family's id.
        seed: which of its tasks.
        browser: whether its oracle for the browser is tried as well.
        mutants: how many mutants of its oracle are, spread over all of them; None for every one.
        whole: whether what must hold of the whole family is tried as well.
    """

    family: str
    seed: int
    browser: bool = False
    mutants: int | None = 0
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of one case."""

    family: str
    seed: int
    case: str
    holds: bool
    reason: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Ended:
    """How an episode ended: what is compared between two of them."""

    state: str
    undated: str
    """The state, however often and whenever during the episode what was done was done."""
    answer: Any


SOUND, AS_IT_MUST_BE = "sound", "as it must be"
Check = Callable[[], str | None]
"""Tries something; why it is not as it must be, or None."""


class Trial:
    """The cases of one task.

    Args:
        env: where they are tried.
        family: the family.
        seed: which of its tasks.
    """

    def __init__(self, env: Environment, family: Family[Any], seed: int) -> None:
        self.env = env
        self.family = family
        self.seed = seed
        self.solved: Ended | None = None
        """How the oracle's episode ended, if it earned everything."""

    def findings(self, *, browser: bool) -> Iterator[Finding]:
        """Try every case. A task that is refused gives the one finding that says why."""
        cases: dict[str, Check] = {
            "does nothing": self._nothing,
            "oracle": self._oracle,
            AGAIN: self._again,
            STRAY: self._stray,
        }
        cases |= {f"trap: {name}": self._trap_of(name) for name in self.family.traps}
        if browser and self.family.solve_ui is not None:
            cases["oracle in browser"] = self._browser
        for name, check in cases.items():
            if name in (AGAIN, STRAY) and self.solved is None:
                continue  # they say nothing of an oracle that fails
            found = self._finding(name, check)
            yield found
            if found.case == SOUND:
                return

    def _finding(self, name: str, check: Check) -> Finding:
        start = time.perf_counter()
        try:
            reason = check()
        except BrokenTask as error:
            name, reason = SOUND, str(error)
        except NoBrowser:
            raise
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a family is anybody's code
            reason = f"it raised {told(error, self.family)}"
        seconds = time.perf_counter() - start
        family, seed = self.family.id, self.seed
        return Finding(family, seed, name, reason is None, reason or AS_IT_MUST_BE, seconds)

    def play(self, policy: Policy[Any]) -> Grade:
        """Let a policy act from the beginning of the task."""
        self.env.reset(self.family, self.seed)
        policy(self.env)
        return self.env.grade()

    def ended(self) -> Ended:
        """How the episode that is under way stands, which is being compared with another."""
        changes = self.env.world.diff()
        with self.env.world.reading() as session:
            standing = episodes.episode(session)
        undated = changes if standing is None else _undated(changes, standing)
        answer = None if standing is None else standing.answer
        digests = state_digest(changes), state_digest(undated)
        return Ended(*digests, answer)

    def _nothing(self) -> str | None:
        return _earned_nothing(self.play(nothing))

    def _oracle(self) -> str | None:
        grade = self.play(oracle)
        reason = _earned_everything(grade)
        if reason is None:
            self.solved = self.ended()
        return reason

    def _again(self) -> str | None:
        """The same deeds must lead to the same rows."""
        assert self.solved is not None
        grade, ended = self.play(oracle), self.ended()
        if (ended.state, ended.answer) != (self.solved.state, self.solved.answer):
            return "it ended in another state"
        return _earned_everything(grade)

    def _stray(self) -> str | None:
        self.env.reset(self.family, self.seed, steps=_MANY, seconds=_MANY)
        oracle(self.env)
        before = self.env.world.diff()
        if self.family.stray is not None:
            self.family.stray(self.env, self.env.task.facts)
        else:
            _change_own_phone(self.env)
        if self.env.world.diff() == before:
            return "the stray change changed nothing"
        return _earned_nothing(self.env.grade())

    def _trap_of(self, name: str) -> Check:
        def check() -> str | None:
            grade = self.play(trap(name))
            if not grade.is_valid:
                return f"the episode is invalid: {grade.invalid}"
            return self._idle() if grade.reward == 0.0 else f"it earned {grade.reward:g}"

        return check

    def _idle(self) -> str | None:
        """Why a cheat that earned nothing proves nothing: it was not really tried."""
        events = gathered(self.env.world, self.env.task).events
        if any(each.get("outcome") == _MALFORMED for each in events):
            return "it proves nothing: it gives a tool arguments that the tool does not take"
        if any(_is_deed(each) for each in events):
            return None
        return "it proves nothing: it changes nothing, and answers nothing"

    def _browser(self) -> str | None:
        """As by tools, every check holds; answers may be written otherwise."""
        return _earned_everything(self.play(oracle_in_browser))


def family_findings(env: Environment, family: Family[Any], seed: int) -> Iterator[Finding]:
    """What must hold of a family as a whole."""
    count = len(family.traps)
    said = f"it has {count} traps" if count >= FEWEST_TRAPS else f"it has only {count} traps"
    yield Finding(family.id, seed, "enough traps", count >= FEWEST_TRAPS, said, 0.0)
    start = time.perf_counter()
    repeated = _repetition(env, family, seed)
    reason = repeated or f"{DISTINCT_SEEDS} seeds give as many instructions"
    seconds = time.perf_counter() - start
    yield Finding(family.id, seed, "seeds differ", repeated is None, reason, seconds)


def _repetition(env: Environment, family: Family[Any], first: int) -> str | None:
    """Which two seeds give the same task; None if none do."""
    seeds: dict[str, int] = {}
    for seed in range(first, first + DISTINCT_SEEDS):
        try:
            instruction = env.reset(family, seed).instruction
        except BrokenTask as error:
            return str(error)
        other = seeds.setdefault(instruction, seed)
        if other != seed:
            return f"of {DISTINCT_SEEDS} seeds, {other} and {seed} have the same instruction"
    return None


def _undated(changes: Sequence[RowChange], standing: episodes.Episode) -> list[RowChange]:
    """The changes without the moments at which they were made, and how many there were."""
    began = standing.now_us - standing.seconds.used * _SECOND
    span = range(began, standing.now_us + 1)

    def is_mark(column: str, value: Any) -> bool:
        return column in _COUNTS or (isinstance(value, int) and value in span)

    return [
        each
        if each.after is None
        else replace(each, after={k: v for k, v in each.after.items() if not is_mark(k, v)})
        for each in changes
    ]


def _is_deed(event: Line) -> bool:
    """Whether the agent changed or answered something, or was refused."""
    if event["type"] in ("step", "session"):
        return event.get("cause") is None
    return bool(event.get("outcome", DONE) != DONE)


def _change_own_phone(env: Environment) -> None:
    actor = Actor(env.task.facts.persona_id)
    request = Request(Surface.MCP, "stray", {"phone": "+1 555 0100"})
    call(env.world, actor, people.update_profile, request)


def _earned_nothing(grade: Grade) -> str | None:
    if not grade.is_valid:
        return f"the episode is invalid: {grade.invalid}"
    if (grade.reward, grade.score) == (0.0, 0.0):
        return None
    return f"it earned reward {grade.reward:g} and score {grade.score:g}"


def _earned_everything(grade: Grade) -> str | None:
    if not grade.is_valid:
        return f"the episode is invalid: {grade.invalid}"
    if grade.truncated is not None:
        return f"it does not fit within the limits: {grade.truncated}"
    if (grade.reward, grade.score) == (1.0, 1.0):
        return None
    failed = [outcome for outcome in grade.outcomes if not outcome.holds]
    return "; ".join(f"{outcome.id}: {outcome.reason}" for outcome in failed)
