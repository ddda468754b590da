"""Reminders: those that wait, and making another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.chat.models import Reminder
from workworld.apps.chat.pages.blueprint import BLUEPRINT, back_to
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.apps.chat.service import reminders
from workworld.apps.chat.times import clock_time, day_name
from workworld.clock import from_microseconds
from workworld.context import Context
from workworld.directory import people
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page, signed_in
from workworld.errors import Invalid, NotFound

_SECOND = 1_000_000
_AGAIN = {
    "daily": "every day",
    "weekdays": "every weekday",
    "weekly": "every week",
    "monthly": "every month",
    "yearly": "every year",
}


@dataclass(frozen=True, slots=True)
class ReminderLine:
    """A reminder in the list.

    Args:
        id: its id.
        text: of what.
        when: when, or when next, in words.
        iso: that time for programs.
        again: how often, if more than once.
        person: who is reminded, if it is not the reader.
        creator: who made it, if it was not the reader.
        is_over: whether its time has come.
        is_complete: whether it was marked so.
        may_complete: whether the reader can mark it so.
    """

    id: str
    text: str
    when: str
    iso: str
    again: str
    person: str
    creator: str
    is_over: bool
    is_complete: bool
    may_complete: bool


@BLUEPRINT.get("/reminders")
def show_reminders() -> str:
    """The person's reminders, the next one first."""
    return _page({})


@BLUEPRINT.post("/reminders")
def add_reminder() -> Any:
    """Make a reminder."""
    form = flask.request.form
    entered = {name: form.get(name, "").strip() for name in ("text", "time", "user_id")}
    whom: dict[str, Any] = {"user_id": entered["user_id"]} if entered["user_id"] else {}
    try:
        page(reminders.add, nothing, text=entered["text"], time=entered["time"], **whom)
    except (Invalid, NotFound) as refused:
        return _page({**entered, "problem": refused.message}), status_of(refused)
    return flask.redirect(flask.url_for("ui.show_reminders"), 303)


@BLUEPRINT.post("/reminders/<reminder_id>/complete")
def complete_reminder(reminder_id: str) -> Any:
    """Mark a reminder as complete."""
    page(reminders.complete, nothing, reminder_id=reminder_id)
    return back_to(flask.url_for("ui.show_reminders"))


@BLUEPRINT.post("/reminders/<reminder_id>/delete")
def delete_reminder(reminder_id: str) -> Any:
    """Delete a reminder."""
    page(reminders.delete, nothing, reminder_id=reminder_id)
    return back_to(flask.url_for("ui.show_reminders"))


def _page(entered: Mapping[str, str]) -> str:
    lines = page(reminders.list, lines_of)
    return flask.render_template(
        "reminders.html",
        sidebar=sidebar(),
        waiting=[line for line in lines if not line.is_complete],
        complete=[line for line in lines if line.is_complete],
        entered={"text": "", "time": "", "problem": "", **entered},
        topic=reminders.topic_of(signed_in().person_id),
    )


def lines_of(ctx: Context, rows: Sequence[Reminder]) -> list[ReminderLine]:
    """Reminders as pages show them."""
    known = people.by_ids(ctx.session, {each for row in rows for each in _people_of(row)})
    return [_line(ctx, row, {each: known[each].display_name for each in known}) for row in rows]


def _people_of(row: Reminder) -> tuple[str, str]:
    return row.person_id, row.creator_id


def _line(ctx: Context, row: Reminder, names: Mapping[str, str]) -> ReminderLine:
    zone, me = people.my_zone(ctx), ctx.actor.person_id
    moment = from_microseconds(row.due * _SECOND).astimezone(zone)
    day = day_name(ctx, moment.date(), ctx.clock.now().astimezone(zone).date())
    return ReminderLine(
        row.id,
        row.text,
        f"{day} at {clock_time(ctx, moment)}",
        moment.isoformat(),
        _AGAIN.get(row.recurrence, ""),
        "" if row.person_id == me else names[row.person_id],
        "" if row.creator_id == me else names[row.creator_id],
        row.reminded is not None and not row.recurrence,
        row.completed is not None,
        not row.recurrence and row.person_id == me and row.completed is None,
    )
