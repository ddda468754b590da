"""How many messages a query finds, and a part of them in order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from sqlalchemy import ColumnElement, Select, func, literal, literal_column, select

from workworld.apps.chat.models import WORDS, Message
from workworld.apps.chat.service.clauses import listed
from workworld.apps.chat.service.queries import Query
from workworld.context import Context
from workworld.database import plain_rows

_messages = Message.__table__.c
_ROW: ColumnElement[int] = literal_column("chat_messages.rowid").label("rowid")
_MANY = 5_000
"""Of more hits none is better than the others: the newest come first, at a fraction of the cost."""
_DEPTHS = (30, 300)
"""How many of a conversation's latest messages are looked through for the newest hits."""


class Found:
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
