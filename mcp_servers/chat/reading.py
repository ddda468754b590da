"""Messages and channels as texts that models read."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo
from functools import lru_cache
from typing import Any

from workworld.apps.chat import stamps, wire
from workworld.apps.chat.models import Channel, Message
from workworld.apps.chat.service import (
    acknowledgements,
    attachments,
    links,
    log,
    priorities,
    reactions,
    threads,
    titles,
)
from workworld.context import Context
from workworld.directory import people
from workworld.links.addresses import rendered
from workworld.mcp_servers.chat.schemas import is_concise
from workworld.paging import Page

_TIMES = 50_000


class Reader:
    """Writes messages down for one caller: names resolved, times in their zone."""

    def __init__(self, ctx: Context, rows: Sequence[Message]) -> None:
        self._ctx = ctx
        self._files = attachments.below(ctx, rows)
        self._cards = links.cards_below(ctx, rows)
        self._people = people.by_ids(ctx.session, {row.author_id for row in rows})
        self._zone = people.my_zone(ctx)
        self._concise = is_concise(ctx)
        channel_id, ids = (rows[0].channel_id, [row.ts for row in rows]) if rows else ("", [])
        self._threads = threads.below(ctx, channel_id, ids)
        self._reactions = reactions.below(ctx, channel_id, ids)
        self._priorities = priorities.among(ctx, channel_id, ids)
        self._given = acknowledgements.below(ctx, channel_id, [*self._priorities])

    def in_channel(self, row: Message) -> str:
        """A message as it stands in its channel."""
        head = f"=== Message from {self.author(row)} at {self.time(row)} ==="
        lines = [head, f"Message TS: {row.ts}", *self._pressing(row), *self.text(row)]
        thread = self._threads.get(row.ts)
        if not self._concise:
            if row.thread_ts:
                lines.append(f"Also sent from the thread: {row.thread_ts}")
            if thread:
                lines.append(f"Thread: {thread.reply_count} replies (Message TS: {row.ts})")
            lines += self._reacted(row)
        return "\n".join(lines)

    def in_thread(self, row: Message) -> str:
        """A message as it stands in its thread."""
        lines = [
            f"From: {self.author(row, with_address=False)}",
            f"Time: {self.time(row)}",
            f"Message TS: {row.ts}",
            *self._pressing(row),
            *self.text(row),
        ]
        return "\n".join(lines if self._concise else lines + self._reacted(row))

    def author(self, row: Message, *, with_address: bool = True) -> str:
        """Who wrote it: name, address and id."""
        if row.subtype == log.TOMBSTONE:
            return "Slackbot (USLACKBOT)"
        author = self._people[row.author_id]
        address = f" <{author.email}>" if with_address and not self._concise else ""
        return f"{author.name}{address} ({author.id})"

    def _pressing(self, row: Message) -> list[str]:
        said = self._priorities.get(row.ts)
        if said is None:
            return []
        asked = ""
        if said.asks_for_acknowledgement:
            asked = f", to be acknowledged (by {len(self._given.get(row.ts, ()))} so far)"
        return [f"Priority: {said.level}{asked}"]

    def _reacted(self, row: Message) -> list[str]:
        found = self._reactions.get(row.ts, ())
        said = ", ".join(f"{each.emoji} ({len(each.people)})" for each in found)
        return [f"Reactions: {said}"] if said else []

    def text(self, row: Message) -> list[str]:
        """The text, and a line for each link that leads to something the caller may see."""
        cards = [
            f"[{card.kind}] {card.title}: {card.subtitle} ({card.url})"
            for card in self._cards[row.channel_id, row.ts]
        ]
        edited = " (edited)" if row.edited_ts else ""
        files = [
            f"[File] {file.title} ({file.id}, {file.mime}, {file.size} bytes)"
            for file in self._files.get(row.ts, ())
        ]
        return [rendered(self._ctx, row.text) + edited, *files, *cards]

    def time(self, row: Message) -> str:
        """When it was written, in the reader's zone."""
        return _local_time(row.ts, self._zone)


@lru_cache(_TIMES)
def _local_time(ts: str, zone: tzinfo) -> str:
    """Kept, since whoever reads a channel again pays for fifty of them each time."""
    return f"{stamps.moment(ts).astimezone(zone):%Y-%m-%d %H:%M:%S %Z}"


def channel_lines(ctx: Context, row: Channel, *, concise: bool) -> str:
    """A channel's name, id, kind and description."""
    lines = [f"Name: {titles.label(ctx, row)} ({row.id})"]
    if not concise:
        lines.append(f"Type: {wire.type_of(row)}")
        lines += [f"Topic: {row.topic}"] if row.topic else []
        lines += [f"Purpose: {row.purpose}"] if row.purpose else []
    lines.append(f"Is Archived: {'true' if row.is_archived else 'false'}")
    return "\n".join(lines)


def envelope(name: str, text: str, page: Page[Any], what: str) -> dict[str, str]:
    """A text and the sentence that carries the next cursor.

    Args:
        name: under which the text stands.
        text: it.
        page: which page it is.
        what: of what there may be more: ``messages in this thread``.
    """
    info = f"There are no more {what}."
    if page.next_cursor:
        info = f"There are more {what}. Pass cursor: {page.next_cursor}"
    return {name: text, "pagination_info": info}
