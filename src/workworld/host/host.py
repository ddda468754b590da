"""The host: worlds of one process, served at an agent port and, if wanted, a control port."""

from __future__ import annotations

import logging
import re
import socket
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import NamedTuple
from urllib.parse import urlsplit

from workworld.doors.addresses import Addresses
from workworld.host.agent_port import AgentPort
from workworld.host.control import Companies, ControlPort, Desk
from workworld.host.idleness import Idleness, Terms
from workworld.host.logs import tell
from workworld.host.requests import AgentChart, Observed, control_chart
from workworld.host.serving import Server, Serving, listen, origin_of
from workworld.identity import Authority, new_admin_token
from workworld.worlds import Snapshot, Worlds

log = logging.getLogger(__name__)


class Sockets(NamedTuple):
    """Where a host listens."""

    agent: socket.socket
    control: socket.socket | None


def taken(address: str, agent_port: int, control_port: int | None) -> Sockets:
    """Listen at an address for agents, and at the loopback for control.

    Raises:
        OSError: a port is taken.
    """
    with ExitStack() as undo:  # a taken control port lets go of the agent port again
        agent = undo.enter_context(listen(address, agent_port))
        control = None
        if control_port is not None:
            control = undo.enter_context(listen("127.0.0.1", control_port))
        undo.pop_all()
    return Sockets(agent, control)


class Host(Serving):
    """Serves the worlds of this process over HTTP.

    Args:
        worlds: those to serve.
        snapshot: what worlds made over the control port start from.
        authority: issues and honours credentials.
        address: where the agent port listens; the control port is always on the loopback.
        agent_port: 0 takes a free one.
        control_port: 0 takes a free one; None serves no control port.
        sockets: instead of address and ports, where it listens already.
        admin_token: what opens the control port; by default a fresh one.
        idle_after: what becomes of unused worlds whose makers say nothing of it; by default
            they stay open.
        public: the roots of apps that are reached under another address; see ``Addresses``.
        is_training: whether pages are those that agents in training see, without test ids.
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
        sockets: Sockets | None = None,
        admin_token: str | None = None,
        idle_after: Terms | None = None,
        public: Mapping[str, str] | None = None,
        is_training: bool = False,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self.authority = authority
        self.admin_token = admin_token or new_admin_token()
        agent, control = sockets or taken(address, agent_port, control_port)
        self.origin = origin_of(agent)
        self._public = dict(public or {})
        named = [self.origin, *self._public.values()]
        names = frozenset(re.sub(r":\d+$", "", urlsplit(url).netloc) for url in named)
        self._idleness = Idleness(worlds, idle_after, now)
        agents = Observed(
            AgentPort(worlds, authority, names, self._public, is_training=is_training),
            self._idleness,
            AgentChart(),
            self.stopping,
        )
        self.servers = [Server(agents, agent, sockets=True)]
        companies = Companies(snapshot.path.parent, snapshot)
        self.desk = Desk(worlds, companies, authority, self.origin, self._idleness, self._public)
        self.control_origin = ""
        if control is not None:
            self.control_origin = origin_of(control)
            app = ControlPort(self.desk, self.admin_token).app()
            observed = Observed(app, self._idleness, control_chart, self.stopping)
            self.servers.append(Server(observed, control))

    @property
    def portal_url(self) -> str:
        """The portal, with the token that opens it."""
        return f"{self.control_origin}/?token={self.admin_token}"

    def addresses(self, world_id: str) -> Addresses:
        """Where a world's doors are."""
        return Addresses(self.origin, world_id, self._public)

    def launch_url(self, world_id: str, person_id: str) -> str:
        """A link that signs a browser in as a person, once."""
        return self.desk.launch_url(self.desk.worlds.get(world_id), person_id)

    def release(self) -> None:
        """Let go of prepared states and deadlines."""
        self.desk.stage.close()

    async def _chore(self) -> None:
        tell(log, "host_started", "the host serves %(origin)s", origin=self.origin)
        await self._idleness.watch()
