"""An environment around a world in this process."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from workworld import episodes, loading
from workworld.clock import Clock, from_microseconds
from workworld.context import Actor, Surface
from workworld.directory.models import AccountKind, Person
from workworld.doors.mcp import Caller, Tool, ToolResult, call_tool
from workworld.doors.session import acts
from workworld.environment.interface import (
    AnyEnvironment,
    Doors,
    Observation,
    chosen,
    no_such_tool,
)
from workworld.environment.pages import Pages
from workworld.environment.place import Place
from workworld.grading import Family, Grade, Limits, Task, grade
from workworld.grading.judges import Judge
from workworld.paths import cache_home
from workworld.trajectories import Regraded, Trajectory, gathered, regrade
from workworld.worlds import SnapshotCache, World
from workworld.worlds.builds import Advance
from workworld.worlds.snapshots import usual_preset

if TYPE_CHECKING:  # Playwright is an extra
    from playwright.sync_api import Browser, Page


class Environment(AnyEnvironment):
    """One world in this process, put to the beginning of task after task.

    Args:
        preset: which company; by default ``WORKWORLD_PRESET``, or else the generated one of forty.
        company_seed: which variant of it.
        home: where snapshots are kept; by default ``WORKWORLD_HOME`` or the user's cache.
        advance: told of progress if the snapshot has to be built.
        browser: a Chromium to open pages in; by default one of its own is started when needed.
        judge: decides criteria in words; by default they are not judged.
        training: whether pages are served as agents in training see them, without test ids.
        record: whether the record of an episode holds what requests were answered.

    Example:
        >>> with Environment() as env:
        ...     seen = env.reset("communication.post_announcement", seed=1)
        ...     result = env.call("slack_list_user_channels", {})
        ...     env.grade().reward
        0.0
    """

    def __init__(
        self,
        preset: str | None = None,
        *,
        company_seed: int = 0,
        home: Path | None = None,
        advance: Advance | None = None,
        browser: Browser | None = None,
        judge: Judge | None = None,
        training: bool = False,
        record: bool = True,
    ) -> None:
        snapshots = SnapshotCache((home or cache_home()) / "snapshots")
        snapshot = snapshots.get(preset or usual_preset(), company_seed, advance)
        self._stack = ExitStack()
        self._place = self._stack.enter_context(Place(snapshot, browser, is_training=training))
        self._judge = judge
        self._record = record
        self._begin(self._place.worlds.open(snapshot))

    def _begin(self, world: World) -> None:
        self.world = world
        self.world.trail.keeps_results = self._record
        self._task: Task[Any] | None = None
        self._limits = Limits()
        self._tools: Mapping[str, Tool] = {}
        self._lost: str | None = None
        self._lost_after = 0
        self._pages = Pages()

    def reset(
        self,
        task: str | Family[Any],
        seed: int = 0,
        *,
        steps: int | None = None,
        seconds: int | None = None,
        wall_seconds: float | None = None,
    ) -> Observation:
        """See ``AnyEnvironment.reset``; a family itself may be given instead of its id."""
        family = task if isinstance(task, Family) else _family(task)
        limits = chosen(family.limits, steps, seconds, wall_seconds)
        self._pages.close()
        self._task = self._place.states.set_in(self.world, family, seed)
        self._place.deadlines.cancel(self.world.id)  # not before: it may come to nothing
        self._tools = self._place.tools(family.profile)
        self._lost, self._lost_after = None, 0
        self._limits = limits
        with self.world.writing() as session:
            episodes.begin(
                session,
                instruction=self._task.instruction,
                persona_id=self._task.facts.persona_id,
                steps=self._limits.steps,
                seconds=self._limits.seconds,
            )
        self._place.deadlines.set(self.world, self._limits.wall_seconds)
        return self.observation

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
    def tools(self) -> Mapping[str, Tool]:
        """The tools of the present episode, by name."""
        return self._tools

    @property
    def observation(self) -> Observation:
        """See ``AnyEnvironment.observation``."""
        task, persona = self.task, self._persona
        listed = [_listed(tool, persona) for tool in self._tools.values()]
        doors = self.doors() if self._place.is_serving else None
        return Observation(task.instruction, listed, self._persona_card(), doors)

    @property
    def _persona(self) -> Actor:
        return Actor(self.task.facts.persona_id)

    def _persona_card(self) -> dict[str, Any]:
        with self.world.reading() as session:
            person = session.get_one(Person, self._persona.person_id)
            return {name: getattr(person, name) for name in ("id", "name", "email", "title")}

    def call(self, tool: str, arguments: Mapping[str, Any] | None = None) -> ToolResult:
        """See ``AnyEnvironment.call``."""
        persona = self._persona
        if tool not in self._tools:
            raise KeyError(no_such_tool(tool, self._tools))
        try:
            result = call_tool(Caller(self.world, persona), self._tools[tool], arguments or {})
        except Exception as error:
            self.lose(f"{tool} raised {error!r}")
            raise
        self._follow()
        return result

    def doors(self) -> Doors:
        """See ``AnyEnvironment.doors``."""
        host, persona_id = self._place.host, self._persona.person_id
        at = host.addresses(self.world.id)
        apps = {
            app.id: {
                "url": f"{at.app(app.id)}/",
                "mcp": at.mcp(app.id),
                "token": host.authority.token(
                    self.world, persona_id, app.token_prefixes[AccountKind.PERSON]
                ),
            }
            for app in loading.apps()
        }
        launch = host.launch_url(self.world.id, persona_id)
        return Doors(at.home, launch, f"{at.session}/mcp", apps)

    def browser(self) -> Page:
        """See ``AnyEnvironment.browser``."""
        launch = self._place.host.launch_url(self.world.id, self._persona.person_id)
        return self._pages.open(self._place.chrome.browser, launch, self._now())

    def _follow(self) -> None:
        """Let open pages know what time it is."""
        if self._pages:
            self._pages.follow(self._now())

    def _now(self) -> datetime:
        with self.world.reading() as session:
            return Clock(session).now()

    def wait(self, minutes: int) -> None:
        """See ``AnyEnvironment.wait``."""
        acts.wait(self.world, self._persona, Surface.SYSTEM, minutes)
        self._follow()

    def answer(self, value: Any) -> None:
        """See ``AnyEnvironment.answer``."""
        acts.answer(self.world, self._persona, Surface.SYSTEM, value)

    def standing(self) -> dict[str, Any]:
        """See ``AnyEnvironment.standing``."""
        found = acts.own_episode(self.world, self._persona)
        return acts.told(found, from_microseconds(found.now_us).isoformat())

    def grade(self) -> Grade:
        """See ``AnyEnvironment.grade``."""
        task = self.task
        with self.world.reading() as session:
            answer = episodes.answer_in(session)
        return grade(task, self.world, answer, judge=self._judge, lost=self._lost)

    def fork(self, step: int | None = None) -> Self:
        """See ``AnyEnvironment.fork``."""
        task = self.task
        if step is not None:
            self._require_own(step)
        copy = type(self).__new__(type(self))
        copy._stack, copy._place = ExitStack(), self._place
        copy._judge, copy._record = self._judge, self._record
        copy._begin(self._place.worlds.fork(self.world, step))
        copy._stack.callback(self._place.remove, copy.world)
        copy._task, copy._limits, copy._tools = task, self._limits, self._tools
        if step is None or step >= self._lost_after:
            copy._lost, copy._lost_after = self._lost, self._lost_after
        copy._place.deadlines.set(copy.world, copy._limits.wall_seconds)
        return copy

    def _require_own(self, step: int) -> None:
        """See to it that a step is none before the episode, which a fork could not go on with."""
        with self.world.reading() as session:
            first = episodes.first_step(session)
        if step < first:
            raise ValueError(f"the episode began after step {first}, so it has no step {step}")

    def lose(self, why: str) -> None:
        """See ``AnyEnvironment.lose``."""
        if self._lost is None:
            self._lost, self._lost_after = why, self.world.steps_at_hand() or 0

    def trajectory(self, **policy: Any) -> Trajectory:
        """See ``AnyEnvironment.trajectory``."""
        given = self.grade()
        return gathered(self.world, self.task, given, limits=self._limits, policy=policy or None)

    def regrade(self, trajectory: Trajectory) -> Regraded:
        """Judge a recorded episode again; whatever was in the world is gone.

        Raises:
            OtherCompany: it took place in another company than this environment's.
            MalformedEpisode: its task is not there any more, or its changes do not fit it.
        """
        self._pages.close()
        self._place.deadlines.cancel(self.world.id)
        self._task = None
        return regrade(trajectory, self.world, self._place.states, self._judge)

    def close(self) -> None:
        """Close pages and world, and everything else unless it belongs to another environment."""
        with self._stack:
            self._pages.close()
            self._place.deadlines.cancel(self.world.id)


def _family(name: str) -> Family[Any]:
    families = loading.families()
    if name not in families:
        raise KeyError(f"no task family {name!r}: there are {', '.join(families)}")
    return families[name]


def _listed(tool: Tool, persona: Actor) -> dict[str, Any]:
    described = tool.described(persona)
    return {"name": tool.name, "description": described, "inputSchema": tool.input_schema}
