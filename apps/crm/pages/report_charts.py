"""Reports as pictures: charts of their groups, and the parts that dashboards are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workworld.apps.crm.pages.report_tables import Address, told
from workworld.apps.crm.service.report_groups import Group
from workworld.apps.crm.service.report_results import Path, Result
from workworld.apps.crm.service.report_totals import Total
from workworld.charts import Axis, Chart, Point, Series, pie, plot
from workworld.charts.plots import Size
from workworld.charts.points import Mark

MOST_MARKS = 24
"""Of more groups the smallest are drawn together."""
_OTHER = "Other"
_LONGEST = 26
_TEAL = 9
"""Of a single series: the colour that is the app's."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar that lies: what it is of, how long it is in percent, what it says, where it leads."""

    label: str
    text: str
    percent: float
    url: str = ""


@dataclass(frozen=True, slots=True)
class _Mark:
    label: str
    value: float
    path: Path
    said: str


def chosen(result: Result, name: str) -> Total | None:
    """The total that a chart shows; without a name the first that is more than a count."""
    named = next((each for each in result.totals if each.name == name), None)
    summed = next((each for each in result.totals if not each.is_count), None)
    return named or summed or next(iter(result.totals), None)


def drawn(
    result: Result, title: str, kind: str, aggregate: str, address: Address, size: Size = "wide"
) -> Chart | None:
    """The chart of a report: a mark for each of its outermost groups.

    Args:
        result: what came of the run.
        title: what it is of.
        kind: ``column``, ``stacked``, ``line`` or ``donut``.
        aggregate: which total; empty for the first.
        address: where the rows behind a mark are.
        size: how large.

    Returns:
        None where there is nothing to be drawn: no groups, or no total.
    """
    total = chosen(result, aggregate)
    groups = result.down or result.across
    if total is None or not groups:
        return None
    of = result.axes[0].column.label
    if kind == "donut":
        parts = [
            Point(each.label, each.value, _url(each, address), f"{each.label}: {each.said}")
            for each in _marks(result, groups, total)
        ]
        return pie(title, parts, of=of, counted=total.label, size=size)
    y = Axis(_axis_title(result, total), is_whole=total.is_count)
    if kind == "stacked" and (below := _second(result)):
        series = [
            Series(
                label,
                [
                    _point(result, group, total, address, path)
                    for group in groups
                    for path in [(group.key, key)]
                ],
                "bar",
            )
            for key, label in below
        ]
        return plot(title, Axis(of, "category"), y, series, size=size, stacked=True)
    points = [
        Point(each.label, each.value, _url(each, address), f"{each.label}: {each.said}")
        for each in _marks(result, groups, total)
    ]
    mark: Mark = "line" if kind == "line" else "bar"
    return plot(
        title, Axis(of, "category"), y, [Series(total.label, points, mark, _TEAL)], size=size
    )


def bars(result: Result, aggregate: str, address: Address, most: int = 10) -> list[Bar]:
    """The outermost groups as bars that lie, at most so many."""
    total = chosen(result, aggregate)
    if total is None:
        return []
    marks = _marks(result, result.down or result.across, total, most)
    highest = max((each.value for each in marks), default=0) or 1
    return [
        Bar(
            each.label, each.said, round(max(each.value, 0) / highest * 100, 1), _url(each, address)
        )
        for each in marks
    ]


def _marks(
    result: Result, groups: Sequence[Group], total: Total, most: int = MOST_MARKS
) -> list[_Mark]:
    is_down = bool(result.down)
    found: list[_Mark] = []
    for group in groups:
        path = (group.key,)
        value = result.value(total, path) if is_down else result.value(total, (), path)
        said = told(total, value, result.currency)
        found.append(_Mark(_short(group.label), value or 0, path, said))
    if len(found) <= most:
        return _distinct(found)
    kept = sorted(range(len(found)), key=lambda place: -found[place].value)[: most - 1]
    rest = sum(each.value for place, each in enumerate(found) if place not in kept)
    others = [] if total.formula or total.way in ("a", "m", "mx") else [
        _Mark(_OTHER, rest, (), told(total, rest, result.currency))
    ]  # fmt: skip
    return _distinct([each for place, each in enumerate(found) if place in kept] + others)


def _distinct(marks: Sequence[_Mark]) -> list[_Mark]:
    """No two marks are called the same, or they would be drawn on one another."""
    seen: dict[str, int] = {}
    found = []
    for each in marks:
        seen[each.label] = count = seen.get(each.label, 0) + 1
        label = f"{each.label} ({count})" if count > 1 else each.label
        found.append(_Mark(label, each.value, each.path, each.said))
    return found


def _second(result: Result) -> list[tuple[str, str]]:
    """Of what bars are stacked: keys and labels of the second groups down, or the first across."""
    if len(result.definition.rows) > 1:
        groups = [below for group in result.down for below in group.groups]
    else:
        groups = list(result.across)
    return list({group.key: (group.key, group.label) for group in groups}.values())[:10]


def _point(
    result: Result, group: Group, total: Total, address: Address, path: tuple[str, str]
) -> Point:
    is_down = len(result.definition.rows) > 1
    value = (
        result.value(total, path) if is_down else result.value(total, (path[0],), (path[1],))
    ) or 0
    url = address(dict(enumerate(path))) if value else ""
    said = f"{group.label}: {told(total, value, result.currency)}"
    return Point(_short(group.label), value, url, said)


def _url(mark: _Mark, address: Address) -> str:
    return address(dict(enumerate(mark.path))) if mark.path else ""


def _axis_title(result: Result, total: Total) -> str:
    return f"{total.label} ({result.currency})" if total.is_money else total.label


def _short(label: str) -> str:
    return label if len(label) <= _LONGEST else f"{label[: _LONGEST - 1].rstrip()}…"
