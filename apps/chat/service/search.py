"""Search: messages that hold all the words, among those that the caller may see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Annotated, Any, Literal, cast

from pydantic import Field
from sqlalchemy import (
    ColumnElement,
    Select,
    bindparam,
    func,
    literal,
    literal_column,
    or_,
    select,
)

from workworld.apps.chat import stamps
from workworld.apps.chat.models import WORDS, Membership, Message
from workworld.apps.chat.service import namesakes, queries
from workworld.apps.chat.service.clauses import Clauses, listed
from workworld.apps.chat.service.queries import Query
from workworld.apps.chat.types import EVERY_KIND, ChannelKind
from workworld.context import Context, Surface
from workworld.database import plain_rows
from workworld.directory import people
from workworld.directory.models import AccountKind, Person
from workworld.operations import Effect, operation
from workworld.paging import NumberedPage, PageNumber

_messages, _people = Message.__table__.c, Person.__table__.c
_memberships = Membership.__table__.c
_ROW: ColumnElement[int] = literal_column("chat_messages.rowid").label("rowid")
_MANY = 5_000
"""Of more hits none is better than the others: the newest come first, at a fraction of the cost."""
_DEPTHS = (30, 300)
"""How many of a conversation's latest messages are looked through for the newest hits."""
Sort = Annotated[Literal["score", "timestamp"], Field(description="The best first, or the newest.")]
Direction = Annotated[Literal["desc", "asc"], Field(description="asc turns the order round.")]
PageCount = Annotated[int, Field(description="How many a page may hold.", ge=1, le=100)]


@dataclass(frozen=True, slots=True)
class Hits:
    """What a search found, and the words by which."""

    page: NumberedPage[Message]
    words: Sequence[str]


# Pages find messages by the search over all apps.
@operation(Effect.READ, scope="search:read", doors=(Surface.REST, Surface.MCP))
def messages(
    ctx: Context,
    *,
    query: Annotated[
        str,
        Field(
            description='Words that must all occur; "exact phrase", -without, beginning*, '
            "in:#channel or in:@person, from:@person or from:me, to:me, with:@person, has:link, "
            "has:file, has:image, has:code, has:reaction, has::emoji:, hasmy::emoji:, is:thread, "
            "is:dm, is:unread, is:bot, type:pdf, before:, after:, on: a day (2026-03-09, today), "
            "during: a month or year.",
            max_length=4000,
        ),
    ],
    kinds: Annotated[
        Sequence[ChannelKind], Field(description="In which kinds of channels to look.")
    ] = EVERY_KIND,
    mine_only: Annotated[
        bool, Field(description="Look only in channels that the caller is in.")
    ] = False,
    since: Annotated[
        int | None, Field(description="Only from this Unix time on.", ge=0, le=9_999_999_999)
    ] = None,
    until: Annotated[
        int | None, Field(description="Only up to this Unix time.", ge=0, le=9_999_999_999)
    ] = None,
    with_bots: Annotated[bool, Field(description="Whether bots' messages count.")] = True,
    sort: Sort = "score",
    direction: Direction = "desc",
    count: PageCount = 20,
    page: PageNumber = 1,
) -> Hits:
    """Search the messages that the caller may see, replies in threads included."""
    asked = queries.parsed(query, today(ctx))
    if asked.is_empty:
        return Hits(NumberedPage((), 0, page, count), ())
    there = [room for room in namesakes.rooms(ctx) if room.kind in kinds]
    if mine_only:
        joined = _joined(ctx)
        there = [room for room in there if room.id in joined]
    clauses = Clauses(ctx, asked, there)
    conditions = clauses.conditions()
    if not with_bots:
        bots = select(_people.id).where(_people.kind == AccountKind.BOT)
        conditions.append(_messages.author_id.not_in(bots))
    if since is not None:
        conditions.append(_messages.ts >= stamps.of(since * 1_000_000))
    if until is not None:
        conditions.append(_messages.ts < stamps.of((until + 1) * 1_000_000))
    found = _Found(ctx, asked, select(Message.__table__).where(*conditions), clauses.rooms)
    start = (page - 1) * count
    rows = found.part(start, count, sort=sort, is_up=direction == "asc")
    return Hits(NumberedPage(rows, found.total, page, count), asked.words)


class _Found:
    """What a query found, of which a part is to be shown.

    Args:
        ctx: says who asks.
        query: the words.
        kept: the messages that everything else allows.
        rooms: where they stand.
    """

    def __init__(self, ctx: Context, query: Query, kept: Select[Any], rooms: Sequence[str]) -> None:
        self._ctx, self._query, self._kept, self._rooms = ctx, query, kept, rooms
        held = WORDS.holding(kept, query.terms, query.without) if query.terms else kept
        self._held = held
        rank = WORDS.rank if query.terms else literal(0.0).label("rank")
        keys = held.with_only_columns(_ROW, _messages.ts, _messages.channel_id, rank)
        some = ctx.session.execute(keys.limit(_MANY + 1)).all()
        self._few = some if len(some) <= _MANY else None
        self.total = len(some) if self._few is not None else self._counted()

    def _counted(self) -> int:
        counted = self._held.with_only_columns(func.count(), maintain_column_froms=True)
        total: int = self._ctx.session.execute(counted).scalar_one()
        return total

    def part(self, start: int, count: int, *, sort: str, is_up: bool) -> Sequence[Message]:
        """So many hits in order, of which equally good ones are ordered by stamp and channel."""
        if start >= self.total:
            return ()
        if self._few is not None:
            return self._part_of_few(self._few, slice(start, start + count), sort, is_up=is_up)
        newest = None if is_up else self._newest(start + count)
        if newest is not None:
            return newest[start:]
        by_time = _messages.ts.asc() if is_up else _messages.ts.desc()
        ordered = self._held.order_by(by_time, _messages.channel_id)
        return plain_rows(self._ctx.session, Message, ordered.limit(count).offset(start), {})

    def _part_of_few(
        self, few: Sequence[Any], part: slice, sort: str, *, is_up: bool
    ) -> Sequence[Message]:
        """A part of hits all of which are at hand; the lower a rank, the better."""
        ordered = sorted(few, key=lambda hit: hit.channel_id)
        ordered.sort(key=lambda hit: hit.ts, reverse=not is_up)
        if sort == "score":
            ordered.sort(key=lambda hit: hit.rank, reverse=is_up)
        places = {hit.rowid: place for place, hit in enumerate(ordered[part])}
        query = select(_ROW, Message.__table__).where(_ROW.in_(listed(places)))
        rows = plain_rows(self._ctx.session, Message, query, {})
        return sorted(rows, key=lambda row: places[cast(Any, row).rowid])

    def _newest(self, wanted: int) -> Sequence[Message] | None:
        """The newest hits, looked for among the latest messages; None if too few stand there."""
        near = self._kept
        if self._query.terms:
            near = near.where(WORDS.held(self._query.terms, self._query.without))
        ordered = near.order_by(_messages.ts.desc(), _messages.channel_id).limit(wanted)
        for depth in _DEPTHS:
            query = ordered.where(_messages.ts >= self._since(wanted * depth // 10))
            rows = plain_rows(self._ctx.session, Message, query, {})
            if len(rows) == wanted:
                return rows
        return None

    def _since(self, depth: int) -> str:
        """The earliest stamp such that some conversation has so many later ones."""
        rooms = listed(self._rooms).subquery()
        later = select(_messages.ts).where(_messages.channel_id == rooms.c.value)
        stamp = later.order_by(_messages.ts.desc()).limit(1).offset(depth).scalar_subquery()
        found = self._ctx.session.execute(select(func.max(stamp)).select_from(rooms)).scalar_one()
        return str(found or "")


def today(ctx: Context) -> date:
    """The day where the caller is."""
    return ctx.clock.now().astimezone(people.my_zone(ctx)).date()


def _joined(ctx: Context) -> frozenset[str]:
    mine = select(_memberships.channel_id).where(_memberships.person_id == ctx.actor.person_id)
    return frozenset(ctx.session.execute(mine).scalars())


def around(ctx: Context, row: Message) -> tuple[Message | None, Message | None]:
    """The messages before and after one: of its thread for a reply, else of its channel."""
    values = {"in_channel": row.channel_id, "root": row.thread_ts, "at": row.ts}
    before, after = (
        plain_rows(ctx.session, Message, query, values)
        for query in _beside(is_reply=row.thread_ts is not None)
    )
    return before[0] if before else None, after[0] if after else None


@cache
def _beside(*, is_reply: bool) -> tuple[Select[Any], Select[Any]]:
    """What finds the message before one, and what finds the one after it."""
    of_thread = or_(_messages.thread_ts == bindparam("root"), _messages.ts == bindparam("root"))
    place = _messages.channel_id == bindparam("in_channel")
    near = select(Message.__table__).where(
        place, of_thread if is_reply else _messages.thread_ts.is_(None)
    )
    at: ColumnElement[str] = bindparam("at")
    return (
        near.where(_messages.ts < at).order_by(_messages.ts.desc()).limit(1),
        near.where(_messages.ts > at).order_by(_messages.ts).limit(1),
    )
