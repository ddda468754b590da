from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from workworld import Environment
from workworld.journal import entries
from workworld.tasks.messages import send
from workworld.tasks.operations.get_number_confirmed import FAMILY
from workworld.tasks.operations.get_number_confirmed.facts import Facts
from workworld.worlds import Snapshot


@pytest.fixture(scope="module")
def env(snapshot: Snapshot) -> Iterator[Environment]:
    with Environment(home=snapshot.path.parents[1]) as environment:
        yield environment


@pytest.fixture
def facts(env: Environment) -> Facts:
    env.reset(FAMILY.id, 1)
    found: Facts = env.task.facts
    return found


def replies(env: Environment) -> list[tuple[str, str]]:
    """Who has said what since the task was set, by the time that everybody has answered."""
    env.wait(60)
    with env.world.reading() as session:
        came = [entry for entry in entries(session) if entry.cause is not None]
        found = [entry for entry in came if entry.operation == "chat.messages.post"]
        return [(entry.actor_id, (entry.arguments or {})["text"]) for entry in found]


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("{noun} of {customer}?", "It is {number} for"),
        ("HELLO? The {word} thing for {short}!", "It is {number} for"),
        ("{noun} of {other}?", "For that one it is {decoy}"),
        ("the current {noun}, please", "for which customer?"),
        ("how is {customer} doing?", "I don't know what you need"),
        ("<!channel> {noun} of {customer}, NOW", "Not so loud"),
    ],
)
def test_colleague_answers_what_they_are_asked(
    env: Environment, facts: Facts, said: str, answer: str
) -> None:
    words = {
        "noun": facts.noun.name,
        "word": facts.noun.words[0].upper(),
        "customer": facts.customer,
        "short": facts.customer.split()[0].lower(),
        "other": facts.other_customers[0],
        "number": facts.number,
        "decoy": facts.decoy,
    }
    text = f"<@{facts.colleague.id}> {said.format(**words)}"
    send(env, facts.asked_in.id, text)
    ((who, heard),) = replies(env)
    assert who == facts.colleague.id
    assert answer.format(**words) in heard


def test_namesake_knows_nothing(env: Environment, facts: Facts) -> None:
    send(env, facts.asked_in.id, f"<@{facts.namesake.id}> {facts.noun.name} of {facts.customer}?")
    ((who, heard),) = replies(env)
    assert who == facts.namesake.id
    assert "the other" in heard


def test_nobody_answers_without_a_mention_or_elsewhere(env: Environment, facts: Facts) -> None:
    question = f"{facts.noun.name} of {facts.customer}?"
    send(env, facts.asked_in.id, f"{facts.colleague.first_name}, {question}")
    send(env, facts.report_in.id, f"<@{facts.colleague.id}> {question}")
    assert replies(env) == []


def test_reply_counts_in_the_thread_of_the_question_alone(env: Environment, facts: Facts) -> None:
    asked_ts = send(env, facts.asked_in.id, f"<@{facts.colleague.id}> the {facts.noun.name}?")
    assert len(replies(env)) == 1
    send(env, facts.asked_in.id, f"for {facts.customer}")
    assert len(replies(env)) == 1
    send(env, facts.asked_in.id, f"for {facts.customer}", asked_ts)
    assert facts.number in replies(env)[-1][1]


def test_number_stands_nowhere_before_it_is_told(env: Environment, facts: Facts) -> None:
    query = {"query": facts.number.partition("-")[2]}
    found = env.use("slack_search_public_and_private", **query)
    assert found.json()["results"] == "No results found."


@pytest.mark.browser
@pytest.mark.parametrize("seed", range(3))
def test_oracle_in_the_browser_earns_everything(
    chrome: Browser, snapshot: Snapshot, seed: int
) -> None:
    with Environment(home=snapshot.path.parents[1], browser=chrome, training=True) as env:
        env.reset(FAMILY.id, seed)
        assert FAMILY.solve_ui is not None
        FAMILY.solve_ui(env.browser(), env, env.task.facts)
        assert env.grade().reward == 1.0
