"""Socket Mode: a WebSocket on which apps are told what comes to pass, and say that they were.

https://docs.slack.dev/apis/events-api/using-socket-mode
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar
from urllib.parse import parse_qs
from weakref import WeakKeyDictionary

from starlette.types import Receive, Scope, Send

from workworld.accounts import require_active
from workworld.apps.chat import APP
from workworld.apps.chat import envelope_shapes as shapes
from workworld.apps.chat.api.responses import accept_answer
from workworld.apps.chat.models import ChatApp, Envelope
from workworld.apps.chat.service import apps, envelopes, modals, responses
from workworld.calls import call
from workworld.clock import Clock
from workworld.context import Actor, Context, Request, Surface
from workworld.doors.audiences import Audiences, woken_within
from workworld.doors.site import ENVIRON_KEY, Site
from workworld.errors import Refused
from workworld.ids import Ids
from workworld.worlds import World

T = TypeVar("T")
PATH = "link"
MOST_CONNECTIONS = 10
"""How many an app may have open; events go to one of them."""
RETRY_SECONDS = 3.0
MOST_ATTEMPTS = 4
_SCOPES = frozenset({"connections:write"})


def ticket_text(app_id: str, root: str) -> str:
    """What a connection's ticket is a signature of."""
    return f"link {app_id} {root}"


@dataclass(slots=True)
class _Told:
    """An envelope that was sent and is not acknowledged yet."""

    row: Envelope
    due: float
    attempts: int = 1


@dataclass(eq=False, slots=True)
class _Connection:
    """One app's WebSocket."""

    site: Site
    app: ChatApp
    told: dict[str, _Told] = field(default_factory=dict)

    @property
    def actor(self) -> Actor:
        return Actor(self.app.account_id, _SCOPES)


class SocketMode:
    """``ws …/link?ticket=…``, as ``apps.connections.open`` gives it out.

    Connections hold no thread and look for nothing by themselves: the world wakes them.

    Args:
        threads: where worlds are read.
    """

    takes_sockets = True

    def __init__(self, threads: ThreadPoolExecutor) -> None:
        self._threads = threads
        self._audiences = Audiences(threads)
        self._open: WeakKeyDictionary[World, set[_Connection]] = WeakKeyDictionary()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection; it goes on until either side ends it."""
        if scope["type"] == "http":
            await _tell_upgrade(send)
            return
        await receive()  # that it wants to be connected
        connection = await self._read(_connection_of, scope)
        if connection is None:
            await send({"type": "websocket.close", "code": 1008})
            return
        others = self._open.setdefault(connection.site.world, set())
        if len([each for each in others if each.app.id == connection.app.id]) >= MOST_CONNECTIONS:
            await send({"type": "websocket.close", "code": 1013})
            return
        others.add(connection)
        try:
            await self._serve(connection, receive, send)
        finally:
            others.discard(connection)
            for listener in tuple(connection.site.world.listeners):
                listener()  # what was not acknowledged is another's now

    async def _serve(self, connection: _Connection, receive: Receive, send: Send) -> None:
        await send({"type": "websocket.accept"})
        own = [each for each in self._others(connection) if each.app.id == connection.app.id]
        await _write(send, shapes.hello(connection.app, len(own) + 1))
        async with self._audiences.waking(connection.site.world) as woken:
            telling = asyncio.ensure_future(self._tell(connection, woken, send))
            hearing = asyncio.ensure_future(self._hear(connection, woken, receive))
            tasks = {telling, hearing}
            try:
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                if not hearing.done():
                    await _write(send, shapes.goodbye())
                    await send({"type": "websocket.close", "code": 1000})
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

    async def _tell(self, connection: _Connection, woken: asyncio.Event, send: Send) -> None:
        """Send what there is to tell; ends when the app or the world is gone."""
        loop = asyncio.get_running_loop()
        with suppress(Refused):
            while True:
                woken.clear()
                taken = {name for each in self._others(connection) for name in each.told}
                rows = await self._read(_untold, connection, taken)
                now = loop.time()
                lost = self._due(connection, now)
                for told, frame in await self._read(_frames, connection, [*lost, *rows]):
                    connection.told[shapes.envelope_id(told.row)] = told
                    told.due = now + RETRY_SECONDS
                    await _write(send, frame)
                await _wait(woken, connection.told.values(), now)

    def _due(self, connection: _Connection, now: float) -> list[_Told]:
        """What was told too long ago and is told again, if it may be."""
        due = [told for told in connection.told.values() if told.due <= now]
        for told in due:
            told.attempts += 1
            if told.attempts > MOST_ATTEMPTS or told.row.kind != envelopes.EVENTS:
                told.due = float("inf")  # the next connection may take it
        return [told for told in due if told.due <= now]

    async def _hear(self, connection: _Connection, woken: asyncio.Event, receive: Receive) -> None:
        """Take what the app says, until it goes."""
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            said = _parsed(message.get("text") or "")
            name = str(said.get("envelope_id"))
            told = connection.told.get(name)
            if told is None:
                continue
            told.due = float("inf")
            with suppress(Refused):
                await self._read(_acknowledge, connection, told.row, said.get("payload"))
            connection.told.pop(name, None)  # not before, or it would be told once more
            woken.set()

    def _others(self, connection: _Connection) -> list[_Connection]:
        found = self._open.get(connection.site.world, set())
        return [each for each in found if each is not connection]

    async def _read(self, function: Callable[..., T], *arguments: object) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, function, *arguments)


def _connection_of(scope: Scope) -> _Connection | None:
    """The connection that a ticket opens; None for one that counts not."""
    site: Site = scope[ENVIRON_KEY]
    asked = parse_qs(scope["query_string"].decode("latin-1"))
    ticket, app_id, root = (asked.get(name, [""])[0] for name in ("ticket", "app_id", "root"))
    if not site.is_signed(ticket_text(app_id, root), ticket):
        return None
    # The vendor's client leaves the port out of ``Host``, so the ticket says where it was got.
    own = f"{site.root}/{APP.id}"
    known = replace(site, origin=root.removesuffix(own)) if root.endswith(own) else site
    with site.world.reading() as session:
        app = session.get(ChatApp, app_id)
        if app is None:
            return None
        session.expunge(app)
    return _Connection(known, app)


def _context(connection: _Connection, session: Any) -> Context:
    site = connection.site
    request = Request(Surface.REST, PATH, {}, site.addresses.app, sign=site.sign)
    return Context(session, connection.actor, request, Clock(session), Ids(session))


def _untold(connection: _Connection, taken: set[str]) -> list[_Told]:
    """What waits for the app and no connection of it has been told."""
    known = taken | connection.told.keys()  # what is acknowledged meanwhile is among the rows yet
    with connection.site.world.reading() as session:
        require_active(session, connection.app.account_id)
        rows = envelopes.waiting(_context(connection, session), connection.app.id)
    return [_Told(row, 0.0) for row in rows if shapes.envelope_id(row) not in known]


def _frames(connection: _Connection, told: Iterable[_Told]) -> list[tuple[_Told, Any]]:
    with connection.site.world.reading() as session:
        ctx = _context(connection, session)
        app = apps.known(ctx, connection.app.id)
        return [(each, shapes.envelope(ctx, app, each.row, each.attempts - 1)) for each in told]


def _acknowledge(connection: _Connection, row: Envelope, payload: Any) -> None:
    """The app was told; what it says with it is its answer."""
    numbers = {"numbers": [row.number]}
    request = Request(Surface.SYSTEM, PATH, numbers)
    call(connection.site.world, connection.actor, envelopes.acknowledge, request)
    if row.payload.get("event") == "chat.view_submitted":
        _answer_view(connection, row, payload if isinstance(payload, Mapping) else {})
    if row.kind == envelopes.COMMANDS and isinstance(payload, Mapping) and payload:
        words = {**payload, "interaction_id": row.payload["interaction_id"]}
        answer = Request(Surface.REST, PATH, words, connection.site.addresses.app)
        call(
            connection.site.world,
            Actor(connection.app.account_id),
            responses.send,
            answer,
            accept=accept_answer,
        )


def _answer_view(connection: _Connection, row: Envelope, payload: Mapping[str, Any]) -> None:
    """What an app says to a view that was sent; what cannot be understood is told to the person."""
    place = {"view_id": row.payload["view"]["id"], "interaction_id": row.payload["interaction_id"]}
    said = {name: payload[name] for name in ("errors", "view") if payload.get(name)}
    action = {"action": payload["response_action"]} if payload.get("response_action") else {}
    site, actor = connection.site, Actor(connection.app.account_id)
    for words in ({**place, **said, **action}, {**place, "action": "unknown"}):
        request = Request(Surface.REST, PATH, words, site.addresses.app)
        with suppress(Refused):
            call(site.world, actor, modals.answer, request)
            return


def _parsed(text: str) -> Mapping[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


async def _wait(woken: asyncio.Event, told: Iterable[_Told], now: float) -> None:
    """Wait for news, or until something must be told again."""
    due = min((each.due for each in told), default=float("inf"))
    seconds = None if due == float("inf") else max(0.0, due - now)
    await woken_within(woken, seconds)


async def _write(send: Send, frame: Mapping[str, Any]) -> None:
    await send({"type": "websocket.send", "text": json.dumps(frame)})


async def _tell_upgrade(send: Send) -> None:
    headers = [(b"content-type", b"text/plain"), (b"upgrade", b"websocket")]
    await send({"type": "http.response.start", "status": 426, "headers": headers})
    await send({"type": "http.response.body", "body": b"Upgrade required"})
