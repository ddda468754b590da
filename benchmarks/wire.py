"""What a call costs over HTTP, seen by a client that costs next to nothing itself.

The host is a process of its own, as it is for agents, so that it shares no interpreter with the
client.
"""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

import httpx2
from sqlalchemy import select

from benchmarks.timing import Row, timed
from workworld import loading
from workworld.apps.chat.models import Channel
from workworld.directory.models import Person
from workworld.host import Host
from workworld.host.control import Asked, Fields, row_of
from workworld.host.fleet import Fleet
from workworld.host.logs import LogFormat
from workworld.identity import Authority
from workworld.worlds import SnapshotCache, Worlds

CONNECTIONS = 8
_HANDLE = "aruiz"


@dataclass(frozen=True)
class Place:
    """A served world, and what opens it for one person."""

    root: str
    token: str
    cookie: str
    channel_id: str

    def tool(self, name: str, **arguments: Any) -> bytes:
        """The request that calls a tool."""
        return self.call(name, {"channel_id": self.channel_id, **arguments})

    def call(self, name: str, arguments: dict[str, Any]) -> bytes:
        """The same with these arguments alone."""
        called = {"name": name, "arguments": arguments}
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": called}
        return self._post("/mcp", message)

    def method(self, name: str, **arguments: Any) -> bytes:
        """The request that calls a REST method."""
        return self._post(f"/api/{name}", {"channel": self.channel_id, **arguments})

    def page(self) -> bytes:
        """The request for a channel's page."""
        return self._request("GET", f"/c/{self.channel_id}", f"Cookie: workworld={self.cookie}")

    def _post(self, path: str, body: object) -> bytes:
        data = json.dumps(body).encode()
        headers = (
            f"Authorization: Bearer {self.token}\r\nContent-Type: application/json\r\n"
            f"Accept: application/json\r\nContent-Length: {len(data)}"
        )
        return self._request("POST", path, headers) + data

    def _request(self, method: str, path: str, headers: str) -> bytes:
        url = urlsplit(self.root + path)
        line = f"{method} {url.path} HTTP/1.1\r\nHost: {url.netloc}\r\n{headers}\r\n\r\n"
        return line.encode()


class Wire:
    """One connection that is kept open."""

    def __init__(self, place: Place) -> None:
        url = urlsplit(place.root)
        self._socket = socket.create_connection((url.hostname, url.port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    @classmethod
    def to(cls, place: Place) -> Self:
        """A connection that has proved that it works."""
        wire = cls(place)
        wire.ask(place.method("auth.test"))
        return wire

    def ask(self, request: bytes) -> None:
        """Send a request and read its answer, whose length it states.

        Raises:
            RuntimeError: the answer says that something went wrong.
        """
        self._socket.sendall(request)
        read = b""
        while b"\r\n\r\n" not in read:
            read += self._socket.recv(65536)
        head, _, body = read.partition(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
        while len(body) < length:
            body += self._socket.recv(65536)
        if b" 200 " not in head[:14] or b'"ok":false' in body or b'"isError":true' in body:
            raise RuntimeError(body.decode())

    def close(self) -> None:
        """Hang up."""
        self._socket.close()


def wire_rows(runs: int) -> Iterator[Row]:
    """One connection, then many at once, then as many calls as there is time for."""
    with _served() as place, closing(Wire.to(place)) as wire:
        requests = {
            "REST read: 50 messages": place.method("conversations.history", limit=50),
            "REST write": place.method("chat.postMessage", text="bench"),
            "MCP read: 50 messages": place.tool("slack_read_channel", limit=50),
            "MCP write": place.tool("slack_send_message", message="bench"),
            "channel page of 50 messages": place.page(),
        }
        for name, request in requests.items():
            yield timed(name, runs, lambda request=request: wire.ask(request))  # type: ignore[misc]
        for name, request in requests.items():
            crowd = _crowded([(place, request)], runs)
            yield Row(f"{CONNECTIONS} connections, {name}", crowd.samples)
    yield from _issues(runs)
    yield from _saturated(runs)


def _issues(runs: int) -> Iterator[Row]:
    """An issue created and read, by one connection to the tracker."""
    if "tracker" not in {app.id for app in loading.apps()}:
        return
    new = {"projectKey": "CAL", "issueTypeName": "Task", "summary": "bench"}
    with _fleet(1, "tracker") as (place,), closing(Wire(place)) as wire:
        for name, tool, given in (
            ("MCP write: create an issue", "createJiraIssue", new),
            ("MCP read: an issue", "getJiraIssue", {"issueIdOrKey": "CAL-214"}),
        ):
            request = place.call(tool, {"cloudId": place.root, **given})
            yield timed(name, runs, lambda request=request: wire.ask(request))  # type: ignore[misc]


def _saturated(runs: int) -> Iterator[Row]:
    """As many tool calls as there is time for, on one worker and on two."""
    for workers in (1, 2):
        with _fleet(workers) as places:
            for name, tool in (("read", "slack_read_channel"), ("write", "slack_send_message")):
                given = {"limit": 50} if name == "read" else {"message": "bench"}
                crowd = _crowded([(place, place.tool(tool, **given)) for place in places], runs * 4)
                said = f"{workers} worker{'s' * (workers > 1)}, MCP {name}"
                yield Row(f"{said}: {crowd.per_second:.0f} a second", crowd.samples)


@dataclass(frozen=True)
class _Crowd:
    samples: list[float]
    per_second: float


def _crowded(asked: Sequence[tuple[Place, bytes]], runs: int) -> _Crowd:
    """``runs`` requests over ``CONNECTIONS`` at once, shared out among the places."""

    def use(use_of: tuple[Wire, bytes]) -> list[float]:
        wire, request = use_of
        return list(timed("", runs // CONNECTIONS, lambda: wire.ask(request)).samples)

    with ExitStack() as stack, ThreadPoolExecutor(CONNECTIONS) as threads:
        each = [asked[number % len(asked)] for number in range(CONNECTIONS)]
        wires = [(stack.enter_context(closing(Wire.to(at))), request) for at, request in each]
        start = time.perf_counter()
        samples = [sample for found in threads.map(use, wires) for sample in found]
        return _Crowd(samples, len(samples) / (time.perf_counter() - start))


@contextmanager
def _fleet(workers: int, app: str = "chat") -> Iterator[list[Place]]:
    """A host of several processes, with a world in each, and an app of it."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-")))
        snapshot = SnapshotCache(folder / "snapshots").get("tiny")
        fleet = Fleet(folder / "worlds", snapshot, workers, log_format=LogFormat.QUIET)
        stack.callback(fleet.end)
        fleet.start()
        yield [_placed(fleet, f"w{number}", app) for number in range(1, workers + 1)]


def _placed(fleet: Fleet, name: str, app: str) -> Place:
    def ask(method: str, path: str, **given: Any) -> dict[str, Any]:
        return fleet.answer(row_of(method, path), Asked(name, Fields(given)))

    fleet.answer(row_of("POST", "/api/worlds"), Asked("", Fields({"name": name})))
    people = ask("GET", "/api/worlds/{world}/people")["people"]
    email = next(each["email"] for each in people if each["email"].startswith(_HANDLE))
    token = ask("POST", "/api/worlds/{world}/credentials", person=email)["tokens"][app]
    root = fleet.addresses(name).app(app)
    if app != "chat":
        return Place(root, token, "", "")
    listed = httpx2.get(f"{root}/api/conversations.list", params={"token": token}).json()
    channel_id = next(each["id"] for each in listed["channels"] if each["is_general"])
    return Place(root, token, "", channel_id)


@contextmanager
def _served() -> Iterator[Place]:
    """A host in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.wire"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            yield Place(**json.loads(process.stdout.readline()))
        finally:
            process.stdin.close()


def _serve(wait: Callable[[], object]) -> None:
    """Serve the tiny company until the wait is over."""
    loading.apps()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-")))
        snapshot = SnapshotCache(folder / "snapshots").get("tiny")
        worlds = stack.enter_context(Worlds(folder / "worlds"))
        world, authority = worlds.open(snapshot), Authority()
        with world.reading() as session:
            person_id = session.scalars(select(Person.id).where(Person.handle == _HANDLE)).one()
            channel_id = session.scalars(select(Channel.id).where(Channel.is_default)).one()
        host = stack.enter_context(Host(worlds, snapshot, authority))
        place = {
            "root": host.addresses(world.id).app("chat"),
            "token": authority.token(world, person_id, "xoxp-"),
            "cookie": authority.cookie(world, person_id),
            "channel_id": channel_id,
        }
        print(json.dumps(place), flush=True)
        wait()


if __name__ == "__main__":
    _serve(sys.stdin.read)
