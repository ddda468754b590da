"""Fixtures of the tests of queries."""

from collections.abc import Iterator

import pytest
from tests.apps.crm.soql.quay import Quay, quay

from workworld.worlds import Snapshot, Worlds


@pytest.fixture(scope="session")
def harbour(tmp_path_factory: pytest.TempPathFactory, snapshot: Snapshot) -> Iterator[Quay]:
    """The quay, in one world for all tests: nothing that they ask changes it."""
    with Worlds(tmp_path_factory.mktemp("quay")) as store:
        yield quay(store.open(snapshot))
