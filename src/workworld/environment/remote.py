"""What environments share whose worlds are at one host: connections, the worlds, a browser."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import httpx2

from workworld.environment.mcp_client import HostLost, McpClient
from workworld.environment.pages import Chrome
from workworld.host.control_client import ControlClient, ControlFailed
from workworld.lifetimes import Closing

if TYPE_CHECKING:  # Playwright is an extra
    from playwright.sync_api import Browser

_TOOL = ("name", "description", "inputSchema")
_TTL = 86_400
_SERVER_ERROR = 500
_GONE = frozenset({"no_task", "no_session", "world_not_found", "world_closed"})
"""What a host says of a world that was lost, as when the process that had it has died."""
_PATIENCE = httpx2.Timeout(120, connect=5)


@dataclass(frozen=True, slots=True)
class Keys:
    """What lets the persona in at each door of a world."""

    tokens: Mapping[str, str]
    mcp: McpClient
    session: McpClient


class Remote(Closing):
    """One host.

    Args:
        url: its control port.
        token: the admin token.
        browser: a Chromium to open pages in; by default one is started when it is needed.
    """

    def __init__(self, url: str, token: str, browser: Browser | None = None) -> None:
        self._worlds: set[str] = set()
        self._tools: dict[tuple[str, str], Sequence[Mapping[str, Any]]] = {}
        with ExitStack() as stack:
            self._control = stack.enter_context(ControlClient(token, url))
            agents = httpx2.Client(timeout=_PATIENCE, trust_env=False)
            self._agents = stack.enter_context(agents)
            self.chrome = stack.enter_context(Chrome(browser))
            self._stack = stack.pop_all()

    def create(self, preset: str | None, seed: int | None, name: str | None) -> Mapping[str, Any]:
        """Open a world, which is removed at the end."""
        with self.reaching() as control:
            made = control.create(name=name, preset=preset, seed=seed, ttl=_TTL, idle="remove")
        self._worlds.add(made["name"])
        return made

    def fork(self, world: str, step: int | None) -> Mapping[str, Any]:
        """Open a copy of a world, which is removed at the end."""
        with self.reaching() as control:
            made = control.fork(world, step)
        self._worlds.add(made["name"])
        return made

    def remove(self, world: str) -> None:
        """Remove a world, if it is still there."""
        if world in self._worlds:
            self._worlds.discard(world)
            with suppress(ControlFailed, HostLost), self.reaching() as control:
                control.let_go(world, remove=True)

    def keys(self, world: Mapping[str, Any], told: Mapping[str, Any]) -> Keys:
        """The keys to a world.

        Args:
            world: what the host tells of it.
            told: ``tokens`` by app, and the ``profile`` of the tools.
        """
        tokens = told["tokens"]
        anyone = next(iter(tokens.values()))
        mcp = McpClient(self._agents, f"{world['mcp']}?profile={told['profile']}", anyone)
        return Keys(tokens, mcp, McpClient(self._agents, f"{world['session']}/mcp", anyone))

    def tools(self, told: Mapping[str, Any], keys: Keys) -> Sequence[Mapping[str, Any]]:
        """The tools of a task's profile, as its persona is told of them; listed once.

        Args:
            told: what the host tells of the task.
            keys: to its world.

        Raises:
            HostLost: no list came.
        """
        key = (told["profile"], told["persona"]["id"])
        if key not in self._tools:
            self._tools[key] = [{name: tool[name] for name in _TOOL} for tool in keys.mcp.tools()]
        return self._tools[key]

    @contextmanager
    def reaching(self) -> Iterator[ControlClient]:
        """The client of the control port.

        Raises:
            HostLost: in the block, nobody answers, or the host has failed or lost the world.
        """
        try:
            yield self._control
        except httpx2.TransportError as error:
            raise HostLost(f"{self._control.origin}: {error!r}") from error
        except ControlFailed as failed:
            if failed.error in _GONE or failed.status >= _SERVER_ERROR:
                raise HostLost(f"the host said {failed.error}: {failed}") from failed
            raise

    def close(self) -> None:
        """Close connections and browser, and remove the worlds."""
        with self._stack:
            for world in list(self._worlds):
                self.remove(world)
