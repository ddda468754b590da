"""``workworld worlds``, with a running host and without one."""

import json
import os
import re
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from tests.cli.conftest import Commands

from workworld.apps.chat.models import Channel
from workworld.apps.chat.service.messages import post
from workworld.calls import perform
from workworld.context import Actor
from workworld.directory.models import Person
from workworld.host.whereabouts import running_host
from workworld.worlds import Snapshot, World, Worlds


@pytest.fixture(params=["with a host", "without a host"])
def either(
    request: pytest.FixtureRequest, workworld: Commands, own: Snapshot
) -> Iterator[Commands]:
    """The command in both circumstances, which should make no difference."""
    with workworld.served(own) if request.param == "with a host" else nullcontext():
        yield workworld


@pytest.fixture
def old(workworld: Commands, own: Snapshot) -> None:
    """Two steps in the world ``old``, which lies closed in the folder."""
    with Worlds(workworld.home / "worlds") as worlds:
        say(worlds.open(own, "old"), "first", "second")


def say(world: World, *texts: str) -> None:
    with world.reading() as session:
        ana = session.scalars(select(Person.id).where(Person.handle == "aruiz")).one()
        general = session.scalars(select(Channel.id).where(Channel.is_default)).first()
    for text in texts:
        perform(world, Actor(ana), post, channel_id=general, text=text)


def texts(changes: str) -> list[str]:
    return [change["after"]["text"] for change in json.loads(changes)["changes"]]


def names(listed: str) -> dict[str, str]:
    return {each["name"]: each["state"] for kind in json.loads(listed).values() for each in kind}


@pytest.mark.usefixtures("old")
def test_a_closed_world_is_looked_into_put_back_and_copied(either: Commands) -> None:
    assert texts(either("worlds", "diff", "old", "--json")) == ["first", "second"]
    made = json.loads(either("worlds", "fork", "old", "--step", "1", "--name", "new", "--json"))
    assert (made["name"], made["steps"]) in (("new", None), ("new", 1))
    assert texts(either("worlds", "diff", "new", "--json")) == ["first"]
    assert "after step 1" in either("worlds", "rewind", "old", "1")
    steps = json.loads(either("worlds", "steps", "old", "--json"))["steps"]
    assert [step["arguments"]["text"] for step in steps] == ["first"]
    assert "as it was made" in either("worlds", "reset", "old")
    assert "Nothing has changed" in either("worlds", "diff", "old")
    assert "No steps yet" in either("worlds", "steps", "old")
    assert names(either("worlds", "list", "--json"))["old"] == "closed"


@pytest.mark.usefixtures("old")
def test_worlds_are_shown_to_people(either: Commands) -> None:
    assert re.search(r"old +closed +\d+ KB", either("worlds", "list"))
    shown = either("worlds", "steps", "old", "--reads")
    assert "Ana Ruiz" in shown
    assert 'text="second"' in shown
    assert 'text="first"' in either("worlds", "diff", "old")


def test_worlds_are_made_and_removed(either: Commands) -> None:
    for name, options in (("mine", ()), ("ours", ("--shared",)), ("other", ("--seed", "7"))):
        assert f"World {name} is made" in either("worlds", "create", name, *options)
    assert "there is a world 'mine' already" in either.refused("worlds", "create", "mine")
    assert "already" in either.refused("worlds", "fork", "mine", "--name", "ours")
    listed = json.loads(either("worlds", "list", "--json"))
    kinds = {each["name"]: each["shared"] for kind in listed.values() for each in kind}
    assert kinds == {"mine": False, "other": False, "ours": True}
    assert len({each["snapshot"] for kind in listed.values() for each in kind}) == 2
    asked = either.result("worlds", "close", "mine", "--remove", answer="n\n")
    assert (asked.exit_code, "Remove world mine" in asked.output) == (1, True)
    either("worlds", "close", "mine", "--remove", answer="y\n")
    for name in ("ours", "other"):
        assert "is removed" in either("worlds", "close", name, "--remove", "--yes")
    assert "No worlds yet" in either("worlds", "list")


@pytest.mark.usefixtures("old")
def test_a_world_is_exported_relative_to_where_the_command_runs(
    either: Commands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert str(tmp_path / "copy.sqlite") in either("worlds", "export", "old", "copy.sqlite")
    with closing(sqlite3.connect(tmp_path / "copy.sqlite")) as copy:
        assert copy.execute("SELECT count(*) FROM world_journal").fetchone() == (2,)
    assert "already" in either.refused("worlds", "export", "old", "copy.sqlite")
    assert "no folder" in either.refused("worlds", "export", "old", "nowhere/copy.sqlite")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("steps", "nope"), "no world 'nope': there are old"),
        (("rewind", "old", "3"), "has seen 2 steps, not 3"),
        (("fork", "old", "--step", "3"), "has seen 2 steps, not 3"),
        (("close", "old"), "closed already"),
        (("create", "Bad Name"), "lower-case"),
        (("diff", "old@f"), "no world"),
    ],
)
@pytest.mark.usefixtures("old")
def test_mistakes_are_explained(either: Commands, arguments: tuple[str, ...], said: str) -> None:
    if arguments == ("diff", "old@f"):
        (kept,) = json.loads(either("worlds", "list", "--json"))["closed"]
        arguments = ("diff", "old@" + ("0" if kept["snapshot"][0] != "0" else "1"))
    assert said in either.refused("worlds", *arguments)


def test_one_of_several_worlds_of_a_name_is_chosen(workworld: Commands, own: Snapshot) -> None:
    workworld("worlds", "create", "twin")
    workworld("worlds", "create", "else", "--seed", "7")
    with Worlds(workworld.home / "worlds") as worlds:
        other = next(kept for kept in worlds.kept() if kept.id == "else")
        other.folder.rename(other.folder.with_name(f"twin-{other.fingerprint}"))
    said = workworld.refused("worlds", "steps", "twin")
    assert f"twin@{own.fingerprint}" in said
    workworld("worlds", "close", f"twin@{other.fingerprint[:6]}", "--remove", "--yes")
    workworld("worlds", "steps", "twin")


@pytest.mark.usefixtures("old")
def test_a_world_without_its_snapshot_can_only_be_removed(
    workworld: Commands, own: Snapshot
) -> None:
    own.path.unlink()
    assert "is gone" in workworld.refused("worlds", "steps", "old")
    assert "is removed" in workworld("worlds", "close", "old", "--remove", "--yes")


def test_a_world_that_another_process_holds_is_left_alone(
    workworld: Commands, own: Snapshot
) -> None:
    with Worlds(workworld.home / "worlds") as worlds:
        worlds.open(own, "busy")
        assert "open in another process" in workworld.refused("worlds", "reset", "busy")
        said = workworld.refused("worlds", "close", "busy", "--remove", "--yes")
        assert "open in another process" in said


# Finding the host


def test_the_hosts_worlds_are_open_and_stay_so(workworld: Commands, own: Snapshot) -> None:
    with workworld.served(own) as worlds:
        say(worlds.open(own, "live"), "hello")
        assert texts(workworld("worlds", "diff", "live", "--json")) == ["hello"]
        assert "http://127.0.0.1:" in workworld("worlds", "list")
        assert worlds.get("live").steps_at_hand() == 1
        assert "is closed" in workworld("worlds", "close", "live")
        assert worlds.all() == []


def test_only_its_user_can_read_where_the_host_is(workworld: Commands, own: Snapshot) -> None:
    file = workworld.home / "host.json"
    with workworld.served(own):
        assert file.stat().st_mode & 0o777 == 0o600
        with workworld.served(own):  # another host of this home
            pass
        assert file.exists()
    assert not file.exists()


def stale(**changed: Any) -> str:
    said = {"token": "t", "pid": os.getpid(), "machine": socket.gethostname()}
    return json.dumps(said | {"control": "http://127.0.0.1:1"} | changed)


@pytest.mark.parametrize(
    "left",
    [
        "",
        "[]",
        "{}",
        "\udcff",
        stale(),
        stale(pid=2**22 + 1),
        stale(pid=10**30),
        stale(pid=-1),
        stale(pid="1"),
        stale(control="nonsense"),
        stale(control="http://[::x"),
    ],
    ids=range(11),  # a process number is no name for a test
)
def test_what_a_killed_host_left_is_ignored_and_removed(workworld: Commands, left: str) -> None:
    file = workworld.home / "host.json"
    file.write_bytes(left.encode("utf-8", "surrogateescape"))
    assert "No host runs" in workworld("worlds", "list")
    assert not file.exists()


def test_another_hosts_port_is_not_mistaken_for_ours(workworld: Commands, own: Snapshot) -> None:
    with workworld.served(own):
        found = running_host(workworld.home)
        assert found is not None
        file = workworld.home / "host.json"
        file.write_text(stale(control=found.control))
        assert "No host runs" in workworld("worlds", "list")
        assert not file.exists()


def test_a_host_on_another_machine_is_none_of_ours(workworld: Commands) -> None:
    file = workworld.home / "host.json"
    file.write_text(stale(machine="elsewhere"))
    assert "No host runs" in workworld("worlds", "list")
    assert file.exists()


def test_a_world_with_a_time_to_live_needs_a_host(workworld: Commands, own: Snapshot) -> None:
    assert "no host runs" in workworld.refused("worlds", "create", "w2", "--ttl", "60")
    with workworld.served(own):
        made = workworld("worlds", "create", "w2", "--ttl", "60", "--idle", "remove", "--json")
        assert (json.loads(made)["ttl"], json.loads(made)["idle"]) == (60, "remove")
