"""The command palette: where somebody may want to go next, as each app knows best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from workworld.context import Context, Surface
from workworld.directory import people, teams
from workworld.directory.words import folded
from workworld.operations import Effect, operation

LARGEST = 50
ROOM, PERSON = "#", "@"
"""Signs before what is typed: rooms alone are meant, or people and talks with them."""


@dataclass(frozen=True, slots=True)
class Place:
    """Somewhere to go.

    Args:
        title: its name.
        url: its canonical address.
        icon: an icon of the sprite.
        hint: what else tells it from others.
        person_id: whose picture stands beside it, instead of the icon.
        also: other words by which it is called.
        command: of a control on the page that is used instead of going anywhere.
        sign: ``ROOM`` or ``PERSON``, for what is found behind such a sign too.
    """

    title: str
    url: str
    icon: str
    hint: str = ""
    person_id: str = ""
    also: str = ""
    command: str = ""
    sign: str = ""


Lead = Callable[[Context, str], Sequence[Place]]
"""What was typed, perhaps nothing → the app's places for the caller, the likeliest first."""

_leads: dict[str, Lead] = {}


def leads(app_id: str) -> Callable[[Lead], Lead]:
    """Declare where one may go in an app.

    Raises:
        TypeError: the app has such a function already.
    """

    def declare(lead: Lead) -> Lead:
        if app_id in _leads:
            raise TypeError(f"two functions lead through {app_id}")
        _leads[app_id] = lead
        return lead

    return declare


@operation(Effect.READ, scope=None, doors=(Surface.UI,))
def find(
    ctx: Context,
    *,
    text: Annotated[str, Field(description="What was typed so far.", max_length=200)] = "",
    app_id: Annotated[
        str, Field(description="The app one is in: its places come first.", max_length=64)
    ] = "",
    limit: Annotated[int, Field(description="How many at most.", ge=1, le=LARGEST)] = 12,
) -> Sequence[Place]:
    """Find places to go and people, by what was typed; without it, the likeliest places."""
    words = _parts(text)[1]
    apps = sorted(_leads, key=lambda app: (app != app_id, app))
    led = {app: _leads[app](ctx, words) for app in apps}
    places = [place for app in apps for place in led[app]]
    if folded(words):
        known = {place.person_id for place in led.get(app_id, ())}  # the app leads to them itself
        places += [place for place in _people(ctx, words, limit) if place.person_id not in known]
        places += _teams(ctx)
    return ranked(places, text)[:limit]


def ranked(places: Sequence[Place], text: str) -> list[Place]:
    """Those of some places whose names fit what was typed, the best fit first.

    Names that are it come before those that begin so, then those with a word that does, then
    those that hold it. Places that fit alike stay in their order.
    """
    sign, words = _parts(text)
    wanted = folded(words)
    meant = [place for place in places if sign in ("", place.sign)]
    fits = [(fit, place) for place in meant if (fit := _fit(place, wanted)) < _NO_FIT]
    return [place for _fit_, place in sorted(fits, key=lambda pair: pair[0])]


_NO_FIT = 4


def _parts(text: str) -> tuple[str, str]:
    """The sign before what was typed, if there is one, and the rest."""
    text = text.strip()
    return (text[0], text[1:]) if text.startswith((ROOM, PERSON)) else ("", text)


def _fit(place: Place, wanted: str) -> int:
    title = folded(place.title)
    if title == wanted:
        return 0
    if title.startswith(wanted):
        return 1
    words = f"{title} {folded(place.also)}".replace("-", " ").replace("_", " ").split()
    if any(word.startswith(wanted) for word in words):
        return 2
    return 3 if wanted in title else _NO_FIT


def _people(ctx: Context, text: str, limit: int) -> list[Place]:
    return [
        Place(
            title=person.name,
            url=people.canonical_url(ctx.session, "people", f"/{person.id}"),
            icon="user",
            hint=person.title,
            person_id=person.id,
            also=f"{person.handle} {person.email}",
            sign=PERSON,
        )
        for person in people.search(ctx, text=text, limit=limit)
    ]


def _teams(ctx: Context) -> list[Place]:
    return [
        Place(
            title=team.name,
            url=people.canonical_url(ctx.session, "people", f"/teams/{team.id}"),
            icon="users",
            hint="Team",
        )
        for team in teams.list(ctx)
    ]
