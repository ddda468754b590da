"""The people of a world, and credentials to stand in for them."""

from __future__ import annotations

from typing import Any

from sqlalchemy.orm import Session

from workworld import loading
from workworld.directory import people
from workworld.directory.models import Person
from workworld.host.control.desk import Asked, Desk
from workworld.host.control.refusals import bad_request
from workworld.worlds import World


def listed(desk: Desk, asked: Asked) -> dict[str, Any]:
    """The people."""
    with desk.world(asked).reading() as session:
        return {"people": cards(session)}


def credentials(desk: Desk, asked: Asked) -> dict[str, Any]:
    """Bearer tokens for every app, a one-time sign-in link and the password of a person."""
    world, wanted = desk.world(asked), asked.fields.text("person")
    if wanted is None:
        raise bad_request("person is an e-mail address or a person's id")
    person_id = find_person(world, wanted)
    return {"person": person_id} | keys(desk, world, person_id)


def keys(desk: Desk, world: World, person_id: str) -> dict[str, Any]:
    """What lets somebody in as a person."""
    token = desk.authority.token(world.id, person_id)
    return {
        "tokens": {app.id: app.token_prefix + token for app in loading.apps()},
        "launch_url": desk.launch_url(world, person_id),
        "password": desk.authority.password(world.id, person_id),
    }


def cards(session: Session) -> list[dict[str, Any]]:
    """What there is to say of each person."""
    return [card(person) for person in people.everyone(session)]


def card(person: Person) -> dict[str, Any]:
    """What there is to say of a person."""
    return {
        "id": person.id,
        "name": person.name,
        "email": person.email,
        "title": person.title,
        "team": person.team.name,
        "office": person.office,
        "spotlight": person.spotlight,
    }


def find_person(world: World, wanted: str) -> str:
    """The id of the person with an e-mail address or id.

    Raises:
        Refusal: there is nobody.
    """
    if not wanted.isprintable():
        raise bad_request("person is an e-mail address or a person's id")
    with world.reading() as session:
        person = session.get(Person, wanted) or people.by_email(session, wanted)
    if person is None:
        raise bad_request(f"nobody here has the e-mail address or id {wanted!r}")
    return person.id
