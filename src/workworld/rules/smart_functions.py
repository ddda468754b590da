"""What smart values can be asked: parts of things, and functions of texts, numbers, days, lists."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from typing import Any

NOT_THERE = object()
"""Stands for what there is not, which is not the same as what is empty."""
TEXT = ""
"""Under this name a thing says what stands for all of it."""
_LETTERS = re.compile(r"'([^']*)'|y{4}|M{1,4}|d{1,2}|H{1,2}|h{1,2}|m{1,2}|s{1,2}|E{1,4}|a")
_UNITS = {
    "Days": 86_400,
    "Hours": 3_600,
    "Minutes": 60,
    "Seconds": 1,
    "Weeks": 7 * 86_400,
}
_NAMED_FORMS = {
    "jiraDate": "yyyy-MM-dd",
    "jqlDate": "yyyy-MM-dd",
    "jqlDateTime": "yyyy-MM-dd HH:mm",
    "jiraDateTime": "yyyy-MM-dd'T'HH:mm:ss",
    "shortDate": "M/d/yyyy",
    "mediumDate": "MMM d, yyyy",
    "longDate": "MMMM d, yyyy",
    "fullDate": "EEEE, MMMM d, yyyy",
    "shortTime": "h:mm a",
    "dayOfWeek": "EEEE",
}
_LONGEST_DISTANCE = 36_500 * 86_400


def applied(value: Any, name: str, arguments: tuple[str, ...] | None) -> Any:
    """An attribute of a value, or a function applied to it; ``NOT_THERE`` if it has no such."""
    value = _asked(value)
    if isinstance(value, Mapping):
        found = _part(value, name)
        if found is not NOT_THERE:
            return found
        if TEXT not in value:
            return NOT_THERE
        value = value[TEXT]
    if isinstance(value, list):
        return _of_list(value, name, arguments)
    try:
        return _of_one(value, name, arguments or ())
    except (ValueError, OverflowError, IndexError, ZeroDivisionError):
        return NOT_THERE


def in_words(value: Any) -> str:  # noqa: PLR0911 - one for each kind
    """A value as it stands in a text."""
    value = _asked(value)
    if value is None or value is NOT_THERE:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return in_words(value.get(TEXT))
    if isinstance(value, list):
        return ", ".join(filter(None, map(in_words, value)))
    if isinstance(value, datetime):
        return value.isoformat(timespec="seconds")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _asked(value: Any) -> Any:
    return value() if callable(value) else value


def _part(value: Mapping[str, Any], name: str) -> Any:
    if name in value:
        return _asked(value[name])
    plain = _plain(name)
    found = next((each for each in value if each and _plain(each) == plain), None)
    return NOT_THERE if found is None else _asked(value[found])


def _plain(name: str) -> str:
    """What the same name is written with capitals, blanks or without: ``Story Points``."""
    return name.replace(" ", "").lower()


def _of_list(  # noqa: PLR0911 - one for each function
    value: list[Any], name: str, arguments: tuple[str, ...] | None
) -> Any:
    match name:
        case "size" | "length":
            return len(value)
        case "first":
            return value[0] if value else None
        case "last":
            return value[-1] if value else None
        case "isEmpty":
            return not value
        case "distinct":
            return list({in_words(each): each for each in value}.values())
        case "join":
            return (arguments or (", ",))[0].join(map(in_words, value))
        case "get" if arguments and arguments[0].isdigit():
            at = int(arguments[0])
            return value[at] if at < len(value) else None
        case "sum":
            return sum(each for each in map(_asked, value) if isinstance(each, int | float))
        case "contains" if arguments:
            return arguments[0] in map(in_words, value)
    found = [applied(each, name, arguments) for each in value]
    return NOT_THERE if found and all(each is NOT_THERE for each in found) else found


def _of_one(value: Any, name: str, arguments: tuple[str, ...]) -> Any:
    if name in ("isEmpty", "isNotEmpty"):
        return (value in (None, "")) == (name == "isEmpty")
    if isinstance(value, date):  # a moment is one as well
        return _of_day(value, name, arguments)
    if isinstance(value, int | float) and not isinstance(value, bool):
        number = _NUMBERS.get(name)
        if number is not None:
            return number(value, float(arguments[0]) if arguments else 0)
    if value is None:
        return None  # what is empty has no parts, and is still there
    function = _TEXTS.get(name)
    return NOT_THERE if function is None else function(in_words(value), *arguments)


def _of_day(  # noqa: PLR0911 - one for each function
    value: date, name: str, arguments: tuple[str, ...]
) -> Any:
    if name == "format":
        return _formatted(value, arguments[0])
    if name in _NAMED_FORMS:
        return _formatted(value, _NAMED_FORMS[name])
    if name == "toBusinessDay":
        return value + timedelta(max(0, 7 - value.weekday()) if value.weekday() > 4 else 0)
    if name.endswith("BusinessDays"):
        return _business_days(value, int(arguments[0]) * (-1 if name.startswith("minus") else 1))
    if name in ("plusMonths", "minusMonths"):
        return _months(value, int(arguments[0]) * (-1 if name.startswith("minus") else 1))
    for word, sign in (("plus", 1), ("minus", -1)):
        seconds = _UNITS.get(name.removeprefix(word)) if name.startswith(word) else None
        if seconds is not None:
            whole = int(arguments[0]) * seconds
            if abs(whole) > _LONGEST_DISTANCE:
                raise OverflowError(name)
            return value + timedelta(seconds=sign * whole)
    return NOT_THERE


def _business_days(value: date, count: int) -> date:
    if abs(count) > _LONGEST_DISTANCE // 86_400:
        raise OverflowError(count)
    step = timedelta(1 if count > 0 else -1)
    for _ in range(abs(count)):
        value += step
        while value.weekday() > 4:
            value += step
    return value


def _months(value: date, count: int) -> date:
    month = value.year * 12 + value.month - 1 + count
    year, at = divmod(month, 12)
    for day in range(value.day, 27, -1):
        try:
            return value.replace(year=year, month=at + 1, day=day)
        except ValueError:
            continue  # such as 31 April
    return value.replace(year=year, month=at + 1)


def _formatted(value: date, form: str) -> str:
    moment = value if isinstance(value, datetime) else datetime(value.year, value.month, value.day)  # noqa: DTZ001 - a day has no zone
    return _LETTERS.sub(
        lambda found: found[1] if found[1] is not None else _bit(moment, found[0]), form
    )


def _bit(moment: datetime, letters: str) -> str:
    hour = moment.hour % 12 or 12
    match letters[0]:
        case "y":
            return f"{moment.year:04}"
        case "M":
            name = moment.strftime("%B")
            return {1: str(moment.month), 2: f"{moment.month:02}", 3: name[:3]}.get(
                len(letters), name
            )
        case "E":
            name = moment.strftime("%A")
            return name if len(letters) == 4 else name[:3]
        case "a":
            return "AM" if moment.hour < 12 else "PM"
    number = {"d": moment.day, "H": moment.hour, "h": hour, "m": moment.minute}.get(
        letters[0], moment.second
    )
    return f"{number:0{len(letters)}}"


_TEXTS: Mapping[str, Callable[..., Any]] = {
    "toUpperCase": lambda text: text.upper(),
    "toLowerCase": lambda text: text.lower(),
    "capitalize": lambda text: text[:1].upper() + text[1:],
    "trim": lambda text: text.strip(),
    "length": len,
    "left": lambda text, count: text[: int(count)],
    "right": lambda text, count: text[-int(count) :] if int(count) else "",
    "substring": lambda text, start, end="1000000": text[int(start) : int(end)],
    "substringBefore": lambda text, mark: text.partition(mark)[0],
    "substringAfter": lambda text, mark: text.partition(mark)[2],
    "replace": lambda text, old, new="": text.replace(old, new),
    "remove": lambda text, old: text.replace(old, ""),
    "concat": lambda text, more: text + more,
    "contains": lambda text, part: part in text,
    "startsWith": lambda text, part: text.startswith(part),
    "endsWith": lambda text, part: text.endswith(part),
    "equals": lambda text, other: text == other,
    "split": lambda text, mark=" ": text.split(mark or " "),
    "toString": str,
    "asNumber": float,
}
_NUMBERS: Mapping[str, Callable[[float, float], Any]] = {
    "plus": lambda number, other: number + other,
    "minus": lambda number, other: number - other,
    "multiply": lambda number, other: number * other,
    "divide": lambda number, other: number / other,
    "round": lambda number, _other: round(number),
    "abs": lambda number, _other: abs(number),
    "floor": lambda number, _other: int(number // 1),
    "ceil": lambda number, _other: -int(-number // 1),
}
