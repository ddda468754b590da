"""APSW behind the Python database interface (PEP 249), as far as SQLAlchemy asks for it.

APSW is SQLite itself: all of its interface, and no transactions behind one's back. PEP 249 adds
the shape that SQLAlchemy expects: https://peps.python.org/pep-0249/.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

import apsw

apilevel = "2.0"
paramstyle = "qmark"
threadsafety = 1
sqlite_version = apsw.sqlite_lib_version()
sqlite_version_info = tuple(int(part) for part in sqlite_version.split("."))

Binary = bytes
Error = apsw.Error
OPERATIONAL, INTEGRITY = "OperationalError", "IntegrityError"
INTERFACE, PROGRAMMING = "InterfaceError", "ProgrammingError"
TRANSLATION = {
    "ConstraintError": INTEGRITY,
    "MismatchError": INTEGRITY,
    "RangeError": INTERFACE,
    "BindingsError": INTERFACE,
    "MisuseError": INTERFACE,
    "ConnectionClosedError": PROGRAMMING,
    "CursorClosedError": PROGRAMMING,
    "ThreadingViolationError": PROGRAMMING,
    "CorruptError": "DatabaseError",
    "NotADBError": "DatabaseError",
    "Error": OPERATIONAL,
}
"""APSW's error → PEP 249's; whatever is not named is operational, as its base class is."""


def connect(database: str) -> Connection:
    """Open a database for as long as the connection is open. No setting of SQLite's is changed.

    Args:
        database: a file, made if it does not exist, or ``:memory:``.

    Raises:
        apsw.Error: the file cannot be opened.
    """
    raw = apsw.Connection(database)
    # SQLite has an operator REGEXP and leaves it to the program to say what it does.
    raw.create_scalar_function("regexp", _regexp, 2, deterministic=True)
    return _OwnConnection(raw)


class Connection:
    """A connection. It begins no transaction by itself.

    Args:
        raw: APSW's connection, which is lent: it outlives this object.
    """

    autocommit = False
    """Whether each statement stands alone, so that ``begin`` begins nothing."""

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
        """Begin a transaction, unless each statement is to stand alone.

        One that will write takes its lock at once, since later is too late:
        https://www.sqlite.org/lang_transaction.html#immediate.
        """
        if not self.autocommit:
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
        """Roll back what is open; the lender keeps APSW's connection."""
        self.rollback()


class _OwnConnection(Connection):
    """A connection that nobody else has."""

    def close(self) -> None:
        """Let go of the database; what is not committed is lost."""
        self.raw.close(True)


class Cursor:
    """A cursor."""

    arraysize = 1

    def __init__(self, raw: apsw.Connection) -> None:
        self._connection = raw
        self._cursor = raw.cursor()
        self._cursor.exec_trace = self._before
        self._total = 0
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
        self.rowcount = -1 if returns_rows else self._changes()
        return self

    def executemany(self, statement: str, parameters: Iterable[Sequence[Any]]) -> Cursor:
        """Run a statement once for each set of parameters."""
        self.description = None
        total = self._connection.total_changes()
        changes = 0
        for each in parameters:
            self._cursor.execute(statement, tuple(each))
            changes += self._connection.changes()
        self.rowcount = changes if self._connection.total_changes() != total else 0
        return self

    def fetchone(self) -> tuple[Any, ...] | None:
        """The next row, or None."""
        return next(self._cursor, None)

    def fetchmany(self, size: int | None = None) -> list[tuple[Any, ...]]:
        """The next rows."""
        return list(islice(self._cursor, size or self.arraysize))

    def fetchall(self) -> list[tuple[Any, ...]]:
        """All rows that are left."""
        return self._cursor.fetchall()

    def close(self) -> None:
        """Let go of the statement."""
        self._cursor.close(True)

    def _before(self, cursor: apsw.Cursor, _statement: str, _bindings: Any) -> bool:
        """Note the columns before the first step: afterwards an empty result has none."""
        self.description = cursor.description or None
        if self.description is None:
            self._total = self._connection.total_changes()
        return True

    def _changes(self) -> int:
        """How many rows the last statement changed, not counting what triggers and keys did then.

        SQLite goes on telling the number of an earlier statement after one that changes no rows
        by its kind, such as CREATE TABLE.
        """
        changed = self._connection.total_changes() != self._total
        return self._connection.changes() if changed else 0


def _regexp(*values: Any) -> bool | None:
    """``text REGEXP pattern``: whether the pattern is found; NULL if either is."""
    pattern, text = values  # SQLite passes the right operand first
    if pattern is None or text is None:
        return None
    return re.search(pattern, text) is not None
