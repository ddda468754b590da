"""Asking a control port: over HTTP, or an app in this very process."""

from __future__ import annotations

import ssl
from collections.abc import Mapping
from typing import Any, Self

import httpx2
from anyio.from_thread import start_blocking_portal
from starlette.types import ASGIApp

from workworld.lifetimes import Closing

LOOPBACK = "http://127.0.0.1"
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


class Asking(Closing):
    """Sends requests to a control port. Within a ``with`` block, connections are kept open.

    Args:
        token: the admin token.
        origin: where the control port is reached.
        app: the control port's own app, if it is in this process.
    """

    def __init__(self, token: str, origin: str = LOOPBACK, app: ASGIApp | None = None) -> None:
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

    def __enter__(self) -> Self:
        self.keep()
        return self

    def keep(self) -> None:
        """Keep connections open from now on, for whoever asks often."""
        self._kept = self._kept or self._connected()

    def close(self) -> None:
        """Close the connections that were kept open."""
        if self._kept is not None:
            self._kept.close()

    def _connected(self) -> httpx2.Client:
        return httpx2.Client(
            base_url=self.origin,
            headers={"Authorization": f"Bearer {self._token}"},
            transport=None if self._app is None else _InProcess(self._app),
            verify=self.origin.startswith("https:") or _NO_CERTIFICATES,
            trust_env=False,  # a proxy must not see the token
        )


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


def _answer(response: httpx2.Response) -> dict[str, Any]:
    try:
        answer: dict[str, Any] = response.json()
    except ValueError:
        answer = {"error": "no_control_port", "message": f"{response.url} is no control port"}
    if not response.is_success:
        error, message = str(answer.pop("error", None)), str(answer.pop("message", None))
        raise ControlFailed(error, message, response.status_code, answer)
    return answer
