"""Finding those who work here."""

from __future__ import annotations

from collections.abc import Sequence

from workworld.context import Context
from workworld.directory import people, teams
from workworld.paging import decode_cursor, encode_cursor
from workworld.search.providers import Found, Hit, searches

_LISTING = "people found"
_MOST = 100
"""Nobody reads on after so many."""


@searches("people.people", title="People")
def find(ctx: Context, words: Sequence[str], limit: int, cursor: str) -> Found:
    """Find people by the beginnings of words of name, address, title and team."""
    known = people.search(ctx, text=" ".join(words), limit=_MOST)
    team_names = teams.names(ctx.session)
    start = int(decode_cursor(_LISTING, cursor)) if cursor else 0
    end = start + limit
    hits = [
        Hit(
            title=person.name,
            url=people.canonical_url(ctx.session, "people", f"/{person.id}"),
            icon="user",
            excerpt=f"{person.title} · {team_names[person.team_id]} · {person.office}",
            person_id=person.id,
        )
        for person in known[start:end]
    ]
    following = encode_cursor(_LISTING, str(end)) if end < len(known) else None
    return Found(hits, len(known), following)
