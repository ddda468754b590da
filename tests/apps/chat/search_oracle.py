"""An oracle of search: it reads the rows for itself.

It knows nothing of the product's SQL, index or parser.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import text
from tests.kit import PERSONA

from workworld.worlds import World
from workworld.zones import zone

BOSTON = zone("America/New_York")


def plain(said: str) -> str:
    apart = unicodedata.normalize("NFKD", said.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


@dataclass(frozen=True)
class Seen:
    """A message as the oracle knows it."""

    channel: str
    kind: str
    party: frozenset[str]
    """Handles of those in a direct conversation."""
    author: str
    is_bot: bool
    text: str
    day: date
    is_reply: bool
    has_replies: bool
    thread: frozenset[str]
    """Handles of all who wrote in its thread, if there is one."""
    reactions: frozenset[tuple[str, str]]
    """Emoji and handle."""
    mimes: frozenset[str]
    is_unread: bool
    is_starred: bool
    is_pinned: bool
    is_saved: bool

    @property
    def tokens(self) -> list[str]:
        return re.findall(r"[^\W_]+", plain(self.text))

    def has(self, *words: str) -> bool:
        return all(word in self.tokens for word in words)

    def says(self, phrase: str) -> bool:
        return f" {phrase} " in f" {' '.join(self.tokens)} "

    def begins(self, start: str) -> bool:
        return any(word.startswith(start) for word in self.tokens)

    def reacted(self, emoji: str) -> bool:
        return emoji in {name for name, _who in self.reactions}

    @property
    def mine(self) -> set[str]:
        return {name for name, who in self.reactions if who == PERSONA}


def seen_messages(world: World) -> dict[tuple[str, str], Seen]:
    """What the persona may find, by channel and ts, from the rows alone."""
    with world.reading() as session:

        def rows(query: str) -> list[Any]:
            return list(session.execute(text(query)).all())

        handles = dict(map(tuple, rows("SELECT id, handle FROM directory_people")))
        bots = {row[0] for row in rows("SELECT id FROM directory_people WHERE kind = 'bot'")}
        channels = {row.id: row for row in rows("SELECT * FROM chat_channels")}
        inside = {
            row.channel_id
            for row in rows("SELECT * FROM chat_memberships")
            if handles[row.person_id] == PERSONA
        }
        files = rows(
            "SELECT m.channel_id, m.ts, f.mime FROM chat_message_files m"
            " JOIN files_files f ON f.id = m.file_id"
        )
        put = rows("SELECT * FROM chat_reactions")
        read = {
            row.channel_id: f"{row.joined:010}"
            for row in rows("SELECT * FROM chat_memberships")
            if handles[row.person_id] == PERSONA
        } | {
            row.channel_id: row.last_read
            for row in rows("SELECT * FROM chat_read_markers")
            if handles[row.person_id] == PERSONA
        }
        log = rows("SELECT * FROM chat_messages")
        starred = {
            row.channel_id
            for row in rows("SELECT * FROM chat_channel_choices WHERE is_starred")
            if handles[row.person_id] == PERSONA
        }
        pinned = {(row.channel_id, row.ts) for row in rows("SELECT * FROM chat_pins")}
        saved_places = {
            (row.channel_id, row.ts)
            for row in rows("SELECT * FROM chat_saved_items")
            if handles[row.person_id] == PERSONA
        }
    threads: dict[tuple[str, str], set[str]] = {}
    for row in log:
        threads.setdefault((row.channel_id, row.thread_ts or row.ts), set()).add(row.author_id)
    answered = {(row.channel_id, row.thread_ts) for row in log if row.thread_ts}
    found = {}
    for row in log:
        place, channel = (row.channel_id, row.ts), channels[row.channel_id]
        root = (row.channel_id, row.thread_ts or row.ts)
        if row.subtype not in (None, "me_message"):
            continue
        if channel.kind != "public" and channel.id not in inside:
            continue
        seconds = float(row.ts)
        found[place] = Seen(
            channel=channel.name,
            kind=channel.kind,
            party=frozenset(handles[who] for who in (channel.party or "").split(",") if who),
            author=handles[row.author_id],
            is_bot=row.author_id in bots,
            text=row.text,
            day=datetime.fromtimestamp(seconds, UTC).astimezone(BOSTON).date(),
            is_reply=row.thread_ts is not None,
            has_replies=place in answered,
            thread=frozenset(handles[who] for who in threads[root])
            if root in answered
            else frozenset(),
            reactions=frozenset(
                (each.emoji, handles[each.person_id])
                for each in put
                if (each.channel_id, each.ts) == place
            ),
            mimes=frozenset(each.mime for each in files if (each.channel_id, each.ts) == place),
            is_unread=(
                row.channel_id in read
                and row.ts > read[row.channel_id]
                and handles[row.author_id] != PERSONA
                and (row.thread_ts is None or bool(row.is_broadcast))
            ),
            is_starred=row.channel_id in starred,
            is_pinned=place in pinned,
            is_saved=place in saved_places,
        )
    return found
