"""Fixtures of the tracker's tests."""

import pytest
from tests.apps.tracker.desk import Desk
from tests.kit import Office

from workworld.worlds import World


@pytest.fixture
def desk(world: World, office: Office) -> Desk:
    """People of the tiny company at the tracker's operations."""
    return Desk(world, office.people)
