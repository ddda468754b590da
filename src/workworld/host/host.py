"""Runs the two ports in one process."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Self
from urllib.parse import urlsplit

import uvicorn
from starlette.types import ASGIApp

from workworld.doors.addresses import Addresses
from workworld.host.agent_port import AgentPort
from workworld.host.control import Companies, ControlPort, Desk
from workworld.host.idleness import Idleness, Terms
from workworld.host.logs import tell
from workworld.host.requests import AgentChart, Observed, control_chart
from workworld.identity import Authority, new_admin_token
from workworld.lifetimes import Closing
from workworld.worlds import Snapshot, Worlds

log = logging.getLogger(__name__)

_START_SECONDS = 30
_FINISH_SECONDS = 10
_LOOPBACKS = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - told apart, not bound


class Host(Closing):
    """Serves the worlds of this process over HTTP.

    Args:
        worlds: those to serve.
        snapshot: what worlds made over the control port start from.
        authority: issues and honours credentials.
        address: where the agent port listens; the control port is always on the loopback.
        agent_port: 0 takes a free one.
        control_port: 0 takes a free one; None serves no control port.
        idle_after: what becomes of unused worlds whose makers say nothing of it; by default
            they stay open.
        now: seconds on a clock that only goes forward.

    Raises:
        OSError: a port is taken.
    """

    def __init__(
        self,
        worlds: Worlds,
        snapshot: Snapshot,
        authority: Authority,
        *,
        address: str = "127.0.0.1",
        agent_port: int = 0,
        control_port: int | None = None,
        idle_after: Terms | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.authority = authority
        self.admin_token = new_admin_token()
        with ExitStack() as undo:  # a taken control port lets go of the agent port again
            agent_socket = undo.enter_context(_listen(address, agent_port))
            control_socket = None
            if control_port is not None:
                control_socket = undo.enter_context(_listen("127.0.0.1", control_port))
            undo.pop_all()
        self.origin = _origin(agent_socket)
        self._thread: threading.Thread | None = None
        names = frozenset({urlsplit(self.origin).netloc.rpartition(":")[0]})
        self._stopping = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._idleness = Idleness(worlds, idle_after, now)
        agents = Observed(
            AgentPort(worlds, authority, names), self._idleness, AgentChart(), self._stopping
        )
        self._servers = [_Server(agents, agent_socket)]
        self.control_origin = ""
        if control_socket is not None:
            self.control_origin = _origin(control_socket)
            companies = Companies(snapshot.path.parent, snapshot)
            desk = Desk(worlds, companies, authority, self.origin, self._idleness)
            control = ControlPort(desk, self.admin_token).app()
            observed = Observed(control, self._idleness, control_chart, self._stopping)
            self._servers.append(_Server(observed, control_socket))

    @property
    def portal_url(self) -> str:
        """The portal, with the token that opens it."""
        return f"{self.control_origin}/?token={self.admin_token}"

    def addresses(self, world_id: str) -> Addresses:
        """Where a world's doors are."""
        return Addresses(self.origin, world_id)

    def launch_url(self, world_id: str, person_id: str) -> str:
        """A link that signs a browser in as a person, once."""
        return self.addresses(world_id).launch(self.authority.launch(world_id, person_id))

    def run(self, ready: Callable[[], None]) -> None:
        """Serve until SIGINT or SIGTERM; call it from the main thread.

        What runs then is finished, within bounds. A second signal ends the process at once.

        Args:
            ready: called as soon as a signal stops the host in good order.
        """
        asyncio.run(self._serve(ready))

    def __enter__(self) -> Self:
        """Serve in the background until the ``with`` block ends."""
        self._thread = threading.Thread(
            target=lambda: asyncio.run(self._serve()),
            name="workworld host",
            daemon=True,
        )
        self._thread.start()
        for server in self._servers:
            if not server.up.wait(_START_SECONDS) or not server.started:
                self._stop()
                raise RuntimeError("the host did not start; its log says why")
        return self

    def close(self) -> None:
        """Stop serving in the background."""
        self._stop()
        if self._thread is not None:
            self._thread.join()

    async def _serve(self, ready: Callable[[], None] | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        if ready is not None:
            stop_when_told(self._stop)
            ready()
        tell(log, "host_started", "the host serves %(origin)s", origin=self.origin)
        sweeping = asyncio.create_task(self._idleness.watch())
        try:
            await asyncio.gather(*(server.serve_socket() for server in self._servers))
        finally:
            sweeping.cancel()
            tell(log, "host_stopped", "the host has stopped")

    def _stop(self) -> None:
        if not any(server.should_exit for server in self._servers):
            tell(log, "host_stopping", "the host stops: it finishes what runs")
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._stopping.set)
        for server in self._servers:
            server.should_exit = True


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


def _listen(address: str, port: int) -> socket.socket:
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


def _origin(listening: socket.socket) -> str:
    """Where people on this machine reach a socket."""
    address, port = listening.getsockname()[:2]
    name = _LOOPBACKS.get(address) or str(address)
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


class _Server(uvicorn.Server):
    """One port. Signals are the host's business, since two servers share a process."""

    def __init__(self, app: ASGIApp, listening: socket.socket) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                lifespan="on",  # so that a door that cannot start stops the host
                log_config=None,  # the process says how it logs
                log_level="warning",
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=_FINISH_SECONDS,
                ws="none",
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
