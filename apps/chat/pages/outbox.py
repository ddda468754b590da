"""What is not sent yet, and what was: drafts, scheduled messages, sent ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import Any

import flask
from markupsafe import Markup

from workworld.apps.chat import mrkdwn, times, typed
from workworld.apps.chat.models import Channel, Message, ScheduledMessage
from workworld.apps.chat.pages.blueprint import BLUEPRINT, channel_url, stamp_of, thread_url
from workworld.apps.chat.pages.channel import Unsent as Refusal
from workworld.apps.chat.pages.channel import View, shown
from workworld.apps.chat.pages.listings import all_of
from workworld.apps.chat.pages.pressing import pressing
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.apps.chat.service import drafts, messages, outbox, scheduled, titles, wording
from workworld.apps.chat.service.drafts import Unsent
from workworld.apps.chat.service.moments import clock_from, moment_from
from workworld.apps.chat.types import LARGEST_PAGE
from workworld.clock import to_microseconds
from workworld.context import Context
from workworld.dates import day_from
from workworld.directory import people
from workworld.doors.refused_pages import keep_entered, status_of
from workworld.doors.times import clock_time
from workworld.doors.web import nothing, page, signed_in
from workworld.errors import Conflict, Forbidden, Invalid, NotFound
from workworld.paging import Page
from workworld.permissions import seen
from workworld.richtext.nodes import mentioned

_SECOND = 1_000_000
_MOST_SENT = 50
_MENDABLE = (Invalid, Forbidden, Conflict, NotFound)


@dataclass(frozen=True, slots=True)
class OutboxLine:
    """Something that is not sent yet, or was.

    Args:
        key: its id, if it has one.
        place: what its conversation is called, and in which thread it is.
        url: where that is.
        html: what it says.
        typed: the same, as it would be typed.
        when: when it was written, is to be sent, or was.
        iso: that time for programs.
        channel_id: where, if the writer still sees it.
        thread_ts: in which thread, else "".
        problem: why it was not sent.
        level: how pressing it is to be.
        asks: whether people are asked to acknowledge it.
    """

    key: str
    place: str
    url: str
    html: Markup
    typed: str
    when: str
    iso: str
    channel_id: str
    thread_ts: str = ""
    problem: str = ""
    level: str = "standard"
    asks: bool = False


@BLUEPRINT.get("/drafts")
def show_drafts() -> str:
    """What the person has written and not sent."""
    return _page("drafts", page(drafts.list, _draft_lines))


@BLUEPRINT.post("/drafts/<draft_id>/delete")
def delete_draft(draft_id: str) -> Any:
    """Throw a draft away."""
    page(drafts.delete, nothing, draft_id=draft_id)
    return flask.redirect(flask.url_for("ui.show_drafts"), 303)


@BLUEPRINT.post("/c/<channel_id>/draft")
def keep_draft(channel_id: str) -> Any:
    """Keep what is being typed, and say so with 200; the form of the list throws it away."""
    form = flask.request.form
    root = form.get("thread_ts", "")
    in_thread: dict[str, Any] = {"thread_ts": stamp_of(root)} if root else {}
    text = form.get("text", "")
    was_kept = page(
        drafts.keep, _whether, channel_id=channel_id, text=text, **in_thread, **pressing()
    )
    if "place" in form:
        return flask.redirect(flask.url_for("ui.show_drafts"), 303)
    return "", 200 if was_kept else 204


@BLUEPRINT.get("/scheduled")
def show_scheduled() -> str:
    """The messages that wait for their time."""
    return _page("scheduled", _waiting())


@BLUEPRINT.get("/scheduled/<scheduled_id>/edit")
def edit_scheduled_form(scheduled_id: str) -> str:
    """Change a scheduled message."""
    return _editing(scheduled_id, {})


@BLUEPRINT.post("/scheduled/<scheduled_id>/edit")
def edit_scheduled(scheduled_id: str) -> Any:
    """Change what a scheduled message says, and when it is sent."""
    keep_entered("text")
    form = flask.request.form
    try:
        page(
            scheduled.edit,
            nothing,
            accept=_accept_change,
            scheduled_id=scheduled_id,
            text=form.get("text", ""),
            day=form.get("day", ""),
            time=form.get("time", ""),
            **pressing(is_changed=True),
        )
    except (Invalid, Forbidden) as refused:
        entered = {name: form.get(name, "") for name in ("text", "day", "time")}
        answer = _editing(scheduled_id, {**entered, "problem": refused.message})
        return answer, status_of(refused)
    return flask.redirect(flask.url_for("ui.show_scheduled"), 303)


@BLUEPRINT.post("/scheduled/<scheduled_id>/delete")
def delete_scheduled(scheduled_id: str) -> Any:
    """Cancel a scheduled message."""
    page(scheduled.delete, nothing, scheduled_id=scheduled_id)
    return flask.redirect(flask.url_for("ui.show_scheduled"), 303)


@BLUEPRINT.post("/scheduled/<scheduled_id>/send")
def send_scheduled(scheduled_id: str) -> Any:
    """Send a scheduled message at once."""
    channel_id, ts = page(scheduled.send, _place_of, scheduled_id=scheduled_id)
    return flask.redirect(flask.url_for("ui.at_message", channel_id=channel_id, ts=ts), 303)


@BLUEPRINT.get("/sent")
def show_sent() -> str:
    """What the person has sent, the newest first."""
    return _page("sent", page(messages.sent, _sent_lines, limit=_MOST_SENT))


@BLUEPRINT.get("/c/<channel_id>/schedule")
def schedule_form(channel_id: str) -> str:
    """Choose when to send a message."""
    return _scheduling(channel_id, {"thread_ts": flask.request.args.get("thread", "")})


@BLUEPRINT.post("/c/<channel_id>/schedule")
def schedule(channel_id: str) -> Any:
    """Schedule a message: at a day and a time, or at a time that the menu offers in words."""
    keep_entered("text")
    form = flask.request.form
    names = ("text", "day", "time", "when", "thread_ts")
    entered = {name: form.get(name, "") for name in names}
    root = entered["thread_ts"]
    try:
        when = page(
            scheduled.add,
            _when,
            accept=_accept_schedule,
            channel_id=channel_id,
            **entered,
            reply_broadcast="broadcast" in form,
            **pressing(),
        )
    except _MENDABLE as refused:
        if refused.code == "channel_not_found":
            raise
        values = {**entered, "problem": refused.message}
        return _scheduling(channel_id, values), status_of(refused)
    _forget(channel_id, root)
    place = "thread" if root else "channel"
    view = View(root=root or None, unsent=Refusal("", "", place, notice=f"It is sent {when}."))
    return shown(channel_id, view)


def _forget(channel_id: str, root: str) -> None:
    in_thread: dict[str, Any] = {"thread_ts": root} if root else {}
    page(drafts.keep, nothing, channel_id=channel_id, text="", **in_thread)


def _page(kind: str, lines: Sequence[OutboxLine], **values: Any) -> str:
    return flask.render_template(
        "outbox.html",
        sidebar=sidebar(),
        kind=kind,
        lines=lines,
        topic=outbox.topic_of(signed_in().person_id),
        **{"editing": None, **values},
    )


def _waiting() -> Sequence[OutboxLine]:
    return all_of(scheduled.list, _scheduled_lines, with_failed=True, limit=LARGEST_PAGE)


def _editing(scheduled_id: str, entered: Mapping[str, str]) -> str:
    """The list with the editor above it."""
    lines = _waiting()
    found = next((line for line in lines if line.key == scheduled_id), None)
    if found is None:
        raise NotFound("invalid_scheduled_message_id", "It is sent already, or was cancelled.")
    moment = datetime.fromisoformat(found.iso)
    known = {
        "key": found.key,
        "place": found.place,
        "text": found.typed,
        "day": moment.date().isoformat(),
        "time": clock_time(moment),
        "problem": found.problem,
        "thread_ts": found.thread_ts,
        **{"priority": found.level, "asks": found.asks, **_typed_pressing()},
    }
    return _page("scheduled", lines, editing={**known, **entered})


def _scheduling(channel_id: str, entered: Mapping[str, str]) -> str:
    known: dict[str, Any] = {
        "text": "",
        "day": "tomorrow",
        "time": "9:00 AM",
        "thread_ts": "",
        "problem": "",
    }
    known |= {"priority": "standard", "asks": False, **_typed_pressing()}
    values = {"scheduling": {**known, **entered}}
    return shown(channel_id, View(dialog="dialog_schedule.html", values=values))


def _typed_pressing() -> dict[str, Any]:
    """How pressing a message was to be that was refused, as its form has it."""
    form = flask.request.form
    if "priority" not in form:
        return {}
    return {"priority": form["priority"], "asks": "acknowledge" in form}


def _accept_schedule(ctx: Context, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    root = arguments["thread_ts"]
    return {
        "channel_id": arguments["channel_id"],
        "text": typed.read(ctx, arguments["text"]),
        "post_at": _time(ctx, arguments["day"], arguments["time"], arguments["when"]),
        **({"thread_ts": root} if root else {}),
        "reply_broadcast": arguments["reply_broadcast"],
        **({"priority": arguments["priority"]} if "priority" in arguments else {}),
    }


def _accept_change(ctx: Context, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    return {
        "scheduled_id": arguments["scheduled_id"],
        "text": typed.read(ctx, arguments["text"]),
        "post_at": _time(ctx, arguments["day"], arguments["time"]),
        **({"priority": arguments["priority"]} if "priority" in arguments else {}),
    }


def _time(ctx: Context, day: str, time: str, words: str = "") -> int:
    """The time that a form means, in the writer's zone.

    Raises:
        Invalid: ``invalid_time``.
    """
    now = ctx.clock.now().astimezone(people.my_zone(ctx))
    if words:
        moment = moment_from(words, now)
        when = moment.when if moment else None
    else:
        on, at = day_from(day, now.date()), clock_from(time)
        when = None if on is None or at is None else datetime.combine(on, at, now.tzinfo)
    if when is None:
        said = "Give a day, such as tomorrow or 17 Mar, and a time, such as 9:30 AM."
        raise Invalid("invalid_time", said)
    return to_microseconds(when) // _SECOND


def _when(ctx: Context, row: ScheduledMessage) -> str:
    return times.moment_in_words(ctx, row.post_at)[0]


@dataclass(frozen=True, slots=True)
class _View:
    """What the lines of one page are made with."""

    ctx: Context
    channels: Mapping[str, Channel]

    @classmethod
    def of(cls, ctx: Context, channel_ids: Sequence[str] = ()) -> _View:
        """The view of the caller on some conversations."""
        found = ((each, seen(ctx, Channel, each)) for each in dict.fromkeys(channel_ids))
        return cls(ctx, {each: row for each, row in found if row is not None})

    def line(
        self, channel_id: str, root: str, text: str, seconds: int, key: str = "", problem: str = ""
    ) -> OutboxLine:
        """The line of a text in mrkdwn."""
        channel = self.channels.get(channel_id)
        place = titles.label(self.ctx, channel) if channel else "A conversation that you left"
        url = thread_url(channel_id, root) if root else channel_url(channel_id)
        said = wording.document_of(self.ctx, text)
        known = people.by_ids(self.ctx.session, mentioned(said))
        names = wording.names_in(self.ctx, [said], known, cache(channel_url))
        when, iso = times.moment_in_words(self.ctx, seconds)
        return OutboxLine(
            key,
            f"Thread in {place}" if root else place,
            url if channel else "",
            mrkdwn.to_html(said, names),
            typed.written(self.ctx, text),
            when,
            iso,
            channel_id if channel else "",
            root,
            problem,
        )


def _draft_lines(ctx: Context, found: Sequence[Unsent]) -> list[OutboxLine]:
    view = _View.of(ctx, [each.channel_id for each in found])
    lines = []
    for each in found:
        text = typed.read(ctx, each.text) if each.is_typed else each.text
        line = view.line(each.channel_id, each.thread_ts, text, each.updated, each.draft_id)
        if line.channel_id:
            lines.append(replace(line, level=each.level, asks=each.asks))
    return lines


def _scheduled_lines(ctx: Context, found: Page[ScheduledMessage]) -> Page[OutboxLine]:
    view = _View.of(ctx, [row.channel_id for row in found.items])
    lines = [
        replace(
            view.line(
                row.channel_id, row.thread_ts or "", row.text, row.post_at, row.id, row.reason or ""
            ),
            level=row.level,
            asks=row.asks_for_acknowledgement,
        )
        for row in found.items
    ]
    return Page(lines, found.next_cursor)


def _sent_lines(ctx: Context, found: Sequence[Message]) -> list[OutboxLine]:
    view = _View.of(ctx, [row.channel_id for row in found])
    return [
        view.line(
            row.channel_id, row.thread_ts or "", row.text, int(row.ts.partition(".")[0]), row.ts
        )
        for row in found
    ]


def _place_of(_ctx: Context, row: Message) -> tuple[str, str]:
    return row.channel_id, row.ts


def _whether(_ctx: Context, result: bool) -> bool:
    return result
