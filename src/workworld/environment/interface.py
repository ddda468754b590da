"""What a trainer holds, wherever the world is."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from workworld.doors.mcp import ToolResult
from workworld.grading import Grade, Limits
from workworld.grading.family import ToolFailed
from workworld.lifetimes import Closing
from workworld.trajectories import Trajectory, append

if TYPE_CHECKING:  # Playwright is an extra
    from playwright.sync_api import Page


@dataclass(frozen=True, slots=True)
class Doors:
    """Where a world is reached over HTTP, as the persona."""

    url: str
    """The app switcher."""
    launch_url: str
    """Signs a browser in, once."""
    session_mcp: str
    """The session's own MCP server: the instruction, waiting, the answer."""
    apps: Mapping[str, Mapping[str, str]]
    """By app: ``url`` is the root of its pages and its REST API, ``mcp`` its MCP endpoint, and
    ``token`` the bearer token for both."""


@dataclass(frozen=True, slots=True)
class Observation:
    """What an agent is given at the start of an episode."""

    instruction: str
    tools: Sequence[Mapping[str, Any]]
    """Name, description and JSON schema of each tool, as MCP lists them."""
    persona: Mapping[str, Any] = field(default_factory=dict)
    """Whom it stands in for: ``id``, ``name``, ``email`` and ``title``."""
    doors: Doors | None = None
    """Where the world is reached over HTTP; None if nothing serves it yet."""


class AnyEnvironment(Closing):
    """One world, put to the beginning of task after task.

    Oracles and policies act in it by ``use``, ``call``, ``wait`` and ``answer``.
    """

    @abstractmethod
    def reset(
        self,
        task: str,
        seed: int = 0,
        *,
        steps: int | None = None,
        seconds: int | None = None,
        wall_seconds: float | None = None,
    ) -> Observation:
        """Put the world to where the episodes of a task begin, and begin one.

        Args:
            task: the family's id, such as ``communication.post_announcement``.
            seed: which of the family's tasks.
            steps: how many changes may be asked for; by default as many as the family says.
            seconds: how much simulated time may pass; likewise.
            wall_seconds: how much real time may pass; likewise.

        Raises:
            KeyError: there is no such family.
            ValueError: a limit is below 0, or endless.
            BrokenTask: the family yields no fair task for this seed.
        """

    @property
    @abstractmethod
    def observation(self) -> Observation:
        """What the agent was given.

        Raises:
            RuntimeError: ``reset`` has not been called.
        """

    @abstractmethod
    def call(self, tool: str, arguments: Mapping[str, Any] | None = None) -> ToolResult:
        """Call a tool as the persona.

        Raises:
            KeyError: there is no such tool.
        """

    def use(self, tool: str, **arguments: Any) -> ToolResult:
        """``call`` as oracles and traps use it.

        Raises:
            ToolFailed: the result is an error.
        """
        result = self.call(tool, arguments)
        if result.is_error:
            raise ToolFailed(f"{tool}: {result.text}")
        return result

    @abstractmethod
    def doors(self) -> Doors:
        """Where the world is reached over HTTP; from now on it is, if it was not."""

    @abstractmethod
    def browser(self) -> Page:
        """A page in Chromium, signed in as the persona, at the app switcher.

        Raises:
            NoBrowser: Playwright or Chromium is not installed.
        """

    @abstractmethod
    def wait(self, minutes: int) -> None:
        """Let simulated time pass, at most a day; what is due by then happens.

        Raises:
            Refused: it is no such time, or the episode is over.
        """

    @abstractmethod
    def answer(self, value: Any) -> None:
        """Give the agent's answer, any JSON value; a later one replaces it.

        Raises:
            Refused: it is too long, or no JSON, or the episode was ended.
        """

    @abstractmethod
    def standing(self) -> dict[str, Any]:
        """The simulated time, what is left of the limits, and the answer given last."""

    @abstractmethod
    def grade(self) -> Grade:
        """Judge the episode so far. The world is not changed."""

    @abstractmethod
    def fork(self, step: int | None = None) -> Self:
        """An environment of its own that goes on from here, or from after a step of the world.

        It ends with this one, or when it is closed.

        Raises:
            ValueError: there was no such step in the episode.
        """

    def group(self, size: int) -> list[Self]:
        """So many forks that go on from here side by side: what group rollouts start from.

        They end with this one, or when each is closed.

        Args:
            size: at least 1.
        """
        if size < 1:
            raise ValueError(f"a group of {size} is none")
        with ExitStack() as stack:
            made: list[Self] = []
            for _ in range(size):
                made.append(self.fork())
                stack.callback(made[-1].close)
            stack.pop_all()
        return made

    @abstractmethod
    def lose(self, why: str) -> None:
        """Say that something failed which is not the agent's fault: the episode is invalid."""

    @abstractmethod
    def trajectory(self, **policy: Any) -> Trajectory:
        """The record of the episode so far, with its grade.

        Args:
            policy: who acted: at least a ``name``, if anything is said of it.

        Raises:
            ValueError: something is said, and no name.
        """

    def save(self, file: Path, **policy: Any) -> Trajectory:
        """Write the record of the episode so far at the end of a file of JSON lines.

        Raises:
            ValueError: of the policy something is said, and no name.
        """
        found = self.trajectory(**policy)
        append(file, [found])
        return found


def chosen(limits: Limits, steps: int | None, seconds: int | None, wall: float | None) -> Limits:
    """A family's limits, with those that a trainer gives in their place."""
    return Limits(steps, seconds, wall).within(limits)


def no_such_tool(name: str, tools: Iterable[str]) -> str:
    """What to say to whoever calls a tool that there is not: the names that are like it, or all."""
    names = list(tools)
    like = get_close_matches(name, names)
    return f"no tool {name!r}: there are {', '.join(like or names)}"
