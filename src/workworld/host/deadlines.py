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
        self._set: dict[str, _Deadline] = {}
        self._mutex = threading.Lock()

    def set(self, world: World, seconds: float | None) -> None:
        """End the episode of a world when so much real time has passed.

        Args:
            world: in place of its former deadline, if it had one.
            seconds: None for none.
        """
        with self._mutex:
            former = self._set.pop(world.id, None)
            if seconds is not None:
                self._set[world.id] = _Deadline(world, seconds)
        if former is not None:
            former.cancel()

    def cancel(self, world_id: str) -> None:
        """Let an episode go on for ever; one that is just being ended has ended then."""
        with self._mutex:
            deadline = self._set.pop(world_id, None)
        if deadline is not None:
            deadline.cancel()

    def close(self) -> None:
        """Cancel all of them."""
        for world_id in list(self._set):
            self.cancel(world_id)


class _Deadline:
    """One deadline, with a lock of its own: to end an episode may take as long as a step does."""

    def __init__(self, world: World, seconds: float) -> None:
        self._world = world
        self._mutex = threading.Lock()
        self._is_cancelled = False
        self._timer = threading.Timer(min(seconds, threading.TIMEOUT_MAX), self._end)
        self._timer.daemon = True
        self._timer.start()

    def cancel(self) -> None:
        """Let it be; what is under way is waited for."""
        self._timer.cancel()
        with self._mutex:
            self._is_cancelled = True

    def _end(self) -> None:
        with self._mutex:
            if self._is_cancelled:
                return  # another episode has begun
            with suppress(Unavailable), self._world.writing() as session:
                episodes.end(session, Over.WALL_TIME)
