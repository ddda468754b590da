"""Functions that yield the same for the same values: of numbers, texts and days."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from functools import lru_cache
from typing import Any

from workworld.formulas.kinds import Call, FormulaError, Kind, Part, Value
from workworld.formulas.numbers import EXACT, sensible

_NUMBER, _TEXT, _DATE, _DATETIME = (
    (Kind.NUMBER,),
    (Kind.TEXT,),
    (Kind.DATE,),
    (Kind.DATETIME,),
)
_DAYS = (Kind.DATE, Kind.DATETIME)
_MOST = 100
_MOST_DIGITS = 18
_LONGEST_TEXT = 4_000
_LONGEST_PATTERN = 255
_MOST_REPEATS = 6
_NESTED = re.compile(r"\((?:[^()\\]|\\.)*(?:[*+|]|\{\d*,)(?:[^()\\]|\\.)*\)(?:[*+]|\{\d*,)")
_REPEATS = re.compile(r"(?<!\\)(?:[*+]|\{\d*,\})")
_A_NUMBER = re.compile(r"\s*[+-]?(?:\d{1,18}(?:\.\d{0,18})?|\.\d{1,18})\s*")


@dataclass(frozen=True, slots=True)
class Function:
    """What a function takes and does.

    Args:
        work: what it does with its values. It is not asked where one of them is blank, of which
            then nothing follows; a blank text is an empty one.
        takes: the kinds that each value may have.
        gives: the kind that it yields.
        least: how many values there must be; as many as there may be without.
        spreads: whether the last one may be repeated.
    """

    work: Callable[..., Value]
    takes: tuple[tuple[Kind, ...], ...]
    gives: Kind
    least: int | None = None
    spreads: bool = False


def applied(call: Call, function: Function) -> Part:
    """A call of a function as a piece of a formula.

    Raises:
        FormulaError: it is given what it does not take.
    """
    call.counted(
        len(function.takes) if function.least is None else function.least,
        _MOST if function.spreads else len(function.takes),
    )
    works = []
    for number in range(len(call.parts)):
        kinds = function.takes[min(number, len(function.takes) - 1)]
        works.append((call.wanted(number, *kinds).work, Kind.TEXT in kinds))

    def work(facts: Any) -> Value:
        values: list[Any] = []
        for each, is_text in works:
            value = each(facts)
            if value is None:
                if not is_text:
                    return None
                value = ""
            values.append(value)
        return sensible(lambda: function.work(*values))

    return call.made(function.gives, work)


def pattern(text: str, at: int) -> re.Pattern[str]:
    """A regular expression that somebody wrote.

    Raises:
        FormulaError: it is malformed, or might take for ever: a repeated group holds a repetition.
    """
    if len(text) > _LONGEST_PATTERN:
        raise FormulaError(f"A regular expression has at most {_LONGEST_PATTERN} characters", at)
    if _NESTED.search(text) or len(_REPEATS.findall(text)) > _MOST_REPEATS or "\\1" in text:
        raise FormulaError("The regular expression is too complex", at)
    try:
        return re.compile(text)
    except (re.error, OverflowError, RecursionError):
        raise FormulaError("The regular expression is malformed", at) from None


@lru_cache(maxsize=256)
def _pattern_or_none(text: str) -> re.Pattern[str] | None:
    try:
        return pattern(text, 1)
    except FormulaError:
        return None


def _regex(text: str, wanted: str) -> bool:
    found = _pattern_or_none(wanted)
    return found is not None and found.fullmatch(text[:_LONGEST_TEXT]) is not None


def _round(value: Decimal, digits: Decimal = Decimal(0)) -> Decimal | None:
    return _to(value, digits, ROUND_HALF_UP)


def _to(value: Decimal, digits: Decimal, how: str) -> Decimal | None:
    if digits != int(digits) or not -_MOST_DIGITS <= digits <= _MOST_DIGITS:
        return None
    return value.quantize(Decimal(1).scaleb(-int(digits)), how, context=EXACT)


def _mod(value: Decimal, by: Decimal) -> Decimal | None:
    return value - by * _to(EXACT.divide(value, by), Decimal(0), ROUND_FLOOR)  # type: ignore[operator]


def _value(text: str) -> Decimal | None:
    return Decimal(text.strip()) if _A_NUMBER.fullmatch(text) else None


def _left(text: str, count: Decimal) -> str:
    return text[: max(0, int(count))]


def _right(text: str, count: Decimal) -> str:
    return text[max(0, len(text) - max(0, int(count))) :]


def _mid(text: str, start: Decimal, count: Decimal) -> str:
    first = max(0, int(start) - 1)
    return text[first : first + max(0, int(count))]


def _find(wanted: str, text: str, start: Decimal = Decimal(1)) -> Decimal:
    return Decimal(text.find(wanted, max(0, int(start) - 1)) + 1) if wanted else Decimal(0)


def _substitute(text: str, old: str, new: str) -> str | None:
    made = text.replace(old, new) if old else text
    return made if len(made) <= _LONGEST_TEXT else None


def _date(year: Decimal, month: Decimal, day: Decimal) -> date:
    return date(int(year), int(month), int(day))


def _date_value(value: Any) -> date | None:
    if isinstance(value, datetime):
        return value.astimezone(UTC).date()
    return value if isinstance(value, date) else date.fromisoformat(value.strip())


def _add_months(day: date, months: Decimal) -> date:
    count = day.year * 12 + day.month - 1 + int(months)
    year, month = divmod(count, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def _includes(values: str, wanted: str) -> bool:
    return wanted in [each.strip() for each in values.split(";")]


def _number(work: Callable[..., Any], *takes: tuple[Kind, ...], **more: Any) -> Function:
    return Function(work, takes or (_NUMBER,), Kind.NUMBER, **more)


def _of_text(work: Callable[..., Any], *takes: tuple[Kind, ...], **more: Any) -> Function:
    return Function(work, takes or (_TEXT,), Kind.TEXT, **more)


def _truth(work: Callable[..., bool], *takes: tuple[Kind, ...]) -> Function:
    return Function(work, takes, Kind.BOOLEAN)


FUNCTIONS: Mapping[str, Function] = {
    "ABS": _number(abs),
    "CEILING": _number(lambda it: _to(it, Decimal(0), ROUND_CEILING)),
    "FLOOR": _number(lambda it: _to(it, Decimal(0), ROUND_FLOOR)),
    "MAX": _number(lambda *them: max(them), _NUMBER, spreads=True, least=1),
    "MIN": _number(lambda *them: min(them), _NUMBER, spreads=True, least=1),
    "MOD": _number(_mod, _NUMBER, _NUMBER),
    "ROUND": _number(_round, _NUMBER, _NUMBER, least=1),
    "LEN": _number(lambda text: Decimal(len(text)), _TEXT),
    "VALUE": _number(_value, _TEXT),
    "FIND": _number(_find, _TEXT, _TEXT, _NUMBER, least=2),
    "YEAR": _number(lambda day: Decimal(day.year), _DATE),
    "MONTH": _number(lambda day: Decimal(day.month), _DATE),
    "DAY": _number(lambda day: Decimal(day.day), _DATE),
    "WEEKDAY": _number(lambda day: Decimal(day.isoweekday() % 7 + 1), _DATE),
    "LEFT": _of_text(_left, _TEXT, _NUMBER),
    "RIGHT": _of_text(_right, _TEXT, _NUMBER),
    "MID": _of_text(_mid, _TEXT, _NUMBER, _NUMBER),
    "LOWER": _of_text(str.lower),
    "UPPER": _of_text(str.upper),
    "TRIM": _of_text(str.strip),
    "SUBSTITUTE": _of_text(_substitute, _TEXT, _TEXT, _TEXT),
    "CONTAINS": _truth(lambda text, part: part in text, _TEXT, _TEXT),
    "BEGINS": _truth(lambda text, part: text.startswith(part), _TEXT, _TEXT),
    "ISNUMBER": _truth(lambda text: _value(text) is not None, _TEXT),
    "REGEX": _truth(_regex, _TEXT, _TEXT),
    "INCLUDES": _truth(_includes, (Kind.MULTIPICKLIST, Kind.TEXT), _TEXT),
    "DATE": Function(_date, (_NUMBER, _NUMBER, _NUMBER), Kind.DATE),
    "DATEVALUE": Function(_date_value, ((*_DAYS, Kind.TEXT),), Kind.DATE),
    "ADDMONTHS": Function(_add_months, (_DATE, _NUMBER), Kind.DATE),
}
