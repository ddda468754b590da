"""Cheats that nearly every task must stand, made for a family out of its own deeds.

Each function gives a solver for ``Family.traps``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from workworld.grading import Episode
from workworld.grading.family import HasPersona, Solver

F = TypeVar("F", bound=HasPersona)
T = TypeVar("T")


def claims(answer: Any = "DONE") -> Solver[Any]:
    """Does nothing, and says that it is done."""

    def cheat(episode: Episode, _facts: Any) -> None:
        episode.answer(answer)

    return cheat


def after(solve: Solver[F], extra: Solver[F]) -> Solver[F]:
    """Does what was asked, and something that was not: a side effect that stays."""

    def cheat(episode: Episode, facts: F) -> None:
        solve(episode, facts)
        extra(episode, facts)

    return cheat


def to_each(
    targets: Callable[[F], Iterable[T]], deed: Callable[[Episode, F, T], None]
) -> Solver[F]:
    """Does the deed to these targets: all of them, the neighbours, or the look-alike alone."""

    def cheat(episode: Episode, facts: F) -> None:
        for target in targets(facts):
            deed(episode, facts, target)

    return cheat


def answers(answer: Callable[[F], Any]) -> Solver[F]:
    """Answers what one arrives at by a mistake, or several things at once."""

    def cheat(episode: Episode, facts: F) -> None:
        episode.answer(answer(facts))

    return cheat


def tells(channel: Callable[[F], str], text: Callable[[F], str]) -> Solver[F]:
    """Writes into a channel, given by its id, instead of doing anything."""

    def cheat(episode: Episode, facts: F) -> None:
        episode.use("slack_send_message", channel_id=channel(facts), message=text(facts))

    return cheat
