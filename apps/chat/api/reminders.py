"""Reminders over REST: ``reminders.*``, https://docs.slack.dev/reference/methods?filter=reminders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.chat.api.methods import Arguments, given, method, nothing, taking, text_of
from workworld.apps.chat.models import Reminder
from workworld.apps.chat.service import reminders
from workworld.context import Context

_REMINDER = {"reminder_id": "reminder"}


def _accept_add(_ctx: Context, arguments: Arguments) -> Arguments:
    time = arguments.get("time")
    if isinstance(time, int) and not isinstance(time, bool):
        time = str(time)
    return {
        "text": text_of(arguments, "text"),
        **({} if time in (None, "") else {"time": time}),
        **given(arguments, user_id="user"),
    }


def _shape(row: Reminder) -> dict[str, Any]:
    shape = {
        "id": row.id,
        "creator": row.creator_id,
        "user": row.person_id,
        "text": row.text,
        "recurring": bool(row.recurrence),
    }
    if row.recurrence:
        return shape | {"recurrence": {"frequency": row.recurrence}, "next_time": row.due}
    return shape | {"time": row.due, "complete_ts": row.completed or 0}


def _present(_ctx: Context, row: Reminder) -> dict[str, Any]:
    return {"reminder": _shape(row)}


def _present_all(_ctx: Context, rows: Sequence[Reminder]) -> dict[str, Any]:
    return {"reminders": [_shape(row) for row in rows]}


ENDPOINTS = (
    method("reminders.add", reminders.add, _accept_add, _present, {"user_id": "user"}),
    method(
        "reminders.complete", reminders.complete, taking(reminder_id="reminder"), nothing, _REMINDER
    ),
    method(
        "reminders.delete", reminders.delete, taking(reminder_id="reminder"), nothing, _REMINDER
    ),
    method("reminders.info", reminders.info, taking(reminder_id="reminder"), _present, _REMINDER),
    method("reminders.list", reminders.list, taking(), _present_all),
)
