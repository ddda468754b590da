"""The company's teams: all of them, and each with who is in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import flask

from workworld.context import Context
from workworld.directory import people, teams
from workworld.directory.models import Team
from workworld.doors.home.people import Option, options_of
from workworld.doors.web import page

BLUEPRINT = flask.Blueprint("teams", __name__)


@dataclass(frozen=True, slots=True)
class Card:
    """A team in the list of all."""

    id: str
    name: str
    lead: Option | None
    size: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A team's page."""

    id: str
    name: str
    lead: Option | None
    """None if whoever led it works here no more."""
    size: str
    members: tuple[Option, ...]
    """Without the lead."""
    topics: str


@BLUEPRINT.get("/people/teams")
def index() -> str:
    """All teams, by name."""
    return flask.render_template("teams.html", teams=page(teams.list, _cards))


@BLUEPRINT.get("/people/teams/<team_id>")
def show(team_id: str) -> str:
    """One team."""
    return flask.render_template("team.html", team=page(teams.info, _shown, team_id=team_id))


def _cards(ctx: Context, rows: Sequence[Team]) -> tuple[Card, ...]:
    staff = people.colleagues(ctx)
    sizes = Counter(person.team_id for person in staff)
    known = {option.id: option for option in options_of(ctx, staff)}
    return tuple(
        Card(row.id, row.name, known.get(row.lead_id or ""), teams.size_in_words(sizes[row.id]))
        for row in rows
    )


def _shown(ctx: Context, row: Team) -> Shown:
    staff = options_of(ctx, people.colleagues(ctx))
    inside = [person for person in staff if person.team == row.name]
    return Shown(
        id=row.id,
        name=row.name,
        lead=next((person for person in staff if person.id == row.lead_id), None),
        size=teams.size_in_words(len(inside)),
        members=tuple(person for person in inside if person.id != row.lead_id),
        topics=teams.topic_of(row.id),
    )
