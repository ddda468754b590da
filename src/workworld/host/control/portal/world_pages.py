"""The pages of worlds: which there are, who is in them, and what was done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from workworld import loading
from workworld.faults import FaultKind
from workworld.host.control.portal.front import Front, Given, number, to_world
from workworld.host.control.refusals import Refusal, bad_request
from workworld.host.control.table import WORLD, WORLDS
from workworld.worlds.snapshots import PRESETS

_MOST_STEPS = 200
_SURE = {
    "reset": "Reset it",
    "close": "Close it",
    "remove": "Remove it",
}


def worlds(front: Front, _request: Request, given: Given) -> Response:
    """The worlds, open and closed."""
    if "world" in given:
        return to_world(given["world"])
    families = front.ask("GET", "/api/tasks")["tasks"]
    return front.page(
        "worlds.html",
        presets=PRESETS,
        apps=loading.apps(),
        families=len(families),
        **front.ask("GET", WORLDS),
    )


def world(front: Front, request: Request, given: Given) -> Response:
    """One world: only this one is opened for it if it is parked."""
    name = request.path_params["world"]
    people = front.ask("GET", WORLD + "/people", name, work=True)["people"]
    names = {person["id"]: person["name"] for person in people}
    steps = front.ask("GET", WORLD + "/steps", name)["steps"]
    wanted = given.get("person", "").casefold().strip()
    listed = front.ask("GET", WORLDS)["worlds"]
    people.sort(key=lambda person: not person["spotlight"])
    return front.page(
        "world.html",
        world=next(world for world in listed if world["name"] == name),
        clock=front.ask("GET", WORLD + "/clock", name),
        due=front.ask("GET", WORLD + "/schedule", name)["schedule"],
        faults=front.ask("GET", WORLD + "/faults", name)["faults"],
        fault_kinds=list(FaultKind),
        session=_session(front, name),
        apps=loading.apps(),
        everybody=people,
        people=[person for person in people if wanted in _words(person)],
        wanted=given.get("person", ""),
        names=names,
        count=len(steps),
        steps=steps[: -_MOST_STEPS - 1 : -1],
    )


def _session(front: Front, name: str) -> Mapping[str, Any] | None:
    """What is asked in a world; None if nothing is."""
    try:
        return front.ask("GET", WORLD + "/session", name)
    except Refusal:
        return None


def make(front: Front, _request: Request, given: Given) -> Response:
    """Make or open a world."""
    names = ("name", "preset", "snapshot")
    wanted: dict[str, Any] = {name: given.get(name) for name in names}
    if "seed" in given:
        wanted["seed"] = number(given["seed"])
    if given.get("closed"):
        wanted["fresh"] = False
    return to_world(front.ask("POST", WORLDS, **wanted)["name"])


def sure(front: Front, request: Request, given: Given) -> Response:
    """Ask once more before something is lost."""
    deed = given.get("do", "")
    name, said = request.path_params["world"], _SURE.get(deed)
    if said is None:
        return front.missing()
    return front.page("sure.html", name=name, deed=deed, said=said)


def do(front: Front, request: Request, given: Given) -> Response:
    """Reset, fork, close or remove a world."""
    name, deed = request.path_params["world"], request.path_params["deed"]
    if deed == "fork":
        step = number(given.get("step", ""))
        return to_world(front.ask("POST", WORLD + "/fork", name, step=step)["name"])
    if deed == "reset":
        front.ask("POST", WORLD + "/reset", name)
        return to_world(name)
    if deed not in ("close", "remove"):
        return front.missing()
    snapshot = given.get("snapshot")
    front.ask("DELETE", WORLD, name, remove=deed == "remove", snapshot=snapshot)
    return RedirectResponse("/", 303)


def launch(front: Front, request: Request, given: Given) -> Response:
    """Sign this browser in as a person, by a one-time link; in an app if one is named."""
    name, person = request.path_params["world"], given.get("person", "")
    keys = front.ask("POST", WORLD + "/credentials", name, person=person)
    if "launch_url" not in keys:
        raise bad_request("a bot never signs in")
    url = keys["launch_url"]
    if given.get("app") in {app.id for app in loading.apps()}:
        url += f"&next={quote(f'/w/{name}/' + given['app'] + '/')}"
    return RedirectResponse(url, 303)


def components(front: Front, request: Request, _given: Given) -> Response:
    """Show the living page of components."""
    name = request.path_params["world"]
    return RedirectResponse(front.ask("GET", WORLD + "/components", name)["url"], 303)


def _words(person: Mapping[str, Any]) -> str:
    shown = (person[name] for name in ("name", "email", "title", "team", "office"))
    return " ".join(shown).casefold()
