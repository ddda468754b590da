"""Tasks over the control API: set, limited, recorded and graded."""

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.endpoint import model_serving, says
from tests.kit import Doors

from workworld import loading
from workworld.apps.chat.service import messages
from workworld.calls import perform
from workworld.context import Actor
from workworld.grading import Limits, rubrics
from workworld.grading.judges import JudgeCheck
from workworld.host import Host
from workworld.identity import Authority
from workworld.tasks.communication.post_announcement import FAMILY
from workworld.trajectories.files import schema_of_lines
from workworld.worlds import World, Worlds

TASK = {"task": FAMILY.id, "seed": 3}
SESSION = {"instruction": "Look around.", "person": "aruiz@calderoute.example"}


@pytest.fixture
def admin(host: Host) -> Iterator[httpx2.Client]:
    headers = {"Authorization": f"Bearer {host.admin_token}"}
    with httpx2.Client(base_url=host.control_origin, headers=headers) as client:
        yield client


def use(monkeypatch: pytest.MonkeyPatch, **changed: Any) -> None:
    """Let the family be another one of the same name."""
    families = dict(loading.families()) | {FAMILY.id: replace(FAMILY, **changed)}
    monkeypatch.setattr(loading, "families", lambda: families)


def soon_over(admin: httpx2.Client, name: str, why: str) -> None:
    deadline = time.monotonic() + 20
    while True:
        standing = admin.get(f"/api/worlds/{name}/session").json()
        if standing["is_over"]:
            assert standing["over"] == why
            return
        assert time.monotonic() < deadline
        time.sleep(0.02)


def act(told: dict[str, Any], url: str, text: str) -> dict[str, Any]:
    """Post as the persona."""
    headers = {"Authorization": f"Bearer {told['tokens']['chat']}"}
    body = {"channel": "#general", "text": text}
    answer: dict[str, Any] = httpx2.post(
        f"{url}chat/api/chat.postMessage", json=body, headers=headers
    ).json()
    return answer


def test_families_are_listed_with_what_trainers_choose_by(admin: httpx2.Client) -> None:
    listed = {each["id"]: each for each in admin.get("/api/tasks").json()["tasks"]}
    assert listed.keys() == loading.families().keys()
    assert listed[FAMILY.id] == {
        "id": FAMILY.id,
        "title": FAMILY.title,
        "split": "train",
        "profile": "full",
        "limits": {"steps": None, "seconds": None, "wall_seconds": None},
        "traps": len(FAMILY.traps),
        "cheats": list(FAMILY.traps),
        "process": "communication",
        "summary": "Post a given text in a given channel: the smallest task that writes.",
        "apps": ["chat"],
        "has_browser_oracle": True,
        "difficulty": "easy",
        "distractors": ["channels of other teams"],
        "infeasible": "",
    }


def test_a_preview_needs_no_world_and_tells_the_rubric(
    admin: httpx2.Client, worlds: Worlds
) -> None:
    before = [world.id for world in worlds.all()]
    told = admin.get("/api/tasks/preview", params=TASK).json()
    assert [world.id for world in worlds.all()] == before
    assert told["instruction"] == told["rubric"]["instruction"]
    assert rubrics.read_rubric(httpx2.Response(200, json=told["rubric"]).text) == told["rubric"]
    again = admin.post("/api/worlds/w1/task", json=TASK).json()
    assert (again["instruction"], again["persona"]) == (told["instruction"], told["persona"])


def test_a_task_is_prepared_once(admin: httpx2.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    prepared: list[World] = []

    def prepare(world: World, rng: Any) -> Any:
        prepared.append(world)
        return FAMILY.prepare(world, rng)

    use(monkeypatch, prepare=prepare)
    first = admin.post("/api/worlds/w1/task", json=TASK).json()
    admin.post("/api/worlds", json={"name": "w2"})
    second = admin.post("/api/worlds/w2/task", json=TASK).json()
    assert first["instruction"] == second["instruction"]
    assert len(prepared) == 1
    assert admin.get("/api/worlds/w2/diff").json()["changes"] == []


def test_a_shared_world_is_prepared_itself(admin: httpx2.Client) -> None:
    made = admin.post("/api/worlds", json={"name": "ours", "shared": True}).json()
    told = admin.post("/api/worlds/ours/task", json=TASK).json()
    assert act(told, made["url"], "hello")["ok"]
    again = admin.post("/api/worlds/ours/task", json=TASK)
    assert (again.status_code, again.json()["instruction"]) == (200, told["instruction"])
    assert admin.get("/api/worlds/ours/diff").json()["changes"] == []


def test_limits_are_the_familys_unless_others_are_named(
    admin: httpx2.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, limits=Limits(steps=7, wall_seconds=900.0))
    told = admin.post("/api/worlds/w1/task", json=TASK).json()
    assert told["limits"] == {"steps": 7, "seconds": None, "wall_seconds": 900.0}
    assert told["profile"] == "full"
    assert admin.get("/api/worlds/w1/session").json()["steps"]["limit"] == 7
    mine = TASK | {"steps": 2, "seconds": 600}
    told = admin.post("/api/worlds/w1/task", json=mine).json()
    assert told["limits"] == {"steps": 2, "seconds": 600, "wall_seconds": 900.0}


def test_real_time_ends_an_episode_and_its_fork_has_all_of_it_again(
    admin: httpx2.Client, host: Host
) -> None:
    told = admin.post("/api/worlds/w1/task", json=TASK | {"wall_seconds": 0.5}).json()
    admin.post("/api/worlds/w1/fork", json={"name": "copy"})
    assert not admin.get("/api/worlds/copy/session").json()["is_over"]
    for name in ("w1", "copy"):
        soon_over(admin, name, "wall_time")
    refused = act(told, f"{host.origin}/w/w1/", "too late")
    assert not refused["ok"]
    graded = admin.post("/api/worlds/w1/grade").json()
    assert (graded["valid"], graded["truncated"], graded["reward"]) == (True, "wall_time", 0.0)


@pytest.mark.parametrize("noun", ["reset", "task", "close", "session"])
def test_no_deadline_outlives_its_episode(admin: httpx2.Client, noun: str) -> None:
    admin.post("/api/worlds/w1/task", json=TASK | {"wall_seconds": 0.4})
    if noun == "close":
        admin.delete("/api/worlds/w1")
        admin.post("/api/worlds", json={"name": "w1", "fresh": False})
    else:
        bodies: dict[str, Any] = {"task": TASK, "session": SESSION}
        assert admin.post(f"/api/worlds/w1/{noun}", json=bodies.get(noun)).is_success
    time.sleep(0.8)
    standing = admin.get("/api/worlds/w1/session")
    expected = {"error": "no_session"} if noun == "reset" else {"is_over": False}
    assert standing.json() | expected == standing.json()


@pytest.mark.parametrize("given", ["1", -1, True, 1e12])
def test_a_real_time_that_is_none_is_refused(admin: httpx2.Client, given: object) -> None:
    answer = admin.post("/api/worlds/w1/task", json=TASK | {"wall_seconds": given})
    assert answer.status_code == 400
    assert "wall_seconds is a number from 0" in answer.json()["message"]


def test_a_broken_family_is_refused_and_the_world_left_alone(
    admin: httpx2.Client, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = admin.post("/api/worlds/w1/task", json=TASK).json()
    act(told, f"{host.origin}/w/w1/", "kept")

    def instruct(_facts: Any) -> str:
        raise LookupError("no words")

    use(monkeypatch, instruct=instruct)
    for answer in (
        admin.post("/api/worlds/w1/task", json=TASK | {"seed": 4}),
        admin.get("/api/tasks/preview", params=TASK | {"seed": 4}),
    ):
        assert answer.status_code == 409
        said = answer.json()
        assert {name: said[name] for name in ("error", "file", "family", "seed")} == {
            "error": "broken_task",
            "file": "tasks/communication/post_announcement.py",
            "family": FAMILY.id,
            "seed": 4,
        }
        assert "LookupError" in said["reason"]
        assert said["message"].endswith(said["reason"])
    assert len(admin.get("/api/worlds/w1/diff").json()["changes"]) == 1
    assert admin.post("/api/worlds/w1/grade").status_code == 200


def test_the_record_of_an_episode_holds_what_was_answered(
    admin: httpx2.Client, doors: Doors, host: Host
) -> None:
    act({"tokens": {"chat": doors.token}}, f"{host.origin}/w/w1/", "before any task")
    told = admin.post("/api/worlds/w1/task", json=TASK).json()
    posted = act(told, f"{host.origin}/w/w1/", "hello")
    lines = admin.get("/api/worlds/w1/episode").json()["lines"]
    for line in lines:
        schema_of_lines()[line["type"]].validate(line)
    header, *events, grade = lines
    assert (header["type"], header["task"], header["seed"]) == ("episode", FAMILY.id, 3)
    (step,) = [event for event in events if event["type"] == "step"]
    assert (step["door"], step["outcome"]) == ("rest", "ok")
    assert step["result"]["ts"] == posted["ts"]
    assert (grade["type"], grade["reward"], grade["metrics"]["steps"]) == ("grade", 0.0, 1)
    admin.post("/api/worlds/w1/fork", json={"name": "copy"})
    assert admin.get("/api/worlds/copy/episode").json()["lines"] == lines
    admin.post("/api/worlds/w1/reset")
    refused = admin.get("/api/worlds/w1/episode")
    assert (refused.status_code, refused.json()["error"]) == (409, "no_task")


def test_before_its_episode_a_world_has_no_task(
    admin: httpx2.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def prepare(world: World, rng: Any) -> Any:
        facts = FAMILY.prepare(world, rng)
        said = {"channel_id": facts.channel_id, "text": "while preparing"}
        perform(world, Actor(facts.persona_id), messages.post, **said)
        return facts

    use(monkeypatch, prepare=prepare)
    assert admin.post("/api/worlds/w1/task", json=TASK).json()["first_step"] == 1
    for step, status in ((1, 200), (0, 409)):
        admin.post("/api/worlds/w1/fork", json={"step": step, "name": f"copy{step}"})
        assert admin.post(f"/api/worlds/copy{step}/grade").status_code == status
        admin.post("/api/worlds/w1/rewind", json={"step": step})
        assert admin.post("/api/worlds/w1/grade").status_code == status


def test_whoever_ran_it_can_say_that_it_was_lost(admin: httpx2.Client) -> None:
    admin.post("/api/worlds/w1/task", json=TASK)
    graded = admin.post("/api/worlds/w1/grade", json={"lost": "the model went away"}).json()
    assert (graded["valid"], graded["invalid"]) == (False, "the model went away")
    assert (graded["reward"], graded["score"]) == (None, None)
    lines = admin.get("/api/worlds/w1/episode", params={"lost": "it fell"}).json()["lines"]
    assert lines[-1]["invalid"] == "it fell"


def test_criteria_in_words_are_judged_where_the_variables_say(
    admin: httpx2.Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    kind = JudgeCheck("kind", "It is kind", "Is it kind?", lambda _evidence: "a text")
    use(monkeypatch, judged=lambda _facts: [kind])
    admin.post("/api/worlds/w1/task", json=TASK)
    (unjudged,) = admin.post("/api/worlds/w1/grade").json()["judged"]
    assert (unjudged["holds"], unjudged["model"]) == (None, None)
    monkeypatch.setenv("WORKWORLD_HOME", str(tmp_path))
    opinion = says('{"holds": true, "reason": "It is."}')
    with model_serving([opinion]) as serving:
        monkeypatch.setenv("WORKWORLD_JUDGE_URL", serving.endpoint().base_url)
        monkeypatch.setenv("WORKWORLD_JUDGE_MODEL", "stub")
        judged = admin.post("/api/worlds/w1/grade").json()
    assert judged["judged"] == [
        {
            "id": "kind",
            "weight": 1.0,
            "description": "It is kind",
            "holds": True,
            "reason": "It is.",
            "model": "stub",
        }
    ]
    assert judged["reward"] == 0.0
    assert list((tmp_path / "judgements").iterdir())


def test_a_judge_that_is_named_by_half_is_refused(
    admin: httpx2.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    admin.post("/api/worlds/w1/task", json=TASK)
    monkeypatch.setenv("WORKWORLD_JUDGE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.delenv("WORKWORLD_JUDGE_MODEL", raising=False)
    refused = admin.post("/api/worlds/w1/grade")
    assert (refused.status_code, refused.json()["error"]) == (409, "no_endpoint")


def test_prepared_states_go_with_the_host(
    worlds: Worlds, world: World, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(place))
    with Host(worlds, world.snapshot, Authority(), control_port=0) as host:
        headers = {"Authorization": f"Bearer {host.admin_token}"}
        url = f"{host.control_origin}/api/worlds/w1/task"
        assert httpx2.post(url, json=TASK, headers=headers).status_code == 200
        assert list(place.iterdir())
    assert list(place.iterdir()) == []
