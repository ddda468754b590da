"""A world's time: its clock, and what is due when."""

from __future__ import annotations

from typing import Any

from workworld.clock import Clock, from_microseconds
from workworld.host.control.desk import Asked, Desk
from workworld.host.control.refusals import bad_request, explained
from workworld.passing_time import let_time_pass
from workworld.schedule import Due, planned
from workworld.worlds import World

_DAY = 86_400
LONGEST = 10 * 366 * _DAY


def clock(desk: Desk, asked: Asked) -> dict[str, Any]:
    """What time it is, and what a step costs."""
    return _told(desk.world(asked))


def set_clock(desk: Desk, asked: Asked) -> dict[str, Any]:
    """Let time pass, or say what a step costs from now on."""
    world = desk.world(asked)
    advance = asked.fields.whole("advance", 0, LONGEST)
    step_seconds = asked.fields.whole("step_seconds", 0, _DAY)
    if (advance, step_seconds) == (None, None):
        raise bad_request("give advance, step_seconds or both")
    caught_up = True
    if advance is not None:
        with explained():
            caught_up = let_time_pass(world, advance)
    if step_seconds is not None:
        with world.writing() as session:
            Clock(session).set_step_seconds(step_seconds)
    return _told(world) | {"caught_up": caught_up}


def schedule(desk: Desk, asked: Asked) -> dict[str, Any]:
    """What is due when, earliest first."""
    with desk.world(asked).reading() as session:
        return {"schedule": [_due_json(due) for due in planned(session)]}


def _told(world: World) -> dict[str, Any]:
    with world.reading() as session:
        now = Clock(session)
        return {"now": now.now().isoformat(), "step_seconds": now.step_seconds()}


def _due_json(due: Due) -> dict[str, Any]:
    return {
        "due": from_microseconds(due.due_us).isoformat(),
        "actor": due.actor_id,
        "operation": due.operation,
        "arguments": due.arguments,
    }
