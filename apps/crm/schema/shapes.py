"""What administrators have made of objects: fields added and settings changed, values of lists.

Worlds differ in it, so it is read with the world. Whoever asks for an object or a list of values
is answered with the shape in force: that of the transaction at hand, or what the application
declares where there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy.orm import Session

from workworld.apps.crm.schema.kinds import Field
from workworld.database import session_at_hand

_KEY = "crm shape"


class PickValue(NamedTuple):
    """A value of a list."""

    value: str
    is_active: bool = True
    """Whether records may still be given it."""
    is_default: bool = False
    facts: str = ""
    """What it means, as JSON: of a stage, its probability."""


class Section(NamedTuple):
    """Fields under one heading of a page, in two columns."""

    title: str
    left: Sequence[str]
    right: Sequence[str] = ()


Change = Callable[[Field], Field]
"""What is different about a field that the application declares."""


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """How a world's objects differ from those declared.

    Args:
        added: further fields by object, in their order.
        changed: by object and field, both in small letters, what is different about it.
        values: the lists of values that administrators have changed or added, by name.
        sections: the sections of pages that they have laid out, by object and record type; of the
            usual page the type is empty.
    """

    added: Mapping[str, Sequence[Field]]
    changed: Mapping[tuple[str, str], Change]
    values: Mapping[str, tuple[PickValue, ...]]
    sections: Mapping[tuple[str, str], Sequence[Section]]


DECLARED = Shape({}, {}, {}, {})
"""Nothing is different."""
Rows = tuple[tuple[Any, ...], ...]
"""All that a shape is made of, row by row."""
_readers: list[tuple[Callable[[Session], Rows], Callable[[Rows], Shape]]] = []


def read_by(read: Callable[[Session], Rows], make: Callable[[Rows], Shape]) -> None:
    """Declare how a world's shape is read.

    Args:
        read: finds the rows that it is made of.
        make: makes it of them; not called again for the same rows.
    """
    _readers[:] = [(read, lru_cache(maxsize=64)(make))]


def in_force() -> Shape:
    """The shape of the world at hand."""
    session = session_at_hand()
    if session is None or not _readers:
        return DECLARED
    known: Shape | None = session.info.get(_KEY)
    if known is None:
        read, make = _readers[0]
        rows = read(session)
        known = session.info[_KEY] = make(rows) if rows else DECLARED
    return known


def forget(session: Session) -> None:
    """Let the shape be read anew: rows that it is made of have changed."""
    session.info.pop(_KEY, None)
