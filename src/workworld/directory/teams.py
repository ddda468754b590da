"""Looking teams up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import Field
from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.context import Context, Surface
from workworld.database import constant, plain_rows
from workworld.directory.models import Team
from workworld.errors import NotFound
from workworld.operations import Effect, operation
from workworld.topics import listens

TeamId = Annotated[
    str, Field(description="Id of a team, such as team-0A1B2C.", min_length=1, max_length=64)
]

_TOPIC = "directory.team"
_teams = Team.__table__.c
_BY_NAME = constant(select(Team.__table__).order_by(_teams.name, _teams.id))


@operation(Effect.READ, scope=None, doors=(Surface.UI,))
def list(ctx: Context) -> Sequence[Team]:
    """List all teams, by name: rows to be read."""
    return plain_rows(ctx.session, Team, _BY_NAME, {})


@operation(Effect.READ, scope=None, doors=(Surface.UI,))
def info(ctx: Context, *, team_id: TeamId) -> Team:
    """Look one team up.

    Raises:
        NotFound: ``team_not_found``.
    """
    team = ctx.session.get(Team, team_id)
    if team is None:
        raise NotFound("team_not_found", "There is no team with this id.")
    return team


def names(session: Session) -> Mapping[str, str]:
    """What all teams are called, by id, in the order of their names."""
    return {team.id: team.name for team in plain_rows(session, Team, _BY_NAME, {})}


def size_in_words(members: int) -> str:
    """How many are in a team."""
    return f"{members} {'member' if members == 1 else 'members'}"


def topic_of(team_id: str) -> str:
    """The topic of a team and its members, for pages that show them."""
    return f"{_TOPIC}:{team_id}"


@listens(_TOPIC)
def _hears(ctx: Context, team_id: str) -> bool:
    return ctx.session.get(Team, team_id) is not None
