"""What the colleague and the namesake say, and on what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workworld.colleagues import Rule
from workworld.randomness import Stream
from workworld.richtext.nodes import AUDIENCES
from workworld.tasks.operations.get_number_confirmed.facts import Facts, Somebody

_EVENT = "chat.message_posted"
_IN_THREAD = "$thread_ts"
_Where = Mapping[str, Mapping[str, Any]]


def rules(facts: Facts, rng: Stream) -> Iterator[Rule]:
    """The rules of both; of several that fit, the first counts.

    They answer to a mention in the one channel, the colleague after having asked back also to a
    reply in that thread. Nobody else knows anything.
    """
    asked = _addressing(facts, facts.colleague)
    about = {"any_word": [*facts.noun.words]}
    named, others = _names([facts.customer]), _names(facts.other_customers)
    right = f"It is {facts.number} for {facts.customer} now, I have just looked."
    wrong = f"For that one it is {facts.decoy}."
    long, short = rng.integer(6, 25) * 60, rng.integer(2, 6) * 60
    loud = {"addressed": {"any_word": [*AUDIENCES]}}
    who = facts.colleague
    yield _says(who, asked | loud, "Not so loud, please. Ask me and not the whole channel.", short)
    for names, answer in ((named, right), (others, wrong)):
        yield _says(who, {**_here(facts), "text": names}, answer, long, _IN_THREAD, "")
        for word in facts.noun.words:
            spoken = {"text": {**names, "all_words": [word]}}
            yield _says(who, asked | spoken, answer, long, None, "")
    which = f"Happy to look up the {facts.noun.name}, for which customer?"
    yield _says(who, asked | {"text": about}, which, short, None, _IN_THREAD)
    lost = "I don't know what you need. Mention me again with what, and for which customer."
    yield _says(who, asked, lost, short)
    other = f"You must mean the other {facts.namesake.first_name}, I have no such numbers."
    yield _says(facts.namesake, _addressing(facts, facts.namesake), other, short)


def _here(facts: Facts) -> _Where:
    return {
        "channel_id": {"equals": facts.asked_in.id},
        "author_id": {"equals": facts.persona_id},
    }


def _addressing(facts: Facts, somebody: Somebody) -> dict[str, Mapping[str, Any]]:
    return {**_here(facts), "mentioned": {"contains": somebody.id}}


def _names(customers: Sequence[str]) -> Mapping[str, Any]:
    """By the first word of a name, as people speak of customers."""
    return {"any_word": [name.split()[0] for name in customers]}


def _says(
    who: Somebody,
    where: _Where,
    text: str,
    after_seconds: int,
    state: str | None = None,
    next_state: str | None = None,
) -> Rule:
    """A reply in the thread."""
    reply = {"channel_id": "$channel_id", "thread_ts": "$thread_ts", "text": text}
    return Rule(
        who.id, _EVENT, where, "chat.messages.post", reply, after_seconds, state, next_state
    )
