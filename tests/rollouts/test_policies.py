import pickle
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from workworld import Environment
from workworld.endpoints import Endpoint
from workworld.environment import AnyEnvironment
from workworld.rollouts.model import ModelPolicy
from workworld.rollouts.policies import (
    NoPolicy,
    Policy,
    nothing,
    oracle,
    oracle_in_browser,
    scripted,
    trap,
)
from workworld.tasks.communication.post_announcement import FAMILY
from workworld.worlds import Snapshot

MINE = """
from __future__ import annotations
from dataclasses import dataclass

@dataclass
class Plan:
    text: str

def act(episode):
    plan = Plan(episode.task.facts.text)
    episode.use("slack_send_message", channel_id=episode.task.facts.channel_id, message=plan.text)

broken = 7
"""


@pytest.fixture
def env(snapshot: Snapshot) -> Iterator[Environment]:
    with Environment(home=snapshot.path.parents[1]) as environment:
        environment.reset(FAMILY.id, 2)
        yield environment


def reward_of(env: Environment, policy: Policy[Environment]) -> float | None:
    assert policy(env) is None
    return env.grade().reward


def test_oracle_earns_all_and_nothing_earns_nothing(env: Environment) -> None:
    assert reward_of(env, nothing) == 0.0
    assert env.world.diff() == []
    assert reward_of(env, oracle) == 1.0


@pytest.mark.browser
def test_oracle_in_browser_earns_all(snapshot: Snapshot, chrome: Browser) -> None:
    with Environment(home=snapshot.path.parents[1], browser=chrome) as env:
        env.reset(FAMILY.id, 2)
        assert reward_of(env, oracle_in_browser) == 1.0


def test_oracle_in_browser_needs_one(env: Environment) -> None:
    env.reset(replace(FAMILY, solve_ui=None))
    with pytest.raises(NoPolicy, match=f"{FAMILY.id} has no oracle for the browser"):
        oracle_in_browser(env)


def test_trap_earns_nothing(env: Environment) -> None:
    assert reward_of(env, trap("shotgun")) == 0.0
    assert env.world.diff() != []


def test_trap_that_is_refused_has_played(env: Environment) -> None:
    def forbidden(episode: Any, _facts: Any) -> None:
        episode.use("slack_send_message", channel_id="C0", message="x")

    env.reset(replace(FAMILY, traps={"forbidden": forbidden}))
    assert reward_of(env, trap("forbidden")) == 0.0


def test_unknown_trap_is_refused_with_the_known_ones(env: Environment) -> None:
    with pytest.raises(NoPolicy, match="has no trap 'nope': there are wrong neighbour, shotgun"):
        trap("nope")(env)


def test_policies_have_names_and_reach_other_processes() -> None:
    model: Policy[AnyEnvironment] = ModelPolicy(Endpoint("http://127.0.0.1:1/v1", "small"))
    named: list[Policy[Any]] = [oracle, oracle_in_browser, nothing, trap("twice"), model]
    names = ["oracle", "oracle in browser", "nothing", "trap: twice", "small"]
    assert [policy.name for policy in named] == names
    assert [pickle.loads(pickle.dumps(policy)).name for policy in named] == names


def test_own_function_in_a_file_acts(env: Environment, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    mine = scripted(f"{tmp_path}/mine.py:act")
    assert mine.name == f"{tmp_path}/mine.py:act"
    assert reward_of(env, mine) == 1.0


def test_files_of_one_name_are_two_modules(tmp_path: Path) -> None:
    for folder, text in (("a", "def act(seen): seen.append('a')"), ("b", "act = list.clear")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.py").write_text(text)
    first, second = (scripted(f"{tmp_path}/{folder}/mine.py:act") for folder in "ab")
    seen: list[str] = []
    first(seen)
    assert seen == ["a"]
    second(seen)
    assert seen == []


def test_own_function_in_a_module_acts(
    env: Environment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "of_mine.py").write_text(MINE)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert reward_of(env, scripted("of_mine:act")) == 1.0


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("act", "not module:function nor path.py:function: 'act'"),
        (":act", "not module:function"),
        ("mine.py:", "not module:function"),
        ("{folder}/none.py:act", "there is no file .*none.py"),
        ("{folder}:act", "cannot be imported: ModuleNotFoundError"),
        ("workworld.nope:act", "workworld.nope cannot be imported: ModuleNotFoundError"),
        ("..nope:act", r"\.\.nope cannot be imported: TypeError"),
        ("{folder}/mine.py:nope", "mine.py has no function 'nope'"),
        ("{folder}/mine.py:broken", "mine.py has no function 'broken'"),
        ("{folder}/wrong.py:act", "wrong.py cannot be imported: ZeroDivisionError"),
        ("{folder}/syntax.py:act", "syntax.py cannot be imported: SyntaxError"),
    ],
)
def test_own_function_that_is_not_there_is_refused(tmp_path: Path, where: str, said: str) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "wrong.py").write_text("1 / 0")
    (tmp_path / "syntax.py").write_text("def act(")
    with pytest.raises(NoPolicy, match=said):
        scripted(where.format(folder=tmp_path))
