"""Prepared states: where the episodes of a task begin, prepared and judged sound once."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy.orm import Session

from workworld.grading.family import Family, Task
from workworld.lifetimes import Closing
from workworld.worlds import Snapshot, World, Worlds

MOST_KEPT = 256
_MOST_OPEN = 16


@dataclass(frozen=True, slots=True)
class _Prepared:
    world: World
    task: Task[Any]


class PreparedStates(Closing):
    """Keeps a world for each task that was set, untouched since it was prepared.

    An episode starts from a copy of it, whose cost does not depend on what preparing took. So a
    group of rollouts, or a second attempt, starts from the very same state.

    Args:
        folder: holds the worlds; nobody else uses it.
        limit: how many to keep; the ones not used for longest go first.
    """

    def __init__(self, folder: Path, *, limit: int = MOST_KEPT) -> None:
        self._worlds = Worlds(folder, spares=1, open_limit=_MOST_OPEN)
        self._limit = limit
        self._kept: OrderedDict[tuple[str, str, int], _Prepared] = OrderedDict()
        self._mutex = threading.Lock()

    def set_in(self, world: World, family: Family[Any], seed: int) -> Task[Any]:
        """Put a world to where the episodes of a task begin; whatever was in it is gone.

        Raises:
            BrokenTask: the family yields no fair task for this seed; the world is untouched then,
                unless it is a shared one.
        """
        if world.is_shared:
            world.reset()
            return family.task(world, seed)
        with self._mutex:
            prepared = self._prepared(world.snapshot, family, seed)
            world.become(prepared.world)
        return prepared.task

    def task(self, snapshot: Snapshot, family: Family[Any], seed: int) -> Task[Any]:
        """A task of a company, set in no world but the one that is kept of it.

        Raises:
            BrokenTask: the family yields no fair task for this seed.
        """
        with self._mutex:
            return self._prepared(snapshot, family, seed).task

    @contextmanager
    def looking(
        self, snapshot: Snapshot, family: Family[Any], seed: int
    ) -> Iterator[tuple[Task[Any], Session]]:
        """A task of a company, and a session, which cannot write, on the world that is kept of it.

        Raises:
            BrokenTask: the family yields no fair task for this seed.
        """
        with self._mutex:
            prepared = self._prepared(snapshot, family, seed)
            with prepared.world.reading() as session:
                yield prepared.task, session

    def close(self) -> None:
        """Remove all of it."""
        with self._mutex, ExitStack() as ending:
            ending.callback(self._worlds.close)
            for prepared in self._kept.values():
                ending.callback(self._worlds.let_go, prepared.world.id, remove=True)
            self._kept.clear()

    def _prepared(self, snapshot: Snapshot, family: Family[Any], seed: int) -> _Prepared:
        key = (snapshot.fingerprint, family.id, seed)
        found = self._kept.get(key)
        if found is not None and found.task.family is family:
            self._kept.move_to_end(key)
            return found
        world = self._worlds.open(snapshot)
        try:
            made = _Prepared(world, family.task(world, seed))
        except BaseException:
            self._worlds.let_go(world.id, remove=True)
            raise
        self._kept[key] = made
        self._kept.move_to_end(key)  # it may have taken another's place
        self._forget_some(found)
        return made

    def _forget_some(self, replaced: _Prepared | None) -> None:
        gone = [] if replaced is None else [replaced]
        while len(self._kept) > self._limit:
            _key, oldest = self._kept.popitem(last=False)
            gone.append(oldest)
        for prepared in gone:
            self._worlds.let_go(prepared.world.id, remove=True)
