"""Worlds that nobody uses any more, and what becomes of them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from workworld.errors import WorldNotFound, WorldTaken
from workworld.host.logs import tell
from workworld.worlds import Worlds

log = logging.getLogger(__name__)

LONGEST = 10 * 366 * 86_400
_SWEEP_SECONDS = 1.0


class Fate(StrEnum):
    """What becomes of a world that nobody has used for its time to live."""

    CLOSE = "close"
    """The host lets go of it; what was changed stays."""
    REMOVE = "remove"
    """What was changed goes as well."""


@dataclass(frozen=True, slots=True)
class Terms:
    """How long a world is kept open without being used.

    Args:
        ttl: in seconds, of the wall; 0 is for ever.
        fate: what becomes of it then.
    """

    ttl: int
    fate: Fate = Fate.CLOSE


@dataclass(slots=True)
class _Use:
    """How a world is used."""

    last: float
    requests: int = 0
    """How many are in it just now."""
    terms: Terms | None = None
    ending: asyncio.Event | None = field(default=None, repr=False)
    """Set when the world has been let go of; None as long as nobody lets go of it."""


class Idleness:
    """Knows how long each world of a host has been idle, and lets go of those whose time is over.

    Requests enter and leave on the host's event loop, on which ``sweep`` runs too: so no world is
    let go of while a request is in it, and one that comes too late waits and finds it closed.

    Args:
        worlds: those of the host.
        usual: the terms of worlds whose makers name none.
        now: seconds on a clock that only goes forward.
    """

    def __init__(
        self,
        worlds: Worlds,
        usual: Terms | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.usual = usual
        self._worlds = worlds
        self._now = now
        self._uses = {world.id: _Use(now()) for world in worlds.all()}
        self.listeners: list[Callable[[str], None]] = []
        """Told the name of each world that has been let go of."""

    def agree(self, world_id: str, terms: Terms | None) -> None:
        """Set the terms of a world that has just been opened; None keeps it for ever."""
        self._uses[world_id] = _Use(self._now(), terms=terms if terms and terms.ttl else None)

    def terms_of(self, world_id: str) -> Terms | None:
        """The terms of a world; None if it is kept for ever."""
        use = self._uses.get(world_id)
        return None if use is None else use.terms

    def idle_seconds(self, world_id: str) -> int:
        """For how long nobody has used a world."""
        use = self._uses.get(world_id)
        return 0 if use is None or use.requests else max(0, int(self._now() - use.last))

    def forget(self, world_id: str) -> None:
        """A world has been let go of."""
        self._uses.pop(world_id, None)
        for listener in self.listeners:
            listener(world_id)

    async def enter(self, world_id: str) -> object:
        """A request goes into a world; what this returns, it hands back when it leaves."""
        use = self._uses.get(world_id)
        if use is not None and use.ending is not None:
            await use.ending.wait()
            use = self._uses.get(world_id)
        if use is None:
            use = self._first_use(world_id)
        if use is not None:
            use.requests += 1
        return use

    def leave(self, use: object) -> None:
        """A request has left the world that it was in."""
        if isinstance(use, _Use):
            use.requests -= 1
            use.last = self._now()

    async def sweep(self) -> list[str]:
        """Let go of the worlds whose time is over; their names."""
        due = [name for name, use in list(self._uses.items()) if self._is_over(use)]
        for name in due:
            await self._end(name, self._uses[name])
        return due

    async def watch(self) -> None:
        """Sweep until cancelled."""
        while True:
            await asyncio.sleep(_SWEEP_SECONDS)
            await self.sweep()

    def _first_use(self, world_id: str) -> _Use | None:
        """Only worlds that there are have a use, or anybody could fill the host's memory."""
        try:
            self._worlds.get(world_id)
        except WorldNotFound:
            return None
        return self._uses.setdefault(world_id, _Use(self._now()))

    def _is_over(self, use: _Use) -> bool:
        if use.terms is None or use.requests or use.ending is not None:
            return False
        return self._now() - use.last >= use.terms.ttl

    async def _end(self, name: str, use: _Use) -> None:
        if not self._is_over(use):  # a request came in while another world was let go of
            return
        assert use.terms is not None
        use.ending = asyncio.Event()
        try:
            await asyncio.to_thread(self._let_go, name, use.terms)
        finally:
            if self._uses.get(name) is use:
                self.forget(name)
            use.ending.set()

    def _let_go(self, name: str, terms: Terms) -> None:
        removed = terms.fate is Fate.REMOVE
        try:
            try:
                self._worlds.let_go(name, remove=removed)
            except WorldTaken:  # other processes share it
                removed = False
                self._worlds.let_go(name)
        except WorldNotFound:  # somebody else was quicker
            return
        except OSError as error:
            log.warning("idle world %s could not be removed: %s", name, error)
            return
        done = "removed" if removed else "closed"
        said = f"world %(world)s was idle for %(ttl)s s and is {done}"
        tell(log, f"world_{done}", said, world=name, ttl=terms.ttl)
