"""What channels keep at hand → rows: pins and bookmarks."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.chat.models import Bookmark, Channel, Message, Pin
from workworld.clock import to_microseconds
from workworld.directory import people
from workworld.ids import Ids
from workworld.seed_data.directory import people_by_key
from workworld.seed_data.facts import BookmarkFact, CompanyFacts, PinFact

_SECOND = 1_000_000


def build(session: Session, facts: CompanyFacts) -> None:
    """Insert the pins and bookmarks of channels."""
    names = {fact.key: fact.name for fact in facts.channels}
    ids = dict(session.execute(select(Channel.name, Channel.id)).all())
    channels = {key: ids[name] for key, name in names.items()}
    persons = people_by_key(session)
    for pin in facts.pins:
        _pin(session, pin, channels[pin.channel], persons[pin.by])
    for bookmark in facts.bookmarks:
        _bookmark(session, bookmark, channels, persons[bookmark.by])


def _pin(session: Session, fact: PinFact, channel_id: str, person_id: str) -> None:
    """A message is told by the second in which it was written."""
    second = f"{to_microseconds(fact.message) // _SECOND}."
    query = select(Message.ts).where(
        Message.channel_id == channel_id, Message.ts.startswith(second, autoescape=True)
    )
    ts = session.scalars(query).one()
    pinned = to_microseconds(fact.at) // _SECOND
    session.add(Pin(channel_id=channel_id, ts=ts, pinned_by=person_id, pinned=pinned))


def _bookmark(
    session: Session, fact: BookmarkFact, channels: dict[str, str], person_id: str
) -> None:
    at = to_microseconds(fact.at) // _SECOND
    row = Bookmark(
        id=Ids(session).next_id("Bk"),
        channel_id=channels[fact.channel],
        title=fact.title,
        link=people.canonical_url(session, "chat", f"/c/{channels[fact.leads]}"),
        emoji=fact.emoji,
        created=at,
        updated=at,
        creator_id=person_id,
        updated_by=person_id,
    )
    session.add(row)
