"""One generated company for all tests: built once a run, whichever process needs it first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from sqlalchemy.orm import Session
from tests.gates.sampling import sample

from workworld.worlds import Snapshot, SnapshotCache, ledgers
from workworld.worlds.descriptions import reading
from workworld.worlds.ledgers import Fact

SEEDS = (0, 1, 2)
"""The first is looked at in every run, all of them by ``make gates``."""


@pytest.fixture(scope="session")
def startup(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    """The company of forty; the cache's lock lets one process build, and the others wait."""
    folder = tmp_path_factory.getbasetemp()
    if hasattr(request.config, "workerinput"):  # a folder that the processes of a run share
        folder = folder.parent
    return built(folder / "generated", getattr(request, "param", SEEDS[0]))


def built(folder: Path, seed: int) -> Snapshot:
    """The company of a seed; a build that failed is not tried again by each test of each process.

    Raises:
        RuntimeError: it failed before; the first test to ask for it has the error itself.
    """
    failed = folder / f"failed-{seed}"
    if failed.exists():
        raise RuntimeError(f"the company of seed {seed} could not be built: {failed.read_text()}")
    try:
        return SnapshotCache(folder).get("startup", seed)
    except Exception as error:
        folder.mkdir(parents=True, exist_ok=True)
        failed.write_text(repr(error))
        raise


@pytest.fixture(scope="session")
def rows(startup: Snapshot) -> Iterator[Session]:
    """What it holds, to be read alone."""
    with reading(startup) as session:
        yield session


@pytest.fixture(scope="session")
def ledger(startup: Snapshot) -> Sequence[Fact]:
    """What is true of it."""
    return ledgers.read(startup.path)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Tests that ask for ``each_startup`` look at a company of each seed."""
    if "each_startup" in metafunc.fixturenames:
        metafunc.parametrize("startup", sample(SEEDS, 1), indirect=True, scope="session")


@pytest.fixture
def each_startup(startup: Snapshot) -> Snapshot:
    """A company of each seed in turn."""
    return startup
