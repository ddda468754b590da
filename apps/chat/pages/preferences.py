"""What a person prefers in chat; what holds for all apps is on the suite's own page of settings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.chat.pages.blueprint import BLUEPRINT
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.apps.chat.service import choices
from workworld.apps.chat.service.choices import Choices
from workworld.context import Context
from workworld.directory import people
from workworld.doors.refused_pages import keep_entered, status_of
from workworld.doors.times import clock_time
from workworld.doors.web import page
from workworld.errors import Invalid, NotFound, Problem

_SECTIONS = {"notifications": "Notifications", "messages": "Messages", "sidebar": "Sidebar"}
_TIME = re.compile(r"(\d{1,2})(?::(\d\d))?\s*([ap]m)?", re.IGNORECASE | re.ASCII)
_NOON = 12


@dataclass(frozen=True, slots=True)
class Preferred:
    """What the person chose, as the form shows it."""

    level: str
    thread_replies: bool
    keywords: str
    days: str
    starts: str
    ends: str
    exceptions: tuple[tuple[str, str], ...]
    """Ids and names."""


@BLUEPRINT.get("/settings")
def settings() -> Any:
    """To the first section."""
    return flask.redirect(flask.url_for("ui.preferences", section="notifications"))


@BLUEPRINT.get("/settings/<section>")
def preferences(section: str) -> str:
    """One section of what the person prefers."""
    if section not in _SECTIONS:
        raise NotFound("not_found")
    return _shown(section, is_saved="saved" in flask.request.args)


@BLUEPRINT.post("/settings/notifications")
def prefer() -> Any:
    """Be told of what was chosen."""
    keep_entered("keywords")
    form = flask.request.form
    given: dict[str, Any] = {
        "level": form.get("level", choices.MENTIONS),
        "thread_replies": "thread_replies" in form,
        "keywords": re.split(r"[,\n]", form.get("keywords", "")),
        "days": form.get("days", ""),
        "exceptions": form.getlist("person"),
    }
    try:
        times: dict[str, Any] = {
            name: _minute(name, form[name]) for name in ("starts", "ends") if form.get(name)
        }
        page(choices.set, lambda _ctx, _done: None, **given, **times)
    except Invalid as refused:
        problems = {problem.field: problem.what for problem in refused.problems}
        return _shown("notifications", form, problems or {"level": refused.message}), status_of(
            refused
        )
    return flask.redirect(flask.url_for("ui.preferences", section="notifications", saved=1), 303)


def _shown(
    section: str,
    typed: Mapping[str, str] | None = None,
    problems: Mapping[str, str] | None = None,
    *,
    is_saved: bool = False,
) -> str:
    return flask.render_template(
        "preferences.html",
        sidebar=sidebar(),
        section=section,
        tabs=[
            (flask.url_for("ui.preferences", section=each), title, each == section)
            for each, title in _SECTIONS.items()
        ],
        preferred=page(choices.info, _preferred),
        typed=typed or {},
        problems=problems or {},
        is_saved=is_saved,
    )


def _preferred(ctx: Context, found: Choices) -> Preferred:
    midnight = ctx.clock.now().replace(hour=0, minute=0)
    known = people.by_ids(ctx.session, found.exceptions)

    def said(minute: int) -> str:
        hour, minutes = divmod(minute % (24 * 60), 60)
        return clock_time(midnight.replace(hour=hour, minute=minutes))

    return Preferred(
        found.level,
        found.thread_replies,
        ", ".join(found.keywords),
        found.days,
        said(found.starts),
        said(found.ends),
        tuple((who, known[who].name) for who in found.exceptions if who in known),
    )


def _minute(field: str, typed: str) -> int:
    """``9:30``, ``14:15``, ``2:15 PM`` → the minute of the day.

    Raises:
        Invalid: it is no time of day.
    """
    found = _TIME.fullmatch(typed.strip())
    hour, minute = (int(found[1]), int(found[2] or 0)) if found else (99, 0)
    if found and found[3]:
        hour = hour % _NOON + (_NOON if found[3].lower() == "pm" else 0) if hour <= _NOON else 99
    if hour > 23 or minute > 59:
        problem = Problem("must be a time, such as 9:30 or 2:15 PM", field)
        raise Invalid("invalid_arguments", problems=[problem])
    return hour * 60 + minute
