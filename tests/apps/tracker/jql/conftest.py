"""Fixtures of the tests of queries."""

import pytest
from tests.apps.tracker.jql.quay import Quay, quay
from tests.kit import Office

from workworld.worlds import World


@pytest.fixture
def harbour(world: World, office: Office) -> Quay:
    """Three projects with few issues."""
    return quay(world, office)
