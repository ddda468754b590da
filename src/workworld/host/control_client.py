"""A client of the control API: over HTTP, or of an app in this very process."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from workworld.grading import Grade
from workworld.host.asking import Asking, ControlFailed
from workworld.trajectories import Trajectory

__all__ = ["ControlClient", "ControlFailed"]

Told = dict[str, Any]
"""What the API tells of something, by the names that ``GET /api`` describes."""


class ControlClient(Asking):
    """What trainers ask of the control API, one method for each request that they need often.

    Every method raises ``ControlFailed`` when it is refused, and ``httpx2.TransportError`` when
    nobody answers. What is None is left to the host. ``ask`` sends any other request.

    Args:
        token: the admin token.
        origin: where the control port is reached, such as ``http://127.0.0.1:8701``.
        app: instead of that, the control port's own app, if it is in this process:
            ``ControlPort(host.desk, token).app()``.

    Example:
        >>> with ControlClient(token, "http://127.0.0.1:8701") as control:  # doctest: +SKIP
        ...     world = control.create(ttl=3600, idle="remove")["name"]
        ...     task = control.task(world, "communication.post_announcement", seed=1)
        ...     control.grade(world).reward
        0.0
    """

    def of_world(self, world: str, method: str, noun: str, /, **body: Any) -> Told:
        """Ask for something of an open world; what is None is left out."""
        given = {key: value for key, value in body.items() if value is not None}
        path = f"{_path(world)}/{noun}" if noun else _path(world)
        if method == "POST":
            return self.ask(method, path, body=given)
        return self.ask(method, path, query={key: _text(each) for key, each in given.items()})

    def worlds(self) -> Told:
        """The open ``worlds``, and the ``closed`` ones."""
        return self.ask("GET", "/api/worlds")

    def create(
        self,
        *,
        name: str | None = None,
        preset: str | None = None,
        seed: int | None = None,
        snapshot: str | None = None,
        fresh: bool | None = None,
        shared: bool | None = None,
        ttl: int | None = None,
        idle: str | None = None,
    ) -> Told:
        """Open a world.

        Args:
            name: by default a free one.
            preset: which company; by default the host's.
            seed: which variant of it.
            snapshot: instead of both, the fingerprint of a snapshot.
            fresh: False goes on with what lies under its name.
            shared: whether other processes may serve it too.
            ttl: after how many seconds without use it is let go of; 0 is never.
            idle: whether it is then to ``close`` or to ``remove``.
        """
        given = {
            "name": name,
            "preset": preset,
            "seed": seed,
            "snapshot": snapshot,
            "fresh": fresh,
            "shared": shared,
            "ttl": ttl,
            "idle": idle,
        }
        body = {key: value for key, value in given.items() if value is not None}
        return self.ask("POST", "/api/worlds", body=body)

    def let_go(self, name: str, *, remove: bool = False, snapshot: str | None = None) -> Told:
        """Close a world, and remove what was changed if that is wanted."""
        return self.of_world(name, "DELETE", "", remove=remove, snapshot=snapshot)

    def reset(self, world: str) -> Told:
        """Put a world back to the snapshot; the task that is set in it goes as well."""
        return self.of_world(world, "POST", "reset")

    def rewind(self, world: str, step: int) -> Told:
        """Put a world back to the state after a step; 0 is before the first."""
        return self.of_world(world, "POST", "rewind", step=step)

    def fork(
        self,
        world: str,
        step: int | None = None,
        *,
        name: str | None = None,
        ttl: int | None = None,
        idle: str | None = None,
    ) -> Told:
        """Open a copy of a world as it is, or as it was after a step; its task is set in it too."""
        return self.of_world(world, "POST", "fork", step=step, name=name, ttl=ttl, idle=idle)

    def tasks(self) -> Sequence[Told]:
        """The task families."""
        return _list(self.ask("GET", "/api/tasks")["tasks"])

    def preview(self, task: str, seed: int = 0) -> Told:
        """A task of the host's company, with its rubric, set nowhere."""
        query = {"task": task, "seed": str(seed)}
        return self.ask("GET", "/api/tasks/preview", query=query)

    def task(
        self,
        world: str,
        task: str,
        seed: int = 0,
        *,
        steps: int | None = None,
        seconds: int | None = None,
        wall_seconds: float | None = None,
    ) -> Told:
        """Put a world to where the episodes of a task begin, and begin one.

        Args:
            world: where; whatever was in it is gone.
            task: the family's id.
            seed: which of the family's tasks.
            steps: how many changes may be asked for; by default as many as the family says.
            seconds: how much simulated time may pass; likewise.
            wall_seconds: how much real time may pass; likewise.
        """
        limits = {"steps": steps, "seconds": seconds, "wall_seconds": wall_seconds}
        return self.of_world(world, "POST", "task", task=task, seed=seed, **limits)

    def session(self, world: str) -> Told:
        """How the episode stands: time, what is left of the limits, the answer."""
        return self.of_world(world, "GET", "session")

    def grade(self, world: str, *, answer: Any = None, lost: str | None = None) -> Grade:
        """Judge what was done about the task so far. The world is not changed.

        Args:
            world: where.
            answer: instead of what was answered in the session.
            lost: why the episode is invalid whatever the checks say.
        """
        return Grade.of(self.of_world(world, "POST", "grade", answer=answer, lost=lost))

    def episode(self, world: str, *, lost: str | None = None) -> Trajectory:
        """The record of the episode so far, with its grade; ``lost`` as for ``grade``."""
        header, *events, grade = self.of_world(world, "GET", "episode", lost=lost)["lines"]
        return Trajectory(header, events, grade, Grade.of(grade))

    def steps(self, world: str, *, since: int | None = None) -> Sequence[Told]:
        """What was asked, by whom and with what outcome, oldest first."""
        return _list(self.of_world(world, "GET", "steps", since=since)["steps"])

    def reads(self, world: str, *, since: int | None = None) -> Sequence[Told]:
        """What was looked at, oldest first."""
        return _list(self.of_world(world, "GET", "reads", since=since)["reads"])

    def diff(self, world: str) -> Sequence[Told]:
        """Every row that is not as it was, and who touched it last."""
        return _list(self.of_world(world, "GET", "diff")["changes"])

    def clock(self, world: str) -> Told:
        """The simulated time, and what a step costs."""
        return self.of_world(world, "GET", "clock")

    def set_clock(
        self, world: str, *, advance: int | None = None, step_seconds: int | None = None
    ) -> Told:
        """Let so many seconds pass, or say what a step costs from now on."""
        return self.of_world(world, "POST", "clock", advance=advance, step_seconds=step_seconds)

    def schedule(self, world: str) -> Sequence[Told]:
        """What is due when, earliest first."""
        return _list(self.of_world(world, "GET", "schedule")["schedule"])

    def faults(self, world: str) -> Sequence[Told]:
        """What goes wrong."""
        return _list(self.of_world(world, "GET", "faults")["faults"])

    def add_fault(self, world: str, app: str, kind: str, **narrowed: Any) -> Told:
        """Let an app be ``down``, ``failing``, ``rate_limited``, ``stale_token`` or ``slow``.

        Args:
            world: where.
            app: which app.
            kind: how.
            narrowed: ``operation``, ``surface``, ``seconds``, ``times``, ``minutes``, ``until``.
        """
        return self.of_world(world, "POST", "faults", app=app, kind=kind, **narrowed)

    def end_faults(self, world: str, fault: int | None = None) -> Told:
        """Let one thing, or nothing, go wrong any more."""
        return self.of_world(world, "DELETE", "faults", id=fault)

    def people(self, world: str) -> Sequence[Told]:
        """The people."""
        return _list(self.of_world(world, "GET", "people")["people"])

    def credentials(self, world: str, person: str, **narrowed: Any) -> Told:
        """What lets somebody in as a person: ``tokens`` by app, ``launch_url``, ``password``.

        Args:
            world: where.
            person: an e-mail address, or the id of a person or bot.
            narrowed: ``scopes`` and ``lifetime_seconds`` of the tokens.
        """
        return self.of_world(world, "POST", "credentials", person=person, **narrowed)


def _path(name: str) -> str:
    return f"/api/worlds/{quote(name, safe='')}"


def _text(value: Any) -> str:
    """A field as a query has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _list(told: Any) -> Sequence[Told]:
    found: Sequence[Told] = told
    return found
