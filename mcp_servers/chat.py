"""Chat over MCP: the tools of Slack's hosted server, https://docs.slack.dev/ai/mcp-server.

Names, parameters and result envelopes are the vendor's; descriptions are ours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from workworld.apps.chat import mrkdwn, stamps, wire
from workworld.apps.chat.models import Channel, Message
from workworld.apps.chat.service import attachments, channels, links, messages, threads
from workworld.context import Context
from workworld.directory import people
from workworld.doors.mcp import Tool, ToolTable
from workworld.errors import Invalid
from workworld.links.addresses import rendered
from workworld.mcp_servers.chat_files import FILE_TOOLS
from workworld.paging import Page

Arguments = Mapping[str, Any]

_MOST_LISTED = 200
_MOST_FOUND = 20

_STRING = {"type": "string"}
_NUMBER = {"type": "number"}
_BOOLEAN = {"type": "boolean"}


def _described(kind: Mapping[str, str], description: str) -> dict[str, str]:
    return {**kind, "description": description}


_CHANNEL_ID = _described(_STRING, "Id of the channel, such as C0123456789.")
_THREAD_TS = _described(_STRING, "Message TS of the thread's parent, to reply in that thread.")
_OLDEST = _described(_STRING, "Only messages after this Unix time or Message TS.")
_LATEST = _described(_STRING, "Only messages before this Unix time or Message TS.")
_CURSOR = _described(_STRING, "The cursor from the previous page's pagination_info.")
_FORMAT = _described(_STRING, "'detailed' (default) or 'concise'.")

INSTRUCTIONS = """\
Team chat of the company you work for, as the person you act for. Channels are addressed by id \
(C…), people by user id (U…), messages by channel id and Message TS (seconds.micros, a string). \
Find a channel's id with slack_search_channels or slack_list_user_channels before you read or \
post. A thread is addressed by its parent's Message TS. Errors start with a code such as \
channel_not_found, not_in_channel or is_archived."""


def _accept_send(_ctx: Context, arguments: Arguments) -> Arguments:
    given = {
        "channel_id": arguments["channel_id"],
        "text": mrkdwn.from_markdown(arguments["message"]),
        "reply_broadcast": arguments.get("reply_broadcast", False),
    }
    if "thread_ts" in arguments:
        given["thread_ts"] = arguments["thread_ts"]
    return given


def _present_sent(ctx: Context, row: Message) -> dict[str, Any]:
    base = people.app_url(ctx, "chat")
    link = f"{base}/archives/{row.channel_id}/p{stamps.digits(row.ts)}"
    if row.thread_ts:
        link += f"?thread_ts={row.thread_ts}&cid={row.channel_id}"
    return {
        "message_link": link,
        "message_context": {"message_ts": row.ts, "channel_id": row.channel_id},
    }


def _bounds(arguments: Arguments) -> dict[str, Any]:
    return {name: arguments[name] for name in ("oldest", "latest", "cursor") if arguments.get(name)}


def _accept_read_channel(_ctx: Context, arguments: Arguments) -> Arguments:
    _require_format(arguments, "detailed", "concise")
    limit = _whole(arguments, "limit", default=100, most=100)
    return {"channel_id": arguments["channel_id"], "limit": limit, **_bounds(arguments)}


def _present_channel(ctx: Context, page: Page[Message]) -> dict[str, str]:
    channel = channels.known(ctx, _asked(ctx, "channel_id"))
    reader = _Reader(ctx, page.items)
    blocks = [f"Channel: #{channel.name} ({channel.id})"]
    blocks += [reader.in_channel(row) for row in page.items]
    if not page.items:
        blocks.append("There are no messages here.")
    return _envelope("messages", "\n\n".join(blocks), page, "in this channel")


def _accept_read_thread(_ctx: Context, arguments: Arguments) -> Arguments:
    _require_format(arguments, "detailed", "concise")
    return {
        "channel_id": arguments["channel_id"],
        "ts": arguments["message_ts"],
        "limit": _whole(arguments, "limit", default=100, most=1000),
        **_bounds(arguments),
    }


def _present_thread(ctx: Context, page: Page[Message]) -> dict[str, str]:
    parent, *replies = page.items
    reader = _Reader(ctx, page.items)
    thread = threads.below(ctx, parent.channel_id, [parent.ts]).get(parent.ts)
    total = thread.reply_count if thread else 0
    blocks = ["=== THREAD PARENT MESSAGE ===\n" + reader.in_thread(parent)]
    blocks.append(f"=== THREAD REPLIES ({total} total) ===")
    for number, row in enumerate(replies, threads.place_in_thread(ctx, replies)):
        blocks.append(f"--- Reply {number} of {total} ---\n" + reader.in_thread(row))
    return _envelope("messages", "\n\n".join(blocks), page, "in this thread")


class _Reader:
    """Writes messages down for one caller: names resolved, times in their zone."""

    def __init__(self, ctx: Context, rows: Sequence[Message]) -> None:
        self._ctx = ctx
        self._files = attachments.below(ctx, rows)
        self._people = people.by_ids(ctx.session, {row.author_id for row in rows})
        self._zone = people.zone_of(people.me(ctx))
        self._concise = ctx.request.arguments.get("response_format") == "concise"
        self._threads = (
            threads.below(ctx, rows[0].channel_id, [row.ts for row in rows]) if rows else {}
        )

    def in_channel(self, row: Message) -> str:
        author = self._people[row.author_id]
        address = "" if self._concise else f" <{author.email}>"
        head = f"=== Message from {author.name}{address} ({author.id}) at {self._time(row)} ==="
        lines = [head, f"Message TS: {row.ts}", *self._text(row)]
        thread = self._threads.get(row.ts)
        if not self._concise:
            if row.thread_ts:
                lines.append(f"Also sent from the thread: {row.thread_ts}")
            if thread:
                lines.append(f"Thread: {thread.reply_count} replies (Message TS: {row.ts})")
        return "\n".join(lines)

    def in_thread(self, row: Message) -> str:
        author = self._people[row.author_id]
        return "\n".join(
            [
                f"From: {author.name} ({author.id})",
                f"Time: {self._time(row)}",
                f"Message TS: {row.ts}",
                *self._text(row),
            ]
        )

    def _text(self, row: Message) -> list[str]:
        """The text, and a line for each link that leads to something the caller may see."""
        cards = [
            f"[{card.kind}] {card.title}: {card.subtitle} ({card.url})"
            for card in links.cards_of(self._ctx, row)
        ]
        files = [
            f"[File] {file.title} ({file.id}, {file.mime}, {file.size} bytes)"
            for file in self._files.get(row.ts, ())
        ]
        return [rendered(self._ctx, row.text), *files, *cards]

    def _time(self, row: Message) -> str:
        return f"{stamps.moment(row.ts).astimezone(self._zone):%Y-%m-%d %H:%M:%S %Z}"


def _accept_search_channels(_ctx: Context, arguments: Arguments) -> Arguments:
    _require_format(arguments, "detailed", "concise")
    query = str(arguments.get("query", "")).lstrip("#")
    words = [*query.split(), *arguments.get("keywords", ())]
    return {
        "kinds": wire.kinds_of(arguments.get("channel_types") or "public_channel"),
        "words": words,
        "exclude_archived": not arguments.get("include_archived", False),
        "limit": _whole(arguments, "limit", default=_MOST_FOUND, most=_MOST_FOUND),
        "cursor": arguments.get("cursor", ""),
    }


def _present_found(ctx: Context, page: Page[Channel]) -> dict[str, str]:
    concise = ctx.request.arguments.get("response_format") == "concise"
    blocks = [
        f"### Result {number} of {len(page.items)}\n{_channel_lines(row, concise=concise)}"
        for number, row in enumerate(page.items, 1)
    ]
    text = "\n\n".join(blocks) or "No channels found."
    return _envelope("results", text, page, "to list")


def _accept_my_channels(ctx: Context, arguments: Arguments) -> Arguments:
    _require_format(arguments, "full", "names_only", "ids_only", key="format")
    prefix = str(arguments.get("name_prefix", "")).lstrip("#")
    return {
        "kinds": wire.kinds_of(arguments.get("types") or "public_channel,private_channel"),
        "member_id": ctx.actor.person_id,
        "exclude_archived": arguments.get("exclude_archived", False),
        "name_prefix": prefix,
        "limit": _whole(arguments, "limit", default=50, most=_MOST_LISTED),
        "cursor": "" if prefix else arguments.get("cursor", ""),
    }


def _present_my_channels(ctx: Context, page: Page[Channel]) -> dict[str, str]:
    form = ctx.request.arguments.get("format", "full")
    if form == "names_only":
        text = "\n".join(f"#{row.name}" for row in page.items)
    elif form == "ids_only":
        text = "\n".join(row.id for row in page.items)
    else:
        text = "\n\n".join(_channel_lines(row, concise=False) for row in page.items)
    answer = _envelope("channels", text or "No channels found.", page, "to list")
    if page.has_more and ctx.request.arguments.get("name_prefix"):
        # The vendor ignores cursors here, so to give one out would send an agent in circles.
        answer["pagination_info"] = "There are more channels. Give a longer name_prefix."
    return answer


def _channel_lines(row: Channel, *, concise: bool) -> str:
    lines = [f"Name: #{row.name} ({row.id})"]
    if not concise:
        lines.append(f"Type: {row.kind}_channel")
        lines += [f"Topic: {row.topic}"] if row.topic else []
        lines += [f"Purpose: {row.purpose}"] if row.purpose else []
    lines.append(f"Is Archived: {'true' if row.is_archived else 'false'}")
    return "\n".join(lines)


def _envelope(name: str, text: str, page: Page[Any], where: str) -> dict[str, str]:
    what = "messages" if name == "messages" else "channels"
    info = f"There are no more {what} {where}."
    if page.next_cursor:
        info = f"There are more {what} {where}. Pass cursor: {page.next_cursor}"
    return {name: text, "pagination_info": info}


def _asked(ctx: Context, name: str) -> str:
    return cast(str, ctx.request.arguments[name])


def _require_format(arguments: Arguments, *allowed: str, key: str = "response_format") -> None:
    if arguments.get(key, allowed[0]) not in allowed:
        raise Invalid("invalid_arguments", f"{key} is one of: {', '.join(allowed)}")


def _whole(arguments: Arguments, name: str, *, default: int, most: int) -> int:
    value = arguments.get(name, default)
    if not 1 <= value <= most or value != int(value):
        raise Invalid("invalid_arguments", f"{name} is a whole number from 1 to {most}")
    return int(value)


TABLE = ToolTable(
    app_id="chat",
    title="Chat",
    instructions=INSTRUCTIONS,
    tools=(
        Tool(
            "slack_send_message",
            messages.post,
            "Send a message to a channel, or a reply to a thread, as the person you act for. "
            "The message is standard Markdown (**bold**, _italic_, ~~strike~~, `code`, "
            "[label](url)); mention a person with <@U…>. People see it at once and it cannot be "
            "unsent. Returns a link and the Message TS. Errors: channel_not_found, "
            "not_in_channel, is_archived, restricted_action (only admins may post there), "
            "no_text, msg_too_long, thread_not_found.",
            {
                "channel_id": _CHANNEL_ID,
                "message": _described(_STRING, "The text, in standard Markdown."),
                "thread_ts": _THREAD_TS,
                "reply_broadcast": _described(
                    _BOOLEAN, "With thread_ts: show the reply in the channel as well."
                ),
            },
            ("channel_id", "message"),
            _accept_send,
            _present_sent,
            names={"text": "message"},
            title="Send message",
            toolset="messages",
        ),
        Tool(
            "slack_read_channel",
            messages.history,
            "Read a channel's messages, newest first, without thread replies (use "
            "slack_read_thread for those). Answers JSON with the messages as text and a "
            "sentence that carries the next cursor. Error: channel_not_found.",
            {
                "channel_id": _CHANNEL_ID,
                "limit": _described(_NUMBER, "Messages a page, 1 to 100. Default 100."),
                "cursor": _CURSOR,
                "latest": _LATEST,
                "oldest": _OLDEST,
                "response_format": _FORMAT,
            },
            ("channel_id",),
            _accept_read_channel,
            _present_channel,
            title="Read channel",
            toolset="messages",
        ),
        Tool(
            "slack_read_thread",
            messages.replies,
            "Read a thread: the parent message, then its replies, oldest first. Errors: "
            "channel_not_found, thread_not_found.",
            {
                "channel_id": _CHANNEL_ID,
                "message_ts": _described(_STRING, "Message TS of the thread's parent."),
                "limit": _described(_NUMBER, "Replies a page, 1 to 1000. Default 100."),
                "cursor": _CURSOR,
                "latest": _LATEST,
                "oldest": _OLDEST,
                "response_format": _FORMAT,
            },
            ("channel_id", "message_ts"),
            _accept_read_thread,
            _present_thread,
            names={"ts": "message_ts"},
            title="Read thread",
            toolset="messages",
        ),
        Tool(
            "slack_search_channels",
            channels.list,
            "Find channels by words in their name, topic or purpose; every word must occur. "
            "Answers names, ids, topics and purposes. Archived channels are left out unless "
            "asked for.",
            {
                "query": _described(_STRING, "Words to look for, such as 'deploys'."),
                "keywords": {
                    "type": "array",
                    "items": {"type": "string"},
                    "description": "Further words; every one must occur.",
                },
                "channel_types": _described(
                    _STRING, "Comma-separated: public_channel (default), private_channel."
                ),
                "cursor": _CURSOR,
                "limit": _described(_NUMBER, "Channels a page, at most 20. Default 20."),
                "include_archived": _described(_BOOLEAN, "Include archived channels."),
                "response_format": _FORMAT,
            },
            (),
            _accept_search_channels,
            _present_found,
            title="Search channels",
            toolset="channels",
        ),
        Tool(
            "slack_list_user_channels",
            channels.list,
            "List the channels that the person you act for is in.",
            {
                "types": _described(
                    _STRING,
                    "Comma-separated: public_channel, private_channel. Default is both.",
                ),
                "name_prefix": _described(_STRING, "Only channels whose name begins so."),
                "exclude_archived": _described(_BOOLEAN, "Leave archived channels out."),
                "limit": _described(_NUMBER, "Channels a page, at most 200. Default 50."),
                "cursor": _described(
                    _STRING, "The cursor from pagination_info. Ignored with name_prefix."
                ),
                "format": _described(_STRING, "'full' (default), 'names_only' or 'ids_only'."),
            },
            (),
            _accept_my_channels,
            _present_my_channels,
            title="List the user's channels",
            toolset="channels",
        ),
        *FILE_TOOLS,
    ),
)
