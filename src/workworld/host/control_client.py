"""A client of the control API: over HTTP, or of an app in this very process."""

from __future__ import annotations

import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote

import httpx2
from anyio.from_thread import start_blocking_portal
from starlette.types import ASGIApp

_LOOPBACK = "http://127.0.0.1"
_NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # to load them takes longer than to ask
_PATIENCE = httpx2.Timeout(600, connect=5)  # a company may have to be built first


class ControlFailed(Exception):
    """The control API refused.

    Args:
        error: its code.
        message: its sentence.
        status: that of HTTP, if it came over it.
        more: what else the answer holds.
    """

    def __init__(
        self, error: str, message: str, status: int = 400, more: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(message)
        self.error = error
        self.status = status
        self.more = dict(more or {})


class ControlClient:
    """Asks a control port.

    Args:
        token: the admin token.
        origin: where the control port is reached.
        app: the control port's own app, if it is in this process.
    """

    def __init__(self, token: str, origin: str = _LOOPBACK, app: ASGIApp | None = None) -> None:
        self.origin = origin
        self.is_in_process = app is not None
        self._token = token
        self._app = app
        self._kept: httpx2.Client | None = None

    def ask(
        self,
        method: str,
        path: str,
        *,
        body: Mapping[str, Any] | None = None,
        query: Mapping[str, str] | None = None,
        patience: httpx2.Timeout = _PATIENCE,
    ) -> dict[str, Any]:
        """Send one request and return the answer.

        Raises:
            ControlFailed: it was refused.
            httpx2.TransportError: nobody answers.
        """
        if self._kept is not None:
            return _answer(
                self._kept.request(method, path, json=body, params=query, timeout=patience)
            )
        with self._connected() as client:
            return _answer(client.request(method, path, json=body, params=query, timeout=patience))

    def keep(self) -> None:
        """Keep connections open from now on, for whoever asks often."""
        self._kept = self._connected()

    def close(self) -> None:
        """Close the connections that were kept open."""
        if self._kept is not None:
            self._kept.close()

    def _connected(self) -> httpx2.Client:
        return httpx2.Client(
            base_url=self.origin,
            headers={"Authorization": f"Bearer {self._token}"},
            transport=None if self._app is None else _InProcess(self._app),
            verify=_NO_CERTIFICATES,
            trust_env=False,  # a proxy must not see the token
        )

    def of_world(self, world: str, method: str, noun: str, /, **body: Any) -> dict[str, Any]:
        """Ask for something of an open world; what is None is left out of the body."""
        given = {key: value for key, value in body.items() if value is not None}
        path = f"{_path(world)}/{noun}"
        return self.ask(method, path, body=given if method == "POST" else None)

    def worlds(self) -> dict[str, Any]:
        """The open worlds, and the closed ones."""
        return self.ask("GET", "/api/worlds")

    def create(self, **body: Any) -> dict[str, Any]:
        """Open a world; what is None is left out."""
        given = {key: value for key, value in body.items() if value is not None}
        return self.ask("POST", "/api/worlds", body=given)

    def let_go(
        self, name: str, *, remove: bool = False, snapshot: str | None = None
    ) -> dict[str, Any]:
        """Close a world, and remove what was changed if that is wanted."""
        query = {"remove": "true" if remove else "false"}
        if snapshot is not None:
            query["snapshot"] = snapshot
        return self.ask("DELETE", _path(name), query=query)

    def find(self, wanted: str) -> dict[str, Any]:
        """The world that somebody means by ``name``, or by ``name@`` and how its snapshot begins.

        Raises:
            ControlFailed: there is none, or several.
        """
        name, _, mark = wanted.partition("@")
        listed = self.worlds()
        for kind in ("worlds", "closed"):  # an open one is meant before a closed one
            found: list[dict[str, Any]] = [
                world
                for world in listed[kind]
                if world["name"] == name and world["snapshot"].startswith(mark)
            ]
            if len(found) > 1:
                choice = ", ".join(f"{name}@{world['snapshot']}" for world in found)
                raise ControlFailed("several_worlds", f"choose one of {choice}")
            if found:
                return found[0]
        names = sorted({world["name"] for kind in listed.values() for world in kind})
        there_are = f"there are {', '.join(names)}" if names else "there are none"
        raise ControlFailed("world_not_found", f"no world {wanted!r}: {there_are}")

    def require_free(self, name: str | None) -> None:
        """See to it that no world has a name yet, since a new one would replace it.

        Raises:
            ControlFailed: one has.
        """
        listed = self.worlds()
        if any(world["name"] == name for kind in listed.values() for world in kind):
            raise ControlFailed("world_taken", f"there is a world {name!r} already")

    @contextmanager
    def at_hand(self, wanted: str) -> Iterator[str]:
        """Have a world open, if need be only as long as the block lasts; its name.

        Raises:
            ControlFailed: there is no such world, or it cannot be opened.
        """
        world = self.find(wanted)
        name: str = world["name"]
        is_closed = world["state"] == "closed"
        if is_closed:
            self.create(name=name, fresh=False, snapshot=world["snapshot"], shared=world["shared"])
        try:
            yield name
        finally:
            if is_closed:
                self.let_go(name)


class _InProcess(httpx2.BaseTransport):
    """Hands requests to an app, on an event loop in a thread of its own."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = httpx2.ASGITransport(app)

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """Answer one request."""
        with start_blocking_portal() as portal:
            return portal.call(self._answered, request)

    async def _answered(self, request: httpx2.Request) -> httpx2.Response:
        response = await self._app.handle_async_request(request)
        content = await response.aread()
        return httpx2.Response(response.status_code, headers=response.headers, content=content)


def _path(name: str) -> str:
    return f"/api/worlds/{quote(name, safe='')}"


def _answer(response: httpx2.Response) -> dict[str, Any]:
    try:
        answer: dict[str, Any] = response.json()
    except ValueError:
        answer = {"error": "no_control_port", "message": f"{response.url} is no control port"}
    if not response.is_success:
        error, message = str(answer.pop("error", None)), str(answer.pop("message", None))
        raise ControlFailed(error, message, response.status_code, answer)
    return answer
