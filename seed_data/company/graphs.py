"""Pictures of a company's people: who works for whom, and who writes with whom."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import NamedTuple

from sqlalchemy import text
from sqlalchemy.orm import Session

_COLOURS = ("#1f4e79", "#c65911", "#548235", "#7f6000", "#7030a0", "#c00000", "#00757f", "#5a5a5a")
_ROW, _COLUMN, _MARGIN, _BOX = 26, 320, 20, 298
_LONGEST = 38
"""Letters of a name and a title that have room in a box."""
_RADIUS, _ROOM = 330, 190
"""Of the circle on which people stand, and the room around it for their names."""
_MOST_LINES = 260
_REPLIES = """
    SELECT m.author_id, r.author_id, count(*) FROM chat_messages m
    JOIN chat_messages r ON r.channel_id = m.channel_id AND r.ts = m.thread_ts
    WHERE m.author_id <> r.author_id GROUP BY 1, 2
"""
_DIRECT = """
    SELECT m.author_id, o.person_id, count(*) FROM chat_messages m
    JOIN chat_channels c ON c.id = m.channel_id AND c.kind = 'dm'
    JOIN chat_memberships o ON o.channel_id = m.channel_id AND o.person_id <> m.author_id
    GROUP BY 1, 2
"""


class _Person(NamedTuple):
    id: str
    name: str
    title: str
    team: str
    manager: str | None


def organization(session: Session) -> str:
    """Who works for whom now: a tree from left to right, an SVG."""
    people = _people(session)
    here = {each.id for each in people}
    below: dict[str | None, list[_Person]] = {}
    for each in people:
        below.setdefault(each.manager if each.manager in here else None, []).append(each)
    colours = _colours(people)
    parts: list[str] = []
    rows = 0

    def place(person: _Person, depth: int) -> float:
        """Draw somebody beside the middle of those below them; returns where."""
        nonlocal rows
        middles = [place(each, depth + 1) for each in below.get(person.id, ())]
        if not middles:
            rows += 1
        y = sum(middles) / len(middles) if middles else _MARGIN + _ROW * (rows - 0.5)
        x = _MARGIN + depth * _COLUMN
        for middle in middles:
            start, end = x + _BOX, x + _COLUMN
            half = (start + end) / 2
            parts.append(
                f'<path d="M{start} {y:.0f}H{half:.0f}V{middle:.0f}H{end}" fill="none"'
                ' stroke="#9a9a9a"/>'
            )
        parts.extend(_box(person, x, y, colours[person.team]))
        return y

    for each in below.get(None, ()):
        place(each, 0)
    depth = max((_depth(each, {one.id: one for one in people}) for each in people), default=0)
    width = 2 * _MARGIN + depth * _COLUMN + _BOX
    return _svg(width, 2 * _MARGIN + _ROW * rows, "Who works for whom", parts)


def messages(session: Session) -> str:
    """Who writes with whom: people by team on a circle, thicker lines for more messages."""
    people = sorted(_people(session), key=lambda each: (each.team, each.name))
    middle = _RADIUS + _ROOM
    turn = {each.id: math.tau * place / len(people) for place, each in enumerate(people)}
    at = {
        key: (middle + _RADIUS * math.cos(angle), middle + _RADIUS * math.sin(angle))
        for key, angle in turn.items()
    }
    between = sorted(_between(session, turn).items(), key=lambda each: (-each[1], each[0]))
    most = between[0][1] if between else 1
    parts = []
    for (one, other), count in reversed(between[:_MOST_LINES]):
        (x1, y1), (x2, y2) = at[one], at[other]
        share = math.sqrt(count / most)
        parts.append(
            f'<path d="M{x1:.0f} {y1:.0f}Q{middle} {middle} {x2:.0f} {y2:.0f}" fill="none"'
            f' stroke="#35608f" stroke-opacity="{0.12 + 0.6 * share:.2f}"'
            f' stroke-width="{0.5 + 6 * share:.1f}"/>'
        )
    colours = _colours(people)
    for each in people:
        parts.extend(_dot(each, at[each.id], turn[each.id], colours[each.team]))
    return _svg(2 * middle, 2 * middle, "Who writes with whom", parts)


def _between(session: Session, known: Mapping[str, float]) -> dict[tuple[str, str], int]:
    """Replies and direct messages of each pair."""
    found: dict[tuple[str, str], int] = {}
    for query in (_REPLIES, _DIRECT):
        for one, other, count in session.execute(text(query)):
            if one in known and other in known:
                pair = (min(one, other), max(one, other))
                found[pair] = found.get(pair, 0) + count
    return found


def _people(session: Session) -> list[_Person]:
    query = (
        "SELECT p.id, p.name, p.title, t.name, p.manager_id FROM directory_people p"
        " JOIN directory_teams t ON t.id = p.team_id"
        " WHERE p.kind = 'person' AND NOT p.is_deactivated ORDER BY t.name, p.name"
    )
    return [_Person(*row) for row in session.execute(text(query))]


def _colours(people: Sequence[_Person]) -> dict[str, str]:
    teams = sorted({each.team for each in people})
    return {team: _COLOURS[place % len(_COLOURS)] for place, team in enumerate(teams)}


def _depth(person: _Person, by_id: Mapping[str, _Person]) -> int:
    above = by_id.get(person.manager or "")
    return 1 + _depth(above, by_id) if above else 0


def _box(person: _Person, x: float, y: float, colour: str) -> Iterator[str]:
    yield (
        f'<rect x="{x}" y="{y - 11:.0f}" width="{_BOX}" height="22" rx="4" fill="#ffffff"'
        f' stroke="{colour}"/>'
    )
    title = person.title if len(person.name + person.title) <= _LONGEST else ""
    room = _LONGEST - len(person.name) - 1
    title = title or (person.title[: max(0, room)].rstrip() + "…" if room > 0 else "")
    yield (
        f'<text x="{x + 8}" y="{y + 4:.0f}"><tspan font-weight="600">{escape(person.name)}</tspan>'
        f'<tspan dx="6" fill="#555555">{escape(title)}</tspan></text>'
    )


def _dot(person: _Person, at: tuple[float, float], angle: float, colour: str) -> Iterator[str]:
    x, y = at
    is_left = math.cos(angle) < 0
    degrees = math.degrees(angle) + (180 if is_left else 0)
    anchor = "end" if is_left else "start"
    yield f'<circle cx="{x:.0f}" cy="{y:.0f}" r="5" fill="{colour}"/>'
    yield (
        f'<text transform="translate({x:.0f} {y:.0f}) rotate({degrees:.1f})"'
        f' x="{-10 if is_left else 10}" y="4" text-anchor="{anchor}"'
        f' fill="{colour}">{escape(person.name)}</text>'
    )


def _svg(width: float, height: float, title: str, parts: Sequence[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}"'
        f' viewBox="0 0 {width:.0f} {height:.0f}" role="img" font-family="sans-serif"'
        f' font-size="12"><title>{title}</title><rect width="100%" height="100%" fill="#ffffff"/>'
        + "".join(parts)
        + "</svg>"
    )
