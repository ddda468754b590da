"""The people who work here: to be found, looked up and picked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import flask

from workworld.context import Context
from workworld.directory import panels, people, teams
from workworld.directory.models import AccountKind, Person
from workworld.directory.panels import Panel
from workworld.directory.sight import knows
from workworld.doors.times import clock_time
from workworld.doors.web import Avatar, page
from workworld.paging import Page
from workworld.permissions import can

BLUEPRINT = flask.Blueprint("people", __name__)

_MOST = 100
_MOST_OPTIONS = 8
_OPEN_LEVELS = 2
"""How deep the org chart is open at first."""
_ROLES = {
    "owner": "Workspace owner",
    "admin": "Workspace admin",
    "guest": "Guest",
    "single_guest": "Guest of one channel",
}


@dataclass(frozen=True, slots=True)
class Option:
    """A person to be picked from several."""

    id: str
    name: str
    handle: str
    title: str
    team: str
    office: str
    avatar: Avatar


@dataclass(frozen=True, slots=True)
class Profile:
    """All that colleagues know of an account."""

    id: str
    name: str
    title: str
    avatar: Avatar
    state: str
    """``Bot`` or ``Deactivated``; empty for those who work here."""
    facts: tuple[tuple[str, str], ...]
    email: str
    team_id: str
    team: str
    manager: Option | None
    reports: tuple[Option, ...]
    topics: str
    may_edit: bool
    panels: Sequence[Panel]
    """What apps tell of them."""


@dataclass(frozen=True, slots=True)
class Place:
    """Somebody's place in the org chart, with everybody below."""

    person: Option
    below: tuple[Place, ...]
    is_open: bool
    """Whether those below are shown at first."""


@dataclass(frozen=True, slots=True)
class Chart:
    """Who reports to whom."""

    tops: tuple[Place, ...]
    chain: tuple[Option, ...]
    """The person who is to be shown, behind their managers from the top down."""


@BLUEPRINT.get("/people")
def show() -> str:
    """Everybody page by page, or those with the words that were asked for."""
    text = flask.request.args.get("q", "").strip()
    if text:
        rows: tuple[Option, ...] = page(people.search, options_of, text=text, limit=_MOST)
        found = Page(rows, None)
    else:
        cursor = flask.request.args.get("cursor", "")
        found = page(people.list, _listed, limit=_MOST, cursor=cursor)
    return flask.render_template("people.html", found=found, text=text, most=_MOST)


@BLUEPRINT.get("/people/search")
def options() -> str:
    """The options of a people picker, the best first: names that begin so, then other words."""
    text = flask.request.args.get("q", "")
    found: tuple[Option, ...] = page(people.search, options_of, text=text, limit=_MOST_OPTIONS)
    return flask.render_template("people_options.html", found=found)


@BLUEPRINT.get("/people/chart")
def chart() -> str:
    """Everybody below their manager; the chart opens at a person that is named."""
    wanted = flask.request.args.get("person") or None
    shown: Chart = page(people.chart, _chart, person_id=wanted)
    is_whole = "all" in flask.request.args
    return flask.render_template("chart.html", chart=shown, wanted=wanted, is_whole=is_whole)


@BLUEPRINT.get("/people/<person_id>")
def profile(person_id: str) -> str:
    """One account, a bot's or a leaver's too."""
    shown = page(people.info, _profile, person_id=person_id)
    return flask.render_template("person.html", person=shown)


def _date(iso: str) -> str:
    day = date.fromisoformat(iso)
    return f"{day:%B} {day.day}, {day.year}"


def options_of(ctx: Context, rows: Sequence[Person]) -> tuple[Option, ...]:
    """People as one picks or lists them."""
    names = teams.names(ctx.session)
    return tuple(_option(row, names[row.team_id]) for row in rows)


def _listed(ctx: Context, found: Page[Person]) -> Page[Option]:
    return Page(options_of(ctx, found.items), found.next_cursor)


def _option(row: Person, team: str) -> Option:
    avatar = Avatar.of(row.id, row.name)
    return Option(row.id, row.name, row.handle, row.title, team, row.office, avatar)


def _chart(ctx: Context, staff: Sequence[Person]) -> Chart:
    options = {option.id: option for option in options_of(ctx, staff)}
    above = {row.id: row.manager_id if row.manager_id in options else None for row in staff}
    below = defaultdict[str | None, list[str]](list)
    for person_id, manager_id in above.items():
        below[manager_id].append(person_id)
    chain: list[str] = []
    wanted = ctx.request.arguments["person_id"]
    while wanted and wanted not in chain:
        chain.insert(0, wanted)
        wanted = above[wanted]

    def places(manager_id: str | None, depth: int) -> tuple[Place, ...]:
        return tuple(
            Place(
                options[person_id],
                places(person_id, depth + 1),
                is_open=person_id in chain if chain else depth < _OPEN_LEVELS,
            )
            for person_id in below[manager_id]
        )

    return Chart(places(None, 0), tuple(options[each] for each in chain))


def _profile(ctx: Context, row: Person) -> Profile:
    above = [row.manager_id] if row.manager_id and knows(ctx, row.manager_id) else []
    known = people.by_ids(ctx.session, above)
    reports = [each for each in people.colleagues(ctx) if each.manager_id == row.id]
    state = "Deactivated" if row.is_deactivated else ""
    if row.kind != AccountKind.PERSON:
        state = "Bot"
    return Profile(
        id=row.id,
        name=row.name,
        title=row.title,
        avatar=Avatar.of(row.id, row.name),
        state=state,
        facts=tuple((name, value) for name, value in _facts(ctx, row).items() if value),
        email=row.email,
        team_id=row.team_id,
        team=row.team.name,
        manager=next(iter(options_of(ctx, [*known.values()])), None),
        reports=options_of(ctx, reports),
        topics=people.topic_of(row.id),
        may_edit=can(ctx, "directory.people.update_profile", row),
        panels=panels.of(ctx, row),
    )


def _facts(ctx: Context, row: Person) -> dict[str, str]:
    here = ctx.clock.now().astimezone(people.zone_of(row))
    return {
        "Display name": row.display_name if row.display_name != row.name else "",
        "Pronouns": row.pronouns,
        "Handle": f"@{row.handle}",
        "Role": "" if row.role == "member" else _ROLES[row.role],
        "Office": row.office,
        "Local time": f"{clock_time(here)} ({row.zone.replace('_', ' ')})",
        "Phone": row.phone,
        "Started": _date(row.started),
    }
