"""The two axes of a chart: what they go by, and where they are marked."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

from workworld.charts.points import Axis, Rule, Scale, Series

_MOST_TICKS = 9
_FEW = 5
_A_DAY = 24 * 3600 * 1000
_WIDTH_OF_LABEL = 70
_LONGEST_OF_DAYS = 140
_LONGEST_ASLANT = 130
_WIDTH_OF_LETTER = 6.5
_HEIGHT_OF_LABEL = 14
_RISE = 0.5
"""How far apart lines aslant are for each pixel between their ends: the sine of 30 degrees."""


def at(x: str | float, scale: Scale) -> str | float:
    """A place on the x axis as the specification has it; moments in milliseconds."""
    if scale != "date":
        return x
    moment = datetime.fromisoformat(str(x)).replace(tzinfo=UTC)
    return round(moment.timestamp() * 1000)


def along(axis: Axis, series: Sequence[Series], width: int) -> dict[str, Any]:
    """How the x axis is encoded."""
    shown: dict[str, Any] = {"title": axis.title or None, "grid": False}
    if axis.scale == "category":
        named = list(dict.fromkeys(str(point.x) for each in series for point in each.points))
        every = 1 if _fit_aslant(named, width) else math.ceil(len(named) / _beside(width))
        shown |= _turned(named[::every], width)
        shown |= {"values": named[::every], "ticks": False, "labelPadding": 6}
        scale = {"domain": named, "paddingInner": 0.25, "paddingOuter": 0.15}
        return {"field": "x", "type": "ordinal", "sort": None, "axis": shown, "scale": scale}
    if axis.scale == "date":
        marked, style = _days(series)
        shown |= {"values": marked, "format": style}
        return {"field": "x", "type": "temporal", "axis": shown, "scale": {"type": "utc"}}
    return {"field": "x", "type": "quantitative", "axis": shown, "scale": {"zero": True}}


def _beside(width: int) -> int:
    """How many labels stand beside each other."""
    return max(1, width // _WIDTH_OF_LABEL)


def _fit_aslant(named: Sequence[str], width: int) -> bool:
    """Whether all labels have room at least aslant, so that none need be left out."""
    return len(named) * _HEIGHT_OF_LABEL <= width * _RISE


def _turned(named: Sequence[str], width: int) -> dict[str, Any]:
    """How labels stand: beside each other, or aslant where the longest would not have room."""
    room = width // max(1, len(named))
    longest = max((len(each) for each in named), default=0) * _WIDTH_OF_LETTER
    if longest <= room:
        return {"labelAngle": 0, "labelLimit": max(60, room)}
    return {"labelAngle": -30, "labelAlign": "right", "labelLimit": _LONGEST_ASLANT}


def up(
    axis: Axis, series: Sequence[Series], rules: Sequence[Rule], *, stacked: bool
) -> dict[str, Any]:
    """How the y axis is encoded."""
    shown: dict[str, Any] = {"title": axis.title or None, "tickCount": 5, "domain": False}
    shown |= {"ticks": False, "labelPadding": 6}
    scale: dict[str, Any] = {"zero": True, "nice": True}
    most = _most(series, rules, stacked=stacked)
    if axis.is_whole:
        shown |= {"tickMinStep": 1, "format": ",d"}
    if axis.is_whole and most < _FEW:
        # Left to itself, the library marks halves of a short axis, and rounds what it writes.
        shown |= {"values": list(range(math.ceil(most) + 1)) if most > 1 else [0, 1]}
    if most <= 1:
        scale["domain"] = [0, 1]
    return {"field": "y", "type": "quantitative", "axis": shown, "scale": scale}


def _most(series: Sequence[Series], rules: Sequence[Rule], *, stacked: bool) -> float:
    heights: dict[str | float, float] = {}
    for each in series:
        for point in each.points:
            known = heights.get(point.x, 0.0)
            heights[point.x] = known + point.y if stacked else max(known, point.y)
    return max([*heights.values(), *(rule.y for rule in rules)], default=0)


def _days(series: Sequence[Series]) -> tuple[list[int], str]:
    """Where an axis of dates is marked: days, or beginnings of months, that fit; and their form."""
    moments = [int(at(point.x, "date")) for each in series for point in each.points]
    if not moments:
        return [], "%-d %b"
    first, last = min(moments), max(moments)
    length = last - first
    if length < 2 * _A_DAY:
        step = max(1, math.ceil(length / _A_DAY * 24 / _MOST_TICKS)) * 3_600_000
        return list(range(-(-first // step) * step, last + 1, step)), "%-d %b %H:%M"
    if length > _LONGEST_OF_DAYS * _A_DAY:
        return _months(first, last), "%b %Y"
    step = math.ceil(length / _A_DAY / _MOST_TICKS)
    if step > 3:
        step = math.ceil(step / 7) * 7
    return list(range(-(-first // _A_DAY) * _A_DAY, last + 1, step * _A_DAY)), "%-d %b"


def _months(first: int, last: int) -> list[int]:
    begins = datetime.fromtimestamp(first / 1000, UTC).date().replace(day=1)
    ends = datetime.fromtimestamp(last / 1000, UTC).date()
    found = list[date]()
    while begins <= ends:
        found.append(begins)
        begins = (begins + timedelta(days=32)).replace(day=1)
    every = math.ceil(len(found) / _MOST_TICKS)
    marked = [int(at(each.isoformat(), "date")) for each in found[::every]]
    return [each for each in marked if each >= first]
