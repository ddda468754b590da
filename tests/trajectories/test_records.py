"""Records of episodes of all kinds: they fit the schema, and are judged again as they were."""

from __future__ import annotations

import base64
import copy
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2
import pytest
from jsonschema import Draft202012Validator
from playwright.sync_api import Browser
from sqlalchemy import select
from tests.states import stray

from workworld import Environment, episodes, loading
from workworld.apps.chat.models import Membership
from workworld.apps.chat.service import messages
from workworld.calls import perform
from workworld.colleagues import Rule, teach
from workworld.context import Actor
from workworld.episodes import Over
from workworld.errors import BrokenTask
from workworld.grading import Evidence, Verdict, goal, grade
from workworld.grading.states import PreparedStates
from workworld.tasks.communication.post_announcement import FAMILY
from workworld.trajectories import (
    MalformedEpisode,
    OtherCompany,
    Trajectory,
    append,
    gathered,
    read,
    regrade,
)
from workworld.trajectories.files import schema
from workworld.worlds import Snapshot, Worlds

POST, CRASH = "slack_send_message", "workworld.apps.chat.service.log.add"


def crash(*_arguments: object, **_more: object) -> None:
    raise ZeroDivisionError


def solve(env: Environment) -> None:
    FAMILY.solve(env, env.task.facts)


def post(env: Environment, text: str) -> None:
    env.call(POST, {"channel_id": env.task.facts.channel_id, "message": text})


def nothing(_env: Environment) -> None:
    pass


def tools(env: Environment) -> None:
    solve(env)
    env.call(POST, {"channel_id": "C0", "message": "x"})
    env.call("slack_read_channel", {"channel_id": env.task.facts.channel_id})
    env.call("slack_read_channel", {"channel_id": "C0"})
    env.wait(30)
    env.answer(["ä", None, 1.5])


def harm(env: Environment) -> None:
    solve(env)
    FAMILY.traps["shotgun"](env, env.task.facts)


def rest(env: Environment) -> None:
    chat = env.doors().apps["chat"]
    headers = {"Authorization": f"Bearer {chat['token']}"}
    with httpx2.Client(base_url=chat["url"], headers=headers, trust_env=False) as client:
        assert client.post("api/conversations.list", json={"limit": 3}).json()["ok"]
        message = {"channel": env.task.facts.channel_id, "text": env.task.facts.text}
        assert client.post("api/chat.postMessage", json=message).json()["ok"]
        message["channel"] = "C0"
        assert not client.post("api/chat.postMessage", json=message).json()["ok"]


def colleague(env: Environment) -> None:
    facts = env.task.facts
    with env.world.reading() as session:
        others = select(Membership.person_id).where(
            Membership.channel_id == facts.channel_id, Membership.person_id != facts.persona_id
        )
        person_id = session.scalars(others.order_by(Membership.person_id)).first()
    assert person_id is not None
    reply = {"channel_id": "$channel_id", "thread_ts": "$ts", "text": "Noted"}
    rule = Rule(
        person_id=person_id,
        event="chat.message_posted",
        where={"author_id": {"equals": facts.persona_id}},
        operation="chat.messages.post",
        arguments=reply,
        after_seconds=60,
    )
    with env.world.writing() as session:
        teach(session, rule)
    solve(env)
    env.wait(10)


def operator(env: Environment) -> None:
    stray(env.world, "UPDATE chat_channels SET topic = 'a' WHERE name = 'general'")
    solve(env)
    stray(env.world, "UPDATE chat_channels SET topic = 'b' WHERE name = 'general'")
    post(env, "more")
    stray(env.world, "DELETE FROM chat_reactions")


def lost(env: Environment) -> None:
    solve(env)
    env.lose("check your key: the endpoint failed")


def crashed(env: Environment) -> None:
    solve(env)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(CRASH, crash)
        with pytest.raises(ZeroDivisionError):
            post(env, "x")


def too_many(env: Environment) -> None:
    for text in "abcd":
        post(env, text)


def too_long(env: Environment) -> None:
    solve(env)
    env.wait(60)


def timed_out(env: Environment) -> None:
    solve(env)
    with env.world.writing() as session:
        episodes.end(session, Over.WALL_TIME)
    post(env, "too late")


SCENES: Mapping[str, tuple[Callable[[Environment], None], dict[str, Any], float | None]] = {
    "nothing": (nothing, {}, 0.0),
    "tools": (tools, {}, 1.0),
    "harm": (harm, {}, 0.0),
    "rest": (rest, {}, 1.0),
    "colleague": (colleague, {}, 1.0),
    "operator": (operator, {}, 0.0),
    "lost": (lost, {}, None),
    "crashed": (crashed, {}, None),
    "steps": (too_many, {"steps": 2}, 0.0),
    "seconds": (too_long, {"seconds": 600}, 1.0),
    "wall time": (timed_out, {"wall_seconds": 100}, 1.0),
}


def record(env: Environment, scene: str) -> Trajectory:
    """Play a scene from the beginning of a task."""
    act, limits, _reward = SCENES[scene]
    env.reset(FAMILY.id, 0, **limits)
    act(env)
    return env.trajectory(name=scene)


def require_equal(env: Environment, found: Trajectory) -> None:
    """Judge it again: everything is as it was."""
    again = env.regrade(found)
    assert again.is_equal
    assert again.same_state
    told = json.loads(json.dumps(again.grade.told()))
    assert found.grade is not None
    assert {name: found.grade[name] for name in told} == told


@pytest.mark.parametrize("scene", SCENES)
def test_record_fits_the_schema_and_is_judged_alike(
    env: Environment, tmp_path: Path, scene: str
) -> None:
    found = record(env, scene)
    assert found.reward == SCENES[scene][2]
    whole = Draft202012Validator(schema())
    for line in found.lines():
        whole.validate(line)
    append(tmp_path / "f.jsonl", [found])
    (kept,) = read(tmp_path / "f.jsonl")
    assert list(kept.lines()) == json.loads(json.dumps(list(found.lines())))
    require_equal(env, kept)


@pytest.mark.browser
def test_record_of_a_browser_is_judged_alike(
    snapshot: Snapshot, chrome: Browser, tmp_path: Path
) -> None:
    with Environment(home=snapshot.path.parents[1], browser=chrome) as env:
        env.reset(FAMILY.id, 0)
        assert FAMILY.solve_ui is not None
        FAMILY.solve_ui(env.browser(), env, env.task.facts)
        found = env.trajectory(name="browser")
        assert found.reward == 1.0
        assert {event["door"] for event in found.of("step")} == {"ui"}
        append(tmp_path / "f.jsonl", [found])
        require_equal(env, next(read(tmp_path / "f.jsonl")))


def test_schema_is_one() -> None:
    Draft202012Validator.check_schema(schema())


def test_record_tells_what_happened_in_order(env: Environment) -> None:
    found = record(env, "tools")
    assert [(each["type"], each["operation"], each["outcome"]) for each in found.events] == [
        ("read", "chat.channels.list", "ok"),
        ("step", "chat.messages.post", "ok"),
        ("step", "chat.messages.post", "channel_not_found"),
        ("read", "chat.messages.history", "ok"),
        ("read", "chat.messages.history", "channel_not_found"),
        ("session", "session.wait", "ok"),
        ("session", "session.answer", "ok"),
    ]
    assert found.events[2]["result"].startswith("channel_not_found: ")
    assert found.grade is not None
    assert (found.grade["answer"], found.grade["is_answered"]) == (["ä", None, 1.5], True)
    assert found.grade["metrics"] == {"steps": 2, "refused": 1, "reads": 3, "seconds": 1830}


def test_record_tells_what_was_due_from_what_was_asked_for(env: Environment) -> None:
    asked, answered = record(env, "colleague").of("step")
    assert (asked["cause"], answered["cause"]) == (None, asked["step"])
    assert answered["actor"] != asked["actor"]
    raw = record(env, "operator").of("changes")
    assert [each["after_step"] for each in raw] == [0, 1, 2]


def test_record_without_results_is_judged_alike(snapshot: Snapshot) -> None:
    with Environment(home=snapshot.path.parents[1], record=False) as env:
        found = record(env, "tools")
        assert not any("result" in event for event in found.events)
        require_equal(env, found)


def test_record_of_a_shared_world_is_judged_in_a_private_one(
    env: Environment, worlds: Worlds, snapshot: Snapshot, tmp_path: Path
) -> None:
    """A shared world records more than its state, since a rewind must take it all back."""
    shared = worlds.open(snapshot, "shared", shared=True)
    with PreparedStates(tmp_path / "prepared") as states:
        task = states.set_in(shared, FAMILY, 0)
    facts = task.facts
    with shared.writing() as session:
        episodes.begin(session, instruction=task.instruction, persona_id=facts.persona_id)
    actor = Actor(facts.persona_id)
    perform(shared, actor, messages.post, channel_id=facts.channel_id, text=facts.text)
    found = gathered(shared, task, grade(task, shared))
    assert found.reward == 1.0
    require_equal(env, found)


def test_what_was_not_graded_can_be(env: Environment) -> None:
    for scene, reward in (("tools", 1.0), ("crashed", None), ("colleague", 1.0)):
        found = replace(record(env, scene), grade=None)
        again = env.regrade(found)
        assert again.same_state
        assert again.grade.reward == reward
    assert again.grade.truncated is None


def test_policy_without_a_name_is_refused_before_it_is_written(
    env: Environment, tmp_path: Path
) -> None:
    env.reset(FAMILY.id)
    with pytest.raises(ValueError, match="a policy has a name"):
        env.save(tmp_path / "f.jsonl", model="m")
    assert not (tmp_path / "f.jsonl").exists()
    env.save(tmp_path / "f.jsonl")
    env.save(tmp_path / "f.jsonl", name="n", model="m")
    assert [each.header.get("policy") for each in read(tmp_path / "f.jsonl")] == [
        None,
        {"name": "n", "model": "m"},
    ]


# Judged again by other checks, or from what was meddled with


def with_checks(monkeypatch: pytest.MonkeyPatch, decide: Callable[[Evidence], Verdict]) -> None:
    """Let the family ask something else from now on."""
    changed = replace(FAMILY, checks=lambda _facts: [goal("changed", "Changed", decide)])
    monkeypatch.setattr(loading, "families", lambda: {FAMILY.id: changed})


def test_checks_of_today_decide(env: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    found = record(env, "tools")
    with_checks(monkeypatch, lambda evidence: Verdict(len(evidence.changes) > 5, "so"))
    again = env.regrade(found)
    assert (again.grade.reward, again.is_equal, again.same_state) == (0.0, False, True)
    monkeypatch.undo()
    assert env.regrade(found).grade.reward == 1.0


def test_check_that_raised_may_be_mended(env: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    def fragile(evidence: Evidence) -> Verdict:
        return Verdict(bool(evidence.changes and 1 / 0), "nothing yet")

    def mended(evidence: Evidence) -> Verdict:
        return Verdict(bool(evidence.changes), "so")

    rewards = []
    for act in (solve, lost, crashed):
        with_checks(monkeypatch, fragile)
        env.reset(loading.families()[FAMILY.id], 0)
        act(env)
        found = env.trajectory(name="fragile")
        assert found.reward is None
        with_checks(monkeypatch, mended)
        rewards.append(env.regrade(found).grade.reward)
        monkeypatch.undo()
    assert rewards == [1.0, None, None]


def meddled(found: Trajectory, kind: str, **members: Any) -> Trajectory:
    """The record with members of its first event of a kind, or of its header, replaced."""
    lines = copy.deepcopy(json.loads(json.dumps(list(found.lines()))))
    line = next(line for line in lines if line["type"] == kind)
    line |= members
    return Trajectory(lines[0], lines[1:-1], lines[-1])


@pytest.mark.parametrize(
    ("kind", "members", "said"),
    [
        ("step", {"changes": "no base64"}, r"^\$\.changes of event 2, after step 0: it cannot be"),
        ("step", {"changes": base64.b64encode(b"no changeset").decode()}, "it cannot be made"),
        ("step", {"step": 7}, "it would be step 1"),
        ("step", {"time": "noon"}, r"\$\.time: 'noon' is no time with a zone"),
        ("step", {"time": "2026-01-01T00:00:00"}, "is no time with a zone"),
        ("step", {"cause": 2**70}, "it cannot be made again"),
        ("step", {"actor": "\ud83d"}, "it cannot be made again"),
        ("grade", {"time": "noon"}, r"\$\.time: 'noon' is no time with a zone"),
        ("episode", {"task": "communication.nothing"}, r"^\$\.task: there is no family 'comm"),
    ],
)
def test_record_that_was_meddled_with_is_refused(
    env: Environment, solved: Trajectory, kind: str, members: dict[str, Any], said: str
) -> None:
    with pytest.raises(MalformedEpisode, match=said):
        env.regrade(meddled(solved, kind, **members))
    require_equal(env, solved)


def test_change_that_does_not_fit_is_refused(env: Environment, solved: Trajectory) -> None:
    (step,) = solved.of("step")
    again = {"type": "changes", "after_step": 1, "changes": step["changes"]}
    with pytest.raises(MalformedEpisode, match=r"^\$\.changes of event 2, after step 1: "):
        env.regrade(Trajectory(solved.header, [step, again], solved.grade))


def test_state_that_is_another_is_told(env: Environment, solved: Trajectory) -> None:
    again = env.regrade(meddled(solved, "step", changes=None))
    assert (again.same_state, again.grade.reward, again.is_equal) == (False, 0.0, False)


def test_other_company_is_refused(env: Environment, solved: Trajectory) -> None:
    company = solved.header["company"] | {"fingerprint": "abc"}
    with pytest.raises(OtherCompany, match=r"took place in tiny, seed 0, build abc; here is"):
        env.regrade(meddled(solved, "episode", company=company))


def test_family_that_is_broken_by_now_is_named(
    env: Environment, solved: Trajectory, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_checks(monkeypatch, lambda _evidence: Verdict(True, "so"))
    with pytest.raises(BrokenTask, match="the goal holds already"):
        env.regrade(solved)


def test_any_world_of_the_company_will_do(
    worlds: Worlds, snapshot: Snapshot, solved: Trajectory, tmp_path: Path
) -> None:
    with PreparedStates(tmp_path / "prepared") as states:
        for shared in (False, True):
            world = worlds.open(snapshot, f"any{shared:d}", shared=shared)
            again = regrade(solved, world, states)
            assert (again.is_equal, again.same_state) == (True, True)
