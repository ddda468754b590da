"""What comes of running a report: groups, totals and rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from workworld.apps.crm.schema.kinds import CENTS, Kind
from workworld.apps.crm.service.report_definitions import AGGREGATES, Definition, aggregate_of
from workworld.apps.crm.service.report_groups import Axis, Group
from workworld.apps.crm.service.report_types import ReportColumn, ReportType

MOST_DETAILS = 2000
"""More rows than that are counted, but not shown."""
Path = tuple[str, ...]
"""The keys of groups within one another."""


@dataclass(slots=True)
class Tally:
    """What some rows come to: how many, and of each measured column sum, count, least, most."""

    rows: int = 0
    parts: dict[str, list[Any]] = field(default_factory=dict)

    def add(self, rows: int, parts: Mapping[str, Sequence[Any]]) -> None:
        """Take further rows in."""
        self.rows += rows
        for name, (total, count, least, most) in parts.items():
            mine = self.parts.setdefault(name, [0, 0, None, None])
            mine[0] += total or 0
            mine[1] += count
            mine[2] = (
                least if mine[2] is None else mine[2] if least is None else min(mine[2], least)
            )
            mine[3] = most if mine[3] is None else mine[3] if most is None else max(mine[3], most)


@dataclass(frozen=True, slots=True)
class Total:
    """A total that a report tells of every group.

    Args:
        name: ``RowCount``, ``s!Amount``.
        label: ``Sum of Amount``.
        way: how it is made; empty for the count of rows.
        column: of what; None for the count of rows.
    """

    name: str
    label: str
    way: str = ""
    column: ReportColumn | None = None

    @property
    def is_money(self) -> bool:
        """Whether it is an amount in the organisation's currency."""
        return self.column is not None and self.column.field.kind is Kind.CURRENCY

    def of(self, tally: Tally | None) -> float | int | None:
        """Its value for some rows; None where no row has one."""
        if self.column is None:
            return tally.rows if tally else 0
        if tally is None:
            return None
        total, count, least, most = tally.parts.get(self.column.name, (0, 0, None, None))
        if self.way == "s":
            value = total
        elif self.way == "a":
            value = total / count if count else None
        else:
            value = least if self.way == "m" else most
        return value / CENTS if self.is_money and value is not None else value


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

    def value(self, total: Total, down: Path = (), across: Path = ()) -> float | int | None:
        """A total of the rows of some group; without groups, of all."""
        return total.of(self.tallies.get((down, across)))

    @property
    def count(self) -> int:
        """How many rows there are."""
        tally = self.tallies.get(((), ()))
        return tally.rows if tally else 0


def total(name: str, known: Mapping[str, ReportColumn]) -> Total:
    """What a total is that a report names.

    Raises:
        Invalid: ``BAD_REQUEST``: it is none.
    """
    found = aggregate_of(name, known)
    if found is None:
        return Total(name, "Record Count")
    way, column = found
    return Total(name, f"{AGGREGATES[way]} of {column.label}", way, column)


def order(
    groups: list[Group],
    axes: Sequence[Axis],
    tallies: Mapping[tuple[Path, Path], Tally],
    totals: Sequence[Total],
    *,
    is_down: bool,
    path: Path = (),
) -> None:
    """Order groups by a total where the report says so."""
    if not axes:
        return
    by = next((each for each in totals if each.name == axes[0].grouping.sort_by), None)
    if by is not None:

        def height(group: Group) -> float:
            here = (*path, group.key)
            value = by.of(tallies.get((here, ()) if is_down else ((), here)))
            return float("-inf") if value is None else float(value)

        groups.sort(key=height, reverse=axes[0].grouping.descending)
    for group in groups:
        here = (*path, group.key)
        order(group.groups, axes[1:], tallies, totals, is_down=is_down, path=here)


def places(groups: Sequence[Group]) -> dict[Path, tuple[int, ...]]:
    """Where each group stands, by its path."""
    found: dict[Path, tuple[int, ...]] = {(): ()}
    for number, group in enumerate(groups):
        for path, place in places(group.groups).items():
            found[(group.key, *path)] = (number, *place)
    return found
