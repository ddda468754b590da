from dataclasses import replace

import pytest

from workworld import Environment
from workworld.grading import Evidence
from workworld.tasks.operations.remind_on_duty import FAMILY
from workworld.tasks.operations.remind_on_duty.facts import Facts


@pytest.mark.parametrize(
    "text",
    [
        "`<@{id}>` {what}",
        "{name} {what}",
        "<@{id}> and <!here>: {what}",
        "<@{id}>, or was it <@{other}>? {what}",
        "<@{id}> you have the {duty}",
        "<@{id}> you have something on {week:%B} {week.day}",
        "<@{id}> you have the {duty} in the week of {week:%B} {week.day}1",
    ],
)
def test_what_mentions_nobody_or_too_many_is_no_reminder(env: Environment, text: str) -> None:
    env.reset(FAMILY, 0)
    facts = _facts(env)
    what = f"the {facts.duty} on {facts.week:%B} {facts.week.day}"
    named = {"id": facts.holder_id, "name": "Ana", "other": facts.wrong["swaps overlooked"]}
    _reply(env, text.format(**named, what=what, duty=facts.duty, week=facts.week))
    env.answer(facts.holder_id)
    assert env.grade().reward == 0.0


@pytest.mark.parametrize(
    "date",
    [
        "{0:%B} {0.day}",
        "{0:%b} {0.day}",
        "the {0.day}th of {0:%B}",
        "{0:%Y-%m-%d}",
        "{0.month}/{0.day}",
    ],
)
def test_date_may_be_written_as_people_do(env: Environment, date: str) -> None:
    env.reset(FAMILY, 0)
    facts = _facts(env)
    _reply(env, f"<@{facts.holder_id}> {facts.duty.title()}, from {date.format(facts.week)} on!")
    env.answer(facts.holder_id)
    assert env.grade().reward == 1.0


def test_first_name_of_two_is_no_answer(env: Environment) -> None:
    seed = next(seed for seed in range(50) if _holder(env, seed).startswith("Ana "))
    env.reset(FAMILY, seed)
    facts = _facts(env)
    _reply(env, f"<@{facts.holder_id}> {facts.duty}, {facts.week:%B} {facts.week.day}")
    env.answer("Ana Somebody")
    assert env.grade().reward == 0.0
    env.answer(_holder(env, seed, again=False))
    assert env.grade().reward == 1.0


def test_judge_is_shown_the_reminder(env: Environment) -> None:
    env.reset(FAMILY, 0)
    said = f"<@{_facts(env).holder_id}> see you on Monday"
    _reply(env, said)
    with env.world.baseline() as before, env.world.reading() as after:
        evidence = Evidence(before, after, env.world.diff(), (), None)
        assert {each.shown(evidence) for each in env.task.judged} == {said}
        nothing = replace(evidence, changes=())
        assert {each.shown(nothing) for each in env.task.judged} == {"(no message)"}


def _facts(env: Environment) -> Facts:
    facts = env.task.facts
    assert isinstance(facts, Facts)
    return facts


def _reply(env: Environment, text: str) -> None:
    facts = _facts(env)
    place = {"channel_id": facts.channel_id, "thread_ts": facts.thread_ts}
    env.use("slack_send_message", message=text, **place)


def _holder(env: Environment, seed: int, *, again: bool = True) -> str:
    """The name of whoever has the duty."""
    if again:
        env.reset(FAMILY, seed)
    holder_id = _facts(env).holder_id
    profile: str = env.use("slack_read_user_profile", user_id=holder_id).json()["result"]
    return profile.splitlines()[0].removeprefix("Name: ")
