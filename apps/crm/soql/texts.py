"""Texts compared regardless of case.

SQLite folds the letters of ASCII alone, so a text with others is compared in each of the ways in
which people may have written it. https://www.sqlite.org/lang_corefunc.html#lower
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, false, func, or_

from workworld.apps.crm.schema.kinds import Field
from workworld.apps.crm.schema.picklists import VALUES

NO_CASE = "NOCASE"
_ESCAPE = "\\"


def equal(value: ColumnElement[Any], text: str) -> ColumnElement[bool]:
    """Whether a value is a text, regardless of case."""
    return func.lower(value).in_(_ways(text)) if not text.isascii() else _plain(value, text)


def among(value: ColumnElement[Any], texts: list[str]) -> ColumnElement[bool]:
    """Whether a value is one of some texts, regardless of case."""
    ways = sorted({way for text in texts for way in _ways(text)})
    return func.lower(value).in_(ways) if ways else false()


def like(value: ColumnElement[Any], pattern: str) -> ColumnElement[bool]:
    r"""Whether a value fits a pattern with ``%`` and ``_``; ``\%`` and ``\_`` are meant."""
    return or_(*(value.like(way, escape=_ESCAPE) for way in _patterns(_safe(pattern))))


def holds_value(value: ColumnElement[Any], text: str) -> ColumnElement[bool]:
    """Whether a list of values with semicolons between them has one."""
    listed = func.lower(";" + value + ";")
    return or_(*(func.instr(listed, f";{way};") > 0 for way in _ways(text.strip())))


def canonical(field: Field, text: str) -> str | None:
    """The value of a field's list that a text means; None if the field takes others too."""
    if not field.picklist or not field.is_restricted:
        return None
    lowered = text.casefold()
    found = (each for each in VALUES.get(field.picklist, ()) if each.casefold() == lowered)
    return next(found, None)


def _plain(value: ColumnElement[Any], text: str) -> ColumnElement[bool]:
    return func.lower(value) == text.lower()


def _ways(text: str) -> list[str]:
    """A text as SQLite's ``lower`` leaves it, for each way in which it may be written."""
    spelt = {text, text.lower(), text.upper(), text.title(), text.capitalize()}
    return sorted({_folded(each) for each in spelt})


def _patterns(pattern: str) -> list[str]:
    if pattern.isascii():
        return [pattern]
    return sorted({pattern, pattern.lower(), pattern.upper(), pattern.title()})


def _folded(text: str) -> str:
    return "".join(letter.lower() if letter.isascii() else letter for letter in text)


def _safe(pattern: str) -> str:
    """A pattern in which the sign of escapes stands for nothing but that."""
    made, at = [], 0
    while at < len(pattern):
        letter = pattern[at]
        if letter == _ESCAPE:
            following = pattern[at + 1 : at + 2]
            if following in ("%", "_", _ESCAPE) and following:
                made.append(_ESCAPE + following)
                at += 2
                continue
            made.append(_ESCAPE * 2)
        else:
            made.append(letter)
        at += 1
    return "".join(made)
