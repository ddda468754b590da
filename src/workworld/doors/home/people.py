"""The people who work here: to be found, looked up and picked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import flask

from workworld.context import Context
from workworld.directory import people
from workworld.directory.models import AccountKind, Person
from workworld.doors.times import clock_time
from workworld.doors.web import Avatar, page
from workworld.paging import Page

BLUEPRINT = flask.Blueprint("people", __name__)

_MOST = 100
_MOST_OPTIONS = 8


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
    manager: Option | None
    reports: tuple[Option, ...]


@BLUEPRINT.get("/people")
def show() -> str:
    """Everybody page by page, or those with the words that were asked for."""
    text = flask.request.args.get("q", "").strip()
    if text:
        rows: tuple[Option, ...] = page(people.search, _options, text=text, limit=_MOST)
        found = Page(rows, None)
    else:
        cursor = flask.request.args.get("cursor", "")
        found = page(people.list, _listed, limit=_MOST, cursor=cursor)
    return flask.render_template("people.html", found=found, text=text, most=_MOST)


@BLUEPRINT.get("/people/search")
def options() -> str:
    """The options of a people picker, the best first: names that begin so, then other words."""
    text = flask.request.args.get("q", "")
    found: tuple[Option, ...] = page(people.search, _options, text=text, limit=_MOST_OPTIONS)
    return flask.render_template("people_options.html", found=found)


@BLUEPRINT.get("/people/<person_id>")
def profile(person_id: str) -> str:
    """One account, a bot's or a leaver's too."""
    shown = page(people.info, _profile, person_id=person_id)
    return flask.render_template("person.html", person=shown)


def _date(iso: str) -> str:
    day = date.fromisoformat(iso)
    return f"{day:%B} {day.day}, {day.year}"


def _options(ctx: Context, rows: Sequence[Person]) -> tuple[Option, ...]:
    names = {team.id: team.name for team in people.teams(ctx.session)}
    return tuple(_option(row, names[row.team_id]) for row in rows)


def _listed(ctx: Context, found: Page[Person]) -> Page[Option]:
    return Page(_options(ctx, found.items), found.next_cursor)


def _option(row: Person, team: str) -> Option:
    avatar = Avatar.of(row.id, row.name)
    return Option(row.id, row.name, row.handle, row.title, team, row.office, avatar)


def _profile(ctx: Context, row: Person) -> Profile:
    names = {team.id: team.name for team in people.teams(ctx.session)}
    here = ctx.clock.now().astimezone(people.zone_of(row))
    state = "Deactivated" if row.is_deactivated else ""
    if row.kind != AccountKind.PERSON:
        state = "Bot"
    facts = {
        "Handle": f"@{row.handle}",
        "Team": names[row.team_id],
        "Office": row.office,
        "Local time": f"{clock_time(here)} ({row.zone.replace('_', ' ')})",
        "Phone": row.phone,
        "Started": _date(row.started),
    }
    staff = people.everyone(ctx.session)
    above = people.by_ids(ctx.session, [row.manager_id] if row.manager_id else [])
    return Profile(
        id=row.id,
        name=row.name,
        title=row.title,
        avatar=Avatar.of(row.id, row.name),
        state=state,
        facts=tuple((name, value) for name, value in facts.items() if value),
        email=row.email,
        manager=next((_option(each, names[each.team_id]) for each in above.values()), None),
        reports=tuple(
            _option(each, names[each.team_id]) for each in staff if each.manager_id == row.id
        ),
    )
