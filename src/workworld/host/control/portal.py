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
        """Every world with its people."""
        given = request.query_params.get("token")
        if given is not None:
            return self._let_in(request, given)
        if not self._is_let_in(request):
            return _unauthorized()
        shown = await anyio.to_thread.run_sync(self._shown)
        template = _TEMPLATES.get_template("portal.html")
        page = template.render(worlds=shown, snapshot=self._desk.companies.usual)
        return HTMLResponse(page, headers={"Cache-Control": "no-store"})

    async def launch(self, request: Request) -> Response:
        """Sign this browser in as a person of the world, by a one-time link."""
        if not self._is_let_in(request):
            return _unauthorized()
        own = f"{request.url.scheme}://{request.url.netloc}"
        if request.headers.get("origin") != own:
            return PlainTextResponse("Foreign origin", 403)
        world = self._desk.world(Asked(request.path_params["world"], Fields({})))
        wanted = str((await request.form()).get("person", ""))
        person_id = await anyio.to_thread.run_sync(find_person, world, wanted)
        return RedirectResponse(self._desk.launch_url(world, person_id), 303)

    def _let_in(self, request: Request, token: str) -> Response:
        if not same_secret(token, self._admin_token):
            return _unauthorized()
        response = RedirectResponse(request.url.path, 303)
        cookie = self._desk.authority.portal()
        response.set_cookie(_COOKIE, cookie, httponly=True, samesite="strict")
        return response

    def _is_let_in(self, request: Request) -> bool:
        return self._desk.authority.honour_portal(request.cookies.get(_COOKIE, ""))

    def _shown(self) -> list[tuple[Any, ...]]:
        return [self._card(world) for world in self._desk.worlds.all()]

    def _card(self, world: World) -> tuple[Any, ...]:
        with world.reading() as session:
            company = people.company(session).name
            return world.id, self._desk.addresses(world).home, company, cards(session)


def _unauthorized() -> Response:
    return PlainTextResponse(UNAUTHORIZED, 401, {"WWW-Authenticate": "Bearer"})
