"""Threads: what a parent message shows of its replies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from workworld.apps.chat.models import Message, ThreadRollUp
from workworld.context import Context
from workworld.database import derives, plain_rows

_roll_ups = ThreadRollUp.__table__.c
_BELOW = select(ThreadRollUp.__table__).where(
    _roll_ups.channel_id == bindparam("in_channel"),
    _roll_ups.ts.in_(bindparam("roots", expanding=True)),
)


@dataclass(frozen=True, slots=True)
class Thread:
    """What a parent message shows of its replies."""

    reply_count: int
    latest_reply: str
    people: Sequence[str]
    """Ids of those who replied, in the order of their first reply."""


def below(ctx: Context, channel_id: str, roots: Sequence[str]) -> dict[str, Thread]:
    """The threads below these messages of a channel, by the parent's ts; others are left out."""
    values = {"in_channel": channel_id, "roots": list(roots)}
    return {
        row.ts: Thread(row.reply_count, row.latest_reply, tuple(row.people))
        for row in plain_rows(ctx.session, ThreadRollUp, _BELOW, values)
    }


def count_reply(session: Session, reply: Message) -> None:
    """Add a new reply, which is the latest of its thread, to the thread's roll-up."""
    assert reply.thread_ts is not None
    row = session.get(ThreadRollUp, (reply.channel_id, reply.thread_ts))
    if row is None:
        row = ThreadRollUp(
            channel_id=reply.channel_id, ts=reply.thread_ts, reply_count=0, people=[]
        )
        session.add(row)
    row.reply_count += 1
    row.latest_reply = reply.ts
    if reply.author_id not in row.people:
        row.people = [*row.people, reply.author_id]


@derives(ThreadRollUp)
def _count_all(session: Session) -> None:
    replies = select(Message).where(Message.thread_ts.is_not(None))
    for reply in session.scalars(replies.order_by(Message.channel_id, Message.ts)):
        count_reply(session, reply)
