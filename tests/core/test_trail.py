"""The side trail of reads: what it notes, and how it follows its world."""

import logging
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from tests.kit import Doors, Office
from tests.states import act

from workworld.apps.chat.service import channels, markers
from workworld.calls import perform
from workworld.context import Actor
from workworld.errors import Refused
from workworld.worlds import Snapshot, World, Worlds, trail
from workworld.worlds.trail import Trail


@pytest.fixture(params=[False, True], ids=["private", "shared"])
def either(request: pytest.FixtureRequest, worlds: Worlds, snapshot: Snapshot) -> World:
    """A world of each kind."""
    return worlds.open(snapshot, "either", shared=request.param)


def look(world: World, office: Office, channel: str) -> None:
    """One read."""
    with suppress(Refused):
        actor = Actor(office.people["aruiz"])
        perform(world, actor, channels.info, channel_id=office.channels.get(channel, channel))


def seen(world: World) -> list[tuple[int, str]]:
    """Step and outcome of each read."""
    return [(read["step"], read["outcome"]) for read in world.trail.reads()]


def test_reads_are_noted_with_who_where_when_and_how_they_ended(
    doors: Doors, office: Office
) -> None:
    general = office.channels["general"]
    doors.rest("conversations.info", channel=general)
    doors.rest("chat.postMessage", channel=general, text="a step")
    doors.rest("conversations.info", channel="CNOPE")
    doors.mcp("slack_read_channel", channel_id=general)
    perform(doors.world, doors.actor, markers.see, channel_id=general, ts="1000000000.000000")
    reads = doors.world.trail.reads()
    assert {read["actor"] for read in reads} == {doors.person_id}
    columns = ("step", "surface", "operation", "outcome")
    assert [tuple(read[column] for column in columns) for read in reads] == [
        (0, "rest", "chat.channels.info", "ok"),
        (1, "rest", "chat.channels.info", "channel_not_found"),
        (1, "mcp", "chat.messages.history", "ok"),
    ]
    assert reads[1]["request"]["arguments"] == {"channel": "CNOPE"}
    assert doors.world.trail.reads(since=1) == reads[1:]
    assert len(doors.journal) == 1


def test_read_in_which_a_bug_shows_is_noted(
    doors: Doors, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channels, "known", lambda _ctx, _channel: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        perform(doors.world, doors.actor, channels.info, channel_id=office.channels["general"])
    assert seen(doors.world) == [(0, "crashed")]


def test_trail_follows_rewind_fork_and_reset(either: World, worlds: Worlds, office: Office) -> None:
    for number in range(3):
        look(either, office, "general")
        act(either, office, 1)
        look(either, office, "CNOPE" if number == 1 else "general")
    expected = [(0, "ok"), (1, "ok"), (1, "ok"), (2, "channel_not_found"), (2, "ok"), (3, "ok")]
    assert seen(either) == expected
    assert seen(worlds.fork(either)) == expected
    fork = worlds.fork(either, 1)
    assert seen(fork) == expected[:3]
    look(fork, office, "general")
    assert seen(fork) == [*expected[:3], (1, "ok")]
    either.rewind(2)
    assert seen(either) == expected[:5]
    look(either, office, "general")
    assert seen(either) == [*expected[:5], (2, "ok")]
    either.rewind(0)
    assert seen(either) == expected[:1]
    either.reset()
    assert seen(either) == []
    assert seen(fork) == [*expected[:3], (1, "ok")]


@pytest.mark.parametrize("shared", [True, False])
def test_trail_survives_reopening(
    shared: bool, snapshot: Snapshot, office: Office, tmp_path: Path
) -> None:
    with Worlds(tmp_path / "kept") as store:
        look(store.open(snapshot, "main", shared=shared), office, "general")
    with Worlds(tmp_path / "kept") as store:
        world = store.open(snapshot, "main", fresh=False, shared=shared)
        look(world, office, "CNOPE")
        assert seen(world) == [(0, "ok"), (0, "channel_not_found")]
    with Worlds(tmp_path / "kept") as store:
        assert seen(store.open(snapshot, "main", shared=shared)) == []


@pytest.mark.parametrize("kept", [1, 7, -1])
def test_torn_note_is_left_out_and_spoils_none_after_it(tmp_path: Path, kept: int) -> None:
    trail = Trail(tmp_path / "trail")
    for number in range(3):
        trail.note({"step": number})
    trail.path.write_bytes(
        trail.path.read_bytes()[: -len(b'\n{"step":2}')] + b'\n{"step":2}'[:kept]
    )
    assert [read["step"] for read in trail.reads()] == [0, 1]
    trail.note({"step": 3})
    assert [read["step"] for read in trail.reads()] == [0, 1, 3]
    trail.cut(1)
    trail.note({"step": 4})
    assert [read["step"] for read in trail.reads()] == [0, 1, 4]


def test_read_is_answered_though_it_cannot_be_noted(
    doors: Doors, office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    doors.world.trail.path.mkdir()  # nobody can write a file there
    arguments: dict[str, Any] = {"channel": office.channels["general"]}
    assert doors.rest("conversations.info", **arguments)["ok"]
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    doors.world.trail.path.rmdir()


def test_long_arguments_are_noted_by_their_length(world: World, doors: Doors) -> None:
    doors.rest("conversations.list", cursor="x" * 50_000)
    (read,) = world.trail.reads()
    assert read["request"]["name"] == "POST /api/conversations.list"
    assert read["request"]["bytes"] > 50_000
    assert world.trail.path.stat().st_size < 1_000


def test_trail_does_not_grow_without_end(
    world: World, doors: Doors, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trail, "_LIMIT", 2_000)
    for _ in range(40):
        assert doors.rest("conversations.list")["ok"]
    assert 2_000 < world.trail.path.stat().st_size < 3_000
    assert world.trail.reads()
