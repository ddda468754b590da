"""Deadlines in real time: episodes that take too long are ended as truncated."""

from __future__ import annotations

import threading
from contextlib import suppress

from workworld import episodes
from workworld.episodes import Over
from workworld.errors import Unavailable
from workworld.lifetimes import Closing
from workworld.worlds import World


class Deadlines(Closing):
    """At most one deadline for each world, after which nothing can be changed there any more."""

    def __init__(self) -> None:
        self._timers: dict[str, threading.Timer] = {}
        self._mutex = threading.Lock()

    def set(self, world: World, seconds: float | None) -> None:
        """End the episode of a world when so much real time has passed.

        Args:
            world: in place of its former deadline, if it had one.
            seconds: None for none.
        """
        with self._mutex:
            self._cancel(world.id)
            if seconds is not None:
                timer = threading.Timer(max(0.0, seconds), self._end, (world,))
                timer.daemon = True
                self._timers[world.id] = timer
                timer.start()

    def cancel(self, world_id: str) -> None:
        """Let an episode go on for ever."""
        with self._mutex:
            self._cancel(world_id)

    def close(self) -> None:
        """Cancel all of them."""
        with self._mutex:
            for world_id in list(self._timers):
                self._cancel(world_id)

    def _cancel(self, world_id: str) -> None:
        timer = self._timers.pop(world_id, None)
        if timer is not None:
            timer.cancel()

    def _end(self, world: World) -> None:
        with self._mutex:
            timer = self._timers.get(world.id)
            if timer is not threading.current_thread():
                return  # another episode has begun
            del self._timers[world.id]
            with suppress(Unavailable), world.writing() as session:
                episodes.end(session, Over.WALL_TIME)
