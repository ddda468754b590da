"""Apps that another process serves: browsers are sent there, or told that nobody answers."""

from __future__ import annotations

import asyncio

import flask
import httpx2
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from workworld.doors.site import ENVIRON_KEY, Site
from workworld.errors import Unavailable

_KEY = "workworld.unavailable"
_PATIENCE_SECONDS = 1.5


class Elsewhere:
    """Stands where an app would be.

    Args:
        app_id: the app.
        title: what people call it.
        public: the origin at which people reach it.
        inside: the origin at which this process reaches it.
        pages: the pages that all apps share; one of them says that the app is unavailable.
    """

    def __init__(
        self, app_id: str, title: str, *, public: str, inside: str, pages: ASGIApp
    ) -> None:
        self._app_id = app_id
        self._title = title
        self._public = public
        self._inside = inside
        self._pages = pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the caller on, with the method and body that they came with."""
        if await self._answers():
            query = scope["query_string"].decode("latin-1")
            path = scope["raw_path"].decode("latin-1")
            there = f"{self._public}{path}{'?' if query else ''}{query}"
            await RedirectResponse(there, 307, {"Cache-Control": "no-store"})(scope, receive, send)
            return
        site: Site = scope[ENVIRON_KEY]
        await self._pages({**scope, _KEY: self._title, "root_path": site.root}, receive, send)

    async def _answers(self) -> bool:
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS), httpx2.AsyncClient() as client:
                answer = await client.get(f"{self._inside}/health")
        except (TimeoutError, httpx2.TransportError):
            return False
        return bool(answer.status_code == 200)


def refuse_unavailable() -> None:
    """Answer for an app that nobody serves just now.

    Raises:
        Unavailable: it does not answer.
    """
    title = flask.request.environ["asgi.scope"].get(_KEY)
    if title is not None:
        raise Unavailable("unavailable", f"{title} is not running just now. Try again later.")
