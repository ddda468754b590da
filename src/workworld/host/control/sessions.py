"""A world's session: what is asked of whom, within what limits, and the answer."""

from __future__ import annotations

from typing import Any

from workworld import episodes
from workworld.clock import from_microseconds
from workworld.doors.session.acts import told
from workworld.grading import Limits
from workworld.host.control.desk import Asked, Desk
from workworld.host.control.fields import Fields
from workworld.host.control.people import find_person
from workworld.host.control.refusals import Refusal, bad_request
from workworld.worlds import World

MOST_STEPS = 1_000_000
LONGEST = 366 * 86_400


def begin(desk: Desk, asked: Asked) -> dict[str, Any]:
    """Ask something of a person; the former session is forgotten."""
    world, fields = desk.world(asked), asked.fields
    instruction, person = fields.text("instruction"), fields.text("person")
    if instruction is None or not instruction.strip() or not _is_text(instruction):
        raise bad_request("instruction is a text that says what to do")
    if person is None:
        raise bad_request("person is an e-mail address or a person's id")
    persona_id, within = find_person(world, person), limits(fields)
    desk.stage.freed(world)
    begun(world, instruction, persona_id, within)
    return _told(desk, world)


def limits(fields: Fields) -> Limits:
    """The limits of a session that a request names."""
    return Limits(fields.whole("steps", 0, MOST_STEPS), fields.whole("seconds", 0, LONGEST))


def begun(world: World, instruction: str, persona_id: str, within: Limits) -> None:
    """Begin an episode."""
    with world.writing() as session:
        episodes.begin(
            session,
            instruction=instruction,
            persona_id=persona_id,
            steps=within.steps,
            seconds=within.seconds,
        )


def standing(desk: Desk, asked: Asked) -> dict[str, Any]:
    """How the session stands."""
    return _told(desk, desk.world(asked))


def end(desk: Desk, asked: Asked) -> dict[str, Any]:
    """End the session, whatever is left of its limits."""
    world = desk.world(asked)
    _told(desk, world)  # there is one
    with world.writing() as session:
        episodes.end(session)
    return _told(desk, world)


def _told(desk: Desk, world: World) -> dict[str, Any]:
    with world.reading() as session:
        found = episodes.episode(session)
    if found is None:
        raise Refusal(409, "no_session", f"no session has begun in world {world.id!r}")
    shown = told(found, from_microseconds(found.now_us).isoformat())
    shown |= {"instruction": found.instruction, "person": found.persona_id}
    return shown | ({"url": desk.addresses(world).session} if desk.agent_origin else {})


def _is_text(text: str) -> bool:
    """Whether it can be kept: half of a surrogate pair cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
