"""A host for all gates, and people in fresh worlds of it. ``WORKWORLD_GATES=full`` runs all."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import select
from tests.gates.agent import Agent, Premises
from tests.kit import COLLEAGUE, PERSONA

from workworld.directory.models import Person
from workworld.host import Host
from workworld.identity import Authority
from workworld.worlds import Snapshot, World, Worlds

Enter = Callable[..., Agent]


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
    entered: list[Agent] = []

    def let_in(handle: str = PERSONA, world: World | None = None) -> Agent:
        world = world or premises.worlds.open(premises.snapshot)
        with world.reading() as session:
            person_id = session.scalars(select(Person.id).where(Person.handle == handle)).one()
        entered.append(Agent(premises, world, person_id))
        return entered[-1]

    yield let_in
    for agent in entered:
        agent.close()
        agent.world.close()


@pytest.fixture
def agent(enter: Enter) -> Agent:
    """The usual persona in a fresh world."""
    return enter()


@pytest.fixture
def member(enter: Enter) -> Agent:
    """A member of few channels in a fresh world."""
    return enter(COLLEAGUE)
