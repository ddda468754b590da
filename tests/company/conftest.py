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

COMPANIES: Sequence[tuple[str, int]] = (
    ("startup", 0),
    ("startup", 1),
    ("startup", 2),
    ("startup_injected_12", 0),
    ("mid", 0),
)
"""The first is looked at in every run, all of them by ``make gates``."""


@pytest.fixture(scope="session")
def startup(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    """The company of forty, or the one that a test asks for.

    The cache's lock lets one process build, and the others wait.
    """
    folder = tmp_path_factory.getbasetemp()
    if hasattr(request.config, "workerinput"):  # a folder that the processes of a run share
        folder = folder.parent
    preset, seed = getattr(request, "param", COMPANIES[0])
    return built(folder / "generated", preset, seed)


def built(folder: Path, preset: str, seed: int) -> Snapshot:
    """A company; a build that failed is not tried again by each test of each process.

    Raises:
        RuntimeError: it failed before; the first test to ask for it has the error itself.
    """
    failed = folder / f"failed-{preset}-{seed}"
    if failed.exists():
        raise RuntimeError(f"{preset} of seed {seed} could not be built: {failed.read_text()}")
    try:
        return SnapshotCache(folder).get(preset, seed)
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
    """Tests that ask for ``each_company`` look at each of them."""
    if "each_company" in metafunc.fixturenames:
        metafunc.parametrize("startup", sample(COMPANIES, 1), indirect=True, scope="session")


@pytest.fixture
def each_company(startup: Snapshot) -> Snapshot:
    """Each of the companies in turn."""
    return startup
