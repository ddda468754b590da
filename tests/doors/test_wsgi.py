"""A Flask app behind the bridge."""

import asyncio
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import flask
import pytest
from starlette.types import Message
from tests.kit import run_async

from workworld.doors import wsgi
from workworld.doors.wsgi import Bridge

LARGEST = 1000
PIECE = b"x" * 65_536
PIECES = 64


class Served:
    """A Flask app, and what came of its last request."""

    def __init__(self) -> None:
        self.app = flask.Flask("served")
        self.app.config["MAX_CONTENT_LENGTH"] = LARGEST
        self.app.config["LARGE_BODIES"] = {
            "/large": 3 * LARGEST,
            "/below/": 2 * LARGEST,
            "/of/<one>/files": 2 * LARGEST,
        }
        self.given: list[bytes] = []
        self.asked = 0
        self.closed = False
        self.app.add_url_rule("/echo", "echo", self._echo, methods=["POST"])
        self.app.add_url_rule("/<path:where>", "large", self._large, methods=["POST", "PUT"])
        self.app.add_url_rule("/long", "long", self._long)
        self.app.add_url_rule("/page", "page", lambda: "a page")
        self.app.add_url_rule("/environ", "environ", self._environ)

    def _echo(self) -> bytes:
        self.asked += 1
        return flask.request.get_data()

    def _large(self, where: str) -> bytes:
        flask.request.max_content_length = 3 * LARGEST
        assert where
        return self._echo()

    def _environ(self) -> dict[str, str]:
        environ = flask.request.environ
        names = ("SCRIPT_NAME", "PATH_INFO", "QUERY_STRING", "HTTP_X_MANY", "REMOTE_ADDR")
        return {name: environ.get(name, "") for name in names}

    def _long(self) -> flask.Response:
        response = flask.Response(self._pieces(), mimetype="text/plain")
        response.call_on_close(self._close)
        return response

    def _pieces(self) -> Iterator[bytes]:
        for _ in range(PIECES):
            self.given.append(PIECE)
            yield PIECE

    def _close(self) -> None:
        self.closed = True

    def ask(
        self,
        method: str,
        path: str,
        *body: bytes,
        headers: Sequence[tuple[str, str]] = (),
        leave_after: int | None = None,
        query: bytes = b"",
    ) -> list[Message]:
        """What is sent back; the caller goes away after so many messages."""
        sent: list[Message] = []
        coming = [
            {"type": "http.request", "body": piece, "more_body": number < len(body)}
            for number, piece in enumerate(body or (b"",), 1)
        ]
        left = asyncio.Event()

        async def receive() -> Message:
            if coming:
                return coming.pop(0)
            await left.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            sent.append(message)
            if leave_after is not None and len(sent) >= leave_after:
                left.set()
                await asyncio.sleep(0)

        async def run() -> None:
            if leave_after == 0:
                left.set()
                coming[-1] = {"type": "http.disconnect"}
            scope = scope_of(method, path, headers, query)
            with ThreadPoolExecutor(2) as threads:
                await Bridge(self.app, threads, asyncio.Semaphore())(scope, receive, send)

        run_async(run)
        return sent

    def ask_at_once(self, *lengths: int) -> list[tuple[str, int]]:
        """Who is asked for a body and answered in which order, of callers who send slowly."""
        told: list[tuple[str, int]] = []

        async def ask(bridge: Bridge, number: int, length: int) -> None:
            async def receive() -> Message:
                told.append(("asked", number))
                await asyncio.sleep(0.05)
                return {"type": "http.request", "body": b"x" * length, "more_body": False}

            async def send(message: Message) -> None:
                if message["type"] == "http.response.start":
                    told.append(("answered", number))

            scope = scope_of("POST", "/large", [("content-length", str(length))])
            await bridge(scope, receive, send)

        async def run() -> None:
            with ThreadPoolExecutor(2) as threads:
                bridge = Bridge(self.app, threads, asyncio.Semaphore())
                await asyncio.gather(*(ask(bridge, *each) for each in enumerate(lengths)))

        run_async(run)
        return told


def scope_of(
    method: str, path: str, headers: Sequence[tuple[str, str]], query: bytes = b""
) -> dict[str, Any]:
    return {
        "type": "http", "method": method, "scheme": "http", "http_version": "1.1",
        "root_path": "/w/a", "path": f"/w/a{path}", "query_string": query,
        "client": ("10.0.0.1", 5), "server": ("127.0.0.1", 80),
        "headers": [(n.encode(), v.encode("latin-1")) for n, v in headers],
    }  # fmt: skip


@pytest.fixture
def served() -> Served:
    return Served()


def status(sent: list[Message]) -> int:
    code: int = sent[0]["status"]
    return code


def body(sent: list[Message]) -> bytes:
    return b"".join(message["body"] for message in sent[1:])


def test_body_in_pieces_is_read_whole(served: Served) -> None:
    assert body(served.ask("POST", "/echo", b"one ", b"two ", b"three")) == b"one two three"


def test_chunks_are_read_whole_and_held_to_the_limit(served: Served) -> None:
    chunked = [("transfer-encoding", "chunked")]
    assert body(served.ask("POST", "/echo", b"one ", b"two", headers=chunked)) == b"one two"
    pieces = [b"x" * 400] * 3
    assert status(served.ask("POST", "/echo", *pieces, headers=chunked)) == 413


def test_short_answer_is_sent_at_once(served: Served) -> None:
    sent = served.ask("GET", "/page")
    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
    assert (b"content-length", b"6") in sent[0]["headers"]


def test_head_has_the_length_and_no_body(served: Served) -> None:
    sent = served.ask("HEAD", "/page")
    assert (b"content-length", b"6") in sent[0]["headers"]
    assert body(sent) == b""


def test_declared_length_over_the_limit_is_refused_unread(served: Served) -> None:
    headers = [("content-length", str(LARGEST + 1))]
    assert status(served.ask("POST", "/echo", b"", b"never read", headers=headers)) == 413
    assert status(served.ask("POST", "/echo", b"x" * LARGEST)) == 200


def test_body_that_grows_over_the_limit_is_refused_before_its_end(served: Served) -> None:
    endless = [b"x" * 400] * 50
    assert status(served.ask("POST", "/echo", *endless)) == 413


def test_caller_who_leaves_before_the_end_of_the_body_asks_nothing(served: Served) -> None:
    assert served.ask("POST", "/echo", b"half", b"never", leave_after=0) == []
    assert served.asked == 0


@pytest.mark.parametrize(
    ("method", "path", "most"),
    [
        ("POST", "/large", 3), ("PUT", "/large", 1), ("POST", "/larger", 1),
        ("POST", "/large/x", 1), ("POST", "/below/x/y", 2), ("POST", "/below", 1),
        ("POST", "/of/a/files", 2), ("POST", "/of/a/b/files", 1), ("POST", "/of/a/files/b", 1),
    ],
)  # fmt: skip
def test_large_bodies_are_taken_where_they_belong_and_nowhere_else(
    served: Served, method: str, path: str, most: int
) -> None:
    piece = b"x" * LARGEST
    assert len(body(served.ask(method, path, *[piece] * most))) == most * LARGEST
    for header in (("content-length", str(5 * LARGEST)), ("transfer-encoding", "chunked")):
        read = body(served.ask(method, path, *[piece] * 5, headers=[header]))
        assert len(read) <= (most + 1) * LARGEST


def test_large_bodies_come_one_after_the_other_and_small_ones_meanwhile(served: Served) -> None:
    told = served.ask_at_once(2 * LARGEST, 2 * LARGEST, 10)
    assert told.index(("asked", 1)) > told.index(("answered", 0))
    assert told.index(("asked", 2)) < told.index(("answered", 0))
    assert [number for what, number in told if what == "answered"].index(2) < 2
    assert told[-1] == ("answered", 1)


def test_a_large_body_that_does_not_come_gives_up_its_room(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wsgi, "PATIENCE_SECONDS", 0.01)
    told = served.ask_at_once(2 * LARGEST, 2 * LARGEST)
    assert [who for what, who in told if what == "answered"] == [0, 1]
    assert served.asked == 0


def test_long_answer_is_sent_piece_by_piece(served: Served) -> None:
    sent = served.ask("GET", "/long")
    assert len(sent) == PIECES + 2
    assert body(sent) == PIECE * PIECES
    assert served.closed


def test_long_answer_ends_when_nobody_takes_it(served: Served) -> None:
    served.ask("GET", "/long", leave_after=3)
    assert len(served.given) < PIECES
    assert served.closed


def test_environ_says_where_and_by_whom(served: Served) -> None:
    headers = [("x-many", "a"), ("x-many", "b")]
    sent = served.ask("GET", "/environ", headers=headers, query="q=é".encode("latin-1"))
    said = flask.json.loads(body(sent))
    assert said == {
        "SCRIPT_NAME": "/w/a", "PATH_INFO": "/environ", "QUERY_STRING": "q=é",
        "HTTP_X_MANY": "a,b", "REMOTE_ADDR": "10.0.0.1",
    }  # fmt: skip
