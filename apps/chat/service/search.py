"""Search: messages that hold all the words, among those that the caller may see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import Field
from sqlalchemy import ColumnElement, Select, and_, bindparam, false, func, or_, select

from workworld.apps.chat import stamps
from workworld.apps.chat.models import (
    WORDS,
    Channel,
    Membership,
    Message,
    Reaction,
    ThreadRollUp,
)
from workworld.apps.chat.mrkdwn import from_mrkdwn
from workworld.apps.chat.service import log, queries
from workworld.apps.chat.types import EVERY_KIND, ChannelKind
from workworld.clock import to_microseconds
from workworld.context import Context, Surface
from workworld.database import plain_rows
from workworld.directory import people
from workworld.directory.models import AccountKind, Person
from workworld.emoji import canonical_name
from workworld.operations import Effect, operation
from workworld.paging import NumberedPage, PageNumber
from workworld.permissions import sight_of, visible
from workworld.richtext.nodes import mentioned, referred

_messages, _reactions = Message.__table__.c, Reaction.__table__.c
_channels, _threads = Channel.__table__.c, ThreadRollUp.__table__.c
_memberships, _people = Membership.__table__.c, Person.__table__.c
_HAS_REPLIES = (
    select(_threads.ts)
    .where(_threads.channel_id == _messages.channel_id, _threads.ts == _messages.ts)
    .exists()
)
_HAS_LINK = or_(_messages.text.contains("http://"), _messages.text.contains("https://"))


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
            "in:#channel, from:@person or from:me, has:link, has:reaction, has::emoji:, "
            "is:thread, before:, after:, on: a day (2026-03-09, today), during: a month or year.",
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
    sort: Annotated[
        Literal["score", "timestamp"], Field(description="The best first, or the newest.")
    ] = "score",
    direction: Annotated[
        Literal["desc", "asc"], Field(description="asc turns the order round.")
    ] = "desc",
    count: Annotated[int, Field(description="How many a page may hold.", ge=1, le=100)] = 20,
    page: PageNumber = 1,
) -> Hits:
    """Search the messages that the caller may see, replies in threads included."""
    asked = _Asked(ctx, queries.parsed(query, _today(ctx)))
    found = asked.restricted(visible(Message)).where(_in_kinds(kinds))
    if mine_only:
        found = found.where(_messages.channel_id.in_(_joined(ctx)))
    if not with_bots:
        bots = select(_people.id).where(_people.kind == AccountKind.BOT)
        found = found.where(_messages.author_id.not_in(bots))
    if since is not None:
        found = found.where(_messages.ts >= stamps.of(since * 1_000_000))
    if until is not None:
        found = found.where(_messages.ts < stamps.of((until + 1) * 1_000_000))
    values = sight_of(ctx)
    total = ctx.session.execute(
        select(func.count()).select_from(found.with_only_columns(_messages.ts).subquery()), values
    ).scalar_one()
    ordered = found.order_by(*_order(asked, sort, is_up=direction == "asc"))
    rows = plain_rows(ctx.session, Message, ordered.limit(count).offset((page - 1) * count), values)
    return Hits(NumberedPage(rows, total, page, count), asked.words)


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


def _order(asked: _Asked, sort: str, *, is_up: bool) -> list[ColumnElement[Any]]:
    """Best or newest first; equal ones by stamp and channel, so that no page repeats a row."""
    keys: list[ColumnElement[Any]] = [_messages.ts.asc() if is_up else _messages.ts.desc()]
    if sort == "score" and asked.words:
        keys.insert(0, WORDS.rank.desc() if is_up else WORDS.rank.asc())
    return [*keys, _messages.channel_id]


def _in_kinds(kinds: Sequence[str]) -> ColumnElement[bool]:
    return _messages.channel_id.in_(select(_channels.id).where(_channels.kind.in_(kinds)))


def _joined(ctx: Context) -> Select[Any]:
    return select(_memberships.channel_id).where(_memberships.person_id == ctx.actor.person_id)


def _today(ctx: Context) -> date:
    return ctx.clock.now().astimezone(people.my_zone(ctx)).date()


class _Asked:
    """A query as conditions on messages, for one caller."""

    def __init__(self, ctx: Context, query: queries.Query) -> None:
        self._ctx = ctx
        self._query = query

    @property
    def words(self) -> list[str]:
        """What must occur."""
        return [term.text.removesuffix("*") for term in self._query.terms]

    def restricted(self, found: Select[Any]) -> Select[Any]:
        """Those of some messages that the query asks for; notes are never among them."""
        query = self._query
        if query.is_empty:
            return found.where(false())
        if query.terms:
            found = WORDS.holding(found, query.terms)
        conditions = [or_(_messages.subtype.is_(None), _messages.subtype == log.ACTION)]
        conditions += [WORDS.without(term) for term in query.without]
        conditions += [self._named(*key, said) for key, said in query.names.items()]
        conditions += [self._having(*each) for each in query.having]
        return found.where(and_(*conditions, *self._days()))

    def _named(self, name: str, is_denied: bool, said: Sequence[str]) -> ColumnElement[bool]:
        column = _messages.channel_id if name == "in" else _messages.author_id
        ids = self._channel_ids(said) if name == "in" else self._person_ids(said)
        return column.not_in(ids) if is_denied else column.in_(ids)

    def _channel_ids(self, said: Iterable[str]) -> Select[Any]:
        names = [_bare(each, "#") for each in said]
        return (
            visible(Channel)
            .with_only_columns(_channels.id)
            .where(
                or_(_channels.id.in_(names), _channels.name.in_([each.lower() for each in names]))
            )
        )

    def _person_ids(self, said: Iterable[str]) -> Select[Any]:
        """Of those with such an id, handle, display name or first name."""
        me = self._ctx.actor.person_id
        names = [me if each.lower() in ("me", "@me") else _bare(each, "@") for each in said]
        low = [each.lower() for each in names]
        first = func.substr(_people.name, 1, func.instr(_people.name, " ") - 1)
        return select(_people.id).where(
            or_(
                _people.id.in_(names),
                _people.handle.in_(low),
                func.lower(_people.display_name).in_(low),
                func.lower(first).in_(low),
            )
        )

    def _having(self, what: str, is_denied: bool) -> ColumnElement[bool]:
        if what == "link":
            condition: ColumnElement[bool] = _HAS_LINK
        elif what == "thread":
            condition = or_(_messages.thread_ts.is_not(None), _HAS_REPLIES)
        else:
            condition = self._has_reaction(what)
        return ~condition if is_denied else condition

    def _has_reaction(self, what: str) -> ColumnElement[bool]:
        below = select(_reactions.ts).where(
            _reactions.channel_id == _messages.channel_id, _reactions.ts == _messages.ts
        )
        if what != "reaction":
            name = canonical_name(what)
            if name is None:
                return false()
            below = below.where(_reactions.emoji == name)
        return below.exists()

    def _days(self) -> list[ColumnElement[bool]]:
        """Bounds of days in the caller's zone."""
        here = people.my_zone(self._ctx)
        first, last = self._query.first, self._query.last
        found: list[ColumnElement[bool]] = []
        if first is not None and first > date.min:
            found.append(_messages.ts >= _midnight(first, here))
        if last is not None and last < date.max:
            found.append(_messages.ts < _midnight(last + timedelta(days=1), here))
        return found


def _midnight(day: date, here: Any) -> str:
    """The stamp with which a day begins."""
    moment = to_microseconds(datetime.combine(day, time(), here))
    return stamps.of(max(0, moment))


def _bare(said: str, mark: str) -> str:
    """A name without its mark, or the id in a reference such as ``<#C…>``."""
    doc = from_mrkdwn(said)
    ids = mentioned(doc) if mark == "@" else referred(doc)
    return ids[0] if ids else said.removeprefix(mark)
