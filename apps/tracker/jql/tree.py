"""What a query means, before anybody knows which issues there are."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from workworld.errors import Invalid


class JqlError(Invalid):
    """A query that cannot be read.

    Args:
        message: the vendor's words, without the place.
        line: where, from 1; 0 for the end of the query.
        column: the character of the line, from 1.
        expected: what should stand there, for completing it: ``field``, ``operator``, ``value`` …
    """

    def __init__(self, message: str, line: int = 0, column: int = 0, expected: str = "") -> None:
        place = f" (line {line}, character {column})" if line else ""
        super().__init__("jql_parse_error", f"{message}{place}")
        self.line = line
        self.column = column
        self.expected = expected


@dataclass(frozen=True, slots=True)
class Place:
    """Where a part of a query stands."""

    line: int
    """From 1."""
    column: int
    """The character of the line, from 1."""
    length: int
    """How many characters it has."""


class UnfitJql(Invalid):
    """A query that can be read, and names what there is not or asks what cannot be asked.

    Attributes:
        place: of the first that is wrong, which the vendor's words do not tell.
    """

    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """A field's name as it was written; ``cf[10016]`` for one that was named by its number."""

    name: str
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Value:
    """A word, a number, a date, a quoted text."""

    text: str
    is_quoted: bool = False
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Function:
    """``membersOf("admins")``."""

    name: str
    arguments: tuple[str, ...] = ()
    place: Place | None = field(default=None, compare=False, repr=False)

    @property
    def written(self) -> str:
        """As messages show it."""
        return f"{self.name}({', '.join(self.arguments)})"


@dataclass(frozen=True, slots=True)
class Empty:
    """``EMPTY`` or ``NULL``."""

    word: str = "EMPTY"


@dataclass(frozen=True, slots=True)
class Listing:
    """Several operands in parentheses."""

    items: tuple[Operand, ...]


Operand: TypeAlias = "Value | Function | Empty | Listing"


@dataclass(frozen=True, slots=True)
class Predicate:
    """``AFTER "2026-03-01"``."""

    word: str
    """One of ``words.PREDICATES``."""
    operand: Operand


@dataclass(frozen=True, slots=True)
class Clause:
    """A field, an operator, and what it is compared with."""

    field: Field
    operator: str
    """One of ``words.OPERATORS``."""
    operand: Operand | None
    """None for ``CHANGED``."""
    predicates: tuple[Predicate, ...] = ()


@dataclass(frozen=True, slots=True)
class Not:
    """The opposite of something."""

    node: Node


@dataclass(frozen=True, slots=True)
class And:
    """All of these."""

    nodes: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """Any of these."""

    nodes: tuple[Node, ...]


Node: TypeAlias = "Clause | Not | And | Or"


@dataclass(frozen=True, slots=True)
class Sorting:
    """A field by which results are ordered."""

    field: Field
    direction: str = ""
    """``asc`` or ``desc``; empty for the field's own."""


@dataclass(frozen=True, slots=True)
class Query:
    """A whole query."""

    where: Node | None
    """None if it restricts nothing."""
    order: tuple[Sorting, ...] = ()


def clauses_of(node: Node | None) -> list[Clause]:
    """All clauses below a node, in the order in which they were written."""
    if node is None:
        return []
    if isinstance(node, Clause):
        return [node]
    below = (node.node,) if isinstance(node, Not) else node.nodes
    return [clause for each in below for clause in clauses_of(each)]
