"""``workworld doctor``."""

import json
from typing import Any

import pytest
from tests.cli.conftest import Commands

from workworld.cli.checks import machine, ports
from workworld.cli.checks.check import ok
from workworld.worlds import Snapshot, Worlds


@pytest.fixture(autouse=True)
def no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser takes seconds; the browser's own tests start one."""
    monkeypatch.setattr(machine, "browser", lambda: [ok("Chromium", "not tried")])


def checks(workworld: Commands, name: str, *, is_well: bool = True) -> list[dict[str, Any]]:
    done = workworld.result("doctor", "--json")
    said = json.loads(done.stdout)
    assert (done.exit_code == 0, said["ok"]) == (is_well, is_well), done.output
    return [check for check in said["checks"] if check["name"] == name]


def test_all_is_well_on_this_machine(workworld: Commands) -> None:
    said = workworld("doctor")
    assert "fail" not in said
    for name in ("Python", "SQLite", "Open files", "Disk", "Snapshots", "A world", "Agent port"):
        assert name in said
    assert "reset " in said


def test_a_damaged_snapshot_fails(workworld: Commands, own: Snapshot) -> None:
    (own.path.parent / "tiny-1-0123456789abcdef.sqlite").touch()  # a file without a record
    bytes_of_it = bytearray(own.path.read_bytes())
    bytes_of_it[-100] ^= 1
    own.path.chmod(0o644)
    own.path.write_bytes(bytes_of_it)
    (broken,) = checks(workworld, "Snapshots", is_well=False)
    assert broken["status"] == "fail"
    assert own.path.name in broken["said"]
    assert "prune --damaged" in broken["todo"]


def test_a_home_that_cannot_be_written_fails(workworld: Commands) -> None:
    workworld.home = workworld.home / "file"
    workworld.home.touch()
    nowhere = Commands(workworld.home)
    (home,) = checks(nowhere, "Home", is_well=False)
    assert "WORKWORLD_HOME" in home["todo"]


def test_what_was_left_over_is_told(workworld: Commands, own: Snapshot) -> None:
    (own.path.parent / "building-x.sqlite").touch()
    (left,) = checks(workworld, "Left over")
    assert (left["status"], "building-x" in left["said"]) == ("warn", True)


def test_a_world_whose_snapshot_is_gone_is_told(workworld: Commands, own: Snapshot) -> None:
    with Worlds(workworld.home / "worlds") as worlds:
        worlds.open(own, "old")
    own.path.unlink()
    (lost,) = checks(workworld, "Worlds")
    assert lost["status"] == "warn"
    command = lost["todo"].partition("workworld ")[2]
    assert "is removed" in workworld(*command.split(), "--yes")


def test_our_host_is_known_by_its_ports(
    workworld: Commands, own: Snapshot, monkeypatch: pytest.MonkeyPatch
) -> None:
    with workworld.served(own):
        (host,) = checks(workworld, "Host")
        control = int(host["said"].rpartition(":")[2])
        monkeypatch.setattr(ports, "CONTROL_PORT", control)
        (port,) = checks(workworld, "Control port")
        assert (port["status"], "our host" in port["said"]) == ("ok", True)
        (workworld.home / "host.json").unlink()
        (port,) = checks(workworld, "Control port")
        assert (port["status"], "another WORKWORLD_HOME" in port["said"]) == ("warn", True)


def test_few_open_files_are_told(workworld: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "most_open", lambda: 8)
    (files,) = checks(workworld, "Open files")
    assert "ulimit" in files["todo"]
