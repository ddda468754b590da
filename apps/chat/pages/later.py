"""What a person comes back to later: saved messages and reminders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import flask

from workworld.apps.chat.lines import MessageLine, lines_of
from workworld.apps.chat.models import Channel, Reminder
from workworld.apps.chat.pages import reminders as reminder_pages
from workworld.apps.chat.pages.asked import chosen
from workworld.apps.chat.pages.blueprint import BLUEPRINT, back_to, stamp_of
from workworld.apps.chat.pages.reminders import ReminderLine
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.apps.chat.service import channels, reminders, saved, titles
from workworld.apps.chat.service.saved import Saved
from workworld.apps.chat.times import moment_in_words
from workworld.context import Context
from workworld.directory import people
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page, signed_in
from workworld.errors import Invalid, NotFound

_SECOND = 1_000_000
_DAY = 86_400
_STATES = {"in_progress": "In progress", "archived": "Archived", "completed": "Completed"}


@dataclass(frozen=True, slots=True)
class SavedLine:
    """A saved message, where it is and when it is due."""

    line: MessageLine
    channel_id: str
    where: str
    state: str
    due: str
    is_overdue: bool


@dataclass(frozen=True, slots=True)
class Kept:
    """One of either in the list, and when it is due, as Unix time."""

    due: int | None
    message: SavedLine | None = None
    reminder: ReminderLine | None = None


@dataclass(frozen=True, slots=True)
class Shelf:
    """What is there in one state, and when one may want to come back to something."""

    items: Sequence[Kept]
    times: Sequence[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Edited:
    """What the dialog of a reminder shows; one without an id is new."""

    id: str = ""
    text: str = ""
    when: str = ""
    time: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Timed:
    """What the dialog of a saved message's time shows."""

    channel_id: str
    ts: str
    author: str
    where: str
    due: str
    time: str = ""
    problem: str = ""


@BLUEPRINT.get("/later")
def later() -> str:
    """What the person comes back to, in one state."""
    return _page()


@BLUEPRINT.get("/later/reminders/new")
def new_reminder_form() -> str:
    """Ask what to be reminded of, and when."""
    return _page(Edited())


@BLUEPRINT.post("/later/reminders/new")
def new_reminder() -> Any:
    """Make a reminder."""
    text, time = _entered()
    try:
        page(reminders.add, nothing, text=text, time=time)
    except Invalid as refused:
        return _page(Edited("", text, "", time, refused.message)), status_of(refused)
    return back_to(flask.url_for("ui.later"))


@BLUEPRINT.get("/later/reminders/<reminder_id>")
def edit_reminder_form(reminder_id: str) -> str:
    """Ask what a reminder is to be about, and when it is to come."""
    return _page(_edited(reminder_id))


@BLUEPRINT.post("/later/reminders/<reminder_id>")
def edit_reminder(reminder_id: str) -> Any:
    """Change a reminder; a field that is missing, or an empty time, leaves it as it is."""
    was, (text, time) = _edited(reminder_id), _entered()
    wanted: dict[str, Any] = {"text": text} if "text" in flask.request.form else {}
    try:
        changed: dict[str, Any] = wanted | ({"time": time} if time else {})
        page(reminders.edit, nothing, reminder_id=reminder_id, **changed)
    except Invalid as refused:
        entered = replace(was, text=text, time=time, problem=refused.message)
        return _page(entered), status_of(refused)
    return back_to(flask.url_for("ui.later"))


@BLUEPRINT.get("/c/<channel_id>/m/<ts>/saved/due")
def set_due_form(channel_id: str, ts: str) -> str:
    """Ask in any words when to come back to a saved message."""
    return _page(timed=_timed(channel_id, ts))


@BLUEPRINT.post("/c/<channel_id>/m/<ts>/saved/due")
def set_due(channel_id: str, ts: str) -> Any:
    """Say when to come back to a saved message, in words or as Unix time; nothing is whenever."""
    due = flask.request.form.get("due", "").strip()
    try:
        page(saved.set_due, nothing, accept=_accept_due, channel_id=channel_id, ts=ts, due=due)
    except Invalid as refused:
        entered = replace(_timed(channel_id, ts), time=due, problem=refused.message)
        return _page(timed=entered), status_of(refused)
    except NotFound as refused:
        if refused.code != "not_starred":
            raise  # whoever keeps it no more has no use for a time
    return back_to(flask.url_for("ui.later"))


def _accept_due(ctx: Context, entered: Mapping[str, Any]) -> Mapping[str, Any]:
    words, place = entered["due"], {**entered, "ts": stamp_of(entered["ts"])}
    return {**place, "due": reminders.unix_from(ctx, words) if words else None}


def _timed(channel_id: str, ts: str) -> Timed:
    """A saved message as the dialog of its time begins with it."""
    shelf: Shelf = page(saved.list, _shelf)
    for each in (kept.message for kept in shelf.items):
        if each and (each.channel_id, each.line.ts) == (channel_id, stamp_of(ts)):
            return Timed(channel_id, each.line.ts, each.line.author, each.where, each.due)
    raise NotFound("not_starred", "You have not saved this message.")


def _page(edited: Edited | None = None, timed: Timed | None = None) -> str:
    state = chosen("state", _STATES, "in_progress")
    shelf: Shelf = page(saved.list, _shelf, state=state)
    items = [*shelf.items, *_reminders(state)]
    place = flask.url_for("ui.later", state=state if state != "in_progress" else None)
    return flask.render_template(
        "later.html",
        sidebar=sidebar(),
        shelf=Shelf(sorted(items, key=_order), shelf.times),
        state=state,
        states=_STATES,
        here=place,
        place=place,
        edited=edited,
        timed=timed,
        topic=reminders.topic_of(signed_in().person_id),
    )


def _order(kept: Kept) -> tuple[bool, int]:
    """What is due first stands first; what has no time keeps its order."""
    return kept.due is None, kept.due or 0


def _reminders(state: str) -> list[Kept]:
    """The person's own reminders in a state; none is ever archived."""
    if state == "archived":
        return []
    every: list[Kept] = page(reminders.list, _as_kept)
    is_done = state == "completed"
    return [x for x in every if x.reminder and x.reminder.is_complete == is_done]


def _as_kept(ctx: Context, rows: Sequence[Reminder]) -> list[Kept]:
    mine = [row for row in rows if row.person_id == ctx.actor.person_id]
    lines = reminder_pages.lines_of(ctx, mine)
    return [Kept(row.due, reminder=line) for row, line in zip(mine, lines, strict=True)]


def _edited(reminder_id: str) -> Edited:
    """A reminder of the person's as the dialog begins with it."""
    found: list[Kept] = page(reminders.list, _as_kept)
    for line in (each.reminder for each in found):
        if line is not None and line.id == reminder_id:
            return Edited(line.id, line.text, f"{line.when}{line.again and ', '}{line.again}")
    raise NotFound("not_found", "You have no reminder with this id.")


def _entered() -> tuple[str, str]:
    form = flask.request.form
    return form.get("text", "").strip(), form.get("time", "").strip()


def _shelf(ctx: Context, found: Sequence[Saved]) -> Shelf:
    return Shelf([Kept(each.item.due, _line(ctx, each)) for each in found], _times(ctx))


def _line(ctx: Context, each: Saved) -> SavedLine:
    item = each.item
    due = item.due if item.state == "in_progress" else None
    channel: Channel = channels.known(ctx, item.channel_id)
    (line,) = lines_of(ctx, [each.message])
    return SavedLine(
        line,
        channel.id,
        titles.label(ctx, channel),
        item.state,
        "" if due is None else moment_in_words(ctx, due)[0],
        is_overdue=each.is_overdue(ctx),
    )


def _times(ctx: Context) -> Sequence[tuple[str, int]]:
    """Times that one may choose, as Unix times."""
    now = ctx.clock.now_us() // _SECOND
    local = ctx.clock.now().astimezone(people.my_zone(ctx))
    nine = now - (local.hour * 3600 + local.minute * 60 + local.second) + 9 * 3600
    monday = nine + (7 - local.weekday()) * _DAY
    return [
        ("In 1 hour", now + 3600),
        ("Tomorrow at 9:00 AM", nine + _DAY),
        ("Monday at 9:00 AM", monday),
    ]
