"""Functions of texts. Patterns are those of RE2, as with Google Sheets: none takes for ever."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any
from urllib.parse import quote

import re2

from workworld.apps.sheets.engine import values
from workworld.apps.sheets.engine.callables import Function
from workworld.apps.sheets.engine.format_codes import FormatError
from workworld.apps.sheets.engine.functions.shapes import (
    Rows,
    answering,
    every,
    failed,
    filled,
    rows_of,
    single,
    text,
    truth,
    whole,
)
from workworld.apps.sheets.engine.number_formats import shown
from workworld.apps.sheets.engine.typed_input import number_of
from workworld.apps.sheets.engine.values import Error, Value
from workworld.apps.sheets.engine.writers import SAID

_EMAIL = re2.compile(r"[\w.%+-]+@(?:[\w-]+\.)+[A-Za-z]{2,}")
_URL = re2.compile(
    r"(?:(?:https?|ftp)://)?(?:[\w-]+\.)+[A-Za-z]{2,}(?::\d+)?(?:[/?#]\S*)?|mailto:\S+@\S+"
)
_LONGEST = 50_000
"""How many characters a cell has room for."""


@answering
def split(given: Any, delimiter: Any, by_each: Any = True, drops_empty: Any = True) -> Rows:
    """A text's pieces in a row; pieces that read as numbers are numbers."""
    said_, marks = text(given), text(delimiter)
    if not marks:
        raise failed(values.VALUE, "What is split at must not be empty.")
    pieces = _pieces(said_, list(marks) if truth(by_each) else [marks])
    if truth(drops_empty):
        pieces = [each for each in pieces if each]
    return filled([[_read(each) for each in pieces]])


@answering
def join(delimiter: Any, *given: Any) -> str:
    """All values as one text."""
    return _fitting(text(delimiter).join(text(each) for each in every(given)))


@answering
def said(given: Any) -> Any:
    """A value as the text that ``&`` joins; of a range, each of its values."""
    if isinstance(given, list):
        return [
            [each if isinstance(each, Error) else _fitting(text(each)) for each in row]
            for row in given
        ]
    return _fitting(text(given))


@answering
def substitute(given: Any, old: Any, new: Any, which: Any = None) -> str:
    """A text with another in the place of all occurrences of one, or of one of them."""
    whole_text, wanted, put = text(given), text(old), text(new)
    if not wanted:
        return whole_text
    count = whole_text.count(wanted)
    if len(whole_text) + (len(put) - len(wanted)) * count > _LONGEST and which is None:
        raise failed(values.VALUE, f"The text has more than {_LONGEST:,} characters.")
    if which is None:
        return whole_text.replace(wanted, put)
    pieces, place = whole_text.split(wanted), whole(which)
    if place >= len(pieces):
        return whole_text
    kept = wanted.join(pieces[:place]), wanted.join(pieces[place:])
    return _fitting(put.join(kept))


@answering
def concatenate(*given: Any) -> str:
    """All values as one text."""
    return _fitting("".join(text(each) for each in every(given)))


@answering
def text_join(delimiter: Any, drops_empty: Any, *given: Any) -> str:
    """All values as one text, with delimiters in turn between them."""
    marks = [text(each) for each in every([delimiter])]
    pieces = [text(each) for each in every(given)]
    if truth(drops_empty):
        pieces = [each for each in pieces if each]
    joined = pieces[:1]
    for at, piece in enumerate(pieces[1:]):
        joined += (marks[at % len(marks)], piece)
    return _fitting("".join(joined))


def _cased(change: Callable[[str], str]) -> Callable[..., Any]:
    @answering
    def compute(given: Any) -> str:
        return change(text(given))

    return compute


@answering
def formatted(value: Any, code: Any) -> str:
    """A value as a number format shows it. https://support.google.com/docs/answer/3094139"""
    found, form = single(value), text(code)
    if isinstance(found, str):
        found = number_of(found) if number_of(found) is not None else found
    if not form:
        return ""
    try:
        return shown(0.0 if found is None else found, form).text
    except FormatError as error:
        raise failed(values.VALUE, str(error)) from None


def _fitting(found: str) -> str:
    if len(found) > _LONGEST:
        raise failed(values.VALUE, f"The text has more than {_LONGEST:,} characters.")
    return found


@answering
def regex_match(given: Any, pattern: Any) -> Any:
    """Whether something in a text matches."""
    form = _compiled(text(pattern))
    return _each(given, lambda said: form.search(said) is not None)


@answering
def regex_extract(given: Any, pattern: Any) -> Any:
    """The first match; of a pattern with groups, what they matched, side by side."""
    form = _compiled(text(pattern))
    found = form.search(text(given))
    if found is None:
        said = "The text has nothing that matches the pattern."
        raise failed(values.MISSING, said)
    groups = [each or "" for each in found.groups()]
    return filled([groups]) if len(groups) > 1 else (groups or [found.group(0)])[0]


@answering
def regex_replace(given: Any, pattern: Any, replacement: Any) -> Any:
    """The text with all matches replaced; ``$1`` stands for what a group matched."""
    form = _compiled(text(pattern))
    put = template(text(replacement), form.groups)
    return _each(given, lambda said: str(form.sub(put, said))[:_LONGEST])


def _each(given: Any, answer: Any) -> Any:
    """The answer for a text, or for each of a range."""
    if isinstance(given, list):
        return [[answer(text(each)) for each in row] for row in rows_of(given)]
    return answer(text(given))


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> Any:
    options = re2.Options()
    options.log_errors = False
    try:
        return re2.compile(pattern, options)
    except re2.error:
        said = f"“{pattern}” is no regular expression that RE2 knows."
        raise failed(values.REFERENCE, said) from None


def template(text_: str, groups: int) -> str:
    """A replacement as the library takes it: a backslash before groups, itself twice.

    Args:
        text_: as people write it: ``$1`` stands for what a group matched.
        groups: how many groups there are.
    """
    pieces, place = list[str](), 0
    while place < len(text_):
        letter = text_[place]
        behind = text_[place + 1 : place + 2]
        if letter == "$" and behind.isdigit() and int(behind) <= groups:
            pieces.append(f"\\{behind}")
            place += 1
        elif letter == "\\":
            pieces.append("\\\\")
        else:
            pieces.append(letter)
        place += 1
    return "".join(pieces)


def _pieces(whole: str, marks: list[str]) -> list[str]:
    pieces = [whole]
    for mark in marks:
        pieces = [part for each in pieces for part in each.split(mark)]
    return pieces


def _read(piece: str) -> Value:
    found = number_of(piece)
    return piece if found is None else found


@answering
def encoded(value: Any) -> str:
    """A text as a part of an address."""
    return quote(text(value), safe="")


@answering
def is_email(value: Any) -> bool:
    """Whether a text looks like an e-mail address."""
    return _EMAIL.fullmatch(text(value)) is not None


@answering
def is_url(value: Any) -> bool:
    """Whether a text looks like a web address, perhaps without its beginning."""
    return _URL.fullmatch(text(value)) is not None


FUNCTIONS = (
    Function(SAID, said, 1, 1),
    Function("CONCAT", concatenate, 1),
    Function("CONCATENATE", concatenate, 1),
    Function("SUBSTITUTE", substitute, 3, 4),
    Function("TEXTJOIN", text_join, 3),
    Function("LOWER", _cased(str.lower), 1, 1),
    Function("UPPER", _cased(str.upper), 1, 1),
    Function("PROPER", _cased(str.title), 1, 1),
    Function("TEXT", formatted, 2, 2),
    Function("SPLIT", split, 2, 4),
    Function("JOIN", join, 2),
    Function("REGEXMATCH", regex_match, 2, 2),
    Function("REGEXEXTRACT", regex_extract, 2, 2),
    Function("REGEXREPLACE", regex_replace, 3, 3),
    Function("ENCODEURL", encoded, 1, 1),
    Function("ISEMAIL", is_email, 1, 1),
    Function("ISURL", is_url, 1, 1),
)
