"""The portal: the operator's pages. They ask what trainers ask, of the same table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import anyio
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from workworld.errors import BrokenTask
from workworld.host.control.desk import Asked
from workworld.host.control.fields import Fields
from workworld.host.control.refusals import Refusal, bad_request, refusal_of
from workworld.host.control.rendering import TEMPLATES
from workworld.host.control.rows import Office
from workworld.host.control.table import WORLD, WORLDS, row_of
from workworld.identity import same_secret
from workworld.worlds.snapshots import PRESETS

_COOKIE = "workworld-portal"
_HERE = Path(__file__).parents[1]
_SHARED = _HERE.parent / "doors" / "static"
_MOST_STEPS = 200
_MOST_EVENTS = 500
_SURE = {
    "reset": "Reset it",
    "close": "Close it",
    "remove": "Remove it",
}
UNAUTHORIZED = "The control port asks for the admin token that the host printed when it started."
Page = Callable[[Request, Mapping[str, str]], Response]


class Portal:
    """The pages of the control port.

    The portal's link carries the admin token once; a cookie that opens only the portal follows.

    Args:
        office: who answers.
        admin_token: what the link carries.
    """

    def __init__(self, office: Office, admin_token: str) -> None:
        self._office = office
        self._admin_token = admin_token

    def routes(self) -> list[BaseRoute]:
        """Its pages, and what they look like."""
        return [
            Route("/", self._shown(self._worlds)),
            Route("/worlds", self._done(self._make), methods=["POST"]),
            Route("/worlds/{world}", self._shown(self._world)),
            Route("/worlds/{world}/sure", self._shown(self._sure)),
            Route("/worlds/{world}/episode", self._shown(self._episode)),
            Route("/worlds/{world}/launch", self._done(self._launch), methods=["POST"]),
            Route("/worlds/{world}/components", self._done(self._components), methods=["POST"]),
            Route("/worlds/{world}/grade", self._done(self._grade), methods=["POST"]),
            Route("/worlds/{world}/{deed}", self._done(self._do), methods=["POST"]),
            Route("/tasks", self._shown(self._tasks)),
            Route("/tasks", self._done(self._set_task), methods=["POST"]),
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
            return await anyio.to_thread.run_sync(partial(page, request, given))
        except Exception as error:  # noqa: BLE001 - a bug of ours is raised again
            refusal = refusal_of(error)
            said = {"title": "That did not work", "message": str(refusal)}
            return self._page("problem.html", refusal.status, **said)

    def _let_in(self, request: Request, token: str) -> Response:
        if not same_secret(token, self._admin_token):
            return _unauthorized()
        response = RedirectResponse(request.url.path, 303)
        cookie = self._office.authority.portal()
        response.set_cookie(_COOKIE, cookie, httponly=True, samesite="strict")
        return response

    def _is_let_in(self, request: Request) -> bool:
        return self._office.authority.honour_portal(request.cookies.get(_COOKIE, ""))

    def _ask(self, method: str, path: str, world: str = "", **given: Any) -> dict[str, Any]:
        """Ask what the control API answers; what is empty was not given."""
        fields = {name: value for name, value in given.items() if value not in ("", None)}
        return self._office.answer(row_of(method, path), Asked(world, Fields(fields)))

    def _worlds(self, _request: Request, given: Mapping[str, str]) -> Response:
        """The worlds, open and closed."""
        if "world" in given:
            return _to(given["world"])
        return self._page("worlds.html", presets=PRESETS, **self._ask("GET", WORLDS))

    def _world(self, request: Request, given: Mapping[str, str]) -> Response:
        """One world: only this one is opened for it if it is parked."""
        name = request.path_params["world"]
        people = self._ask("GET", WORLD + "/people", name)["people"]
        names = {person["id"]: person["name"] for person in people}
        steps = self._ask("GET", WORLD + "/steps", name)["steps"]
        wanted = given.get("person", "").casefold().strip()
        listed = self._ask("GET", WORLDS)["worlds"]
        return self._page(
            "world.html",
            world=next(world for world in listed if world["name"] == name),
            clock=self._ask("GET", WORLD + "/clock", name),
            people=[person for person in people if wanted in _words(person)],
            wanted=given.get("person", ""),
            names=names,
            count=len(steps),
            steps=steps[: -_MOST_STEPS - 1 : -1],
        )

    def _make(self, _request: Request, given: Mapping[str, str]) -> Response:
        """Make or open a world."""
        names = ("name", "preset", "snapshot")
        wanted: dict[str, Any] = {name: given.get(name) for name in names}
        if "seed" in given:
            wanted["seed"] = _number(given["seed"])
        if given.get("closed"):
            wanted["fresh"] = False
        return _to(self._ask("POST", WORLDS, **wanted)["name"])

    def _sure(self, request: Request, given: Mapping[str, str]) -> Response:
        """Ask once more before something is lost."""
        deed = given.get("do", "")
        name, said = request.path_params["world"], _SURE.get(deed)
        if said is None:
            return self._page("problem.html", 404, title="Not found", message="No such thing.")
        return self._page("sure.html", name=name, deed=deed, said=said)

    def _do(self, request: Request, given: Mapping[str, str]) -> Response:
        """Reset, fork, close or remove a world."""
        name, deed = request.path_params["world"], request.path_params["deed"]
        if deed == "fork":
            step = _number(given.get("step", ""))
            return _to(self._ask("POST", WORLD + "/fork", name, step=step)["name"])
        if deed == "reset":
            self._ask("POST", WORLD + "/reset", name)
            return _to(name)
        if deed not in ("close", "remove"):
            return self._page("problem.html", 404, title="Not found", message="No such thing.")
        snapshot = given.get("snapshot")
        self._ask("DELETE", WORLD, name, remove=deed == "remove", snapshot=snapshot)
        return RedirectResponse("/", 303)

    def _launch(self, request: Request, given: Mapping[str, str]) -> Response:
        """Sign this browser in as a person of the world, by a one-time link."""
        name, person = request.path_params["world"], given.get("person", "")
        keys = self._ask("POST", WORLD + "/credentials", name, person=person)
        if "launch_url" not in keys:
            raise bad_request("a bot never signs in")
        return RedirectResponse(keys["launch_url"], 303)

    def _components(self, request: Request, _given: Mapping[str, str]) -> Response:
        """Show the living page of components."""
        name = request.path_params["world"]
        url = self._ask("GET", WORLD + "/components", name)["url"]
        return RedirectResponse(url, 303)

    def _tasks(self, _request: Request, given: Mapping[str, str]) -> Response:
        """The task gallery, with the instructions of one seed."""
        seed = _number(given.get("seed", "")) or 0
        families = self._ask("GET", "/api/tasks")["tasks"]
        shown = [each | self._previewed(each["id"], seed) for each in families]
        return self._page(
            "tasks.html",
            seed=seed,
            tasks=shown,
            worlds=self._ask("GET", WORLDS)["worlds"],
            chosen=given.get("world", ""),
        )

    def _previewed(self, family: str, seed: Any) -> dict[str, Any]:
        """What a task would be, or why there is none of this seed."""
        try:
            return self._ask("GET", "/api/tasks/preview", task=family, seed=seed) | {"problem": ""}
        except (BrokenTask, Refusal) as error:
            refusal = refusal_of(error)
            if refusal.error != "broken_task":
                raise
            return {"problem": str(refusal)}

    def _set_task(self, _request: Request, given: Mapping[str, str]) -> Response:
        """Set a task in a world."""
        name, seed = given.get("world", ""), _number(given.get("seed", ""))
        task = self._ask("POST", WORLD + "/task", name, task=given.get("task"), seed=seed)
        return self._page("task.html", name=name, task=task)

    def _grade(self, request: Request, given: Mapping[str, str]) -> Response:
        """Grade the task of a world."""
        name = request.path_params["world"]
        grade = self._ask("POST", WORLD + "/grade", name, answer=given.get("answer"))
        return self._page("grade.html", name=name, grade=grade)

    def _episode(self, request: Request, _given: Mapping[str, str]) -> Response:
        """What happened in the episode of a world."""
        name = request.path_params["world"]
        header, *events, grade = self._ask("GET", WORLD + "/episode", name)["lines"]
        people = self._ask("GET", WORLD + "/people", name)["people"]
        return self._page(
            "episode.html",
            name=name,
            header=header,
            grade=grade,
            count=len(events),
            events=events[-_MOST_EVENTS:],
            names={person["id"]: person["name"] for person in people},
        )

    def _page(self, template: str, status: int = 200, /, **shown: Any) -> Response:
        host = self._ask("GET", "/api/host")
        page = TEMPLATES.get_template(template).render(host=host, **shown)
        # A form's answer leads to a sign-in link, which is on an agent port.
        policy = (
            "default-src 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'; "
            f"form-action 'self' {' '.join(host['agent_origins'])}"
        )
        headers = {
            "Content-Security-Policy": policy,
            "Cache-Control": "no-store",
            "Referrer-Policy": "same-origin",
            "X-Content-Type-Options": "nosniff",
        }
        return HTMLResponse(page, status, headers)


def _number(text: str) -> int | str | None:
    """A number that was typed; anything else is for the API to refuse."""
    try:
        return int(text) if text else None
    except ValueError:
        return text


def _words(person: Mapping[str, Any]) -> str:
    shown = (person[name] for name in ("name", "email", "title", "team", "office"))
    return " ".join(shown).casefold()


def _to(world: str) -> Response:
    return RedirectResponse(f"/worlds/{quote(world, safe='')}", 303)


def _unauthorized() -> Response:
    return PlainTextResponse(UNAUTHORIZED, 401, {"WWW-Authenticate": "Bearer"})
