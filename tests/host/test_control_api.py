"""The control API, over HTTP."""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import apsw
import httpx2
import pytest
from tests.kit import Doors

from workworld.clock import Clock
from workworld.errors import OutOfSpace
from workworld.host import Host
from workworld.schedule import plan
from workworld.worlds import Snapshot, SnapshotCache, World, Worlds
from workworld.worlds.records import record_of
from workworld.worlds.snapshots import SnapshotDamaged, SnapshotUnavailable
from workworld.worlds.world import raw_of


@pytest.fixture
def admin(host: Host) -> Iterator[httpx2.Client]:
    headers = {"Authorization": f"Bearer {host.admin_token}"}
    with httpx2.Client(base_url=host.control_origin, headers=headers) as client:
        yield client


def fault(**fields: Any) -> bytes:
    return json.dumps({"app": "chat", "kind": "down"} | fields).encode()


def post(doors: Doors, text: str) -> dict[str, Any]:
    return doors.rest("chat.postMessage", channel="#general", text=text)


def test_worlds_are_made_listed_and_reset(admin: httpx2.Client, host: Host, doors: Doors) -> None:
    made = admin.post("/api/worlds", json={"name": "second"})
    assert (made.status_code, made.json()["name"]) == (201, "second")
    assert made.json()["apps"]["chat"]["mcp"] == f"{host.origin}/w/second/chat/mcp"
    listed = admin.get("/api/worlds").json()["worlds"]
    assert [world["name"] for world in listed] == ["second", "w1"]
    doors.rest("chat.postMessage", channel="#general", text="gone soon")
    assert admin.post("/api/worlds/w1/reset").status_code == 200
    assert doors.changes == []


def test_worlds_are_rewound_and_forked(admin: httpx2.Client, doors: Doors) -> None:
    for number in range(3):
        doors.rest("chat.postMessage", channel="#general", text=f"step {number}")
    doors.rest("chat.postMessage", channel="#renewals", text="refused")
    steps = admin.get("/api/worlds/w1/steps").json()["steps"]
    assert [step["outcome"] for step in steps] == ["ok", "ok", "ok", "channel_not_found"]
    assert steps[0]["time"] == "2026-03-17T13:30:00+00:00"
    made = admin.post("/api/worlds/w1/fork", json={"step": 1, "name": "copy"})
    assert (made.status_code, made.json()["name"]) == (201, "copy")
    (change,) = admin.get("/api/worlds/copy/diff").json()["changes"]
    assert (change["kind"], change["after"]["text"]) == ("insert", "step 0")
    assert admin.post("/api/worlds/w1/rewind", json={"step": 2}).status_code == 200
    assert len(admin.get("/api/worlds/w1/diff").json()["changes"]) == 2
    assert len(admin.get("/api/worlds/w1/steps").json()["steps"]) == 2


def test_credentials_open_every_door(admin: httpx2.Client, host: Host, doors: Doors) -> None:
    answer = admin.post(
        "/api/worlds/w1/credentials", json={"person": "ARUIZ@calderoute.example"}
    ).json()
    assert answer["person"] == doors.person_id
    headers = {"Authorization": f"Bearer {answer['tokens']['chat']}"}
    url = f"{host.origin}/w/w1/chat/api/auth.test"
    assert httpx2.post(url, headers=headers).json()["user_id"] == doors.person_id
    with httpx2.Client(follow_redirects=True) as browser:
        assert "Ana Ruiz" in browser.get(answer["launch_url"]).text


@pytest.mark.parametrize(
    ("path", "body", "status", "said"),
    [
        ("/api/worlds", b"{", 400, "not JSON"),
        ("/api/worlds", b"[]", 400, "not a JSON object"),
        ("/api/worlds", b'{"name": 5}', 400, "name is a text"),
        ("/api/worlds/w1/rewind", b"{}", 400, "step is a whole number"),
        ("/api/worlds/w1/rewind", b'{"step": 1}', 400, "has seen 0 steps"),
        ("/api/worlds/w1/fork", b'{"step": true}', 400, "step is a whole number"),
        ("/api/worlds/w1/fork", b'{"step": -1}', 400, "has seen 0 steps"),
        ("/api/worlds/w1/fork", b'{"name": "w1"}', 409, "open already"),
        ("/api/worlds", b'{"fresh": "no"}', 400, "fresh is true or false"),
        ("/api/worlds/w1/credentials", b'{"person": "\\ud800"}', 400, "person is an e-mail"),
        ("/api/worlds", b'{"name": "../x"}', 400, "lower-case"),
        ("/api/worlds", b'{"name": "w1"}', 409, "open already"),
        ("/api/worlds/w1/credentials", b"{}", 400, "person is an e-mail address"),
        ("/api/worlds/w1/credentials", b'{"person": "x@y"}', 400, "nobody here"),
        ("/api/worlds/nope/reset", b"", 404, "no world 'nope' is open"),
        ("/api/worlds", b'{"nane": "w2"}', 400, "no field 'nane' is known here: there are name"),
        ("/api/worlds", b'{"shared": 1}', 400, "shared is true or false"),
        ("/api/worlds", b'{"preset": "huge"}', 400, "preset is one of tiny"),
        ("/api/worlds", b'{"seed": 1e3}', 400, "seed is a whole number"),
        ("/api/worlds", b'{"snapshot": "0", "seed": 1}', 400, "not both"),
        ("/api/worlds", b'{"snapshot": "0123456789abcdef"}', 404, "is gone"),
        ("/api/worlds/w1/rewind", b'{"step": 1' + b"0" * 30 + b"}", 400, "whole number"),
        ("/api/worlds/w1/export", b"{}", 400, "path is a text"),
        ("/api/worlds/w1/export", b'{"path": "x.sqlite"}', 400, "path is absolute"),
        ("/api/worlds/w1/export", b'{"path": "/nowhere/x"}', 400, "no folder '/nowhere'"),
        ("/api/worlds/w1/export", b'{"path": "/dev/null/x"}', 400, "no folder '/dev/null'"),
        ("/api/worlds/w1/export", b'{"path": "/tmp"}', 400, "something at '/tmp' already"),
        ("/api/worlds/w1/export", b'{"path": "/a\\u0000"}', 400, "null"),
        ("/api/worlds/w1/export", b'{"path": "/\\ud800"}', 400, "surrogates"),
        ("/api/worlds/w1/clock", b"{}", 400, "give advance, step_seconds or both"),
        ("/api/worlds/w1/clock", b'{"advance": -1}', 400, "from 0 to"),
        ("/api/worlds/w1/clock", b'{"advance": NaN}', 400, "from 0 to"),
        ("/api/worlds/w1/clock", b'{"advance": true}', 400, "from 0 to"),
        ("/api/worlds/w1/clock", b'{"step_seconds": 9999999}', 400, "from 0 to 86400"),
        ("/api/worlds/w1/faults", b"{}", 400, "app is one of chat"),
        ("/api/worlds/w1/faults", b'{"app": "mail", "kind": "down"}', 400, "one of chat"),
        ("/api/worlds/w1/faults", b'{"app": "chat"}', 400, "kind is one of down, failing"),
        (
            "/api/worlds/w1/faults",
            b'{"app": "chat", "kind": "down", "until": "9999-12-31T23:59:59-01:00"}',
            400,
            "past the end of the calendar",
        ),
        ("/api/worlds/w1/faults", fault(kind="sad"), 400, "slow, not 'sad'"),
        ("/api/worlds/w1/faults", fault(surface="system"), 400, "one of ui, rest, mcp"),
        ("/api/worlds/w1/faults", fault(operation="chat.mess"), 400, "chat.messages.post"),
        ("/api/worlds/w1/faults", fault(times=0), 400, "times is a whole number from 1"),
        ("/api/worlds/w1/faults", fault(times=10**40), 400, "times is a whole number"),
        ("/api/worlds/w1/faults", fault(until="2026-03-17T15:00:00"), 400, "with its offset"),
        ("/api/worlds/w1/faults", fault(until="soon"), 400, "time of ISO 8601"),
        ("/api/worlds/w1/faults", fault(until="1999-01-01T00:00:00Z"), 400, "is over already"),
        (
            "/api/worlds/w1/faults",
            fault(until="2099-01-01T00:00:00Z", minutes=5),
            400,
            "not both",
        ),
    ],
)
def test_bad_control_requests_are_explained(
    admin: httpx2.Client, path: str, body: bytes, status: int, said: str
) -> None:
    response = admin.post(path, content=body)
    assert response.status_code == status
    assert said in response.json()["message"]


@pytest.mark.parametrize(
    ("method", "path", "status", "error"),
    [
        ("GET", "/api/nothing", 404, "no_such_route"),
        ("PUT", "/api/worlds", 405, "no_such_route"),
        ("GET", "/api/worlds/w1/steps?since=x", 400, "bad_request"),
        ("GET", "/api/worlds/w1/steps?from=1", 400, "bad_request"),
        ("GET", "/api/worlds/w1/reads?since=1e3", 400, "bad_request"),
        ("DELETE", "/api/worlds/w1?remove=yes", 400, "bad_request"),
        ("DELETE", "/api/worlds/nope", 404, "world_not_found"),
        ("DELETE", "/api/worlds/w1/faults?id=99", 404, "fault_not_found"),
        ("DELETE", "/api/worlds/w1/faults?id=", 400, "bad_request"),
        ("GET", "/api/worlds/%ed%a0%80/diff", 404, "world_not_found"),
    ],
)
def test_bad_addresses_are_explained(
    admin: httpx2.Client, method: str, path: str, status: int, error: str
) -> None:
    answer = admin.request(method, path)
    assert (answer.status_code, answer.json()["error"]) == (status, error)


def test_worlds_are_told_apart_by_state(
    admin: httpx2.Client, doors: Doors, worlds: Worlds, world: World, snapshot: Snapshot
) -> None:
    made = admin.post("/api/worlds", json={"name": "ours", "shared": True})
    assert (made.json()["state"], made.json()["shared"]) == ("shared", True)
    worlds.open(snapshot, "idle").park()  # type: ignore[attr-defined]
    worlds.open(snapshot, "old")
    worlds.let_go("old")
    post(doors, "one step")
    listed = admin.get("/api/worlds").json()
    states = {each["name"]: (each["state"], each["steps"]) for each in listed["worlds"]}
    assert states == {"idle": ("parked", None), "ours": ("shared", 0), "w1": ("open", 1)}
    (old,) = listed["closed"]
    assert (old["name"], old["state"], old["snapshot"]) == ("old", "closed", snapshot.fingerprint)
    assert listed["worlds"][1]["bytes"] > snapshot.path.stat().st_size // 2


def test_a_closed_world_is_opened_again_by_its_snapshot(
    admin: httpx2.Client, doors: Doors, worlds: Worlds
) -> None:
    admin.post("/api/worlds", json={"name": "other", "seed": 7, "shared": True})
    mark = admin.delete("/api/worlds/other").json()
    assert mark == {"name": "other", "removed": False}
    refused = admin.get("/api/worlds/other/steps")
    assert (refused.status_code, refused.json()["error"]) == (409, "world_closed")
    assert '"fresh": false' in refused.json()["message"]
    (kept,) = admin.get("/api/worlds").json()["closed"]
    again = {"name": "other", "fresh": False, "snapshot": kept["snapshot"]}
    made = admin.post("/api/worlds", json=again).json()
    assert (made["seed"], made["shared"]) == (7, True)


def test_worlds_are_removed_open_or_closed(admin: httpx2.Client, worlds: Worlds) -> None:
    admin.post("/api/worlds", json={"name": "a"})
    assert admin.delete("/api/worlds/a?remove=true").json()["removed"]
    for seed in (0, 7):
        admin.post("/api/worlds", json={"name": "b", "seed": seed})
        admin.delete("/api/worlds/b")
    assert admin.delete("/api/worlds/b").json()["error"] == "world_closed"
    several = admin.delete("/api/worlds/b?remove=true")
    assert (several.status_code, several.json()["error"]) == (409, "several_worlds")
    for kept in admin.get("/api/worlds").json()["closed"]:
        query = {"remove": "true", "snapshot": kept["snapshot"]}
        assert admin.delete("/api/worlds/b", params=query).status_code == 200
    assert admin.get("/api/worlds").json()["closed"] == []


def test_a_world_is_exported_as_an_ordinary_file(
    admin: httpx2.Client, doors: Doors, tmp_path: Path
) -> None:
    post(doors, "take this along")
    target = str(tmp_path / "copy.sqlite")
    made = admin.post("/api/worlds/w1/export", json={"path": target})
    assert made.json() == {"path": target, "bytes": Path(target).stat().st_size}
    with closing(sqlite3.connect(target)) as copy:
        query = "SELECT count(*) FROM chat_messages WHERE text = 'take this along'"
        assert copy.execute(query).fetchone() == (1,)
    again = admin.post("/api/worlds/w1/export", json={"path": target})
    assert (again.status_code, again.json()["error"]) == (400, "bad_request")


@pytest.mark.usefixtures("nothing_planned")
def test_time_passes_and_what_is_due_happens(
    admin: httpx2.Client, doors: Doors, world: World
) -> None:
    clock = admin.get("/api/worlds/w1/clock").json()
    assert clock == {"now": "2026-03-17T13:30:00+00:00", "step_seconds": 15}
    with world.writing() as session:
        plan(
            session,
            due_us=1_773_754_260_000_000,
            actor_id=doors.person_id,
            operation="chat.messages.post",
            arguments={"channel_id": "C0", "text": "never"},
        )
    (due,) = admin.get("/api/worlds/w1/schedule").json()["schedule"]
    assert due["due"] == "2026-03-17T13:31:00+00:00"
    assert (due["operation"], due["arguments"]["text"]) == ("chat.messages.post", "never")
    later = admin.post("/api/worlds/w1/clock", json={"advance": 60, "step_seconds": 0}).json()
    now = {"now": "2026-03-17T13:31:00+00:00", "step_seconds": 0}
    assert later == now | {"caught_up": True}
    assert admin.get("/api/worlds/w1/schedule").json()["schedule"] == []
    (step,) = admin.get("/api/worlds/w1/steps").json()["steps"]
    assert (step["cause"], step["time"]) == (0, due["due"])


@pytest.mark.usefixtures("nothing_planned")  # eight thousand years of nights take their time
def test_time_does_not_leave_the_calendar(admin: httpx2.Client, doors: Doors, world: World) -> None:
    with world.writing() as session:
        Clock(session).set(datetime(9989, 12, 31, tzinfo=UTC))
    answer = admin.post("/api/worlds/w1/clock", json={"advance": 2 * 86_400})
    assert answer.status_code == 400
    assert "end of the calendar" in answer.json()["message"]
    assert post(doors, "the end is near")["ok"]


def test_faults_are_injected_listed_and_ended(admin: httpx2.Client, doors: Doors) -> None:
    wanted: dict[str, Any] = {"operation": "chat.messages", "surface": "rest", "times": 1}
    made = admin.post("/api/worlds/w1/faults", content=fault(**wanted))
    assert made.status_code == 201
    assert made.json() == {
        "id": 1,
        "app": "chat",
        "kind": "down",
        "operation": "chat.messages",
        "surface": "rest",
        "seconds": 30,
        "times_left": 1,
        "until": None,
        "strikes": True,
    }
    response = doors.anonymous("chat").post(
        "/api/chat.postMessage",
        json={"channel": "#general", "text": "lost"},
        headers={"Authorization": f"Bearer {doors.token}"},
    )
    assert not response.get_json()["ok"]
    assert post(doors, "arrives")["ok"]
    admin.post("/api/worlds/w1/faults", content=fault(minutes=10, seconds=0))
    until = "2026-03-17T15:00:00+01:00"
    admin.post("/api/worlds/w1/faults", content=fault(kind="slow", until=until))
    faults = admin.get("/api/worlds/w1/faults").json()["faults"]
    assert [(each["strikes"], each["until"]) for each in faults] == [
        (False, None),
        (True, "2026-03-17T13:40:30+00:00"),
        (True, "2026-03-17T14:00:00+00:00"),
    ]
    assert admin.delete("/api/worlds/w1/faults?id=2").json() == {"cleared": 1}
    assert admin.delete("/api/worlds/w1/faults").json() == {"cleared": 2}
    assert admin.get("/api/worlds/w1/faults").json() == {"faults": []}


def test_reads_are_listed_from_a_step_on(admin: httpx2.Client, doors: Doors) -> None:
    doors.rest("conversations.list")
    post(doors, "a step")
    doors.rest("conversations.list")
    reads = admin.get("/api/worlds/w1/reads").json()["reads"]
    assert [(read["step"], read["actor"]) for read in reads] == [
        (0, doors.person_id),
        (1, doors.person_id),
    ]
    assert len(admin.get("/api/worlds/w1/reads?since=1").json()["reads"]) == 1
    assert len(admin.get("/api/worlds/w1/steps?since=1").json()["steps"]) == 0


def test_diff_says_who_did_it(admin: httpx2.Client, doors: Doors) -> None:
    post(doors, "by a tool")
    (change,) = admin.get("/api/worlds/w1/diff").json()["changes"]
    assert (change["step"], change["actor"], change["surface"]) == (1, doors.person_id, "rest")


@pytest.mark.parametrize(
    ("noun", "body"), [("reset", {}), ("clock", {"advance": 60}), ("rewind", {"step": 0})]
)
def test_a_busy_world_refuses_clearly(
    admin: httpx2.Client, worlds: Worlds, noun: str, body: dict[str, Any]
) -> None:
    admin.post("/api/worlds", json={"name": "ours", "shared": True})
    world = worlds.get("ours")
    with world._held() as lent:
        raw_of(lent).set_busy_timeout(20)
    with closing(apsw.Connection(str(world.folder / "world.sqlite"))) as other:
        other.execute("BEGIN IMMEDIATE")
        answer = admin.post(f"/api/worlds/ours/{noun}", json=body)
    assert (answer.status_code, answer.json()["error"]) == (409, "world_busy")
    assert admin.post(f"/api/worlds/ours/{noun}", json=body).status_code == 200


def test_a_full_world_refuses_clearly(
    admin: httpx2.Client, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full() -> None:
        raise OutOfSpace("World w1 has reached its limit.")

    monkeypatch.setattr(world, "_refuse_when_full", full)
    answer = admin.post("/api/worlds/w1/clock", json={"advance": 1})
    assert answer.status_code == 409
    assert answer.json() == {"error": "out_of_space", "message": "World w1 has reached its limit."}


@pytest.mark.parametrize("path", ["reset", "rewind", "fork", "export", "clock", "faults"])
def test_a_world_closed_in_the_meantime_is_a_conflict(
    admin: httpx2.Client, world: World, tmp_path: Path, path: str
) -> None:
    world.close()  # as another request would, after this one has found it
    body = {
        "rewind": {"step": 0},
        "export": {"path": str(tmp_path / "x")},
        "clock": {"advance": 1},
        "faults": {"app": "chat", "kind": "down"},
    }.get(path, {})
    answer = admin.post(f"/api/worlds/w1/{path}", json=body)
    assert (answer.status_code, answer.json()["error"]) == (409, "world_closed")


def test_a_snapshot_of_another_version_is_refused(admin: httpx2.Client, snapshot: Snapshot) -> None:
    mark = "0123456789abcdef"
    other = snapshot.path.with_name(f"tiny-0-{mark}.sqlite")
    with closing(sqlite3.connect(other)) as raw:
        raw.execute("CREATE TABLE world_counters (id INTEGER PRIMARY KEY)")
    record = shutil.copy(record_of(snapshot.path), record_of(other))
    try:
        answer = admin.post("/api/worlds", json={"snapshot": mark})
        assert answer.status_code == 409
        assert answer.json()["error"] == "snapshot_of_other_version"
    finally:
        other.unlink()
        Path(record).unlink()


def test_requests_that_cross_each_other_are_no_bugs(host: Host, tmp_path: Path) -> None:
    """Worlds are made, closed and removed while others want something of them."""
    headers = {"Authorization": f"Bearer {host.admin_token}"}
    world = "/api/worlds/x"
    requests: list[tuple[str, str, Any]] = [
        ("POST", "/api/worlds", {"name": "x", "fresh": False}),
        ("POST", f"{world}/clock", {"advance": 1}),
        ("POST", f"{world}/faults", {"app": "chat", "kind": "slow"}),
        ("GET", "/api/worlds", None),
        ("POST", f"{world}/fork", {"name": "y"}),
        ("POST", f"{world}/reset", None),
        ("POST", f"{world}/rewind", {"step": 0}),
        ("DELETE", "/api/worlds/y?remove=true", None),
        ("GET", f"{world}/diff", None),
        ("DELETE", f"{world}?remove=true", None),
        ("GET", f"{world}/reads", None),
        ("POST", f"{world}/export", {"path": str(tmp_path / "x.sqlite")}),
    ]

    def ask(turn: int) -> set[tuple[int, str]]:
        with httpx2.Client(base_url=host.control_origin, headers=headers) as client:
            found = set()
            for number in range(len(requests) * 3):
                method, path, body = requests[(number * (2 * turn + 1) + turn) % len(requests)]
                answer = client.request(method, path, json=body)
                found.add((answer.status_code, answer.json().get("message", "")))
            return found

    with ThreadPoolExecutor(4) as threads:
        statuses = set[tuple[int, str]]().union(*threads.map(ask, range(4)))
    assert {status for status, _message in statuses} <= {200, 201, 400, 404, 409}, statuses


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (SnapshotUnavailable("no room to build it"), "snapshot_unavailable"),
        (SnapshotDamaged("other bytes"), "snapshot_damaged"),
    ],
)
def test_a_snapshot_that_cannot_be_had_is_explained(
    admin: httpx2.Client, monkeypatch: pytest.MonkeyPatch, error: Exception, code: str
) -> None:
    def fail(*_arguments: object) -> None:
        raise error

    monkeypatch.setattr(SnapshotCache, "get", fail)
    answer = admin.post("/api/worlds", json={"seed": 7})
    assert (answer.status_code, answer.json()["error"]) == (409, code)
    assert answer.json()["message"] == str(error)
