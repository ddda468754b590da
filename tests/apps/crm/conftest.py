"""Fixtures of the CRM's tests."""

import pytest
from tests.apps.crm.floor import Floor
from tests.kit import Office

from workworld.worlds import World


@pytest.fixture
def floor(world: World, office: Office) -> Floor:
    """People of the tiny company at the CRM's operations."""
    return Floor(world, office.people)
