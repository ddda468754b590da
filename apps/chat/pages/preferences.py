"""What a person prefers in chat; what holds for all apps is on the suite's own page of settings."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.chat.pages.blueprint import BLUEPRINT
from workworld.apps.chat.pages.liking import SECTIONS, groups_of, names_of
from workworld.apps.chat.pages.sidebar import liked_by, sidebar
from workworld.apps.chat.service import choices, preferences
from workworld.apps.chat.service.choices import Choices
from workworld.apps.chat.times import clock_time
from workworld.context import Context
from workworld.directory import people
from workworld.directory.models import Person
from workworld.doors import looks
from workworld.doors.refused_pages import is_fragment, keep_entered, status_of
from workworld.doors.web import nothing, page, signed_in
from workworld.errors import Invalid, NotFound, Problem

_LOOKS = {"theme": "Theme", "density": "Density"}
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


@dataclass(frozen=True, slots=True)
class Zones:
    """Time zones to choose from: those of colleagues, and one's own."""

    choices: tuple[tuple[str, str], ...]
    mine: str
    time: str
    """What time it is there."""


@BLUEPRINT.get("/settings")
def settings() -> Any:
    """To the first section."""
    return flask.redirect(flask.url_for("ui.preferences", section="notifications"))


@BLUEPRINT.get("/settings/<section>", endpoint="preferences")
def show(section: str) -> str:
    """One section of what the person prefers."""
    if section not in SECTIONS:
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
        page(choices.set, nothing, **given, **times)
    except Invalid as refused:
        problems = {problem.field: problem.what for problem in refused.problems}
        return _shown("notifications", form, problems or {"level": refused.message}), status_of(
            refused
        )
    return flask.redirect(flask.url_for("ui.preferences", section="notifications", saved=1), 303)


@BLUEPRINT.post("/settings/zone")
def choose_zone() -> Any:
    """Have days and times told in another time zone."""
    try:
        page(people.update_profile, nothing, zone=flask.request.form.get("zone", ""))
    except Invalid as refused:
        problems = {problem.field: problem.what for problem in refused.problems}
        return _shown("language", problems=problems), status_of(refused)
    return flask.redirect(flask.url_for("ui.preferences", section="language", saved=1), 303)


@BLUEPRINT.post("/settings/<any(sidebar, messages, accessibility, language, advanced):section>")
def like(section: str) -> Any:
    """Choose how pages are to be; a script shows it at once, a form comes back to its page."""
    wanted = {name: flask.request.form.getlist(name)[-1:] for name in names_of(section)}
    values = {name: value for name, given in wanted.items() for value in given}
    page(preferences.set, nothing, values=values)
    if not is_fragment():
        return flask.redirect(flask.url_for("ui.preferences", section=section, saved=1), 303)
    shown = {_camel(name): value for name, value in sidebar().looks.items()}
    response = flask.make_response(_shown(section))
    response.headers["HX-Trigger"] = json.dumps({"look": shown})
    return response


def _shown(
    section: str,
    typed: Mapping[str, str] | None = None,
    problems: Mapping[str, str] | None = None,
    *,
    is_saved: bool = False,
) -> str:
    beside = sidebar()
    return flask.render_template(
        "preferences.html",
        sidebar=beside,
        section=section,
        tabs=[
            (flask.url_for("ui.preferences", section=each), title, each == section)
            for each, title in SECTIONS.items()
        ],
        preferred=page(choices.info, _preferred),
        typed=typed or {},
        problems=problems or {},
        is_saved=is_saved,
        groups=groups_of(section, [liked_by(each.path) for each in beside.pages]),
        own_looks=[
            (name, title, [(each.value, each.label, each.hint) for each in looks.CHOICES[name]])
            for name, title in _LOOKS.items()
        ],
        zones=_zones() if section == "language" else None,
    )


def _preferred(ctx: Context, found: Choices) -> Preferred:
    midnight = ctx.clock.now().replace(hour=0, minute=0)
    known = people.by_ids(ctx.session, found.exceptions)

    def said(minute: int) -> str:
        hour, minutes = divmod(minute % (24 * 60), 60)
        return clock_time(ctx, midnight.replace(hour=hour, minute=minutes))

    return Preferred(
        found.level,
        found.thread_replies,
        ", ".join(found.keywords),
        found.days,
        said(found.starts),
        said(found.ends),
        tuple((who, known[who].name) for who in found.exceptions if who in known),
    )


def _zones() -> Zones:
    """The time zones in which colleagues are, and the person's."""

    def zones(ctx: Context, row: Person) -> Zones:
        names = dict.fromkeys([*people.zones(ctx.session), row.zone])
        now = clock_time(ctx, ctx.clock.now().astimezone(people.zone_of(row)))
        return Zones(tuple((name, name.replace("_", " ")) for name in names), row.zone, now)

    found: Zones = page(people.info, zones, person_id=signed_in().person_id)
    return found


def _camel(attribute: str) -> str:
    """``data-large-emoji`` → ``largeEmoji``, as scripts call it."""
    first, *others = attribute.removeprefix("data-").split("-")
    return first + "".join(map(str.capitalize, others))


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
