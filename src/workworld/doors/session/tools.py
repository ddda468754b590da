"""The tools of the session's MCP server: names, schemas and results are our own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from workworld.clock import from_microseconds
from workworld.context import Actor, Surface
from workworld.directory import people
from workworld.directory.models import Person
from workworld.doors.session import acts
from workworld.episodes import Episode, Over
from workworld.worlds import World

INSTRUCTIONS = """\
What you are asked to do, and how far you have got. Read session_instruction first. Work in the \
apps; each change there is a step and takes simulated time. session_wait lets time pass until \
somebody has answered. If the instruction asks a question, give the answer with session_answer."""

_SPENT = {
    "type": "object",
    "properties": {
        "used": {"type": "integer"},
        "limit": {"type": "integer"},
        "left": {"type": "integer"},
    },
    "required": ["used"],
    "additionalProperties": False,
}
_STATUS: dict[str, Any] = {
    "type": "object",
    "properties": {
        "now": {"type": "string", "description": "The simulated time, in your time zone."},
        "steps": {**_SPENT, "description": "Changes asked for; no limit without one."},
        "seconds": {**_SPENT, "description": "Simulated time passed; no limit without one."},
        "is_answered": {"type": "boolean"},
        "answer": {"description": "The answer given last."},
        "is_over": {"type": "boolean", "description": "Whether nothing can be changed any more."},
        "over": {"type": "string", "enum": [str(each) for each in Over]},
    },
    "required": ["now", "steps", "seconds", "is_answered", "is_over"],
    "additionalProperties": False,
}
_INSTRUCTION = {
    "type": "object",
    "properties": {
        "instruction": {"type": "string"},
        "you_are": {"type": "string", "description": "The name of whom you stand in for."},
    },
    "required": ["instruction", "you_are"],
    "additionalProperties": False,
}
_MINUTES = {
    "type": "integer",
    "minimum": 1,
    "maximum": acts.LONGEST_WAIT_MINUTES,
    "description": "How many simulated minutes to wait, at most a day.",
}
_ANSWER = {"description": "The answer: a text, a number, or any other JSON value."}


@dataclass(frozen=True)
class SessionTool:
    """One tool.

    Args:
        name: its name.
        title: what people call it.
        description: what a model reads.
        properties: the JSON schemas of its parameters, all of which must be given.
        result: the JSON schema of its result.
        act: world, actor and arguments → result; may raise a refusal.
        read_only: whether calling it changes nothing.
    """

    name: str
    title: str
    description: str
    properties: Mapping[str, Mapping[str, Any]]
    result: Mapping[str, Any]
    act: Callable[[World, Actor, Mapping[str, Any]], dict[str, Any]]
    read_only: bool

    @property
    def input_schema(self) -> dict[str, Any]:
        """The schema of its arguments."""
        schema: dict[str, Any] = {"type": "object", "properties": dict(self.properties)}
        if self.properties:
            schema["required"] = list(self.properties)
        return schema | {"additionalProperties": False}


def _instruction(world: World, actor: Actor, _arguments: Mapping[str, Any]) -> dict[str, Any]:
    found = acts.own_episode(world, actor)
    with world.reading() as session:
        name = session.get_one(Person, actor.person_id).name
    return {"instruction": found.instruction, "you_are": name}


def _status(world: World, actor: Actor, _arguments: Mapping[str, Any]) -> dict[str, Any]:
    return _told(world, actor, acts.own_episode(world, actor))


def _wait(world: World, actor: Actor, arguments: Mapping[str, Any]) -> dict[str, Any]:
    minutes = int(arguments["minutes"])
    return _told(world, actor, acts.wait(world, actor, Surface.MCP, minutes))


def _answer(world: World, actor: Actor, arguments: Mapping[str, Any]) -> dict[str, Any]:
    return _told(world, actor, acts.answer(world, actor, Surface.MCP, arguments["answer"]))


def _told(world: World, actor: Actor, found: Episode) -> dict[str, Any]:
    with world.reading() as session:
        zone = people.zone_of(session.get_one(Person, actor.person_id))
    return acts.told(found, from_microseconds(found.now_us).astimezone(zone).isoformat())


TOOLS = (
    SessionTool(
        "session_instruction",
        "Read the instruction",
        "What you are asked to do, and as whom.",
        {},
        _INSTRUCTION,
        _instruction,
        read_only=True,
    ),
    SessionTool(
        "session_wait",
        "Wait",
        "Let simulated time pass, so that what is due happens: colleagues answer, and so on. "
        "It is no step. Less time passes if less of the session is left.",
        {"minutes": _MINUTES},
        _STATUS,
        _wait,
        read_only=False,
    ),
    SessionTool(
        "session_answer",
        "Give the answer",
        "Give the answer to the instruction, if it asks for one. A later answer replaces it.",
        {"answer": _ANSWER},
        _STATUS,
        _answer,
        read_only=False,
    ),
    SessionTool(
        "session_status",
        "See what is left",
        "The simulated time, what is left of the limits, and the answer given last.",
        {},
        _STATUS,
        _status,
        read_only=True,
    ),
)
