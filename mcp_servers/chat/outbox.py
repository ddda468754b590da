"""What is not sent yet, drafts and scheduled messages, and reminders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.chat import mrkdwn
from workworld.apps.chat.models import Draft, Reminder, ScheduledMessage
from workworld.apps.chat.service import drafts, reminders, scheduled
from workworld.apps.chat.service.drafts import Unsent
from workworld.clock import from_microseconds
from workworld.context import Context
from workworld.directory import people
from workworld.doors.mcp import FULL, Tool
from workworld.errors import Invalid
from workworld.links.addresses import rendered
from workworld.mcp_servers.chat.added import present_done
from workworld.mcp_servers.chat.messages import present_sent
from workworld.mcp_servers.chat.schemas import (
    BOOLEAN,
    CHANNEL_ID,
    CURSOR,
    NUMBER,
    STRING,
    Arguments,
    described,
    given,
    taking,
    whole,
)
from workworld.paging import Page

_SOONEST = 120
_SECOND = 1_000_000
_MESSAGE = described(STRING, "The text, in standard Markdown.")
_THREAD = described(STRING, "Message TS of the thread's parent, to reply in that thread.")
_POST_AT = described(NUMBER, "Unix time in seconds, 2 minutes to 120 days ahead.")
_SCHEDULED = described(STRING, "Id of the scheduled message, such as Q0123456789.")
_DRAFT = described(STRING, "Id of the draft, such as Dr0123456789.")
_REMINDER = described(STRING, "Id of the reminder, such as Rm0123456789.")


def _accept_draft(_ctx: Context, arguments: Arguments) -> Arguments:
    return {
        "channel_id": arguments["channel_id"],
        "text": mrkdwn.from_markdown(arguments["message"]),
        **given(arguments, thread_ts="thread_ts"),
    }


def _present_draft(ctx: Context, row: Draft) -> dict[str, str]:
    root = people.app_url(ctx, "chat")
    path = f"/c/{row.channel_id}" + (f"/t/{row.thread_ts}" if row.thread_ts else "")
    return {"channel_link": f"{root}{path}", "draft_id": row.id}


def _accept_schedule(ctx: Context, arguments: Arguments) -> Arguments:
    return {
        **_accept_draft(ctx, arguments),
        "post_at": _time(ctx, arguments["post_at"]),
        "reply_broadcast": arguments.get("reply_broadcast", False),
    }


def _time(ctx: Context, post_at: float) -> int:
    """The time of a message to come; the hosted server wants two minutes at least."""
    if post_at < ctx.clock.now_us() // _SECOND + _SOONEST:
        raise Invalid("time_in_past", "post_at is at least 2 minutes from now, in Unix seconds.")
    return int(post_at)


def _present_scheduled(ctx: Context, row: ScheduledMessage) -> dict[str, Any]:
    return {
        "scheduled_message_id": row.id,
        "channel_id": row.channel_id,
        "post_at": row.post_at,
        "post_at_local": _local(ctx, row.post_at),
    }


def _accept_edit(ctx: Context, arguments: Arguments) -> Arguments:
    changed: dict[str, Any] = {"scheduled_id": arguments["scheduled_message_id"]}
    if "message" in arguments:
        changed["text"] = mrkdwn.from_markdown(arguments["message"])
    if "post_at" in arguments:
        changed["post_at"] = _time(ctx, arguments["post_at"])
    if "priority" in arguments or "ask_for_acknowledgement" in arguments:
        changed["priority"] = {
            "level": arguments.get("priority", "standard"),
            "asks_for_acknowledgement": arguments.get("ask_for_acknowledgement", False),
        }
    return changed


def _accept_list(_ctx: Context, arguments: Arguments) -> Arguments:
    limit = whole(arguments, "limit", default=100, most=100)
    names = {"channel_id": "channel_id", "cursor": "cursor", "with_failed": "include_failed"}
    return {"limit": limit, **given(arguments, **names)}


def _present_list(ctx: Context, page: Page[ScheduledMessage]) -> dict[str, str]:
    lines = [
        f"{row.id} to {row.channel_id} at {_local(ctx, row.post_at)}"
        f"{f' (not sent: {row.reason})' if row.reason else ''}: {rendered(ctx, row.text)}"
        for row in page.items
    ]
    more = f"Next cursor: {page.next_cursor}" if page.next_cursor else "There are no more."
    return {"scheduled_messages": "\n".join(lines) or "None.", "pagination_info": more}


def _accept_new_text(_ctx: Context, arguments: Arguments) -> Arguments:
    text = mrkdwn.from_markdown(arguments["message"])
    return {"draft_id": arguments["draft_id"], "text": text}


def _present_drafts(ctx: Context, found: Sequence[Unsent]) -> dict[str, str]:
    lines = [
        f"{each.draft_id or 'typed'} in {each.channel_id}"
        f"{f', thread {each.thread_ts}' if each.thread_ts else ''}: {rendered(ctx, each.text)}"
        for each in found
    ]
    return {"drafts": "\n".join(lines) or "None."}


def _present_reminder(ctx: Context, row: Reminder) -> dict[str, Any]:
    again = {"recurrence": row.recurrence} if row.recurrence else {}
    return {"reminder_id": row.id, "text": row.text, "time": _local(ctx, row.due), **again}


def _present_reminders(ctx: Context, rows: Sequence[Reminder]) -> dict[str, str]:
    lines = [_reminder_line(ctx, row) for row in rows]
    return {"reminders": "\n".join(lines) or "None."}


def _reminder_line(ctx: Context, row: Reminder) -> str:
    again = f", {row.recurrence}" if row.recurrence else ""
    done = " (complete)" if row.completed else ""
    return f"{row.id} for {row.person_id} at {_local(ctx, row.due)}{again}: {row.text}{done}"


def _local(ctx: Context, seconds: int) -> str:
    moment = from_microseconds(seconds * _SECOND).astimezone(people.my_zone(ctx))
    return f"{moment:%Y-%m-%d %H:%M:%S %Z}"


SEND_DRAFT = Tool(
    "slack_send_message_draft",
    drafts.create,
    "Lay a draft into a channel's composer, or a thread's, where the person you act for finds it "
    "and can send it. Nobody else sees it. A place holds one draft. Returns a link to it. Errors: "
    "channel_not_found, not_in_channel, is_archived, draft_already_exists, no_text, msg_too_long, "
    "thread_not_found.",
    {"channel_id": CHANNEL_ID, "message": _MESSAGE, "thread_ts": _THREAD},
    ("channel_id", "message"),
    _accept_draft,
    _present_draft,
    names={"text": "message"},
    title="Draft message",
    toolset="messages",
)
SCHEDULE = Tool(
    "slack_schedule_message",
    scheduled.add,
    "Schedule a message to a channel, or a reply to a thread, as the person you act for. It is "
    "sent at that time if they may post there then. Returns its id and time. Errors: "
    "channel_not_found, not_in_channel, is_archived, restricted_action, time_in_past, "
    "time_too_far, no_text, msg_too_long, thread_not_found.",
    {
        "channel_id": CHANNEL_ID,
        "message": _MESSAGE,
        "post_at": _POST_AT,
        "thread_ts": _THREAD,
        "reply_broadcast": described(
            BOOLEAN, "With thread_ts: show the reply in the channel as well."
        ),
    },
    ("channel_id", "message", "post_at"),
    _accept_schedule,
    _present_scheduled,
    names={"text": "message"},
    title="Schedule message",
    toolset="messages",
)
_NAMES = {"scheduled_id": "scheduled_message_id", "text": "message"}
OUTBOX_TOOLS = (
    Tool(
        "slack_list_drafts",
        drafts.list,
        "List what the person you act for has written and not sent, the newest first. 'typed' "
        "stands for what they just typed, which has no id.",
        {},
        (),
        taking(),
        _present_drafts,
        title="List drafts",
        toolset="messages",
        profiles=(FULL,),
    ),
    Tool(
        "slack_update_draft",
        drafts.edit,
        "Change what a draft says. Errors: draft_not_found, not_in_channel, is_archived, no_text, "
        "msg_too_long.",
        {"draft_id": _DRAFT, "message": _MESSAGE},
        ("draft_id", "message"),
        _accept_new_text,
        _present_draft,
        names={"text": "message"},
        title="Update draft",
        toolset="messages",
        profiles=(FULL,),
        destructive=True,
        idempotent=True,
    ),
    Tool(
        "slack_delete_draft",
        drafts.delete,
        "Throw a draft away. Error: draft_not_found.",
        {"draft_id": _DRAFT},
        ("draft_id",),
        taking(draft_id="draft_id"),
        present_done,
        title="Delete draft",
        toolset="messages",
        profiles=(FULL,),
        destructive=True,
    ),
    Tool(
        "slack_list_scheduled_messages",
        scheduled.list,
        "List the scheduled messages of the person you act for, the next one first. Error: "
        "channel_not_found.",
        {
            "channel_id": described(STRING, "Only for this channel, C…"),
            "limit": described(NUMBER, "Messages a page, 1 to 100. Default 100."),
            "include_failed": described(
                BOOLEAN, "Those that could not be sent too. Default false."
            ),
            "cursor": CURSOR,
        },
        (),
        _accept_list,
        _present_list,
        title="List scheduled messages",
        toolset="messages",
        profiles=(FULL,),
    ),
    Tool(
        "slack_update_scheduled_message",
        scheduled.edit,
        "Change what a scheduled message says, when it is sent, or how pressing it is. Errors: "
        "invalid_scheduled_message_id, time_in_past, time_too_far, no_text, msg_too_long, "
        "invalid_arguments (no such priority, or a reply, which has none).",
        {
            "scheduled_message_id": _SCHEDULED,
            "message": _MESSAGE,
            "post_at": _POST_AT,
            "priority": described(STRING, "standard, important or urgent."),
            "ask_for_acknowledgement": described(
                BOOLEAN, "Ask people to acknowledge it; false if only priority is given."
            ),
        },
        ("scheduled_message_id",),
        _accept_edit,
        _present_scheduled,
        names=_NAMES,
        title="Update scheduled message",
        toolset="messages",
        profiles=(FULL,),
        destructive=True,
        idempotent=True,
    ),
    Tool(
        "slack_send_scheduled_message",
        scheduled.send,
        "Send a scheduled message at once. Errors: invalid_scheduled_message_id, not_in_channel, "
        "is_archived, restricted_action.",
        {"scheduled_message_id": _SCHEDULED},
        ("scheduled_message_id",),
        taking(scheduled_id="scheduled_message_id"),
        present_sent,
        names=_NAMES,
        title="Send scheduled message",
        toolset="messages",
        profiles=(FULL,),
    ),
    Tool(
        "slack_delete_scheduled_message",
        scheduled.delete,
        "Cancel a scheduled message: it is not sent. Error: invalid_scheduled_message_id.",
        {"scheduled_message_id": _SCHEDULED},
        ("scheduled_message_id",),
        taking(scheduled_id="scheduled_message_id"),
        present_done,
        names=_NAMES,
        title="Delete scheduled message",
        toolset="messages",
        profiles=(FULL,),
        destructive=True,
    ),
    Tool(
        "slack_add_reminder",
        reminders.add,
        "Remind the person you act for, or a colleague, of something once or again and again. "
        "Errors: no_text, cannot_parse, time_in_past, user_not_found, cannot_add_bot.",
        {
            "text": described(STRING, "What to be reminded of."),
            "time": described(
                STRING,
                "When, in their time zone: 'in 20 minutes', 'tomorrow at 9am', 'every Monday at "
                "10:00'; or Unix time in seconds.",
            ),
            "user_id": described(STRING, "Whom to remind, U…; by default the person themselves."),
        },
        ("text", "time"),
        taking(text="text", time="time", user_id="user_id"),
        _present_reminder,
        title="Add reminder",
        toolset="reminders",
        profiles=(FULL,),
    ),
    Tool(
        "slack_update_reminder",
        reminders.edit,
        "Change what a reminder is about, or when it comes. Errors: not_found, no_text, "
        "cannot_parse, time_in_past.",
        {
            "reminder_id": _REMINDER,
            "text": described(STRING, "What to be reminded of; as it is if left out."),
            "time": described(STRING, "When, as for slack_add_reminder; as it is if left out."),
        },
        ("reminder_id",),
        taking(reminder_id="reminder_id", text="text", time="time"),
        _present_reminder,
        title="Change reminder",
        toolset="reminders",
        profiles=(FULL,),
    ),
    Tool(
        "slack_list_reminders",
        reminders.list,
        "List the reminders that the person you act for made or gets, the next one first.",
        {},
        (),
        taking(),
        _present_reminders,
        title="List reminders",
        toolset="reminders",
        profiles=(FULL,),
    ),
    Tool(
        "slack_get_reminder",
        reminders.info,
        "Look one reminder up that the person you act for made or gets. Error: not_found.",
        {"reminder_id": _REMINDER},
        ("reminder_id",),
        taking(reminder_id="reminder_id"),
        _present_reminder,
        title="Get reminder",
        toolset="reminders",
        profiles=(FULL,),
    ),
    Tool(
        "slack_complete_reminder",
        reminders.complete,
        "Mark a reminder as complete. Errors: not_found, cannot_complete_recurring, "
        "cannot_complete_others.",
        {"reminder_id": _REMINDER},
        ("reminder_id",),
        taking(reminder_id="reminder_id"),
        _present_reminder,
        title="Complete reminder",
        toolset="reminders",
        profiles=(FULL,),
        idempotent=True,
    ),
    Tool(
        "slack_delete_reminder",
        reminders.delete,
        "Delete a reminder: nobody is reminded any more. Error: not_found.",
        {"reminder_id": _REMINDER},
        ("reminder_id",),
        taking(reminder_id="reminder_id"),
        present_done,
        title="Delete reminder",
        toolset="reminders",
        profiles=(FULL,),
        destructive=True,
    ),
)
