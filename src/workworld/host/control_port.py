"""The control port: the portal and the control API, for trainers and operators only.

It is bound to the loopback and asks for the admin token. Nothing on the agent port leads here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import anyio
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from sqlalchemy.orm import Session
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
)
from starlette.routing import Route

from workworld import loading
from workworld.clock import from_microseconds
from workworld.directory import people
from workworld.directory.models import Person
from workworld.doors.addresses import Addresses
from workworld.errors import WorldNotFound
from workworld.identity import Authority, same_secret
from workworld.journal import entries
from workworld.worlds import Snapshot, World, Worlds
from workworld.worlds.changes import RowChange

_COOKIE = "workworld-portal"
_OWN_NAMES = ("127.0.0.1", "localhost")
_TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=select_autoescape(),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
Handler = Callable[[Request], Awaitable[Response]]


class ControlPort:
    """The ASGI app of the control port.

    Args:
        worlds: those it controls.
        snapshot: what new worlds start from.
        authority: issues credentials.
        admin_token: what callers must show, as ``Authorization: Bearer``.
        agent_origin: where the agent port is reached.
    """

    def __init__(
        self,
        worlds: Worlds,
        snapshot: Snapshot,
        authority: Authority,
        admin_token: str,
        agent_origin: str,
    ) -> None:
        self._worlds = worlds
        self._snapshot = snapshot
        self._authority = authority
        self._admin_token = admin_token
        self._agent_origin = agent_origin

    def app(self) -> Starlette:
        """The Starlette app."""
        page, api = self._for_browsers, self._for_programs
        worlds = "/api/worlds"
        return Starlette(
            routes=[
                Route("/health", _health),
                Route("/", page(self._portal)),
                Route("/worlds/{world}/launch", page(self._launch), methods=["POST"]),
                Route(worlds, api(self._list), methods=["GET"]),
                Route(worlds, api(self._create), methods=["POST"]),
                Route(worlds + "/{world}/reset", api(self._reset), methods=["POST"]),
                Route(worlds + "/{world}/rewind", api(self._rewind), methods=["POST"]),
                Route(worlds + "/{world}/fork", api(self._fork), methods=["POST"]),
                Route(worlds + "/{world}/steps", api(self._steps)),
                Route(worlds + "/{world}/diff", api(self._diff)),
                Route(worlds + "/{world}/people", api(self._people)),
                Route(worlds + "/{world}/credentials", api(self._credentials), methods=["POST"]),
            ],
            middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=list(_OWN_NAMES))],
            exception_handlers={WorldNotFound: _no_such_world, _BadRequest: _bad_request},
        )

    def _for_programs(self, handler: Handler) -> Handler:
        """Only the admin token opens the API, which a foreign page cannot make a browser send."""

        async def guard(request: Request) -> Response:
            scheme, _, token = request.headers.get("authorization", "").partition(" ")
            if scheme.lower() != "bearer" or not same_secret(token, self._admin_token):
                return _unauthorized()
            return await handler(request)

        return guard

    def _for_browsers(self, handler: Handler) -> Handler:
        """The portal's link carries the token once; a cookie that opens only the portal follows."""

        async def guard(request: Request) -> Response:
            given = request.query_params.get("token")
            if given is not None and request.method == "GET":
                if not same_secret(given, self._admin_token):
                    return _unauthorized()
                response = RedirectResponse(request.url.path, 303)
                cookie = self._authority.portal()
                response.set_cookie(_COOKIE, cookie, httponly=True, samesite="strict")
                return response
            if not self._authority.honour_portal(request.cookies.get(_COOKIE, "")):
                return _unauthorized()
            own = f"{request.url.scheme}://{request.url.netloc}"
            if request.method == "POST" and request.headers.get("origin") != own:
                return PlainTextResponse("Foreign origin", 403)
            return await handler(request)

        return guard

    async def _portal(self, _request: Request) -> Response:
        shown = [
            (world.id, self._addresses(world).home, *await _in_thread(world, _cards))
            for world in self._worlds.all()
        ]
        page = _TEMPLATES.get_template("portal.html").render(worlds=shown, snapshot=self._snapshot)
        return HTMLResponse(page, headers={"Cache-Control": "no-store"})

    async def _launch(self, request: Request) -> Response:
        """Sign this browser in as a person of the world, by a one-time link."""
        world = self._worlds.get(request.path_params["world"])
        wanted = str((await request.form()).get("person", ""))
        person_id = await _in_thread(world, lambda session: _person(session, wanted))
        return RedirectResponse(self._launch_url(world, person_id), 303)

    async def _list(self, _request: Request) -> Response:
        return JSONResponse({"worlds": [self._world_json(world) for world in self._worlds.all()]})

    async def _create(self, request: Request) -> Response:
        """Open a world; ``fresh: false`` goes on with what an earlier host left under its name."""
        body = await _body(request)
        name = _name(body)
        fresh = body.get("fresh", True)
        if not isinstance(fresh, bool):
            raise _BadRequest("fresh is true or false")
        open_world = partial(self._worlds.open, self._snapshot, name, fresh=fresh)
        try:
            world = await anyio.to_thread.run_sync(open_world)
        except ValueError as error:
            raise _BadRequest(str(error)) from None
        return JSONResponse(self._world_json(world), 201)

    async def _reset(self, request: Request) -> Response:
        world = self._worlds.get(request.path_params["world"])
        await anyio.to_thread.run_sync(world.reset)
        return JSONResponse(self._world_json(world))

    async def _rewind(self, request: Request) -> Response:
        """Put a world back to the state after a step."""
        world = self._worlds.get(request.path_params["world"])
        step = _step(await _body(request))
        if step is None:
            raise _BadRequest("step is a whole number")
        try:
            await anyio.to_thread.run_sync(world.rewind, step)
        except ValueError as error:
            raise _BadRequest(str(error)) from None
        return JSONResponse(self._world_json(world))

    async def _fork(self, request: Request) -> Response:
        """Open a copy of a world as it was after a step, or as it is now."""
        world = self._worlds.get(request.path_params["world"])
        body = await _body(request)
        fork = partial(self._worlds.fork, world, _step(body), _name(body))
        try:
            return JSONResponse(self._world_json(await anyio.to_thread.run_sync(fork)), 201)
        except ValueError as error:
            raise _BadRequest(str(error)) from None

    async def _steps(self, request: Request) -> Response:
        """The journal, oldest step first."""
        world = self._worlds.get(request.path_params["world"])
        return JSONResponse({"steps": await _in_thread(world, _journal)})

    async def _diff(self, request: Request) -> Response:
        """Every state row that differs from the baseline."""
        world = self._worlds.get(request.path_params["world"])
        changes = await anyio.to_thread.run_sync(world.diff)
        return JSONResponse({"changes": [_change_json(change) for change in changes]})

    async def _people(self, request: Request) -> Response:
        world = self._worlds.get(request.path_params["world"])
        _company, cards = await _in_thread(world, _cards)
        return JSONResponse({"people": cards})

    async def _credentials(self, request: Request) -> Response:
        """Bearer tokens for every app, a one-time sign-in link and the password of a person."""
        world = self._worlds.get(request.path_params["world"])
        wanted = (await _body(request)).get("person")
        if not isinstance(wanted, str) or not wanted.isprintable():
            raise _BadRequest("person is an e-mail address or a person's id")
        person_id = await _in_thread(world, lambda session: _person(session, wanted))
        token = self._authority.token(world.id, person_id)
        return JSONResponse(
            {
                "person": person_id,
                "tokens": {app.id: app.token_prefix + token for app in loading.apps()},
                "launch_url": self._launch_url(world, person_id),
                "password": self._authority.password(world.id, person_id),
            }
        )

    def _addresses(self, world: World) -> Addresses:
        return Addresses(self._agent_origin, world.id)

    def _launch_url(self, world: World, person_id: str) -> str:
        return self._addresses(world).launch(self._authority.launch(world.id, person_id))

    def _world_json(self, world: World) -> dict[str, Any]:
        at = self._addresses(world)
        return {
            "name": world.id,
            "url": at.home,
            "snapshot": world.snapshot.fingerprint,
            "apps": {
                a.id: {"url": f"{at.app(a.id)}/", "mcp": at.mcp(a.id)} for a in loading.apps()
            },
        }


class _BadRequest(Exception):
    pass


async def _body(request: Request) -> dict[str, Any]:
    if not (await request.body()).strip():
        return {}
    try:
        body = await request.json()
    except (ValueError, RecursionError):
        raise _BadRequest("the body is not JSON") from None
    if not isinstance(body, dict):
        raise _BadRequest("the body is not a JSON object")
    return body


def _name(body: dict[str, Any]) -> str | None:
    name = body.get("name")
    if name is not None and not isinstance(name, str):
        raise _BadRequest("name is a text")
    return name


def _step(body: dict[str, Any]) -> int | None:
    step = body.get("step")
    if step is not None and (not isinstance(step, int) or isinstance(step, bool)):
        raise _BadRequest("step is a whole number")
    return step


def _journal(session: Session) -> list[dict[str, Any]]:
    return [
        {
            "step": entry.step,
            "time": from_microseconds(entry.time_us).isoformat(),
            "actor": entry.actor_id,
            "surface": entry.surface,
            "operation": entry.operation,
            "arguments": entry.arguments,
            "outcome": entry.outcome,
            "request": entry.request,
        }
        for entry in entries(session)
    ]


def _change_json(change: RowChange) -> dict[str, Any]:
    return {
        "table": change.table,
        "kind": change.kind,
        "key": change.key,
        "before": change.before,
        "after": change.after,
    }


async def _in_thread(world: World, read: Callable[[Session], Any]) -> Any:
    def run() -> Any:
        with world.reading() as session:
            return read(session)

    return await anyio.to_thread.run_sync(run)


def _cards(session: Session) -> tuple[str, list[dict[str, Any]]]:
    cards = [
        {
            "id": person.id,
            "name": person.name,
            "email": person.email,
            "title": person.title,
            "team": person.team.name,
            "office": person.office,
            "spotlight": person.spotlight,
        }
        for person in people.everyone(session)
    ]
    return people.company(session).name, cards


def _person(session: Session, wanted: str) -> str:
    person = session.get(Person, wanted) or people.by_email(session, wanted)
    if person is None:
        raise _BadRequest(f"nobody here has the e-mail address or id {wanted!r}")
    return person.id


async def _health(_request: Request) -> Response:
    return JSONResponse({"status": "ok"})


def _unauthorized() -> Response:
    return PlainTextResponse(
        "The control port asks for the admin token that the host printed when it started.",
        401,
        {"WWW-Authenticate": "Bearer"},
    )


async def _no_such_world(_request: Request, error: Exception) -> Response:
    return JSONResponse(
        {"error": "world_not_found", "message": f"no world {str(error)!r} is open"}, 404
    )


async def _bad_request(_request: Request, error: Exception) -> Response:
    return JSONResponse({"error": "bad_request", "message": str(error)}, 400)
