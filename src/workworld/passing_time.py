"""What happens as time passes: whatever is due, in order, each at its own time."""

from __future__ import annotations

import logging

from sqlalchemy.orm import Session

from workworld.attempts import Attempt, WorldLike, attempted
from workworld.clock import LATEST_US, Clock
from workworld.context import Actor, Request, Surface
from workworld.errors import Unavailable
from workworld.journal import CRASHED, last_asked, record
from workworld.operations import operations
from workworld.schedule import Due, cancel, take_due

log = logging.getLogger(__name__)

_MOST_EVENTS = 10_000


def let_time_pass(world: WorldLike, seconds: int) -> bool:
    """Move the clock on; what is due by then happens, in order, each at its own time.

    Returns:
        Whether all of it has happened. People who answer each other at once never come to an end.

    Raises:
        ValueError: time does not go back, nor past the end of the calendar.
    """
    with world.writing() as session:
        move_clock(session, seconds)
    return catch_up(world)


def move_clock(session: Session, seconds: int) -> None:
    """Move the clock on, for whoever then lets catch up what is due.

    Raises:
        ValueError: time does not go back, nor past the end of the calendar.
    """
    if seconds < 0:
        raise ValueError(f"time goes forward, not by {seconds} seconds")
    clock = Clock(session)
    if clock.now_us() + seconds * 1_000_000 > LATEST_US:
        raise ValueError(f"{seconds} seconds lead past the end of the calendar")
    clock.advance(seconds)


def catch_up(world: WorldLike) -> bool:
    """Perform whatever is due, each as a step of its own that costs no time.

    Returns:
        Whether nothing is due any more.

    Raises:
        Unavailable: the world is full, busy or closed; what is due stays so.
    """
    for _ in range(_MOST_EVENTS):
        if not _perform_due(world):
            return True
    log.error("more than %d events were due at once; the rest waits", _MOST_EVENTS)
    return False


def catch_up_if_possible(world: WorldLike) -> None:
    """The same after a step, whose answer does not depend on it: what cannot happen now waits."""
    try:
        catch_up(world)
    except Unavailable as reason:
        log.warning("what is due has to wait: %s", reason)


def _perform_due(world: WorldLike) -> bool:
    """Perform the earliest thing that is due, at its own time; whether there was one."""
    due = None
    try:
        with world.writing() as session:
            now_us = Clock(session).now_us()
            due = take_due(session, now_us)
            if due is None:
                return False
            Clock(session).set_us(due.due_us)
            attempted(session, Actor(due.actor_id), _attempt_of(due), cause=last_asked(session))
            Clock(session).set_us(now_us)
    except Unavailable:
        raise  # it stays on the schedule
    except Exception:
        if due is None:
            raise
        log.exception("an event crashed")
        _give_up(world, due)
    return True


def _give_up(world: WorldLike, due: Due) -> None:
    """Take an event that crashed off the schedule, so that it does not crash for ever."""
    with world.writing() as session:
        if not cancel(session, due):
            return  # its taking was rolled back, and another process has been faster
        record(
            session,
            time_us=due.due_us,
            actor_id=due.actor_id,
            operation=due.operation,
            arguments=None,
            outcome=CRASHED,
            surface=Surface.SYSTEM,
            request={"name": due.operation, "arguments": dict(due.arguments)},
            cause=last_asked(session),
        )


def _attempt_of(due: Due) -> Attempt:
    request = Request(Surface.SYSTEM, due.operation, due.arguments)
    return Attempt(operations()[due.operation], request)
