"""What a person has saved for later."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import flask

from workworld.apps.chat.lines import MessageLine, lines_of
from workworld.apps.chat.models import Channel
from workworld.apps.chat.pages.blueprint import BLUEPRINT
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.apps.chat.service import channels, saved, titles
from workworld.apps.chat.service.saved import Saved
from workworld.clock import from_microseconds
from workworld.context import Context
from workworld.directory import people
from workworld.doors.times import clock_time, day_name
from workworld.doors.web import page

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
class Shelf:
    """What is saved in one state, and when one may want to come back to something."""

    items: Sequence[SavedLine]
    times: Sequence[tuple[str, int]]


@BLUEPRINT.get("/later")
def later() -> str:
    """What the person has saved, in one state."""
    state = flask.request.args.get("state", "in_progress")
    state = state if state in _STATES else "in_progress"
    return flask.render_template(
        "later.html",
        sidebar=sidebar(),
        shelf=page(saved.list, _shelf, state=state),
        state=state,
        states=_STATES,
        here=flask.request.script_root + flask.request.full_path.rstrip("?"),
    )


def _shelf(ctx: Context, found: Sequence[Saved]) -> Shelf:
    return Shelf([_line(ctx, each) for each in found], _times(ctx))


def _line(ctx: Context, each: Saved) -> SavedLine:
    item = each.item
    channel: Channel = channels.known(ctx, item.channel_id)
    (line,) = lines_of(ctx, [each.message])
    return SavedLine(
        line,
        channel.id,
        titles.label(ctx, channel),
        item.state,
        "" if item.due is None else _moment(ctx, item.due),
        is_overdue=item.due is not None and item.due * _SECOND < ctx.clock.now_us(),
    )


def _moment(ctx: Context, unix: int) -> str:
    zone = people.my_zone(ctx)
    moment = from_microseconds(unix * _SECOND).astimezone(zone)
    today = ctx.clock.now().astimezone(zone).date()
    return f"{day_name(moment.date(), today)} at {clock_time(moment)}"


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
