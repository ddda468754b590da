"""What has been read before a world begins: all of it, but for what facts say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, insert, select
from sqlalchemy.orm import Session

from workworld.apps.chat import stamps
from workworld.apps.chat.models import Membership, Message, ThreadMarker
from workworld.clock import to_microseconds


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


def read_threads(session: Session) -> None:
    """Let members have seen every thread of their channels in which they could take part.

    Args:
        session: a session on a world, in which all that was said stands already.
    """
    session.flush()  # what was said is looked up
    session.execute(delete(ThreadMarker))
    latest = (
        select(Message.channel_id, Message.thread_ts, func.max(Message.ts).label("ts"))
        .where(Message.thread_ts.is_not(None))
        .group_by(Message.channel_id, Message.thread_ts)
    ).subquery()
    seen = select(Membership.person_id, latest).join(
        latest, latest.c.channel_id == Membership.channel_id
    )
    columns = ["person_id", "channel_id", "root_ts", "last_read"]
    session.execute(insert(ThreadMarker).from_select(columns, seen))
