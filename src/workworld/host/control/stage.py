"""Where tasks are set: prepared states, the episodes that run, their deadlines, and the judge."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sqlalchemy.orm import Session

from workworld.endpoints import Endpoint
from workworld.grading import Family, Limits, Task
from workworld.grading.judges import Judge
from workworld.grading.states import PreparedStates
from workworld.host.deadlines import Deadlines
from workworld.lifetimes import Closing
from workworld.paths import cache_home
from workworld.worlds import Snapshot, World


@dataclass(frozen=True, slots=True)
class Running:
    """The task that is set in a world."""

    task: Task[Any]
    limits: Limits


class Stage(Closing):
    """The tasks that are set in the worlds of one process."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._deadlines = self._stack.enter_context(Deadlines())
        self._states: PreparedStates | None = None
        self._running: dict[str, Running] = {}
        self._mutex = threading.Lock()

    def set(self, world: World, family: Family[Any], seed: int) -> Task[Any]:
        """Put a world to where the episodes of a task begin.

        Raises:
            BrokenTask: the family yields no fair task for this seed; a private world is as it was.
        """
        states = self._prepared()
        if not world.is_shared:
            states.task(world.snapshot, family, seed)  # refused before anything is lost
        self.forget(world)
        return states.set_in(world, family, seed)

    def begun(self, world: World, running: Running) -> None:
        """An episode has begun in a world: record it, and end it when its time is over."""
        world.trail.keeps_results = True
        self._running[world.id] = running
        self._deadlines.set(world, running.limits.wall_seconds)

    def running(self, world_id: str) -> Running | None:
        """What is set in a world; None if nothing is."""
        return self._running.get(world_id)

    def forget(self, world: World) -> None:
        """Nothing is set in a world any more."""
        world.trail.keeps_results = False
        self.closed(world.id)

    def freed(self, world: World) -> None:
        """A session of its own was begun in a world: no task's real time ends it."""
        self._deadlines.cancel(world.id)
        running = self._running.get(world.id)
        if running is not None:
            limits = replace(running.limits, wall_seconds=None)
            self._running[world.id] = Running(running.task, limits)

    def closed(self, world_id: str) -> None:
        """A world has been let go of, and with it what was set in it."""
        self._deadlines.cancel(world_id)
        self._running.pop(world_id, None)

    @contextmanager
    def looking(
        self, snapshot: Snapshot, family: Family[Any], seed: int
    ) -> Iterator[tuple[Task[Any], Session]]:
        """A task as it would be set in a world of a company, and a session on that world.

        Raises:
            BrokenTask: the family yields no fair task for this seed.
        """
        with self._prepared().looking(snapshot, family, seed) as found:
            yield found

    def judge(self) -> Judge | None:
        """Who decides criteria in words; None when no endpoint is named.

        Raises:
            NoEndpoint: one is named by half.
        """
        endpoint = Endpoint.of_judge()
        return None if endpoint is None else Judge(endpoint, cache_home() / "judgements")

    def close(self) -> None:
        """Cancel deadlines and remove prepared states."""
        with self._mutex:
            self._stack.close()
            self._states = None

    def _prepared(self) -> PreparedStates:
        """They take a folder of their own from the first time that a task is asked for."""
        with self._mutex:
            if self._states is None:
                made = tempfile.TemporaryDirectory(prefix="workworld-", ignore_cleanup_errors=True)
                folder = Path(self._stack.enter_context(made))
                self._states = self._stack.enter_context(PreparedStates(folder))
            return self._states
