"""The side trail of reads: what it notes, and how it follows its world."""

import json
import logging
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from tests.kit import Doors, Office
from tests.states import act

from workworld import episodes
from workworld.apps.chat.service import channels, markers, messages
from workworld.calls import perform
from workworld.context import Actor
from workworld.doors.mcp import Caller, call_tool
from workworld.errors import Refused
from workworld.mcp_servers.chat import TABLE
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


def test_results_are_kept_only_when_asked_for(doors: Doors, office: Office) -> None:
    general, trail = office.channels["general"], doors.world.trail
    doors.rest("conversations.info", channel=general)
    doors.rest("chat.postMessage", channel=general, text="a step")
    assert [note.keys() & {"result", "of_step"} for note in trail.notes()] == [set()]
    trail.keeps_results = True
    info = doors.rest("conversations.info", channel=general)
    posted = doors.rest("chat.postMessage", channel=general, text="another")
    trail.keeps_results = False
    doors.rest("conversations.info", channel=general)
    notes = trail.notes(since=1)
    assert [(note["step"], note.get("of_step")) for note in notes] == [
        (1, None),
        (2, True),
        (2, None),
    ]
    assert notes[0]["result"]["channel"] == info["channel"]
    assert notes[1]["result"]["ts"] == posted["ts"]
    assert "result" not in notes[2]


def test_refusals_are_kept_with_code_and_message(doors: Doors, office: Office) -> None:
    doors.world.trail.keeps_results = True
    doors.rest("conversations.info", channel="CNOPE")
    doors.rest("chat.postMessage", channel="CNOPE", text="lost")
    doors.mcp("slack_send_message", channel_id="CNOPE", message="lost")
    with doors.world.writing() as session:
        episodes.begin(session, instruction="?", persona_id=doors.person_id, steps=0)
    doors.rest("chat.postMessage", channel=office.channels["general"], text="too late")
    *unknown, late = [note["result"] for note in doors.world.trail.notes()]
    assert len(unknown) == 3
    assert all(result.startswith("channel_not_found: ") for result in unknown)
    assert late == "limit_reached: This session is over: all steps are used up."


def test_long_results_are_kept_by_their_length(
    doors: Doors, monkeypatch: pytest.MonkeyPatch
) -> None:
    doors.world.trail.keeps_results = True
    doors.rest("conversations.list")
    monkeypatch.setattr(trail, "_LONGEST_RESULT", 1_000)
    doors.rest("conversations.list")
    short, long = doors.world.trail.notes()
    assert long["result_bytes"] == len(json.dumps(short["result"], separators=(",", ":"))) > 1_000
    assert "result" not in long
    assert "result_bytes" not in short


@pytest.mark.parametrize("result", [float("nan"), object(), b"a file", {1: {2}}])
def test_what_json_cannot_hold_is_no_result(tmp_path: Path, result: object) -> None:
    trail = Trail(tmp_path / "trail")
    trail.keeps_results = True
    trail.note({"step": 1}, result)
    trail.note_result(2, result)
    assert trail.notes() == [{"step": 1}]


def test_reads_are_told_without_results(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    told = []
    for keeps_results in (False, True):
        doors.world.reset()
        doors.world.trail.keeps_results = keeps_results
        doors.rest("conversations.info", channel=general)
        doors.rest("chat.postMessage", channel=general, text="a step")
        doors.rest("conversations.info", channel="CNOPE")
        told.append(doors.world.trail.reads())
    assert told[0] == told[1]
    assert len(told[0]) == 2


def test_results_follow_rewind_fork_and_reset(
    either: World, worlds: Worlds, office: Office
) -> None:
    either.trail.keeps_results = True

    def kept(world: World) -> list[int]:
        return [note["step"] for note in world.trail.notes() if "of_step" in note]

    caller = Caller(either, Actor(office.people["aruiz"]))
    (post,) = (tool for tool in TABLE.tools if tool.name == "slack_send_message")
    for _ in range(3):
        call_tool(caller, post, {"channel_id": office.channels["general"], "message": "hello"})
    assert kept(either) == [1, 2, 3]
    assert kept(worlds.fork(either)) == [1, 2, 3]
    assert kept(worlds.fork(either, 2)) == [1, 2]
    either.rewind(1)
    assert kept(either) == [1]
    either.reset()
    assert kept(either) == []


def test_crash_of_what_changes_something_is_noted(
    doors: Doors, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    general = office.channels["general"]
    monkeypatch.setattr("workworld.apps.chat.service.log.add", lambda *_args, **_more: 1 / 0)
    monkeypatch.setattr(channels, "known", lambda _ctx, _channel: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        perform(doors.world, doors.actor, messages.post, channel_id=general, text="x")
    with pytest.raises(ZeroDivisionError):
        perform(doors.world, doors.actor, markers.see, channel_id=general, ts="1000000000.000000")
    crashed = [(read["operation"], read["outcome"]) for read in doors.world.trail.reads()]
    assert crashed == [("chat.messages.post", "crashed"), ("chat.markers.see", "crashed")]
    assert doors.journal == []
