"""What comes of running a report: groups, totals and rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workworld.apps.crm.service.report_definitions import Definition
from workworld.apps.crm.service.report_groups import Axis, Group
from workworld.apps.crm.service.report_totals import Tally, Total
from workworld.apps.crm.service.report_types import ReportColumn, ReportType

MOST_DETAILS = 2000
"""More rows than that are counted, but not shown."""
Path = tuple[str, ...]
"""The keys of groups within one another."""


@dataclass(frozen=True, slots=True)
class Line:
    """A row of details.

    Args:
        id: the record's.
        down: the keys of its groups down.
        across: the keys of its groups across.
        values: one for each column, as the field keeps it.
        links: for each column the record that it names; empty for none.
        currencies: for each column the currency of its amount; empty for none.
    """

    id: str
    down: Path
    across: Path
    values: tuple[Any, ...]
    links: tuple[str, ...]
    currencies: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a run.

    Args:
        of: the report type.
        definition: what was run: columns that the viewer may not see are left out.
        columns: those of the details.
        axes: what rows are grouped by, down and then across.
        totals: what is told of every group.
        down: the groups down.
        across: the groups across.
        tallies: by the path down and the path across what the rows there come to.
        lines: the rows of details, in the order of the groups.
        labels: what owners and other records are called that lines name, by id.
        has_all: whether all rows are among the lines, and all groups are told.
        currency: in which amounts are told in totals.
        is_cut: whether only the first groups are told, as the report asks.
        title: of a joined report's block, what it is called.
        beside: of a joined report, what came of its further blocks, in the same groups.
    """

    of: ReportType
    definition: Definition
    columns: Sequence[ReportColumn]
    axes: Sequence[Axis]
    totals: Sequence[Total]
    down: Sequence[Group]
    across: Sequence[Group]
    tallies: Mapping[tuple[Path, Path], Tally]
    lines: Sequence[Line]
    labels: Mapping[str, str]
    has_all: bool
    currency: str
    is_cut: bool = False
    title: str = ""
    beside: Sequence[Result] = ()

    @property
    def whole(self) -> Tally | None:
        """What all rows come to; None for no rows."""
        return self.tallies.get(((), ()))

    def value(self, total: Total, down: Path = (), across: Path = ()) -> float | int | None:
        """A total of the rows of some group; without groups, of all."""
        return total.of(self.tallies.get((down, across)), self.whole)

    @property
    def count(self) -> int:
        """How many rows there are."""
        return self.whole.rows if self.whole else 0


def order(
    groups: list[Group],
    axes: Sequence[Axis],
    tallies: Mapping[tuple[Path, Path], Tally],
    totals: Sequence[Total],
    *,
    is_down: bool,
    path: Path = (),
) -> bool:
    """Order groups by a total where the report says so, and keep the first ones if it asks.

    Returns:
        Whether there were more groups.
    """
    if not axes:
        return False
    by = next((each for each in totals if each.name == axes[0].grouping.sort_by), None)
    if by is not None:

        def height(group: Group) -> float:
            here = (*path, group.key)
            value = by.of(tallies.get((here, ()) if is_down else ((), here)), tallies.get(((), ())))
            return float("-inf") if value is None else float(value)

        groups.sort(key=height, reverse=axes[0].grouping.descending)
    top = axes[0].grouping.top
    is_cut = bool(top) and len(groups) > top
    if is_cut:
        del groups[top:]
    for group in groups:
        here = (*path, group.key)
        is_cut |= order(group.groups, axes[1:], tallies, totals, is_down=is_down, path=here)
    return is_cut


def places(groups: Sequence[Group]) -> dict[Path, tuple[int, ...]]:
    """Where each group stands, by its path."""
    found: dict[Path, tuple[int, ...]] = {(): ()}
    for number, group in enumerate(groups):
        for path, place in places(group.groups).items():
            found[(group.key, *path)] = (number, *place)
    return found
