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
from workworld.errors import WorldNotFound
from workworld.host.agent_port import AgentPort
from workworld.host.composition import Composition
from workworld.host.control import Companies, ControlPort, Demonstrate, Desk
from workworld.host.idleness import Idleness, Terms
from workworld.host.logs import tell
from workworld.host.requests import AgentChart, Observed, control_chart
from workworld.host.serving import Server, Serving, listen, origin_of
from workworld.identity import Authority, new_admin_token
from workworld.worlds import Snapshot, World, Worlds

log = logging.getLogger(__name__)

_VISIT = Terms(60)
"""How long a world of other processes stays open here after it was used."""


class Sockets(NamedTuple):
    """Where a host listens."""

    agent: socket.socket
    control: socket.socket | None


def taken(
    address: str, agent_port: int, control_port: int | None, control_address: str = "127.0.0.1"
) -> Sockets:
    """Listen at an address for agents, and at the loopback or another one for control.

    Raises:
        OSError: a port is taken.
    """
    with ExitStack() as undo:  # a taken control port lets go of the agent port again
        agent = undo.enter_context(listen(address, agent_port))
        control = None
        if control_port is not None:
            control = undo.enter_context(listen(control_address, control_port))
        undo.pop_all()
    return Sockets(agent, control)


class Host(Serving):
    """Serves the worlds of this process over HTTP.

    Args:
        worlds: those to serve.
        snapshot: what worlds made over the control port start from.
        authority: issues and honours credentials.
        address: where the agent port listens.
        agent_port: 0 takes a free one.
        control_port: 0 takes a free one; None serves no control port.
        control_address: where the control port listens.
        sockets: instead of addresses and ports, where it listens already.
        admin_token: what opens the control port; by default a fresh one.
        idle_after: what becomes of unused worlds whose makers say nothing of it; by default
            they stay open.
        public: the roots of apps that are reached under another address; see ``Addresses``.
        composed: which part of a company this process serves; None if all of it. It then has the
            worlds that the others of that company have, as far as they are shared.
        is_training: whether pages are those that agents in training see, without test ids.
        demonstrate: shows on the portal how a task is done; None if nothing here can.
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
        control_address: str = "127.0.0.1",
        admin_token: str | None = None,
        idle_after: Terms | None = None,
        public: Mapping[str, str] | None = None,
        composed: Composition | None = None,
        is_training: bool = False,
        demonstrate: Demonstrate | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self.authority = authority
        self.admin_token = admin_token or new_admin_token()
        agent, control = sockets or taken(address, agent_port, control_port, control_address)
        self.origin = composed.origin if composed else origin_of(agent)
        self._public = composed.roots if composed else dict(public or {})
        links = composed.roots_of_links if composed else self._public
        named = [self.origin, *self._public.values()]
        names = frozenset(re.sub(r":\d+$", "", urlsplit(url).netloc) for url in named)
        self._idleness = Idleness(worlds, idle_after, now)
        self._worlds, self._snapshot = worlds, snapshot
        world_of = self._joined if composed else worlds.get
        agents = Observed(
            AgentPort(
                world_of, authority, names, links, composed=composed, is_training=is_training
            ),
            self._idleness,
            AgentChart(),
            self.stopping,
        )
        self.servers = [Server(agents, agent, sockets=True)]
        companies = Companies(snapshot.path.parent, snapshot)
        self.desk = Desk(
            worlds,
            companies,
            authority,
            self.origin,
            self._idleness,
            self._public,
            shares=composed is not None,
        )
        self.control_origin = ""
        if control is not None:
            self.control_origin = origin_of(control)
            app = ControlPort(self.desk, self.admin_token, demonstrate).app()
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

    def _joined(self, world_id: str) -> World:
        """A world that another process of the company may have made.

        Raises:
            WorldNotFound: there is none, or it is being removed just now.
        """
        try:
            return self._worlds.get(world_id)
        except WorldNotFound:
            world = self._worlds.join(world_id, self._snapshot)
            self._idleness.agree(world_id, _VISIT)
            return world

    async def _chore(self) -> None:
        tell(log, "host_started", "the host serves %(origin)s", origin=self.origin)
        await self._idleness.watch()
