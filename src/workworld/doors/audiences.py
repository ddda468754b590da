"""Who waits for a world to change: each is woken by an event of its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from workworld.errors import Refused
from workworld.worlds import World

_POLL_SECONDS = 0.1


async def woken_within(woken: asyncio.Event, seconds: float | None) -> bool:
    """Wait for an event, or so long; whether it came.

    Unlike ``asyncio.wait_for`` of Python 3.11 it heeds a cancel at the moment of the event: else
    the stream of somebody who goes just as the world changes would never end.
    """
    try:
        async with asyncio.timeout(seconds):
            return await woken.wait()
    except TimeoutError:
        return False


@dataclass(eq=False, slots=True)
class _Audience:
    """Those who wait for one world."""

    waiting: set[asyncio.Event] = field(default_factory=set)
    poller: asyncio.Task[None] | None = None

    def wake(self) -> None:
        for event in self.waiting:
            event.set()


class Audiences:
    """Those who wait for worlds, which wake them when they change.

    Worlds to which other processes may write as well are looked at every ``_POLL_SECONDS``.

    Args:
        threads: where worlds are read.
    """

    def __init__(self, threads: ThreadPoolExecutor) -> None:
        self._threads = threads
        self._audiences: WeakKeyDictionary[World, _Audience] = WeakKeyDictionary()

    def size(self, world: World) -> int:
        """How many wait for a world."""
        audience = self._audiences.get(world)
        return len(audience.waiting) if audience else 0

    @asynccontextmanager
    async def waking(self, world: World) -> AsyncIterator[asyncio.Event]:
        """An event that is set whenever the world changes."""
        audience = self._audiences.setdefault(world, _Audience())
        event, loop = asyncio.Event(), asyncio.get_running_loop()

        def changed() -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(event.set)

        audience.waiting.add(event)
        world.listeners.add(changed)
        if world.is_shared and audience.poller is None:
            audience.poller = asyncio.ensure_future(self._poll(world, audience))
        try:
            yield event
        finally:
            world.listeners.discard(changed)
            audience.waiting.discard(event)
            if not audience.waiting and audience.poller is not None:
                audience.poller.cancel()
                audience.poller = None

    async def _poll(self, world: World, audience: _Audience) -> None:
        """Look for what other processes wrote."""
        before, loop = None, asyncio.get_running_loop()
        with suppress(Refused):
            while True:
                version = await loop.run_in_executor(self._threads, world.foreign_version)
                if version != before:
                    audience.wake()
                before = version
                await asyncio.sleep(_POLL_SECONDS)
