"""Asking people to choose, and choosing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import flask

from workworld.apps.chat.pages.blueprint import BLUEPRINT
from workworld.apps.chat.pages.channel import View, shown
from workworld.apps.chat.pages.message_deeds import done, thread_asked, to_posted, ts_of
from workworld.apps.chat.pages.nonces import once
from workworld.apps.chat.service import polls, reminders
from workworld.context import Context
from workworld.doors.refused_pages import keep_entered, status_of
from workworld.doors.web import page
from workworld.errors import Conflict, Forbidden, Invalid, NotFound

_REFUSED = (Invalid, Forbidden, Conflict, NotFound)


@dataclass(frozen=True, slots=True)
class Entered:
    """What was entered of a poll."""

    question: str = ""
    options: str = ""
    is_multiple: bool = False
    is_anonymous: bool = False
    closes: str = ""
    thread_ts: str = ""
    problem: str = ""


@BLUEPRINT.get("/c/<channel_id>/poll")
def poll_form(channel_id: str) -> str:
    """The form of a poll."""
    return _form(channel_id, Entered(thread_ts=flask.request.args.get("thread", "")))


@BLUEPRINT.post("/c/<channel_id>/poll")
def create_poll(channel_id: str) -> Any:
    """Ask people to choose."""
    keep_entered("options")
    form = flask.request.form
    entered = Entered(
        question=form.get("question", ""),
        options=form.get("options", ""),
        is_multiple="multiple" in form,
        is_anonymous="anonymous" in form,
        closes=form.get("closes", "").strip(),
        thread_ts=form.get("thread_ts", ""),
    )
    try:
        ts = _created(channel_id, entered)
    except _REFUSED as refused:
        return _form(channel_id, replace(entered, problem=refused.message)), status_of(refused)
    return to_posted(channel_id, ts, entered.thread_ts)


@BLUEPRINT.post("/c/<channel_id>/m/<ts>/vote")
def vote(channel_id: str, ts: str) -> Any:
    """Choose an option, or take that back."""
    form = flask.request.form
    function = polls.withdraw if "drop" in form else polls.vote
    number = form.get("drop", form.get("option", ""))
    option = int(number) if number.isdecimal() else 0
    return done(function, channel_id, ts, option=option)


@BLUEPRINT.post("/c/<channel_id>/m/<ts>/close-poll")
def close_poll(channel_id: str, ts: str) -> Any:
    """Let nobody vote any more."""
    return done(polls.close, channel_id, ts)


@BLUEPRINT.post("/c/<channel_id>/m/<ts>/reopen-poll")
def reopen_poll(channel_id: str, ts: str) -> Any:
    """Let people vote again."""
    return done(polls.reopen, channel_id, ts)


def _created(channel_id: str, entered: Entered) -> str:
    more: dict[str, Any] = {**thread_asked(entered.thread_ts), **once(entered)}
    ts: str = page(
        polls.create,
        ts_of,
        accept=_accept,
        closes=entered.closes,
        channel_id=channel_id,
        question=entered.question,
        options=[each for each in entered.options.splitlines() if each.strip()],
        is_multiple=entered.is_multiple,
        is_anonymous=entered.is_anonymous,
        **more,
    )
    return ts


def _accept(ctx: Context, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    """The time at which it closes is read in the caller's zone."""
    wanted = {name: value for name, value in arguments.items() if name != "closes"}
    if arguments["closes"]:
        wanted["closes_at"] = reminders.unix_from(ctx, arguments["closes"])
    return wanted


def _form(channel_id: str, entered: Entered) -> str:
    return shown(channel_id, View(dialog="dialog_poll.html", values={"poll": entered}))
