"""The episode that a world is used for: what is asked of whom, within what limits, and the answer.

It is a row, so that it travels with forks and rewinds. It decides nothing about who sees what.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import JSON
from sqlalchemy.orm import Mapped, Session, mapped_column

from workworld.clock import Clock
from workworld.context import Surface
from workworld.database import Base, TableRole, driver, table_role
from workworld.errors import Forbidden
from workworld.journal import last_step

AGENT_DOORS = (Surface.UI, Surface.REST, Surface.MCP)
_DOORS = ", ".join(f"'{door}'" for door in AGENT_DOORS)


class Over(StrEnum):
    """Why an episode is over."""

    STEPS = "steps"
    SECONDS = "seconds"
    WALL_TIME = "wall_time"
    """Real time, which only whoever runs it measures."""
    ENDED = "ended"
    """Whoever runs it ended it."""


class LimitReached(Forbidden):
    """The episode is over, so nothing can be changed any more; reading goes on.

    Args:
        over: why.
    """

    def __init__(self, over: Over) -> None:
        said = {
            Over.STEPS: "all steps are used up",
            Over.SECONDS: "its time is used up",
            Over.WALL_TIME: "it has taken too long",
            Over.ENDED: "it was ended",
        }[over]
        super().__init__("limit_reached", f"This session is over: {said}.")


class EpisodeRow(Base):
    """The episode; one row, or none."""

    __tablename__ = "world_episode"
    __table_args__ = table_role(TableRole.SYSTEM)

    id: Mapped[int] = mapped_column(primary_key=True)
    instruction: Mapped[str]
    persona_id: Mapped[str]
    first_step: Mapped[int]
    """The last step before it began."""
    started_us: Mapped[int]
    step_limit: Mapped[int | None]
    """How many changes may be asked for at the agents' doors, by whomever."""
    second_limit: Mapped[int | None]
    """How much simulated time it may take."""
    answer: Mapped[Any] = mapped_column(JSON)
    is_answered: Mapped[bool] = mapped_column(default=False)
    ended: Mapped[str | None]
    """Why it was ended from outside; null as long as it goes on, or when a limit ended it."""


@dataclass(frozen=True, slots=True)
class Spent:
    """How much of something is used, of how much; None for no limit."""

    used: int
    limit: int | None

    @property
    def left(self) -> int | None:
        """How much is left; None for no limit."""
        return None if self.limit is None else max(0, self.limit - self.used)


@dataclass(frozen=True, slots=True)
class Episode:
    """How an episode stands."""

    instruction: str
    persona_id: str
    now_us: int
    steps: Spent
    seconds: Spent
    answer: Any
    """Any JSON value; None also when there is none yet."""
    is_answered: bool
    over: Over | None


def begin(
    session: Session,
    *,
    instruction: str,
    persona_id: str,
    steps: int | None = None,
    seconds: int | None = None,
) -> None:
    """Begin an episode; the former one is forgotten.

    Args:
        session: a session that may write.
        instruction: what is asked.
        persona_id: of whom.
        steps: how many changes they may ask for; refused ones count too. None for any number.
        seconds: how much simulated time may pass. None for any.
    """
    _forget(session)
    session.add(
        EpisodeRow(
            id=1,
            instruction=instruction,
            persona_id=persona_id,
            first_step=last_step(session),
            started_us=Clock(session).now_us(),
            step_limit=steps,
            second_limit=seconds,
            answer=None,
        )
    )


def episode(session: Session) -> Episode | None:
    """How the episode stands; None if none has begun."""
    row = session.get(EpisodeRow, 1)
    if row is None:
        return None
    now_us = Clock(session).now_us()
    taken, seconds = _used(session, row.first_step, row.started_us)
    return Episode(
        row.instruction,
        row.persona_id,
        now_us,
        Spent(taken, row.step_limit),
        Spent(seconds, row.second_limit),
        row.answer,
        row.is_answered,
        over(session),
    )


def truncated(session: Session) -> Over | None:
    """The limit that ended the episode, even if it was ended afterwards; None if none did."""
    row = _limits(session)
    if row is None:
        return None
    return _used_up(session, row) or (Over.WALL_TIME if row.ended == Over.WALL_TIME else None)


def answer_in(session: Session) -> Any:
    """What was answered; None when nothing was."""
    found = episode(session)
    return found.answer if found else None


def first_step(session: Session) -> int:
    """The last step before the episode began; 0 if none has begun."""
    row = _limits(session)
    return 0 if row is None else row.first_step


def over(session: Session) -> Over | None:
    """Why the episode is over; None if it goes on, or none has begun. Every change asks this."""
    row = _limits(session)
    if row is None:
        return None
    return Over(row.ended) if row.ended is not None else _used_up(session, row)


def require_going_on(session: Session, surface: str) -> None:
    """See to it that whoever comes through a door may still change something.

    Raises:
        LimitReached: the episode is over. What the world does by itself is spared.
    """
    if surface in AGENT_DOORS and (reason := over(session)) is not None:
        raise LimitReached(reason)


def give_answer(session: Session, value: Any) -> None:
    """Keep the answer; a later one replaces it.

    Raises:
        LimitReached: the episode was ended. Steps and simulated time that are used up leave time
            for an answer.
    """
    reason = over(session)
    if reason is Over.ENDED or reason is Over.WALL_TIME:
        raise LimitReached(reason)
    statement = "UPDATE world_episode SET answer = ?, is_answered = 1"
    driver(session).execute(statement, (json.dumps(value),))


def end(session: Session, why: Over = Over.ENDED) -> None:
    """End the episode, whatever is left of its limits; one that was ended before stays so."""
    driver(session).execute("UPDATE world_episode SET ended = ? WHERE ended IS NULL", (why,))


def _forget(session: Session) -> None:
    driver(session).execute("DELETE FROM world_episode")


class _Limits(NamedTuple):
    first_step: int
    started_us: int
    steps: int | None
    seconds: int | None
    ended: str | None


def _limits(session: Session) -> _Limits | None:
    statement = "SELECT first_step, started_us, step_limit, second_limit, ended FROM world_episode"
    found = driver(session).execute(statement).fetchone()
    return None if found is None else _Limits(*found)


def _used_up(session: Session, row: _Limits) -> Over | None:
    """Which of steps and seconds are used up, if any."""
    if row.seconds is not None and _seconds_since(session, row.started_us) >= row.seconds:
        return Over.SECONDS
    # No more steps were asked for than there were; only then it is worth while to count.
    if row.steps is not None and last_step(session) - row.first_step >= row.steps:
        taken, _seconds = _used(session, row.first_step, row.started_us)
        return Over.STEPS if taken >= row.steps else None
    return None


def _used(session: Session, first_step: int, started_us: int) -> tuple[int, int]:
    """Steps and seconds since then."""
    statement = f"SELECT count(*) FROM world_journal WHERE step > ? AND surface IN ({_DOORS})"  # noqa: S608 - our own names
    taken = driver(session).execute(statement, (first_step,)).get
    return int(taken), _seconds_since(session, started_us)


def _seconds_since(session: Session, started_us: int) -> int:
    return (Clock(session).now_us() - started_us) // 1_000_000
