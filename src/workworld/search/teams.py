"""Finding teams."""

from __future__ import annotations

from collections.abc import Sequence

from workworld.context import Context
from workworld.directory import people, teams
from workworld.directory.models import Team
from workworld.directory.words import folded
from workworld.paging import decode_cursor, encode_cursor
from workworld.search.providers import Found, Hit, searches

_LISTING = "teams found"


@searches("people.teams", title="Teams")
def find(ctx: Context, words: Sequence[str], limit: int, cursor: str) -> Found:
    """Find teams by the beginnings of words of their names."""
    known = [team for team in teams.list(ctx) if _fits(team, words)]
    staff = people.colleagues(ctx)
    start = int(decode_cursor(_LISTING, cursor)) if cursor else 0
    end = start + limit
    hits = [
        Hit(
            title=team.name,
            url=people.canonical_url(ctx.session, "people", f"/teams/{team.id}"),
            icon="users",
            excerpt=teams.size_in_words(sum(person.team_id == team.id for person in staff)),
        )
        for team in known[start:end]
    ]
    following = encode_cursor(_LISTING, str(end)) if end < len(known) else None
    return Found(hits, len(known), following)


def _fits(team: Team, words: Sequence[str]) -> bool:
    name = f" {folded(team.name)}"
    return all(f" {folded(word)}" in name for word in words)
