"""What a pivot table is made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from workworld.apps.sheets.engine.values import Value


class Bucket(NamedTuple):
    """What values are grouped as."""

    order: tuple[float, float, str]
    """What groups are put in order by; those with the same are one."""
    label: Value


class ByValue(NamedTuple):
    """Groups are put in order by what they come to."""

    measure: int
    """Which of the values, from zero."""
    path: tuple[str, ...] = ()
    """In which column (or row) of the other side: labels from the outermost; all, if none."""


@dataclass(frozen=True, slots=True)
class Grouping:
    """A field by which rows are grouped along a side."""

    column: int
    """Which column of the source, from zero."""
    bucket: Callable[[Value], Bucket]
    label: str = ""
    """What it is called instead of its column's heading."""
    descending: bool = False
    has_totals: bool = True
    repeats: bool = False
    """Whether its labels stand in each line of a group."""
    by_value: ByValue | None = None
    most: int | None = None
    """How many groups there are at most."""


@dataclass(frozen=True, slots=True)
class Measure:
    """What is worked out of the rows of each place."""

    name: str
    total: Callable[[Sequence[int]], Value]
    """What rows of the source, by their places, come to."""
    shown_as: str = ""
    """``PERCENT_OF_ROW_TOTAL``, ``PERCENT_OF_COLUMN_TOTAL``, ``PERCENT_OF_GRAND_TOTAL``,
    ``DIFFERENCE_FROM_PREVIOUS``, ``PERCENT_DIFFERENCE_FROM_PREVIOUS``; the value itself, if
    empty."""


@dataclass(frozen=True, slots=True)
class Definition:
    """A whole pivot table."""

    rows: tuple[Grouping, ...]
    columns: tuple[Grouping, ...]
    measures: tuple[Measure, ...]
    measures_in_rows: bool = False
    """Whether values stand below one another instead of side by side."""


class Spot(NamedTuple):
    """A cell of the table as it is laid out."""

    value: Value
    kind: str = "value"
    """``field`` and ``label`` for headings, ``total`` for headings of totals, ``value``."""
    measure: int | None = None
    """Which value it is of."""
    column: int | None = None
    """A label's column of the source, whose number format it has where it is not grouped."""
    rows: tuple[int, ...] = ()
    """Which rows of the source it comes from."""
    row_path: tuple[Value, ...] = ()
    column_path: tuple[Value, ...] = ()


Layout = dict[tuple[int, int], Spot]
"""Cells by row and column from the table's corner."""
