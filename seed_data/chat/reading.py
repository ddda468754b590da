"""What has been read before a world begins: all of it, but for what facts say."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete, func, insert, or_, select, true, tuple_
from sqlalchemy.orm import Session

from workworld.apps.chat import stamps
from workworld.apps.chat.models import Membership, Message, ThreadMarker
from workworld.clock import Clock, to_microseconds

_LONG_AGO = timedelta(days=21)
_MENTION = re.compile(r"<@(\w+)")


def markers(
    channel_id: str,
    people: Mapping[str, str],
    members: Sequence[str],
    newest: str,
    unread: Mapping[str, datetime],
) -> list[dict[str, Any]]:
    """The columns of how far each member has read.

    Args:
        channel_id: where.
        people: ids by key.
        members: their keys.
        newest: the stamp of the last message.
        unread: until when those have read who have not read all.
    """
    return [
        {
            "channel_id": channel_id,
            "person_id": people[key],
            "last_read": stamps.of(to_microseconds(unread[key])) if key in unread else newest,
        }
        for key in members
    ]


def read_threads(session: Session, channel_ids: Collection[str] | None = None) -> None:
    """Let members have seen the threads of their channels, as far as that matters to them.

    Those who take part in one have seen it, and everybody has seen those that are not yet old.
    Noting that of all old ones would take as much room as what was said.

    Args:
        session: a session on a world, in which all that was said stands already.
        channel_ids: the channels whose threads are meant; by default those of all.
    """
    session.flush()  # what was said is looked up
    of_these = true() if channel_ids is None else ThreadMarker.channel_id.in_(channel_ids)
    session.execute(delete(ThreadMarker).where(of_these))
    members: dict[str, list[str]] = {}
    for person_id, channel_id in session.execute(
        select(Membership.person_id, Membership.channel_id).order_by(Membership.person_id)
    ):
        members.setdefault(channel_id, []).append(person_id)
    old = stamps.of(to_microseconds(Clock(session).now() - _LONG_AGO))
    seen = [
        {"person_id": person_id, "channel_id": channel_id, "root_ts": root, "last_read": latest}
        for (channel_id, root), (latest, people) in _threads(session, channel_ids).items()
        for person_id in members.get(channel_id, ())
        if latest > old or person_id in people
    ]
    if seen:
        session.connection().execute(insert(ThreadMarker), seen)


def _threads(
    session: Session, channel_ids: Collection[str] | None
) -> dict[tuple[str, str], tuple[str, set[str]]]:
    """The newest reply of each thread, and who wrote in it or is mentioned there."""
    of_these = true() if channel_ids is None else Message.channel_id.in_(channel_ids)
    replied = select(Message.channel_id, Message.thread_ts).where(
        of_these, Message.thread_ts.is_not(None)
    )
    said = select(
        Message.channel_id,
        func.coalesce(Message.thread_ts, Message.ts),
        Message.ts,
        Message.author_id,
        Message.text,
    ).where(
        of_these,
        or_(
            Message.thread_ts.is_not(None),
            tuple_(Message.channel_id, Message.ts).in_(replied),
        ),
    )
    found: dict[tuple[str, str], tuple[str, set[str]]] = {}
    for channel_id, root, ts, author_id, text in session.execute(said.order_by(Message.ts)):
        _latest, people = found.get((channel_id, root), ("", set[str]()))
        people.update((author_id, *_MENTION.findall(text)))
        found[channel_id, root] = ts, people
    return found
