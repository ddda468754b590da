"""What values there are in formulas, and what becomes of a formula when it is read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple, Protocol

Value = Decimal | str | bool | date | datetime | None
"""None is blank."""
DEEPEST = 60
"""How deep pieces may lie within each other, so that no formula exhausts the stack."""


class Kind(StrEnum):
    """What a piece of a formula yields, in the words of its messages."""

    NUMBER = "Number"
    TEXT = "Text"
    BOOLEAN = "Boolean"
    DATE = "Date"
    DATETIME = "DateTime"
    PICKLIST = "Picklist"
    """One of a list's values: for some functions only, since its values change their names."""
    MULTIPICKLIST = "MultiPicklist"
    BLANK = "Null"
    """Fits in everywhere."""


class FormulaError(Exception):
    """A formula means nothing.

    Args:
        message: why not.
        position: where in its text, from 1.
    """

    def __init__(self, message: str, position: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.position = position


class Held(NamedTuple):
    """A field that a formula names."""

    name: str
    """By which its value is asked for."""
    kind: Kind


class Facts(Protocol):
    """What formulas are about."""

    @property
    def now(self) -> datetime:
        """The time, with a zone."""
        ...

    @property
    def today(self) -> date:
        """The day where the reader is."""
        ...

    @property
    def is_new(self) -> bool:
        """Whether the record is only being made."""
        ...

    def value(self, name: str) -> Value:
        """What a field holds."""
        ...

    def prior(self, name: str) -> Value:
        """What a field held before; of a new record, what it holds."""
        ...


Work = Callable[[Facts], Value]


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a formula that has been read.

    Args:
        kind: what it yields.
        work: what yields it.
        at: where it begins, from 1.
        depth: how deep its pieces lie.
        field: the name of the field that it is; empty for everything else.
    """

    kind: Kind
    work: Work
    at: int = 1
    depth: int = 1
    field: str = ""


class Call(NamedTuple):
    """A function with what it is given."""

    name: str
    """In capitals."""
    parts: Sequence[Part]
    at: int

    def made(self, kind: Kind, work: Work) -> Part:
        """The piece that comes of it."""
        return Part(kind, work, self.at, 1 + max((each.depth for each in self.parts), default=0))

    def counted(self, least: int, most: int | None = None) -> None:
        """FormulaError unless it is given so many values."""
        count, most = len(self.parts), least if most is None else most
        if not least <= count <= most:
            wanted = str(least) if count < least else str(most)
            raise FormulaError(
                f"Incorrect number of parameters for function '{self.name}()'."
                f" Expected {wanted}, received {count}",
                self.at,
            )

    def wanted(self, number: int, *kinds: Kind) -> Part:
        """One of its values; FormulaError if it is of none of some kinds."""
        part = self.parts[number]
        if part.kind not in (*kinds, Kind.BLANK):
            raise FormulaError(
                f"Incorrect parameter type for function '{self.name}()'. Expected"
                f" {', '.join(kinds)}, received {part.kind}",
                part.at,
            )
        return part


def joint(first: Kind, second: Kind) -> Kind | None:
    """The kind that two pieces have in common; None if they have none."""
    if Kind.BLANK in (first, second):
        return second if first is Kind.BLANK else first
    return first if first is second else None
