"""What differs between two states of a world: the net diff, row by row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import apsw
from sqlalchemy import Table
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base, TableRole, state_tables, table_names, table_role

_Key: TypeAlias = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class RowChange:
    """One row that is not as it was. ``before`` is None for an insert, ``after`` for a delete."""

    table: str
    key: _Key
    before: Mapping[str, Any] | None
    after: Mapping[str, Any] | None
    step: int = field(default=0, compare=False)
    """The last step that touched it; 0 for a change before any."""

    @property
    def kind(self) -> Literal["insert", "update", "delete"]:
        """What happened to the row."""
        if self.before is None:
            return "insert"
        return "delete" if self.after is None else "update"


class ChangeRow(Base):
    """What one transaction changed in state tables, as SQLite's session extension records it."""

    __tablename__ = "world_changes"
    __table_args__ = table_role(TableRole.JOURNAL)

    sequence: Mapped[int] = mapped_column(primary_key=True)
    step: Mapped[int]
    """The step in which it happened; that of the last one for changes outside any."""
    changeset: Mapped[bytes]


@contextmanager
def recorded(connection: apsw.Connection, roles: frozenset[TableRole]) -> Iterator[None]:
    """Record what tables of these roles lose and gain until the block ends, in one transaction.

    https://www.sqlite.org/sessionintro.html
    """
    with _captured(connection, roles) as capture:
        yield
        changeset = capture.changeset()
    if changeset:
        step = "(SELECT coalesce(max(step), 0) FROM world_journal)"
        query = f"INSERT INTO world_changes (step, changeset) VALUES ({step}, ?)"  # noqa: S608
        connection.execute(query, (changeset,))


@contextmanager
def untouched(connection: apsw.Connection, roles: frozenset[TableRole], who: str) -> Iterator[None]:
    """Hold a block to leaving tables of these roles alone.

    Raises:
        RuntimeError: it did not; the message names ``who`` and the tables.
    """
    with _captured(connection, roles) as capture:
        yield
        changed = {change.name for change in apsw.Changeset.iter(capture.changeset())}
    if changed:
        raise RuntimeError(f"{who} may not change {', '.join(sorted(changed))}")


@contextmanager
def _captured(connection: apsw.Connection, roles: frozenset[TableRole]) -> Iterator[apsw.Session]:
    capture = apsw.Session(connection, "main")
    try:
        capture.table_filter(table_names(*roles).__contains__)
        capture.attach()
        yield capture
    finally:
        capture.close()


def undo(connection: apsw.Connection, after: int) -> None:
    """Take back every recorded change after number ``after``, within the open transaction.

    Raises:
        apsw.AbortError: something was changed without a record, so nothing can be taken back.
    """
    builder = apsw.ChangesetBuilder()  # type: ignore[no-untyped-call]
    query = "SELECT changeset FROM world_changes WHERE sequence > ? ORDER BY sequence"
    for (changeset,) in connection.execute(query, (after,)):
        builder.add(changeset)
    # Without a conflict handler, any conflict ends it with an exception and no change.
    apsw.Changeset.apply(apsw.Changeset.invert(builder.output()), connection)
    connection.execute("DELETE FROM world_changes WHERE sequence > ?", (after,))


def last_change(connection: apsw.Connection) -> int:
    """The sequence number of the last recorded change."""
    return int(connection.execute("SELECT coalesce(max(sequence), 0) FROM world_changes").get)


def net_diff(connection: apsw.Connection, since: int) -> list[RowChange]:
    """What the changes after number ``since`` come to, by table and key.

    The cost follows what changed, not what there is.
    """
    query = "SELECT step, changeset FROM world_changes WHERE sequence > ? ORDER BY sequence"
    builder = apsw.ChangesetBuilder()  # type: ignore[no-untyped-call]
    steps: dict[tuple[str, _Key], int] = {}
    for step, changeset in connection.execute(query, (since,)):
        builder.add(changeset)
        for change in apsw.Changeset.iter(changeset):
            steps[change.name, _key_of(change)] = step
    tables = {table.name: table for table in state_tables()}
    found = [
        _row_change(connection, tables[change.name], change, steps[change.name, _key_of(change)])
        for change in apsw.Changeset.iter(builder.output())
        if change.name in tables
    ]
    net = [change for change in found if change.before != change.after]
    return sorted(net, key=lambda change: (change.table, repr(change.key)))


def _key_of(change: apsw.TableChange) -> _Key:
    """The values of the primary key's columns, in the table's order of columns."""
    known = change.old or change.new
    assert known is not None  # an update has old values, an insertion new ones
    return tuple(known[index] for index in sorted(change.pk_columns))


def _row_change(
    connection: apsw.Connection, table: Table, change: apsw.TableChange, step: int
) -> RowChange:
    columns = [column.name for column in table.columns]
    known = change.old if change.op != "INSERT" else change.new
    assert known is not None
    key = _key_of(change)
    before = after = None
    if change.op == "INSERT":
        after = dict(zip(columns, known, strict=True))
    elif change.op == "DELETE":
        before = dict(zip(columns, known, strict=True))
    else:
        after = _present_row(connection, table, key)
        old = zip(columns, known, strict=True)
        before = after | {name: value for name, value in old if value is not apsw.no_change}
    return RowChange(table.name, key, before, after, step)


def _present_row(connection: apsw.Connection, table: Table, key: _Key) -> dict[str, Any]:
    names = [column.name for column in table.columns]
    columns = ", ".join(f'"{name}"' for name in names)
    where = " AND ".join(f'"{column.name}" = ?' for column in table.primary_key.columns)
    query = f'SELECT {columns} FROM "{table.name}" WHERE {where}'  # noqa: S608 - our own names
    (row,) = connection.execute(query, key)
    return dict(zip(names, row, strict=True))
