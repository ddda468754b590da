"""What environments in one process share: the company, its worlds, a host and a browser."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from workworld import loading
from workworld.doors.mcp import Tool
from workworld.environment.pages import Chrome
from workworld.errors import WorldNotFound
from workworld.grading.states import PreparedStates
from workworld.host.deadlines import Deadlines
from workworld.identity import Authority
from workworld.lifetimes import Closing
from workworld.worlds import Snapshot, World, Worlds

if TYPE_CHECKING:  # Playwright is an extra
    from playwright.sync_api import Browser

    from workworld.host import Host


class Place(Closing):
    """One company in this process.

    Args:
        snapshot: the company.
        browser: a Chromium to open pages in; by default one is started when it is needed.
        is_training: whether pages are served without test ids.
    """

    def __init__(
        self, snapshot: Snapshot, browser: Browser | None = None, *, is_training: bool = False
    ) -> None:
        self.snapshot = snapshot
        self._is_training = is_training
        self._host: Host | None = None
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="workworld-")))
            self.worlds = stack.enter_context(Worlds(folder / "worlds"))
            self.states = stack.enter_context(PreparedStates(folder / "prepared"))
            self.deadlines = stack.enter_context(Deadlines())
            self.chrome = stack.enter_context(Chrome(browser))
            self._stack = stack.pop_all()

    def tools(self, profile: str) -> dict[str, Tool]:
        """The tools of all apps in a profile, by name."""
        tables = (table.profiles for table in loading.tool_tables())
        offered = (upstreams[profile].tools for upstreams in tables if profile in upstreams)
        return {tool.name: tool for tools in offered for tool in tools}

    def remove(self, world: World) -> None:
        """Remove a world, unless all of them are gone."""
        with suppress(WorldNotFound):
            self.worlds.let_go(world.id, remove=True)

    @property
    def is_serving(self) -> bool:
        """Whether anybody has asked for the host."""
        return self._host is not None

    @property
    def host(self) -> Host:
        """Serves the worlds from the first time that it is asked for."""
        if self._host is None:
            from workworld.host.host import Host  # takes a while, and few serve

            host = Host(self.worlds, self.snapshot, Authority(), is_training=self._is_training)
            self._host = self._stack.enter_context(host)
        return self._host

    def close(self) -> None:
        """Close browser, host and worlds."""
        self._stack.close()
