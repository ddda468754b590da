"""Search terms: words, phrases and beginnings with AND, OR and AND NOT between them.

https://developer.salesforce.com/docs/atlas.en-us.soql_sosl.meta/soql_sosl/sforce_api_calls_sosl_find.htm
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from workworld.apps.crm.soql.wording import QueryRefused
from workworld.fulltext import without_marks

MALFORMED_SEARCH = "MALFORMED_SEARCH"
LONGEST = 1_000
"""How many characters a term may have."""
_MOST_WORDS = 50
_MOST_FITTING = 100
"""How many known words a pattern may stand for."""
_DEEPEST = 20
_PART = re.compile(r'\s*(?:([()])|"((?:\\.|[^"\\])*)"|((?:\\.|[^\s()"\\])+)|(\S))', re.DOTALL)
_TYPED = re.compile(r'"([^"]+)"|([^\s"*?]+)')
_MOST_TYPED = 12
_SPECIAL = re.compile(r"\\(.)", re.DOTALL)

Known = Callable[[str], Sequence[str]]
"""A beginning → the words of an index that begin so."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word, or several in this order, or with ``*`` and ``?`` a pattern."""

    text: str
    is_phrase: bool = False


@dataclass(frozen=True, slots=True)
class Both:
    """What must occur together, and what must not."""

    parts: tuple[Term, ...]
    without: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Either:
    """Of what one must occur."""

    parts: tuple[Term, ...]


Term = Word | Both | Either


def read(text: str) -> Term:
    """Read a search term.

    Raises:
        QueryRefused: there is nothing to search for, or it cannot be understood.
    """
    if len(text) > LONGEST:
        raise _refusal(f"The search term is longer than {LONGEST:,} characters")
    if sum(letter.isalnum() for letter in text) < 2:
        raise _refusal(f"search term must be longer than one character: {text.strip()}")
    return _Reader(text).whole()


def typed(text: str) -> Term:
    """What people type who search: all words occur, and each may go on; quoted ones do not."""
    parts = _TYPED.findall(text)[:_MOST_TYPED]
    words = [Word(phrase, is_phrase=True) if phrase else Word(f"{word}*") for phrase, word in parts]
    return Both(tuple(words))


def expression(term: Term, known: Known) -> str:
    """A term as full-text search asks for it: each word is quoted, so nothing is syntax.

    Args:
        term: what is searched for.
        known: the words that the index has.
    """
    if isinstance(term, Word):
        return _word(term, known)
    made = [found for part in term.parts if (found := expression(part, known))]
    if isinstance(term, Either):
        return f"({' OR '.join(made)})" if made else ""
    if not made:
        return ""
    wanted = f"({' AND '.join(made)})"
    denied = [found for part in term.without if (found := expression(part, known))]
    return f"({wanted} NOT ({' OR '.join(denied)}))" if denied else wanted


def _word(word: Word, known: Known) -> str:
    text = word.text.replace("\x00", " ").replace('"', " ")
    plain = text.rstrip("*")
    if not any(letter.isalnum() for letter in plain):
        return ""
    if word.is_phrase or not re.search(r"[*?]", text):
        return f'"{text}"'
    if not re.search(r"[*?]", plain):
        return f'"{plain}" *'
    return _fitting(text, known)


def _fitting(pattern: str, known: Known) -> str:
    """The words that fit a pattern with wildcards in its middle."""
    folded = without_marks(pattern)
    beginning = re.split(r"[*?]", folded)[0]
    form = re.escape(folded).replace(r"\*", r".*").replace(r"\?", ".")
    fits = re.compile(form, re.DOTALL)
    found = [each for each in known(beginning) if fits.fullmatch(each)] if beginning else []
    quoted = [f'"{each}"' for each in found[:_MOST_FITTING]]
    return f"({' OR '.join(quoted)})" if quoted else '"\ue000"'


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._parts = [
            part for part in _PART.finditer(text) if part[0].strip()
        ]  # the last one may be nothing but space
        self._at = 0
        self._depth = 0
        if len(self._parts) > _MOST_WORDS:
            raise _refusal(f"The search term has more than {_MOST_WORDS} words")

    def whole(self) -> Term:
        found = self._either()
        if self._at < len(self._parts):
            raise self._unexpected()
        return found

    @property
    def _now(self) -> str:
        """The next sign or operator, ``word`` for anything else; empty at the end."""
        if self._at >= len(self._parts):
            return ""
        part = self._parts[self._at]
        if part[1]:
            return part[1]
        return part[3].upper() if part[3] and part[3].upper() in ("AND", "OR", "NOT") else "word"

    def _either(self) -> Term:
        found = [self._both()]
        while self._took("OR"):
            found.append(self._both())
        return found[0] if len(found) == 1 else Either(tuple(found))

    def _both(self) -> Term:
        found, without = [self._one()], []
        while self._now not in ("", ")", "OR"):
            self._took("AND")
            if self._took("NOT"):
                without.append(self._one())
            else:
                found.append(self._one())
        return Both(tuple(found), tuple(without)) if len(found) > 1 or without else found[0]

    def _one(self) -> Term:
        if self._took("("):
            self._depth += 1
            if self._depth > _DEEPEST:
                raise _refusal("The search term has too many parentheses")
            inner = self._either()
            self._depth -= 1
            if not self._took(")"):
                raise self._unexpected()
            return inner
        if self._now != "word" or self._parts[self._at][4]:
            raise self._unexpected()
        part = self._parts[self._at]
        self._at += 1
        if part[2] is not None:
            return Word(_SPECIAL.sub(r"\1", part[2]), is_phrase=True)
        return Word(_SPECIAL.sub(r" ", part[3]))

    def _took(self, kind: str) -> bool:
        if self._now != kind:
            return False
        self._at += 1
        return True

    def _unexpected(self) -> QueryRefused:
        shown = self._parts[self._at][0].strip() if self._at < len(self._parts) else "<EOF>"
        return _refusal(f"unexpected token: '{shown[:200]}'")


def _refusal(said: str) -> QueryRefused:
    return QueryRefused(MALFORMED_SEARCH, said)
