"""An environment around a world of a running host."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Self

from workworld.doors.mcp import ToolResult
from workworld.doors.session import acts
from workworld.environment.interface import AnyEnvironment, Doors, Observation, no_such_tool
from workworld.environment.mcp_client import HostLost
from workworld.environment.pages import Pages
from workworld.environment.remote import Keys, Remote
from workworld.episodes import LimitReached, Over
from workworld.errors import BrokenTask, Conflict, Invalid, NotFound, Refused
from workworld.grading import Grade
from workworld.host.control_client import ControlClient, ControlFailed
from workworld.trajectories import Trajectory

if TYPE_CHECKING:  # Playwright is an extra
    from playwright.sync_api import Browser, Page

_PERSONA = ("id", "name", "email", "title")
_NOT_STANDING = ("instruction", "person", "url")
_REFUSALS: dict[str, type[Refused]] = {
    "session_not_found": NotFound,
    "no_time_left": Conflict,
    "invalid_arguments": Invalid,
}


@dataclass(frozen=True, slots=True)
class _Begun:
    """The episode that was begun."""

    told: Mapping[str, Any]
    """What the host told of the task."""
    keys: Keys
    tools: Sequence[Mapping[str, Any]]


class HostedEnvironment(AnyEnvironment):
    """A world of its own at a running host, put to the beginning of task after task.

    It needs what the host printed when it started: where the control port is, and the admin token.
    The world is removed when the environment is closed, or after a day without use.

    Args:
        url: the control port, such as ``http://127.0.0.1:8701``.
        token: the admin token.
        preset: which company; by default the host's.
        company_seed: which variant of it.
        name: of the world; by default a free one.
        browser: a Chromium to open pages in; by default one of its own is started when needed.

    Raises:
        ControlFailed: the host makes no such world.
        HostLost: nobody answers.

    Example:
        >>> with HostedEnvironment("http://127.0.0.1:8701", token) as env:  # doctest: +SKIP
        ...     seen = env.reset("communication.post_announcement", seed=1)
        ...     result = env.call("slack_list_user_channels", {})
        ...     env.grade().reward
        0.0
    """

    def __init__(
        self,
        url: str,
        token: str,
        *,
        preset: str | None = None,
        company_seed: int | None = None,
        name: str | None = None,
        browser: Browser | None = None,
    ) -> None:
        with ExitStack() as undo:
            remote = undo.enter_context(Remote(url, token, browser))
            self._begin(remote, remote.create(preset, company_seed, name))
            self._stack = undo.pop_all()

    def _begin(self, remote: Remote, world: Mapping[str, Any]) -> None:
        self._stack = ExitStack()
        self._remote = remote
        self._world = world
        self._begun: _Begun | None = None
        self._lost: str | None = None
        self._lost_after = 0
        self._pages = Pages()

    @property
    def name(self) -> str:
        """The name of its world at the host."""
        return str(self._world["name"])

    def reset(
        self,
        task: str,
        seed: int = 0,
        *,
        steps: int | None = None,
        seconds: int | None = None,
        wall_seconds: float | None = None,
    ) -> Observation:
        """See ``AnyEnvironment.reset``."""
        before, self._begun = self._begun, None
        with self._remote.reaching() as control:
            try:
                told = control.task(
                    self.name,
                    task,
                    seed,
                    steps=steps,
                    seconds=seconds,
                    wall_seconds=wall_seconds,
                )
            except ControlFailed as failed:
                self._begun = before  # it was refused, so the former episode goes on
                raise _explained(failed, task, control) from None
        self._pages.close()
        self._lost, self._lost_after = None, 0
        keys = self._remote.keys(self._world, told)
        self._begun = _Begun(told, keys, self._remote.tools(told, keys))
        return self.observation

    @property
    def _episode(self) -> _Begun:
        if self._begun is None:
            raise RuntimeError("no episode has begun: call reset first")
        return self._begun

    @contextmanager
    def _asking(self) -> Iterator[tuple[ControlClient, _Begun]]:
        """The control port's client, and the episode, which is invalid if the host is lost."""
        begun = self._episode
        try:
            with self._remote.reaching() as control:
                yield control, begun
        except HostLost as lost:
            self.lose(str(lost))
            raise

    @property
    def observation(self) -> Observation:
        """See ``AnyEnvironment.observation``."""
        begun = self._episode
        told = begun.told
        persona = {name: told["persona"][name] for name in _PERSONA}
        doors = self._doors(begun, told["launch_url"])
        return Observation(told["instruction"], begun.tools, persona, doors)

    def call(self, tool: str, arguments: Mapping[str, Any] | None = None) -> ToolResult:
        """See ``AnyEnvironment.call``.

        Raises:
            HostLost: the host did not answer, or failed; the episode is invalid then.
        """
        names = [each["name"] for each in self._episode.tools]
        if tool not in names:
            raise KeyError(no_such_tool(tool, names))
        with self._asking() as (_control, begun):
            result = begun.keys.mcp.call(tool, arguments or {})
        self._follow()
        return result

    def doors(self) -> Doors:
        """See ``AnyEnvironment.doors``."""
        return self._doors(self._episode, self._launch_url())

    def _doors(self, begun: _Begun, launch_url: str) -> Doors:
        tokens, world = begun.keys.tokens, self._world
        apps = {app: {**at, "token": tokens[app]} for app, at in world["apps"].items()}
        return Doors(world["url"], launch_url, f"{world['session']}/mcp", apps)

    def _launch_url(self) -> str:
        with self._asking() as (control, begun):
            person = begun.told["persona"]["id"]
            return str(control.credentials(self.name, person)["launch_url"])

    def browser(self) -> Page:
        """See ``AnyEnvironment.browser``."""
        return self._pages.open(self._remote.chrome.browser, self._launch_url(), self._now())

    def _follow(self) -> None:
        """Let open pages know what time it is."""
        if self._pages:
            self._pages.follow(self._now())

    def _now(self) -> datetime:
        with self._asking() as (control, _begun):
            return datetime.fromisoformat(control.clock(self.name)["now"])

    def wait(self, minutes: int) -> None:
        """See ``AnyEnvironment.wait``."""
        acts.require_minutes(minutes)
        self._in_session("session_wait", minutes=minutes)
        self._follow()

    def answer(self, value: Any) -> None:
        """See ``AnyEnvironment.answer``."""
        acts.require_answer(value)
        self._in_session("session_answer", answer=value)

    def _in_session(self, tool: str, **arguments: Any) -> None:
        with self._asking() as (_control, begun):
            result = begun.keys.session.call(tool, arguments)
        if result.is_error:
            raise self._refusal(result.text)

    def _refusal(self, text: str) -> Refused:
        """What a tool of the session's said, as ``acts`` raises it."""
        code, _, message = text.partition(": ")
        if code == "limit_reached":
            return LimitReached(Over(self.standing()["over"]))
        return _REFUSALS.get(code, Refused)(code, message)

    def standing(self) -> dict[str, Any]:
        """See ``AnyEnvironment.standing``."""
        with self._asking() as (control, _begun):
            told = control.session(self.name)
        return {name: value for name, value in told.items() if name not in _NOT_STANDING}

    def grade(self) -> Grade:
        """See ``AnyEnvironment.grade``; an episode whose world is lost is invalid."""
        try:
            with self._asking() as (control, _begun):
                return control.grade(self.name, lost=self._lost)
        except HostLost:
            return Grade(None, None, (), self._lost)

    def trajectory(self, **policy: Any) -> Trajectory:
        """See ``AnyEnvironment.trajectory``.

        Raises:
            HostLost: the record is lost with the world.
        """
        with self._asking() as (control, _begun):
            found = control.episode(self.name, lost=self._lost)
        if not policy:
            return found
        return replace(found, header={**found.header, "policy": policy})

    def fork(self, step: int | None = None) -> Self:
        """See ``AnyEnvironment.fork``."""
        begun = self._episode
        first = begun.told["first_step"]
        if step is not None and step < first:
            raise ValueError(f"the episode began after step {first}, so it has no step {step}")
        try:
            made = self._remote.fork(self.name, step)
        except ControlFailed as failed:
            raise ValueError(str(failed)) if failed.error == "bad_request" else failed from None
        copy = type(self).__new__(type(self))
        copy._begin(self._remote, made)
        copy._stack.callback(self._remote.remove, copy.name)
        if step is None or step >= self._lost_after:
            copy._lost, copy._lost_after = self._lost, self._lost_after
        with self._remote.reaching() as control:
            told = {**begun.told, **control.credentials(copy.name, begun.told["persona"]["id"])}
        copy._begun = _Begun(told, self._remote.keys(made, told), begun.tools)
        return copy

    def lose(self, why: str) -> None:
        """See ``AnyEnvironment.lose``."""
        if self._lost is None:
            self._lost, self._lost_after = why, self._last_step()

    def _last_step(self) -> int:
        """How many steps the world has seen; 0 if the host is lost."""
        with suppress(ControlFailed, HostLost), self._remote.reaching() as control:
            return max((step["step"] for step in control.steps(self.name)), default=0)
        return 0

    def close(self) -> None:
        """Close pages, remove the world, and for the first environment all that were forked."""
        with self._stack:
            self._pages.close()


def _explained(failed: ControlFailed, task: str, control: ControlClient) -> Exception:
    """What it means that no task was set."""
    if failed.error == "broken_task":
        return BrokenTask(**failed.more)
    if failed.error != "bad_request":
        return failed
    known = [family["id"] for family in control.tasks()]
    if task not in known:
        return KeyError(f"no task family {task!r}: there are {', '.join(known)}")
    return ValueError(str(failed))
