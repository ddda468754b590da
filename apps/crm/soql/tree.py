"""What a query consists of. Lists and reports build such trees without any text.

``at`` is where a part stands in the text, for what is wrong with it; -1 where there is no text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import StrEnum

NOWHERE = -1


class Form(StrEnum):
    """How a value is written."""

    TEXT = "text"
    NUMBER = "number"
    CURRENCY = "currency"
    BOOLEAN = "boolean"
    NULL = "null"
    DATE = "date"
    DATETIME = "datetime"
    PERIOD = "period"


@dataclass(frozen=True, slots=True)
class Path:
    """A field, perhaps of a parent: ``Account.Owner.Name``."""

    names: tuple[str, ...]
    at: int = NOWHERE

    @property
    def text(self) -> str:
        """As it is written."""
        return ".".join(self.names)


@dataclass(frozen=True, slots=True)
class Call:
    """A function of a field: ``SUM(Amount)``, ``CALENDAR_YEAR(convertTimezone(CreatedDate))``."""

    name: str
    """In small letters."""
    argument: Path | Call | None
    """None for ``COUNT()`` alone."""
    at: int = NOWHERE


Expression = Path | Call


@dataclass(frozen=True, slots=True)
class Literal:
    """A value: by its form, a text, a number, a day, microseconds, the name of a period …"""

    form: Form
    value: str | Decimal | bool | date | int | None
    code: str = ""
    """Of an amount, its currency: ``USD5000``."""
    at: int = NOWHERE


@dataclass(frozen=True, slots=True)
class Comparison:
    """A field compared with a value, several, or what another query finds."""

    left: Expression
    operator: str
    """``=``, ``!=``, ``<``, ``<=``, ``>``, ``>=``, ``like``, ``in``, ``not in``, ``includes`` or
    ``excludes``."""
    right: Literal | tuple[Literal, ...] | Query
    at: int = NOWHERE


@dataclass(frozen=True, slots=True)
class And:
    """All of some conditions."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """One of some conditions."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """Anything but a condition."""

    part: Condition


Condition = Comparison | And | Or | Not


@dataclass(frozen=True, slots=True)
class Column:
    """Something that is asked for."""

    value: Expression
    alias: str = ""
    at: int = NOWHERE


@dataclass(frozen=True, slots=True)
class TypeOf:
    """Fields that hang on what a reference of several objects leads to."""

    path: Path
    whens: tuple[tuple[str, tuple[Path, ...]], ...]
    otherwise: tuple[Path, ...] = ()
    at: int = NOWHERE


@dataclass(frozen=True, slots=True)
class AllFields:
    """``FIELDS(ALL)``, ``STANDARD`` or ``CUSTOM``."""

    which: str
    """In small letters."""
    at: int = NOWHERE


@dataclass(frozen=True, slots=True)
class Sorting:
    """What results are ordered by."""

    value: Expression
    is_descending: bool = False
    nulls: str = "first"
    """``first`` or ``last``."""


@dataclass(frozen=True, slots=True)
class Grouping:
    """What results are grouped by."""

    values: tuple[Expression, ...] = ()
    way: str = ""
    """``rollup`` or ``cube``, for totals besides."""


@dataclass(frozen=True, slots=True)
class Query:
    """A query, or one within another."""

    columns: tuple[Column | TypeOf | AllFields | Query, ...]
    source: str
    """The object; of a query among the columns, the way to the children."""
    alias: str = ""
    aliases: Mapping[str, Path] = field(default_factory=dict)
    """Other names for parents, in small letters: ``FROM Contact c, c.Account a``."""
    where: Condition | None = None
    scope: str = ""
    """``mine``, ``team`` … in small letters."""
    group: Grouping = Grouping()
    having: Condition | None = None
    order: tuple[Sorting, ...] = ()
    limit: int | None = None
    offset: int = 0
    all_rows: bool = False
    """Whether deleted records are found too."""
    at: int = NOWHERE
    """Where the source stands."""
    limit_at: int = NOWHERE
    offset_at: int = NOWHERE

    @property
    def is_count(self) -> bool:
        """Whether nothing but the number of records is asked for."""
        only = self.columns[0] if len(self.columns) == 1 else None
        return (
            isinstance(only, Column)
            and isinstance(only.value, Call)
            and only.value.name == "count"
            and only.value.argument is None
        )
