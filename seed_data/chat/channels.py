"""Channels and what was said in them → rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.orm import Session

from workworld.apps.chat import stamps
from workworld.apps.chat.models import Channel, Membership, Message, Reaction, ReadMarker
from workworld.apps.chat.service import threads
from workworld.clock import to_microseconds
from workworld.database import Base
from workworld.ids import Ids
from workworld.seed_data.chat import reading
from workworld.seed_data.chat.attachments import Row, attach
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
        joined = [_membership(channel, talk.id, key, people[key]) for key in channel.members]
        if joined:
            session.connection().execute(insert(Membership), joined)
            read = reading.markers(talk.id, people, channel.members, newest, channel.unread)
            session.connection().execute(insert(ReadMarker), read)
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
    reading.read_threads(session, [channels[name] for name in said])


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


def _membership(fact: ChannelFact, channel_id: str, key: str, person_id: str) -> dict[str, Any]:
    return {
        "channel_id": channel_id,
        "person_id": person_id,
        "role": "admin" if key == fact.creator else "member",
        "joined": to_microseconds(fact.joined.get(key, fact.created)) // 1_000_000,
    }


class Talk:
    """Writes down what was said in one channel.

    Rows go in many at a time and past the unit of work, as companies have 100,000 messages.
    """

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
        self._roots: set[str] = set()

    def add(self, messages: Sequence[MessageFact]) -> str:
        """Insert messages, replies, reactions and files, and say which stamp is the newest."""
        parents = self._rows([(fact, None) for fact in messages])
        replies = self._rows(
            [(reply, row["ts"]) for fact, row in parents for reply in fact.replies]
        )
        self._insert(Message, [row for _fact, row in parents])
        self._insert(Message, [row for _fact, row in replies])  # which refer to their parents
        self._insert(Reaction, list(self._reactions([*parents, *replies])))
        attach(self._session, self.ids, [*parents, *replies])
        self._roots.update(row["thread_ts"] for _fact, row in replies)
        return max((row["ts"] for _fact, row in (*parents, *replies)), default="")

    def count_replies(self) -> None:
        """Make the roll-ups of the threads, which are made all at once where a company is built."""
        for root in sorted(self._roots):
            threads.recount(self._session, self.id, root)

    def _insert(self, model: type[Base], rows: Sequence[Mapping[str, Any]]) -> None:
        if rows:
            self._session.connection().execute(insert(model), rows)

    def _rows(self, said: Sequence[tuple[MessageFact, str | None]]) -> list[Row]:
        """The columns of messages; each comes with the stamp of its parent."""
        stamped = sum(1 + (fact.edited is not None) for fact, _parent in said)
        if not stamped:
            return []
        micros = iter(self.ids.next_numbers("message micros", 1_000_000, stamped))
        return [(fact, self._columns(fact, parent, micros)) for fact, parent in said]

    def _columns(
        self, fact: MessageFact, thread_ts: str | None, micros: Iterator[int]
    ) -> dict[str, Any]:
        author_id = self._people[fact.by]
        return {
            "channel_id": self.id,
            "ts": stamps.of(to_microseconds(fact.at) + next(micros)),
            "author_id": author_id,
            "text": _MENTION.sub(self._mention, fact.text) if "<" in fact.text else fact.text,
            "thread_ts": thread_ts,
            "is_broadcast": fact.broadcast,
            "subtype": fact.subtype or None,
            "edited_ts": fact.edited and stamps.of(to_microseconds(fact.edited) + next(micros)),
            "edited_by": fact.edited and author_id,
        }

    def _reactions(self, said: Sequence[Row]) -> Iterator[dict[str, Any]]:
        for fact, row in said:
            given = [(emoji, key) for emoji, keys in fact.reactions.items() for key in keys]
            for number, (emoji, key) in enumerate(given, 1):
                yield {
                    "channel_id": self.id,
                    "ts": row["ts"],
                    "emoji": emoji,
                    "person_id": self._people[key],
                    "added_us": stamps.microseconds(row["ts"]) + number * _BETWEEN_REACTIONS_US,
                }

    def _mention(self, match: re.Match[str]) -> str:
        kind, key = match.groups()
        if kind == "@":
            return f"<@{self._people[key]}>"
        return f"<#{self._channels[key]}>"
