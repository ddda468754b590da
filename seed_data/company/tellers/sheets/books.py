"""What workbooks are made of: tables with a heading, and maybe a line of totals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from workworld.apps.sheets.engine.addresses import column_name
from workworld.seed_data.company.company import Company
from workworld.seed_data.company.organization import Employee
from workworld.seed_data.sheets_facts import TabFact, WorkbookFact

MONEY = {"type": "CURRENCY", "pattern": "$#,##0.00"}
WHOLE = {"type": "NUMBER", "pattern": "#,##0"}
SCORE = {"type": "NUMBER", "pattern": "0.00"}
PERCENT = {"type": "PERCENT", "pattern": "0.0%"}
DAY = {"type": "DATE", "pattern": "yyyy-mm-dd"}


@dataclass(slots=True)
class Table:
    """A sheet.

    Args:
        title: its tab's.
        header: what columns are called.
        rows: what stands below, formulas as texts.
        summed: columns that have a total at the end.
        formats: of columns.
        widths: of columns, in pixels.
        below: rows after the total.
    """

    title: str
    header: Sequence[str]
    rows: list[list[Any]]
    summed: Sequence[int] = ()
    formats: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    widths: Mapping[int, int] = field(default_factory=dict)
    below: Sequence[Sequence[Any]] = ()
    totals: dict[int, str] = field(default_factory=dict)
    """Totals that are not what they should be."""

    def tab(self) -> TabFact:
        """As facts have it."""
        rows = [list(self.header), *self.rows]
        if self.summed:
            total: list[Any] = ["Total", *[None] * (len(self.header) - 1)]
            for column in self.summed:
                total[column] = self.totals.get(column, self.sum_of(column))
            rows.append(total)
        rows += [list(each) for each in self.below]
        return TabFact(self.title, rows, self.formats, self.widths)

    def sum_of(self, column: int, missing: int = 0) -> str:
        """The formula of a column's total, maybe one that leaves out the last rows."""
        name = column_name(column)
        return f"=SUM({name}2:{name}{len(self.rows) + 1 - missing})"


@dataclass(slots=True)
class Book:
    """A workbook.

    Args:
        name: stable, ``workbook/budget/sales``.
        title: what its owner calls it.
        owner: a person's key; if they have left, whoever they worked for has it.
        at: when it was made.
        tables: its sheets.
        shares: roles by person.
        link_role: what everybody may.
        requests: what else is done to it.
        comments: conversations about its cells, as facts have them.
        stars: who keeps it at hand.
    """

    name: str
    title: str
    owner: str
    at: datetime
    tables: list[Table]
    shares: Mapping[str, str] = field(default_factory=dict)
    link_role: str = ""
    requests: list[Mapping[str, Any]] = field(default_factory=list)
    comments: list[Mapping[str, Any]] = field(default_factory=list)
    stars: list[str] = field(default_factory=list)

    @property
    def order(self) -> tuple[datetime, str]:
        """By time, then by name."""
        return self.at, self.name

    def fact(self, company: Company) -> WorkbookFact:
        """As its builder wants it."""
        staff = company.organization.staff
        shares = {each: role for each, role in self.shares.items() if each != self.owner}
        return WorkbookFact(
            title=self.title,
            owner=self.owner,
            at=self.at,
            tabs=[each.tab() for each in self.tables],
            is_filled=True,
            link_role=self.link_role,
            shares={each: role for each, role in shares.items() if staff[each].ended is None},
            requests=self.requests,
            comments=self.comments,
            stars=self.stars,
        )


def keeper(company: Company, function: str, day: date, team: str = "") -> Employee:
    """Who keeps the workbooks of a function on a day: the highest of it, or of all.

    Args:
        company: whose workbooks.
        function: what they are for.
        day: when.
        team: of which team they are, if it has anybody then.
    """
    there = company.organization.there(day, team=team) if team else []
    there = there or company.organization.there(day, function=function)
    there = there or company.organization.there(day)
    return max(there, key=lambda each: (each.post_on(day).level, -each.started.toordinal()))


def moment(company: Company, person: str, at: datetime) -> datetime:
    """When somebody does a thing that is due at a moment: once they work."""
    stream = company.chance.stream("sheets", person, at.isoformat())
    return company.hours.moment_for(person, at, stream, stream.integer(2, 90)) or at


def shared_with(company: Company, functions: Sequence[str], day: date, role: str) -> dict[str, str]:
    """A role for all of some functions who are there on a day."""
    there = company.organization.there(day)
    return {each.key: role for each in there if each.function in functions}
