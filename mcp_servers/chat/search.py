"""Searching messages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from workworld.apps.chat import wire
from workworld.apps.chat.file_shapes import permalink
from workworld.apps.chat.models import Message
from workworld.apps.chat.service import channels, search
from workworld.apps.chat.service.search import AllHits, FileHits, Hits
from workworld.context import Context
from workworld.directory import people
from workworld.doors.mcp import Tool
from workworld.errors import Invalid
from workworld.mcp_servers.chat.reading import Reader, envelope
from workworld.mcp_servers.chat.schemas import (
    BOOLEAN,
    CURSOR,
    FORMAT,
    NUMBER,
    STRING,
    Arguments,
    described,
    is_concise,
    require_format,
    texts,
    whole,
)
from workworld.paging import Page, decode_cursor, encode_cursor

_MOST = 20
_PROPERTIES: dict[str, dict[str, Any]] = {
    "query": described(
        STRING,
        'Words that must all occur, "exact phrase", -without, beginning*, and modifiers: '
        "in:<#C…>, in:name, in:<@U…>, from:<@U…>, from:name, with:<@U…>, to:me, "
        "has:link|file|pin|reaction|image|code, has::emoji:, hasmy::emoji:, "
        "is:thread|dm|saved|unread|starred|pinned|bot, "
        "type:pdf|sheet|image|snippet|doc, before:, after:, on: (YYYY-MM-DD), during:month. A "
        "modifier repeated means either (with and has: both); - denies it.",
    ),
    "keywords": texts("Words, every one of which must occur; instead of query."),
    "filters": described(STRING, "Modifiers as in query; beside keywords."),
    "natural_language_query": described(
        STRING, "What is sought, in a sentence. Only beside keywords or filters, which decide."
    ),
    "content_types": described(STRING, "Comma-separated: 'messages' (default), 'files'."),
    "context_channel_id": described(STRING, "The channel from which you ask. No effect."),
    "cursor": CURSOR,
    "limit": described(NUMBER, "Results a page, at most 20. Default 20."),
    "after": described(STRING, "Only messages from this Unix time on."),
    "before": described(STRING, "Only messages up to this Unix time."),
    "include_bots": described(BOOLEAN, "Include messages of bots. Default false."),
    "sort": described(STRING, "'score' (default) or 'timestamp'."),
    "sort_dir": described(STRING, "'desc' (default) or 'asc'."),
    "response_format": FORMAT,
    "include_context": described(
        BOOLEAN, "Show the messages before and after each result. Default true."
    ),
    "max_context_length": described(NUMBER, "Cut each message of the context to this length."),
    "only_my_channels": described(BOOLEAN, "Only channels that you are in. Default false."),
}


def _accept_public(ctx: Context, arguments: Arguments) -> Arguments:
    return {**_accept(ctx, arguments), "kinds": ["public"]}


def _accept_all(ctx: Context, arguments: Arguments) -> Arguments:
    types = arguments.get("channel_types") or "public_channel,private_channel,mpim,im"
    return {**_accept(ctx, arguments), "kinds": wire.kinds_of(types)}


def _accept(_ctx: Context, arguments: Arguments) -> dict[str, Any]:
    require_format(arguments, "detailed", "concise")
    text = _text(arguments)
    bounds = {"since": "after", "until": "before"}
    cursor = arguments.get("cursor")
    return {
        "query": text,
        "contents": _contents(arguments.get("content_types") or "messages"),
        "mine_only": arguments.get("only_my_channels", False),
        "with_bots": arguments.get("include_bots", False),
        "sort": arguments.get("sort", "score"),
        "direction": arguments.get("sort_dir", "desc"),
        "count": whole(arguments, "limit", default=_MOST, most=_MOST),
        "page": int(decode_cursor(_listing(arguments), cursor)) if cursor else 1,
        **{ours: arguments[theirs] for ours, theirs in bounds.items() if arguments.get(theirs)},
    }


def _text(arguments: Arguments) -> str:
    parts = [arguments.get("query", ""), *arguments.get("keywords", ())]
    text = " ".join([*parts, arguments.get("filters", "")]).strip()
    if not text:
        raise Invalid("invalid_arguments", "Give a query, or keywords, or filters.")
    return text


def _contents(types: str) -> list[str]:
    names = [name.strip() for name in types.split(",")]
    if unknown := [name for name in names if name not in ("messages", "files")]:
        raise Invalid("invalid_arguments", f"content_types: unknown {', '.join(unknown)}")
    return names


def _listing(arguments: Arguments) -> str:
    return f"search {_text(arguments)} {arguments.get('content_types') or 'messages'}"


def _present(ctx: Context, hits: AllHits) -> dict[str, str]:
    blocks = [*_messages(ctx, hits.messages), *_files(ctx, hits.files)]
    number = hits.messages.page.number
    following = None
    if number < hits.pages:
        following = encode_cursor(_listing(ctx.request.arguments), str(number + 1))
    text = "\n\n".join(blocks) or "No results found."
    return envelope("results", text, Page(blocks, following), "results")


def _messages(ctx: Context, hits: Hits) -> Iterator[str]:
    rows, found = hits.page.items, hits.page
    names = channels.visible_labels(ctx, sorted({row.channel_id for row in rows}))
    shown = _Shown(ctx, rows)
    for number, row in enumerate(rows, (found.number - 1) * found.size + 1):
        yield (
            f"### Result {number} of {found.total}\nChannel: {names[row.channel_id]} "
            f"({row.channel_id})\n{shown.lines(row)}"
        )


def _files(ctx: Context, hits: FileHits) -> Iterator[str]:
    rows, found = hits.page.items, hits.page
    names = channels.visible_labels(ctx, sorted({place[0] for place in hits.places.values()}))
    owners = people.by_ids(ctx.session, {row.uploader_id for row in rows})
    for number, row in enumerate(rows, (found.number - 1) * found.size + 1):
        channel_id, ts = hits.places[row.id]
        lines = [
            f"### File {number} of {found.total}",
            f"Title: {row.title} (ID: {row.id})",
            f"Type: {row.mime}, {row.size} bytes",
            f"From: {owners[row.uploader_id].name} (ID: {row.uploader_id})",
            f"Channel: {names[channel_id]} ({channel_id})",
            f"Message_ts: {ts}",
        ]
        if not is_concise(ctx):
            lines.append(f"Permalink: {permalink(ctx, row)}")
        yield "\n".join(lines)


class _Shown:
    """What results show, looked up for all of a channel's at once."""

    def __init__(self, ctx: Context, rows: Sequence[Message]) -> None:
        self._ctx = ctx
        with_context = ctx.request.arguments.get("include_context", True) and not is_concise(ctx)
        self._near = {_key(row): search.around(ctx, row) for row in rows if with_context}
        near = [each for pair in self._near.values() for each in pair if each is not None]
        self._readers = _readers(ctx, [*rows, *near])
        self._people = people.by_ids(ctx.session, {row.author_id for row in rows})

    def lines(self, row: Message) -> str:
        """A result, and what stands before and after it."""
        author, reader = self._people[row.author_id], self._readers[row.channel_id]
        lines = [
            f"From: {author.name} (ID: {author.id})",
            f"Time: {reader.time(row)}",
            f"Message_ts: {row.ts}",
        ]
        if not is_concise(self._ctx):
            lines.append(f"Permalink: {wire.permalink(self._ctx, row)}")
        lines.append("Text: " + "\n".join(reader.text(row)))
        return "\n".join([*lines, *self._context(row)])

    def _context(self, row: Message) -> Iterator[str]:
        longest = self._ctx.request.arguments.get("max_context_length")
        reader = self._readers[row.channel_id]
        for where, near in zip(("before", "after"), self._near.get(_key(row), ()), strict=False):
            if near is not None:
                said = "\n".join(reader.text(near))
                said = said if longest is None else said[: max(0, int(longest))]
                yield f"Context {where}: {reader.author(near)}: {said}"


def _readers(ctx: Context, rows: Sequence[Message]) -> dict[str, Reader]:
    by_channel: dict[str, dict[str, Message]] = {}
    for row in rows:
        by_channel.setdefault(row.channel_id, {})[row.ts] = row
    return {name: Reader(ctx, list(mine.values())) for name, mine in by_channel.items()}


def _key(row: Message) -> tuple[str, str]:
    return row.channel_id, row.ts


PUBLIC = Tool(
    "slack_search_public",
    search.all,
    "Search messages and files in public channels. Give either query, or keywords and "
    "filters. Answers JSON "
    "with the results as text and a sentence that carries the next cursor. The current user's "
    "user_id is {user_id}.",
    _PROPERTIES,
    (),
    _accept_public,
    _present,
    title="Search public channels",
    toolset="search",
)
ALL = Tool(
    "slack_search_public_and_private",
    search.all,
    "Search messages and files in public channels, and in the private ones and direct messages "
    "that you are in. Get the user's consent before you search what is not public. Give either "
    "query, or keywords and filters. "
    "Answers JSON with the results as text and a sentence that carries the next cursor. The "
    "current user's user_id is {user_id}.",
    _PROPERTIES
    | {
        "channel_types": described(
            STRING, "Comma-separated: public_channel, private_channel, mpim, im. Default is all."
        )
    },
    (),
    _accept_all,
    _present,
    title="Search public and private channels",
    toolset="search",
)
