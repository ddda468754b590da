"""A family that cannot be trusted is found out, and it is said why."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from workworld import Environment, loading
from workworld.grading import Allowed, Family, Limits, Verdict, goal
from workworld.proofs.cases import Job
from workworld.proofs.mutants import Deed, mutants
from workworld.proofs.verification import prove
from workworld.tasks.communication.post_announcement import FAMILY
from workworld.worlds import Snapshot

SEED = 3
TRAPS = dict(FAMILY.traps)


@pytest.fixture(scope="module")
def env(snapshot: Snapshot) -> Iterator[Environment]:
    with Environment(home=snapshot.path.parents[1]) as environment:
        yield environment


def failures(env: Environment, family: Family[Any], **options: Any) -> dict[str, str]:
    """By case, why it does not hold."""
    found = prove(env, Job(family.id, SEED, whole=True, **options), family)
    assert {(each.family, each.seed) for each in found} == {(family.id, SEED)}
    return {each.case: each.reason for each in found if not each.holds}


def post(episode: Any, facts: Any) -> None:
    episode.use("slack_send_message", channel_id=facts.channel_id, message=facts.text)


def post_and_wait(episode: Any, facts: Any) -> None:
    post(episode, facts)
    episode.wait(1)


def post_and_answer(episode: Any, facts: Any) -> None:
    post(episode, facts)
    episode.answer("done")


def do_nothing(_episode: Any, _facts: Any) -> None:
    pass


def misspell(episode: Any, facts: Any) -> None:
    episode.use("slack_send_message", chanel_id=facts.channel_id, message="x")


def fail(*_given: Any) -> None:
    raise RuntimeError("too clever")


def leave(*_given: Any) -> None:
    raise SystemExit(0)


def anything_posted(_facts: Any) -> list[Any]:
    def posted(evidence: Any) -> Verdict:
        there = any(change.table == "chat_messages" for change in evidence.changes)
        return Verdict(there, "Something was posted." if there else "Nothing was posted.")

    return [goal("posted", "Something is posted", posted)]


def any_profile(facts: Any) -> list[Any]:
    return [*FAMILY.allowed(facts), Allowed("directory_people", "update", {})]


@pytest.mark.parametrize(
    ("changed", "case", "reason"),
    [
        ({"traps": {**TRAPS, "honest": post}}, "trap: honest", "it earned 1"),
        ({"traps": {**TRAPS, "mine": fail}}, "trap: mine", "it raised RuntimeError('too clever')"),
        ({"traps": {**TRAPS, "mine": leave}}, "trap: mine", "it raised SystemExit(0)"),
        ({"solve": do_nothing}, "oracle", "posted: Nothing was posted in #product-eng."),
        ({"solve": fail}, "oracle", "it raised RuntimeError('too clever')"),
        ({"limits": Limits(steps=0)}, "oracle", "limit_reached"),
        ({"solve": post_and_wait, "limits": Limits(seconds=20)}, "oracle", "limits: seconds"),
        ({"allowed": any_profile}, "oracle and a stray change", "reward 1 and score 1"),
        ({"stray": do_nothing}, "oracle and a stray change", "the stray change changed nothing"),
        ({"stray": fail}, "oracle and a stray change", "too clever"),
        ({"traps": dict(list(TRAPS.items())[:3])}, "enough traps", "it has only 3 traps"),
        ({"instruct": lambda _facts: "Do it."}, "seeds differ", "have the same"),
        ({"traps": {**TRAPS, "mine": do_nothing}}, "trap: mine", "changes nothing, and answers"),
        ({"traps": {**TRAPS, "mine": misspell}}, "trap: mine", "arguments that the tool does not"),
        ({"prepare": fail}, "sound", "post_announcement.py: communication.post_announcement"),
    ],
)  # fmt: skip
def test_weak_family_is_found_out(
    env: Environment, changed: dict[str, Any], case: str, reason: str
) -> None:
    found = failures(env, replace(FAMILY, **changed))
    assert list(found) == [case]
    assert reason in found[case]


def test_sound_family_is_proven(env: Environment) -> None:
    found = prove(env, Job(FAMILY.id, SEED, mutants=None, whole=True), FAMILY)
    assert all(each.holds for each in found), found
    cases = [each.case for each in found if not each.case.startswith("mutant: ")]
    assert cases == [
        "does nothing",
        "oracle",
        "oracle again",
        "oracle and a stray change",
        *(f"trap: {name}" for name in TRAPS),
        "enough traps",
        "seeds differ",
    ]


def test_oracle_that_is_not_repeatable_is_found_out(env: Environment) -> None:
    number = count()

    def moody(episode: Any, facts: Any) -> None:
        post(episode, facts)
        episode.answer(next(number))

    assert failures(env, replace(FAMILY, solve=moody)) == {
        "oracle again": "it ended in another state"
    }


def test_task_that_pays_for_doing_nothing_is_refused(env: Environment) -> None:
    found = failures(env, replace(FAMILY, checks=lambda _facts: [any_goal(True)]))
    assert list(found) == ["sound"]
    assert "the goal holds already" in found["sound"]


def any_goal(holds: bool) -> Any:
    return goal("always", "It is so", lambda _evidence: Verdict(holds, "It is so."))


def test_seed_that_yields_no_task_is_named(env: Environment) -> None:
    """One of those that are compared, and not the one that is proven."""
    number = count()

    def prepare(world: Any, rng: Any) -> Any:
        if next(number) == 5:
            raise LookupError("nobody is left")
        return FAMILY.prepare(world, rng)

    found = failures(env, replace(FAMILY, prepare=prepare))
    assert list(found) == ["seeds differ"]
    assert f"{FAMILY.id}, seed {SEED + 5}" in found["seeds differ"]
    assert "nobody is left" in found["seeds differ"]


def test_trap_that_breaks_a_check_is_no_proof(env: Environment) -> None:
    def check(evidence: Any) -> Verdict:
        assert len(evidence.changes) < 2
        return Verdict(bool(evidence.changes), "So it is.")

    checks = [goal("posted", "It is posted", check)]
    found = failures(env, replace(FAMILY, checks=lambda _facts: checks, traps={**TRAPS}))
    assert "the episode is invalid: check posted" in found["trap: twice"]


# Mutants


def test_mutant_that_keeps_the_reward_must_be_explained(env: Environment) -> None:
    family = replace(FAMILY, solve=post_and_answer)  # nothing asks for an answer
    found = failures(env, family, mutants=None)
    said = "it keeps the reward, in another state or with another answer"
    assert found == {"mutant: drop 2 answer": said, "mutant: swap 2 answer.value": said}
    explained = replace(family, equivalents={"drop * answer": "idle", "swap 2 answer.*": "idle"})
    assert failures(env, explained, mutants=None) == {}
    proven = prove(env, Job(FAMILY.id, SEED, mutants=None), explained)
    reasons = {each.case: each.reason for each in proven}
    assert reasons["mutant: drop 2 answer"] == "equivalent: idle"
    assert reasons["mutant: drop 1 slack_send_message"] == "it loses the reward"
    assert "same state and answer" in reasons["mutant: repeat 2 answer"]


def test_deed_that_comes_to_the_same_when_it_is_repeated_is_equivalent(env: Environment) -> None:
    family = loading.families()["sales_operations.change_phone_number"]
    proven = prove(env, Job(family.id, SEED, mutants=None), replace(family, equivalents={}))
    reasons = {each.case: each.reason for each in proven if each.holds}
    said = "equivalent: it comes to the same, later or once more"
    assert reasons["mutant: repeat 2 updateSobjectRecord"] == said


def test_few_mutants_are_spread_over_all_of_them(env: Environment) -> None:
    def tried(most: int | None) -> list[str]:
        proven = prove(env, Job(FAMILY.id, SEED, mutants=most), FAMILY)
        return [each.case for each in proven if each.case.startswith("mutant: ")]

    every = tried(None)
    assert tried(0) == []
    assert tried(2) == [every[0], every[-(-len(every) // 2)]]
    assert tried(1_000) == every


def test_grader_that_looks_away_lets_a_mutant_live(env: Environment) -> None:
    found = failures(env, replace(FAMILY, checks=anything_posted), mutants=None)
    assert "keeps the reward" in found["mutant: swap 2 slack_send_message.message"]
    assert found["trap: text stuffing"] == "it earned 1"


def test_family_whose_next_seed_is_broken_has_no_values_to_swap(env: Environment) -> None:
    def solve(episode: Any, facts: Any) -> None:
        assert facts.text == env.task.facts.text
        if env.task.seed == SEED + 1:
            raise LookupError("nobody is left")
        post(episode, facts)

    found = failures(env, replace(FAMILY, solve=solve), mutants=None)
    assert list(found) == ["mutants"]
    assert f"seed {SEED + 1}" in found["mutants"]
    assert "nobody is left" in found["mutants"]


def test_every_deed_is_dropped_swapped_and_repeated() -> None:
    deeds = [
        Deed("read", {"a": 1}),
        Deed("write", {"a": [True, {"b": "x"}]}),
        Deed("wait", {"minutes": 5}),
    ]
    others = [Deed("write", {"a": [True, {"b": "y"}]})]
    tools: dict[str, Any] = {"read": Reading(True), "write": Reading(False)}
    made = {
        mutant.name: [dict(each.arguments) for each in mutant.deeds]
        for mutant in mutants(deeds, others, tools)
    }
    read, write, wait = ({"a": 1}, {"a": [True, {"b": "x"}]}, {"minutes": 5})
    assert made == {
        "drop 2 write": [read, wait],
        "swap 2 write.a.0": [read, {"a": [False, {"b": "x"}]}, wait],
        "swap 2 write.a.1.b": [read, {"a": [True, {"b": "y"}]}, wait],
        "repeat 2 write": [read, write, write, wait],
        "drop 3 wait": [read, write],
        "swap 3 wait.minutes": [read, write, {"minutes": 6}],
        "repeat 3 wait": [read, write, wait, wait],
    }  # fmt: skip


class Reading:
    """A tool as far as mutants look at it."""

    def __init__(self, read_only: bool) -> None:
        self.read_only = read_only


# Browser


@pytest.mark.browser
def test_browser_that_comes_to_something_else_is_found_out(snapshot: Snapshot, chrome: Any) -> None:
    with Environment(home=snapshot.path.parents[1], browser=chrome) as env:
        found = failures(env, replace(FAMILY, solve_ui=lambda *_: None), browser=True)
        assert "Nothing was posted" in found["oracle in browser"]
