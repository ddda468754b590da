"""A colleague who answers by rules, has a state, and is seen through every door."""

import pytest
from tests.kit import Doors, Office, text_of

from workworld.colleagues import Rule, state_of, teach
from workworld.errors import Refused
from workworld.passing_time import let_time_pass


def taught(doors: Doors, office: Office) -> str:
    """A colleague who gives a code when asked, and only once says more."""
    person_id = office.people["lraghunath"]
    mention = {"contains": f"<@{person_id}>"}
    reply = {"channel_id": "$channel_id", "thread_ts": "$thread_ts"}
    rules = (
        Rule(
            person_id=person_id,
            event="chat.message_posted",
            where={"text": mention | {"any_word": ["code", "door"]}},
            operation="chat.messages.post",
            arguments=reply | {"text": "It is 4711."},
            after_seconds=90,
            state="",
            next_state="told",
        ),
        Rule(
            person_id=person_id,
            event="chat.message_posted",
            where={"text": mention},
            operation="chat.messages.post",
            arguments=reply | {"text": "I told you."},
            after_seconds=30,
            state="told",
        ),
    )
    with doors.world.writing() as session:
        for rule in rules:
            teach(session, rule)
    return person_id


def test_colleague_answers_in_the_thread_after_a_while(doors: Doors, office: Office) -> None:
    person_id = taught(doors, office)
    general = office.channels["general"]
    ask = doors.rest("chat.postMessage", channel=general, text=f"<@{person_id}> what's the CODE?")
    thread = {"channel": general, "ts": ask["ts"]}
    assert len(doors.rest("conversations.replies", **thread)["messages"]) == 1
    let_time_pass(doors.world, 60)
    assert len(doors.rest("conversations.replies", **thread)["messages"]) == 1
    let_time_pass(doors.world, 30)
    _root, answer = doors.rest("conversations.replies", **thread)["messages"]
    assert (answer["user"], answer["text"]) == (person_id, "It is 4711.")
    assert float(answer["ts"]) - float(ask["ts"]) == pytest.approx(90, abs=1.01)
    assert "It is 4711." in text_of(
        doors.mcp("slack_read_thread", channel_id=general, message_ts=ask["ts"])
    )
    assert "It is 4711." in doors.browser.get(f"/c/{general}/t/{ask['ts']}").get_data(as_text=True)


def test_answer_is_a_step_with_its_cause_and_costs_no_time(doors: Doors, office: Office) -> None:
    person_id = taught(doors, office)
    general = office.channels["general"]
    doors.rest("chat.postMessage", channel=general, text=f"<@{person_id}> door?")
    for number in range(8):  # 15 seconds each
        doors.rest("chat.postMessage", channel=general, text=f"waiting {number}")
    steps = [(entry.actor_id, entry.surface, entry.cause) for entry in doors.journal]
    assert steps.count((person_id, "system", 6)) == 1  # due 90 seconds after step 1
    assert len(steps) == 10
    times = [entry.time_us for entry in doors.journal]
    assert times == sorted(times)
    assert {change.step for change in doors.changes} == set(range(1, 11))


def test_colleague_has_a_state_and_knows_nothing_else(doors: Doors, office: Office) -> None:
    person_id = taught(doors, office)
    general = office.channels["general"]

    def answers(text: str) -> list[str]:
        ts = doors.rest("chat.postMessage", channel=general, text=text)["ts"]
        let_time_pass(doors.world, 3600)
        found = doors.rest("conversations.replies", channel=general, ts=ts)["messages"]
        return [message["text"] for message in found[1:]]

    assert answers("what is the code?") == []  # nobody was asked
    assert answers(f"<@{person_id}> hello") == []
    assert answers(f"<@{person_id}> the code please") == ["It is 4711."]
    assert answers(f"<@{person_id}> the code please") == ["I told you."]
    with doors.world.reading() as session:
        assert state_of(session, person_id) == "told"


@pytest.mark.usefixtures("nothing_planned")
def test_rewind_takes_back_what_a_colleague_planned(doors: Doors, office: Office) -> None:
    person_id = taught(doors, office)
    general = office.channels["general"]
    doors.rest("chat.postMessage", channel=general, text=f"<@{person_id}> code")
    doors.world.rewind(0)
    let_time_pass(doors.world, 3600)
    assert doors.journal == []
    doors.rest("chat.postMessage", channel=general, text=f"<@{person_id}> code")
    let_time_pass(doors.world, 3600)
    assert [entry.step for entry in doors.journal] == [1, 2]
    doors.world.rewind(1)
    let_time_pass(doors.world, 3600)
    assert [entry.cause for entry in doors.journal] == [None, 1]


@pytest.mark.usefixtures("nothing_planned")
def test_refused_message_moves_nobody(doors: Doors, office: Office) -> None:
    person_id = taught(doors, office)
    hidden = office.channels["renewals"]
    assert not doors.rest("chat.postMessage", channel=hidden, text=f"<@{person_id}> code")["ok"]
    let_time_pass(doors.world, 3600)
    assert [entry.outcome for entry in doors.journal] == ["channel_not_found"]


def test_unknown_condition_is_refused_when_it_is_taught() -> None:
    with pytest.raises(ValueError, match="there are equals, contains"):
        Rule("U1", "chat.message_posted", {"text": {"like": "x"}}, "chat.messages.post", {})
    assert issubclass(Refused, Exception)


def test_colleague_hears_a_whisper_that_nobody_else_sees(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    person_id, general = office.people["lraghunath"], office.channels["general"]
    rule = Rule(
        person_id=person_id,
        event="chat.whispered",
        where={"person_id": {"equals": person_id}, "text": {"any_word": ["psst"]}},
        operation="chat.messages.post",
        arguments={"channel_id": "$channel_id", "text": "Yes?"},
        after_seconds=30,
    )
    with doors.world.writing() as session:
        teach(session, rule)
    whisper = {"channel": general, "user": person_id, "text": "psst, a secret"}
    assert doors.rest("chat.postEphemeral", **whisper)["ok"]
    let_time_pass(doors.world, 30)
    page = colleague.browser.get(f"/c/{general}").text
    assert "Yes?" in page
    assert "a secret" not in page
