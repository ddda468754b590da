"""Grades of episodes that ended otherwise than well: truncated, invalid, harmful."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import httpx2
import pytest

from workworld import Environment, episodes
from workworld.apps.chat.service import messages
from workworld.calls import call
from workworld.clock import Clock
from workworld.context import Actor, Request, Surface
from workworld.episodes import Over
from workworld.errors import OutOfSpace
from workworld.grading import Evidence, Grade, Verdict, goal, guard
from workworld.grading.checks import CheckKind
from workworld.grading.judges import JudgeCheck
from workworld.schedule import plan
from workworld.tasks.communication.post_announcement import FAMILY

CRASH = "workworld.apps.chat.service.log.add"


def solve(env: Environment) -> None:
    FAMILY.solve(env, env.task.facts)


def crash(*_arguments: object, **_more: object) -> None:
    raise ZeroDivisionError


def numbers(given: Grade) -> tuple[float | None, float | None]:
    assert given.is_valid == (given.invalid is None) == (given.reward is not None)
    assert (given.told()["reward"], given.told()["valid"]) == (given.reward, given.is_valid)
    return given.reward, given.score


def test_oracle_that_takes_all_steps_is_truncated_and_rewarded(env: Environment) -> None:
    env.reset(FAMILY.id, steps=1)
    solve(env)
    late = env.call("slack_send_message", {"channel_id": "C0", "message": "x"})
    assert late.text.startswith("limit_reached")
    given = env.grade()
    assert (*numbers(given), given.truncated) == (1.0, 1.0, Over.STEPS)
    assert given.told()["truncated"] == "steps"


def test_nothing_done_in_time_is_truncated_and_earns_nothing(env: Environment) -> None:
    env.reset(FAMILY.id, seconds=60)
    env.wait(5)
    assert env.standing()["seconds"]["used"] == 60
    given = env.grade()
    assert (*numbers(given), given.truncated) == (0.0, 0.0, Over.SECONDS)


def test_limit_that_was_reached_first_is_named(env: Environment) -> None:
    """Whatever ends the episode after it, there is nothing left to be ended."""
    for why in (Over.WALL_TIME, Over.ENDED):
        env.reset(FAMILY.id, steps=1)
        solve(env)
        with env.world.writing() as session:
            episodes.end(session, why)
        assert env.grade().truncated is Over.STEPS
        assert env.standing()["over"] == why


@pytest.mark.parametrize(("why", "told"), [(Over.WALL_TIME, Over.WALL_TIME), (Over.ENDED, None)])
def test_episode_that_was_ended_is_truncated_by_real_time_only(
    env: Environment, why: Over, told: Over | None
) -> None:
    env.reset(FAMILY.id)
    with env.world.writing() as session:
        episodes.end(session, why)
    assert env.grade().truncated is told


def test_episode_without_limits_is_not_truncated(env: Environment) -> None:
    env.reset(FAMILY.id)
    assert env.grade().truncated is None


def test_crash_of_a_tool_makes_the_episode_invalid(
    env: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    env.reset(FAMILY.id)
    with monkeypatch.context() as patched:
        patched.setattr(CRASH, crash)
        with pytest.raises(ZeroDivisionError):
            solve(env)
    solve(env)
    given = env.grade()
    assert numbers(given) == (None, None)
    assert given.invalid == "slack_send_message raised ZeroDivisionError()"
    assert all(outcome.holds for outcome in given.outcomes)
    env.reset(FAMILY.id)
    solve(env)
    assert numbers(env.grade()) == (1.0, 1.0)


def test_crash_at_another_door_makes_the_episode_invalid(
    env: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody but the side trail knows of it."""
    env.reset(FAMILY.id)
    solve(env)
    monkeypatch.setattr(CRASH, crash)
    asked = {"channel_id": env.task.facts.channel_id, "text": "x"}
    with pytest.raises(ZeroDivisionError):
        call(
            env.world,
            Actor(env.task.facts.persona_id),
            messages.post,
            Request(Surface.UI, "POST /message", asked),
        )
    given = env.grade()
    assert numbers(given) == (None, None)
    assert given.invalid == "chat.messages.post failed after step 1: crashed"


def test_crash_of_what_was_due_makes_the_episode_invalid(
    env: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    env.reset(FAMILY.id)
    solve(env)
    facts = env.task.facts
    with env.world.writing() as session:
        plan(
            session,
            due_us=Clock(session).now_us() + 1,
            actor_id=facts.persona_id,
            operation="chat.messages.post",
            arguments={"channel_id": facts.channel_id, "text": "x"},
        )
    monkeypatch.setattr(CRASH, crash)
    env.wait(1)
    given = env.grade()
    assert numbers(given) == (None, None)
    assert given.invalid == "chat.messages.post crashed at step 2"


def test_full_world_makes_the_episode_invalid(
    env: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    env.reset(FAMILY.id)
    solve(env)
    with monkeypatch.context() as patched:
        patched.setattr(type(env.world), "_refuse_when_full", _full)
        assert env.call(
            "slack_send_message", {"channel_id": env.task.facts.channel_id, "message": "x"}
        ).text.startswith("out_of_space")
    given = env.grade()
    assert numbers(given) == (None, None)
    assert given.invalid == "chat.messages.post failed after step 1: out_of_space"


def _full(_world: object) -> None:
    raise OutOfSpace("full")


def test_whoever_runs_it_can_declare_it_invalid(env: Environment) -> None:
    env.reset(FAMILY.id)
    solve(env)
    env.lose("the endpoint failed")
    env.lose("something else failed later")
    assert env.grade().invalid == "the endpoint failed"
    env.reset(FAMILY.id)
    assert env.grade().invalid is None


def test_what_failed_outside_the_checks_is_told_first(env: Environment) -> None:
    """A check can be mended before the episode is judged again, and the endpoint cannot."""

    def fragile(evidence: Evidence) -> Verdict:
        return Verdict(bool(evidence.changes and 1 / 0), "nothing yet")

    env.reset(replace(FAMILY, checks=lambda _facts: [goal("fragile", "F", fragile)]))
    solve(env)
    assert str(env.grade().invalid).startswith("check fragile: ")
    env.lose("the endpoint failed")
    assert env.grade().invalid == "the endpoint failed"


@pytest.mark.parametrize("guarded", [True, False])
def test_broken_guard_costs_reward_and_score(env: Environment, guarded: bool) -> None:
    def checks(_facts: Any) -> Any:
        done = goal("done", "D", lambda evidence: Verdict(bool(evidence.changes), "so"))
        half = goal("half", "H", lambda _evidence: Verdict(False, "so"))
        safe = guard("safe", "S", lambda evidence: Verdict(not (guarded and evidence.changes), ""))
        return [done, half, safe]

    env.reset(replace(FAMILY, checks=checks))
    solve(env)
    assert numbers(env.grade()) == (0.0, 0.0 if guarded else 0.5)


def test_stray_change_costs_reward_and_score(env: Environment) -> None:
    env.reset(FAMILY.id)
    solve(env)
    FAMILY.traps["wrong neighbour"](env, env.task.facts)
    given = env.grade()
    assert numbers(given) == (0.0, 0.0)
    (failed,) = [outcome for outcome in given.outcomes if not outcome.holds]
    assert (failed.id, failed.kind) == ("nothing_else_changed", CheckKind.GUARD)


@pytest.mark.parametrize("shown", [lambda _evidence: "text", crash])
def test_criteria_of_a_judge_change_no_number(env: Environment, shown: Any) -> None:
    criterion = JudgeCheck("polite", "Polite", "Is it polite?", shown, weight=99)
    env.reset(replace(FAMILY, judged=lambda _facts: [criterion]))
    solve(env)
    given = env.grade()
    assert numbers(given) == (1.0, 1.0)
    (judgement,) = given.judgements
    assert (judgement.id, judgement.holds, judgement.model) == ("polite", None, None)


def test_page_or_endpoint_that_crashes_makes_the_episode_invalid(
    env: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    env.reset(FAMILY.id)
    at = env.doors()
    with httpx2.Client(follow_redirects=True, trust_env=False) as browser:
        browser.get(at.launch_url)
        assert browser.get(at.apps["chat"]["url"]).is_success
        assert env.grade().is_valid
        monkeypatch.setattr("flask.render_template", crash)
        assert browser.get(at.apps["chat"]["url"]).status_code == 500
    assert "crashed" in (env.grade().invalid or "")
    assert "type" in env.trajectory().events[-1]
