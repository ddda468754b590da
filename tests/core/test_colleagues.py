"""Rules of colleagues: conditions, states, who counts first, and mistakes in them."""

import logging
from collections.abc import Mapping
from typing import Any

import pytest
from tests.kit import Office

from workworld.apps.chat.service import messages
from workworld.calls import perform
from workworld.colleagues import ColleagueRow, Rule, state_of, teach
from workworld.context import Actor
from workworld.journal import entries
from workworld.passing_time import let_time_pass
from workworld.schedule import ScheduleRow
from workworld.worlds import World

pytestmark = pytest.mark.usefixtures("nothing_planned")
EVENT = "chat.message_posted"
REPLY = {"channel_id": "$channel_id", "thread_ts": "$thread_ts"}


def rule(person_id: str, text: str, **details: Any) -> Rule:
    """A rule that answers in the thread."""
    settings: dict[str, Any] = {
        "person_id": person_id,
        "event": EVENT,
        "where": {},
        "operation": "chat.messages.post",
        "arguments": REPLY | {"text": text},
    }
    return Rule(**settings | details)


def teach_all(world: World, *rules: Rule) -> None:
    with world.writing() as session:
        for each in rules:
            teach(session, each)


def say(world: World, office: Office, text: str, handle: str = "aruiz") -> None:
    channel_id = office.channels["general"]
    actor = Actor(office.people[handle])
    perform(world, actor, messages.post, channel_id=channel_id, text=text)


def answers(world: World) -> list[tuple[str, str]]:
    """Who answered what, in order, once everybody had the time to."""
    let_time_pass(world, 3600)
    with world.reading() as session:
        found = [entry for entry in entries(session) if entry.cause is not None]
        return [(entry.actor_id, (entry.arguments or {}).get("text", "")) for entry in found]


@pytest.mark.parametrize(
    ("conditions", "fits"),
    [
        ({"text": {"equals": "The code, please"}}, True),
        ({"text": {"equals": "the code, please"}}, False),
        ({"text": {"contains": "code, p"}}, True),
        ({"text": {"contains": "CODE"}}, False),
        ({"text": {"any_word": ["key", "CODE"]}}, True),
        ({"text": {"any_word": ["cod"]}}, False),
        ({"text": {"any_word": []}}, False),
        ({"text": {"all_words": ["please", "code"]}}, True),
        ({"text": {"all_words": ["please", "key"]}}, False),
        ({"text": {"contains": "code", "any_word": ["key"]}}, False),
        ({"text": {"contains": "code"}, "author": {"equals": "U1"}}, True),
        ({"text": {"contains": "code"}, "author": {"equals": "U2"}}, False),
        ({"mentioned": {"contains": "U12"}}, True),
        ({"mentioned": {"contains": "U1"}}, False),
        ({"mentioned": {"any_word": ["U3", "U12"]}}, True),
        ({"nothing": {"equals": None}}, True),
        ({"nothing": {"contains": "on"}}, False),
        ({"nothing": {"any_word": ["none"]}}, False),
        ({"nothing": {"all_words": ["none"]}}, False),
    ],
)
def test_conditions_on_facts(conditions: Mapping[str, Mapping[str, Any]], fits: bool) -> None:
    facts = {"text": "The code, please", "author": "U1", "mentioned": ["U12", "U2"]}
    assert rule("U9", "", where=conditions).fits(facts) is fits


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ({"like": "x"}, "no condition like: there are equals"),
        ({"any_word": "code"}, "any_word takes a list of words"),
        ({"all_words": ["a", 5]}, "all_words takes a list of words"),
    ],
)
def test_mistaken_condition_is_refused_when_the_rule_is_made(
    condition: dict[str, Any], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        rule("U9", "", where={"text": condition})


def test_of_several_rules_the_one_taught_first_counts_for_each_colleague(
    world: World, office: Office
) -> None:
    one, two = office.people["jwikstrand"], office.people["lraghunath"]
    author = {"author_id": {"equals": office.people["aruiz"]}}
    teach_all(
        world,
        rule(one, "narrow", where=author | {"text": {"contains": "special"}}),
        rule(one, "broad", where=author),
        rule(two, "other", where=author, after_seconds=5),
        rule(one, "never", where=author),
    )
    say(world, office, "special")
    assert answers(world) == [(two, "other"), (one, "narrow")]
    say(world, office, "plain")
    assert answers(world)[2:] == [(two, "other"), (one, "broad")]


def test_nobody_reacts_to_themselves(world: World, office: Office) -> None:
    person_id = office.people["jwikstrand"]
    teach_all(world, rule(person_id, "echo"))
    say(world, office, "mine", "jwikstrand")
    assert answers(world) == []
    say(world, office, "yours")
    assert answers(world) == [(person_id, "echo")]


def test_states_lead_from_rule_to_rule(world: World, office: Office) -> None:
    person_id = office.people["jwikstrand"]
    teach_all(
        world,
        rule(person_id, "once", state="", next_state="asked"),
        rule(person_id, "twice", state="asked", next_state="done"),
        rule(person_id, "bye", where={"text": {"contains": "bye"}}, next_state=""),
    )
    said = []
    for text in ("a", "b", "c", "bye", "d"):
        say(world, office, text)
        said = [answer for _person, answer in answers(world)]
    assert said == ["once", "twice", "bye", "once"]
    with world.reading() as session:
        assert state_of(session, person_id) == "asked"
        assert state_of(session, "UNOBODY") == ""
    world.rewind(0)
    with world.reading() as session:
        assert session.query(ColleagueRow).count() == 0


def test_colleague_who_asked_back_hears_the_reply_in_that_thread_alone(
    world: World, office: Office
) -> None:
    one = office.people["jwikstrand"]
    asked = {"text": {"contains": "code"}}
    teach_all(
        world,
        rule(one, "42", state="$thread_ts", next_state=""),
        rule(one, "which?", where=asked, next_state="$thread_ts"),
    )
    channel_id, actor = office.channels["general"], Actor(office.people["aruiz"])
    first = perform(world, actor, messages.post, channel_id=channel_id, text="the code?")
    say(world, office, "the red one")
    assert answers(world) == [(one, "which?")]
    reply = {"channel_id": channel_id, "text": "the red one", "thread_ts": first.ts}
    perform(world, actor, messages.post, **reply)
    assert answers(world) == [(one, "which?"), (one, "42")]
    perform(world, actor, messages.post, **reply)
    assert len(answers(world)) == 2


def test_state_that_stands_for_a_fact_the_event_lacks_moves_nobody(
    world: World, office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    one, two = office.people["jwikstrand"], office.people["lraghunath"]
    teach_all(world, rule(one, "x", state="$room"), rule(two, "x", next_state="$room"))
    say(world, office, "hello")
    assert answers(world) == []
    assert ["no fact room" in record.message for record in caplog.records] == [True, True]


def test_rule_that_asks_for_a_fact_the_event_lacks_moves_nobody_and_is_logged(
    world: World, office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    one, two = office.people["jwikstrand"], office.people["lraghunath"]
    teach_all(
        world,
        rule(one, "x", arguments={"channel_id": "$room", "text": "x"}, next_state="moved"),
        rule(two, "still here", where={"author_id": {"equals": office.people["aruiz"]}}),
    )
    with world.reading() as session:
        planned_before = session.query(ScheduleRow).count()
    say(world, office, "hello")  # is not refused
    assert [(record.levelno, "no fact room" in record.message) for record in caplog.records] == [
        (logging.ERROR, True)
    ]
    with world.reading() as session:
        assert state_of(session, one) == ""
        assert session.query(ScheduleRow).count() == planned_before + 1


def test_rule_with_an_operation_that_does_not_exist_crashes_its_event_alone(
    world: World, office: Office
) -> None:
    one, two = office.people["jwikstrand"], office.people["lraghunath"]
    author = {"author_id": {"equals": office.people["aruiz"]}}
    teach_all(
        world,
        rule(one, "x", operation="chat.messages.fly", where=author),
        rule(two, "still here", where=author, after_seconds=90),
    )
    say(world, office, "hello")
    assert answers(world)[-1] == (two, "still here")
    with world.reading() as session:
        assert [entry.outcome for entry in entries(session)] == ["ok", "crashed", "ok"]


@pytest.mark.parametrize("seconds", [0, -5])
def test_reaction_takes_time(office: Office, seconds: int) -> None:
    with pytest.raises(ValueError, match="takes a second or more"):
        rule(office.people["aruiz"], "at once", after_seconds=seconds)
