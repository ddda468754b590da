"""Conditions on cells: what validation asks for, filters keep and conditional formats look at.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/other#ConditionType
"""

from __future__ import annotations

import datetime
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from workworld.apps.sheets.engine.typed_input import number_of
from workworld.apps.sheets.engine.values import Error, Value

VALIDATES, FORMATS, FILTERS = "validation", "conditional formatting", "filters"
"""What conditions are used for."""
_EVERYWHERE = frozenset({VALIDATES, FORMATS, FILTERS})
_LOOKS = frozenset({FORMATS, FILTERS})
_DAY_ZERO = datetime.date(1899, 12, 30)
_MAIL = re.compile(r"[^@\s]+@[^@\s.]+(\.[^@\s.]+)+")
_ADDRESS = re.compile(
    r"(?:https?://|ftp://|mailto:)?[^\s/@.]+(?:\.[^\s/@.]+)+(?:[/?#]\S*)?", re.IGNORECASE
)


class Subject(NamedTuple):
    """A cell that a condition looks at."""

    value: Value
    shown: str
    """As the cell shows it."""
    is_date: bool = False
    """Whether its number format shows days."""


class Span(NamedTuple):
    """Days that are told from today, as ``PAST_WEEK`` is."""

    first: float
    last: float


Wanted = Value | Span
"""What a condition compares with."""


class Rule(NamedTuple):
    """A kind of condition."""

    least: int
    """How many values it needs."""
    most: int | None
    """How many it takes; None for any number."""
    uses: frozenset[str]
    meets: Callable[[Subject, Sequence[Wanted]], bool]


def span(relative: str, today: datetime.date) -> Span:
    """The days that ``YESTERDAY``, ``PAST_WEEK`` and their like mean."""
    day = float((today - _DAY_ZERO).days)
    if relative in ("YESTERDAY", "TOMORROW"):
        day += 1 if relative == "TOMORROW" else -1
    length = {"PAST_WEEK": 7, "PAST_MONTH": 30, "PAST_YEAR": 365}.get(relative, 0)
    return Span(day - length, day)


def meets(kind: str, subject: Subject, wanted: Sequence[Wanted]) -> bool:
    """Whether a cell meets a condition.

    Args:
        kind: the kind of condition, one of ``RULES``.
        subject: the cell.
        wanted: what it is compared with; of a custom formula, what it comes to for this cell.
    """
    return RULES[kind].meets(subject, wanted)


def _number(value: Wanted) -> float | None:
    if isinstance(value, bool) or not isinstance(value, float | int | str):
        return None
    return number_of(value) if isinstance(value, str) else float(value)


def _compares(is_so: Callable[[float, float], bool]) -> Callable[..., bool]:
    def found(subject: Subject, wanted: Sequence[Wanted]) -> bool:
        value, other = subject.value, _number(wanted[0])
        if isinstance(value, bool) or not isinstance(value, float) or other is None:
            return False
        return is_so(value, other)

    return found


def _differs(subject: Subject, wanted: Sequence[Wanted]) -> bool:
    return subject.value is not None and not _compares(operator.eq)(subject, wanted)


def _between(subject: Subject, wanted: Sequence[Wanted]) -> bool:
    value, one, other = subject.value, _number(wanted[0]), _number(wanted[1])
    if isinstance(value, bool) or not isinstance(value, float) or one is None or other is None:
        return False
    return min(one, other) <= value <= max(one, other)


def _outside(subject: Subject, wanted: Sequence[Wanted]) -> bool:
    is_number = isinstance(subject.value, float) and not isinstance(subject.value, bool)
    return is_number and not _between(subject, wanted)


def _days(wanted: Wanted) -> Span | None:
    if isinstance(wanted, Span):
        return wanted
    number = _number(wanted)
    return None if number is None else Span(float(int(number)), float(int(number)))


def _dates(is_so: Callable[[float, Span], bool]) -> Callable[..., bool]:
    def found(subject: Subject, wanted: Sequence[Wanted]) -> bool:
        value, days = subject.value, _days(wanted[0])
        if isinstance(value, bool) or not isinstance(value, float) or days is None:
            return False
        return is_so(float(int(value)), days)

    return found


def _within_days(subject: Subject, wanted: Sequence[Wanted]) -> bool:
    first, last, value = _days(wanted[0]), _days(wanted[1]), subject.value
    if first is None or last is None or isinstance(value, bool) or not isinstance(value, float):
        return False
    return first.first <= int(value) <= last.last


def _text(wanted: Wanted) -> str:
    if isinstance(wanted, float) and wanted == int(wanted):
        return str(int(wanted))
    return str(wanted) if wanted is not None else ""


def _texts(is_so: Callable[[str, str], bool]) -> Callable[..., bool]:
    def found(subject: Subject, wanted: Sequence[Wanted]) -> bool:
        text = _text(wanted[0]).casefold()
        return subject.value is not None and is_so(subject.shown.casefold(), text)

    return found


def _lacks(subject: Subject, wanted: Sequence[Wanted]) -> bool:
    return _text(wanted[0]).casefold() not in subject.shown.casefold()


def _one_of(subject: Subject, wanted: Sequence[Wanted]) -> bool:
    """Whether a value is listed; numbers may be listed as texts."""
    value = subject.value
    for each in wanted:
        if each is None or isinstance(each, Span):
            continue
        if each == value or (isinstance(each, str) and each in (subject.shown, value)):
            return True
        number = _number(each) if isinstance(each, str) else None
        if number is not None and not isinstance(value, bool) and number == value:
            return True
    return False


def _is_true(subject: Subject, wanted: Sequence[Wanted]) -> bool:
    del subject  # the formula has looked at what it looks at
    found = wanted[0]
    return isinstance(found, bool | float | int) and bool(found)


def _ticked(subject: Subject, wanted: Sequence[Wanted]) -> bool:
    if wanted:
        return _one_of(subject, wanted)
    return isinstance(subject.value, bool)


def _is_blank(subject: Subject, wanted: Sequence[Wanted]) -> bool:
    del wanted
    return subject.value is None or subject.value == ""


def _is_day(subject: Subject, wanted: Sequence[Wanted]) -> bool:
    del wanted
    return isinstance(subject.value, float) and subject.is_date


def _matches(form: re.Pattern[str]) -> Callable[..., bool]:
    return lambda subject, _: (
        isinstance(subject.value, str) and form.fullmatch(subject.value.strip()) is not None
    )


RULES: Mapping[str, Rule] = {
    "NUMBER_GREATER": Rule(1, 1, _EVERYWHERE, _compares(operator.gt)),
    "NUMBER_GREATER_THAN_EQ": Rule(1, 1, _EVERYWHERE, _compares(operator.ge)),
    "NUMBER_LESS": Rule(1, 1, _EVERYWHERE, _compares(operator.lt)),
    "NUMBER_LESS_THAN_EQ": Rule(1, 1, _EVERYWHERE, _compares(operator.le)),
    "NUMBER_EQ": Rule(1, 1, _EVERYWHERE, _compares(operator.eq)),
    "NUMBER_NOT_EQ": Rule(1, 1, _EVERYWHERE, _differs),
    "NUMBER_BETWEEN": Rule(2, 2, _EVERYWHERE, _between),
    "NUMBER_NOT_BETWEEN": Rule(2, 2, _EVERYWHERE, _outside),
    "TEXT_CONTAINS": Rule(1, 1, _EVERYWHERE, _texts(lambda text, part: part in text)),
    "TEXT_NOT_CONTAINS": Rule(1, 1, _EVERYWHERE, _lacks),
    "TEXT_STARTS_WITH": Rule(1, 1, _LOOKS, _texts(str.startswith)),
    "TEXT_ENDS_WITH": Rule(1, 1, _LOOKS, _texts(str.endswith)),
    "TEXT_EQ": Rule(1, 1, _EVERYWHERE, _texts(operator.eq)),
    "TEXT_NOT_EQ": Rule(1, 1, frozenset({FILTERS}), _texts(operator.ne)),
    "TEXT_IS_EMAIL": Rule(0, 0, frozenset({VALIDATES}), _matches(_MAIL)),
    "TEXT_IS_URL": Rule(0, 0, frozenset({VALIDATES}), _matches(_ADDRESS)),
    "DATE_EQ": Rule(1, 1, _EVERYWHERE, _dates(lambda day, s: s.first <= day <= s.last)),
    "DATE_NOT_EQ": Rule(
        1, 1, frozenset({FILTERS}), _dates(lambda day, s: not s.first <= day <= s.last)
    ),
    "DATE_BEFORE": Rule(1, 1, _EVERYWHERE, _dates(lambda day, s: day < s.first)),
    "DATE_AFTER": Rule(1, 1, _EVERYWHERE, _dates(lambda day, s: day > s.last)),
    "DATE_ON_OR_BEFORE": Rule(1, 1, frozenset({VALIDATES}), _dates(lambda day, s: day <= s.last)),
    "DATE_ON_OR_AFTER": Rule(1, 1, frozenset({VALIDATES}), _dates(lambda day, s: day >= s.first)),
    "DATE_BETWEEN": Rule(2, 2, frozenset({VALIDATES}), _within_days),
    "DATE_NOT_BETWEEN": Rule(
        2,
        2,
        frozenset({VALIDATES}),
        lambda subject, wanted: (
            isinstance(subject.value, float) and not _within_days(subject, wanted)
        ),
    ),
    "DATE_IS_VALID": Rule(0, 0, frozenset({VALIDATES}), _is_day),
    "ONE_OF_RANGE": Rule(1, 1, frozenset({VALIDATES, FILTERS}), _one_of),
    "ONE_OF_LIST": Rule(1, None, frozenset({VALIDATES, FILTERS}), _one_of),
    "BLANK": Rule(0, 0, _LOOKS, _is_blank),
    "NOT_BLANK": Rule(0, 0, _LOOKS, lambda subject, wanted: not _is_blank(subject, wanted)),
    "CUSTOM_FORMULA": Rule(1, 1, _EVERYWHERE, _is_true),
    "BOOLEAN": Rule(0, 2, frozenset({VALIDATES, FILTERS}), _ticked),
}
"""All kinds of conditions; a range's wanted values are those of its cells."""


def is_broken(value: Wanted) -> bool:
    """Whether something to compare with is an error, so that nothing can meet the condition."""
    return isinstance(value, Error)
