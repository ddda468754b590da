"""Channels and what was said in them → rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from workworld.apps.chat import stamps
from workworld.apps.chat.models import Channel, Membership, Message, Reaction, ReadMarker
from workworld.apps.chat.service import threads
from workworld.clock import to_microseconds
from workworld.ids import Ids
from workworld.seed_data.chat import reading
from workworld.seed_data.directory import people_by_key
from workworld.seed_data.facts import ChannelFact, CompanyFacts, MessageFact

_BETWEEN_REACTIONS_US = 90 * 1_000_000
_MENTION = re.compile(r"<([@#])([a-z0-9._-]+)>")


def build(session: Session, facts: CompanyFacts, made: Callable[[str], None]) -> None:
    """Insert the channels, who is in them, and all that was said there."""
    ids = Ids(session)
    people = people_by_key(session)
    channels = {channel.key: ids.next_id("C") for channel in facts.channels}
    for channel in facts.channels:
        session.add(_channel_row(channel, channels, people))
    session.flush()  # memberships and messages refer to them
    for channel in facts.channels:
        talk = Talk(session, ids, people, channels, channels[channel.key])
        newest = talk.add(channel.messages)
        for key in channel.members:
            session.add(_membership(channel, talk.id, key, people[key]))
            session.add(ReadMarker(channel_id=talk.id, person_id=people[key], last_read=newest))
        made(f"#{channel.name}")


def say(session: Session, said: Mapping[str, Sequence[MessageFact]]) -> None:
    """Have more been said before the world begins, all of which has been read.

    Args:
        session: a session on a world.
        said: what was said where, by the channel's name; people are keys, which are their handles.
    """
    people = people_by_key(session)
    channels = dict(session.execute(select(Channel.name, Channel.id)).all())
    for name, messages in said.items():
        talk = Talk(session, Ids(session), people, channels, channels[name])
        newest = talk.add(messages)
        talk.count_replies()
        behind = (ReadMarker.channel_id == channels[name], ReadMarker.last_read < newest)
        session.execute(update(ReadMarker).where(*behind).values(last_read=newest))
    reading.read_threads(session)


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


def _membership(fact: ChannelFact, channel_id: str, key: str, person_id: str) -> Membership:
    return Membership(
        channel_id=channel_id,
        person_id=person_id,
        role="admin" if key == fact.creator else "member",
        joined=to_microseconds(fact.created) // 1_000_000,
    )


class Talk:
    """Writes down what was said in one channel."""

    def __init__(
        self,
        session: Session,
        ids: Ids,
        people: Mapping[str, str],
        channels: Mapping[str, str],
        channel_id: str,
    ) -> None:
        self._session = session
        self.ids = ids
        self._people = people
        self._channels = channels
        self.id = channel_id
        self._rows: list[tuple[Message, MessageFact]] = []

    def add(self, messages: Sequence[MessageFact]) -> str:
        """Insert messages, replies and reactions, and say which stamp is the newest."""
        parents = [(self._message(fact, None), fact) for fact in messages]
        self._session.flush()  # replies refer to their parents
        for parent, fact in parents:
            for reply in fact.replies:
                self._message(reply, parent.ts)
        self._session.flush()  # reactions refer to all of them
        self._react()
        return max((row.ts for row, _fact in self._rows), default="")

    def count_replies(self) -> None:
        """Make the roll-ups of the threads, which are made all at once where a company is built."""
        for root in sorted({row.thread_ts for row, _fact in self._rows if row.thread_ts}):
            threads.recount(self._session, self.id, root)

    def _message(self, fact: MessageFact, thread_ts: str | None) -> Message:
        row = Message(
            channel_id=self.id,
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
                    channel_id=self.id,
                    ts=row.ts,
                    emoji=emoji,
                    person_id=self._people[key],
                    added_us=stamps.microseconds(row.ts) + number * _BETWEEN_REACTIONS_US,
                )
                self._session.add(reaction)

    def _ts(self, at: datetime) -> str:
        return stamps.of(to_microseconds(at) + self.ids.next_number("message micros", 1_000_000))

    def _mention(self, match: re.Match[str]) -> str:
        kind, key = match.groups()
        if kind == "@":
            return f"<@{self._people[key]}>"
        return f"<#{self._channels[key]}>"
