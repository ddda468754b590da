"""What operators do to a world from its page: connect an agent, let time pass, let things fail."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from workworld import loading
from workworld.host.control.portal.front import Front, Given, number, to_world
from workworld.host.control.refusals import bad_request
from workworld.host.control.table import WORLD, WORLDS


def mcp(front: Front, request: Request, given: Given) -> Response:
    """What MCP clients are told to work in a world as a person: over HTTP, and over stdio."""
    name, wanted = request.path_params["world"], given.get("person", "")
    keys = front.ask("POST", WORLD + "/credentials", name, person=wanted)
    people = front.ask("GET", WORLD + "/people", name)["people"]
    person = next((each for each in people if each["id"] == keys["person"]), None)
    if person is None:
        raise bad_request("a bot calls no tools")
    at = next(each for each in front.ask("GET", WORLDS)["worlds"] if each["name"] == name)
    doors = {"workworld": at["mcp"], "session": f"{at['session']}/mcp"}
    doors |= {app.id: at["apps"][app.id]["mcp"] for app in loading.apps()}
    token = next(iter(keys["tokens"].values()))
    each = {app.id: _by_http(doors[app.id], keys["tokens"][app.id]) for app in loading.apps()}
    examples = {
        "All apps, over HTTP": _written(workworld=_by_http(doors["workworld"], token)),
        "Each app by itself, and the session, over HTTP": _written(
            **each, session=_by_http(doors["session"], token)
        ),
        "All apps, over stdio, in this world": _written(
            workworld=_bridge(doors["workworld"], token)
        ),
        "All apps, over stdio, in a world of its own that ends with the connection": _written(
            workworld=_alone(person["email"], at)
        ),
    }
    return front.page("mcp.html", name=name, person=person, examples=examples)


def _written(**servers: Any) -> str:
    return json.dumps({"mcpServers": servers}, indent=2)


def _by_http(url: str, token: str) -> dict[str, Any]:
    return {"type": "http", "url": url, "headers": {"Authorization": f"Bearer {token}"}}


def _bridge(url: str, token: str) -> dict[str, Any]:
    args = ["mcp", "--stdio", "--url", url]
    return {"command": _command(), "args": args, "env": {"WORKWORLD_TOKEN": token}}


def _alone(email: str, world: Any) -> dict[str, Any]:
    made = ["--preset", world["preset"], "--seed", str(world["seed"])]
    return {"command": _command(), "args": ["mcp", "--stdio", *made, "--as", email]}


def _command() -> str:
    """The command that lies beside the Python that runs here."""
    beside = Path(sys.executable).with_name("workworld")
    return str(beside) if beside.exists() else "workworld"


def clock(front: Front, request: Request, given: Given) -> Response:
    """Let time pass, or say what a step costs."""
    name = request.path_params["world"]
    minutes = number(given.get("minutes", ""))
    front.ask(
        "POST",
        WORLD + "/clock",
        name,
        advance=minutes * 60 if isinstance(minutes, int) else minutes,
        step_seconds=number(given.get("step_seconds", "")),
    )
    return to_world(name, "#operate")


def fault(front: Front, request: Request, given: Given) -> Response:
    """Let something go wrong."""
    name = request.path_params["world"]
    front.ask(
        "POST",
        WORLD + "/faults",
        name,
        app=given.get("app"),
        kind=given.get("kind"),
        surface=given.get("surface"),
        minutes=number(given.get("minutes", "")),
        times=number(given.get("times", "")),
    )
    return to_world(name, "#operate")


def end_fault(front: Front, request: Request, given: Given) -> Response:
    """Let one thing go wrong no more, or nothing at all."""
    name = request.path_params["world"]
    front.ask("DELETE", WORLD + "/faults", name, id=number(given.get("id", "")))
    return to_world(name, "#operate")
