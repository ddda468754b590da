"""Where facts are at home: conversations by key or people, messages by when they were written."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.chat.models import Channel, Message
from workworld.clock import to_microseconds
from workworld.seed_data.directory import people_by_key
from workworld.seed_data.facts import CompanyFacts
from workworld.seed_data.personal_facts import Place

_SECOND = 1_000_000


class Places:
    """Finds the conversations and messages that facts name."""

    def __init__(self, session: Session, facts: CompanyFacts) -> None:
        self._session = session
        self.people = people_by_key(session)
        ids = dict(session.execute(select(Channel.name, Channel.id)).all())
        self.channels = {fact.key: ids[fact.name] for fact in facts.channels}

    def id_of(self, place: Place) -> str:
        """The id of a channel, told by its key, or of the direct conversation of these people."""
        if isinstance(place, str):
            return self.channels[place]
        party = ",".join(sorted(self.people[key] for key in place))
        return self._session.scalars(select(Channel.id).where(Channel.party == party)).one()

    def ts_of(self, channel_id: str, written: datetime) -> str:
        """The stamp of the message that was written in this second."""
        second = f"{to_microseconds(written) // _SECOND}."
        query = select(Message.ts).where(
            Message.channel_id == channel_id, Message.ts.startswith(second, autoescape=True)
        )
        return self._session.scalars(query).one()
