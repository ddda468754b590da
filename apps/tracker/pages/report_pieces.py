"""What pages of reports are made of: pickers, figures, charts, tables of issues."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import flask

from workworld.apps.tracker import durations
from workworld.apps.tracker.pages.blueprint import issue_url, navigator_url
from workworld.charts import Cell, Chart
from workworld.charts.wording import amount as number_text

UNITS = (("points", "Story points"), ("count", "Issues"), ("time", "Original estimate"))
_UNIT_NAMES = {"points": "Story points", "count": "Issues", "time": "Hours"}
_AN_HOUR = 3600


@dataclass(frozen=True, slots=True)
class Picker:
    """Something to choose, kept in the address."""

    name: str
    label: str
    choices: Sequence[tuple[str, str]]
    chosen: str


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that matters, and where it leads."""

    label: str
    text: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """A table below the chart."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    numbers: frozenset[int] = frozenset()
    """Which columns hold numbers."""
    nothing: str = "There are none."
    more: str = ""
    """The address of all of them, if not all are shown."""


@dataclass(frozen=True, slots=True)
class ReportView:
    """A report as its page shows it."""

    pickers: Sequence[Picker] = ()
    chart: Chart | None = None
    figures: Sequence[Figure] = ()
    listings: Sequence[Listing] = field(default=())
    empty: tuple[str, str] | None = None
    """What is said instead: that there is nothing, and what to do."""
    note: str = ""


def asked(name: str, choices: Sequence[tuple[str, str]], usual: str) -> str:
    """What the address chooses, if that can be chosen."""
    given = flask.request.args.get(name, "")
    return given if given in {value for value, _ in choices} else usual


def axis_title(unit: str) -> str:
    """What an axis of amounts measures."""
    return _UNIT_NAMES[unit]


def high(value: float, unit: str) -> float:
    """How high an amount stands in a chart; work in hours."""
    return round(value / _AN_HOUR, 2) if unit == "time" else value


def told(value: float, unit: str) -> str:
    """An amount in words."""
    return durations.show(int(value)) if unit == "time" else number_text(value)


def issue_cell(key: str) -> Cell:
    """A cell that leads to an issue."""
    return Cell(key, issue_url(key))


def all_of(jql: str) -> str:
    """The address of the issues that a query finds."""
    return navigator_url(jql)
