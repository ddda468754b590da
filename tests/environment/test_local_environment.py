"""An environment in this process: forks, deadlines, doors, and what survives a mistake."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from playwright.sync_api import Browser
from slack_sdk import WebClient
from tests.kit import run_async, text_of
from tests.states import all_rows

from workworld import Environment
from workworld.apps.chat.service import messages
from workworld.calls import perform
from workworld.context import Actor
from workworld.episodes import Over
from workworld.errors import BrokenTask
from workworld.grading import Limits
from workworld.randomness import Stream
from workworld.tasks.communication.post_announcement import FAMILY, Facts
from workworld.worlds import Snapshot, World

POST = "slack_send_message"


@pytest.fixture
def env(snapshot: Snapshot) -> Iterator[Environment]:
    with Environment(home=snapshot.path.parents[1]) as environment:
        yield environment


def post(env: Environment, text: str) -> Any:
    return env.call(POST, {"channel_id": env.task.facts.channel_id, "message": text})


def texts(env: Environment) -> list[str]:
    return [each.after["text"] for each in env.world.diff() if each.after]


def until(holds: Callable[[], object]) -> None:
    """Wait for what another thread is about to do."""
    end = time.monotonic() + 10
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.005)


def with_steps(world: World, rng: Stream) -> Facts:
    """Prepares by two steps."""
    facts = FAMILY.prepare(world, rng)
    for text in ("before", "before that"):
        actor = Actor(facts.persona_id)
        perform(world, actor, messages.post, channel_id=facts.channel_id, text=text)
    return facts


def test_forks_of_any_step_go_on_by_themselves(env: Environment) -> None:
    env.reset(FAMILY.id, steps=5)
    for text in "abc":
        post(env, text)
    rows = all_rows(env.world)
    forks = [env.fork(step) for step in (0, 1, 2, 3, None)]
    assert [texts(fork) for fork in forks] == [[], ["a"], ["a", "b"], [*"abc"], [*"abc"]]
    assert [fork.standing()["steps"]["left"] for fork in forks] == [5, 4, 3, 2, 2]
    for fork in forks:
        post(fork, "d")
        assert fork.observation == env.observation
    assert all_rows(env.world) == rows
    assert texts(forks[1].fork(1)) == ["a"]
    forks[0].reset(FAMILY.id, 1)
    assert forks[0].task.seed == 1
    assert (env.task.seed, texts(env)) == (0, [*"abc"])
    forks[1].close()
    forks[1].close()
    assert texts(forks[2]) == ["a", "b", "d"]


@pytest.mark.parametrize("step", [-1, 0, 1, 5])
def test_fork_of_no_step_of_the_episode_is_refused(env: Environment, step: int) -> None:
    """Before it began, the task was not prepared yet, and nothing would limit it."""
    env.reset(replace(FAMILY, prepare=with_steps))
    post(env, "a")
    with pytest.raises(ValueError, match="step"):
        env.fork(step)
    assert texts(env.fork(2)) == []
    assert texts(env.fork(3)) == ["a"]


def test_fork_without_a_reset_is_refused_and_leaves_no_world(env: Environment) -> None:
    with pytest.raises(RuntimeError, match="call reset first"):
        env.fork()
    assert len(env._place.worlds.all()) == 1


def test_fork_of_an_earlier_step_has_lost_nothing(env: Environment) -> None:
    env.reset(FAMILY.id)
    post(env, "a")
    post(env, "b")
    env.lose("the endpoint failed")
    post(env, "c")
    invalid = [env.fork(step).grade().invalid for step in (0, 1, 2, 3, None)]
    assert invalid == [None, None, *["the endpoint failed"] * 3]


def test_forks_can_be_closed_after_the_first_one(snapshot: Snapshot) -> None:
    env = Environment(home=snapshot.path.parents[1])
    env.reset(FAMILY.id)
    fork = env.fork()
    env.close()
    fork.close()
    env.close()


def test_reset_that_comes_to_nothing_leaves_the_episode_as_it_was(env: Environment) -> None:
    env.reset(FAMILY.id, wall_seconds=0.2)
    post(env, "a")
    broken = replace(FAMILY, checks=lambda _facts: [])
    with pytest.raises(BrokenTask):
        env.reset(broken)
    with pytest.raises(KeyError):
        env.reset("communication.nothing")
    with pytest.raises(ValueError, match="a limit is a number from 0 on"):
        env.reset(FAMILY.id, 3, steps=-1)
    assert (env.task.seed, texts(env)) == (0, ["a"])
    until(lambda: env.standing()["is_over"])  # its deadline is what it was
    assert env.grade().truncated is Over.WALL_TIME


@pytest.mark.parametrize("limit", [-1, float("nan"), float("inf")])
def test_limit_that_is_none_is_refused(limit: float) -> None:
    for name in ("steps", "seconds", "wall_seconds"):
        with pytest.raises(ValueError, match="a limit is a number from 0 on"):
            Limits(**{name: limit})  # type: ignore[arg-type]


def test_longest_deadline_is_no_error(env: Environment) -> None:
    env.reset(FAMILY.id, wall_seconds=1e12)
    time.sleep(0.02)
    assert not env.standing()["is_over"]


def test_deadline_of_a_busy_world_holds_up_no_other(env: Environment) -> None:
    """To end an episode may have to wait for a step, or for a judge."""
    env.reset(FAMILY.id, wall_seconds=0.02)
    other = env.fork()
    done = threading.Event()

    def go_on() -> None:
        other.reset(FAMILY.id, 1, wall_seconds=60)
        done.set()

    with env.world.reading():
        time.sleep(0.1)  # its deadline waits for us by now
        thread = threading.Thread(target=go_on, daemon=True)
        thread.start()
        assert done.wait(10)
    until(lambda: env.standing()["is_over"])
    assert not other.standing()["is_over"]
    env.reset(FAMILY.id)
    assert not env.standing()["is_over"]


def test_deadline_of_a_former_episode_ends_no_later_one(env: Environment) -> None:
    for _ in range(20):
        env.reset(FAMILY.id, wall_seconds=0.005)
        time.sleep(0.004)
        env.reset(FAMILY.id)
        time.sleep(0.003)
        assert not env.standing()["is_over"]
        assert not post(env, "a").is_error


def test_vendors_client_and_mcp_work_at_the_doors(env: Environment) -> None:
    before = env.reset(FAMILY.id)
    assert before.doors is None
    doors = env.doors()
    chat, facts = doors.apps["chat"], env.task.facts
    slack = WebClient(chat["token"], base_url=f"{chat['url']}api/")
    assert slack.auth_test()["user_id"] == facts.persona_id
    slack.chat_postMessage(channel=facts.channel_id, text=facts.text)

    async def call() -> Any:
        headers = {"Authorization": f"Bearer {chat['token']}"}
        async with httpx2.AsyncClient(headers=headers, trust_env=False) as http:
            transport = streamable_http_client(chat["mcp"], http_client=http)
            async with Client(transport) as client:
                asked = {"channel_id": facts.channel_id}
                return await client.call_tool("slack_read_channel", asked)

    assert facts.text[:20] in text_of(run_async(call))
    assert env.grade().reward == 1.0
    seen = env.observation.doors
    assert seen is not None
    assert (seen.url, seen.apps["chat"]["mcp"]) == (doors.url, chat["mcp"])
    assert env.reset(FAMILY.id, 1).doors is not None


@pytest.mark.browser
def test_page_that_was_closed_is_no_trouble(snapshot: Snapshot, chrome: Browser) -> None:
    with Environment(home=snapshot.path.parents[1], browser=chrome) as env:
        env.reset(FAMILY.id)
        first, second = env.browser(), env.browser()
        first.close()
        FAMILY.solve(env, env.task.facts)
        env.wait(1)
        assert env.grade().reward == 1.0
        assert not second.is_closed()
        env.reset(FAMILY.id)
        assert second.is_closed()
