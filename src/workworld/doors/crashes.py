"""Bugs of ours that show at a page or endpoint: logged, and noted where episodes are judged."""

from __future__ import annotations

import logging
from contextlib import suppress

import flask

from workworld.clock import Clock
from workworld.context import Surface
from workworld.doors.site import current_site
from workworld.errors import Unavailable
from workworld.journal import CRASHED, last_step

log = logging.getLogger(__name__)


def tell_crash(error: Exception, surface: Surface) -> None:
    """Log what went wrong, and note it in the world: no agent is to be judged by it.

    Args:
        error: what was raised.
        surface: the door that the present request came through.
    """
    name = f"{flask.request.method} {flask.request.path}"
    log.error("%s failed", name, exc_info=error)
    world = current_site().world
    with suppress(Unavailable):  # it has been closed meanwhile
        with world.reading() as session:
            step, now_us = last_step(session), Clock(session).now_us()
        world.trail.note(
            {
                "step": step,
                "time_us": now_us,
                "actor": "",
                "surface": surface,
                "operation": flask.request.endpoint or name,
                "outcome": CRASHED,
                "request": {"name": name, "arguments": {}},
            }
        )
