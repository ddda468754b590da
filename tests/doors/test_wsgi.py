"""A Flask app behind the bridge."""

import asyncio
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import flask
import pytest
from starlette.types import Message
from tests.kit import run_async

from workworld.doors.wsgi import Bridge

LARGEST = 1000
PIECE = b"x" * 65_536
PIECES = 64


class Served:
    """A Flask app, and what came of its last request."""

    def __init__(self) -> None:
        self.app = flask.Flask("served")
        self.app.config["MAX_CONTENT_LENGTH"] = LARGEST
        self.given: list[bytes] = []
        self.asked = 0
        self.closed = False
        self.app.add_url_rule("/echo", "echo", self._echo, methods=["POST"])
        self.app.add_url_rule("/long", "long", self._long)
        self.app.add_url_rule("/page", "page", lambda: "a page")
        self.app.add_url_rule("/environ", "environ", self._environ)

    def _echo(self) -> bytes:
        self.asked += 1
        return flask.request.get_data()

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
            scope: dict[str, Any] = {
                "type": "http", "method": method, "scheme": "http", "http_version": "1.1",
                "root_path": "/w/a", "path": f"/w/a{path}", "query_string": query,
                "client": ("10.0.0.1", 5), "server": ("127.0.0.1", 80),
                "headers": [(n.encode(), v.encode("latin-1")) for n, v in headers],
            }  # fmt: skip
            with ThreadPoolExecutor(2) as threads:
                await Bridge(self.app, threads)(scope, receive, send)

        run_async(run)
        return sent


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
