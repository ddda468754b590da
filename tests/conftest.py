"""Fixtures: a snapshot built once, a fresh world per test, and every door to it."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import Browser
from sqlalchemy import delete, select

from tests.gates.sampling import FULL
from tests.kit import COLLEAGUE, PERSONA, Doors, Office
from tests.scripts import Script
from tests.states import clear_schedule
from workworld.apps.chat.models import (
    Channel,
    ChannelChoice,
    Reminder,
    SavedItem,
    ScheduledMessage,
    Section,
    SidebarOrder,
)
from workworld.browsers import chromium
from workworld.directory.models import Person
from workworld.host import Host
from workworld.identity import Authority
from workworld.worlds import Snapshot, SnapshotCache, World, Worlds
from workworld.worlds.records import record_of

collect_ignore = ["dialect_suite"]  # in a process of its own: core/test_dialect_suite.py
os.environ.pop("WORKWORLD_HOME", None)  # tests never touch the user's worlds
os.environ["WORKWORLD_PRESET"] = "tiny"  # nothing that a test serves is built for a minute
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # each process would compile everything anew
settings.register_profile("unhurried", deadline=None)  # a busy machine is no defect
settings.load_profile("unhurried")


gc.disable()  # until tests run: what is imported and collected stays, and is a third of the work

LARGEST_RERUN = 5
"""How many tests may need their second try before the run fails all the same."""


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: tests wait a quarter of their time for other processes."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave what is marked ``gate_full`` to ``make gates``, and let a browser's tests try twice.

    Whoever asks for the browser is marked so, be it by hand or not. What a real browser does hangs
    on how busy the machine is. A test that needed its second try is named at the end of the run, as
    a defect to be looked into; ``make gates`` has no second tries.
    """
    for item in items:
        if "chrome" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
    if not FULL:
        for item in items:
            if item.get_closest_marker("browser"):
                item.add_marker(pytest.mark.flaky(reruns=1))
    left_out = [] if FULL else [item for item in items if item.get_closest_marker("gate_full")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    """Spare the collector all that was imported and collected: it stays until the run ends."""
    gc.freeze()
    gc.enable()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a run of which more than a few tests needed a second try."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and len(reporter.stats.get("rerun", ())) > LARGEST_RERUN:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder for this test run."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="session")
def snapshot(home: Path) -> Snapshot:
    """The tiny company."""
    return SnapshotCache(home / "snapshots").get("tiny")


@pytest.fixture
def built_there(snapshot: Snapshot, tmp_path: Path) -> None:
    """The test's folder is a home in which the company lies built, for processes that serve it."""
    folder = tmp_path / "snapshots"
    folder.mkdir()
    for path in (snapshot.path, record_of(snapshot.path)):
        shutil.copy2(path, folder)


@pytest.fixture(scope="session")
def chrome() -> Iterator[Browser]:
    """One browser process for all tests."""
    with chromium() as browser:
        yield browser


@pytest.fixture
def worlds(tmp_path: Path) -> Iterator[Worlds]:
    """An empty store of worlds; most tests open but one, for which spares would be made in vain."""
    with Worlds(tmp_path / "worlds", spares=0) as store:
        yield store


@pytest.fixture
def world(worlds: Worlds, snapshot: Snapshot) -> World:
    """A fresh world."""
    return worlds.open(snapshot)


@pytest.fixture
def nothing_planned(world: World) -> None:
    """Nothing comes due: what people of the company have scheduled is off the schedule."""
    clear_schedule(world)


@pytest.fixture
def clean_desks(world: World) -> None:
    """Nobody keeps anything for themselves yet, for tests of what somebody keeps."""
    with world.writing() as session:
        for kept in (ChannelChoice, Reminder, SavedItem, ScheduledMessage, Section, SidebarOrder):
            session.execute(delete(kept))
    clear_schedule(world)


@pytest.fixture(scope="session")
def authority() -> Authority:
    """One authority for all tests."""
    return Authority("the secret of the tests")


@pytest.fixture
def office(world: World) -> Office:
    """The ids of people and channels by the names that tests use."""
    with world.reading() as session:
        people = dict(session.execute(select(Person.handle, Person.id)).all())
        channels = dict(session.execute(select(Channel.name, Channel.id)).all())
    return Office(people, channels)


@pytest.fixture
def doors(world: World, office: Office, authority: Authority) -> Doors:
    """Every door, as the usual persona."""
    return Doors(world, authority, office.people[PERSONA])


@pytest.fixture
def colleague(world: World, office: Office, authority: Authority) -> Doors:
    """Every door, as somebody who is in fewer channels and no admin."""
    return Doors(world, authority, office.people[COLLEAGUE])


@pytest.fixture
def host(worlds: Worlds, world: World, snapshot: Snapshot, authority: Authority) -> Iterator[Host]:
    """A real host on free ports of the loopback, serving ``world``."""
    assert world in worlds.all()
    with Host(worlds, snapshot, authority, control_port=0) as running:
        yield running


@pytest.fixture
def script(snapshot: Snapshot, office: Office, tmp_path: Path) -> Iterator[Script]:
    """Runs code in processes; the snapshot must stay as it was."""
    before = snapshot.path.read_bytes()
    running = Script(snapshot, office, tmp_path)
    yield running
    running.close()
    assert snapshot.path.read_bytes() == before
    beside = [path.name for path in snapshot.path.parent.iterdir()]
    assert not [name for name in beside if name.endswith(("-wal", "-shm", "-journal"))]
