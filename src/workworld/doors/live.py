"""Live pages: a stream of server-sent events that says which topics are not as they were.

Events hold topics and positions, never what changed: the page fetches what it shows, so that
permissions are applied to each viewer as always.
https://html.spec.whatwg.org/multipage/server-sent-events.html
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeVar

from starlette.datastructures import QueryParams
from starlette.requests import Request as Asked
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from workworld import topics
from workworld.accounts import require_active
from workworld.clock import Clock
from workworld.context import Actor, Context, Request, Surface
from workworld.doors.audiences import Audiences, woken_within
from workworld.doors.site import ENVIRON_KEY, Site
from workworld.doors.web import COOKIE
from workworld.errors import Refused, Unauthenticated
from workworld.ids import Ids
from workworld.journal import Position, topics_since

T = TypeVar("T")

MOST_STREAMS = 100
"""How many pages may listen to one world at a time."""
MOST_TOPICS = 200
"""How many topics a page hears of; of more than that the first, so it names the frame's and its own
before those that it could do without."""
MOST_STEPS = 200
"""Who missed more than so many steps starts over instead."""
HEARTBEAT_SECONDS = 15.0
_START = {
    "type": "http.response.start",
    "status": 200,
    "headers": [
        (b"content-type", b"text/event-stream; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),
        (b"x-content-type-options", b"nosniff"),
    ],
}


@dataclass(frozen=True, slots=True)
class _News:
    """What somebody hears after a position."""

    position: Position
    topics: tuple[str, ...] = ()
    versions: Mapping[str, str] = field(default_factory=dict)
    """How topics are that change without a step."""
    is_over: bool = False
    """Whether the world went back, or too much was missed: everything may be otherwise."""

    def __bytes__(self) -> bytes:
        kind, data = ("refresh", "all") if self.is_over else ("changed", ",".join(self.topics))
        return f"event: {kind}\nid: {self.position}\ndata: {data}\n\n".encode()


class LiveDoor:
    """``GET /w/<world>/live?topics=a,b&since=<position>``, for whoever is signed in.

    Streams hold no thread: they are woken by the world when it changes.

    Args:
        threads: where worlds are read.
    """

    def __init__(self, threads: ThreadPoolExecutor) -> None:
        self._threads = threads
        self._audiences = Audiences(threads)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one connection; it goes on until either side ends it."""
        asked = Asked(scope)
        site: Site = scope[ENVIRON_KEY]
        if asked.method != "GET":
            answer = PlainTextResponse("Method not allowed", 405, {"Allow": "GET"})
        elif not _is_signed_in(site, asked):
            answer = PlainTextResponse("Not signed in", 401)
        elif self._audiences.size(site.world) >= MOST_STREAMS:
            answer = PlainTextResponse("Too many listen", 503, {"Retry-After": "30"})
        else:
            stream = asyncio.ensure_future(self._stream(site, asked, send))
            gone = asyncio.ensure_future(_gone(receive))
            try:
                await asyncio.wait((stream, gone), return_when=asyncio.FIRST_COMPLETED)
            finally:
                gone.cancel()
                stream.cancel()
                with suppress(asyncio.CancelledError):
                    await stream
            return
        await answer(scope, receive, send)

    async def _stream(self, site: Site, asked: Asked, send: Send) -> None:
        wanted = _wanted(asked.query_params)
        async with self._audiences.waking(site.world) as woken:
            await send(_START)
            try:
                since = await self._since(site, asked)
                await _write(send, f"retry: 1000\nid: {since}\n\n".encode())
                versions: Mapping[str, str] | None = None
                while True:
                    woken.clear()
                    news = await self._read(_news, site, asked, wanted, since, versions)
                    since, versions = news.position, news.versions
                    if news.topics or news.is_over:
                        await _write(send, bytes(news))
                    await _beat(woken, send)
                    if not _is_signed_in(site, asked):
                        break
            except Refused:
                pass  # signed out, deactivated, or the world is gone
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _since(self, site: Site, asked: Asked) -> Position:
        """From where on somebody listens: a browser that comes back knows itself."""
        given = asked.headers.get("last-event-id") or asked.query_params.get("since", "")
        known = Position.parsed(given)
        return await self._read(_present, site) if known is None else known

    async def _read(self, function: Callable[..., T], *arguments: object) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, function, *arguments)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _beat(woken: asyncio.Event, send: Send) -> None:
    """Wait for news; a comment now and then tells that the stream is alive."""
    if not await woken_within(woken, HEARTBEAT_SECONDS):
        await _write(send, b": still here\n\n")


async def _write(send: Send, body: bytes) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": True})


def _wanted(query: QueryParams) -> frozenset[str]:
    topics = [topic for topic in query.get("topics", "").split(",") if topic]
    return frozenset(topics[:MOST_TOPICS])


def _is_signed_in(site: Site, asked: Asked) -> bool:
    try:
        _actor(site, asked)
    except Unauthenticated:
        return False
    return True


def _actor(site: Site, asked: Asked) -> Actor:
    return site.authority.honour_cookie(asked.cookies.get(COOKIE, ""), site.world)


def _present(site: Site) -> Position:
    with site.world.reading() as session:
        return site.position(session)


def _news(
    site: Site,
    asked: Asked,
    wanted: frozenset[str],
    since: Position,
    versions: Mapping[str, str] | None,
) -> _News:
    """What somebody who wants some topics hears after a position; who they are counts now.

    Args:
        site: of the world.
        asked: the request.
        wanted: the topics.
        since: the position.
        versions: how topics were then that change without a step; None for whoever just came.

    Raises:
        Unauthenticated: they are signed out, or their account is deactivated.
    """
    actor = _actor(site, asked)
    with site.world.reading() as session:
        require_active(session, actor.person_id)
        now = site.position(session)
        request = Request(Surface.UI, "live")
        ctx = Context(session, actor, request, Clock(session), Ids(session))
        are = topics.versions(ctx, sorted(wanted))
        if site.position(session, since.step) != since or now.step - since.step > MOST_STEPS:
            return _News(now, versions=are, is_over=True)
        touched = wanted & topics_since(session, since.step)
        told = {*topics.heard(ctx, sorted(touched))}
        if versions is not None:
            told |= {each for each in are if are[each] != versions.get(each)}
        return _News(now, tuple(sorted(told)), are)
