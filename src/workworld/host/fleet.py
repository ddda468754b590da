"""A host of several processes: the parent owns the control port, workers serve the worlds."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import quote

from workworld.doors.addresses import Addresses
from workworld.host.control import Asked, ControlPort, Demonstrate, Refusal, Row
from workworld.host.host import Sockets, taken
from workworld.host.logs import LogFormat, tell
from workworld.host.readiness import readiness
from workworld.host.requests import Observed, control_chart
from workworld.host.serving import Server, Serving, listen, origin_of
from workworld.host.worker import Orders
from workworld.host.workers import Worker
from workworld.identity import Authority, new_admin_token
from workworld.worlds import Snapshot

log = logging.getLogger(__name__)

_WORLDS = "/api/worlds"


class Fleet(Serving):
    """Serves worlds by several processes, each with an agent port of its own.

    A world lives in the worker that had the fewest when it was opened, and so do its forks.

    Args:
        folder: where the worlds lie.
        snapshot: what they start from.
        count: how many workers.
        address: where the agent ports listen.
        agent_port: the first worker's; the others have those after it. 0 takes free ones.
        control_port: 0 takes a free one.
        ttl: of worlds whose makers give none.
        log_format: what the workers' log looks like.
        is_training: whether pages are those that agents in training see.
        demonstrate: shows on the portal how a task is done; None if nothing here can.

    Raises:
        OSError: a port is taken.
    """

    def __init__(
        self,
        folder: Path,
        snapshot: Snapshot,
        count: int,
        *,
        address: str = "127.0.0.1",
        agent_port: int = 0,
        control_port: int = 0,
        ttl: int | None = None,
        log_format: LogFormat = LogFormat.HUMAN,
        is_training: bool = False,
        demonstrate: Demonstrate | None = None,
    ) -> None:
        super().__init__()
        secret = new_admin_token()
        self.authority = Authority(secret)
        self.admin_token = new_admin_token()
        self._folder = folder
        self._snapshot = snapshot
        self._mutex = threading.Lock()
        preset, seed, mark = snapshot.preset, snapshot.seed, snapshot.fingerprint
        made_from = (preset, seed, mark, str(snapshot.path))
        with ExitStack() as undo:
            control = undo.enter_context(listen("127.0.0.1", control_port))
            self.workers = []
            for number, port in enumerate(_ports(agent_port, control_port, count), 1):
                sockets = taken(address, port, 0)
                undo.callback(_let_go, sockets)
                assert sockets.control is not None
                agent, own = sockets.agent.fileno(), sockets.control.fileno()
                token = new_admin_token()
                orders = Orders(
                    str(folder),
                    made_from,
                    secret,
                    token,
                    agent,
                    own,
                    ttl,
                    log_format.value,
                    is_training,
                )
                self.workers.append(Worker(number, sockets, orders))
            undo.pop_all()
        self.control_origin = origin_of(control)
        app = ControlPort(self, self.admin_token, demonstrate).app()
        observed = Observed(app, None, control_chart, self.stopping)
        self.servers = [Server(observed, control)]

    def start(self) -> None:
        """Start the workers.

        Raises:
            RuntimeError: one did not start.
        """
        with ExitStack() as undo:
            undo.callback(self.end)
            with ThreadPoolExecutor(len(self.workers)) as starting:
                list(starting.map(Worker.start, self.workers))
            undo.pop_all()

    def end(self) -> None:
        """Stop the workers; each finishes what runs in it."""
        for worker in self.workers:
            worker.stop()
        for worker in self.workers:
            worker.wait()

    def close(self) -> None:
        """Stop serving in the background, and the workers."""
        super().close()
        self.end()

    @property
    def portal_url(self) -> str:
        """The portal, with the token that opens it."""
        return f"{self.control_origin}/?token={self.admin_token}"

    def addresses(self, world_id: str) -> Addresses:
        """Where a world's doors are."""
        return Addresses(self._worker_of(world_id).origin, world_id)

    def checks(self) -> dict[str, str]:
        """What there is to say of each thing that it needs, and of every worker."""
        up = {f"worker {each.number}": "ok" if each.is_up else "down" for each in self.workers}
        return readiness(self._folder, self._snapshot) | up

    def answer(self, row: Row, asked: Asked) -> dict[str, Any]:
        """Hand a request on to the worker whom it concerns.

        Raises:
            Refusal: that worker's, or it has died.
        """
        match row.method, row.path:
            case "GET", "/api/host":
                return self._told()
            case "GET", "/api/worlds":
                return self._listed(asked)
            case "POST", "/api/worlds":
                return self._opened(row, asked)
        worker = self._worker_of(asked.world_id)
        before = worker.open.get(asked.world_id)
        told = self._handed_on(worker, row, asked)
        if row.path.endswith("/fork"):
            self._note(worker, told)
        if row.method == "DELETE" and row.path == f"{_WORLDS}/{{world}}":
            self._forget(worker, asked.world_id, before)
        return told

    def _handed_on(self, worker: Worker, row: Row, asked: Asked) -> dict[str, Any]:
        path = row.path.replace("{world}", quote(asked.world_id, safe=""))
        before = worker.open.get(asked.world_id)
        try:
            return worker.ask(row.method, path, asked.fields.given)
        except Refusal as refusal:
            if refusal.error in ("world_closed", "world_not_found"):
                self._forget(worker, asked.world_id, before)  # it was idle for too long
            raise

    def _opened(self, row: Row, asked: Asked) -> dict[str, Any]:
        with self._placed(asked.fields.given.get("name")) as worker:
            told = self._handed_on(worker, row, asked)
            self._note(worker, told)
            return told

    @contextmanager
    def _placed(self, name: object) -> Iterator[Worker]:
        """The worker for a new world; one that has a world of that name says so itself."""
        with self._mutex:
            worker = next((each for each in self.workers if name in each.open), None)
            worker = worker or min(self._alive(), key=lambda each: len(each.open) + each.placing)
            worker.placing += 1
        try:
            yield worker
        finally:
            with self._mutex:
                worker.placing -= 1

    def _note(self, worker: Worker, told: dict[str, Any]) -> None:
        """Remember how to open a world again, should its worker die."""
        names = ("name", "snapshot", "shared", "ttl", "idle")
        known = {name: told[name] for name in names if told.get(name) is not None}
        with self._mutex:
            worker.open[told["name"]] = {"ttl": 0, "fresh": False} | known

    def _forget(self, worker: Worker, name: str, known: dict[str, Any] | None) -> None:
        """A world that was known is open no more, unless it has been opened again meanwhile."""
        with self._mutex:
            if worker.open.get(name) is known:
                worker.open.pop(name, None)

    def _listed(self, asked: Asked) -> dict[str, Any]:
        """All workers' worlds. Each takes those of the others for closed."""
        answers = [self._listed_by(each, asked) for each in self._alive()]
        there = [world for answer in answers for world in answer["worlds"]]
        is_open = {(world["name"], world["snapshot"]) for world in there}
        closed = {
            (world["name"], world["snapshot"]): world
            for answer in answers
            for world in answer["closed"]
        }
        return {
            "worlds": sorted(there, key=lambda world: str(world["name"])),
            "closed": [closed[key] for key in sorted(closed.keys() - is_open)],
        }

    def _listed_by(self, worker: Worker, asked: Asked) -> dict[str, Any]:
        """A worker's worlds. Those that it had and has no more were idle for too long."""
        before = dict(worker.open)  # what is opened while it answers may lack in the answer
        answer = worker.ask("GET", _WORLDS, asked.fields.given)
        names = {world["name"] for world in answer["worlds"]}
        for name in before.keys() - names:
            self._forget(worker, name, before[name])
        return answer

    def _told(self) -> dict[str, Any]:
        """Who answers here."""
        workers = [
            {
                "number": each.number,
                "pid": each.pid,
                "agent_origin": each.origin,
                "up": each.is_up,
                "restarts": each.restarts,
                "open_worlds": len(each.open),
            }
            for each in self.workers
        ]
        return {
            "version": version("workworld"),
            "pid": os.getpid(),
            "agent_origin": self.workers[0].origin,
            "agent_origins": [each.origin for each in self.workers],
            "open_worlds": sum(len(each.open) for each in self.workers),
            "workers": workers,
        }

    def _worker_of(self, world_id: str) -> Worker:
        """The worker that has a world; of one that none has, any can say what there is to say."""
        found = next((each for each in self.workers if world_id in each.open), None)
        return found or self._alive()[0]

    def _alive(self) -> list[Worker]:
        """The workers that serve; all of them if none does, since callers wait at their sockets."""
        return [each for each in self.workers if each.is_up] or self.workers

    async def _chore(self) -> None:
        tell(log, "host_started", "the portal is at %(origin)s", origin=self.control_origin)


def _ports(first: int, control_port: int, count: int) -> list[int]:
    """The workers' agent ports: one after the other, the control port left out."""
    if first == 0:
        return [0] * count
    ports = (port for port in range(first, first + count + 1) if port != control_port)
    return [port for port, _number in zip(ports, range(count), strict=False)]


def _let_go(sockets: Sockets) -> None:
    for each in sockets:
        if each is not None:
            each.close()
