"""Objects that queries know beside those whose records lie in tables of their own.

Nobody changes their records: they tell how the organisation is set up, or what became of others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType, SimpleNamespace
from typing import Any, NamedTuple, cast

from sqlalchemy import ColumnElement, FromClause, Select

from workworld.apps.crm.schema.kinds import Field
from workworld.apps.crm.schema.objects import SObject

Rows = Callable[[], Select[Any]]
"""Makes the query whose rows are the records; ``id`` and ``is_deleted`` are among its columns."""
Seen = Callable[[FromClause, str], ColumnElement[bool]]
"""The table and the user's id → which of its rows they see."""


class Derived(NamedTuple):
    """An object whose records are the rows of a query."""

    sobject: SObject
    rows: Rows
    seen: Seen | None = None
    """Where that hangs on more than a record above it."""
    made_of: Sequence[str] = ()
    """The objects whose records these are: whoever sees one there sees it here."""


_declared: dict[str, Derived] = {}


def derived(
    name: str,
    label: str,
    plural: str,
    prefix: str,
    fields: Sequence[Field],
    rows: Rows,
    *,
    parent: str = "",
    seen: Seen | None = None,
    made_of: Sequence[str] = (),
) -> None:
    """Declare an object.

    Args:
        name: the API name.
        label: what one record is called.
        plural: what several are called.
        prefix: how its records' ids begin.
        fields: its fields, each with the column of the query that has it.
        rows: the query.
        parent: the field whose record decides who sees what; without one everybody sees all.
        seen: which rows somebody sees, where that is decided otherwise.
        made_of: the objects whose records these are: they are told below other records alone.
    """
    by_name = MappingProxyType({each.name.lower(): each for each in fields})
    made = SObject(
        name,
        label,
        plural,
        prefix,
        cast(Any, SimpleNamespace()),
        by_name,
        parent=parent,
        is_setup=not parent,
        createable=False,
        updateable=False,
        deletable=False,
        queryable=not made_of,
    )
    _declared[name.lower()] = Derived(made, rows, seen, made_of)


def known() -> Mapping[str, Derived]:
    """All of them, by name in small letters."""
    return MappingProxyType(_declared)


def alias(found: Derived, name: str) -> FromClause:
    """The records of an object as a table with a name: what it holds may hang on the world."""
    return found.rows().subquery(name)
