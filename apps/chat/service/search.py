"""Search: messages that hold all the words, among those that the caller may see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import Field
from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    bindparam,
    func,
    not_,
    or_,
    select,
)

from workworld.apps.chat import stamps
from workworld.apps.chat.models import Membership, Message, MessageFile
from workworld.apps.chat.service import filetypes, namesakes, queries
from workworld.apps.chat.service.clauses import Clauses
from workworld.apps.chat.service.queries import Query
from workworld.apps.chat.service.ranking import Found
from workworld.apps.chat.types import EVERY_KIND, ChannelKind
from workworld.context import Context, Surface
from workworld.database import constant, given, plain_rows
from workworld.directory import people
from workworld.directory.models import AccountKind, Person
from workworld.files.models import FILE_WORDS, File, FileText
from workworld.operations import Effect, operation
from workworld.paging import NumberedPage, PageNumber

_messages, _people = Message.__table__.c, Person.__table__.c
_memberships, _attached = Membership.__table__.c, MessageFile.__table__.c
_files = File.__table__.c
_BY_IDS = constant(select(File.__table__).where(_files.id.in_(given("ids"))))
Sort = Annotated[Literal["score", "timestamp"], Field(description="The best first, or the newest.")]
Direction = Annotated[Literal["desc", "asc"], Field(description="asc turns the order round.")]
PageCount = Annotated[int, Field(description="How many a page may hold.", ge=1, le=100)]


Asked = Annotated[
    str,
    Field(
        description='Words that must all occur; "exact phrase", -without, beginning*, '
        "in:#channel or in:@person, from:@person or from:me, to:me, with:@person, has:link, "
        "has:file, has:image, has:code, has:reaction, has::emoji:, hasmy::emoji:, is:thread, "
        "is:dm, is:unread, is:bot, type:pdf, before:, after:, on: a day (2026-03-09, today), "
        "during: a month or year.",
        max_length=4000,
    ),
]
Kinds = Annotated[
    Sequence[ChannelKind], Field(description="In which kinds of conversations to look.")
]
MineOnly = Annotated[bool, Field(description="Look only in conversations that the caller is in.")]
Since = Annotated[
    int | None, Field(description="Only from this Unix time on.", ge=0, le=9_999_999_999)
]
Until = Annotated[
    int | None, Field(description="Only up to this Unix time.", ge=0, le=9_999_999_999)
]
WithBots = Annotated[bool, Field(description="Whether bots' messages count.")]


@dataclass(frozen=True, slots=True)
class Hits:
    """What a search found, and the words by which."""

    page: NumberedPage[Message]
    words: Sequence[str]


@dataclass(frozen=True, slots=True)
class FileHits:
    """Files that a search found, the message that each was shared with last, and the words."""

    page: NumberedPage[File]
    places: Mapping[str, tuple[str, str]]
    """Channel and ts, by the file's id."""
    words: Sequence[str]


@dataclass(frozen=True, slots=True)
class AllHits:
    """Messages and files that a search found."""

    messages: Hits
    files: FileHits

    @property
    def pages(self) -> int:
        """How many pages there are until the end of both."""
        return max(self.messages.page.pages, self.files.page.pages)


# Tools look for both, and say which is wanted.
@operation(Effect.READ, scope="search:read", doors=(Surface.REST, Surface.UI))
def messages(
    ctx: Context,
    *,
    query: Asked,
    kinds: Kinds = EVERY_KIND,
    mine_only: MineOnly = False,
    since: Since = None,
    until: Until = None,
    with_bots: WithBots = True,
    sort: Sort = "score",
    direction: Direction = "desc",
    count: PageCount = 20,
    page: PageNumber = 1,
) -> Hits:
    """Search the messages that the caller may see, replies in threads included."""
    asked = queries.parsed(query, today(ctx))
    if asked.is_empty:
        return Hits(NumberedPage((), 0, page, count), ())
    scope = _Scope(kinds, mine_only, since, until, with_bots)
    clauses = Clauses(ctx, asked, scope.rooms(ctx))
    kept = select(Message.__table__).where(*clauses.conditions(), *scope.conditions())
    found = Found(ctx, asked, kept, clauses.rooms)
    start = (page - 1) * count
    rows = found.part(start, count, sort=sort, is_up=direction == "asc")
    return Hits(NumberedPage(rows, found.total, page, count), asked.words)


@operation(Effect.READ, scope="search:read", doors=(Surface.REST, Surface.UI))
def files(
    ctx: Context,
    *,
    query: Asked,
    kinds: Kinds = EVERY_KIND,
    mine_only: MineOnly = False,
    since: Since = None,
    until: Until = None,
    with_bots: WithBots = True,
    sort: Sort = "score",
    direction: Direction = "desc",
    count: PageCount = 20,
    page: PageNumber = 1,
) -> FileHits:
    """Search the files that are shared where the caller may see them.

    Words are looked for in names and in texts; modifiers are about the messages that share them.
    """
    asked = queries.parsed(query, today(ctx))
    if asked.is_empty:
        return FileHits(NumberedPage((), 0, page, count), {}, ())
    scope = _Scope(kinds, mine_only, since, until, with_bots)
    found = _shared(ctx, asked, scope)
    total = ctx.session.execute(select(func.count()).select_from(found.subquery())).scalar_one()
    is_up = direction == "asc"
    latest = func.max(_messages.ts)
    keys: list[ColumnElement[Any]] = [latest.asc() if is_up else latest.desc(), _files.id]
    if sort == "score" and asked.terms:
        keys.insert(0, FILE_WORDS.rank.desc() if is_up else FILE_WORDS.rank.asc())
    ordered = found.order_by(*keys).limit(count).offset((page - 1) * count)
    hits = ctx.session.execute(ordered).all()
    places = {hit.id: (hit.channel_id, hit.latest) for hit in hits}
    rows = plain_rows(ctx.session, File, _BY_IDS, {"ids": list(places)})
    known = {row.id: row for row in rows}
    listed_rows = [known[file_id] for file_id in places]
    return FileHits(NumberedPage(listed_rows, total, page, count), places, asked.words)


# A page has a tab for each of them.
@operation(Effect.READ, scope="search:read", doors=(Surface.REST, Surface.MCP))
def all(
    ctx: Context,
    *,
    query: Asked,
    contents: Annotated[
        Sequence[Literal["messages", "files"]], Field(description="What to look for.", min_length=1)
    ] = ("messages", "files"),
    kinds: Kinds = EVERY_KIND,
    mine_only: MineOnly = False,
    since: Since = None,
    until: Until = None,
    with_bots: WithBots = True,
    sort: Sort = "score",
    direction: Direction = "desc",
    count: PageCount = 20,
    page: PageNumber = 1,
) -> AllHits:
    """Search messages and files at once."""

    def found_by(search: Any, content: str) -> Any:
        return search(
            ctx,
            query=query if content in contents else "",
            kinds=kinds,
            mine_only=mine_only,
            since=since,
            until=until,
            with_bots=with_bots,
            sort=sort,
            direction=direction,
            count=count,
            page=page,
        )

    return AllHits(found_by(messages, "messages"), found_by(files, "files"))


@dataclass(frozen=True, slots=True)
class _Scope:
    """Where to look, beside what the query says."""

    kinds: Sequence[str]
    mine_only: bool
    since: int | None
    until: int | None
    with_bots: bool

    def rooms(self, ctx: Context) -> list[namesakes.Room]:
        there = [room for room in namesakes.rooms(ctx) if room.kind in self.kinds]
        if not self.mine_only:
            return there
        mine = select(_memberships.channel_id).where(_memberships.person_id == ctx.actor.person_id)
        joined = set(ctx.session.execute(mine).scalars())
        return [room for room in there if room.id in joined]

    def conditions(self) -> Iterator[ColumnElement[bool]]:
        if not self.with_bots:
            bots = select(_people.id).where(_people.kind == AccountKind.BOT)
            yield _messages.author_id.not_in(bots)
        if self.since is not None:
            yield _messages.ts >= stamps.of(self.since * 1_000_000)
        if self.until is not None:
            yield _messages.ts < stamps.of((self.until + 1) * 1_000_000)


def _shared(ctx: Context, asked: Query, scope: _Scope) -> Select[Any]:
    """Ids of the files below messages that the query asks for, and where each was shared last."""
    about_files = {key for key in asked.said if key.name == "type"}
    about_messages = Query(
        said={key: said for key, said in asked.said.items() if key not in about_files},
        days=asked.days,
    )
    clauses = Clauses(ctx, about_messages, scope.rooms(ctx))
    found: Any = (
        select(_files.id, _messages.channel_id, func.max(_messages.ts).label("latest"))
        .select_from(MessageFile.__table__)
        .join(File.__table__, _files.id == _attached.file_id)
        .join(
            Message.__table__,
            and_(_messages.channel_id == _attached.channel_id, _messages.ts == _attached.ts),
        )
        .join(FileText.__table__, FileText.__table__.c.file_id == _files.id)
        .where(*clauses.conditions(), *scope.conditions())
        .group_by(_files.id)
    )
    for key in about_files:
        is_one = or_(*(filetypes.of_type(value) for value in asked.said[key]))
        found = found.where(not_(is_one) if key.is_denied else is_one)
    if asked.terms:
        return FILE_WORDS.holding(found, asked.terms, asked.without)
    rest: Select[Any] = found.where(FILE_WORDS.without(asked.without)) if asked.without else found
    return rest


def today(ctx: Context) -> date:
    """The day where the caller is."""
    return ctx.clock.now().astimezone(people.my_zone(ctx)).date()


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
