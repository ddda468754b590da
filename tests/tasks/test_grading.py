import contextlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from workworld import Environment
from workworld.apps.chat.service import messages
from workworld.calls import perform
from workworld.context import Actor
from workworld.errors import Refused
from workworld.grading import Evidence, Verdict, goal, grade
from workworld.randomness import Stream
from workworld.tasks.communication.post_announcement import FAMILY
from workworld.worlds import World


def always(holds: bool) -> Any:
    return lambda _evidence: Verdict(holds, "by decree")


def boom(_evidence: Evidence) -> Verdict:
    raise LookupError("no such row")


def test_checks_see_the_steps_of_the_episode_only(env: Environment) -> None:
    env.reset(FAMILY.id, 0)
    persona = Actor(env.task.facts.persona_id)
    seen: list[list[str]] = []

    def note(evidence: Evidence) -> Verdict:
        seen.append([entry.outcome for entry in evidence.journal])
        return Verdict(False, "noted")

    def prepare(world: World, rng: Stream) -> Any:
        with contextlib.suppress(Refused):
            perform(world, persona, messages.post, channel_id="C0", text="while preparing")
        return FAMILY.prepare(world, rng)

    env.world.reset()
    family = replace(FAMILY, prepare=prepare, checks=lambda _facts: [goal("x", "X", note)])
    task = family.task(env.world, 0)
    with contextlib.suppress(Refused):
        perform(env.world, persona, messages.post, channel_id=task.facts.channel_id, text=" ")
    grade(task, env.world)
    assert seen == [[], ["no_text"]]


def test_check_that_raises_makes_the_episode_invalid(env: Environment) -> None:
    def raises_once_something_changed(evidence: Evidence) -> Verdict:
        return boom(evidence) if evidence.changes else Verdict(False, "nothing yet")

    fragile = replace(FAMILY, checks=lambda _f: [goal("x", "X", raises_once_something_changed)])
    env.world.reset()
    task = fragile.task(env.world, 0)
    env.reset(FAMILY.id, 0)
    env.task.family.solve(env, env.task.facts)
    judged = grade(task, env.world)
    assert (judged.is_valid, judged.reward, judged.score) == (False, None, None)
    assert judged.outcomes[0].holds is None
    assert "LookupError" in judged.outcomes[0].reason


@pytest.mark.parametrize(
    ("weights", "score"), [((1.0, 1.0), 0.5), ((3.0, 1.0), 0.75), ((0.0, 1.0), 0.0)]
)
def test_score_is_the_weighted_share_of_goals(
    env: Environment, weights: Sequence[float], score: float
) -> None:
    def posted(evidence: Evidence) -> Verdict:
        return Verdict(bool(evidence.changes), "so")

    checks = [
        goal("first", "First", posted, weight=weights[0]),
        goal("second", "Second", always(False), weight=weights[1]),
    ]
    family = replace(FAMILY, checks=lambda _facts: checks)
    env.world.reset()
    task = family.task(env.world, 0)
    env.reset(FAMILY.id, 0)
    env.task.family.solve(env, env.task.facts)
    judged = grade(task, env.world)
    assert (judged.reward, judged.score) == (0.0, score)


def test_grading_changes_nothing(env: Environment) -> None:
    env.reset(FAMILY.id, 0)
    env.task.family.solve(env, env.task.facts)
    before = env.world.diff()
    assert env.grade() == env.grade()
    assert env.world.diff() == before


def test_environment_asks_for_reset_first(env: Environment) -> None:
    with pytest.raises(RuntimeError, match="call reset first"):
        env.call("slack_send_message")
    with pytest.raises(RuntimeError, match="call reset first"):
        env.grade()


def test_unknown_names_are_refused_with_the_known_ones(env: Environment) -> None:
    with pytest.raises(KeyError, match="post_announcement"):
        env.reset("communication.nope")
    env.reset(FAMILY.id)
    with pytest.raises(KeyError, match="slack_send_message"):
        env.call("nope")


def test_observation_names_the_tools_as_mcp_does(env: Environment) -> None:
    seen = env.reset(FAMILY.id)
    assert {"name", "description", "inputSchema"} == set(seen.tools[0])
    assert "slack_send_message" in [tool["name"] for tool in seen.tools]


def test_refused_tool_call_is_a_result_and_not_an_exception(env: Environment) -> None:
    env.reset(FAMILY.id)
    result = env.call("slack_send_message", {"channel_id": "C0", "message": "x"})
    assert result.is_error
    assert result.text.startswith("channel_not_found")


def test_answer_reaches_the_checks(env: Environment) -> None:
    seen: list[Any] = []

    def note(evidence: Evidence) -> Verdict:
        seen.append(evidence.answer)
        return Verdict(False, "noted")

    family = replace(FAMILY, checks=lambda _facts: [goal("x", "X", note)])
    env.world.reset()
    task = family.task(env.world, 0)
    grade(task, env.world, answer=42)
    assert seen == [None, 42]


@pytest.mark.parametrize("edited_first", [False, True])
def test_message_that_was_taken_back_has_been_read_all_the_same(
    env: Environment, edited_first: bool
) -> None:
    env.reset(FAMILY.id, 0)
    facts = env.task.facts
    channel_id = facts.neighbour_ids[0]
    sent = env.use("slack_send_message", channel_id=channel_id, message="oops")
    place = {"channel_id": channel_id, "message_ts": sent.json()["message_context"]["message_ts"]}
    if edited_first:
        env.use("slack_update_message", **place, message="x")
    env.use("slack_delete_message", **place)
    assert env.world.diff() == []
    FAMILY.solve(env, facts)
    grade = env.grade()
    assert (grade.reward, grade.score) == (0.0, 0.0)
    assert "chat_messages" in grade.outcomes[-1].reason
