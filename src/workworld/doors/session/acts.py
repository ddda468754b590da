"""What one may do about one's episode, alike on its page, over MCP and from Python."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy.orm import Session

from workworld import episodes
from workworld.accounts import require_active
from workworld.arguments import is_storable
from workworld.clock import Clock
from workworld.context import Actor, Surface
from workworld.episodes import Episode, LimitReached
from workworld.errors import Conflict, Invalid, NotFound
from workworld.journal import last_step
from workworld.passing_time import catch_up, move_clock
from workworld.worlds import World

LONGEST_WAIT_MINUTES = 24 * 60
LARGEST_ANSWER = 100_000


def own_episode(world: World, actor: Actor) -> Episode:
    """How one's own episode stands.

    Raises:
        NotFound: there is none, or it is somebody else's.
    """
    with world.reading() as session:
        return _own(session, actor)


def wait(world: World, actor: Actor, surface: Surface, minutes: int) -> Episode:
    """Let simulated time pass; what is due by then happens. It costs no step.

    Args:
        world: where.
        actor: whose episode it is.
        surface: the door.
        minutes: at most a day; no more passes than the episode has left.

    Raises:
        Invalid: it is no time that one can wait.
        LimitReached: the episode is over.
        NotFound: it is not one's own.
    """
    require_minutes(minutes)
    with world.writing() as session:  # or two who wait at once would both get what is left
        before = _own(session, actor)
        if before.over is not None:
            raise LimitReached(before.over)
        left = before.seconds.left
        try:
            move_clock(session, minutes * 60 if left is None else min(minutes * 60, left))
        except ValueError:
            raise Conflict("no_time_left", "The calendar ends before then.") from None
    catch_up(world)
    _note(world, actor, surface, "session.wait", {"minutes": minutes})
    return own_episode(world, actor)


def answer(world: World, actor: Actor, surface: Surface, value: Any) -> Episode:
    """Give the answer; a later one replaces it. It costs neither step nor time.

    Args:
        world: where.
        actor: whose episode it is.
        surface: the door.
        value: any JSON value.

    Raises:
        Invalid: it is too long, or nothing that JSON text can hold.
        LimitReached: the episode was ended.
        NotFound: it is not one's own.
    """
    require_answer(value)
    with world.writing() as session:
        _own(session, actor)
        episodes.give_answer(session, value)
    _note(world, actor, surface, "session.answer", {"answer": value})
    return own_episode(world, actor)


def require_minutes(minutes: int) -> None:
    """See to it that one can wait so long.

    Raises:
        Invalid: one cannot.
    """
    if not 1 <= minutes <= LONGEST_WAIT_MINUTES:
        said = f"One can wait from 1 to {LONGEST_WAIT_MINUTES} minutes at a time."
        raise Invalid("invalid_minutes", said)


def require_answer(value: Any) -> None:
    """See to it that a value can be an answer.

    Raises:
        Invalid: it is too long, or nothing that JSON text can hold.
    """
    if not is_storable({"answer": value}) or len(json.dumps(value)) > LARGEST_ANSWER:
        raise Invalid("invalid_answer", f"An answer is JSON of up to {LARGEST_ANSWER} characters.")


def told(found: Episode, now: str) -> dict[str, Any]:
    """How an episode stands, as JSON; what there is no limit or answer of is left out.

    Args:
        found: the episode.
        now: the simulated time.
    """
    shown: dict[str, Any] = {
        "now": now,
        "steps": _spent(found.steps),
        "seconds": _spent(found.seconds),
        "is_answered": found.is_answered,
        "is_over": found.over is not None,
    }
    if found.is_answered:
        shown["answer"] = found.answer
    if found.over is not None:
        shown["over"] = str(found.over)
    return shown


def _spent(spent: episodes.Spent) -> dict[str, int]:
    limited = {} if spent.limit is None else {"limit": spent.limit, "left": spent.left or 0}
    return {"used": spent.used, **limited}


def _own(session: Session, actor: Actor) -> Episode:
    require_active(session, actor.person_id)
    found = episodes.episode(session)
    if found is None or found.persona_id != actor.person_id:
        raise NotFound("session_not_found", "There is no session of yours here.")
    return found


def _note(
    world: World, actor: Actor, surface: Surface, name: str, arguments: dict[str, Any]
) -> None:
    """Leave a note on the side trail: it is no step of the world's, but whoever trains will ask."""
    with world.reading() as session:
        step, now_us = last_step(session), Clock(session).now_us()
    world.trail.note(
        {
            "step": step,
            "time_us": now_us,
            "actor": actor.person_id,
            "surface": surface,
            "operation": name,
            "outcome": "ok",
            "request": {"name": name, "arguments": arguments},
        }
    )
