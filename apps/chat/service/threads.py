"""Threads: what a parent message shows of its replies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sqlalchemy import bindparam, func, insert, select
from sqlalchemy.orm import Session

from workworld.apps.chat.models import Message, ThreadRollUp
from workworld.context import Context
from workworld.database import constant, derives, given, plain_rows

_roll_ups = ThreadRollUp.__table__.c
_messages = Message.__table__.c
_BELOW = constant(
    select(ThreadRollUp.__table__).where(
        _roll_ups.channel_id == bindparam("in_channel"),
        _roll_ups.ts.in_(given("roots")),
    )
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


def parents(ctx: Context, rows: Sequence[Message]) -> dict[str, Message]:
    """The parents of those of these messages that are replies, by their ts; all of one channel."""
    wanted = {row.thread_ts for row in rows if row.thread_ts is not None}
    if not wanted:
        return {}
    query = select(Message).where(
        Message.channel_id == rows[0].channel_id, Message.ts.in_(sorted(wanted))
    )
    return {parent.ts: parent for parent in ctx.session.scalars(query)}


def place_in_thread(ctx: Context, rows: Sequence[Message]) -> int:
    """The first of these consecutive replies is which one of its thread, counted from 1."""
    if not rows:
        return 1
    query = select(func.count()).where(
        Message.channel_id == rows[0].channel_id,
        Message.thread_ts == rows[0].thread_ts,
        Message.ts < rows[0].ts,
    )
    return 1 + ctx.session.scalars(query).one()


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


def recount(session: Session, channel_id: str, root_ts: str) -> int:
    """Make a thread's roll-up anew from its replies, and say how many there are."""
    row = session.get(ThreadRollUp, (channel_id, root_ts))
    if row is not None:
        session.delete(row)
        session.flush()  # it is made anew under the same key
    replies = select(Message).where(Message.channel_id == channel_id, Message.thread_ts == root_ts)
    found = session.scalars(replies.order_by(Message.ts)).all()
    for reply in found:
        count_reply(session, reply)
    return len(found)


@derives(ThreadRollUp)
def _count_all(session: Session) -> None:
    replies = select(_messages.channel_id, _messages.thread_ts, _messages.ts, _messages.author_id)
    query = replies.where(_messages.thread_ts.is_not(None))
    ordered = query.order_by(_messages.channel_id, _messages.thread_ts, _messages.ts)
    found = groupby(session.execute(ordered), key=lambda reply: (reply[0], reply[1]))
    rows = [_roll_up(*key, list(group)) for key, group in found]
    if rows:
        session.execute(insert(ThreadRollUp), rows)


def _roll_up(channel_id: str, root_ts: str, replies: Sequence[Any]) -> dict[str, Any]:
    return {
        "channel_id": channel_id,
        "ts": root_ts,
        "reply_count": len(replies),
        "latest_reply": replies[-1].ts,
        "people": list(dict.fromkeys(reply.author_id for reply in replies)),
    }
