"""Mutants of an oracle: with one deed dropped, changed or repeated it must not earn everything.

A mutant that keeps the reward shows a grader that looks away, unless what it does is right as well.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from workworld.doors.mcp import Tool, ToolResult
from workworld.environment import Environment
from workworld.errors import Refused
from workworld.grading.broken import told
from workworld.grading.family import ToolFailed
from workworld.proofs.cases import Ended, Finding, Trial

WAIT, ANSWER = "wait", "answer"


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that an oracle did: a tool called, a wait, or the answer."""

    name: str
    arguments: Mapping[str, Any]

    def do(self, env: Environment) -> None:
        """Do it, by the very same words."""
        if self.name == WAIT:
            env.wait(self.arguments["minutes"])
        elif self.name == ANSWER:
            env.answer(self.arguments["value"])
        else:
            env.use(self.name, **self.arguments)


@dataclass(frozen=True, slots=True)
class Mutant:
    """An oracle's deeds with one of them dropped, changed or repeated."""

    name: str
    deeds: Sequence[Deed]
    is_later: bool = False
    """Whether what it does is the same, and only when may differ: a deed repeated, or a wait."""


class _Noted:
    """An environment whose deeds are noted."""

    def __init__(self, env: Environment) -> None:
        self._env = env
        self.deeds: list[Deed] = []

    def use(self, tool: str, **arguments: Any) -> ToolResult:
        """See ``Episode.use``."""
        self.deeds.append(Deed(tool, arguments))
        return self._env.use(tool, **arguments)

    def wait(self, minutes: int) -> None:
        """See ``Episode.wait``."""
        self.deeds.append(Deed(WAIT, {"minutes": minutes}))
        self._env.wait(minutes)

    def answer(self, value: Any) -> None:
        """See ``Episode.answer``."""
        self.deeds.append(Deed(ANSWER, {"value": value}))
        self._env.answer(value)


def deeds_of(env: Environment, family: Any, seed: int) -> list[Deed]:
    """What the oracle does about a task."""
    env.reset(family, seed)
    noted = _Noted(env)
    family.solve(noted, env.task.facts)
    return noted.deeds


def mutants(
    deeds: Sequence[Deed], others: Sequence[Deed], tools: Mapping[str, Tool]
) -> Iterator[Mutant]:
    """Every mutant with one deed dropped, one value swapped, or one change repeated.

    Reads are left alone: what they show is part of the deeds already.

    Args:
        deeds: the oracle's.
        others: those at another task of the family, whose values are taken for swaps.
        tools: by name.
    """
    for number, deed in enumerate(deeds, 1):
        if _only_reads(deed, tools):
            continue
        before, after = deeds[: number - 1], deeds[number:]
        is_wait = deed.name == WAIT
        yield Mutant(f"drop {number} {deed.name}", [*before, *after], is_wait)
        other = _counterpart(deeds, others, number - 1)
        for path, changed in _swaps(deed.arguments, other.arguments if other else {}):
            swapped = Deed(deed.name, changed)
            yield Mutant(f"swap {number} {deed.name}.{path}", [*before, swapped, *after], is_wait)
        yield Mutant(f"repeat {number} {deed.name}", [*before, deed, deed, *after], is_later=True)


def mutant_findings(trial: Trial, most: int | None = None) -> Iterator[Finding]:
    """Try mutants of the oracle's: each loses reward, or is equivalent.

    Args:
        trial: of a task; nothing is said of an oracle that did not earn everything in it.
        most: how many are tried, spread over all of them; None for every one.
    """
    solved = trial.solved
    if solved is None:
        return
    env, family, seed = trial.env, trial.family, trial.seed
    start = time.perf_counter()
    try:
        others = deeds_of(env, family, seed + 1)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a family is anybody's code
        why = told(error, family)
        reason = f"with seed {seed + 1}, from which values are taken, it raised {why}"
        yield Finding(family.id, seed, "mutants", False, reason, time.perf_counter() - start)
        return
    deeds = deeds_of(env, family, seed)
    every = list(mutants(deeds, others, env.tools))
    for mutant in every if most is None else every[:: -(-len(every) // most) or 1]:
        start = time.perf_counter()
        holds, reason = _judged(trial, solved, mutant)
        seconds = time.perf_counter() - start
        yield Finding(family.id, seed, f"mutant: {mutant.name}", holds, reason, seconds)


def _judged(trial: Trial, solved: Ended, mutant: Mutant) -> tuple[bool, str]:
    trial.env.reset(trial.family, trial.seed)
    try:
        for deed in mutant.deeds:
            deed.do(trial.env)
    except (ToolFailed, Refused):
        pass  # which is one way to lose
    except Exception as error:  # noqa: BLE001 - it is a fault of ours, and no proof
        return False, f"it raised {told(error, trial.family)}"
    grade = trial.env.grade()
    if not grade.is_valid:
        return False, f"the episode is invalid: {grade.invalid}"
    if grade.reward == 0.0:
        return True, "it loses the reward"
    reason = _equivalence(trial, solved, trial.ended(), mutant)
    if reason is None:
        return False, "it keeps the reward, in another state or with another answer"
    return True, f"equivalent: {reason}"


def _equivalence(trial: Trial, solved: Ended, ended: Ended, mutant: Mutant) -> str | None:
    """Why a mutant may keep the reward; None if nothing says so."""
    if (ended.state, ended.answer) == (solved.state, solved.answer):
        return "it comes to the same state and answer"
    if mutant.is_later and (ended.undated, ended.answer) == (solved.undated, solved.answer):
        return "it comes to the same, later or once more"
    explained = trial.family.equivalents.items()
    return next((why for pattern, why in explained if fnmatchcase(mutant.name, pattern)), None)


def _only_reads(deed: Deed, tools: Mapping[str, Tool]) -> bool:
    tool = tools.get(deed.name)
    return tool is not None and tool.read_only


def _counterpart(deeds: Sequence[Deed], others: Sequence[Deed], index: int) -> Deed | None:
    """The deed of the other task that is of the same name and as manieth of it."""
    name = deeds[index].name
    place = sum(deed.name == name for deed in deeds[:index])
    same = [deed for deed in others if deed.name == name]
    return same[place] if place < len(same) else same[-1] if same else None


def _swaps(value: Any, other: Any) -> Iterator[tuple[str, Any]]:
    """The value with each of its leaves changed in turn, and where."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            counterpart = other.get(key) if isinstance(other, Mapping) else None
            for path, changed in _swaps(inner, counterpart):
                yield _joined(key, path), {**value, key: changed}
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            at = other[index] if isinstance(other, list) and index < len(other) else None
            for path, changed in _swaps(inner, at):
                yield _joined(str(index), path), [*value[:index], changed, *value[index + 1 :]]
    else:
        yield "", _another(value, other)


def _joined(key: str, path: str) -> str:
    return f"{key}.{path}" if path else key


def _another(value: Any, other: Any) -> Any:
    """Another value of the same type: that of the other task, if it differs."""
    if type(other) is type(value) and json.dumps(other) != json.dumps(value):
        return other
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    return f"{value} again" if isinstance(value, str) else "something"
