"""What a field is to queries: its names, its operators, and what clauses and orders make of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement

from workworld.apps.tracker.jql.names import Resolve
from workworld.apps.tracker.jql.scope import Scope
from workworld.apps.tracker.jql.tree import Clause


class Key(NamedTuple):
    """By what results are ordered."""

    value: ColumnElement[Any]
    may_be_empty: bool = True
    """Empty ones come last, or first if the order is turned around."""


Condition = Callable[[Scope, Clause], ColumnElement[bool]]
Order = Callable[[Scope], Sequence[Key]]


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """A field."""

    id: str
    """The field's id, as the REST API has it."""
    names: tuple[str, ...]
    """What queries call it; the first is the one that is offered."""
    kind: str
    """Of what its values are: ``user``, ``date``, ``text``, ``number`` …"""
    operators: tuple[str, ...]
    condition: Condition
    order: Order | None = None
    """None if results cannot be ordered by it."""
    resolve: Resolve | None = None
    """Of a field with ids, how values are found."""
    number: int | None = None
    """A custom field's."""

    @property
    def name(self) -> str:
        """What it is called first of all."""
        return self.names[0]
