"""Worlds that nobody uses are let go of."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import anyio
import httpx2
import pytest
from tests.kit import Doors, run_async

from workworld.host import Host, idleness
from workworld.host.idleness import Fate, Idleness, Terms
from workworld.identity import Authority
from workworld.worlds import Snapshot, World, Worlds


class Watch:
    """A clock that goes forward when it is told to."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def watch() -> Watch:
    return Watch()


def swept(idle: Idleness) -> list[str]:
    return run_async(idle.sweep)


def test_a_world_is_closed_only_after_its_time(
    worlds: Worlds, snapshot: Snapshot, watch: Watch
) -> None:
    idle = Idleness(worlds, now=watch)
    for name, terms in (("short", Terms(60)), ("kept", None), ("for-ever", Terms(0))):
        worlds.open(snapshot, name)
        idle.agree(name, terms)
    watch.seconds = 59.9
    assert swept(idle) == []
    watch.seconds = 60
    assert swept(idle) == ["short"]
    watch.seconds = 1e9
    assert swept(idle) == []
    assert [world.id for world in worlds.all()] == ["for-ever", "kept"]
    assert "short" in [kept.id for kept in worlds.kept()]


def test_a_world_is_removed_if_that_was_agreed(
    worlds: Worlds, snapshot: Snapshot, watch: Watch
) -> None:
    idle = Idleness(worlds, now=watch)
    folder = worlds.open(snapshot, "w").folder
    idle.agree("w", Terms(1, Fate.REMOVE))
    watch.seconds = 1
    swept(idle)
    assert not folder.exists()


def test_no_world_is_closed_while_a_request_is_in_it(
    worlds: Worlds, snapshot: Snapshot, watch: Watch
) -> None:
    idle = Idleness(worlds, now=watch)
    worlds.open(snapshot, "w")
    idle.agree("w", Terms(10))

    async def run() -> None:
        first, second = await idle.enter("w"), await idle.enter("w")
        watch.seconds = 100
        idle.leave(first)
        assert await idle.sweep() == []
        assert idle.idle_seconds("w") == 0
        idle.leave(second)
        watch.seconds = 109
        assert await idle.sweep() == []
        assert idle.idle_seconds("w") == 9
        watch.seconds = 110
        assert await idle.sweep() == ["w"]

    run_async(run)


def test_a_request_that_comes_too_late_waits_and_finds_it_closed(
    worlds: Worlds, snapshot: Snapshot, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    idle = Idleness(worlds, now=watch)
    worlds.open(snapshot, "w")
    idle.agree("w", Terms(1))
    watch.seconds = 1
    let_go = worlds.let_go

    def slowly(world_id: str, *, remove: bool = False) -> None:
        time.sleep(0.05)
        let_go(world_id, remove=remove)

    monkeypatch.setattr(worlds, "let_go", slowly)

    async def run() -> None:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(idle.sweep)
            await anyio.sleep(0.01)
            assert await idle.enter("w") is None
            assert worlds.all() == []

    run_async(run)


def test_names_of_no_world_are_not_kept_in_memory(worlds: Worlds, watch: Watch) -> None:
    idle = Idleness(worlds, now=watch)
    for number in range(10):
        idle.leave(run_async(partial(idle.enter, f"guess{number}")))
    assert idle._uses == {}


@pytest.fixture
def served(
    worlds: Worlds,
    world: World,
    snapshot: Snapshot,
    authority: Authority,
    watch: Watch,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Host]:
    monkeypatch.setattr(idleness, "_SWEEP_SECONDS", 0.01)
    assert world.id == "w1"
    usual = Terms(1000, Fate.REMOVE)
    with Host(worlds, snapshot, authority, control_port=0, idle_after=usual, now=watch) as host:
        yield host


@pytest.fixture
def admin(served: Host) -> Iterator[httpx2.Client]:
    headers = {"Authorization": f"Bearer {served.admin_token}"}
    with httpx2.Client(base_url=served.control_origin, headers=headers) as client:
        yield client


def soon(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 10
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def names(admin: httpx2.Client, kind: str = "worlds") -> list[str]:
    return [world["name"] for world in admin.get("/api/worlds").json()[kind]]


def terms(told: dict[str, Any]) -> tuple[Any, ...]:
    return told["ttl"], told["idle"], told["idle_seconds"]


def test_terms_are_given_listed_and_inherited(admin: httpx2.Client, watch: Watch) -> None:
    def made(**body: Any) -> tuple[Any, ...]:
        return terms(admin.post("/api/worlds", json=body).json())

    assert made(name="usual") == (1000, "remove", 0)
    assert made(name="own", ttl=5, idle="close") == (5, "close", 0)
    assert made(name="for-ever", ttl=0) == (None, None, 0)
    assert made(name="other", idle="close") == (1000, "close", 0)
    fork = admin.post("/api/worlds/own/fork", json={"name": "copy"}).json()
    assert terms(fork) == (5, "close", 0)
    assert len(names(admin)) == 6  # by now the fork's request has left its world
    watch.seconds = 4
    listed = {
        world["name"]: world["idle_seconds"] for world in admin.get("/api/worlds").json()["worlds"]
    }
    assert listed == {"copy": 4, "for-ever": 4, "other": 4, "own": 4, "usual": 4, "w1": 4}


def test_every_door_counts_as_a_use(
    admin: httpx2.Client, served: Host, watch: Watch, doors: Doors
) -> None:
    admin.post("/api/worlds", json={"name": "w2", "ttl": 10, "idle": "close"})
    admin.post("/api/worlds", json={"name": "idle", "ttl": 10, "idle": "close"})
    token = doors.authority.token(served.desk.worlds.get("w2"), doors.person_id, "xoxp-")
    root = f"{served.origin}/w/w2"
    headers = {"Authorization": f"Bearer {token}"}
    uses: list[Callable[[], Any]] = [
        lambda: httpx2.get(f"{root}/sign-in"),
        lambda: httpx2.post(f"{root}/chat/api/auth.test", headers=headers),
        lambda: httpx2.post(f"{root}/chat/mcp", headers=headers, json={}),
        lambda: admin.get("/api/worlds/w2/clock"),
    ]
    for use in uses:
        watch.seconds += 9
        use()
    soon(lambda: names(admin) == ["w1", "w2"])
    assert names(admin, "closed") == ["idle"]
    watch.seconds += 10
    soon(lambda: names(admin) == ["w1"])
    assert httpx2.get(f"{root}/sign-in").status_code == 404
    assert admin.get("/api/worlds/w2/clock").json()["error"] == "world_closed"
    again = admin.post("/api/worlds", json={"name": "w2", "fresh": False, "ttl": 0})
    assert again.status_code == 201


def test_nothing_is_kept_of_the_task_of_a_world_that_is_let_go_of(
    admin: httpx2.Client, served: Host, watch: Watch
) -> None:
    task = {"task": "communication.post_announcement"}
    for name, ttl in (("asked", 0), ("idle", 10)):
        admin.post("/api/worlds", json={"name": name, "ttl": ttl, "idle": "close"})
        assert admin.post(f"/api/worlds/{name}/task", json=task).status_code == 200
    admin.delete("/api/worlds/asked")
    stage = served.desk.stage
    assert stage.running("asked") is None
    assert stage.running("idle") is not None
    watch.seconds += 11
    soon(lambda: stage.running("idle") is None)
    assert names(admin) == ["w1"]


def test_a_world_of_the_host_itself_stays_open(admin: httpx2.Client, watch: Watch) -> None:
    watch.seconds = 1e9
    time.sleep(0.1)
    assert names(admin) == ["w1"]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"ttl": -1}, "ttl is a whole number from 0"),
        ({"ttl": 1.5}, "ttl is a whole number"),
        ({"ttl": 10**12}, "ttl is a whole number"),
        ({"ttl": 5, "idle": "burn"}, "idle is one of close, remove"),
    ],
)
def test_bad_terms_are_explained_and_open_nothing(
    admin: httpx2.Client, body: dict[str, Any], said: str
) -> None:
    answer = admin.post("/api/worlds", json=body)
    assert answer.status_code == 400
    assert said in answer.json()["message"]
    assert names(admin) == ["w1"]


def test_idle_without_a_time_is_explained(host: Host) -> None:
    headers = {"Authorization": f"Bearer {host.admin_token}"}
    answer = httpx2.post(
        f"{host.control_origin}/api/worlds", json={"idle": "remove"}, headers=headers
    )
    assert "give a ttl as well" in answer.json()["message"]


def test_worlds_under_load_are_never_closed_beneath_a_request(
    admin: httpx2.Client, served: Host, watch: Watch, doors: Doors
) -> None:
    """Time runs away, so each world's time is over as soon as no request is in it."""
    admin.post("/api/worlds", json={"name": "w2", "ttl": 1})
    token = doors.authority.token(served.desk.worlds.get("w2"), doors.person_id, "xoxp-")
    headers = {"Authorization": f"Bearer {token}"}
    url = f"{served.origin}/w/w2/chat/api/auth.test"

    def ask(_number: int) -> tuple[int, str]:
        watch.seconds += 0.5
        answer = httpx2.post(url, headers=headers)
        return answer.status_code, answer.text

    with ThreadPoolExecutor(4) as threads:
        answers = set(threads.map(ask, range(60)))
    assert {status for status, _text in answers} <= {200, 404}
    assert all('"ok":true' in text.replace(" ", "") for status, text in answers if status == 200)
