"""Totals of reports: counts, sums and their like, and what is computed of them.

https://help.salesforce.com/s/articleView?id=analytics.reports_formulas_summary.htm
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from workworld.apps.crm.schema.kinds import CENTS, Kind
from workworld.apps.crm.service.report_definitions import AGGREGATES, Definition, bad
from workworld.apps.crm.service.report_parts import COUNT, SummaryFormula
from workworld.apps.crm.service.report_types import ReportColumn
from workworld.clock import from_microseconds
from workworld.formulas import Formula, FormulaError, Held, Value, read
from workworld.formulas import Kind as FormulaKind

_WAYS = {"SUM": "s", "AVG": "a", "MIN": "m", "MAX": "mx"}
_OF_ALL = re.compile(
    r"PARENTGROUPVAL\(\s*([\w.:]+)\s*,\s*(?:ROW_|COLUMN_)?GRAND_SUMMARY\s*\)", re.IGNORECASE
)
_NAMED = re.compile(r"(?<=\w):(?=(?:SUM|AVG|MIN|MAX)\b)", re.IGNORECASE)
_WHOLE = "GRAND"
"""Behind a total in a formula: of all rows, not of the group's."""


@dataclass(slots=True)
class Tally:
    """What some rows come to: how many, and of each measured column sum, count, least, most.

    Those of the four are missing that no total of the report is made from.
    """

    rows: int = 0
    parts: dict[str, list[Any]] = field(default_factory=dict)

    def add(self, rows: int, parts: Mapping[str, Sequence[Any]]) -> None:
        """Take further rows in."""
        self.rows += rows
        for name, (total, count, least, most) in parts.items():
            mine = self.parts.setdefault(name, [0, 0, None, None])
            mine[0] += total or 0
            mine[1] += count or 0
            mine[2] = (
                least if mine[2] is None else mine[2] if least is None else min(mine[2], least)
            )
            mine[3] = most if mine[3] is None else mine[3] if most is None else max(mine[3], most)


@dataclass(frozen=True, slots=True)
class Total:
    """A total that a report tells of every group.

    Args:
        name: ``RowCount``, ``s!Amount``, ``FORMULA1``.
        label: ``Sum of Amount``.
        way: how it is made; empty for the count of rows and for formulas.
        column: of what; None for the count of rows and for formulas.
        said: of a formula, what the report says of it.
        formula: the formula, read.
        parts: of a formula, the totals that it names.
    """

    name: str
    label: str
    way: str = ""
    column: ReportColumn | None = None
    said: SummaryFormula | None = None
    formula: Formula | None = None
    parts: Mapping[str, Total] = field(default_factory=dict)

    @property
    def is_count(self) -> bool:
        """Whether it is the count of rows."""
        return self.name == COUNT

    @property
    def is_money(self) -> bool:
        """Whether it is an amount in the organisation's currency."""
        if self.said is not None:
            return self.said.type == "currency"
        return self.column is not None and self.column.field.kind is Kind.CURRENCY

    @property
    def is_percent(self) -> bool:
        """Whether it is a part of a hundred."""
        if self.said is not None:
            return self.said.type == "percent"
        return self.column is not None and self.column.field.kind is Kind.PERCENT

    @property
    def measured(self) -> Sequence[ReportColumn]:
        """The columns that are added up for it."""
        return [each.column for each in self.ways if each.column is not None]

    @property
    def ways(self) -> Sequence[Total]:
        """The totals of columns that it is made from: itself, or those that its formula names."""
        if self.column is not None:
            return [self]
        return [made for each in self.parts.values() for made in each.ways]

    def is_of(self, name: str) -> bool:
        """Whether it is a total of a column."""
        return self.column is not None and self.column.name == name

    def of(self, tally: Tally | None, whole: Tally | None = None) -> float | int | None:
        """Its value for some rows; None where no row has one.

        Args:
            tally: what the rows come to; None for no rows.
            whole: what all rows of the report come to.
        """
        if self.formula is not None:
            return self._computed(tally, whole)
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

    def _computed(self, tally: Tally | None, whole: Tally | None) -> float | None:
        if tally is None or self.formula is None or self.said is None:
            return None
        found = self.formula.value(_Facts(self.parts, tally, whole))
        if not isinstance(found, Decimal):
            return None
        scale = 100 if self.is_percent else 1
        return round(float(found) * scale, self.said.decimals)


@dataclass(frozen=True, slots=True)
class _Facts:
    """What a formula is told of a group."""

    parts: Mapping[str, Total]
    tally: Tally
    whole: Tally | None

    @property
    def now(self) -> datetime:
        """No formula of totals asks for the time: there is no date among them."""
        return from_microseconds(0)

    @property
    def today(self) -> date:
        """As ``now``."""
        return self.now.date()

    @property
    def is_new(self) -> bool:
        """Groups are not made."""
        return False

    def value(self, name: str) -> Value:
        """What a total comes to for the group, or for all rows."""
        of = self.whole if name.endswith(f".{_WHOLE}") else self.tally
        found = self.parts[name].of(of)
        return None if found is None else Decimal(repr(found))

    def prior(self, name: str) -> Value:
        """Totals have no past."""
        return self.value(name)


def total(name: str, known: Mapping[str, ReportColumn], definition: Definition) -> Total:
    """What a total is that a report names.

    Args:
        name: ``s!Amount``.
        known: the columns that the caller may see.
        definition: what the report says, with its formulas.

    Raises:
        Invalid: ``BAD_REQUEST``: it is none.
    """
    if name == COUNT:
        return Total(name, "Record Count")
    said = next((each for each in definition.summaries if each.name == name), None)
    if said is not None:
        return _formula(said, known)
    way, _, column = name.partition("!")
    if way not in AGGREGATES:
        raise bad(f"There is no total “{name[:200]}”.")
    found = _column(column, known)
    return Total(name, f"{AGGREGATES[way]} of {found.label}", way, found)


def _column(name: str, known: Mapping[str, ReportColumn]) -> ReportColumn:
    if name not in known:
        raise bad(f"The report has no column “{name[:200]}”, or you may not see it.")
    if not known[name].is_summed:
        raise bad(f"{known[name].label} holds no numbers to be summed.")
    return known[name]


def _formula(said: SummaryFormula, known: Mapping[str, ReportColumn]) -> Total:
    names = {name.lower(): name for name, column in known.items() if column.is_summed}
    parts: dict[str, Total] = {}

    def held(written: str) -> Held | None:
        name, _, last = written.rpartition(".")
        is_whole = last.upper() == _WHOLE
        plain = name if is_whole else written
        made = _part(plain, names, known)
        if made is None:
            return None
        found = f"{made.name}.{_WHOLE}" if is_whole else made.name
        parts[found] = made
        return Held(found, FormulaKind.NUMBER)

    try:
        formula = read(_readable(said.formula), held, FormulaKind.NUMBER)
    except FormulaError as error:
        raise bad(f"{said.label}: {error.message}") from None
    if not parts:
        raise bad(f"{said.label}: a formula of totals names at least one, such as Amount:SUM.")
    return Total(said.name, said.label, said=said, formula=formula, parts=parts)


def _part(
    written: str, names: Mapping[str, str], known: Mapping[str, ReportColumn]
) -> Total | None:
    """A total as formulas name it: ``RowCount``, ``Amount.SUM``."""
    if written.lower() == COUNT.lower():
        return Total(COUNT, "Record Count")
    column, _, way = written.rpartition(".")
    found = names.get(column.lower())
    if found is None or way.upper() not in _WAYS:
        return None
    made = _WAYS[way.upper()]
    return Total(f"{made}!{found}", known[found].label, made, known[found])


def _readable(text: str) -> str:
    """A formula with names as the language has them: ``Amount:SUM`` → ``Amount.SUM``."""
    return _NAMED.sub(".", _OF_ALL.sub(rf"\1.{_WHOLE}", text))
