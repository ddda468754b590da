"""``PERSON(email, field)``: what the directory says of somebody."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from workworld.apps.sheets.service.sources import source
from workworld.context import Context
from workworld.directory import people
from workworld.directory.models import Person
from workworld.errors import NotFound


def _manager(ctx: Context, person: Person) -> str:
    manager = ctx.session.get(Person, person.manager_id) if person.manager_id else None
    return manager.name if manager else ""


_FIELDS: Mapping[str, Callable[[Context, Person], str]] = {
    "name": lambda _ctx, person: person.name,
    "email": lambda _ctx, person: person.email,
    "title": lambda _ctx, person: person.title,
    "team": lambda _ctx, person: person.team.name,
    "office": lambda _ctx, person: person.office,
    "phone": lambda _ctx, person: person.phone,
    "zone": lambda _ctx, person: person.zone,
    "started": lambda _ctx, person: person.started,
    "manager": _manager,
}


@source("PERSON", least=1, most=2)
def person(ctx: Context, email: str, field: str = "name") -> list[list[Any]]:
    """One fact about the colleague with an e-mail address; by default the name.

    Raises:
        NotFound: there is no such colleague, or no such field.
    """
    found = people.by_email(ctx.session, email)
    if found is None or found.id not in {each.id for each in people.colleagues(ctx)}:
        raise NotFound("person_not_found", f"Nobody here has the address {email}.")
    read = _FIELDS.get(field.strip().lower())
    if read is None:
        raise NotFound("field_not_found", f"PERSON knows {', '.join(_FIELDS)}.")
    return [[read(ctx, found)]]
