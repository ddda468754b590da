"""The page of the episode, for whom it is about: what is asked, waiting, the answer."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import flask
from flask.typing import ResponseReturnValue

from workworld.clock import from_microseconds
from workworld.context import Surface
from workworld.directory import people
from workworld.directory.models import Person
from workworld.doors.refused_pages import status_of
from workworld.doors.session import acts
from workworld.doors.site import current_site
from workworld.doors.times import clock_time
from workworld.doors.web import signed_in
from workworld.episodes import Episode, LimitReached, Over, Spent
from workworld.errors import Invalid, NotFound, Refused

BLUEPRINT = flask.Blueprint("session", __name__)


@dataclass(frozen=True, slots=True)
class Standing:
    """How the episode stands, in words."""

    instruction: str
    time: str
    iso: str
    steps: str
    seconds: str
    answer: str | None
    over: str | None
    is_ended: bool


@BLUEPRINT.get("/session")
def show() -> str:
    """The page."""
    return _page(acts.own_episode(current_site().world, signed_in()))


@BLUEPRINT.post("/session/wait")
def wait() -> ResponseReturnValue:
    """Let time pass."""
    given = flask.request.form.get("minutes", "").strip()
    minutes = int(given) if given.isascii() and given.isdigit() and len(given) < 6 else 0
    try:
        acts.wait(current_site().world, signed_in(), Surface.UI, minutes)
    except Refused as refused:
        return _again(refused, "minutes", given)
    return flask.redirect(flask.url_for("session.show"), 303)


@BLUEPRINT.post("/session/answer")
def answer() -> ResponseReturnValue:
    """Give the answer."""
    given = flask.request.form.get("answer", "")
    try:
        acts.answer(current_site().world, signed_in(), Surface.UI, _value(given))
    except Refused as refused:
        return _again(refused, "answer", given)
    return flask.redirect(flask.url_for("session.show"), 303)


def is_mine() -> bool:
    """Whether there is an episode about the signed-in person."""
    try:
        acts.own_episode(current_site().world, signed_in())
    except NotFound:
        return False
    return True


def _value(given: str) -> Any:
    """What the answer's form holds: a text, or JSON if its box says so."""
    if not flask.request.form.get("is_json"):
        text = given.replace("\r\n", "\n").strip()
        if not text:
            raise Invalid("invalid_answer", "Write the answer first.")
        return text
    try:
        return json.loads(given)
    except (ValueError, RecursionError):
        raise Invalid("invalid_answer", "This is not JSON. Mend it, or send it as text.") from None


def _again(refused: Refused, field: str, given: str) -> tuple[str, int]:
    """The page once more, with what was entered and what is wrong with it."""
    if isinstance(refused, NotFound):
        raise refused
    found = acts.own_episode(current_site().world, signed_in())
    return _page(found, {field: refused.message}, {field: given}), status_of(refused)


def _page(
    found: Episode, problems: dict[str, str] | None = None, given: dict[str, str] | None = None
) -> str:
    return flask.render_template(
        "session.html",
        standing=_standing(found),
        problems=problems or {},
        given=given or {},
        is_json=bool(flask.request.form.get("is_json")),
        longest=acts.LONGEST_WAIT_MINUTES,
    )


def _standing(found: Episode) -> Standing:
    with current_site().world.reading() as session:
        zone = people.zone_of(session.get_one(Person, found.persona_id))
    now = from_microseconds(found.now_us).astimezone(zone)
    return Standing(
        found.instruction,
        f"{now:%A}, {now:%B} {now.day}, {clock_time(now)}",
        now.isoformat(),
        _left(found.steps, "used", lambda number: f"{number:,}"),
        _left(found.seconds, "passed", _duration),
        _shown(found.answer) if found.is_answered else None,
        LimitReached(found.over).message if found.over else None,
        found.over in (Over.ENDED, Over.WALL_TIME),
    )


def _left(spent: Spent, verb: str, say: Any) -> str:
    if spent.left is None:
        return f"{say(spent.used)} {verb}, no limit"
    return f"{say(spent.left)} left of {say(spent.limit)}"


def _duration(seconds: int) -> str:
    hours, rest = divmod(seconds, 3600)
    minutes, left = divmod(rest, 60)
    parts = ((hours, "h"), (minutes, "min"), (left, "s"))
    return " ".join(f"{number} {unit}" for number, unit in parts if number) or "0 s"


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)
