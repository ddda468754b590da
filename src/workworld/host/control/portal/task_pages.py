"""The pages of tasks: the gallery, one task, how it is done, and what was done about it."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from workworld import loading
from workworld.errors import BrokenTask
from workworld.grading import Difficulty
from workworld.host.control.demonstrations import Demonstrate
from workworld.host.control.portal.front import Front, Given, number
from workworld.host.control.refusals import Refusal, refusal_of
from workworld.host.control.table import WORLD, WORLDS

_MOST_EVENTS = 500


def gallery(front: Front, _request: Request, given: Given) -> Response:
    """The families, by what an operator looks for."""
    families = front.ask("GET", "/api/tasks")["tasks"]
    wanted = {name: given.get(name, "") for name in ("q", "difficulty", "app", "process")}
    return front.page(
        "tasks.html",
        tasks=[family for family in families if _fits(family, wanted)],
        count=len(families),
        wanted=wanted,
        chosen=given.get("world", ""),
        difficulties=[str(each) for each in Difficulty],
        apps=loading.apps(),
        processes=sorted({family["process"] for family in families}),
    )


def _fits(family: Mapping[str, Any], wanted: Mapping[str, str]) -> bool:
    words = " ".join((family["id"], family["title"], family["summary"])).casefold()
    return (
        all(word in words for word in wanted["q"].casefold().split())
        and wanted["difficulty"] in ("", family["difficulty"])
        and wanted["process"] in ("", family["process"])
        and (not wanted["app"] or wanted["app"] in family["apps"])
    )


def task(front: Front, request: Request, given: Given, *, is_shown: bool) -> Response:
    """One task: what is asked, how it is judged, and how one might cheat."""
    family_id, seed = request.path_params["task"], number(given.get("seed", "")) or 0
    family = _family(front, family_id)
    if family is None:
        return front.missing()
    return front.page(
        "task.html",
        family=family,
        seed=seed,
        task=_previewed(front, family_id, seed),
        worlds=front.ask("GET", WORLDS)["worlds"],
        chosen=given.get("world", ""),
        is_shown=is_shown,
        titles={app.id: app.title for app in loading.apps()},
    )


def _family(front: Front, family_id: str) -> Mapping[str, Any] | None:
    families: Iterable[Mapping[str, Any]] = front.ask("GET", "/api/tasks")["tasks"]
    return next((each for each in families if each["id"] == family_id), None)


def _previewed(front: Front, family: str, seed: Any) -> dict[str, Any]:
    """What a task would be, or why there is none of this seed."""
    try:
        return front.ask("GET", "/api/tasks/preview", task=family, seed=seed) | {"problem": ""}
    except (BrokenTask, Refusal) as error:
        refusal = refusal_of(error)
        if refusal.error != "broken_task":
            raise
        return {"problem": str(refusal)}


def oracle(
    front: Front, request: Request, given: Given, *, demonstrate: Demonstrate | None
) -> Response:
    """The oracle's episode, done on demand in a scratch world."""
    family_id, seed = request.path_params["task"], number(given.get("seed", "")) or 0
    family = _family(front, family_id)
    if family is None or demonstrate is None or not isinstance(seed, int):
        return front.missing()
    in_browser = given.get("door") == "browser" and family["has_browser_oracle"]
    shown = demonstrate(family_id, seed, in_browser)
    header, *events, given_grade = shown.lines
    told = [each for each in events if each["type"] == "step"] if in_browser else events
    return front.page(
        "oracle.html",
        family=family,
        seed=seed,
        in_browser=in_browser,
        header=header,
        events=told,
        reads=len(events) - len(told),
        grade=given_grade,
        names=shown.names,
        pictures=[
            (each.said, f"data:image/jpeg;base64,{b64encode(each.jpeg).decode()}")
            for each in shown.pictures
        ],
    )


def set_task(front: Front, _request: Request, given: Given) -> Response:
    """Set a task in a world."""
    name, seed = given.get("world", ""), number(given.get("seed", ""))
    found = front.ask("POST", WORLD + "/task", name, task=given.get("task"), seed=seed)
    return front.page("set.html", name=name, task=found)


def grade(front: Front, request: Request, given: Given) -> Response:
    """Grade the task of a world."""
    name = request.path_params["world"]
    given_grade = front.ask("POST", WORLD + "/grade", name, answer=given.get("answer"))
    return front.page("grade.html", name=name, grade=given_grade)


def episode(front: Front, request: Request, _given: Given) -> Response:
    """What happened in the episode of a world."""
    name = request.path_params["world"]
    header, *events, given_grade = front.ask("GET", WORLD + "/episode", name)["lines"]
    people = front.ask("GET", WORLD + "/people", name)["people"]
    return front.page(
        "episode.html",
        name=name,
        header=header,
        grade=given_grade,
        count=len(events),
        events=events[-_MOST_EVENTS:],
        names={person["id"]: person["name"] for person in people},
    )
