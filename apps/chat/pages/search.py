"""The page of search: what was found, by kind, with filters that edit the query."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any

import flask
from markupsafe import Markup, escape

from workworld.apps.chat import stamps
from workworld.apps.chat.models import Channel, Message
from workworld.apps.chat.pages.blueprint import BLUEPRINT, channel_url
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.apps.chat.pages.sidebar_links import look_of
from workworld.apps.chat.service import (
    channels,
    queries,
    refining,
    search,
    suggestions,
    users,
    wording,
)
from workworld.apps.chat.service.refining import Filters
from workworld.apps.chat.service.search import FileHits, Hits
from workworld.apps.chat.service.suggestions import Completion
from workworld.apps.chat.times import clock_time, day_name
from workworld.apps.chat.types import CHANNELS, LARGEST_PAGE
from workworld.context import Context
from workworld.dates import past_day_from
from workworld.directory import people
from workworld.directory.models import AccountKind, Person
from workworld.directory.words import folded
from workworld.doors.file_lines import FileLine
from workworld.doors.web import Avatar, page, today
from workworld.paging import MOST_PAGES, Page
from workworld.search.excerpts import excerpt

SIZE = 20
TABS = ("messages", "files", "people", "channels")
_LONG = 300
_LONG_CONTEXT = 72


@dataclass(frozen=True, slots=True)
class Near:
    """A message that stands before or after a hit, in one line."""

    author: str
    text: str


@dataclass(frozen=True, slots=True)
class HitLine:
    """A message that was found."""

    url: str
    author: str
    avatar: Avatar
    text: Markup
    when: str
    iso: str
    is_reply: bool
    before: Near | None
    after: Near | None


@dataclass(frozen=True, slots=True)
class HitGroup:
    """Consecutive hits of one conversation."""

    place: str
    url: str
    hits: Sequence[HitLine]


@dataclass(frozen=True, slots=True)
class FileHit:
    """A file that was found."""

    file: FileLine
    title: Markup
    owner: str
    place: str
    url: str
    when: str


@dataclass(frozen=True, slots=True)
class PersonHit:
    """Somebody who was found."""

    id: str
    name: str
    title: str
    avatar: Avatar
    note: str


@dataclass(frozen=True, slots=True)
class ChannelHit:
    """A channel that was found."""

    url: str
    name: Markup
    icon: str
    state: str
    about: Markup
    members: int
    is_mine: bool


@dataclass(frozen=True, slots=True)
class Listed:
    """What a tab shows of what there is."""

    total: int
    items: Sequence[Any]

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return min(-(-self.total // SIZE), MOST_PAGES)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the address asks for."""

    text: str
    tab: str
    sort: str
    number: int
    mine_only: bool

    @classmethod
    def of(cls, given: Any) -> _Asked:
        tab, sort, number = given.get("tab"), given.get("sort"), given.get("page", "")
        is_number = number.isascii() and number.isdigit() and len(number) <= len(str(MOST_PAGES))
        return cls(
            text=" ".join(given.get("q", "")[:1000].split()),
            tab=tab if tab in TABS else TABS[0],
            sort="timestamp" if sort == "newest" else "score",
            number=min(max(1, int(number)), MOST_PAGES) if is_number else 1,
            mine_only="mine" in given,
        )

    def url(self, **changes: Any) -> str:
        """The address of the same search with something changed."""
        given = {
            "q": self.text,
            "tab": self.tab if self.tab != TABS[0] else None,
            "sort": "newest" if self.sort == "timestamp" else None,
            "mine": "1" if self.mine_only else None,
            **changes,
        }
        return flask.url_for("ui.search", **{name: each for name, each in given.items() if each})

    def page_url(self, number: int) -> str:
        """The address of one of its pages."""
        return self.url(page=number if number > 1 else None)


@BLUEPRINT.get("/search", endpoint="search")
def search_page() -> Any:
    """What was found, in one of four tabs."""
    if "refine" in flask.request.args:
        return flask.redirect(_refined(_Asked.of(flask.request.args)))
    asked = _Asked.of(flask.request.args)
    query = queries.parsed(asked.text, today())
    is_asked = not query.is_empty
    found = {tab: _listed(asked, tab) if is_asked else Listed(0, ()) for tab in TABS}
    if is_asked and asked.number > max(1, found[asked.tab].pages):
        return flask.redirect(asked.url())
    return flask.render_template(
        "search.html",
        sidebar=sidebar(),
        asked=asked,
        is_asked=is_asked,
        has_words=bool(query.terms),
        found=found,
        shown=found[asked.tab],
        filters=page(refining.refine, _filters, query=asked.text),
    )


@BLUEPRINT.get("/search/completions")
def complete_query() -> str:
    """What the query may go on with, as a list of options."""
    text = flask.request.args.get("q", "")[:1000]
    found = page(suggestions.suggest, _with_faces, text=text)
    return flask.render_template("search_completions.html", text=text, completions=found)


@BLUEPRINT.get("/search/places")
def places() -> str:
    """Conversations whose names hold what was typed, as a list of options."""
    words = flask.request.args.get("q", "")[:64].lstrip("#").split()
    found = page(channels.list, _places, words=words, kinds=CHANNELS, limit=SIZE)
    return flask.render_template("search_places.html", places=found)


def _refined(asked: _Asked) -> str:
    """The address of the same search with the filters that were set."""
    given = flask.request.args
    text = page(
        refining.refine,
        lambda _ctx, said: said,
        query=asked.text,
        person_ids=given.getlist("from")[:20],
        channel_ids=given.getlist("in")[:20],
        after=_day(given.get("after", "")),
        before=_day(given.get("before", "")),
        without_bots="no_bots" in given,
    )
    return asked.url(q=text)


def _day(typed: str) -> str | None:
    """A day as somebody typed it; what names no day is no filter."""
    day = past_day_from(typed, today()) if typed else None
    return day.isoformat() if day else None


def _filters(ctx: Context, _said: str) -> Filters:
    return refining.filters_of(ctx, ctx.request.arguments["query"])


def _listed(asked: _Asked, tab: str) -> Listed:
    """What a tab has; of those that are not shown, only how much."""
    is_shown = tab == asked.tab
    if tab in ("messages", "files"):
        function: Callable[..., Any] = search.messages if tab == "messages" else search.files
        present = _messages if tab == "messages" else _files
        given: dict[str, Any] = {"query": asked.text, "mine_only": asked.mine_only}
        part: dict[str, Any] = {"count": SIZE, "page": asked.number} if is_shown else {"count": 1}
        listed: Listed = page(function, present, sort=asked.sort, **given, **part)
        return listed
    words = _words(asked.text)
    if not words:
        return Listed(0, ())
    every: Sequence[Any]
    if tab == "people":
        every = page(users.search, _people, words=words, limit=LARGEST_PAGE)
    else:
        listing: dict[str, Any] = {"words": words, "kinds": CHANNELS, "limit": LARGEST_PAGE}
        every = page(channels.list, _channels, **listing)
    start = (asked.number - 1) * SIZE if is_shown else 0
    return Listed(len(every), every[start : start + SIZE])


def _words(text: str) -> list[str]:
    """The words of a query, which people and channels are looked for by."""
    query = queries.parsed(text, today())
    return [word[:64] for phrase in query.words for word in phrase.split()][:8]


def _messages(ctx: Context, hits: Hits) -> Listed:
    rows = hits.page.items
    labels = channels.visible_labels(ctx, sorted({row.channel_id for row in rows}))
    shown = _Shown(ctx)
    groups = [
        HitGroup(labels[channel_id], channel_url(channel_id), [shown.line(row) for row in group])
        for channel_id, group in groupby(rows, key=lambda row: row.channel_id)
    ]
    return Listed(hits.page.total, groups)


def _files(ctx: Context, hits: FileHits) -> Listed:
    rows = hits.page.items
    labels = channels.visible_labels(ctx, sorted({place[0] for place in hits.places.values()}))
    owners = people.by_ids(ctx.session, {row.uploader_id for row in rows})
    shown = _Shown(ctx)
    found = []
    for row in rows:
        channel_id, ts = hits.places[row.id]
        found.append(
            FileHit(
                file=FileLine.of(row),
                title=marked(row.title, shown.words),
                owner=owners[row.uploader_id].name,
                place=labels[channel_id],
                url=flask.url_for("ui.at_message", channel_id=channel_id, ts=ts),
                when=shown.when(ts),
            )
        )
    return Listed(hits.page.total, found)


def _people(_ctx: Context, found: Page[Person]) -> list[PersonHit]:
    return [
        PersonHit(row.id, row.name, row.title, Avatar.of(row.id, row.name), _standing(row))
        for row in found.items
    ]


def _standing(row: Person) -> str:
    """What else there is to know of somebody before writing to them."""
    if row.is_deactivated:
        return "Deactivated"
    return "App" if row.kind == AccountKind.BOT else ""


def _channels(ctx: Context, found: Page[Channel]) -> list[ChannelHit]:
    ids = [row.id for row in found.items]
    mine, counts = channels.joined(ctx, ids), channels.member_counts(ctx, ids)
    words = ctx.request.arguments["words"]
    return [
        ChannelHit(
            channel_url(row.id),
            marked(row.name, words),
            *look_of(row),
            marked(row.topic or row.purpose, words),
            counts.get(row.id, 0),
            row.id in mine,
        )
        for row in found.items
    ]


def _places(ctx: Context, found: Page[Channel]) -> list[tuple[str, str]]:
    labels = channels.visible_labels(ctx, [row.id for row in found.items])
    return [(row.id, labels[row.id]) for row in found.items]


def _with_faces(
    _ctx: Context, found: Sequence[Completion]
) -> list[tuple[Completion, Avatar | None]]:
    return [
        (each, Avatar.of(each.person_id, each.person_name) if each.person_id else None)
        for each in found
    ]


class _Shown:
    """Messages as results show them."""

    def __init__(self, ctx: Context) -> None:
        self._ctx = ctx
        asked = queries.parsed(ctx.request.arguments["query"], search.today(ctx))
        self.words = [term.text for term in asked.terms]
        self._zone = people.my_zone(ctx)
        self._today: date = ctx.clock.now().astimezone(self._zone).date()

    def line(self, row: Message) -> HitLine:
        """A hit, and what stands before and after it."""
        before, after = search.around(self._ctx, row)
        author = self._author(row)
        text = wording.in_words(self._ctx, row.text)
        return HitLine(
            url=flask.url_for("ui.at_message", channel_id=row.channel_id, ts=row.ts),
            author=author.name,
            avatar=Avatar.of(author.id, author.name),
            text=marked(self._shortened(text), self.words),
            when=self.when(row.ts),
            iso=stamps.moment(row.ts).astimezone(self._zone).isoformat(timespec="seconds"),
            is_reply=row.thread_ts is not None,
            before=self._near(before),
            after=self._near(after),
        )

    def when(self, ts: str) -> str:
        """A stamp's day and time."""
        moment = stamps.moment(ts).astimezone(self._zone)
        return f"{day_name(self._ctx, moment.date(), self._today)}, {clock_time(self._ctx, moment)}"

    def _shortened(self, text: str) -> str:
        bare = [word.removesuffix("*") for word in self.words]
        return text if len(text) <= _LONG else excerpt(text, bare)

    def _near(self, row: Message | None) -> Near | None:
        if row is None:
            return None
        line = " ".join(wording.in_words(self._ctx, row.text).split()) or "Sent a file"
        short = line if len(line) <= _LONG_CONTEXT else f"{line[:_LONG_CONTEXT].rstrip()}…"
        return Near(self._author(row).display_name, short)

    def _author(self, row: Message) -> Person:
        known = people.by_ids(self._ctx.session, [row.author_id])
        return known[row.author_id]


def marked(text: str, words: Iterable[str]) -> Markup:
    """A text in which whole words that were looked for are marked, for the eye alone.

    Words that were looked for by their beginning have a star at the end.
    """
    wanted = {folded(part) for word in words for part in re.findall(r"\w+\*?", word)}
    starts = tuple(word[:-1] for word in wanted if word.endswith("*"))
    parts, at = [], 0
    for match in re.finditer(r"\w+", text):
        word = folded(match[0])
        if word in wanted or (starts and word.startswith(starts)):
            between = text[at : match.start()]
            parts += [escape(between), Markup('<mark role="none">{}</mark>').format(match[0])]
            at = match.end()
    return Markup("").join([*parts, escape(text[at:])])
