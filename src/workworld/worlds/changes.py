"""What differs between two states of a world: the net diff, row by row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import apsw
from sqlalchemy import Table

from workworld.database import state_tables


@dataclass(frozen=True, slots=True)
class RowChange:
    """One row that is not as it was. ``before`` is None for an insert, ``after`` for a delete."""

    table: str
    key: tuple[Any, ...]
    before: Mapping[str, Any] | None
    after: Mapping[str, Any] | None

    @property
    def kind(self) -> Literal["insert", "update", "delete"]:
        """What happened to the row."""
        if self.before is None:
            return "insert"
        return "delete" if self.after is None else "update"


def net_diff(present: apsw.Connection, baseline: Path) -> list[RowChange]:
    """Every state row in which a database differs from a baseline, by table and key.

    Args:
        present: a connection of its own, outside any transaction.
        baseline: the main file of a world of the same snapshot.
    """
    present.execute("ATTACH DATABASE ? AS baseline", (str(baseline),))
    present.execute("PRAGMA baseline.locking_mode = EXCLUSIVE")
    return [change for table in state_tables() for change in _table_diff(present, table)]


def _table_diff(connection: apsw.Connection, table: Table) -> Iterator[RowChange]:
    old = _only_in(connection, table, "baseline", "main")
    new = _only_in(connection, table, "main", "baseline")
    for key in sorted(old.keys() | new.keys(), key=repr):
        yield RowChange(table.name, key, old.get(key), new.get(key))


def _only_in(
    connection: apsw.Connection, table: Table, here: str, there: str
) -> dict[tuple[Any, ...], dict[str, Any]]:
    """The rows of one schema that the other does not hold exactly so, by primary key."""
    columns = [column.name for column in table.columns]
    names = ", ".join(f'"{name}"' for name in columns)
    query = (  # the names come from our own metadata
        f'SELECT {names} FROM {here}."{table.name}" '  # noqa: S608
        f'EXCEPT SELECT {names} FROM {there}."{table.name}"'
    )
    rows = [dict(zip(columns, values, strict=True)) for values in connection.execute(query)]
    keys = [column.name for column in table.primary_key.columns]
    return {tuple(row[name] for name in keys): row for row in rows}
