"""Who takes part in which thread, kept up as people write."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, islice
from typing import Any

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.orm import Session

from workworld.apps.chat.models import Follow, Message, ThreadPerson, ThreadRollUp
from workworld.apps.chat.mrkdwn import from_mrkdwn
from workworld.context import Context, Event
from workworld.database import constant, derives, rows_of
from workworld.events import on
from workworld.richtext.nodes import mentioned

_AT_ONCE = 5_000
"""So many rows are made at a time."""
_people = ThreadPerson.__table__.c
_FOLLOWERS = constant(
    select(_people.person_id)
    .where(
        _people.channel_id == bindparam("in_channel"),
        _people.root_ts == bindparam("root"),
        _people.is_following,
    )
    .order_by(_people.person_id)
)


def of(ctx: Context, channel_id: str, root_ts: str) -> Sequence[str]:
    """The ids of those who follow a thread, in order."""
    values = {"in_channel": channel_id, "root": root_ts}
    return [row.person_id for row in rows_of(ctx.session, _FOLLOWERS, values)]


@on("chat.message_posted")
def take_in(ctx: Context, event: Event) -> None:
    """Whoever replies takes part, and whoever is mentioned."""
    facts = event.facts
    if facts["thread_ts"] == facts["ts"]:
        return
    channel_id, root_ts = facts["channel_id"], facts["thread_ts"]
    known = _rows(ctx.session, channel_id, root_ts)
    if not known:
        recount(ctx.session, channel_id, root_ts)
    else:
        given = {facts["author_id"], *mentioned(from_mrkdwn(facts["text"]))}
        _add(ctx.session, channel_id, root_ts, facts["ts"], sorted(given - known))
        here = (_people.channel_id == channel_id, _people.root_ts == root_ts)
        latest = update(ThreadPerson).where(*here).values(latest_reply=facts["ts"])
        ctx.session.execute(latest, execution_options=_UNTRACKED)
    ctx.touch(*(f"chat.sidebar:{who}" for who in of(ctx, channel_id, root_ts)))


@on("chat.message_edited")
@on("chat.message_deleted")
def look_again(ctx: Context, event: Event) -> None:
    """Another text mentions others."""
    recount(ctx.session, event.facts["channel_id"], event.facts["thread_ts"])


def recount(session: Session, channel_id: str, root_ts: str) -> None:
    """Make the people of a thread anew from its messages, and from who asked to follow it."""
    here = (ThreadPerson.channel_id == channel_id, ThreadPerson.root_ts == root_ts)
    session.execute(delete(ThreadPerson).where(*here), execution_options=_UNTRACKED)
    thread = session.get(ThreadRollUp, (channel_id, root_ts))
    if thread is None:
        return
    in_thread = (Message.ts == root_ts) | (Message.thread_ts == root_ts)
    rows = session.execute(
        select(Message.author_id, Message.text).where(Message.channel_id == channel_id, in_thread)
    )
    asked = select(Follow.person_id).where(
        Follow.channel_id == channel_id, Follow.root_ts == root_ts
    )
    found = {*session.scalars(asked)}
    for author_id, text in rows:
        found |= {author_id, *named(text)}
    _add(session, channel_id, root_ts, thread.latest_reply, sorted(found))


@derives(ThreadPerson)
def _count_all(session: Session) -> None:
    columns = (Message.channel_id, Message.ts, Message.thread_ts, Message.author_id, Message.text)
    latest: dict[tuple[str, str], str] = {}
    replies = session.execute(select(*columns).where(Message.thread_ts.is_not(None))).all()
    for channel_id, ts, root_ts, _author_id, _text in replies:
        assert root_ts is not None  # the query says so
        latest[channel_id, root_ts] = max(latest.get((channel_id, root_ts), ""), ts)
    found: dict[tuple[str, str], set[str]] = {key: set() for key in latest}
    others = session.execute(select(*columns).where(Message.thread_ts.is_(None)))
    for channel_id, ts, root_ts, author_id, text in chain(replies, others):
        here = found.get((channel_id, root_ts or ts))
        if here is not None:
            here.add(author_id)
            here.update(named(text))
    said: dict[tuple[str, str], dict[str, bool]] = {}
    for asked in session.scalars(select(Follow)):
        key = (asked.channel_id, asked.root_ts)
        if key in found:
            found[key].add(asked.person_id)
            said.setdefault(key, {})[asked.person_id] = asked.is_following
    people = (
        _person(key, latest[key], person_id, said.get(key, {}))
        for key in sorted(found)
        for person_id in sorted(found[key])
    )
    while some := [*islice(people, _AT_ONCE)]:
        session.execute(insert(ThreadPerson), some)


def _rows(session: Session, channel_id: str, root_ts: str) -> set[str]:
    here = (_people.channel_id == channel_id, _people.root_ts == root_ts)
    return {*session.scalars(select(_people.person_id).where(*here))}


def _add(
    session: Session, channel_id: str, root_ts: str, latest_reply: str, person_ids: Iterable[str]
) -> None:
    asked = select(Follow.person_id, Follow.is_following).where(
        Follow.channel_id == channel_id, Follow.root_ts == root_ts
    )
    said = {row.person_id: row.is_following for row in session.execute(asked)}
    key = (channel_id, root_ts)
    rows = [_person(key, latest_reply, person_id, said) for person_id in person_ids]
    if rows:
        session.execute(insert(ThreadPerson), rows)


def _person(
    thread: tuple[str, str], latest_reply: str, person_id: str, said: Mapping[str, bool]
) -> dict[str, Any]:
    """A row of somebody who takes part; ``said`` tells who asked to follow the thread or not to."""
    return {
        "person_id": person_id,
        "channel_id": thread[0],
        "root_ts": thread[1],
        "latest_reply": latest_reply,
        "is_following": said.get(person_id, True),
    }


def named(text: str) -> Sequence[str]:
    """Ids of the people whom a text mentions."""
    return mentioned(from_mrkdwn(text)) if "<@" in text else ()


_UNTRACKED = {"synchronize_session": False}
