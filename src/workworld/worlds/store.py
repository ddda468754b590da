"""The worlds of one process."""

from __future__ import annotations

import fcntl
import re
import shutil
import threading
from pathlib import Path

from workworld.errors import WorldNotFound
from workworld.lifetimes import Closing
from workworld.worlds.snapshots import Snapshot
from workworld.worlds.world import World

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")


class Worlds(Closing):
    """Opens worlds in a folder that this process holds alone.

    Args:
        folder: a subfolder is made per world.

    Raises:
        RuntimeError: another process holds the folder.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._worlds: dict[str, World] = {}
        self._made = 0
        self._mutex = threading.Lock()
        self._held = (folder / "held").open("w")
        try:
            fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._held.close()
            raise RuntimeError(f"another Workworld process holds the worlds in {folder}") from None

    def open(self, snapshot: Snapshot, name: str | None = None, *, fresh: bool = True) -> World:
        """Open a world.

        Args:
            snapshot: what the world starts from.
            name: lower-case letters, digits and hyphens; ``w1``, ``w2``, … when not given.
            fresh: False keeps what an earlier process left under this name, as long as it was
                made from the same snapshot.

        Raises:
            ValueError: the name is malformed or open already.
        """
        with self._mutex:
            world_id, folder = self._place(snapshot, name, fresh=fresh)
            self._worlds[world_id] = World(world_id, snapshot, folder)
            return self._worlds[world_id]

    def fork(self, world: World, step: int | None = None, name: str | None = None) -> World:
        """Open a copy of a world as it was after a step.

        Args:
            world: the one to copy; it goes on undisturbed.
            step: None for its present state.
            name: as for ``open``.

        Raises:
            ValueError: the name is malformed or open already, or there was no such step.
        """
        end = world.end_of(step)  # before a place is cleared for the copy
        with self._mutex:
            world_id, folder = self._place(world.snapshot, name, fresh=True)
            world.fork_into(folder, end)
            self._worlds[world_id] = World(world_id, world.snapshot, folder)
            return self._worlds[world_id]

    def get(self, world_id: str) -> World:
        """An open world.

        Raises:
            WorldNotFound: none of that name is open.
        """
        try:
            return self._worlds[world_id]
        except KeyError:
            raise WorldNotFound(world_id) from None

    def all(self) -> list[World]:
        """The open worlds, by name."""
        return [self._worlds[world_id] for world_id in sorted(self._worlds)]

    def close(self) -> None:
        """Close every world and let go of the folder."""
        with self._mutex:
            for world in self._worlds.values():
                world.close()
            self._worlds.clear()
            self._held.close()

    def _place(self, snapshot: Snapshot, name: str | None, *, fresh: bool) -> tuple[str, Path]:
        """A new world's name and folder."""
        world_id = self._next_name() if name is None else name
        if not _NAME.fullmatch(world_id):
            said = f"a world's name is lower-case letters, digits and hyphens, not {world_id!r}"
            raise ValueError(said)
        if world_id in self._worlds:
            raise ValueError(f"world {world_id!r} is open already")
        folder = self._folder / f"{world_id}-{snapshot.fingerprint}"
        if fresh and folder.exists():
            shutil.rmtree(folder)
        folder.mkdir(exist_ok=True)
        return world_id, folder

    def _next_name(self) -> str:
        while True:
            self._made += 1
            if (name := f"w{self._made}") not in self._worlds:
                return name
