"""Whispers as a channel's page shows them, between the messages among which they were said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import flask
from markupsafe import Markup

from workworld.apps.chat import stamps
from workworld.apps.chat.block_lines import Held, documents_in, held_in
from workworld.apps.chat.mrkdwn import to_html
from workworld.apps.chat.service import whispers, wording
from workworld.apps.chat.times import clock_time
from workworld.context import Context
from workworld.directory import people
from workworld.doors.web import Avatar
from workworld.richtext.nodes import mentioned

_CHAT = "Chat"


@dataclass(frozen=True, slots=True)
class WhisperLine:
    """What was said to the viewer alone."""

    ts: str
    anchor: str
    author: str
    avatar: Avatar
    time: str
    iso: str
    html: Markup
    held: Held
    before: str
    """The ``ts`` of the message that it stands above; "" below all."""
    may_act: bool = False


def whispers_to_me(
    ctx: Context, channel_id: str, shown: Sequence[str], thread_ts: str | None = None
) -> tuple[WhisperLine, ...]:
    """What was said to the viewer alone in a conversation or thread, oldest first.

    Args:
        ctx: says who looks.
        channel_id: the conversation.
        shown: the stamps of the messages that the page shows, oldest first.
        thread_ts: the parent's, for what was said in a thread.
    """
    rows = whispers.to_me(ctx, channel_id, thread_ts)
    if not rows:
        return ()
    said = [wording.document_of(ctx, row.text) for row in rows]
    inside = [doc for row in rows for doc in documents_in(row)]
    ids = {row.author_id for row in rows if row.author_id}
    ids |= {who for doc in [*said, *inside] for who in mentioned(doc)}
    known = people.by_ids(ctx.session, ids)
    names = wording.names_in(ctx, [*said, *inside], known, cache(_channel_url))
    zone = people.my_zone(ctx)
    lines = []
    for row, doc in zip(rows, said, strict=True):
        author = known[row.author_id].display_name if row.author_id else _CHAT
        moment = stamps.moment(row.ts).astimezone(zone)
        lines.append(
            WhisperLine(
                ts=row.ts,
                anchor=f"w{stamps.digits(row.ts)}",
                author=author,
                avatar=Avatar.of(row.author_id or _CHAT, author),
                time=clock_time(ctx, moment),
                iso=moment.isoformat(),
                html=to_html(doc, names),
                held=held_in(ctx, row, names),
                before=next((ts for ts in shown if ts > row.ts), ""),
            )
        )
    return tuple(lines)


def _channel_url(channel_id: str) -> str:
    return flask.url_for("ui.channel", channel_id=channel_id)
