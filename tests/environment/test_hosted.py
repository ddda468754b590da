"""What only an environment at a host can meet."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.gates.sampling import one_in
from tests.serving import read_until, serving

from workworld import (
    ControlClient,
    ControlFailed,
    Environment,
    HostedEnvironment,
    HostLost,
    loading,
)
from workworld.doors.mcp import endpoint, servers
from workworld.environment.mcp_client import McpClient
from workworld.grading import Family
from workworld.grading.family import ToolFailed
from workworld.host import Host
from workworld.host.whereabouts import running_host
from workworld.tasks.communication.post_announcement import FAMILY
from workworld.worlds import Snapshot, Worlds

TASK = FAMILY.id


@pytest.fixture
def env(host: Host) -> Iterator[HostedEnvironment]:
    with HostedEnvironment(host.control_origin, host.admin_token) as environment:
        yield environment


def answering(*answers: Any) -> McpClient:
    """A client of an endpoint that answers so, one after the other."""
    left = list(answers)

    def answer(request: httpx2.Request) -> httpx2.Response:
        found = left.pop(0)
        if isinstance(found, Exception):
            raise found
        if callable(found):
            found = found(json.loads(request.content))
        return found if isinstance(found, httpx2.Response) else httpx2.Response(200, json=found)

    http = httpx2.Client(transport=httpx2.MockTransport(answer))
    return McpClient(http, "http://host.test/w/w1/mcp", "token")


def test_its_worlds_are_its_own_and_go_with_it(host: Host, worlds: Worlds) -> None:
    with HostedEnvironment(host.control_origin, host.admin_token, name="mine") as env:
        env.reset(TASK)
        copy = env.fork()
        assert {world.id for world in worlds.all()} == {"w1", "mine", copy.name}
        told = {
            world["name"]: world
            for world in ControlClient(host.admin_token, host.control_origin).worlds()["worlds"]
        }
        assert (told["mine"]["ttl"], told["mine"]["idle"]) == (86_400, "remove")
    assert [world.id for world in worlds.all()] == ["w1"]
    assert [kept.id for kept in worlds.kept()] == ["w1"]


def test_a_fork_that_is_closed_goes_alone(env: HostedEnvironment, worlds: Worlds) -> None:
    env.reset(TASK)
    env.fork().close()
    assert {world.id for world in worlds.all()} == {"w1", env.name}
    assert env.grade().is_valid


def test_another_company_can_be_chosen(host: Host) -> None:
    url, token = host.control_origin, host.admin_token
    with HostedEnvironment(url, token, preset="tiny", company_seed=7) as env:
        env.reset(TASK)
        assert env.trajectory().header["company"]["seed"] == 7


def test_who_may_not_or_cannot_reach_it_is_told(host: Host) -> None:
    with pytest.raises(ControlFailed) as refused:
        HostedEnvironment(host.control_origin, "wrong")
    assert refused.value.status == 401
    with pytest.raises(ControlFailed, match="open already"):
        HostedEnvironment(host.control_origin, host.admin_token, name="w1")
    with pytest.raises(HostLost, match="Connect"):
        HostedEnvironment("http://127.0.0.1:9", "token")


def test_limits_that_are_none_are_refused(env: HostedEnvironment) -> None:
    with pytest.raises(ValueError, match="steps is a whole number"):
        env.reset(TASK, steps=-1)


def test_a_bug_of_ours_makes_the_episode_invalid(
    env: HostedEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    env.reset(TASK)

    def crash(*_arguments: object) -> None:
        raise LookupError("a bug")

    for module in (endpoint, servers):
        monkeypatch.setattr(module, "call_tool", crash)
    with pytest.raises(HostLost, match="Internal error"):
        env.call("slack_list_user_channels")
    given = env.grade()
    assert (given.reward, given.is_valid) == (None, False)
    assert "Internal error" in str(given.invalid)
    assert env.trajectory().reward is None


def test_a_world_that_was_lost_makes_the_episode_invalid(
    env: HostedEnvironment, host: Host
) -> None:
    env.reset(TASK)
    control = ControlClient(host.admin_token, host.control_origin)
    control.let_go(env.name, remove=True)
    with pytest.raises(HostLost, match="404"):
        env.call("slack_list_user_channels")
    given = env.grade()
    assert (given.reward, given.score, given.is_valid, given.outcomes) == (None, None, False, ())
    with pytest.raises(HostLost, match="world_not_found"):
        env.trajectory()


@pytest.mark.usefixtures("built_there")
def test_a_host_that_dies_makes_the_episode_invalid(tmp_path: Path) -> None:
    with serving(tmp_path) as process:
        read_until(process, "Stop with")
        found = running_host(tmp_path)
        assert found
        with HostedEnvironment(found.control, found.token) as env:
            env.reset(TASK)
            assert not env.call("slack_list_user_channels").is_error
            process.kill()
            process.communicate()
            for act in (
                lambda: env.call("slack_list_user_channels"),
                lambda: env.wait(1),
                lambda: env.answer(1),
                env.standing,
                env.trajectory,
                env.fork,
                lambda: env.reset(TASK),
            ):
                with pytest.raises(HostLost):
                    act()


def test_a_host_that_is_gone_leaves_an_invalid_grade(env: HostedEnvironment, host: Host) -> None:
    env.reset(TASK)
    host.close()
    given = env.grade()
    assert (given.is_valid, given.reward) == (False, None)
    assert "ConnectError" in str(given.invalid)


def test_tools_are_listed_to_the_last_page() -> None:
    def page(number: int) -> Any:
        def answer(message: dict[str, Any]) -> dict[str, Any]:
            assert message["params"].get("cursor") == (f"after {number - 1}" if number else None)
            following = {"nextCursor": f"after {number}"} if number < 2 else {}
            return {"result": {"tools": [{"name": f"t{number}"}]} | following}

        return answer

    listed = answering(page(0), page(1), page(2)).tools()
    assert [tool["name"] for tool in listed] == ["t0", "t1", "t2"]


def test_results_and_errors_of_tools_are_results() -> None:
    parts = [{"type": "text", "text": "a"}, {"type": "image"}, {"type": "text", "text": "b"}]
    client = answering(
        {"result": {"content": parts, "isError": True}},
        {"result": {"content": []}},
        {"error": {"code": -32602, "message": "arguments: too odd"}},
        httpx2.Response(413, text="Content too large"),
    )
    told = [client.call("t", {}) for _ in range(4)]
    assert [(result.text, result.is_error) for result in told] == [
        ("a\nb", True),
        ("", False),
        ("arguments: too odd", True),
        ("Content too large", True),
    ]


def test_an_unknown_tool_is_a_key_error() -> None:
    client = answering({"error": {"code": -32602, "message": "Unknown tool: t"}})
    with pytest.raises(KeyError, match="Unknown tool: t"):
        client.call("t", {})


@pytest.mark.parametrize(
    "answer",
    [
        httpx2.Response(500, text="oh"),
        httpx2.Response(503, text="oh"),
        httpx2.Response(404, text="Not found"),
        httpx2.Response(401, text="who?"),
        {"error": {"code": -32603, "message": "Internal error"}},
        httpx2.ConnectError("refused"),
        httpx2.ReadTimeout("slow"),
        httpx2.RemoteProtocolError("cut off"),
    ],
    ids=str,
)
def test_what_is_nobodys_fault_is_a_lost_host(answer: Any) -> None:
    with pytest.raises(HostLost):
        answering(answer).call("t", {})
    with pytest.raises(HostLost):
        list(answering(answer).tools())


@pytest.mark.parametrize(
    "family", one_in(8, [*loading.families().values()]), ids=lambda family: family.id
)
def test_every_oracle_and_trap_comes_to_the_same_at_a_host(
    env: HostedEnvironment, snapshot: Snapshot, family: Family[Any]
) -> None:
    with Environment(home=snapshot.path.parents[1]) as local:
        local.reset(family.id, 2)
        facts = local.task.facts
        name, trap = next(iter(sorted(family.traps.items())))
        # What a persona may not do ends a trap.
        attempts = ((family.solve, 1.0, ()), (trap, 0.0, (ToolFailed,)))
        for solver, reward, forgiven in attempts:
            records = []
            for each in (local, env):
                each.reset(family.id, 2)
                with suppress(*forgiven):
                    solver(each, facts)
                assert each.grade().reward == reward, (name, each.grade())
                records.append(each.trajectory().grade)
            assert records[0] == records[1]


def test_an_agent_elsewhere_has_its_doors_at_once(env: HostedEnvironment) -> None:
    doors = env.reset(TASK).doors
    assert doors is not None
    for where in (doors, env.doors()):
        headers = {"Authorization": f"Bearer {where.apps['chat']['token']}"}
        url = f"{where.apps['chat']['url']}api/auth.test"
        assert httpx2.post(url, headers=headers).json()["ok"]
        assert httpx2.get(where.launch_url).status_code == 303
