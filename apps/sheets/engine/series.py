"""How cells are continued when they are drawn further: series of numbers, days and names.

What stands alone is continued where people mean a series by it (a day, a weekday, ``Q1``,
``Item 1``) and repeated otherwise; what stands in a row of its kind goes on as it began.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Sequence
from itertools import groupby, pairwise
from typing import Literal, NamedTuple

from workworld.apps.sheets.engine.calculation import Formula, Input
from workworld.apps.sheets.engine.date_formats import MONTHS

Kind = Literal["number", "day", "month", "text"]
"""What a number is by its format: one, a day, a month of a year. Texts are ``text``."""

_DAY_ZERO = datetime.date(1899, 12, 30)
_DAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
_LISTS = (
    MONTHS,
    tuple(each[:3] for each in MONTHS),
    _DAYS,
    tuple(each[:3] for each in _DAYS),
)
_QUARTER = re.compile(r"(Q|Quarter |Qtr )([1-4])(?:([ -]?)(\d{4}))?", re.IGNORECASE | re.ASCII)
_COUNTED = re.compile(r"(.*?)(\d{1,15})(st|nd|rd|th)?", re.DOTALL | re.ASCII)
_LEADING = re.compile(r"(\d{1,15})(st|nd|rd|th)?(\D.*)", re.DOTALL | re.ASCII)

_Series = Callable[[int], Input]
"""What stands at a place of a series, counted from its first given value."""


class Drawn(NamedTuple):
    """What a cell gets that is drawn over."""

    source: int
    """Which of the given cells it continues: its format is taken over."""
    value: Input
    """A formula comes as it stands at its source."""


class Given(NamedTuple):
    """A cell that is continued."""

    value: Input
    kind: Kind = "number"


def kind_of(value: Input, code: str, *, is_date: bool) -> Kind:
    """What a value is by its number format.

    Args:
        value: the value.
        code: the format's code.
        is_date: whether the format shows days or times.
    """
    if not isinstance(value, float) or isinstance(value, bool):
        return "text"
    bare = re.sub(r'"[^"]*"|\\.', "", code.lower())
    if not is_date or not re.search(r"[dmy]", bare):
        return "number"
    return "month" if "d" not in bare and "h" not in bare else "day"


def drawn(
    given: Sequence[Given], count: int, *, backwards: bool = False, alternate: bool = False
) -> list[Drawn]:
    """What the next cells get.

    Args:
        given: the cells that are continued, in the order of the sheet.
        count: how many cells follow.
        backwards: whether they lie before the given ones; the answer begins with the nearest.
        alternate: whether to repeat what would be continued, and to continue a single number.
    """
    size = len(given)
    series = list[_Series]()
    places = list[tuple[int, int]]()  # which series, and its place in it
    for _, group in groupby(given, _sort_of):
        cells = list(group)
        places += [(len(series), at) for at in range(len(cells))]
        series.append(_series(cells, alternate=alternate))
    lengths = [sum(which == each for which, _ in places) for each in range(len(series))]
    found = list[Drawn]()
    for order in range(count):
        step = -1 - order if backwards else size + order
        turn, source = divmod(step, size)
        which, at = places[source]
        found.append(Drawn(source, series[which](turn * lengths[which] + at)))
    return found


def _sort_of(cell: Given) -> str:
    """What is continued together; texts by what they consist of."""
    value = cell.value
    if value is None or isinstance(value, bool | Formula):
        return type(value).__name__
    if isinstance(value, float):
        return cell.kind
    if not isinstance(value, str):
        return "error"
    for order, names in enumerate(_LISTS):
        if _named(value, names) is not None:
            return f"list {order}"
    if _QUARTER.fullmatch(value):
        return "quarter"
    counted = _counted(value)
    return "text" if counted is None else f"counted {counted[0]}\0{counted[2]}"


def _series(cells: Sequence[Given], *, alternate: bool) -> _Series:
    sort = _sort_of(cells[0])
    values = [each.value for each in cells]
    made: _Series | None = None
    if sort in ("number", "day", "month"):
        numbers = [each for each in values if isinstance(each, float)]
        if len(numbers) == 1 and (sort == "number") != alternate:
            return _repeated(values)
        if len(numbers) > 1 and alternate:
            return _repeated(values)
        made = _days(numbers, sort) or _straight(numbers)
    elif alternate or sort in ("text", "error", "NoneType", "bool", "Formula"):
        made = None
    elif sort.startswith("list"):
        made = _listed([str(each) for each in values], _LISTS[int(sort[5:])])
    elif sort == "quarter":
        made = _quarters([str(each) for each in values])
    else:
        made = _counting([str(each) for each in values])
    return made or _repeated(values)


def _repeated(values: Sequence[Input]) -> _Series:
    return lambda place: values[place % len(values)]


def _straight(numbers: Sequence[float]) -> _Series:
    """Numbers on a straight line: through them where they lie on one, else as near as can be."""
    count = len(numbers)
    first = numbers[0]
    step = numbers[1] - first if count > 1 else 1.0
    even = all(abs(first + step * at - each) <= 1e-9 * abs(each) for at, each in enumerate(numbers))
    if not even:
        middle, mean = (count - 1) / 2, sum(numbers) / count
        above = sum((at - middle) * (each - mean) for at, each in enumerate(numbers))
        step = above / sum((at - middle) ** 2 for at in range(count))
        first = mean - step * middle
    return lambda place: float(f"{first + step * place:.15g}")


def _days(numbers: Sequence[float], sort: str) -> _Series | None:
    """Days that are whole months apart; None where they are counted as numbers."""
    if sort == "number" or any(not 0 <= each < 2_958_465 for each in numbers):
        return None
    days = [_DAY_ZERO + datetime.timedelta(days=int(each)) for each in numbers]
    part = numbers[0] - int(numbers[0])
    months = [each.year * 12 + each.month - 1 for each in days]
    if len(numbers) == 1:
        if sort == "day":
            return None
        step = 1
    else:
        step = months[1] - months[0]
        even = all(later - sooner == step for sooner, later in pairwise(months))
        same = len({each.day for each in days}) == 1 or all(_is_last(each) for each in days)
        if not even or not same or not step:
            return None
    last = len(numbers) > 1 and all(_is_last(each) for each in days)
    wanted = 31 if last else days[0].day
    return lambda place: _on(months[0] + step * place, wanted) + part


def _is_last(day: datetime.date) -> bool:
    return (day + datetime.timedelta(days=1)).day == 1


def _on(month: int, day: int) -> float:
    """The day of a month (counted from the year 0), or its last one."""
    year, order = divmod(month, 12)
    following = datetime.date(year + order // 11, (order + 1) % 12 + 1, 1)
    last = (following - datetime.timedelta(days=1)).day
    found = datetime.date(year, order + 1, min(day, last))
    return float((found - _DAY_ZERO).days)


def _named(text: str, names: Sequence[str]) -> int | None:
    bare = text.casefold()
    return next((at for at, each in enumerate(names) if each.casefold() == bare), None)


def _listed(texts: Sequence[str], names: Sequence[str]) -> _Series | None:
    found = [_named(each, names) or 0 for each in texts]
    size = len(names)
    step = _even([later - sooner for sooner, later in pairwise(found)], size)
    if step is None:
        return None
    shape = texts[0]

    def at(place: int) -> Input:
        name = names[(found[0] + step * place) % size]
        return name.upper() if shape.isupper() else name.lower() if shape.islower() else name

    return at


def _even(steps: Sequence[int], size: int) -> int | None:
    """The one step from each to the next around a circle; 1 where there is but one value."""
    if not steps:
        return 1
    step = steps[0] % size
    return (step or None) if all(each % size == step for each in steps) else None


def _quarters(texts: Sequence[str]) -> _Series | None:
    read = [_QUARTER.fullmatch(each) for each in texts]
    found = [each for each in read if each is not None]
    first = found[0]
    if len({bool(each[4]) for each in found}) > 1:
        return None
    places = [int(each[4] or 0) * 4 + int(each[2]) - 1 for each in found]
    steps = [later - sooner for sooner, later in pairwise(places)]
    step = _even(steps, 4) if not first[4] else steps[0] if steps else 1
    if not step or (first[4] and any(each != step for each in steps)):
        return None

    def at(place: int) -> Input:
        year, quarter = divmod(places[0] + step * place, 4)
        tail = f"{first[3]}{year}" if first[4] else ""
        return f"{first[1]}{quarter + 1}{tail}"

    return at


def _counted(text: str) -> tuple[str, str, str, str] | None:
    """A text with a number at its end, or else its beginning: before, digits, behind, ordinal."""
    found = _COUNTED.fullmatch(text)
    if found is not None and (not found[3] or not found[1]):
        return found[1], found[2], "", found[3] or ""
    found = _LEADING.fullmatch(text)
    return ("", found[1], found[3], found[2] or "") if found is not None else None


def _counting(texts: Sequence[str]) -> _Series | None:
    read = [each for each in map(_counted, texts) if each is not None]
    before, digits, behind, ordinal = read[0]
    numbers = [int(each[1]) for each in read]
    steps = {later - sooner for sooner, later in pairwise(numbers)} or {1}
    if len(steps) > 1:
        return None
    step, width = steps.pop(), len(digits) if digits.startswith("0") else 0

    def at(place: int) -> Input:
        number = abs(numbers[0] + step * place)
        return f"{before}{number:0{width}d}{_ordinal(number) if ordinal else ''}{behind}"

    return at


def _ordinal(number: int) -> str:
    if number % 100 in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
