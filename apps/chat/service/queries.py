"""The query language of message search: what is typed → what is looked for.

Whatever is typed means something: what is no modifier, and what makes no sense as one, is words.
https://slack.com/help/articles/202528808-Search-in-Slack
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache

from lark import Lark, Token

from workworld.fulltext import Term

_GRAMMAR = r"""
    start: (MODIFIER | PHRASE | WORD)*
    MODIFIER.3: /-?(in|from|has|is|before|after|on|during):("[^"]+"|[^\s"]+)(?!\S)/i
    PHRASE.2: /-?"[^"]*"/
    WORD.1: /\S+/
    %ignore /\s+/
"""
_NAMES = ("in", "from")
_HAVING = ("reaction", "link", "thread")
_LONGEST = 1000
_MONTHS = {
    name.lower(): number
    for names in (calendar.month_name, calendar.month_abbr)
    for number, name in enumerate(names)
    if name
}


@dataclass(slots=True)
class Query:
    """What is looked for; everything must be so, but of several names one suffices."""

    terms: list[Term] = field(default_factory=list)
    without: list[Term] = field(default_factory=list)
    names: dict[tuple[str, bool], list[str]] = field(default_factory=dict)
    """What was said with ``in`` and ``from``, and whether it was denied."""
    having: list[tuple[str, bool]] = field(default_factory=list)
    """``reaction``, ``link``, ``thread`` or an emoji ``:eyes:``, and whether it was denied."""
    first: date | None = None
    """The first day that counts."""
    last: date | None = None

    @property
    def is_empty(self) -> bool:
        """Whether it asks for nothing at all, as ``!!!`` does."""
        return self == Query()


def parsed(text: str, today: date) -> Query:
    """Read a query; ``today`` is the reader's."""
    query = Query()
    for token in _grammar().parse(text[:_LONGEST]).children:
        assert isinstance(token, Token)
        said = str(token)
        if token.type != "MODIFIER" or not _understood(query, said, today):
            _add_words(query, said, is_phrase=token.type == "PHRASE")
    return query


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
    name, value = name.lower(), value.strip('"')
    if name in _NAMES:
        query.names.setdefault((name, is_denied), []).append(value)
        return True
    if name in ("has", "is"):
        return _having(query, name, value.lower(), is_denied=is_denied)
    days = _days(value.lower(), today)
    if days is None or is_denied:
        return False
    _narrow(query, name, *days)
    return True


def _having(query: Query, name: str, value: str, *, is_denied: bool) -> bool:
    is_emoji = name == "has" and re.fullmatch(r":.+:", value) is not None
    if not is_emoji and value not in (_HAVING if name == "has" else ("thread",)):
        return False
    query.having.append((value, is_denied))
    return True


def _narrow(query: Query, name: str, first: date, last: date) -> None:
    """Before and after leave the named days out."""
    day = timedelta(days=1)
    if name == "after":
        first, last = last + day, date.max
    elif name == "before":
        first, last = date.min, first - day
    query.first = max(query.first or date.min, first)
    query.last = min(query.last or date.max, last)


def _days(value: str, today: date) -> tuple[date, date] | None:
    """The first and the last day of what a value names; None if it names no time."""
    if value in ("today", "yesterday"):
        day = today - timedelta(days=value == "yesterday")
        return day, day
    if value in _MONTHS:
        month = _MONTHS[value]
        return _month(today.year - (month > today.month), month)
    match = re.fullmatch(r"(\d{4})(?:-(\d\d?)(?:-(\d\d?))?)?", value, re.ASCII)
    if match is None:
        return None
    try:
        return _calendar_days([int(part) for part in match.groups() if part])
    except ValueError:
        return None


def _calendar_days(parts: Sequence[int]) -> tuple[date, date]:
    if not 1000 <= parts[0] < 9999:
        raise ValueError
    if len(parts) == 3:
        day = date(*parts)
        return day, day
    if len(parts) == 2:
        return _month(*parts)
    return date(parts[0], 1, 1), date(parts[0], 12, 31)


def _month(year: int, month: int) -> tuple[date, date]:
    first = date(year, month, 1)
    return first, first.replace(day=calendar.monthrange(year, month)[1])
