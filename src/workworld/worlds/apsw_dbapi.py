"""APSW behind the Python database interface (PEP 249), as far as SQLAlchemy asks for it.

APSW is SQLite itself: all of its interface, and no transactions behind one's back. PEP 249 adds
the shape that SQLAlchemy expects: https://peps.python.org/pep-0249/.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import apsw

apilevel = "2.0"
paramstyle = "qmark"
threadsafety = 1
sqlite_version = apsw.sqlite_lib_version()
sqlite_version_info = tuple(int(part) for part in sqlite_version.split("."))

Error = apsw.Error
OPERATIONAL, INTEGRITY, INTERFACE = "OperationalError", "IntegrityError", "InterfaceError"
TRANSLATION = {
    "ConstraintError": INTEGRITY,
    "MismatchError": INTEGRITY,
    "RangeError": INTERFACE,
    "BindingsError": INTERFACE,
    "MisuseError": INTERFACE,
    "CorruptError": "DatabaseError",
    "NotADBError": "DatabaseError",
    "Error": OPERATIONAL,
}
"""APSW's error → PEP 249's; whatever is not named is operational, as its base class is."""


class Connection:
    """A connection. It begins no transaction by itself.

    Args:
        raw: APSW's connection, which outlives this object: ``close`` only ends a transaction.
    """

    def __init__(self, raw: apsw.Connection) -> None:
        self.raw = raw
        self._writes: bool | None = None

    def writes(self, allowed: bool) -> None:
        """Say what the coming transactions may do; before, they may write and wait to do so."""
        if allowed != self._writes:
            self.raw.execute(f"PRAGMA query_only = {'OFF' if allowed else 'ON'}")
            self._writes = allowed

    def cursor(self) -> Cursor:
        """A new cursor."""
        return Cursor(self.raw)

    def begin(self) -> None:
        """Begin a transaction; one that will write takes its lock at once, since later is too late.

        https://www.sqlite.org/lang_transaction.html#immediate
        """
        self.raw.execute("BEGIN IMMEDIATE" if self._writes else "BEGIN")

    def commit(self) -> None:
        """Commit, if a transaction is open."""
        if self.raw.in_transaction:
            self.raw.execute("COMMIT")

    def rollback(self) -> None:
        """Roll back, if a transaction is open."""
        if self.raw.in_transaction:
            self.raw.execute("ROLLBACK")

    def close(self) -> None:
        """Roll back what is open; the world keeps the connection."""
        self.rollback()


class Cursor:
    """A cursor."""

    arraysize = 1

    def __init__(self, raw: apsw.Connection) -> None:
        self._connection = raw
        self._cursor = raw.cursor()
        self._cursor.exec_trace = self._before
        self.description: Sequence[tuple[Any, ...]] | None = None
        self.rowcount = -1

    @property
    def lastrowid(self) -> int:
        """The row id of the last insert."""
        return self._connection.last_insert_rowid()

    def execute(self, statement: str, parameters: Sequence[Any] = ()) -> Cursor:
        """Run a statement."""
        self.description = None
        self._cursor.execute(statement, tuple(parameters))
        returns_rows = self.description is not None  # `_before` sets it
        self.rowcount = -1 if returns_rows else self._connection.changes()
        return self

    def executemany(self, statement: str, parameters: Iterable[Sequence[Any]]) -> Cursor:
        """Run a statement once for each set of parameters."""
        before = self._connection.total_changes()
        self.description = None
        self._cursor.executemany(statement, [tuple(each) for each in parameters])
        self.rowcount = self._connection.total_changes() - before
        return self

    def fetchone(self) -> tuple[Any, ...] | None:
        """The next row, or None."""
        return next(self._cursor, None)

    def fetchmany(self, size: int | None = None) -> list[tuple[Any, ...]]:
        """The next rows."""
        rows = []
        for _ in range(size or self.arraysize):
            row = self.fetchone()
            if row is None:
                break
            rows.append(row)
        return rows

    def fetchall(self) -> list[tuple[Any, ...]]:
        """All rows that are left."""
        return self._cursor.fetchall()

    def close(self) -> None:
        """Let go of the statement."""
        self._cursor.close(True)

    def _before(self, cursor: apsw.Cursor, _statement: str, _bindings: Any) -> bool:
        """Note the columns before the first step: afterwards an empty result has none."""
        columns = cursor.get_description()
        self.description = [(column[0], None, None, None, None, None, None) for column in columns]
        self.description = self.description or None
        return True
