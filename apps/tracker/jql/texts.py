"""Words in texts: ``summary ~ "roll* \\"release notes\\" -draft"``.

Several words must all occur in the same text, in any order.
https://support.atlassian.com/jira-software-cloud/docs/search-syntax-for-text-fields/
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from workworld.apps.tracker.jql.scope import Scope
from workworld.fulltext import without_marks

Words = Callable[[str], Iterable[str]]
"""The beginning of a word → words, among which are all that begin so."""

_PART = re.compile(
    r'(?P<sign>[+\-!]?)(?:"(?P<phrase>(?:\\.|[^"\\])*)"(?:~\d+)?|(?P<word>[^\s"()]+))(?:\^\d+)?'
)
_ESCAPED = re.compile(r"\\(.)")
_TAIL = re.compile(r"(?:~[\d.]*|\^[\d.]+)$")
_MOST_WORDS = 400
"""How many words a pattern may stand for."""
NOTHING = '""'


class Term(NamedTuple):
    """A word, a pattern or a phrase."""

    text: str
    is_phrase: bool


def expression(scope: Scope, field: str, text: str, words: Words) -> str:
    """What is asked of a full-text index, in its own syntax; each word quoted.

    What cannot be asked is noted.
    """
    if not text.strip():
        scope.refuse(f"The field '{field}' does not support searching for an empty string.")
        return NOTHING
    if text.strip()[0] in "*?":
        said = f"The text query '{text.strip()}' for field '{field}' is not allowed to start with"
        scope.refuse(f"{said} character '{text.strip()[0]}'.")
        return NOTHING
    alternatives = [_all_of(group, words) for group in _groups(text)]
    return " OR ".join(f"({each})" for each in alternatives if each) or NOTHING


def _groups(text: str) -> list[list[tuple[str, Term]]]:
    """The parts between ``OR``: each term with a sign, ``-`` for what may not occur."""
    groups: list[list[tuple[str, Term]]] = [[]]
    negates = False
    for found in _PART.finditer(text):
        word = found["word"] or ""
        if word in ("OR", "||") and not found["sign"]:
            groups.append([])
        elif word in ("NOT", "AND", "&&"):
            negates = word == "NOT"
        else:
            sign = "-" if negates or found["sign"] in ("-", "!") else ""
            groups[-1].append((sign, _term(found)))
            negates = False
    return groups


def _term(found: re.Match[str]) -> Term:
    if found["phrase"] is not None:
        return Term(_ESCAPED.sub(r"\1", found["phrase"]), is_phrase=True)
    return Term(_ESCAPED.sub(r"\1", _TAIL.sub("", found["word"])), is_phrase=False)


def _all_of(terms: Sequence[tuple[str, Term]], words: Words) -> str:
    wanted = [asked for sign, term in terms if not sign and (asked := _asked(term, words))]
    denied = [asked for sign, term in terms if sign and (asked := _asked(term, words))]
    if not wanted:
        return ""
    told = " AND ".join(wanted)
    return f"({told}) NOT ({' OR '.join(denied)})" if denied else told


def _asked(term: Term, words: Words) -> str:
    """A term in the index's syntax; empty if there is no word in it."""
    if not any(letter.isalnum() for letter in term.text):
        return ""
    if term.is_phrase or not re.search(r"[*?]", term.text):
        return _quoted(term.text)
    beginning = re.match(r"\w*", term.text)
    plain = beginning[0] if beginning else ""
    if term.text == f"{plain}*":
        return f"{_quoted(plain)} *"
    known = _matching(term.text, words(plain) if plain else ())
    return f"({' OR '.join(_quoted(each) for each in known)})" if known else NOTHING


def _matching(pattern: str, known: Iterable[str]) -> list[str]:
    """The words that a pattern with ``*`` and ``?`` stands for."""
    marks = {"*": r"\w*", "?": r"\w"}
    shape = "".join(marks.get(letter) or re.escape(letter) for letter in without_marks(pattern))
    fits = re.compile(shape)
    found = {word for word in map(without_marks, known) if fits.fullmatch(word)}
    return sorted(found)[:_MOST_WORDS]


def _quoted(text: str) -> str:
    return '"' + text.replace("\x00", " ").replace('"', '""') + '"'
