"""The trainer's interface: an environment around one world, in this process."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workworld import episodes, loading
from workworld.browsers import chromium
from workworld.clock import Clock
from workworld.context import Actor, Surface
from workworld.doors.mcp import Caller, Tool, ToolResult, call_tool
from workworld.doors.session import acts
from workworld.grading import Grade, Task, grade
from workworld.grading.family import ToolFailed
from workworld.host import Host
from workworld.identity import Authority
from workworld.lifetimes import Closing
from workworld.paths import cache_home
from workworld.worlds import SnapshotCache, Worlds
from workworld.worlds.builds import Advance

if TYPE_CHECKING:  # Playwright is an extra
    from playwright.sync_api import Browser, Page


@dataclass(frozen=True, slots=True)
class Observation:
    """What an agent is given at the start of an episode."""

    instruction: str
    tools: Sequence[Mapping[str, Any]]
    """Name, description and JSON schema of each tool, as MCP lists them."""


class Environment(Closing):
    """One world in this process, reset to task after task.

    Args:
        preset: which company.
        company_seed: which variant of it.
        home: where snapshots are kept; by default ``WORKWORLD_HOME`` or the user's cache.
        advance: told of progress if the snapshot has to be built.
        browser: a Chromium to open pages in; by default one of its own is started when needed.

    Example:
        >>> with Environment() as env:
        ...     seen = env.reset("communication.post_announcement", seed=1)
        ...     result = env.call("slack_list_user_channels", {})
        ...     env.grade().reward
        0.0
    """

    def __init__(
        self,
        preset: str = "tiny",
        *,
        company_seed: int = 0,
        home: Path | None = None,
        advance: Advance | None = None,
        browser: Browser | None = None,
    ) -> None:
        snapshots = SnapshotCache((home or cache_home()) / "snapshots")
        self._snapshot = snapshots.get(preset, company_seed, advance)
        with ExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="workworld-"))
            self._worlds = stack.enter_context(Worlds(Path(folder)))
            self.world = self._worlds.open(self._snapshot)
            self._stack = stack.pop_all()
        self._tools = {tool.name: tool for table in loading.tool_tables() for tool in table.tools}
        self._task: Task[Any] | None = None
        self._host: Host | None = None
        self._browser = browser
        self._pages: list[Page] = []

    def reset(
        self, task: str, seed: int = 0, *, steps: int | None = None, seconds: int | None = None
    ) -> Observation:
        """Put the world back, set a task in it, and begin an episode.

        Args:
            task: the family's id, such as ``communication.post_announcement``.
            seed: which of the family's tasks.
            steps: how many changes may be asked for; None for any number.
            seconds: how much simulated time may pass; None for any.

        Raises:
            KeyError: there is no such family.
            BrokenTask: the family yields no fair task for this seed.
        """
        families = loading.families()
        if task not in families:
            raise KeyError(f"no task family {task!r}: there are {', '.join(families)}")
        self._close_pages()
        self.world.reset()
        self._task = families[task].task(self.world, seed)
        with self.world.writing() as session:
            episodes.begin(
                session,
                instruction=self._task.instruction,
                persona_id=self._task.facts.persona_id,
                steps=steps,
                seconds=seconds,
            )
        listed = [_listed(tool) for tool in self._tools.values()]
        return Observation(self._task.instruction, listed)

    @property
    def task(self) -> Task[Any]:
        """The task of the present episode.

        Raises:
            RuntimeError: ``reset`` has not been called.
        """
        if self._task is None:
            raise RuntimeError("no episode has begun: call reset first")
        return self._task

    @property
    def _persona(self) -> Actor:
        return Actor(self.task.facts.persona_id)

    def call(self, tool: str, arguments: Mapping[str, Any] | None = None) -> ToolResult:
        """Call a tool as the persona.

        Raises:
            KeyError: there is no such tool.
        """
        if tool not in self._tools:
            raise KeyError(f"no tool {tool!r}: there are {', '.join(self._tools)}")
        caller = Caller(self.world, self._persona)
        return call_tool(caller, self._tools[tool], arguments or {})

    def use(self, tool: str, **arguments: Any) -> ToolResult:
        """``call`` as oracles and traps use it.

        Raises:
            ToolFailed: the result is an error.
        """
        result = self.call(tool, arguments)
        if result.is_error:
            raise ToolFailed(f"{tool}: {result.text}")
        return result

    def browser(self) -> Page:
        """A page in Chromium, signed in as the persona, at the app switcher.

        Raises:
            NoBrowser: Playwright or Chromium is not installed.
        """
        persona_id = self.task.facts.persona_id
        if self._host is None:
            self._host = self._stack.enter_context(Host(self._worlds, self._snapshot, Authority()))
        if self._browser is None:
            self._browser = self._stack.enter_context(chromium())
        page = self._browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
        self._pages.append(page)
        with self.world.reading() as session:
            page.clock.set_fixed_time(Clock(session).now())
        page.goto(self._host.launch_url(self.world.id, persona_id))
        return page

    def wait(self, minutes: int) -> None:
        """Let simulated time pass, at most a day; what is due by then happens.

        Raises:
            Refused: it is no such time, or the episode is over.
        """
        acts.wait(self.world, self._persona, Surface.SYSTEM, minutes)

    def answer(self, value: Any) -> None:
        """Give the agent's answer, any JSON value; a later one replaces it.

        Raises:
            Refused: it is too long, or no JSON.
        """
        acts.answer(self.world, self._persona, Surface.SYSTEM, value)

    def grade(self) -> Grade:
        """Judge the episode so far. The world is not changed."""
        with self.world.reading() as session:
            answer = episodes.answer_in(session)
        return grade(self.task, self.world, answer)

    def close(self) -> None:
        """Close pages, host and world."""
        with self._stack:
            self._close_pages()

    def _close_pages(self) -> None:
        while self._pages:
            self._pages.pop().context.close()


def _listed(tool: Tool) -> dict[str, Any]:
    return {"name": tool.name, "description": tool.description, "inputSchema": tool.input_schema}
