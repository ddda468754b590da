"""A host of several processes."""

import os
import re
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.serving import call, newest_of_general, post_still_here, read_until, rest_of, serving

from workworld import ControlFailed, HostedEnvironment, loading
from workworld.host.fleet import Fleet, _ports
from workworld.worlds import Snapshot, Worlds

TASK = "communication.post_announcement"
PERSON = {"person": "aruiz@calderoute.example"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fleet") / "worlds"


@pytest.fixture(scope="module")
def fleet(folder: Path, snapshot: Snapshot) -> Iterator[Fleet]:
    """Two workers, and the parent in this process."""
    folder.mkdir()
    fleet = Fleet(folder, snapshot, 2)
    fleet.start()
    with fleet:
        yield fleet


@pytest.fixture
def admin(fleet: Fleet) -> Iterator[httpx2.Client]:
    """A trainer, who leaves no world behind."""
    headers = {"Authorization": f"Bearer {fleet.admin_token}"}
    with httpx2.Client(base_url=fleet.control_origin, headers=headers, timeout=60) as client:
        yield client
        for kind, worlds in client.get("/api/worlds").json().items():
            for world in worlds:
                query = {"remove": "true"} | (
                    {"snapshot": world["snapshot"]} if kind == "closed" else {}
                )
                client.delete(f"/api/worlds/{world['name']}", params=query)


def origin(told: dict[str, Any]) -> str:
    found = re.match(r"http://[^/]+", told["url"])
    assert found
    return found[0]


def post(admin: httpx2.Client, told: dict[str, Any], text: str) -> bool:
    given = admin.post(f"/api/worlds/{told['name']}/credentials", json=PERSON).json()
    base, token = told["apps"]["chat"]["url"] + "api/", given["tokens"]["chat"]
    return bool(call(base, token, "chat.postMessage", channel="#general", text=text)["ok"])


def soon(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_worlds_are_spread_and_each_is_served_by_its_worker(
    admin: httpx2.Client, fleet: Fleet
) -> None:
    made = [admin.post("/api/worlds", json={}).json() for _ in range(6)]
    assert sorted(made_at := [origin(told) for told in made]) == sorted(
        [worker.origin for worker in fleet.workers] * 3
    )
    assert len({told["name"] for told in made}) == 6
    for told in made:
        assert httpx2.get(f"{told['url']}sign-in").status_code == 200
        other = next(each for each in fleet.workers if each.origin != origin(told))
        assert httpx2.get(f"{other.origin}/w/{told['name']}/sign-in").status_code == 404
    listed = admin.get("/api/worlds").json()
    assert {(told["name"], origin(told)) for told in listed["worlds"]} == set(
        zip((told["name"] for told in made), made_at, strict=True)
    )
    assert listed["closed"] == []


def test_worlds_that_are_made_at_once_are_spread(admin: httpx2.Client, fleet: Fleet) -> None:
    with ThreadPoolExecutor(4) as threads:
        made = list(threads.map(lambda _: admin.post("/api/worlds", json={}).json(), range(8)))
    counts = [sum(origin(told) == worker.origin for told in made) for worker in fleet.workers]
    assert counts == [4, 4]


def test_a_world_that_is_opened_while_others_are_listed_is_not_forgotten(
    admin: httpx2.Client, fleet: Fleet, monkeypatch: pytest.MonkeyPatch
) -> None:
    admin.post("/api/worlds", json={"name": "first"})
    worker = fleet.workers[1]
    ask = worker.ask

    def slowly(method: str, path: str, given: Mapping[str, Any]) -> dict[str, Any]:
        answer = ask(method, path, given)
        if method == "GET" and path == "/api/worlds":
            monkeypatch.undo()
            assert origin(admin.post("/api/worlds", json={"name": "late"}).json()) == worker.origin
        return answer

    monkeypatch.setattr(worker, "ask", slowly)
    assert [told["name"] for told in admin.get("/api/worlds").json()["worlds"]] == ["first"]
    assert admin.get("/api/worlds/late/steps").json() == {"steps": []}
    assert post(admin, admin.get("/api/worlds").json()["worlds"][1], "still here")


def test_everything_about_a_world_goes_to_its_worker(admin: httpx2.Client, fleet: Fleet) -> None:
    made = [admin.post("/api/worlds", json={"name": name}).json() for name in ("a", "b")]
    for told in made:
        name = told["name"]
        assert post(admin, told, f"hello {name}")
        (step,) = admin.get(f"/api/worlds/{name}/steps").json()["steps"]
        assert step["operation"] == "chat.messages.post"
        copy = admin.post(f"/api/worlds/{name}/fork", json={"name": f"{name}-copy"}).json()
        assert origin(copy) == origin(told)
        assert len(admin.get(f"/api/worlds/{name}-copy/steps?since=0").json()["steps"]) == 1
        assert admin.delete(f"/api/worlds/{name}").json() == {"name": name, "removed": False}
        assert admin.get(f"/api/worlds/{name}/steps").json()["error"] == "world_closed"
        again = admin.post("/api/worlds", json={"name": name, "fresh": False}).json()
        assert origin(again) in (worker.origin for worker in fleet.workers)
        assert len(admin.get(f"/api/worlds/{name}/steps").json()["steps"]) == 1
    taken = admin.post("/api/worlds", json={"name": "a"})
    assert (taken.status_code, taken.json()["error"]) == (409, "world_taken")
    refused = admin.post("/api/worlds/a/rewind", json={"step": 9})
    assert (refused.status_code, refused.json()["error"]) == (400, "bad_request")
    assert admin.get("/api/worlds/nope/diff").status_code == 404
    listed = admin.get("/api/worlds").json()
    names = [told["name"] for told in listed["worlds"]]
    assert names == ["a", "a-copy", "b", "b-copy"]
    assert listed["closed"] == []


def test_a_task_is_set_and_graded_where_its_world_is(admin: httpx2.Client) -> None:
    for name in ("a", "b"):
        admin.post("/api/worlds", json={"name": name})
        task = {"task": "communication.post_announcement", "seed": 1}
        assert admin.post(f"/api/worlds/{name}/task", json=task).json()["instruction"]
        assert admin.post(f"/api/worlds/{name}/grade").json()["reward"] == 0.0
    assert len(admin.get("/api/tasks").json()["tasks"]) > 0


def test_the_portal_works(admin: httpx2.Client, fleet: Fleet) -> None:
    told = admin.post("/api/worlds", json={"name": "shown"}).json()
    with httpx2.Client(
        base_url=fleet.control_origin,
        headers={"Origin": fleet.control_origin},
        follow_redirects=True,
        timeout=60,
    ) as browser:
        assert "shown" in browser.get(fleet.portal_url).text
        page = browser.get("/worlds/shown")
        assert "Sign in as Ana Ruiz" in page.text
        assert all(each.origin in page.headers["content-security-policy"] for each in fleet.workers)
        signed_in = browser.post("/worlds/shown/launch", data=PERSON)
        assert str(signed_in.url) == told["url"]
        assert "Ana Ruiz" in signed_in.text


def test_a_worker_that_dies_starts_again_with_its_worlds(
    admin: httpx2.Client, fleet: Fleet
) -> None:
    made = [admin.post("/api/worlds", json={"name": name}).json() for name in ("a", "b", "c", "d")]
    assert all(post(admin, told, f"kept in {told['name']}") for told in made)
    victim, other = fleet.workers
    pid, before = victim.pid, victim.restarts
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    soon(lambda: not victim.is_up or victim.restarts > before)
    assert other.is_up
    theirs = next(told for told in made if origin(told) == other.origin)
    assert post(admin, theirs, "the other one goes on")
    for told in made:  # whoever asks meanwhile waits
        texts = {
            change["after"]["text"]
            for change in admin.get(f"/api/worlds/{told['name']}/diff").json()["changes"]
            if change["table"] == "chat_messages"
        }
        assert f"kept in {told['name']}" in texts
        assert httpx2.get(f"{told['url']}sign-in", timeout=60).status_code == 200
    soon(lambda: victim.is_up)
    host = admin.get("/api/host").json()
    assert [each["up"] for each in host["workers"]] == [True, True]
    assert host["workers"][0]["restarts"] == before + 1
    assert host["workers"][0]["pid"] != pid
    names = [told["name"] for told in admin.get("/api/worlds").json()["worlds"]]
    assert names == ["a", "b", "c", "d"]


def test_health_says_what_the_workers_do(fleet: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"{fleet.control_origin}/ready"
    checks = httpx2.get(url).json()["checks"]
    assert (checks["worker 1"], checks["worker 2"]) == ("ok", "ok")
    monkeypatch.setattr(fleet.workers[0], "is_up", False)
    answer = httpx2.get(url)
    assert (answer.status_code, answer.json()["checks"]["worker 1"]) == (503, "down")


def test_the_control_port_of_a_worker_has_a_token_of_its_own(fleet: Fleet) -> None:
    headers = {"Authorization": f"Bearer {fleet.admin_token}"}
    for worker in fleet.workers:
        url = f"{worker._client.origin}/api/worlds"
        assert httpx2.get(url, headers=headers).status_code == 401


def test_ports_follow_each_other_without_the_control_port() -> None:
    assert _ports(8700, 8701, 3) == [8700, 8702, 8703]
    assert _ports(9000, 8701, 2) == [9000, 9001]
    assert _ports(0, 0, 2) == [0, 0]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.usefixtures("built_there")
def test_serve_starts_workers_and_stops_them(tmp_path: Path, number: int) -> None:
    with serving(tmp_path, "--workers", "2") as process:
        base, token = rest_of(read_until(process, "Stop with Ctrl+C."))
        post_still_here(base, token)
        assert newest_of_general(base, token) == "still here"
        assert (tmp_path / "host.json").exists()
        process.send_signal(number)
        assert process.wait(30) == 0
    assert not (tmp_path / "host.json").exists()
    with Worlds(tmp_path / "worlds") as worlds:  # nobody holds it any more
        (kept,) = worlds.kept()
        assert kept.id == "main"
        worlds.remove(kept)


@pytest.mark.usefixtures("built_there")
def test_workers_end_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "2") as process:
        base, token = rest_of(read_until(process, "Stop with Ctrl+C."))
        post_still_here(base, token)
        process.kill()
        process.wait(10)
    with Worlds(tmp_path / "worlds") as worlds:
        (kept,) = worlds.kept()

        def is_free() -> bool:
            try:
                worlds.remove(kept)
            except ValueError:
                return False
            return True

        soon(is_free)


def test_tasks_and_environments_work_at_any_worker(admin: httpx2.Client, fleet: Fleet) -> None:
    """What is prepared, recorded, limited and refused is the worker's, told as by one host."""
    url, token = fleet.control_origin, fleet.admin_token
    with HostedEnvironment(url, token) as one, HostedEnvironment(url, token) as two:
        for env in (one, two):
            seen = env.reset(TASK, 1, wall_seconds=60)
            assert env.call("slack_send_message", {"channel_id": "C0", "message": "x"}).is_error
            with env.fork() as copy:
                assert copy.observation.instruction == seen.instruction
                assert copy.doors().url.startswith(env.doors().url.partition("/w/")[0])
            assert env.trajectory().reward == 0.0
        origins = {env.doors().url.partition("/w/")[0] for env in (one, two)}
        assert origins == {worker.origin for worker in fleet.workers}
    assert len(admin.get("/api/tasks").json()["tasks"]) == len(loading.families())


def test_a_world_whose_worker_died_is_a_lost_episode(admin: httpx2.Client, fleet: Fleet) -> None:
    with HostedEnvironment(fleet.control_origin, fleet.admin_token) as env:
        env.reset(TASK)
        worker = next(each for each in fleet.workers if env.name in each.open)
        restarts = worker.restarts
        assert worker.pid is not None
        os.kill(worker.pid, signal.SIGKILL)
        soon(lambda: worker.restarts > restarts and worker.is_up)
        given = env.grade()
        assert (given.reward, given.is_valid) == (None, False)
        env.reset(TASK)
        assert env.grade().reward == 0.0


def test_what_a_worker_refuses_is_handed_on_whole(
    admin: httpx2.Client, fleet: Fleet, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = {"file": "tasks/x.py", "family": TASK, "seed": 7, "reason": "it raises"}

    def ask(*_arguments: Any, **_more: Any) -> None:
        raise ControlFailed("broken_task", "x.py: it raises", 409, broken)

    for worker in fleet.workers:
        monkeypatch.setattr(worker._client, "ask", ask)
    answer = admin.get("/api/tasks/preview", params={"task": TASK, "seed": 7})
    monkeypatch.undo()
    said = {"error": "broken_task", "message": "x.py: it raises"}
    assert (answer.status_code, answer.json()) == (409, said | broken)
