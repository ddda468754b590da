"""Chat's load: messages, threads, reactions, files and how far people have read, in bulk.

A table that a later noun of chat adds is filled by a further function in ``fill``.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Session

from workworld.apps.chat import stamps
from workworld.apps.chat.models import (
    Channel,
    Membership,
    Message,
    MessageFile,
    Reaction,
    ReadMarker,
)
from workworld.clock import Clock
from workworld.database import Base
from workworld.directory.models import Person
from workworld.files.models import Content, File
from workworld.ids import Ids
from workworld.randomness import Stream
from workworld.seed_data.bench.channels import MONTHS_BACK
from workworld.seed_data.bench.words import Talker

_AT_ONCE = 20_000
"""Messages in one go."""
_SECOND, _DAY_SECONDS = 1_000_000, 86_400
_EMOJI = ("+1", "eyes", "white_check_mark", "tada", "heart", "joy", "pray", "rocket")
_FILES = (
    ("report.pdf", "application/pdf"),
    ("numbers.csv", "text/csv"),
    ("log.json", "application/json"),
    ("notes.md", "text/markdown"),
    ("trace.txt", "text/plain"),
)
_RECENT = 12
"""How many of a channel's latest parents people still answer."""
_REPLIES, _BROADCAST, _MENTION, _LINK, _CODE, _REACTED, _WITH_FILE, _UNREAD = (
    0.25, 0.01, 0.05, 0.04, 0.02, 0.1, 0.01, 0.2
)  # fmt: skip


def units(scale: int) -> int:
    """How often ``fill`` reports."""
    return -(-scale // _AT_ONCE)


def fill(session: Session, scale: int, made: Callable[[str], None]) -> None:
    """Write so many messages, and all that goes with them."""
    crowd = _Crowd(session, scale)
    for start in range(0, scale, _AT_ONCE):
        crowd.talk(min(_AT_ONCE, scale - start))
        made(f"{min(start + _AT_ONCE, scale):,} messages")
    crowd.look()


@dataclass
class _Room:
    """A channel while it is being filled."""

    id: str
    members: Sequence[str]
    parents: list[str] = field(default_factory=list)
    """The latest ones."""
    stamps: list[str] = field(default_factory=list)


class _Crowd:
    """Everybody, talking everywhere.

    The variant's ids decide all else too, so that each seed's company differs.
    """

    def __init__(self, session: Session, scale: int) -> None:
        self._session, self._ids = session, Ids(session)
        self._people = session.scalars(select(Person.id).order_by(Person.handle)).all()
        self._stream = Stream("load", scale, *self._people[:3])
        self._talker = Talker(self._stream)
        self._rooms = list(_rooms(session))
        self._weights = list(accumulate(1 / (place + 3) for place in range(len(self._rooms))))
        self._times = _times(self._stream, Clock(session).now_us() // _SECOND, scale)
        self._contents = _contents()
        self._add(Content, self._contents)

    def talk(self, count: int) -> None:
        """Write the next so many messages."""
        rows: dict[type[Base], list[dict[str, Any]]] = defaultdict(list)
        for place in self._stream.places(self._weights, count):
            message = self._message(self._rooms[place])
            rows[Message].append(message)
            rows[Reaction] += self._reactions(message)
            if self._happens(_WITH_FILE):
                self._share(message, rows)
        for model in (Message, Reaction, File, MessageFile):
            if rows[model]:
                self._add(model, rows[model])

    def look(self) -> None:
        """Most people have read everything; the others lag behind somewhere."""
        rooms = [room for room in self._rooms if room.stamps]
        ids = [room.id for room in rooms]
        self._session.execute(delete(ReadMarker).where(ReadMarker.channel_id.in_(ids)))
        rows = [
            {"channel_id": room.id, "person_id": person_id, "last_read": self._read(room)}
            for room in rooms
            for person_id in room.members
        ]
        self._add(ReadMarker, rows)

    def _add(self, model: type[Base], rows: Sequence[Mapping[str, Any]]) -> None:
        """Past the unit of work, which would send each row by itself."""
        self._session.connection().execute(insert(model), rows)

    def _read(self, room: _Room) -> str:
        return self._stream.choice(room.stamps) if self._happens(_UNREAD) else room.stamps[-1]

    def _happens(self, share: float) -> bool:
        return self._stream.integer(1, 1000) <= share * 1000

    def _message(self, room: _Room) -> dict[str, Any]:
        ts = next(self._times)
        is_reply = bool(room.parents) and self._happens(_REPLIES)
        thread_ts = self._stream.choice(room.parents) if is_reply else None
        if thread_ts is None:
            room.parents = [*room.parents[1 - _RECENT :], ts]
        room.stamps.append(ts)
        return {
            "channel_id": room.id,
            "ts": ts,
            "author_id": self._stream.choice(room.members),
            "text": self._text(),
            "thread_ts": thread_ts,
            "is_broadcast": is_reply and self._happens(_BROADCAST),
            "subtype": None,
            "edited_ts": None,
            "edited_by": None,
        }

    def _text(self) -> str:
        text = self._talker.text()
        if self._happens(_MENTION):
            text = f"<@{self._stream.choice(self._people)}> {text}"
        if self._happens(_LINK):
            text += f" https://intranet.example/{self._stream.integer(100, 99_999)}"
        if self._happens(_CODE):
            text += f" `run --id {self._stream.integer(100, 999)}`"
        return text

    def _reactions(self, message: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        if not self._happens(_REACTED):
            return
        for emoji in self._stream.sample(_EMOJI, self._stream.integer(1, 3)):
            for person_id in self._stream.sample(self._people, self._stream.integer(1, 3)):
                yield {
                    "channel_id": message["channel_id"],
                    "ts": message["ts"],
                    "emoji": emoji,
                    "person_id": person_id,
                    "added_us": stamps.microseconds(message["ts"]) + 90 * _SECOND,
                }

    def _share(self, message: Mapping[str, Any], rows: Mapping[Any, list[dict[str, Any]]]) -> None:
        place = self._stream.integer(0, len(_FILES) - 1)
        (name, mime), content = _FILES[place], self._contents[place]
        title = f"{self._talker.text().split()[0].strip('.').lower()}-{name}"
        file = {
            "id": self._ids.next_id("F"),
            "name": title,
            "title": title,
            "mime": mime,
            "size": len(content["content"]),
            "sha256": content["sha256"],
            "width": None,
            "height": None,
            "alt_text": "",
            "uploader_id": message["author_id"],
            "created": stamps.microseconds(message["ts"]) // _SECOND,
        }
        rows[File].append(file)
        place_of = {"channel_id": message["channel_id"], "ts": message["ts"]}
        rows[MessageFile].append({**place_of, "position": 0, "file_id": file["id"]})


def _rooms(session: Session) -> Iterator[_Room]:
    """The live channels, the one for everybody first and then those with the most members."""
    inside: dict[str, list[str]] = defaultdict(list)
    query = select(Membership.channel_id, Membership.person_id)
    for channel_id, person_id in session.execute(query.order_by(Membership.person_id)):
        inside[channel_id].append(person_id)
    channels = session.scalars(select(Channel).where(Channel.posting == "everyone")).all()
    ranked = sorted(channels, key=lambda row: (not row.is_default, -len(inside[row.id]), row.name))
    for channel in ranked:
        if not channel.is_archived:
            yield _Room(channel.id, inside[channel.id])


def _times(stream: Stream, now: int, count: int) -> Iterator[str]:
    """When messages were written, one after the other: on week days, more and more of them."""
    days = range(now // _DAY_SECONDS - 30 * MONTHS_BACK, now // _DAY_SECONDS)
    busy = [
        (1 + place / len(days)) * (0.05 if _is_weekend(day) else 1)
        for place, day in enumerate(days)
    ]
    weights = list(accumulate(busy))
    moments = [
        days[place] * _DAY_SECONDS + stream.integer(12 * 3600, 23 * 3600)
        for place in stream.places(weights, count)
    ]
    # Sorting numbers is quick; the micros make each stamp unlike all others.
    for number, moment in enumerate(sorted(moments)):
        yield stamps.of(moment * _SECOND + number % _SECOND)


def _is_weekend(day: int) -> bool:
    return (day + 3) % 7 >= 5


def _contents() -> list[dict[str, Any]]:
    found = []
    for name, _mime in _FILES:
        content = f"What {name} holds.".encode()
        found.append({"sha256": hashlib.sha256(content).hexdigest(), "content": content})
    return found
