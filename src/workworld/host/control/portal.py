"""The portal: the operator's page, from which a browser signs in as anybody."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anyio
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from workworld.directory import people
from workworld.host.control.desk import Asked, Desk
from workworld.host.control.fields import Fields
from workworld.host.control.people import cards, find_person
from workworld.identity import same_secret
from workworld.worlds import World

_COOKIE = "workworld-portal"
_TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parents[1] / "templates"),
    autoescape=select_autoescape(),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
UNAUTHORIZED = "The control port asks for the admin token that the host printed when it started."


class Portal:
    """The pages of the control port.

    The portal's link carries the admin token once; a cookie that opens only the portal follows.

    Args:
        desk: whose worlds it shows.
        admin_token: what the link carries.
    """

    def __init__(self, desk: Desk, admin_token: str) -> None:
        self._desk = desk
        self._admin_token = admin_token

    async def page(self, request: Request) -> Response:
        """The worlds, and the people of one of them: the one that ``world`` names, or the first."""
        given = request.query_params.get("token")
        if given is not None:
            return self._let_in(request, given)
        if not self._is_let_in(request):
            return _unauthorized()
        wanted = request.query_params.get("world")
        page = await anyio.to_thread.run_sync(self._rendered, wanted)
        return HTMLResponse(page, headers={"Cache-Control": "no-store"})

    async def launch(self, request: Request) -> Response:
        """Sign this browser in as a person of the world, by a one-time link."""
        if not self._is_let_in(request):
            return _unauthorized()
        own = f"{request.url.scheme}://{request.url.netloc}"
        if request.headers.get("origin") != own:
            return PlainTextResponse("Foreign origin", 403)
        wanted = str((await request.form()).get("person", ""))
        name = request.path_params["world"]
        link = await anyio.to_thread.run_sync(self._launch_url, name, wanted)
        return RedirectResponse(link, 303)

    def _let_in(self, request: Request, token: str) -> Response:
        if not same_secret(token, self._admin_token):
            return _unauthorized()
        response = RedirectResponse(request.url.path, 303)
        cookie = self._desk.authority.portal()
        response.set_cookie(_COOKIE, cookie, httponly=True, samesite="strict")
        return response

    def _is_let_in(self, request: Request) -> bool:
        return self._desk.authority.honour_portal(request.cookies.get(_COOKIE, ""))

    def _launch_url(self, name: str, wanted: str) -> str:
        world = self._world(name)
        return self._desk.launch_url(world, find_person(world, wanted))

    def _world(self, name: str) -> World:
        return self._desk.world(Asked(name, Fields({})))

    def _rendered(self, wanted: str | None) -> str:
        worlds = self._desk.worlds.all()
        world = self._world(wanted) if wanted else next(iter(worlds), None)
        return _TEMPLATES.get_template("portal.html").render(
            names=[each.id for each in worlds],
            shown=world and self._card(world),
            snapshot=self._desk.companies.usual,
        )

    def _card(self, world: World) -> dict[str, Any]:
        """What the page tells of one world; only this one is opened for it if it is parked."""
        with world.reading() as session:
            return {
                "name": world.id,
                "home": self._desk.addresses(world).home,
                "company": people.company(session).name,
                "people": cards(session),
            }


def _unauthorized() -> Response:
    return PlainTextResponse(UNAUTHORIZED, 401, {"WWW-Authenticate": "Bearer"})
