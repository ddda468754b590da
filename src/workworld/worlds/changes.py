"""What differs between two states of a world: the net diff, row by row."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, NamedTuple, TypeAlias

import apsw
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base, TableRole, table_names, table_role

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
    steps: tuple[int, ...] = field(default=(0,), compare=False)
    """Every step that touched it, in order; 0 stands for changes outside any step."""

    @property
    def kind(self) -> Literal["insert", "update", "delete"]:
        """What happened to the row."""
        if self.before is None:
            return "insert"
        return "delete" if self.after is None else "update"


class Point(NamedTuple):
    """A moment in a world's history: what came up to and with it, and what came after."""

    step: int = 0
    """The last step."""
    sequence: int = 0
    """The last change outside any step."""


class ChangeRow(Base):
    """What a transaction changed outside any step; a step's changes lie with it in the journal.

    They share a row there since each page that a step touches makes the log longer by a page.
    """

    __tablename__ = "world_changes"
    __table_args__ = table_role(TableRole.JOURNAL)

    sequence: Mapped[int] = mapped_column(primary_key=True)
    step: Mapped[int]
    """The last step before it."""
    changeset: Mapped[bytes]


_HISTORY = """
    SELECT step, 0, changeset FROM world_journal WHERE step > ?1 AND changeset IS NOT NULL
    UNION ALL SELECT step, sequence, changeset FROM world_changes WHERE sequence > ?2
    ORDER BY 1, 2
"""


@contextmanager
def recorded(
    connection: apsw.Connection, roles: frozenset[TableRole], step: Callable[[], int | None]
) -> Iterator[None]:
    """Record what tables of these roles lose and gain until the block ends, in one transaction.

    https://www.sqlite.org/sessionintro.html

    Args:
        connection: where to record; its transaction has begun.
        roles: which tables.
        step: asked in the end which step was recorded in the journal, if any.
    """
    with _captured(connection, roles) as capture:
        yield
        changeset = capture.changeset()
    if not changeset:
        return
    if (number := step()) is not None:
        query = "UPDATE world_journal SET changeset = ? WHERE step = ?"
        connection.execute(query, (changeset, number))
    else:
        last = "(SELECT coalesce(max(step), 0) FROM world_journal)"
        query = f"INSERT INTO world_changes (step, changeset) VALUES ({last}, ?)"  # noqa: S608
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


def undo(connection: apsw.Connection, after: Point) -> None:
    """Take back what came after a point, journal included, within the open transaction.

    Raises:
        apsw.AbortError: something was changed without a record, so nothing can be taken back.
    """
    builder = apsw.ChangesetBuilder()  # type: ignore[no-untyped-call]
    for _step, _sequence, changeset in connection.execute(_HISTORY, after):
        builder.add(changeset)
    # Without a conflict handler, any conflict ends it with an exception and no change.
    apsw.Changeset.apply(apsw.Changeset.invert(builder.output()), connection)
    connection.execute("DELETE FROM world_journal WHERE step > ?", (after.step,))
    connection.execute("DELETE FROM world_changes WHERE sequence > ?", (after.sequence,))


def present_point(connection: apsw.Connection) -> Point:
    """The point at which a world is."""
    query = (
        "SELECT (SELECT coalesce(max(step), 0) FROM world_journal),"
        " (SELECT coalesce(max(sequence), 0) FROM world_changes)"
    )
    return Point(*connection.execute(query).get)


def point_after(connection: apsw.Connection, step: int) -> Point:
    """The point just before the step after this one."""
    query = "SELECT coalesce(max(sequence), 0) FROM world_changes WHERE step <= ?"
    return Point(step, connection.execute(query, (step,)).get)


def changes_outside(connection: apsw.Connection, since: Point) -> list[tuple[int, bytes]]:
    """What was changed outside any step after a point: after which step, and the changeset."""
    query = "SELECT step, changeset FROM world_changes WHERE sequence > ? ORDER BY sequence"
    return list(connection.execute(query, (since.sequence,)))


def apply_changes(connection: apsw.Connection, changeset: bytes) -> None:
    """Make recorded changes of state once more, in a world that is as it was before them.

    What else was recorded is left out: worlds that others share record more than their state.

    Raises:
        apsw.Error: it is not, or this is no changeset.
    """
    is_state = table_names(TableRole.STATE).__contains__
    apsw.Changeset.apply(changeset, connection, filter=is_state)


def net_diff(connection: apsw.Connection, since: Point) -> list[RowChange]:
    """What the changes after a point come to, by table and key.

    The cost follows what changed, not what there is.
    """
    builder = apsw.ChangesetBuilder()  # type: ignore[no-untyped-call]
    steps: dict[tuple[str, _Key], list[tuple[int, int]]] = {}
    for step, sequence, changeset in connection.execute(_HISTORY, since):
        builder.add(changeset)
        for change in apsw.Changeset.iter(changeset):
            if shape := _shape_of(change.name):
                known = change.new if change.op == "INSERT" else change.old
                key = (shape.name, shape.key_of(known))
                steps.setdefault(key, []).append((step, 0 if sequence else step))
    found = [
        _row_change(connection, shape, change, steps)
        for change in apsw.Changeset.iter(builder.output())
        if (shape := _shape_of(change.name))
    ]
    net = [change for change in found if change.before != change.after]
    return sorted(net, key=lambda change: (change.table, repr(change.key)))


class Touched(NamedTuple):
    """A state row that one step changed."""

    table: str
    kind: Literal["insert", "update", "delete"]
    key: dict[str, Any]
    """The primary key, by column."""


def touched(changeset: bytes) -> list[Touched]:
    """The state rows that a recorded changeset names, in an order that does not vary."""
    found = []
    for change in apsw.Changeset.iter(changeset):
        if shape := _shape_of(change.name):
            known: Any = change.new if change.op == "INSERT" else change.old
            key = {shape.columns[index]: known[index] for index in shape.key_columns}
            found.append(Touched(shape.name, _KINDS[change.op], key))
    return sorted(found, key=lambda row: (row.table, row.kind, repr(row.key)))


_KINDS: dict[str, Literal["insert", "update", "delete"]] = {
    "INSERT": "insert",
    "UPDATE": "update",
    "DELETE": "delete",
}


def withdrawn(connection: apsw.Connection, since: Point, names: frozenset[str]) -> list[RowChange]:
    """Rows that were added after a point and are gone again, which no net diff shows.

    Args:
        connection: the world's.
        since: the point.
        names: of which tables.
    """
    there: dict[tuple[str, _Key], tuple[dict[str, Any], int]] = {}
    gone = []
    for step, sequence, changeset in connection.execute(_HISTORY, since):
        number = 0 if sequence else step
        for change in apsw.Changeset.iter(changeset):
            shape = _shape_of(change.name) if change.name in names else None
            if shape is None:
                continue
            values: Any = change.new if change.op == "INSERT" else change.old
            key = shape.key_of(values)
            if change.op == "INSERT":
                there[shape.name, key] = dict(zip(shape.columns, values, strict=True)), number
            elif change.op == "DELETE" and (shape.name, key) in there:
                row, added = there.pop((shape.name, key))
                gone.append(RowChange(shape.name, key, None, row, added, (added, number)))
    return gone


@dataclass(frozen=True, slots=True)
class _Shape:
    """What is asked of a state table for every change: looked up once."""

    name: str
    columns: tuple[str, ...]
    key_columns: tuple[int, ...]
    query: str
    """Finds a row by its key."""

    def key_of(self, row: Any) -> _Key:
        """The values of the primary key's columns, in the table's order of columns."""
        return tuple([row[index] for index in self.key_columns])


@cache
def _shape_of(table: str) -> _Shape | None:
    """The shape of a table; None for one that is not state."""
    if table not in table_names(TableRole.STATE):
        return None
    columns = tuple(column.name for column in Base.metadata.tables[table].columns)
    keys = [column.name for column in Base.metadata.tables[table].columns if column.primary_key]
    listed = ", ".join(f'"{name}"' for name in columns)
    where = " AND ".join(f'"{name}" = ?' for name in keys)
    query = f'SELECT {listed} FROM "{table}" WHERE {where}'  # noqa: S608 - our own names
    return _Shape(table, columns, tuple(columns.index(name) for name in keys), query)


def _row_change(
    connection: apsw.Connection,
    shape: _Shape,
    change: apsw.TableChange,
    steps: Mapping[tuple[str, _Key], list[tuple[int, int]]],
) -> RowChange:
    columns = shape.columns
    known: Any = change.new if change.op == "INSERT" else change.old
    key = shape.key_of(known)
    before = after = None
    if change.op == "INSERT":
        after = dict(zip(columns, known, strict=True))
    elif change.op == "DELETE":
        before = dict(zip(columns, known, strict=True))
    else:
        after = _present_row(connection, shape, key)
        old = zip(columns, known, strict=True)
        before = after | {name: value for name, value in old if value is not apsw.no_change}
    touching = steps[shape.name, key]
    by = tuple(dict.fromkeys(step for _last, step in touching))
    return RowChange(shape.name, key, before, after, touching[-1][0], by)


def _present_row(connection: apsw.Connection, shape: _Shape, key: _Key) -> dict[str, Any]:
    (row,) = connection.execute(shape.query, key)
    return dict(zip(shape.columns, row, strict=True))
