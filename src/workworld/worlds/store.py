"""The worlds of one process."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from workworld.errors import WorldNotFound, WorldTaken
from workworld.lifetimes import Closing
from workworld.worlds.connections import SPARES, Connections
from workworld.worlds.locks import Locks
from workworld.worlds.names import FORKING, FolderName, folder_name, parse, require_name
from workworld.worlds.private import LOG_LIMIT, PrivateWorld, is_private, settle
from workworld.worlds.pruning import remove
from workworld.worlds.shared import SharedWorld, database_of, leftovers_in
from workworld.worlds.snapshots import Snapshot
from workworld.worlds.uses import Uses
from workworld.worlds.world import World


@dataclass(frozen=True, slots=True)
class Kept:
    """A world that lies in the folder, open or not."""

    id: str
    fingerprint: str
    """Of the snapshot it was made from."""
    folder: Path
    shared: bool

    @property
    def size(self) -> int:
        """What its files take, in bytes."""
        return bytes_in(self.folder)


class Worlds(Closing):
    """Opens worlds in a folder, each of which one process holds at a time.

    Args:
        folder: a subfolder is made per world.
        open_limit: how many private worlds may be open at once; the others are parked. By default
            as many as the process may have files.
        spares: how many connections to keep ready on each snapshot.
        log_limit: how many bytes of changes a private world takes.
    """

    def __init__(
        self,
        folder: Path,
        *,
        open_limit: int | None = None,
        spares: int = SPARES,
        log_limit: int = LOG_LIMIT,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self._log_limit = log_limit
        self._worlds: dict[str, World] = {}
        self._made = 0
        self._process = os.getpid()
        self._mutex = threading.Lock()
        self._locks = Locks(folder)
        self._uses = Uses()
        self._idle: Snapshot | None = None
        self._fingerprints = {named.fingerprint for named in self._names()}
        self._sweep_forks()
        self._connections = Connections(folder, self._locks, limit=open_limit, spares=spares)

    def open(
        self,
        snapshot: Snapshot,
        name: str | None = None,
        *,
        fresh: bool = True,
        shared: bool | None = None,
    ) -> World:
        """Open a world.

        Args:
            snapshot: what the world starts from.
            name: lower-case letters, digits and hyphens; ``w1``, ``w2``, … when not given.
            fresh: False keeps what an earlier process left under this name, as long as it was
                made from the same snapshot.
            shared: whether other processes may have it open at the same time, which must share
                it too. None keeps to what an earlier process left; a new one is private.

        Raises:
            ValueError: the name is malformed, or what lies there is of the other kind.
            WorldTaken: it is open already, here or in another process.
        """
        if name is not None:
            require_name(name)
        with self._alone():
            if shared is None:
                shared = name is not None and not fresh and self._is_shared(name, snapshot)
            with self._holding(name, snapshot, shared=shared and not fresh) as world_id:
                folder = self._folder_of(world_id, snapshot)
                _prepare(folder, fresh=fresh, shared=shared)
                if shared and fresh:
                    self._locks.take(world_id, shared=True)  # it is cleared, so others may join
                return self._opened(world_id, snapshot, folder, shared=shared)

    def fork(self, world: World, step: int | None = None, name: str | None = None) -> World:
        """Open a copy of a world as it was after a step.

        Args:
            world: the one to copy; it goes on undisturbed. The copy of a shared one is shared.
            step: None for its present state.
            name: as for ``open``.

        Raises:
            ValueError: the name is malformed, or there was no such step.
            WorldTaken: a world of that name is open already, here or in another process.
        """
        if name is not None:
            require_name(name)
        world.require_step(step)  # before a place is cleared for the copy
        shared = isinstance(world, SharedWorld)
        with self._alone(), self._holding(name, world.snapshot) as world_id:
            folder = self._folder_of(world_id, world.snapshot)
            _lay(world, step, folder)
            if shared:
                self._locks.take(world_id, shared=True)
            return self._opened(world_id, world.snapshot, folder, shared=shared)

    def join(self, world_id: str, snapshot: Snapshot) -> World:
        """A shared world that another process made, opened here if it is not yet.

        Args:
            world_id: its name.
            snapshot: what it was made from; its file need not be within reach.

        Raises:
            WorldNotFound: there is no shared world of that name, or it is being removed.
        """
        with suppress(WorldNotFound):
            return self.get(world_id)
        if parse(folder_name(world_id, snapshot.fingerprint)) is None:
            raise WorldNotFound(world_id)
        if not self._is_shared(world_id, snapshot):
            raise WorldNotFound(world_id)
        try:
            return self.open(snapshot, world_id, fresh=False, shared=True)
        except WorldTaken:
            return self.get(world_id)  # by another thread that was faster

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
        return sorted(self._worlds.values(), key=lambda world: world.id)

    def kept(self) -> list[Kept]:
        """Every world in the folder, open or not, by name."""
        found = [
            Kept(*named, folder, database_of(folder).exists())
            for folder in self.folder.iterdir()
            if (named := parse(folder.name))
        ]
        return sorted(found, key=lambda kept: (kept.id, kept.fingerprint))

    def let_go(self, world_id: str, *, remove: bool = False) -> None:
        """Close one world.

        Args:
            world_id: its name.
            remove: whether what was changed in it goes as well.

        Raises:
            WorldNotFound: none of that name is open.
            WorldTaken: it is to be removed, but other processes have it open as well.
        """
        with self._alone():
            world = self.get(world_id)
            if remove and not self._locks.take(world_id):
                raise WorldTaken(f"world {world_id!r} is open in another process")
            del self._worlds[world_id]
            with ExitStack() as ending:  # the last one first, and each whatever the others do
                ending.callback(self._locks.release, world_id)
                ending.callback(self._leave, world.snapshot)
                if remove:
                    ending.callback(shutil.rmtree, world.folder)
                ending.callback(world.close)

    def remove(self, kept: Kept) -> None:
        """Remove a world that is not open; its snapshot need not be there any more.

        Raises:
            WorldTaken: one of that name is open, here or in another process.
        """
        with self._alone():
            self._hold(kept.id, kept.folder)
            try:
                with suppress(FileNotFoundError):
                    shutil.rmtree(kept.folder)
            finally:
                self._locks.release(kept.id)

    def close(self) -> None:
        """Close every world."""
        if os.getpid() != self._process:
            return  # a forked child's copy: all of it is the parent's
        with self._mutex, ExitStack() as ending:  # the last one first, whatever the others do
            for part in (self._locks, self._uses, self._connections, *self._worlds.values()):
                ending.callback(part.close)
            self._worlds.clear()

    def _names(self) -> Iterator[FolderName]:
        return filter(None, (parse(folder.name) for folder in self.folder.iterdir()))

    def _sweep_forks(self) -> None:
        """Remove the forks that were under way in processes that were killed."""
        for path in list(self.folder.glob(f"{FORKING}*")):
            named = parse(path.name.removeprefix(FORKING))
            if named and self._locks.take(named.world_id):
                try:
                    remove(path)
                finally:
                    self._locks.release(named.world_id)

    def _folder_of(self, world_id: str, snapshot: Snapshot) -> Path:
        return self.folder / folder_name(world_id, snapshot.fingerprint)

    def _is_shared(self, world_id: str, snapshot: Snapshot) -> bool:
        return database_of(self._folder_of(world_id, snapshot)).exists()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other threads out."""
        if os.getpid() != self._process:  # first, since a thread may have held the mutex then
            raise RuntimeError(f"this store belongs to process {self._process}, not to a fork")
        with self._mutex:
            yield

    @contextmanager
    def _holding(
        self, name: str | None, snapshot: Snapshot, *, shared: bool = False
    ) -> Iterator[str]:
        """Hold a name, or the next free one, against other processes, unless the block fails."""
        if name is None:
            world_id = self._hold_next(snapshot)
        else:
            world_id = self._hold(name, self._folder_of(name, snapshot), shared=shared)
        try:
            yield world_id
        except BaseException:
            self._locks.release(world_id)
            raise

    def _hold(self, name: str, folder: Path, *, shared: bool = False) -> str:
        if name in self._worlds:
            raise WorldTaken(f"world {name!r} is open already")
        if not (self._join(name, folder) if shared else self._take(name, folder)):
            raise WorldTaken(f"world {name!r} is open in another process")
        return name

    def _take(self, name: str, folder: Path) -> bool:
        """Try to hold a name alone; what killed processes left goes then."""
        is_ours = self._locks.take(name)
        if is_ours:
            _sweep(folder)
        return is_ours

    def _join(self, name: str, folder: Path) -> bool:
        """Try to hold a name together with others, which the first of them tidies up."""
        with self._locks.alone(f"/joining {name}"):  # the first one is alone but for a moment
            self._take(name, folder)
            return self._locks.take(name, shared=True)

    def _hold_next(self, snapshot: Snapshot) -> str:
        marks = self._fingerprints
        marks.add(snapshot.fingerprint)
        while True:
            self._made += 1
            name = f"w{self._made}"
            if name not in self._worlds and self._locks.take(name):
                if not any((self.folder / folder_name(name, mark)).exists() for mark in marks):
                    return name
                self._locks.release(name)  # somebody may want to go on with it

    def _opened(self, world_id: str, snapshot: Snapshot, folder: Path, *, shared: bool) -> World:
        world: World
        if not shared or snapshot.path.exists():  # a copy does without what it was made from
            self._uses.add(snapshot.path)
        try:
            if shared:
                world = SharedWorld(world_id, snapshot, folder)
            else:
                world = PrivateWorld(
                    world_id, snapshot, folder, self._connections, log_limit=self._log_limit
                )
        except BaseException:
            self._leave(snapshot)
            raise
        world.keeper = self
        self._worlds[world_id] = world
        return world

    def _leave(self, snapshot: Snapshot) -> None:
        """A world of a snapshot has gone; after the last one nothing is kept ready on it.

        One such snapshot is spared, since episode after episode may open and remove a world.
        """
        self._uses.drop(snapshot.path)
        if not self._uses.is_idle(snapshot.path):
            return
        before, self._idle = self._idle, snapshot
        if before is not None and before != snapshot and self._uses.is_idle(before.path):
            self._connections.forget(before)
            self._uses.forget(before.path)


def bytes_in(folder: Path) -> int:
    """What the files of a world take; nothing when it has just been removed."""
    total = 0
    for inner, _folders, files in os.walk(folder):
        for file in files:
            with suppress(FileNotFoundError):  # it is in use, so files come and go
                total += (Path(inner) / file).stat().st_size
    return total


def _lay(world: World, step: int | None, folder: Path) -> None:
    """Lay a copy of a world into a folder, which has the name of a world only when it is whole."""
    laid = _unfinished(folder)
    remove(laid)
    laid.mkdir()
    try:
        world.fork_into(laid, step)
        remove(folder)
        laid.rename(folder)
    except BaseException:
        shutil.rmtree(laid, ignore_errors=True)
        raise


def _unfinished(folder: Path) -> Path:
    return folder.with_name(f"{FORKING}{folder.name}")


def _sweep(folder: Path) -> None:
    """Tidy up what killed processes left of a world that nobody else has open."""
    for path in (_unfinished(folder), *leftovers_in(folder)):
        remove(path)
    settle(folder)


def _prepare(folder: Path, *, fresh: bool, shared: bool) -> None:
    """Make a world's folder; it is empty when a fresh one is asked for."""
    if fresh:
        remove(folder)
    folder.mkdir(exist_ok=True)  # those who share a world may come at the same time
    if shared and is_private(folder):
        raise ValueError(f"the world in {folder} is a private one")
    if not shared and database_of(folder).exists():
        raise ValueError(f"the world in {folder} is a shared one")
