"""Whoever sees something sees it through every door, and whoever does not through none."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from tests.gates.agent import Agent, Answer, Premises, alike, endpoints, in_words_of, tools
from tests.gates.facets import Thing, facets_of, is_for_overseers, overseen
from tests.gates.sampling import sample
from tests.gates.visits import prepared

from workworld import loading
from workworld.calls import call
from workworld.context import Context, Request, Surface
from workworld.directory import people
from workworld.doors.mcp import Tool
from workworld.doors.rest import Endpoint
from workworld.links.addresses import canonical_url
from workworld.links.cards import unfurl
from workworld.operations import Effect, operation_of
from workworld.randomness import digest
from workworld.worlds import World

PARTS = 240
"""The pairs of people and things are tried in so many parts, each drawn from all of them."""


@pytest.fixture(scope="module")
def world(premises: Premises) -> Iterator[World]:
    """A world in which there is something of each kind."""
    world = prepared(premises)
    yield world
    world.close()


@pytest.fixture(scope="module")
def pairs(world: World) -> list[tuple[str, Thing]]:
    """Everybody with everything: first what is hidden from somebody, each half shuffled."""
    with world.reading() as session:
        everybody = [person.id for person in people.everyone(session)]
    things = [thing for app in loading.apps() for thing in facets_of(app.id).things(world)]
    found = [(person_id, thing) for person_id in everybody for thing in things]

    def order(pair: tuple[str, Thing]) -> tuple[bool, bytes]:
        person_id, thing = pair
        return person_id in thing.seers, digest("a pair", person_id, thing.name, thing.mark)

    return sorted(found, key=order)


def reads(row: Endpoint | Tool) -> bool:
    return operation_of(row.function).effect is Effect.READ


def is_beside_the_point(agent: Agent, place: str, thing: Thing) -> bool:
    """Whether what is told at a place does not hang on what the person sees elsewhere.

    Whoever oversees is told of everything there, all others of nothing, what they see included;
    but that none of them learns there of what is hidden from them is tried.
    """
    sees_it = agent.person_id in thing.seers
    return overseen(agent, place) or (sees_it and is_for_overseers(place))


def looked_at(agent: Agent, address: str) -> Answer:
    """A page, or that to which it leads."""
    answer = agent.get(address)
    led = re.search(r"^location: (.+)$", answer.headers, re.MULTILINE)
    return agent.get(led[1]) if led else answer


def by_page(agent: Agent, thing: Thing) -> dict[str, bool]:
    app_id, path = thing.link
    root = f"{agent.root}/{app_id}"
    there = looked_at(agent, root + path)
    absent = looked_at(agent, root + path.replace(thing.id, thing.missing))
    return {"its page": not alike(there, absent, thing.names)}


def by_rest(agent: Agent, thing: Thing) -> dict[str, bool]:
    """Whether each endpoint that is asked for the thing tells more of it than of nothing."""
    found = {}
    for app, endpoint in endpoints():
        asked = in_words_of(endpoint, thing.facts)
        if thing.app_id not in ("", app.id) or is_beside_the_point(agent, endpoint.path, thing):
            continue
        if reads(endpoint) and thing.id in asked.values():
            there = agent.rest(app, endpoint, asked)
            absent = agent.rest(app, endpoint, in_words_of(endpoint, thing.nothing))
            found[endpoint.path] = not alike(there, absent, thing.names)
    return found


def by_mcp(agent: Agent, thing: Thing) -> dict[str, bool]:
    """Whether each tool that is asked for the thing tells more of it than of nothing."""
    found = {}
    for app, tool in tools():
        asked = in_words_of(tool, thing.facts)
        if thing.app_id not in ("", app.id) or is_beside_the_point(agent, tool.name, thing):
            continue
        if reads(tool) and thing.id in asked.values():
            there = agent.tool(app, tool.name, asked)
            absent = agent.tool(app, tool.name, in_words_of(tool, thing.nothing))
            found[tool.name] = not alike(there, absent, thing.names)
    return found


def by_search(agent: Agent, thing: Thing) -> dict[str, bool]:
    """Whether a search at each door finds it; where none looks for it, whether one tells of it."""
    app_id, path = thing.link
    query = {"query": thing.query}
    page = agent.get(f"{agent.root}/search", params={"q": thing.query}).text
    rest = [
        agent.rest(app, row, query).text
        for app, row in endpoints()
        if searches(row) and not is_beside_the_point(agent, row.path, thing)
    ]
    mcp = [
        agent.tool(app, row.name, query).text
        for app, row in tools()
        if searches(row) and not is_beside_the_point(agent, row.name, thing)
    ]
    found = {
        Surface.UI: f"/{app_id}{path}" in page,
        Surface.REST: any(thing.mark in text for text in rest),
        Surface.MCP: any(thing.mark in text for text in mcp),
    }
    return {
        f"search by {door}": told for door, told in found.items() if door in thing.searched or told
    }


def searches(row: Endpoint | Tool) -> bool:
    if isinstance(row, Tool):
        return reads(row) and "query" in row.properties
    return reads(row) and "query" in operation_of(row.function).arguments.model_fields


def by_unfurl(agent: Agent, thing: Thing) -> dict[str, bool]:
    """Whether an address of the thing has a card."""
    if not thing.has_card:
        return {}

    def look(ctx: Context, _me: object) -> bool:
        return unfurl(ctx, canonical_url(ctx, *thing.link)) is not None

    request = Request(Surface.UI, "look", {"person_id": agent.person_id})
    told = call(agent.world, agent.doors.actor, people.info, request, present=look)
    return {"its card": told}


def told_of(agent: Agent, thing: Thing) -> dict[str, bool]:
    """Whether each way tells somebody more of a thing than of nothing."""
    told: dict[str, bool] = {}
    for look in (by_page, by_rest, by_mcp, by_search, by_unfurl):
        told |= look(agent, thing)
    return told


@pytest.mark.parametrize("part", sample(range(PARTS), 1))
def test_everybody_sees_the_same_through_every_door(
    premises: Premises, world: World, pairs: list[tuple[str, Thing]], part: int
) -> None:
    assert pairs[part::PARTS], "a part without pairs shows nothing"
    for person_id, thing in pairs[part::PARTS]:
        agent = Agent(premises, world, person_id)
        told = told_of(agent, thing)
        agent.close()
        wrong = {way: saw for way, saw in told.items() if saw != (person_id in thing.seers_at(way))}
        assert wrong == {}, (person_id, thing.name, "is seen" if person_id in thing.seers else "")
        assert len(told) >= 3, thing.name


def test_the_first_part_holds_what_is_seen_and_what_is_hidden(
    pairs: list[tuple[str, Thing]],
) -> None:
    assert {person_id in thing.seers for person_id, thing in pairs[::PARTS]} == {True, False}


def test_every_place_that_tells_fewer_is_there(pairs: list[tuple[str, Thing]]) -> None:
    """A name that no place has any more would hide what it was written for."""
    places = [row.path for _app, row in endpoints()] + [row.name for _app, row in tools()]
    named = {name for _person_id, thing in pairs for name in thing.fewer}
    assert named, "nothing tells fewer than all"
    assert [each for each in named if not any(place.startswith(each) for place in places)] == []
