"""What tests of tasks share: an environment, and a session on an untouched world."""

from collections.abc import Iterator

import pytest
from sqlalchemy.orm import Session

from workworld import Environment
from workworld.worlds import Snapshot, World


@pytest.fixture
def env(snapshot: Snapshot) -> Iterator[Environment]:
    """An environment on the tiny company."""
    with Environment(home=snapshot.path.parents[1]) as environment:
        yield environment


@pytest.fixture
def session(world: World) -> Iterator[Session]:
    """The world as it is at first."""
    with world.reading() as reading:
        yield reading
