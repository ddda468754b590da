"""What a trainer has, alike in this process and at a host."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Browser
from tests.environment.conftest import Make

from workworld import AnyEnvironment, Environment, HostedEnvironment, loading
from workworld.episodes import LimitReached, Over
from workworld.errors import BrokenTask, Invalid
from workworld.grading import Limits
from workworld.grading.family import ToolFailed
from workworld.host import Host
from workworld.tasks.communication.post_announcement import FAMILY
from workworld.trajectories.files import schema_of_lines
from workworld.worlds import Snapshot

TASK = FAMILY.id


def channel_and_text(env: AnyEnvironment) -> tuple[str, str]:
    """What is asked for, read as an agent would."""
    instruction = env.observation.instruction
    name = re.search(r"#([a-z-]+)", instruction)
    assert name
    _, _, text = instruction.partition("\n\n")
    return channel_id(env, name[1]), text


def channel_id(env: AnyEnvironment, name: str) -> str:
    listed = env.use("slack_list_user_channels").text
    found = re.search(rf"#?{name}\W[^C]*?(C[A-Z0-9]{{8,}})", listed) or re.search(
        rf"(C[A-Z0-9]{{8,}})[^C]*?#?{name}\b", listed
    )
    assert found, listed
    return found[1]


def solve(env: AnyEnvironment) -> None:
    channel, text = channel_and_text(env)
    env.use("slack_send_message", channel_id=channel, message=text)


def post(env: AnyEnvironment, text: str) -> Any:
    return env.call("slack_send_message", {"channel_id": general(env), "message": text})


def general(env: AnyEnvironment) -> str:
    return channel_id(env, "general")


def use(monkeypatch: pytest.MonkeyPatch, **changed: Any) -> None:
    """Let the family be another one of the same name."""
    families = dict(loading.families()) | {TASK: replace(FAMILY, **changed)}
    monkeypatch.setattr(loading, "families", lambda: families)


def test_an_episode_is_observed_done_and_graded(env: AnyEnvironment) -> None:
    seen = env.reset(TASK, 1)
    assert seen == env.observation
    assert seen.persona.keys() == {"id", "name", "email", "title"}
    assert env.grade().reward == 0.0
    solve(env)
    given = env.grade()
    assert (given.reward, given.score, given.is_valid, given.truncated) == (1.0, 1.0, True, None)
    assert {outcome.holds for outcome in given.outcomes} == {True}
    env.reset(TASK, 1)
    assert env.grade().reward == 0.0


def test_nothing_can_be_done_before_a_reset(env: AnyEnvironment) -> None:
    for act in (
        env.grade,
        env.standing,
        env.doors,
        env.fork,
        env.trajectory,
        lambda: env.observation,
        lambda: env.call("slack_send_message"),
        lambda: env.wait(1),
        lambda: env.answer(1),
    ):
        with pytest.raises(RuntimeError, match="call reset first"):
            act()


def test_unknown_names_are_refused_with_the_known_ones(env: AnyEnvironment) -> None:
    with pytest.raises(KeyError, match="post_announcement"):
        env.reset("communication.nope")
    env.reset(TASK)
    with pytest.raises(KeyError, match="slack_send_message"):
        env.call("nope")
    assert env.grade().is_valid


def test_a_broken_family_is_refused_with_its_file(
    env: AnyEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    def instruct(_facts: Any) -> str:
        raise LookupError("no words")

    use(monkeypatch, instruct=instruct)
    with pytest.raises(BrokenTask, match="LookupError") as broken:
        env.reset(TASK, 5)
    told = broken.value
    assert (told.file, told.family, told.seed) == (
        "tasks/communication/post_announcement.py",
        TASK,
        5,
    )


def test_what_a_tool_refuses_is_a_result(env: AnyEnvironment) -> None:
    env.reset(TASK)
    for arguments, said in (
        ({"channel_id": "C0", "message": "x"}, "channel_not_found: "),
        ({"channel_id": 5}, "invalid_arguments: "),
        ({"channel_id": "C0", "message": "\ud800"}, ""),
    ):
        result = env.call("slack_send_message", arguments)
        assert result.is_error
        assert result.text.startswith(said)
    with pytest.raises(ToolFailed, match="channel_not_found"):
        env.use("slack_send_message", channel_id="C0", message="x")
    assert env.grade().is_valid


def test_time_passes_by_waiting(env: AnyEnvironment) -> None:
    env.reset(TASK)
    assert env.standing()["now"] == "2026-03-17T13:30:00+00:00"
    env.wait(90)
    assert env.standing()["now"] == "2026-03-17T15:00:00+00:00"
    for minutes in (0, -1, 24 * 60 + 1):
        with pytest.raises(Invalid) as refused:
            env.wait(minutes)
        assert refused.value.code == "invalid_minutes"


def test_an_answer_is_kept_and_replaced(env: AnyEnvironment) -> None:
    env.reset(TASK)
    for value in ("first", {"second": [1, 2.5, None, "ä"]}, None):
        env.answer(value)
        standing = env.standing()
        assert (standing["is_answered"], standing["answer"]) == (True, value)
    for bad in ("x" * 100_001, float("nan"), {1, 2}, "\ud800"):
        with pytest.raises(Invalid) as refused:
            env.answer(bad)
        assert refused.value.code == "invalid_answer"
    assert env.trajectory().grade["answer"] is None  # type: ignore[index]


def test_steps_that_are_used_up_truncate(env: AnyEnvironment) -> None:
    env.reset(TASK, steps=1)
    general_id = general(env)
    assert not post(env, "the only one").is_error
    said = {"channel_id": general_id, "message": "one too many"}
    assert env.call("slack_send_message", said).text.startswith("limit_reached: ")
    with pytest.raises(LimitReached):
        env.wait(1)
    env.answer("still possible")
    standing = env.standing()
    assert (standing["steps"], standing["over"]) == ({"used": 1, "limit": 1, "left": 0}, "steps")
    assert env.grade().truncated is Over.STEPS


def test_simulated_time_that_is_used_up_truncates(env: AnyEnvironment) -> None:
    env.reset(TASK, seconds=600)
    env.wait(11)
    assert env.standing()["seconds"]["left"] == 0
    assert post(env, "too late").text.startswith("limit_reached: ")
    assert env.grade().truncated is Over.SECONDS


def test_real_time_that_is_used_up_truncates(env: AnyEnvironment) -> None:
    env.reset(TASK, wall_seconds=0.05)
    deadline = time.monotonic() + 20
    while not env.standing()["is_over"]:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    with pytest.raises(LimitReached, match="too long"):
        env.answer(1)
    assert env.grade().truncated is Over.WALL_TIME
    env.reset(TASK)
    time.sleep(0.1)
    assert not env.standing()["is_over"]


def test_limits_are_the_familys_unless_others_are_given(
    env: AnyEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, limits=Limits(steps=9, seconds=700))
    env.reset(TASK, steps=4)
    limits = env.trajectory().header["limits"]
    assert limits == {"steps": 4, "seconds": 700, "wall_seconds": None}


def test_a_fork_goes_on_by_itself(env: AnyEnvironment) -> None:
    env.reset(TASK, 2)
    post(env, "a stray one")
    with env.fork() as copy, env.fork(0) as clean:
        assert copy.observation.instruction == env.observation.instruction
        solve(copy)
        solve(clean)
        assert (copy.grade().reward, clean.grade().reward) == (0.0, 1.0)
        assert env.grade().score == 0.0
        with clean.fork(0) as again:
            assert again.grade().reward == 0.0
            solve(again)
            assert again.grade().reward == 1.0
        assert env.standing()["steps"]["used"] == 1
        with pytest.raises(ValueError, match="has seen 1 steps"):
            env.fork(7)
    assert env.grade().is_valid


def test_a_fork_has_all_of_the_real_time_again(env: AnyEnvironment) -> None:
    env.reset(TASK, wall_seconds=60)
    with env.fork() as copy:
        assert copy.trajectory().header["limits"]["wall_seconds"] == 60
        assert not copy.standing()["is_over"]


def test_forks_end_with_the_first_one(make: Make) -> None:
    env = make()
    env.reset(TASK)
    copy = env.fork()
    env.close()
    copy.close()
    env.close()


def test_whoever_runs_an_episode_can_lose_it(env: AnyEnvironment) -> None:
    env.reset(TASK)
    env.lose("the model went away")
    env.lose("and more")
    given = env.grade()
    assert (given.reward, given.score, given.invalid) == (None, None, "the model went away")
    assert env.trajectory().grade["invalid"] == "the model went away"  # type: ignore[index]
    with env.fork() as copy:
        assert not copy.grade().is_valid
    env.reset(TASK)
    assert env.grade().is_valid


def test_the_record_names_the_policy_and_every_line_is_valid(env: AnyEnvironment) -> None:
    env.reset(TASK, 4)
    solve(env)
    env.wait(5)
    env.answer("done")
    found = env.trajectory(name="somebody", version=3)
    for line in found.lines():
        schema_of_lines()[line["type"]].validate(line)
    assert found.header["policy"] == {"name": "somebody", "version": 3}
    assert (found.task, found.seed, found.reward) == (TASK, 4, 1.0)
    assert found.graded == env.grade()
    assert [step["outcome"] for step in found.of("step")] == ["ok"]
    assert [event["operation"] for event in found.of("session")] == [
        "session.wait",
        "session.answer",
    ]
    assert all("result" in event for event in [*found.of("step"), *found.of("read")])


def test_every_door_is_where_it_is_said_to_be(env: AnyEnvironment) -> None:
    env.reset(TASK)
    doors = env.doors()
    chat = doors.apps["chat"]
    headers = {"Authorization": f"Bearer {chat['token']}"}
    persona = env.observation.persona["id"]
    told = httpx2.post(f"{chat['url']}api/auth.test", headers=headers).json()
    assert told["user_id"] == persona
    for url in (chat["mcp"], doors.session_mcp):
        assert tools_at(url, headers)
    assert "session_answer" in tools_at(doors.session_mcp, headers)
    with httpx2.Client(follow_redirects=True) as browser:
        page = browser.get(doors.launch_url)
        assert env.observation.persona["name"] in page.text
        assert str(page.url) == doors.url
    assert httpx2.get(doors.launch_url).status_code != 303


def tools_at(url: str, headers: Mapping[str, str]) -> list[str]:
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    accepted = {**headers, "Accept": "application/json, text/event-stream"}
    answer = httpx2.post(url, json=message, headers=accepted).json()
    return [tool["name"] for tool in answer["result"]["tools"]]


@pytest.mark.browser
def test_the_browser_is_signed_in_and_its_clock_follows_the_world(
    make: Make, chrome: Browser
) -> None:
    env = make(browser=chrome)
    env.reset(TASK)
    page = env.browser()
    assert page.evaluate("new Date().toISOString()") == "2026-03-17T13:30:00.000Z"
    assert env.observation.persona["name"] in page.locator("body").inner_text()
    env.wait(30)
    assert page.evaluate("new Date().toISOString()") == "2026-03-17T14:00:00.000Z"
    post(env, "a step")
    assert page.evaluate("new Date().toISOString()") == "2026-03-17T14:00:15.000Z"
    env.reset(TASK)
    assert page.is_closed()
    env.browser()
    env.close()
    assert chrome.contexts == []


def test_both_kinds_tell_the_same(host: Host, snapshot: Snapshot) -> None:
    local = Environment(home=snapshot.path.parents[1])
    hosted = HostedEnvironment(host.control_origin, host.admin_token)
    with local, hosted:
        records = []
        for env in (local, hosted):
            seen = env.reset(TASK, 3, steps=20)
            solve(env)
            post(env, " ")
            env.wait(3)
            env.answer({"n": 1})
            records.append((seen, env.standing(), env.grade(), env.trajectory(name="x").lines()))
        (seen, *_), (theirs, *_) = records
        assert replace(seen, doors=None) == replace(theirs, doors=None)
        assert records[0][1:3] == records[1][1:3]
        assert [without_door(each) for each in records[0][3]] == [
            without_door(each) for each in records[1][3]
        ]


def without_door(line: Mapping[str, Any]) -> Any:
    """An event without the door, and without where addresses lead, since only a host has them."""
    told = json.dumps({key: value for key, value in line.items() if key != "door"})
    return json.loads(re.sub(r"https?://[^/\"\\]+(/w/\w+/chat)?", "", told))
