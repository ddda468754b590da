"""What is new, and of what one is told: tools of the profile ``full``, in the vendor's style."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from workworld.apps.chat import stamps
from workworld.apps.chat.service import (
    choices,
    dnd,
    follows,
    markers,
    presence,
    profiles,
    stars,
    unreads,
)
from workworld.apps.chat.service.choices import Choices
from workworld.apps.chat.service.dnd import Quiet
from workworld.apps.chat.service.follows import Followed
from workworld.apps.chat.service.presence import Presence
from workworld.apps.chat.service.unreads import Unread
from workworld.attempts import Accept, Present
from workworld.context import Context
from workworld.directory import people
from workworld.doors.mcp import Tool
from workworld.emoji import character_of
from workworld.mcp_servers.chat.added import present_done, tool
from workworld.mcp_servers.chat.reading import Reader, envelope
from workworld.mcp_servers.chat.schemas import (
    BOOLEAN,
    CHANNEL,
    CURSOR,
    MESSAGE,
    NUMBER,
    STRING,
    Arguments,
    described,
    given,
    taking,
    texts,
    whole,
)
from workworld.paging import Page

_TO_MESSAGE = taking(channel_id="channel_id", ts="message_ts")
_TO_CHANNEL = taking(channel_id="channel_id")
_USUAL = "channel_not_found, not_in_channel"
_LEVELS = "'all' messages, 'mentions', or 'nothing'"
_MOST = 20


def _tool(
    name: str,
    function: Callable[..., Any],
    description: str,
    properties: Mapping[str, Mapping[str, Any]],
    accept: Accept,
    present: Present = present_done,
    **more: Any,
) -> Tool:
    return tool(
        name, function, description, properties, present, accept, toolset="attention", **more
    )


def _accept_level(_ctx: Context, arguments: Arguments) -> Arguments:
    """The vendor's word for "as everywhere" is ours for nothing said."""
    wanted = given(
        arguments,
        channel_id="channel_id",
        is_muted="muted",
        level="level",
        thread_replies="thread_replies",
    )
    return wanted | ({"level": ""} if wanted.get("level") == "default" else {})


def _accept_choices(_ctx: Context, arguments: Arguments) -> Arguments:
    wanted = given(
        arguments,
        level="level",
        thread_replies="thread_replies",
        keywords="keywords",
        days="days",
        exceptions="exceptions",
    )
    if wanted.get("days") == "always":
        wanted["days"] = ""
    hours = {name: name for name in ("starts", "ends") if name in arguments}
    return wanted | {name: int(arguments[name]) for name in hours}


def _accept_snooze(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"minutes": whole(arguments, "minutes", default=60, most=dnd.LONGEST_MINUTES)}


def _accept_status(_ctx: Context, arguments: Arguments) -> Arguments:
    wanted = given(arguments, status_text="status_text", status_emoji="status_emoji")
    if "status_expiration" in arguments:
        wanted["status_expiration"] = int(arguments["status_expiration"])
    return wanted


def _accept_threads(_ctx: Context, arguments: Arguments) -> Arguments:
    limit = whole(arguments, "limit", default=_MOST, most=_MOST)
    return {**given(arguments, only_unread="only_unread", cursor="cursor"), "limit": limit}


def _accept_unreads(_ctx: Context, arguments: Arguments) -> Arguments:
    most = whole(arguments, "max_messages", default=10, most=50)
    return {"most_messages": most, **given(arguments, with_muted="include_muted")}


def _present_choices(_ctx: Context, found: Choices) -> dict[str, Any]:
    return {
        "level": found.level,
        "thread_replies": found.thread_replies,
        "keywords": [*found.keywords],
        "days": found.days or "always",
        "starts": found.starts,
        "ends": found.ends,
        "exceptions": [*found.exceptions],
    }


def _present_presence(_ctx: Context, found: Presence) -> dict[str, str]:
    lines = [f"Presence: {'active' if found.is_active else 'away'}"]
    sign = character_of(found.emoji) or f":{found.emoji}:"
    lines += [f"Status: {sign} {found.text}".rstrip()] if found.emoji else []
    return {"result": "\n".join([*lines, "Notifications paused"] if found.is_snoozing else lines)}


def _present_quiet(ctx: Context, found: Quiet) -> dict[str, str]:
    said = "Notifications come." if not found.is_quiet else "No notifications just now."
    if found.snoozed_until is not None:
        moment = stamps.moment(stamps.padded(str(found.snoozed_until)))
        said += f" Paused until {moment.astimezone(people.my_zone(ctx)):%Y-%m-%d %H:%M %Z}."
    return {"result": said}


def _present_threads(_ctx: Context, page: Page[Followed]) -> dict[str, str]:
    lines = [
        f"{each.channel_id} {each.root_ts}: latest reply {each.latest_reply}"
        f"{', unread' if each.is_unread else ''}"
        for each in page.items
    ]
    text = "\n".join(lines) or "No threads found."
    return envelope("threads", text, page, "threads to list")


def _present_unreads(ctx: Context, found: Sequence[Unread]) -> dict[str, str]:
    blocks = [_block(ctx, each) for each in found]
    return {"unreads": "\n\n".join(blocks) or "Nothing is unread."}


def _block(ctx: Context, each: Unread) -> str:
    reader = Reader(ctx, each.messages)
    called = f", {each.news.mentions} mentions" if each.news.mentions else ""
    head = f"Channel: {each.channel.id}{called}{', more than shown' if each.has_more else ''}"
    return "\n\n".join([head, *(reader.in_channel(row) for row in each.messages)])


_STATUS = {
    "status_text": described(STRING, "At most 100 characters; empty clears it."),
    "status_emoji": described(STRING, "Name of an emoji, such as palm_tree; empty clears it."),
    "status_expiration": described(NUMBER, "When it ends, in Unix seconds; 0 for never."),
}

TOOLS = (
    _tool(
        "list_unreads",
        unreads.list,
        "Read what is unread in the channels of the person you act for, those first where they "
        "are mentioned. It marks nothing as read.",
        {
            "max_messages": described(NUMBER, "Newest messages of each channel, at most 50."),
            "include_muted": described(BOOLEAN, "Muted channels too. Default false."),
        },
        _accept_unreads,
        _present_unreads,
        required=(),
    ),
    _tool(
        "mark_read",
        markers.mark,
        f"Mark a channel as read up to a message. Errors: {_USUAL}, invalid_timestamp.",
        MESSAGE,
        _TO_MESSAGE,
        idempotent=True,
    ),
    _tool(
        "mark_unread",
        markers.mark_unread,
        f"Mark a channel as unread from a message on. Errors: {_USUAL}, message_not_found.",
        MESSAGE,
        _TO_MESSAGE,
        idempotent=True,
    ),
    _tool(
        "mark_thread_unread",
        follows.mark_unread,
        "Mark a thread as unread from a reply on, and follow it. "
        f"Errors: {_USUAL}, message_not_found, thread_not_found.",
        MESSAGE,
        _TO_MESSAGE,
        idempotent=True,
    ),
    _tool(
        "list_threads",
        follows.list,
        "List the threads that the person you act for follows, the liveliest first: channel id, "
        "the parent's Message TS, and whether there is something new.",
        {
            "only_unread": described(BOOLEAN, "Only those with new replies. Default false."),
            "limit": described(NUMBER, "Threads a page, at most 20. Default 20."),
            "cursor": CURSOR,
        },
        _accept_threads,
        _present_threads,
        required=(),
    ),
    _tool(
        "follow_thread",
        follows.follow,
        f"Follow a thread, to be told of its replies. Errors: {_USUAL}, message_not_found.",
        MESSAGE,
        _TO_MESSAGE,
        idempotent=True,
    ),
    _tool(
        "unfollow_thread",
        follows.unfollow,
        f"Be told of a thread's replies no more. Errors: {_USUAL}, message_not_found.",
        MESSAGE,
        _TO_MESSAGE,
        idempotent=True,
    ),
    _tool(
        "star_channel",
        stars.add,
        f"Star a channel, so that it stands first. Errors: {_USUAL}, already_starred.",
        CHANNEL,
        _TO_CHANNEL,
    ),
    _tool(
        "unstar_channel",
        stars.remove,
        f"Take the star of a channel away. Errors: {_USUAL}, not_starred.",
        CHANNEL,
        _TO_CHANNEL,
        destructive=True,
    ),
    _tool(
        "set_channel_notifications",
        choices.set_for_channel,
        "Choose how much one channel matters to the person you act for; whatever is left out "
        f"stays as it is. Errors: {_USUAL}.",
        {
            **CHANNEL,
            "muted": described(BOOLEAN, "Whether only direct mentions count."),
            "level": described(STRING, f"Of what to tell: {_LEVELS}; 'default' as elsewhere."),
            "thread_replies": described(BOOLEAN, "Whether to tell of replies in threads."),
        },
        _accept_level,
        required=("channel_id",),
        idempotent=True,
    ),
    _tool(
        "read_notification_settings",
        choices.info,
        "Read of what the person you act for is told, in which hours, and by which keywords.",
        {},
        taking(),
        _present_choices,
    ),
    _tool(
        "set_notification_settings",
        choices.set,
        "Choose of what the person you act for is told; whatever is left out stays as it is. "
        "Errors: invalid_arguments, user_not_found.",
        {
            "level": described(STRING, f"Of what to tell: {_LEVELS}."),
            "thread_replies": described(BOOLEAN, "Whether to tell of replies in threads."),
            "keywords": texts("Words that count as a mention; they replace the present ones."),
            "days": described(
                STRING, "When notices may come: 'always', 'weekdays' or 'every' day."
            ),
            "starts": described(NUMBER, "From which minute of the day on, such as 540 for 9:00."),
            "ends": described(NUMBER, "Until which minute of the day, such as 1080 for 18:00."),
            "exceptions": texts("Ids of people whose messages come through all the same."),
        },
        _accept_choices,
        _present_choices,
        required=(),
        destructive=True,
        idempotent=True,
    ),
    _tool(
        "get_presence",
        presence.get,
        "Look up whether somebody is active, and their status. Error: user_not_found.",
        {"user_id": described(STRING, "Id of the person, such as U0123456789.")},
        taking(user_id="user_id"),
        _present_presence,
    ),
    _tool(
        "set_presence",
        presence.set,
        "Set the person you act for away, or go by their working hours again.",
        {"presence": described(STRING, "'away' or 'auto'.")},
        taking(presence="presence"),
        idempotent=True,
    ),
    _tool(
        "set_status",
        profiles.update,
        "Say what the person you act for is up to, for colleagues to read beside their name; "
        "whatever is left out stays as it is. Error: invalid_profile.",
        _STATUS,
        _accept_status,
        required=(),
        destructive=True,
        idempotent=True,
    ),
    _tool(
        "read_dnd",
        dnd.info,
        "Look up whether somebody wants notifications just now; without user_id, the person you "
        "act for. Error: user_not_found.",
        {"user_id": described(STRING, "Id of the person, such as U0123456789.")},
        taking(user_id="user_id"),
        _present_quiet,
        required=(),
    ),
    _tool(
        "pause_notifications",
        dnd.snooze,
        "Pause the notifications of the person you act for, for some minutes.",
        {"minutes": described(NUMBER, "For how long, at most 43,200.")},
        _accept_snooze,
        _present_quiet,
    ),
    _tool(
        "resume_notifications",
        dnd.wake,
        "Have notifications again before the pause is over. Error: snooze_not_active.",
        {},
        taking(),
        _present_quiet,
    ),
)
