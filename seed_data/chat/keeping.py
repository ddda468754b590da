"""What channels keep at hand → rows: pins and bookmarks."""

from __future__ import annotations

from sqlalchemy.orm import Session

from workworld.apps.chat.models import Bookmark, Pin
from workworld.clock import to_microseconds
from workworld.directory import people
from workworld.ids import Ids
from workworld.seed_data.chat.places import Places
from workworld.seed_data.facts import BookmarkFact, CompanyFacts, PinFact

_SECOND = 1_000_000


def build(session: Session, facts: CompanyFacts) -> None:
    """Insert the pins and bookmarks of channels."""
    places = Places(session, facts)
    session.add_all(_pin(places, pin) for pin in facts.pins)
    for bookmark in facts.bookmarks:
        _bookmark(session, bookmark, places)


def _pin(places: Places, fact: PinFact) -> Pin:
    channel_id = places.id_of(fact.channel)
    return Pin(
        channel_id=channel_id,
        ts=places.ts_of(channel_id, fact.message),
        pinned_by=places.people[fact.by],
        pinned=to_microseconds(fact.at) // _SECOND,
    )


def _bookmark(session: Session, fact: BookmarkFact, places: Places) -> None:
    at, person_id = to_microseconds(fact.at) // _SECOND, places.people[fact.by]
    row = Bookmark(
        id=Ids(session).next_id("Bk"),
        channel_id=places.id_of(fact.channel),
        title=fact.title,
        link=people.canonical_url(session, "chat", f"/c/{places.id_of(fact.leads)}"),
        emoji=fact.emoji,
        created=at,
        updated=at,
        creator_id=person_id,
        updated_by=person_id,
    )
    session.add(row)
