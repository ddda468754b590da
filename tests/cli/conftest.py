"""Fixtures: commands on a home of their own, with or without a running host."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from workworld.cli import main
from workworld.host import Host
from workworld.host.whereabouts import announced
from workworld.identity import Authority
from workworld.worlds import Snapshot, Worlds
from workworld.worlds.records import record_of


class Commands:
    """Runs ``workworld`` commands in this process."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self._runner = CliRunner(env={"WORKWORLD_HOME": str(home)})

    def __call__(self, *arguments: str, answer: str | None = None) -> str:
        """The standard output of a command that does what it should."""
        done = self.result(*arguments, answer=answer)
        assert done.exit_code == 0, done.output
        return done.stdout

    def refused(self, *arguments: str) -> str:
        """What a command says that fails."""
        done = self.result(*arguments)
        assert done.exit_code == 1, done.output
        assert "Traceback" not in done.output
        return done.stderr

    def result(self, *arguments: str, answer: str | None = None) -> Result:
        """All that a command leaves."""
        return self._runner.invoke(main, arguments, input=answer)

    @contextmanager
    def served(self, snapshot: Snapshot) -> Iterator[Worlds]:
        """A host of this home, until the block ends; its worlds."""
        with (
            Worlds(self.home / "worlds") as worlds,
            Host(worlds, snapshot, Authority(), control_port=0) as host,
            announced(self.home, host.control_origin, host.admin_token),
        ):
            yield worlds


@pytest.fixture
def own(tmp_path: Path, snapshot: Snapshot) -> Snapshot:
    """The tiny company, in the home of this test."""
    folder = tmp_path / "home" / "snapshots"
    folder.mkdir(parents=True)
    path = folder / snapshot.path.name
    for each in (snapshot.path, record_of(snapshot.path)):
        shutil.copy2(each, folder)
    return Snapshot(snapshot.preset, snapshot.seed, snapshot.fingerprint, path)


@pytest.fixture
def workworld(tmp_path: Path, own: Snapshot) -> Commands:
    """The command, on a home of its own in which the company is built."""
    return Commands(own.path.parents[1])
