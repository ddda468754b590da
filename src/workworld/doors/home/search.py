"""Searching everything at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo  # noqa: TID251 - the type alone

import flask
from markupsafe import Markup, escape

from workworld import loading
from workworld.clock import from_microseconds
from workworld.context import Context
from workworld.directory import people
from workworld.doors.times import clock_time, day_name
from workworld.doors.web import Avatar, page
from workworld.links.addresses import rendered
from workworld.search import everything
from workworld.search.everything import Group, Results
from workworld.search.excerpts import excerpt, places
from workworld.search.providers import Hit

BLUEPRINT = flask.Blueprint("search", __name__)

A_FEW = 5
MANY = 20


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that was found."""

    title: Markup
    excerpt: Markup
    url: str
    icon: str
    avatar: Avatar | None
    place: str
    when: str
    iso: str


@dataclass(frozen=True, slots=True)
class Section:
    """What was found of one kind."""

    kind: str
    title: str
    total: int
    lines: tuple[Line, ...]
    more: str | None
    """The cursor of what follows."""


@dataclass(frozen=True, slots=True)
class Tab:
    """The results of one app, or all of them."""

    app_id: str
    title: str
    count: int


@dataclass(frozen=True, slots=True)
class _Shown:
    sections: tuple[Section, ...]
    counts: dict[str, int]


@BLUEPRINT.get("/search")
def show() -> str:
    """What was found: some of each kind, or all of one kind, page by page."""
    given = {name: flask.request.args.get(name, "") for name in ("q", "app", "in", "cursor")}
    found: _Shown = page(
        everything.find,
        _shown,
        text=given["q"],
        app_id=given["app"],
        kind=given["in"],
        limit=MANY if given["app"] or given["in"] else A_FEW,
        cursor=given["cursor"],
    )
    return flask.render_template(
        "search.html",
        sections=found.sections,
        tabs=_tabs(found.counts),
        given=given,
        is_asked=bool(everything.words_of(given["q"])),
    )


def _tabs(counts: dict[str, int]) -> tuple[Tab, ...]:
    titles = {"people": "People"} | {app.id: app.title for app in loading.apps()}
    each = (Tab(app_id, title, counts.get(app_id, 0)) for app_id, title in titles.items())
    return (Tab("", "All", sum(counts.values())), *each)


def _shown(ctx: Context, results: Results) -> _Shown:
    zone = people.my_zone(ctx)
    sections = tuple(_section(ctx, group, results.words, zone) for group in results.groups)
    return _Shown(sections, dict(results.counts))


def _section(ctx: Context, group: Group, words: Sequence[str], zone: ZoneInfo) -> Section:
    return Section(
        kind=group.provider.id,
        title=group.provider.title,
        total=group.found.total,
        lines=tuple(_line(ctx, hit, words, zone) for hit in group.found.hits),
        more=group.found.next_cursor,
    )


def _line(ctx: Context, hit: Hit, words: Sequence[str], zone: ZoneInfo) -> Line:
    when = iso = ""
    if hit.when_us is not None:
        moment = from_microseconds(hit.when_us).astimezone(zone)
        today = ctx.clock.now().astimezone(zone).date()
        when = f"{day_name(moment.date(), today)}, {clock_time(moment)}"
        iso = moment.isoformat(timespec="seconds")
    return Line(
        title=highlighted(hit.title, words),
        excerpt=highlighted(excerpt(hit.excerpt, words), words),
        url=rendered(ctx, hit.url),
        icon=hit.icon,
        avatar=Avatar.of(hit.person_id, hit.title) if hit.person_id else None,
        place=hit.place,
        when=when,
        iso=iso,
    )


def highlighted(text: str, words: Sequence[str]) -> Markup:
    """A text in which the words that were looked for are marked."""
    parts, at = [], 0
    for start, end in places(text, words):
        parts += [escape(text[at:start]), Markup("<mark>{}</mark>").format(text[start:end])]
        at = end
    return Markup("").join([*parts, escape(text[at:])])
