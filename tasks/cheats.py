"""Cheats that nearly every task must stand, made for a family out of its own deeds.

Each function gives a solver for ``Family.traps``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

from workworld.grading import Episode
from workworld.grading.family import HasPersona, Solver


class HasChannel(HasPersona, Protocol):
    """Facts with the id of a channel that the persona may write to."""

    @property
    def channel_id(self) -> str:
        """Of a channel in which everybody is."""
        ...


F = TypeVar("F", bound=HasPersona)
C = TypeVar("C", bound=HasChannel)
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


def tells_all(solve: Solver[C], text: Callable[[C], str]) -> Solver[C]:
    """Does what was asked, and tells everybody in a channel, which nobody asked for.

    Args:
        solve: the oracle.
        text: what stands behind the mention of everybody.
    """
    return after(
        solve, tells(lambda facts: facts.channel_id, lambda facts: f"<!here> {text(facts)}")
    )
