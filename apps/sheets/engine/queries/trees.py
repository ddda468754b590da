"""What a query consists of once it is read."""

from __future__ import annotations

from dataclasses import dataclass, field

from workworld.apps.sheets.engine.values import Value


class QueryError(ValueError):
    """A query that cannot be read or worked out; its text says why."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the data, from zero."""

    at: int

    def __str__(self) -> str:
        return ""


@dataclass(frozen=True, slots=True)
class Literal:
    """A value that stands in the query itself."""

    value: Value
    is_day: bool = False
    """Whether it is a day, a time of day or both."""


@dataclass(frozen=True, slots=True)
class Call:
    """An operator, a function of single values or a total, with what it is given."""

    name: str
    """In small letters; operators by their sign."""
    given: tuple[Term, ...]


Term = Column | Literal | Call
"""Something that a query works out."""
TOTALS = frozenset({"avg", "count", "max", "min", "sum"})


@dataclass(frozen=True, slots=True)
class Order:
    """What rows are sorted by."""

    term: Term
    descends: bool = False


@dataclass(slots=True)
class Query:
    """All clauses of a query; those left out are empty."""

    select: list[Term] = field(default_factory=list)
    """What is told of each row; all columns where nothing is named."""
    where: Term | None = None
    group: list[Term] = field(default_factory=list)
    pivot: list[Term] = field(default_factory=list)
    order: list[Order] = field(default_factory=list)
    limit: int | None = None
    offset: int = 0
    labels: dict[Term, str] = field(default_factory=dict)
    formats: dict[Term, str] = field(default_factory=dict)


def totals_of(term: Term) -> list[Call]:
    """The totals within a term."""
    if not isinstance(term, Call):
        return []
    if term.name in TOTALS:
        return [term]
    return [total for each in term.given for total in totals_of(each)]


def columns_of(term: Term, *, outside_totals: bool = False) -> list[Column]:
    """The columns within a term."""
    if isinstance(term, Column):
        return [term]
    if isinstance(term, Literal) or (outside_totals and term.name in TOTALS):
        return []
    return [
        column for each in term.given for column in columns_of(each, outside_totals=outside_totals)
    ]
