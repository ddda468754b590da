"""The servers of one process: started together, told to stop together."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
import threading
from collections.abc import Callable, Coroutine, Iterator, Sequence
from typing import Any, Self

import uvicorn
from starlette.types import ASGIApp

from workworld.host.logs import tell
from workworld.lifetimes import Closing

log = logging.getLogger(__name__)

_START_SECONDS = 30
_FINISH_SECONDS = 10
_LARGEST_FRAME = 1 << 20
_LOOPBACKS = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - told apart, not bound


class Serving(Closing):
    """Serves some ports until told to stop."""

    def __init__(self) -> None:
        self.stopping = asyncio.Event()
        """Set when the servers stop."""
        self.servers: Sequence[Server] = ()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    def run(self, ready: Callable[[], None]) -> None:
        """Serve until SIGINT or SIGTERM; call it from the main thread.

        What runs then is finished, within bounds. A second signal ends the process at once.

        Args:
            ready: called as soon as a signal stops the servers in good order.
        """
        asyncio.run(self._serve(ready))

    def __enter__(self) -> Self:
        """Serve in the background until the ``with`` block ends."""
        self._thread = threading.Thread(
            target=lambda: asyncio.run(self._serve()), name="workworld host", daemon=True
        )
        self._thread.start()
        for server in self.servers:
            if not server.up.wait(_START_SECONDS) or not server.started:
                self.stop()
                raise RuntimeError("the host did not start; its log says why")
        return self

    def close(self) -> None:
        """Stop serving in the background."""
        self.stop()
        if self._thread is not None:
            self._thread.join()

    def stop(self) -> None:
        """Take no new requests, and end when those that run are finished."""
        if not any(server.should_exit for server in self.servers):
            tell(log, "host_stopping", "the host stops: it finishes what runs")
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.stopping.set)
        for server in self.servers:
            server.should_exit = True

    def release(self) -> None:
        """Let go of what was needed for serving, when that has ended."""

    def _chore(self) -> Coroutine[Any, Any, None]:
        """What goes on beside the serving, until it is cancelled."""
        return asyncio.sleep(0)

    async def _serve(self, ready: Callable[[], None] | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        if ready is not None:
            stop_when_told(self.stop)
            ready()
        chore = asyncio.create_task(self._chore())
        try:
            await asyncio.gather(*(server.serve_socket() for server in self.servers))
        finally:
            chore.cancel()
            await asyncio.to_thread(self.release)
            tell(log, "host_stopped", "the host has stopped")


def stop_when_told(stop: Callable[[], None]) -> None:
    """Call a function at the first SIGINT or SIGTERM; a second one ends the process at once."""
    loop = asyncio.get_running_loop()

    def told() -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)
            signal.signal(number, signal.SIG_DFL)
        stop()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, told)


def listen(address: str, port: int) -> socket.socket:
    """A listening socket.

    Its protocol is named, unlike that of ``socket.create_server``: asyncio turns Nagle's algorithm
    off only for sockets that say they are TCP, and with it every answer waits 40 ms.
    """
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((address, port))
        listening.listen(512)
    except OSError:
        listening.close()
        raise
    return listening


def origin_of(listening: socket.socket) -> str:
    """Where people on this machine reach a socket."""
    address, port = listening.getsockname()[:2]
    name = _LOOPBACKS.get(address) or str(address)
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


class Server(uvicorn.Server):
    """One port. Signals are the host's business, since two servers share a process.

    Args:
        app: what answers.
        listening: where.
        sockets: whether it speaks WebSocket too.
    """

    def __init__(self, app: ASGIApp, listening: socket.socket, *, sockets: bool = False) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                lifespan="on",  # so that a door that cannot start stops the host
                log_config=None,  # the process says how it logs
                log_level="warning",
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=_FINISH_SECONDS,
                ws="wsproto" if sockets else "none",
                ws_max_size=_LARGEST_FRAME,
            )
        )
        self._listening = listening
        self.up = threading.Event()

    async def serve_socket(self) -> None:
        """Serve until told to stop."""
        await self.serve(sockets=[self._listening])

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Note when connections are taken, or that they never will be."""
        try:
            await super().startup(sockets=sockets)
        finally:
            self.up.set()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave the process's signal handlers alone."""
        yield
