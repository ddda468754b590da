"""The workspace's own emoji → rows."""

from __future__ import annotations

from sqlalchemy.orm import Session

from workworld.apps.chat.models import OwnEmoji
from workworld.clock import to_microseconds
from workworld.files.kinds import mime_of
from workworld.files.models import Content
from workworld.files.types import digest_of
from workworld.seed_data.directory import people_by_key
from workworld.seed_data.facts import CompanyFacts, EmojiFact

_SECOND = 1_000_000


def build(session: Session, facts: CompanyFacts) -> None:
    """Insert the emoji, with the bytes of their images."""
    persons = people_by_key(session)
    for fact in facts.emoji:
        _emoji(session, fact, persons[fact.by])


def _emoji(session: Session, fact: EmojiFact, person_id: str) -> None:
    row = OwnEmoji(
        name=fact.name,
        alias_of=fact.alias_of,
        creator_id=person_id,
        created=to_microseconds(fact.at) // _SECOND,
    )
    if fact.image:
        row.sha256, row.mime = digest_of(fact.image), mime_of(fact.image, "")
        session.add(Content(sha256=row.sha256, content=fact.image))
    session.add(row)
