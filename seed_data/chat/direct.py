"""Direct conversations and what was said in them → rows."""

from __future__ import annotations

from sqlalchemy.orm import Session

from workworld.apps.chat.models import Channel, Membership, ReadMarker
from workworld.clock import to_microseconds
from workworld.ids import Ids
from workworld.seed_data.chat import reading
from workworld.seed_data.chat.channels import Talk
from workworld.seed_data.directory import people_by_key
from workworld.seed_data.facts import CompanyFacts, DirectFact


def build(session: Session, facts: CompanyFacts) -> None:
    """Insert the direct conversations."""
    people = people_by_key(session)
    for fact in facts.direct:
        _build_one(session, fact, people)


def _build_one(session: Session, fact: DirectFact, people: dict[str, str]) -> None:
    ids, party = Ids(session), sorted(people[key] for key in fact.people)
    is_group = len(party) > 2
    channel_id = ids.next_id("G" if is_group else "D")
    begun = to_microseconds(fact.messages[0].at) // 1_000_000
    session.add(
        Channel(
            id=channel_id,
            name=channel_id,
            kind="group_dm" if is_group else "dm",
            party=",".join(party),
            created=begun,
            creator_id=people[fact.messages[0].by],
        )
    )
    session.flush()  # memberships and messages refer to it
    newest = Talk(session, ids, people, {}, channel_id).add(fact.messages)
    read = reading.markers(channel_id, people, fact.people, newest, fact.unread)
    for marker in sorted(read, key=lambda each: each["person_id"]):
        person_id = marker["person_id"]
        session.add(Membership(channel_id=channel_id, person_id=person_id, joined=begun))
        session.add(ReadMarker(**marker))
