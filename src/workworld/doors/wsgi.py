"""A Flask app as an ASGI app: the body is read first, and one thread then does all the work.

That is a third of the hops between threads that a general bridge needs, and they are most of what
a short request costs.
"""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import AsyncIterator, Callable, Generator, Iterable
from concurrent.futures import Executor
from typing import Any

import flask
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from workworld.doors.bodies import Body, declared_length, largest_at, read_body
from workworld.doors.threads import in_thread

Environ = dict[str, Any]
Pieces = Generator[bytes, None, None]

PATIENCE_SECONDS = 60.0
"""How long a large body may take to come, since others wait for its room."""
_TOO_SLOW = PlainTextResponse("Request timeout", 408, {"Connection": "close"})
_LARGEST_AT_ONCE = 1 << 20
"""Longer answers, and those of unknown length, are sent piece by piece."""
_NAMES = {b"content-type": "CONTENT_TYPE", b"content-length": "CONTENT_LENGTH"}


class Bridge:
    """Serves a Flask app.

    Args:
        app: the app; its ``MAX_CONTENT_LENGTH`` bounds what is read of a body. The app refuses
            a larger one in its own words. ``LARGE_BODIES`` has larger bounds, of what is POSTed,
            PUT or PATCHed to the paths that ``largest_at`` finds.
        threads: where it runs. All apps share one pool: a pool each would let a slow app's
            threads pile up unseen.
        room: for large bodies, of all apps together. They come before anybody knows who sends
            them, so this bounds the memory that they take; who finds no room waits unread.
    """

    def __init__(self, app: flask.Flask, threads: Executor, room: asyncio.Semaphore) -> None:
        self._app = app
        self._threads = threads
        self._room = room
        self._largest_body: int = app.config["MAX_CONTENT_LENGTH"]
        self._large_bodies: dict[str, int] = app.config.get("LARGE_BODIES", {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        largest = self._largest(scope)
        if largest <= self._largest_body or not _may_exceed(self._largest_body, scope):
            await self._answer(scope, await read_body(scope, receive, largest), receive, send)
            return
        async with self._room:
            try:
                async with asyncio.timeout(PATIENCE_SECONDS):
                    body = await read_body(scope, receive, largest)
            except TimeoutError:
                await _TOO_SLOW(scope, receive, send)
                return
            await self._answer(scope, body, receive, send)

    async def _answer(self, scope: Scope, body: Body, receive: Receive, send: Send) -> None:
        if body.is_cut_off:
            return
        answer = _Answer()
        await in_thread(self._threads, answer.ask, self._app, _environ(scope, body.read))
        await send(answer.start)
        if answer.rest is None:
            await send({"type": "http.response.body", "body": answer.body})
            return
        async for piece in self._pieces(answer.rest, receive):
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    def _largest(self, scope: Scope) -> int:
        if scope["method"] not in ("POST", "PUT", "PATCH"):
            return self._largest_body
        path = scope["path"].removeprefix(scope.get("root_path", ""))
        return largest_at(path, self._large_bodies, self._largest_body)

    async def _pieces(self, rest: Pieces, receive: Receive) -> AsyncIterator[bytes]:
        """The pieces of a long answer, until it ends or nobody is there to take them."""
        loop = asyncio.get_running_loop()
        gone = asyncio.ensure_future(receive())
        try:
            while not gone.done():
                piece = await loop.run_in_executor(self._threads, next, rest, None)
                if piece is None:
                    return
                yield piece
        finally:
            gone.cancel()
            await loop.run_in_executor(self._threads, rest.close)


def _may_exceed(bound: int, scope: Scope) -> bool:
    declared = declared_length(scope)
    return declared is None or declared > bound


class _Answer:
    """What the app answered: all of it, or its beginning and the rest."""

    def __init__(self) -> None:
        self.start: dict[str, Any] = {}
        self.body = b""
        self.rest: Pieces | None = None
        self._length = -1

    def ask(self, app: Callable[..., Iterable[bytes]], environ: Environ) -> None:
        """Run the app, in a thread."""
        pieces = app(environ, self._start)
        if isinstance(pieces, list | tuple) or 0 <= self._length <= _LARGEST_AT_ONCE:
            self.body = b"".join(_all(pieces))
        else:
            self.rest = _all(pieces)

    def _start(
        self, status: str, headers: list[tuple[str, str]], _exc_info: Any = None
    ) -> Callable[[bytes], None]:
        raw = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        self._length = next((int(text) for name, text in raw if name == b"content-length"), -1)
        self.start = {
            "type": "http.response.start",
            "status": int(status[:3]),
            "headers": raw,
        }
        return _no_write


def _no_write(_data: bytes) -> None:
    """The write function that PEP 3333 keeps for old frameworks; Flask never calls it."""
    raise NotImplementedError("answers are returned, not written")


def _all(pieces: Iterable[bytes]) -> Pieces:
    """The pieces, and then what the app wants done at the end, come what may."""
    try:
        yield from pieces
    finally:
        close = getattr(pieces, "close", None)
        if close is not None:
            close()


def _environ(scope: Scope, body: bytes) -> Environ:
    """The request as WSGI has it."""
    root = scope.get("root_path", "").encode().decode("latin-1")
    server, client = scope.get("server") or ("localhost", 80), scope.get("client")
    environ: Environ = {
        "asgi.scope": scope,
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": root,
        "PATH_INFO": scope["path"].encode().decode("latin-1").removeprefix(root),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or 0),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    if client is not None:
        environ["REMOTE_ADDR"], environ["REMOTE_PORT"] = client[0], str(client[1])
    for name, value in scope["headers"]:
        key = _NAMES.get(name) or f"HTTP_{name.decode('latin-1').upper().replace('-', '_')}"
        text = value.decode("latin-1")
        environ[key] = f"{environ[key]},{text}" if key in environ else text
    # The server has put chunks together already: without a length they are taken for empty.
    environ.pop("HTTP_TRANSFER_ENCODING", None)
    environ.setdefault("CONTENT_LENGTH", str(len(body)))
    return environ
