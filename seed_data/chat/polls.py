"""Polls and who chose what → rows."""

from __future__ import annotations

from sqlalchemy.orm import Session

from workworld.apps.chat.models import Poll, PollOption, PollVote
from workworld.apps.chat.mrkdwn import from_plain
from workworld.clock import to_microseconds
from workworld.ids import Ids
from workworld.seed_data.chat.channels import Talk
from workworld.seed_data.chat.places import Places
from workworld.seed_data.facts import CompanyFacts, MessageFact, PollFact

_BETWEEN_VOTES_US = 140 * 1_000_000


def build(session: Session, facts: CompanyFacts) -> None:
    """Insert the polls, each in a message that says it too."""
    places = Places(session, facts)
    for fact in facts.polls:
        _poll(session, fact, places)


def _poll(session: Session, fact: PollFact, places: Places) -> None:
    offered = ", ".join(option.text for option in fact.options)
    said = MessageFact(fact.at, fact.by, from_plain(f"Poll: {fact.question} — {offered}"))
    channel_id = places.id_of(fact.channel)
    talk = Talk(session, Ids(session), places.people, places.channels, channel_id)
    place = {"channel_id": channel_id, "ts": talk.add([said])}
    session.add(Poll(**place, question=fact.question, is_multiple=False, is_anonymous=False))
    session.flush()  # options and votes refer to it
    votes = 0
    for position, option in enumerate(fact.options, 1):
        session.add(PollOption(**place, position=position, text=option.text))
        for key in option.votes:
            votes += 1
            when = to_microseconds(fact.at) + votes * _BETWEEN_VOTES_US
            vote = PollVote(**place, position=position, person_id=places.people[key], voted_us=when)
            session.add(vote)
