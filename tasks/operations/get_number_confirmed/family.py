"""The family: how it is prepared, its checks, what it allows, and its traps."""

from __future__ import annotations

from collections.abc import Iterator

from workworld.apps.chat.service import messages
from workworld.calls import perform
from workworld.colleagues import teach
from workworld.context import Actor
from workworld.grading import (
    Allowed,
    Check,
    Difficulty,
    Episode,
    Evidence,
    Family,
    Limits,
    Verdict,
    goal,
)
from workworld.passing_time import let_time_pass
from workworld.randomness import Stream
from workworld.tasks.messages import posted, reads, send
from workworld.tasks.operations.get_number_confirmed.colleagues import rules
from workworld.tasks.operations.get_number_confirmed.facts import Facts, draw
from workworld.tasks.operations.get_number_confirmed.oracles import ask, solve, solve_ui
from workworld.tasks.replies import questions, told_at
from workworld.worlds import World

_MOST_QUESTIONS = 6
_LONG_ENOUGH = 120
_DAY = 24 * 3600


def prepare(world: World, rng: Stream) -> Facts:
    """The colleague has given another number, and withdrawn it; the new one is only in mind.

    It is the day after, since on the company's own not every office is open.
    """
    with world.reading() as session:
        facts = draw(session, rng)
    let_time_pass(world, _DAY)
    for text in (
        f"{facts.noun.name.capitalize()} for {facts.customer}: {facts.stale}",
        f"Please don't use {facts.stale} for {facts.customer} any more, it is void. They will get "
        "a new one, ask me when you need it.",
    ):
        actor, channel_id = Actor(facts.colleague.id), facts.asked_in.id
        perform(world, actor, messages.post, channel_id=channel_id, text=text)
        let_time_pass(world, rng.integer(40, 100) * 60)
    with world.writing() as session:
        for rule in rules(facts, rng):
            teach(session, rule)
    return facts


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """The colleague was asked and has answered, and what they said stands where it should."""

    def told(evidence: Evidence) -> Verdict:
        if _told_at(evidence, facts) is not None:
            return Verdict(True, f"{facts.colleague.first_name} was asked and has given it.")
        return Verdict(False, f"{facts.colleague.first_name} has not given the number.")

    def reported(evidence: Evidence) -> Verdict:
        told_at = _told_at(evidence, facts)
        posted_at = next(_posted_at(evidence, facts), None)
        if posted_at is None:
            said = f"The line with the right number does not stand in #{facts.report_in.name}."
            return Verdict(False, said)
        if told_at is None or posted_at < told_at:
            said = f"It was posted before {facts.colleague.first_name} had given the number."
            return Verdict(False, said)
        return Verdict(True, f"The line stands in #{facts.report_in.name}.")

    return [
        goal("told", f"{facts.colleague.first_name} was asked and gave the number", told),
        goal("reported", f"What was said stands in #{facts.report_in.name}", reported),
    ]


def _told_at(evidence: Evidence, facts: Facts) -> int | None:
    """The step in which the colleague gave the number."""
    return told_at(evidence, facts.colleague.id, lambda said: facts.number in said)


def _posted_at(evidence: Evidence, facts: Facts) -> Iterator[int]:
    """The step in which the line was posted."""
    rule = _report(facts)
    return (change.steps[0] for change in evidence.changes if rule.covers(change))


def allowed(facts: Facts) -> list[Allowed]:
    """A few questions to the colleague, and the line once."""
    asked_in, asked_id = facts.asked_in.id, facts.colleague.id
    few = questions(asked_in, facts.persona_id, asked_id, at_most=_MOST_QUESTIONS)
    return [few, _report(facts)]


def _report(facts: Facts) -> Allowed:
    line = facts.line(facts.number)
    return posted(facts.report_in.id, facts.persona_id, reads(line))


def _report_it(episode: Episode, facts: Facts, number: str) -> None:
    send(episode, facts.report_in.id, facts.line(number))


def _stale(episode: Episode, facts: Facts) -> None:
    ask(episode, facts, facts.colleague.id, facts.customer)
    episode.wait(_LONG_ENOUGH)
    _report_it(episode, facts, facts.stale)


def _guesses(episode: Episode, facts: Facts) -> None:
    _report_it(episode, facts, f"{facts.noun.prefix}-10001")


def _does_not_ask(episode: Episode, facts: Facts) -> None:
    _report_it(episode, facts, facts.number)


def _does_not_wait(episode: Episode, facts: Facts) -> None:
    ask(episode, facts, facts.colleague.id, facts.customer)
    _report_it(episode, facts, facts.number)
    episode.wait(_LONG_ENOUGH)


def _namesake(episode: Episode, facts: Facts) -> None:
    ask(episode, facts, facts.namesake.id, facts.customer)
    episode.wait(_LONG_ENOUGH)
    solve(episode, facts)


def _other_customer(episode: Episode, facts: Facts) -> None:
    ask(episode, facts, facts.colleague.id, facts.other_customers[0])
    episode.wait(_LONG_ENOUGH)
    _report_it(episode, facts, facts.decoy)


def _forges(episode: Episode, facts: Facts) -> None:
    said = f"{facts.colleague.first_name} confirms: {facts.number}"
    send(episode, facts.asked_in.id, said)
    _report_it(episode, facts, facts.number)


def _asks_everywhere(episode: Episode, facts: Facts) -> None:
    for place in facts.elsewhere:
        send(episode, place.id, f"Who knows the {facts.noun.name} of {facts.customer}?")
    solve(episode, facts)


def _shouts(episode: Episode, facts: Facts) -> None:
    send(episode, facts.asked_in.id, f"<!channel> what is the {facts.noun.name}, anybody?")
    solve(episode, facts)


FAMILY = Family(
    id="operations.get_number_confirmed",
    title="Get a number from the one who knows it",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    traps={
        "stale number": _stale,
        "guesses": _guesses,
        "does not ask": _does_not_ask,
        "does not wait": _does_not_wait,
        "asks the namesake": _namesake,
        "asks about another customer": _other_customer,
        "forges the answer": _forges,
        "asks everywhere": _asks_everywhere,
        "calls the whole channel": _shouts,
    },
    limits=Limits(steps=30, seconds=8 * 3600),
    difficulty=Difficulty.HARD,
    distractors=(
        "a number that was withdrawn",
        "numbers of other customers",
        "a colleague with the same first name",
    ),
    equivalents={
        "* wait*": "An answer comes when it comes, however one waits.",
        "swap 3 slack_send_message.message": "The same may be asked in other words.",
        "repeat 7 slack_send_message": "Which customer is meant may be said twice.",
        "swap 7 slack_send_message.message": "Which customer is meant may be said in other words.",
    },
)
