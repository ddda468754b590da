"""What apps keep so that they need not count: it is what a count would find."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlalchemy import select, text
from sqlalchemy.orm import Session

from workworld.apps.chat.service import news
from workworld.clock import Clock
from workworld.context import Actor, Context, Request, Surface
from workworld.database import Base
from workworld.directory.models import Person
from workworld.ids import Ids
from workworld.worlds.ledgers import Fact

_WORDS = "_words"


def i33(session: Session, _ledger: Sequence[Fact]) -> Iterator[str]:
    """Threads have as many replies as they tell, and nobody has read what was never said."""
    counted = (
        "SELECT r.channel_id, r.thread_ts, count(*) AS number, max(r.ts) AS latest"
        " FROM chat_messages r WHERE r.thread_ts IS NOT NULL AND r.thread_ts <> r.ts"
        " GROUP BY r.channel_id, r.thread_ts"
    )
    wrong = session.execute(
        text(
            f"SELECT t.channel_id, t.ts, t.reply_count, c.number FROM chat_threads t"  # noqa: S608 - our own names
            f" LEFT JOIN ({counted}) c ON c.channel_id = t.channel_id AND c.thread_ts = t.ts"
            " WHERE t.reply_count IS NOT c.number OR t.latest_reply IS NOT c.latest"
        )
    )
    for channel, ts, told, number in wrong:
        yield f"the thread {ts} of {channel} tells of {told} replies, and has {number}"
    threads = session.scalar(text("SELECT count(*) FROM chat_threads"))
    there = session.scalar(text(f"SELECT count(*) FROM ({counted})"))  # noqa: S608 - our own names
    if threads != there:
        yield f"{threads} threads are told, {there} are there"
    for table in ("chat_read_marks", "chat_read_markers"):
        beyond = text(
            f"SELECT m.channel_id, m.person_id FROM {table} m WHERE NOT EXISTS (SELECT 1"  # noqa: S608 - our own names
            " FROM chat_messages s WHERE s.channel_id = m.channel_id AND s.ts >= m.last_read)"
        )
        for channel, person in session.execute(beyond):
            yield f"{person} has read further in {channel} than was said"
    yield from _unread(session)


_NEWS = (
    "SELECT k.channel_id, count(m.ts) AS said,"
    " sum(instr(coalesce(m.text, ''), :called) > 0) AS calls,"
    " c.kind IN ('dm', 'group_dm') AS is_direct FROM chat_memberships k"
    " JOIN chat_channels c ON c.id = k.channel_id AND NOT c.is_archived"
    " LEFT JOIN chat_read_markers r ON r.channel_id = k.channel_id AND r.person_id = k.person_id"
    " LEFT JOIN chat_messages m ON m.channel_id = k.channel_id AND m.author_id <> k.person_id"
    " AND m.ts > coalesce(r.last_read, printf('%010d', k.joined))"
    " AND (m.thread_ts IS NULL OR m.is_broadcast)"
    " AND coalesce(m.subtype, '') NOT IN ('channel_join', 'channel_leave', 'tombstone')"
    " WHERE k.person_id = :person GROUP BY k.channel_id"
)
"""What is new to somebody in each of their conversations, counted anew."""
_MOST = 100
"""In direct conversations no more are counted."""


def _unread(session: Session) -> Iterator[str]:
    """What the sidebar counts for those who may be stood in for is what was said since."""
    people = select(Person).where(Person.spotlight, ~Person.is_deactivated).order_by(Person.id)
    for person in session.scalars(people):
        ctx = Context(
            session,
            Actor(person.id),
            Request(Surface.SEED, "check"),
            Clock(session),
            Ids(session),
        )
        shown = news.all_of(ctx)
        counted = session.execute(
            text(_NEWS), {"person": person.id, "called": f"<@{person.id}>"}
        ).all()
        for channel, said, calls, is_direct in counted:
            there = shown[channel]
            badge = min(said, _MOST) if is_direct else calls or 0
            if there.is_unread != bool(said) or there.mentions != badge:
                yield (
                    f"{person.handle} is told of {there.mentions} in {channel},"
                    f" where {badge} of {said} are for them"
                )


def i34(session: Session, _ledger: Sequence[Fact]) -> Iterator[str]:
    """What can be searched is in its index, and nothing else."""
    indexes = text(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%USING fts5(%'"
    )
    for index in sorted(session.scalars(indexes)):
        table = index.removesuffix(_WORDS)
        if table not in Base.metadata.tables:
            yield f"the index {index} is of no table"
            continue
        rows = session.scalar(text(f"SELECT count(*) FROM {table}"))  # noqa: S608 - our own names
        known = session.scalar(text(f"SELECT count(*) FROM {index}_docsize"))  # noqa: S608 - our own names
        query = f"SELECT count(*) FROM {table} WHERE rowid NOT IN (SELECT id FROM {index}_docsize)"  # noqa: S608 - our own names
        lost = session.scalar(text(query))
        if rows != known or lost:
            yield f"{index} knows {known} rows of {rows}, and not {lost} of them"
