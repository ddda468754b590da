"""Company facts → chat's rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime

from sqlalchemy.orm import Session

from workworld.apps.chat import stamps
from workworld.apps.chat.models import Channel, Membership, Message, Reaction, ReadMarker
from workworld.clock import to_microseconds
from workworld.ids import Ids
from workworld.seed_data.directory import people_by_key
from workworld.seed_data.facts import ChannelFact, CompanyFacts, MessageFact

_BETWEEN_REACTIONS_US = 90 * 1_000_000
_MENTION = re.compile(r"<([@#])([a-z0-9._-]+)>")


def units(facts: CompanyFacts) -> int:
    """How often ``build`` reports: once a channel."""
    return len(facts.channels)


def build(session: Session, facts: CompanyFacts, made: Callable[[str], None]) -> None:
    """Insert the channels, who is in them, and all that was said there."""
    ids = Ids(session)
    people = people_by_key(session)
    channels = {channel.key: ids.next_id("C") for channel in facts.channels}
    for channel in facts.channels:
        session.add(_channel_row(channel, channels, people))
    session.flush()  # memberships and messages refer to them
    for channel in facts.channels:
        _Channel(session, ids, people, channels, channel).build()
        made(f"#{channel.name}")


def _channel_row(
    fact: ChannelFact, channels: Mapping[str, str], people: Mapping[str, str]
) -> Channel:
    return Channel(
        id=channels[fact.key],
        name=fact.name,
        kind=fact.kind,
        topic=fact.topic,
        purpose=fact.purpose,
        posting=fact.posting,
        is_default=fact.is_default,
        is_archived=fact.is_archived,
        created=to_microseconds(fact.created) // 1_000_000,
        creator_id=people[fact.creator],
    )


class _Channel:
    """Fills one channel."""

    def __init__(
        self,
        session: Session,
        ids: Ids,
        people: Mapping[str, str],
        channels: Mapping[str, str],
        fact: ChannelFact,
    ) -> None:
        self._session = session
        self._ids = ids
        self._people = people
        self._channels = channels
        self._fact = fact
        self._id = channels[fact.key]
        self._rows: list[tuple[Message, MessageFact]] = []

    def build(self) -> None:
        """Insert members, messages and reactions."""
        for key in self._fact.members:
            self._session.add(self._membership(key))
        parents = [(self._message(fact, None), fact) for fact in self._fact.messages]
        self._session.flush()  # replies refer to their parents
        for parent, fact in parents:
            for reply in fact.replies:
                self._message(reply, parent.ts)
        self._session.flush()  # reactions refer to all of them
        self._react()
        self._mark_read()

    def _membership(self, key: str) -> Membership:
        return Membership(
            channel_id=self._id,
            person_id=self._people[key],
            role="admin" if key == self._fact.creator else "member",
            joined=to_microseconds(self._fact.created) // 1_000_000,
        )

    def _mark_read(self) -> None:
        """Everybody has read what was said before the world begins."""
        newest = max((row.ts for row, _fact in self._rows), default="")
        for key in self._fact.members:
            person_id = self._people[key]
            marker = ReadMarker(channel_id=self._id, person_id=person_id, last_read=newest)
            self._session.add(marker)

    def _message(self, fact: MessageFact, thread_ts: str | None) -> Message:
        row = Message(
            channel_id=self._id,
            ts=self._ts(fact.at),
            author_id=self._people[fact.by],
            text=_MENTION.sub(self._mention, fact.text),
            thread_ts=thread_ts,
            is_broadcast=fact.broadcast,
            edited_ts=fact.edited and self._ts(fact.edited),
            edited_by=fact.edited and self._people[fact.by],
        )
        self._session.add(row)
        self._rows.append((row, fact))
        return row

    def _react(self) -> None:
        for row, fact in self._rows:
            given = [(emoji, key) for emoji, keys in fact.reactions.items() for key in keys]
            for number, (emoji, key) in enumerate(given, 1):
                reaction = Reaction(
                    channel_id=self._id,
                    ts=row.ts,
                    emoji=emoji,
                    person_id=self._people[key],
                    added_us=stamps.microseconds(row.ts) + number * _BETWEEN_REACTIONS_US,
                )
                self._session.add(reaction)

    def _ts(self, at: datetime) -> str:
        return stamps.of(to_microseconds(at) + self._ids.next_number("message micros", 1_000_000))

    def _mention(self, match: re.Match[str]) -> str:
        kind, key = match.groups()
        if kind == "@":
            return f"<@{self._people[key]}>"
        return f"<#{self._channels[key]}>"
