"""A host for all gates, and people in fresh worlds of it. ``WORKWORLD_GATES=full`` runs all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

import pytest
from sqlalchemy import select
from tests.gates.agent import Agent, Premises
from tests.gates.crawling import Crawl, Form, crawl
from tests.kit import COLLEAGUE, PERSONA

from workworld.directory.models import Person
from workworld.host import Host
from workworld.identity import Authority
from workworld.worlds import Snapshot, World, Worlds

Enter = Callable[..., Agent]
MARK = "only-in-the-other-world"


@dataclass(frozen=True)
class Walk:
    """Somebody who has walked through all of a fresh world, in which nobody writes after that."""

    agent: Agent
    found: Crawl

    def forms_of(self, agent: Agent) -> dict[str, Form]:
        """The forms that were found, by where they are in the world of another."""
        own = self.agent.root
        return {
            agent.root + path.removeprefix(own): form for path, form in self.found.forms.items()
        }


Walked = Callable[[str], Walk]


@pytest.fixture(scope="session")
def premises(snapshot: Snapshot, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Premises]:
    """A real host with both ports."""
    authority = Authority("the secret of the gates")
    with (
        Worlds(tmp_path_factory.mktemp("gates") / "worlds") as worlds,
        Host(worlds, snapshot, authority, control_port=0) as host,
    ):
        yield Premises(host, worlds, snapshot, authority)


@pytest.fixture
def enter(premises: Premises) -> Iterator[Enter]:
    """Lets people by their handle into a fresh world, or into one that is given."""
    agents: list[Agent] = []

    def let_in(handle: str = PERSONA, world: World | None = None) -> Agent:
        world = world or premises.worlds.open(premises.snapshot)
        agents.append(entered(premises, handle, world))
        return agents[-1]

    yield let_in
    for agent in agents:
        agent.close()
        agent.world.close()


@pytest.fixture(scope="session")
def elsewhere(premises: Premises) -> World:
    """Another world of the host, whose company is called ``MARK``."""
    return marked(premises.worlds.open(premises.snapshot))


def marked(world: World) -> World:
    """A world that is told from all others by its company's name."""
    with world.writing() as session:
        session.connection().exec_driver_sql("UPDATE directory_company SET name = ?", (MARK,))
    return world


@pytest.fixture(scope="session")
def walked(premises: Premises, elsewhere: World) -> Iterator[Walked]:
    """What people find, by their handle: looked for once, since it takes seconds.

    There is ``elsewhere`` by then, of which nobody may find anything.
    """
    walks: list[Walk] = []

    @cache
    def walk(handle: str) -> Walk:
        agent = entered(premises, handle, premises.worlds.open(premises.snapshot))
        walks.append(Walk(agent, crawl(agent)))
        return walks[-1]

    yield walk
    for walk_of_one in walks:
        walk_of_one.agent.close()
        walk_of_one.agent.world.close()


def entered(premises: Premises, handle: str, world: World) -> Agent:
    """Somebody in a world, by their handle."""
    with world.reading() as session:
        person_id = session.scalars(select(Person.id).where(Person.handle == handle)).one()
    return Agent(premises, world, person_id)


@pytest.fixture
def agent(enter: Enter) -> Agent:
    """The usual persona in a fresh world."""
    return enter()


@pytest.fixture
def member(enter: Enter) -> Agent:
    """A member of few channels in a fresh world."""
    return enter(COLLEAGUE)
