"""The query language of search: what is typed → what is looked for.

Whatever is typed means something: what is no modifier, and what makes no sense as one, is words.
https://slack.com/help/articles/202528808-Search-in-Slack
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache
from typing import NamedTuple

from lark import Lark, Token

from workworld.dates import past_day_from
from workworld.fulltext import Term

NAMES = ("from", "to", "in", "with")
HAVING = ("link", "file", "pin", "reaction", "code", "image", "thread")
BEING = ("thread", "dm", "saved", "unread", "starred", "pinned", "bot")
TYPES = ("pdf", "sheet", "image", "snippet", "doc")
DAYS = ("before", "after", "on", "during")
_VALUES: Mapping[str, Sequence[str]] = {"has": HAVING, "is": BEING, "type": TYPES, "hasmy": ()}
_WITH_EMOJI = ("has", "hasmy")
_MODIFIERS = "|".join(sorted((*NAMES, *_VALUES, *DAYS), key=len, reverse=True))
_GRAMMAR = rf"""
    start: (MODIFIER | PHRASE | WORD)*
    MODIFIER.3: /-?({_MODIFIERS}):("[^"]+"|[^\s"]+)(?!\S)/i
    PHRASE.2: /-?"[^"]*"/
    WORD.1: /\S+/
    %ignore /\s+/
"""
_LONGEST = 1000
_MONTHS = {
    name.lower(): number
    for names in (calendar.month_name, calendar.month_abbr)
    for number, name in enumerate(names)
    if name
}


class Key(NamedTuple):
    """Which modifier was used."""

    name: str
    is_denied: bool


class Span(NamedTuple):
    """The first and the last of some days."""

    first: date
    last: date


@dataclass(slots=True)
class Query:
    """What is looked for; everything must be so.

    Of what was said with one and the same modifier, one suffices; of ``with``, ``has`` and
    ``hasmy``, all must be so. Of what is denied, nothing may be so.
    """

    terms: list[Term] = field(default_factory=list)
    without: list[Term] = field(default_factory=list)
    said: dict[Key, list[str]] = field(default_factory=dict)
    """Values by modifier: names, ``link``, an emoji ``:eyes:``."""
    days: dict[Key, list[Span]] = field(default_factory=dict)
    """What ``before``, ``after``, ``on`` and ``during`` allow."""

    @property
    def is_empty(self) -> bool:
        """Whether it asks for nothing at all, as ``!!!`` does."""
        return self == Query()

    @property
    def words(self) -> list[str]:
        """What must occur."""
        return [term.text.removesuffix("*") for term in self.terms]


def parsed(text: str, today: date) -> Query:
    """Read a query; ``today`` is the reader's."""
    query = Query()
    for token in tokens(text):
        said = str(token)
        if token.type != "MODIFIER" or not _understood(query, said, today):
            _add_words(query, said, is_phrase=token.type == "PHRASE")
    return query


def tokens(text: str) -> list[Token]:
    """The parts of a query: ``MODIFIER``, ``PHRASE`` and ``WORD``."""
    return [part for part in _grammar().parse(text[:_LONGEST]).children if isinstance(part, Token)]


def days_of(value: str, today: date) -> Span | None:
    """The days of what a value names; None if it names no time."""
    if value in ("today", "yesterday"):
        day = today - timedelta(days=value == "yesterday")
        return Span(day, day)
    if value in _MONTHS:
        month = _MONTHS[value]
        return _month(today.year - (month > today.month), month)
    match = re.fullmatch(r"(\d{4})(?:-(\d\d?)(?:-(\d\d?))?)?", value, re.ASCII)
    if match is None:
        past = past_day_from(value, today)
        return None if past is None else Span(past, past)
    try:
        return _calendar_days([int(part) for part in match.groups() if part])
    except ValueError:
        return None


@cache
def _grammar() -> Lark:
    return Lark(_GRAMMAR, parser="lalr", lexer="basic")


def _add_words(query: Query, said: str, *, is_phrase: bool) -> None:
    is_denied = said.startswith("-") and len(said) > 1
    term = Term((said[1:] if is_denied else said).strip('"') if is_phrase or is_denied else said)
    if term.has_words:
        (query.without if is_denied else query.terms).append(term)


def _understood(query: Query, said: str, today: date) -> bool:
    """Take a modifier into the query; False if it makes no sense."""
    is_denied = said.startswith("-")
    name, _, value = said.removeprefix("-").partition(":")
    key, value = Key(name.lower(), is_denied), value.strip('"')
    if key.name in DAYS:
        days = days_of(value.lower(), today)
        if days is not None:
            query.days.setdefault(key, []).append(_allowed(key.name, days))
        return days is not None
    if key.name in _VALUES:
        value = value.lower()
        is_emoji = key.name in _WITH_EMOJI and re.fullmatch(r":.+:", value) is not None
        if not is_emoji and value not in _VALUES[key.name]:
            return False
    query.said.setdefault(key, []).append(value)
    return True


def _allowed(name: str, days: Span) -> Span:
    """Before and after leave the named days out."""
    day = timedelta(days=1)
    if name == "after":
        return Span(days.last + day, date.max)
    return Span(date.min, days.first - day) if name == "before" else days


def _calendar_days(parts: Sequence[int]) -> Span:
    if not 1000 <= parts[0] < 9999:
        raise ValueError
    if len(parts) == 3:
        day = date(*parts)
        return Span(day, day)
    if len(parts) == 2:
        return _month(*parts)
    return Span(date(parts[0], 1, 1), date(parts[0], 12, 31))


def _month(year: int, month: int) -> Span:
    first = date(year, month, 1)
    return Span(first, first.replace(day=calendar.monthrange(year, month)[1]))
