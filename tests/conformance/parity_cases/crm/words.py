"""How cases of the CRM are written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import select, update
from tests.apps.crm.floor import REP, Floor
from tests.conformance.parity import Before, Case, Facts, Words

from workworld.apps.crm.models import Profile
from workworld.context import Surface
from workworld.directory.models import Person
from workworld.worlds import World

Asked = tuple[str, Mapping[str, Any]]
DATA = "/services/data/v59.0"


def nothing(_world: Any, _facts: Any) -> None:
    """The world is as it is."""


def case(
    operation: str,
    name: str,
    outcome: str = "ok",
    *,
    rest: Asked | None = None,
    mcp: Asked | None = None,
    ui: Asked | None = None,
    before: Before = nothing,
    handle: str = REP,
) -> Case:
    """An action in the words of the doors that it has.

    Args:
        operation: its id, without the app.
        name: what is special about it.
        outcome: ``ok`` or the refusal's code.
        rest: method and path below the version of the API, and the body.
        mcp: the tool and its arguments.
        ui: the form's address, and its fields.
        before: makes the world in which it happens.
        handle: who does it.
    """
    doors = {}
    if rest is not None:
        method, _, path = rest[0].partition(" ")
        doors[Surface.REST] = Words(f"{method} {DATA}/{path}", rest[1])
    if mcp is not None:
        doors[Surface.MCP] = Words(*mcp)
    if ui is not None:
        doors[Surface.UI] = Words(*ui)
    return Case(f"crm.{operation}", name, outcome, doors, before, handle)


def floor_of(world: World) -> Floor:
    """The CRM's operations, as people perform them."""
    with world.reading() as session:
        people = session.execute(select(Person.handle, Person.id)).all()
    return Floor(world, dict(people))


def making(fact: str, sobject: str, by: str = REP, **values: Any) -> Before:
    """Beforehand, somebody creates a record; its id is called so.

    Args:
        fact: what its id is called.
        sobject: of which object it is.
        by: who creates it.
        values: what it has; ``$name`` stands for an earlier fact.
    """

    def make(world: World, facts: Facts) -> None:
        wanted = Words("", values).filled(facts).arguments
        facts[fact] = floor_of(world).create(sobject, by=by, **wanted)

    return make


def doing(function: Callable[..., Any], by: str = REP, **arguments: Any) -> Before:
    """Beforehand, somebody performs an operation with these arguments."""

    def do(world: World, facts: Facts) -> None:
        wanted = Words("", arguments).filled(facts).arguments
        floor_of(world).do(function, by=by, **wanted)

    return do


def then(*steps: Before) -> Before:
    """Several things happen beforehand."""

    def all_of_it(world: World, facts: Facts) -> None:
        for step in steps:
            step(world, facts)

    return all_of_it


def no_exports(world: World, _facts: Facts) -> None:
    """Beforehand, nobody may take records away as files any more."""
    floor_of(world).change(update(Profile).values(exports=False))
