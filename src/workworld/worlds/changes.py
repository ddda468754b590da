"""What differs between two states of a world: the net diff, row by row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

import apsw
from sqlalchemy import Table
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base, state_tables, system_table


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


class ChangeRow(Base):
    """What one transaction changed in state tables, as SQLite's session extension records it."""

    __tablename__ = "world_changes"
    __table_args__ = system_table()

    sequence: Mapped[int] = mapped_column(primary_key=True)
    step: Mapped[int]
    """The step in which it happened; that of the last one for changes outside any."""
    changeset: Mapped[bytes]


@contextmanager
def recorded(connection: apsw.Connection) -> Iterator[None]:
    """Record what the state tables lose and gain until the block ends, in the same transaction.

    https://www.sqlite.org/sessionintro.html
    """
    names = {table.name for table in state_tables()}
    capture = apsw.Session(connection, "main")
    try:
        capture.table_filter(names.__contains__)
        capture.attach()
        yield
        changeset = capture.changeset()
        if changeset:
            step = "(SELECT coalesce(max(step), 0) FROM world_journal)"
            query = f"INSERT INTO world_changes (step, changeset) VALUES ({step}, ?)"  # noqa: S608
            connection.execute(query, (changeset,))
    finally:
        capture.close()


def last_change(connection: apsw.Connection) -> int:
    """The sequence number of the last recorded change."""
    return int(connection.execute("SELECT coalesce(max(sequence), 0) FROM world_changes").get)


def net_diff(connection: apsw.Connection, since: int) -> list[RowChange]:
    """What the changes after number ``since`` come to, by table and key.

    The cost follows what changed, not what there is.
    """
    query = "SELECT changeset FROM world_changes WHERE sequence > ? ORDER BY sequence"
    builder = apsw.ChangesetBuilder()  # type: ignore[no-untyped-call]
    for (changeset,) in connection.execute(query, (since,)):
        builder.add(changeset)
    tables = {table.name: table for table in state_tables()}
    found = [
        _row_change(connection, tables[change.name], change)
        for change in apsw.Changeset.iter(builder.output())
    ]
    net = [change for change in found if change.before != change.after]
    return sorted(net, key=lambda change: (change.table, repr(change.key)))


def _row_change(connection: apsw.Connection, table: Table, change: apsw.TableChange) -> RowChange:
    columns = [column.name for column in table.columns]
    keys = [index for index, column in enumerate(table.columns) if column.primary_key]
    known = change.old if change.op != "INSERT" else change.new
    assert known is not None
    key = tuple(known[index] for index in keys)
    before = after = None
    if change.op == "INSERT":
        after = dict(zip(columns, known, strict=True))
    elif change.op == "DELETE":
        before = dict(zip(columns, known, strict=True))
    else:
        after = _present_row(connection, table, key)
        old = zip(columns, known, strict=True)
        before = after | {name: value for name, value in old if value is not apsw.no_change}
    return RowChange(table.name, key, before, after)


def _present_row(connection: apsw.Connection, table: Table, key: tuple[Any, ...]) -> dict[str, Any]:
    names = [column.name for column in table.columns]
    columns = ", ".join(f'"{name}"' for name in names)
    where = " AND ".join(f'"{column.name}" = ?' for column in table.primary_key.columns)
    query = f'SELECT {columns} FROM "{table.name}" WHERE {where}'  # noqa: S608 - our own names
    (row,) = connection.execute(query, key)
    return dict(zip(names, row, strict=True))
