"""Bringing the messages of an archive into a channel, each at the time at which it was written."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select

from workworld.apps.chat import stamps
from workworld.apps.chat.models import Channel, Message, MessageFile, Reaction
from workworld.apps.chat.service import followers, log, own_emoji, threads
from workworld.apps.chat.service.archives import Skipped, Thing
from workworld.apps.chat.service.import_people import writer_of
from workworld.context import Context
from workworld.database import insert_row
from workworld.files.models import File
from workworld.permissions import seen

_LONGEST = 40_000
_REFERENCE = re.compile(r"<([@#])([A-Z0-9]{2,64})(\|[^<>]*)?>")
_AS_WRITTEN = (None, "", "bot_message", "file_share", "thread_broadcast", "file_comment")
"""What people wrote, in the vendor's words."""
_NOTES = frozenset(
    {
        log.ACTION,
        log.TOMBSTONE,
        "channel_archive",
        "channel_convert_to_private",
        "channel_join",
        "channel_leave",
        "channel_name",
        "channel_posting_permissions",
        "channel_purpose",
        "channel_topic",
        "channel_unarchive",
        "pinned_item",
    }
)


@dataclass
class Passage:
    """What comes into one channel, and what does not.

    Args:
        folder: the channel's in the archive.
        people: ids here by ids there.
        rooms: channels' ids here by ids there.
    """

    folder: str
    people: Mapping[str, str]
    rooms: Mapping[str, str]
    messages: int = 0
    reactions: int = 0
    known: int = 0
    """How many were there already."""
    skipped: list[Skipped] = field(default_factory=list)


def bring(ctx: Context, channel: Channel, said: Sequence[Thing], passage: Passage) -> None:
    """Add the messages of an archive to a channel, oldest first, so that threads have parents."""
    here = {
        row.ts: (row.author_id, row.text)
        for row in ctx.session.execute(
            select(Message.ts, Message.author_id, Message.text).where(
                Message.channel_id == channel.id
            )
        )
    }
    roots: set[str] = set()
    for message in sorted(said, key=lambda each: str(each.get("ts", ""))):
        row, why = _row(ctx, channel, message, passage, here)
        if row is None:
            where = f"{passage.folder} {str(message.get('ts', ''))[:40]}"
            passage.skipped.append(Skipped(where, why))
        elif row.ts in here:
            passage.known += 1
        else:
            insert_row(ctx.session, row)
            here[row.ts] = (row.author_id, row.text)
            passage.messages += 1
            roots |= {row.thread_ts} if row.thread_ts else set()
            _bring_reactions(ctx, row, message, passage)
            _bring_files(ctx, row, message, passage)
    for root in sorted(roots):
        threads.recount(ctx.session, channel.id, root)
        ctx.session.flush()  # followers are found by the thread's roll-up
        followers.recount(ctx.session, channel.id, root)


def _row(
    ctx: Context,
    channel: Channel,
    message: Thing,
    passage: Passage,
    here: Mapping[str, tuple[str, str]],
) -> tuple[Message | None, str]:
    """The message as a row, or why it is left out."""
    ts, text = str(message.get("ts", "")), message.get("text", "")
    author_id = passage.people.get(writer_of(message), "")
    if why := _why_unfit(ctx, message, ts, text) or ("" if author_id else "Nobody wrote it."):
        return None, why
    text = _REFERENCE.sub(lambda found: _renamed(found, passage), text)
    subtype = message.get("subtype") if message.get("subtype") in _NOTES else None
    if subtype == log.TOMBSTONE:
        text = text or "This message was deleted."
    if not text.strip() and not message.get("files"):
        return None, "It says nothing."
    if ts in here and here[ts] != (author_id, text):
        return None, "Another message stands at its time."
    root = str(message.get("thread_ts") or ts)
    if root != ts and root not in here:
        return None, "What it answers is not there."
    edited = message.get("edited")
    edited = edited if isinstance(edited, Mapping) else {}
    edited_ts = str(edited.get("ts", ""))
    is_edited = stamps.is_stamp(edited_ts)
    row = Message(
        channel_id=channel.id,
        ts=ts,
        author_id=author_id,
        text=text,
        thread_ts=None if root == ts else root,
        is_broadcast=root != ts and message.get("subtype") == "thread_broadcast",
        subtype=subtype,
        edited_ts=edited_ts if is_edited else None,
        edited_by=passage.people.get(str(edited.get("user")), author_id) if is_edited else None,
    )
    return row, ""


def _why_unfit(ctx: Context, message: Thing, ts: str, text: object) -> str:
    """Why no message can be made of it; empty if one can."""
    if not stamps.is_stamp(ts):
        return "It has no time."
    if stamps.microseconds(ts) > ctx.clock.now_us():
        return "It was written in the future."
    if not isinstance(text, str) or len(text) > _LONGEST:
        return f"Its text is none, or has more than {_LONGEST:,} characters."
    subtype = message.get("subtype")
    if subtype not in _AS_WRITTEN and subtype not in _NOTES:
        return "It is of a kind that is not known here."
    return ""


def _renamed(found: re.Match[str], passage: Passage) -> str:
    """A mention of somebody or of a channel, by the id that it has here."""
    ids = passage.people if found[1] == "@" else passage.rooms
    label = found[3] or ""
    return f"<{found[1]}{ids.get(found[2], found[2])}{label}>"


def _bring_reactions(ctx: Context, row: Message, message: Thing, passage: Passage) -> None:
    """The emoji below a message; those that nobody has here are left out."""
    where, number = f"{passage.folder} {row.ts}", 0
    given = message.get("reactions")
    kept: set[tuple[str, str]] = set()
    for each in given if isinstance(given, list) else []:
        named = str(each.get("name", "")) if isinstance(each, Mapping) else ""
        name = own_emoji.canonical(ctx, named)
        users = each.get("users") if isinstance(each, Mapping) else None
        if name is None or not isinstance(users, list):
            passage.skipped.append(
                Skipped(where, "A reaction with an emoji that is not known here.")
            )
            continue
        for user in users:
            person_id = passage.people.get(str(user)[:64])
            if person_id is None or (name, person_id) in kept:
                continue
            kept.add((name, person_id))
            number += 1
            added = stamps.microseconds(row.ts) + number
            values: dict[str, Any] = {"channel_id": row.channel_id, "ts": row.ts}
            insert_row(
                ctx.session, Reaction(**values, emoji=name, person_id=person_id, added_us=added)
            )
            passage.reactions += 1


def _bring_files(ctx: Context, row: Message, message: Thing, passage: Passage) -> None:
    """Files that are here are shown again below it; an archive holds no others."""
    given = message.get("files")
    for position, each in enumerate(given if isinstance(given, list) else []):
        file_id = str(each.get("id", "")) if isinstance(each, Mapping) else ""
        if not file_id or seen(ctx, File, file_id) is None:
            where = f"{passage.folder} {row.ts}"
            passage.skipped.append(Skipped(where, "A file of it is not in the archive."))
            continue
        values: dict[str, Any] = {"channel_id": row.channel_id, "ts": row.ts}
        insert_row(ctx.session, MessageFile(**values, position=position, file_id=file_id))
