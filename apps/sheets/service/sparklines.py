"""Sparklines as drawings: lines and areas within a box of any size.

https://support.google.com/docs/answer/3093289
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import escape

from workworld.charts.wording import amount

Points = Sequence[float | None]
_COLOUR = re.compile(r"#[0-9a-f]{3}|#[0-9a-f]{6}|[a-z]{3,20}", re.IGNORECASE)
_BARS = ("#1f6fb5", "#f2a33a")
"""The colours of a bar's parts by turns, where none are asked for."""
_GAP = 0.1
"""Of a column's place, on each side of it."""
_LEAST = 0.02
"""Of the height: the least that a column is high, so that one sees it is there."""
_TEXT = "#1c1d22"
_THICKEST = 20.0
_MOST = 400
"""More points than a cell has pixels are drawn as the highest and lowest beside one another."""
_NAMES = {"line": "Line", "bar": "Bar", "column": "Column", "winloss": "Win and loss"}


class Part(NamedTuple):
    """A line or an area of a drawing."""

    d: str
    """What the ``d`` of a ``path`` of SVG is."""
    ink: str
    """``#rrggbb`` or the name of a colour; empty for that of the text."""
    width: float = 0
    """Of a line, in pixels; 0 for an area."""


class Drawing(NamedTuple):
    """A sparkline."""

    said: str
    """What it shows, in words."""
    parts: tuple[Part, ...]


def drawn(details: Mapping[str, Any], width: float = 100, height: float = 100) -> Drawing:
    """A sparkline within a box.

    Args:
        details: its options and ``values``, as the calculation tells them.
        width: of the box.
        height: of the box.
    """
    kind, points = details["charttype"], list(details["values"])
    across = list(details.get("across") or ())
    box = _Box(width, height)
    if kind == "line":
        parts = tuple(_line(details, across or _numbered(points), points, box))
    else:
        turned = points[::-1] if details.get("rtl") else points
        parts = tuple((_bar if kind == "bar" else _columns)(details, turned, box))
    return Drawing(said_of(kind, points), parts)


def as_svg(drawing: Drawing, width: float, height: float) -> str:
    """A drawing as markup; what is in the colour of the text is black.

    Args:
        drawing: made for a box of this size.
        width: of the box.
        height: of the box.
    """
    paths = "".join(
        f'<path d="{part.d}" fill="none" stroke="{part.ink or _TEXT}" stroke-width="{part.width:g}"'
        ' stroke-linejoin="round"/>'
        if part.width
        else f'<path d="{part.d}" fill="{part.ink or _TEXT}"/>'
        for part in drawing.parts
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" role="img"'
        f' aria-label="{escape(drawing.said)}">{paths}</svg>'
    )


def said_of(kind: str, points: Points) -> str:
    """What a sparkline shows, in words: how many values, and which of them stand out."""
    there = [each for each in points if each is not None]
    head = f"{_NAMES[kind]} sparkline of {len(there)} value{'' if len(there) == 1 else 's'}"
    if kind == "winloss":
        won, lost = sum(each > 0 for each in there), sum(each < 0 for each in there)
        return f"{head}: {won} above zero, {lost} below"
    if kind == "bar":
        return f"{head}: {', '.join(map(amount, there[:6]))}{' …' if len(there) > 6 else ''}"
    if len(there) == 1:
        return f"{head}: {amount(there[0])}"
    ends = f"from {amount(there[0])} to {amount(there[-1])}"
    return f"{head}: {ends}, lowest {amount(min(there))}, highest {amount(max(there))}"


class _Box(NamedTuple):
    width: float
    height: float

    def x(self, share: float) -> float:
        return round(share * self.width, 2)

    def y(self, share: float) -> float:
        return round((1 - share) * self.height, 2)

    def area(self, left: float, low: float, right: float, high: float) -> str:
        """A rectangle, by shares of the box from the left and from below."""
        x, y = f"{self.x(left):g}", f"{self.y(high):g}"
        return f"M{x} {y}H{self.x(right):g}V{self.y(low):g}H{x}Z"


def _numbered(points: Points) -> list[float | None]:
    return [float(place) for place in range(len(points))]


def _line(given: Mapping[str, Any], across: Points, points: Points, box: _Box) -> Iterator[Part]:
    pairs = sorted(
        (x, y) for x, y in zip(across, points, strict=False) if x is not None and y is not None
    )
    if not pairs:
        return
    left, right = _limits(given, "x", [x for x, _ in pairs])
    pairs = [(x, y) for x, y in pairs if left <= x <= right]
    low, high = _limits(given, "y", [y for _, y in pairs])
    places = [(_share(x, left, right), _share(y, low, high)) for x, y in _thinned(pairs)]
    if given.get("rtl"):
        places = [(1 - x, y) for x, y in places[::-1]]
    if len(places) == 1:  # of one point, a level line can be seen
        places = [(0, places[0][1]), (1, places[0][1])]
    d = "L".join(f"{box.x(x):g} {box.y(y):g}" for x, y in places)
    thick = min(max(float(given.get("linewidth") or 1), 0.5), _THICKEST)
    if d:
        yield Part(f"M{d}", ink_of(given, "color"), thick)


def _thinned(pairs: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Points of a line that can be told apart: of each few, the ends and extremes."""
    if len(pairs) <= _MOST:
        return pairs
    step = math.ceil(len(pairs) / (_MOST / 4))
    found = dict[tuple[float, float], None]()
    for at in range(0, len(pairs), step):
        part = pairs[at : at + step]
        low = min(part, key=lambda each: each[1])
        high = max(part, key=lambda each: each[1])
        found.update(dict.fromkeys(sorted({part[0], low, high, part[-1]})))
    return list(found)


def _columns(given: Mapping[str, Any], points: Points, box: _Box) -> Iterator[Part]:
    there = [each for each in points if each is not None]
    is_even = given["charttype"] == "winloss"
    if is_even:
        low, high = -1.0, 1.0
    else:
        low, high = _limits(given, "y", [*there, 0.0])
        high = high if high > low else low + 1
    zero = _share(0, low, high)
    step = 1 / len(points)
    by_ink: dict[str, list[str]] = {}
    inks = _inks(given, points)
    for place, value in enumerate(points):
        if value is None or (is_even and not value):
            continue
        top = _share(math.copysign(1, value) if is_even else value, low, high)
        if abs(top - zero) < _LEAST and value:
            top = zero + math.copysign(_LEAST, value if zero else 1)
        left, right = (place + _GAP) * step, (place + 1 - _GAP) * step
        shape = box.area(left, min(zero, top), right, max(zero, top))
        by_ink.setdefault(inks[place], []).append(shape)
    yield from (Part("".join(shapes), ink) for ink, shapes in by_ink.items())
    if given.get("axis"):
        level = f"{box.y(zero):g}"
        yield Part(f"M0 {level}H{box.width:g}", ink_of(given, "axiscolor"), 1)


def _inks(given: Mapping[str, Any], points: Points) -> list[str]:
    """The colour of each column: its own by its place or its value, else that of all."""
    there = [(place, each) for place, each in enumerate(points) if each is not None]
    low, high = min(each for _, each in there), max(each for _, each in there)
    found = [ink_of(given, "color")] * len(points)
    wanted: Iterable[tuple[str, Iterable[int]]] = (
        ("negcolor", [place for place, each in there if each < 0]),
        ("lowcolor", [place for place, each in there if each == low]),
        ("highcolor", [place for place, each in there if each == high]),
        ("firstcolor", [there[-1 if given.get("rtl") else 0][0]]),
        ("lastcolor", [there[0 if given.get("rtl") else -1][0]]),
    )
    for name, places in wanted:
        if ink := ink_of(given, name):
            for place in places:
                found[place] = ink
    return found


def _bar(given: Mapping[str, Any], points: Points, box: _Box) -> Iterator[Part]:
    sizes = [max(each or 0.0, 0.0) for each in points]
    most = float(given.get("max") or 0) or sum(sizes)
    if most <= 0:
        return
    inks = [ink_of(given, f"color{turn + 1}") or _BARS[turn] for turn in (0, 1)]
    shapes: list[list[str]] = [[], []]
    start = 0.0
    for place, size in enumerate(sizes):
        end = min(start + size / most, 1.0)
        if end > start:
            left, right = (1 - end, 1 - start) if given.get("rtl") else (start, end)
            shapes[place % 2].append(box.area(left, 0, right, 1))
        start = end
    yield from (Part("".join(each), ink) for each, ink in zip(shapes, inks, strict=True) if each)


def ink_of(given: Mapping[str, Any], name: str) -> str:
    """A colour that is asked for; empty if there is none, or what is asked for is no colour."""
    asked = str(given.get(name) or "").strip().lower()
    return asked if _COLOUR.fullmatch(asked) else ""


def _limits(given: Mapping[str, Any], axis: str, found: Sequence[float]) -> tuple[float, float]:
    """The least and the most that an axis shows: as asked for, else those of the points."""
    low, high = given.get(f"{axis}min"), given.get(f"{axis}max")
    least = min(found, default=0.0) if low is None else float(low)
    most = max(found, default=0.0) if high is None else float(high)
    return least, most


def _share(value: float, low: float, high: float) -> float:
    """Where a value lies between two, from 0 to 1; in the middle if they are the same."""
    if not high > low or not math.isfinite(high - low):
        return 0.5
    return min(max((value - low) / (high - low), 0.0), 1.0)
