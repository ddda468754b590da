"""Who is let in to the portal, and which pages there are."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path

import anyio
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from workworld.host.control.demonstrations import Demonstrate
from workworld.host.control.portal import operating, task_pages, world_pages
from workworld.host.control.portal.front import Front, Page
from workworld.host.control.refusals import refusal_of
from workworld.host.control.rows import Office
from workworld.identity import same_secret

_COOKIE = "workworld-portal"
_HERE = Path(__file__).parents[2]
_SHARED = _HERE.parent / "doors" / "static"
UNAUTHORIZED = "The control port asks for the admin token that the host printed when it started."


class Portal:
    """The pages of the control port.

    The portal's link carries the admin token once; a cookie that opens only the portal follows.

    Args:
        office: who answers.
        admin_token: what the link carries.
        demonstrate: shows how a task is done; None if nothing here can.
    """

    def __init__(
        self, office: Office, admin_token: str, demonstrate: Demonstrate | None = None
    ) -> None:
        self._office = office
        self._admin_token = admin_token
        self._front = Front(office)
        self._task = partial(task_pages.task, is_shown=demonstrate is not None)
        self._oracle = partial(task_pages.oracle, demonstrate=demonstrate)

    def routes(self) -> list[BaseRoute]:
        """Its pages, and what they look like."""
        shown, done = self._shown, self._done
        return [
            Route("/", shown(world_pages.worlds)),
            Route("/worlds", done(world_pages.make), methods=["POST"]),
            Route("/worlds/{world}", shown(world_pages.world)),
            Route("/worlds/{world}/sure", shown(world_pages.sure)),
            Route("/worlds/{world}/episode", shown(task_pages.episode)),
            Route("/worlds/{world}/launch", done(world_pages.launch), methods=["POST"]),
            Route("/worlds/{world}/mcp", done(operating.mcp), methods=["POST"]),
            Route("/worlds/{world}/clock", done(operating.clock), methods=["POST"]),
            Route("/worlds/{world}/faults", done(operating.fault), methods=["POST"]),
            Route("/worlds/{world}/faults/end", done(operating.end_fault), methods=["POST"]),
            Route("/worlds/{world}/components", done(world_pages.components), methods=["POST"]),
            Route("/worlds/{world}/grade", done(task_pages.grade), methods=["POST"]),
            Route("/worlds/{world}/{deed}", done(world_pages.do), methods=["POST"]),
            Route("/tasks", shown(task_pages.gallery)),
            Route("/tasks", done(task_pages.set_task), methods=["POST"]),
            Route("/tasks/{task}", shown(self._task)),
            Route("/tasks/{task}/oracle", done(self._oracle), methods=["POST"]),
            Mount("/static", StaticFiles(directory=_SHARED)),
            Mount("/portal", StaticFiles(directory=_HERE / "static")),
        ]

    def _shown(self, page: Page) -> Callable[[Request], Awaitable[Response]]:
        """A page, for whoever is let in."""

        async def show(request: Request) -> Response:
            given = request.query_params.get("token")
            if given is not None:
                return self._let_in(request, given)
            if not self._is_let_in(request):
                return _unauthorized()
            return await self._run(page, request, dict(request.query_params))

        return show

    def _done(self, page: Page) -> Callable[[Request], Awaitable[Response]]:
        """What a form does, if one of our own pages sent it."""

        async def do(request: Request) -> Response:
            if not self._is_let_in(request):
                return _unauthorized()
            own = f"{request.url.scheme}://{request.url.netloc}"
            if request.headers.get("origin") != own:
                return PlainTextResponse("Foreign origin", 403)
            given = {name: str(value) for name, value in (await request.form()).items()}
            return await self._run(page, request, given)

        return do

    async def _run(self, page: Page, request: Request, given: Mapping[str, str]) -> Response:
        try:
            return await anyio.to_thread.run_sync(partial(page, self._front, request, given))
        except Exception as error:  # noqa: BLE001 - a bug of ours is raised again
            refusal = refusal_of(error)
            said = {"title": "That did not work", "message": str(refusal)}
            return self._front.page("problem.html", refusal.status, **said)

    def _let_in(self, request: Request, token: str) -> Response:
        if not same_secret(token, self._admin_token):
            return _unauthorized()
        response = RedirectResponse(request.url.path, 303)
        cookie = self._office.authority.portal()
        response.set_cookie(_COOKIE, cookie, httponly=True, samesite="strict")
        return response

    def _is_let_in(self, request: Request) -> bool:
        return self._office.authority.honour_portal(request.cookies.get(_COOKIE, ""))


def _unauthorized() -> Response:
    return PlainTextResponse(UNAUTHORIZED, 401, {"WWW-Authenticate": "Bearer"})
