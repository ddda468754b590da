"""What has been read before a world begins: all of it."""

from __future__ import annotations

from sqlalchemy import delete, func, insert, select
from sqlalchemy.orm import Session

from workworld.apps.chat.models import Membership, Message, ThreadMarker


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
