"""What charts are made of: points, series of them, axes."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from workworld.charts.tables import Cell, Row, Table

Mark = Literal["line", "step", "dashed", "bar", "area", "dot"]
"""``step`` is a line that stays level until it changes; ``dashed`` a line of what was meant."""
Scale = Literal["date", "number", "category"]
_OWN = re.compile(r"/(?![/\\])[^\x00-\x20\\]*")

__all__ = ["Axis", "Cell", "Chart", "Mark", "Point", "Row", "Rule", "Scale", "Series", "Table"]


@dataclass(frozen=True, slots=True)
class Point:
    """A point of a series.

    Args:
        x: a category, a number, or on an axis of dates ``2030-01-02`` or ``2030-01-02T09:30`` in
            the reader's zone.
        y: how much.
        url: where it leads: a path of our own; empty for nowhere.
        said: what the tip at the point says; without it series, place and amount.
    """

    x: str | float
    y: float
    url: str = ""
    said: str = ""

    def __post_init__(self) -> None:
        if self.url and not _OWN.fullmatch(self.url):
            raise ValueError(f"A point leads to a path of our own, not to {self.url!r}")


@dataclass(frozen=True, slots=True)
class Series:
    """Points that belong together.

    Args:
        name: what the legend calls it.
        points: in their order.
        mark: how it is drawn.
        colour: which of the ten; without one the next.
    """

    name: str
    points: Sequence[Point]
    mark: Mark = "line"
    colour: int | None = None


@dataclass(frozen=True, slots=True)
class Axis:
    """One of the two axes.

    Args:
        title: what it measures.
        scale: dates, numbers, or categories in the order in which they come.
        is_whole: whether only whole numbers make sense on it.
    """

    title: str
    scale: Scale = "number"
    is_whole: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """A line across the whole chart: an average, a limit."""

    y: float
    name: str
    colour: int = 7


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart, to be drawn or told.

    Args:
        title: what it is of.
        specification: Vega-Lite's, as JSON.
        summary: what somebody is told who does not see it.
        table: its numbers.
        tips: for each point that says something, where it leads and what it says. Marks are
            described by the place in this list, from which the drawn ones get both.
    """

    title: str
    specification: str
    summary: str
    table: Table
    tips: tuple[tuple[str, str], ...] = ()

    @property
    def data(self) -> Any:
        """The specification, parsed."""
        return json.loads(self.specification)
