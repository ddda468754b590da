"""Scheduled messages over REST: ``chat.scheduleMessage`` and what goes with it."""

from __future__ import annotations

from typing import Any

from workworld.apps.chat.api.methods import (
    CHANNEL,
    Arguments,
    given,
    in_channel,
    method,
    next_cursor,
    nothing,
    refuse,
    text_of,
)
from workworld.apps.chat.models import ScheduledMessage
from workworld.apps.chat.service import scheduled
from workworld.context import Context
from workworld.directory import people
from workworld.doors.paging import CursorPaging
from workworld.links.addresses import rendered
from workworld.paging import Page

_UNSUPPORTED = ("blocks", "attachments", "metadata", "markdown_text", "link_names")


def _accept_schedule(ctx: Context, arguments: Arguments) -> Arguments:
    refuse(arguments, *_UNSUPPORTED)
    return {
        **in_channel(ctx, arguments),
        "text": text_of(arguments, "text"),
        **given(
            arguments, post_at="post_at", thread_ts="thread_ts", reply_broadcast="reply_broadcast"
        ),
    }


def _accept_list(ctx: Context, arguments: Arguments) -> Arguments:
    names = ("oldest", "latest", "limit", "cursor")
    return in_channel(ctx, arguments) | given(arguments, **{name: name for name in names})


def _accept_deletion(ctx: Context, arguments: Arguments) -> Arguments:
    return in_channel(ctx, arguments) | given(arguments, scheduled_id="scheduled_message_id")


def _message(ctx: Context, row: ScheduledMessage) -> dict[str, Any]:
    shape = {
        "type": "delayed_message",
        "user": row.person_id,
        "team": people.company(ctx.session).id,
        "text": rendered(ctx, row.text),
    }
    return shape | ({"thread_ts": row.thread_ts} if row.thread_ts else {})


def _present_scheduled(ctx: Context, row: ScheduledMessage) -> dict[str, Any]:
    return {
        "channel": row.channel_id,
        "scheduled_message_id": row.id,
        "post_at": row.post_at,
        "message": _message(ctx, row),
    }


def _present_list(ctx: Context, page: Page[ScheduledMessage]) -> dict[str, Any]:
    shapes = [
        {
            "id": row.id,
            "channel_id": row.channel_id,
            "post_at": row.post_at,
            "date_created": row.created,
            "text": rendered(ctx, row.text),
        }
        for row in page.items
    ]
    return {"scheduled_messages": shapes, **next_cursor(page)}


ENDPOINTS = (
    method(
        "chat.deleteScheduledMessage",
        scheduled.delete,
        _accept_deletion,
        nothing,
        CHANNEL | {"scheduled_id": "scheduled_message_id"},
    ),
    method("chat.scheduleMessage", scheduled.add, _accept_schedule, _present_scheduled, CHANNEL),
    method(
        "chat.scheduledMessages.list",
        scheduled.list,
        _accept_list,
        _present_list,
        CHANNEL,
        paging=CursorPaging("scheduled_messages"),
    ),
)
