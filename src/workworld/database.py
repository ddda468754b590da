"""The tables of a world: their base class and the role each one plays.

All apps declare their tables on one metadata, since a world is one database.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar, cast

import apsw
from sqlalchemy import (
    JSON,
    ColumnElement,
    Insert,
    MetaData,
    Select,
    Table,
    UnaryExpression,
    bindparam,
    func,
    insert,
    select,
)
from sqlalchemy.orm import DeclarativeBase, Session
from sqlalchemy.sql import operators

M = TypeVar("M", bound="Base")
Q = TypeVar("Q")  # a query of whatever columns


class TableRole(StrEnum):
    """What a table's rows count for when worlds are compared.

    Set by ``__table_args__ = table_role(TableRole.…)``; without it a table is STATE.
    """

    STATE = "state"
    """The truth that tasks are graded on; part of every diff."""
    SYSTEM = "system"
    """Clock, counters, schedule, faults: what decides how the world goes on. Outside diffs, but
    the same steps give the same rows."""
    JOURNAL = "journal"
    """What happened, step by step. A rewind cuts it."""
    HOUSEKEEPING = "housekeeping"
    """What pages note unasked, such as read markers. Outside diffs and state equality."""
    DERIVED = "derived"
    """What can be computed from state, kept for speed: roll-ups and indexes. Outside diffs and
    state equality; see ``derives``."""


class Base(DeclarativeBase):
    """Base class of every table of every app."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


def table_role(role: TableRole) -> dict[str, Any]:
    """``__table_args__``, or their last member, of a table that is not state."""
    return {"info": {"role": role}}


def without_row_ids() -> dict[str, Any]:
    """``__table_args__``, or a part of their last member, of a table kept in the order of its keys.

    For short rows of which there are many: each is there once, and not once more in an index of
    the keys. No full-text index can be of such a table. https://www.sqlite.org/withoutrowid.html
    """
    return {"sqlite_with_rowid": False}


def consequence() -> dict[str, Any]:
    """``__table_args__``, or their last member, of a table whose rows come and go with others.

    Whoever allows a step's change allows what it entails: a message, that people are told of it.
    """
    return {"info": {"consequence": True}}


def reaches_people() -> dict[str, Any]:
    """``__table_args__``, or their last member, of a table whose rows people see at once.

    Whoever takes one back later has told them all the same, so grading asks after it.
    """
    return {"info": {"reaches people": True}}


def tables_that_reach_people() -> frozenset[str]:
    """The names of all tables whose rows people see at once."""
    found = Base.metadata.tables.values()
    return frozenset(table.name for table in found if table.info.get("reaches people"))


def is_consequence(table_name: str) -> bool:
    """Whether a table's rows come and go with other changes of the same step."""
    return bool(Base.metadata.tables[table_name].info.get("consequence", False))


def role_of(table: Table) -> TableRole:
    """The role of a table; STATE when it says nothing."""
    role: TableRole = table.info.get("role", TableRole.STATE)
    return role


def tables(*roles: TableRole) -> list[Table]:
    """Every table of these roles, in an order that does not vary."""
    found = (table for table in Base.metadata.tables.values() if role_of(table) in roles)
    return sorted(found, key=lambda table: table.name)


def state_tables() -> list[Table]:
    """Every table that counts as state, in an order that does not vary."""
    return tables(TableRole.STATE)


@cache
def _names(roles: frozenset[TableRole], _count: int) -> frozenset[str]:
    return frozenset(table.name for table in tables(*roles))


def table_names(*roles: TableRole) -> frozenset[str]:
    """The names of all tables of these roles."""
    return _names(frozenset(roles), len(Base.metadata.tables))  # tables are only ever added


_at_hand: ContextVar[Session | None] = ContextVar("session at hand", default=None)


def session_at_hand() -> Session | None:
    """The session of the transaction that is going on; None outside of any.

    For declarations that a world adds to, such as fields of its own: whoever asks what there is
    has no context at hand. Everybody else has a session.
    """
    session = _at_hand.get()
    # What has ended may be left behind by whoever was answered in pieces.
    return session if session is not None and session.in_transaction() else None


@contextmanager
def at_hand(session: Session) -> Iterator[None]:
    """Let ``session_at_hand`` be this session as long as it lasts."""
    before = _at_hand.get()
    _at_hand.set(session)
    try:
        yield
    finally:
        # Who is answered in pieces may end in another context than begun, or amid what others do.
        if _at_hand.get() is session:
            _at_hand.set(before)


DRIVER = "driver"
"""Under this name a session's ``info`` holds SQLite's connection, in a transaction."""


def driver(session: Session) -> apsw.Connection:
    """SQLite itself behind a session, inside the session's transaction.

    For the rows of the world's own machinery (clock, counters, journal), which every step touches:
    there the cost of the object-relational layer would be most of a step's. It neither flushes
    nor refreshes objects.
    """
    known = session.info.get(DRIVER)
    if known is None:  # a session that no world opened, as when a snapshot is built
        lent: Any = session.connection().connection.dbapi_connection
        known = lent.raw
    return cast(apsw.Connection, known)


def insert_row(session: Session, row: Base) -> None:
    """Insert a new object's row at once, past the unit of work, which costs six times as much.

    For what operations insert all the time. The object is not tracked: later changes of it are
    lost, and only what was set on it is there to be read.
    """
    values = {name: value for name, value in vars(row).items() if name != "_sa_instance_state"}
    session.connection().execute(_insertion(type(row)), values)


@cache
def _insertion(model: type[Base]) -> Insert:
    return insert(model)


def plain_rows(
    session: Session,
    model: type[M],  # noqa: ARG001 - for those who check types
    query: Select[Any],
    values: Mapping[str, Any],
) -> list[M]:
    """What a query on the columns of a model's table finds, at half the cost of objects.

    The rows have the model's columns as attributes and nothing else: they are only to be read.

    Args:
        session: nothing waits in it to be written.
        model: whose rows they are taken for.
        query: ``select(model.__table__)``, restricted and ordered; a ``constant`` costs a quarter.
        values: its parameters.
    """
    return cast(list[M], rows_of(session, query, values))


def rows_of(session: Session, query: Any, values: Mapping[str, Any]) -> list[Any]:
    """What a query finds, as rows with its columns as attributes.

    Args:
        session: nothing waits in it to be written.
        query: on columns.
        values: its parameters.
    """
    known = _constants.get(id(query))
    if known is not None:
        return known.rows(session, values)
    return list(session.connection().execute(query, values).all())


def unindexed(column: ColumnElement[Any]) -> ColumnElement[Any]:
    """A column by which SQLite looks up no rows, where another condition finds fewer of them.

    https://www.sqlite.org/optoverview.html#disqualifying_where_clause_terms_using_unary_
    """
    return UnaryExpression(column, operator=operators.custom_op("+"))


def constant(query: Q) -> Q:
    """Declare that a query is asked over and over just as it is, and hand it back.

    It is compiled once and then asked of SQLite itself: SQLAlchemy's own way from a query to its
    rows costs several times what SQLite takes. Whatever is made from it with ``where`` is another
    query, and no constant.
    """
    _constants[id(query)] = Constant(cast(Any, query))
    return query


@dataclass(frozen=True, slots=True)
class _Bound:
    """A parameter of a compiled query."""

    name: str
    usual: Any
    """Its value if the caller gives none."""
    convert: Callable[[Any], Any] | None

    def value(self, values: Mapping[str, Any]) -> Any:
        """What SQLite is given."""
        value = values[self.name] if self.usual is _REQUIRED else self.usual
        return self.convert(value) if self.convert else value


@dataclass(frozen=True, slots=True)
class _Compiled:
    sql: str
    bound: Sequence[_Bound]
    make: Callable[..., Any]
    converts: Sequence[Callable[[Any], Any] | None]


_REQUIRED = object()


class Constant:
    """A query that is compiled when it is first asked; see ``constant``."""

    def __init__(self, query: Select[Any]) -> None:
        self.query = query  # held, so that no other query can ever have its identity
        self._compiled: _Compiled | None = None

    def rows(self, session: Session, values: Mapping[str, Any]) -> list[Any]:
        """What it finds."""
        ready = self._compiled or self._compile(session)
        given = [bound.value(values) for bound in ready.bound]
        found: Iterable[Any] = driver(session).execute(ready.sql, given)
        if any(ready.converts):
            found = (_converted(row, ready.converts) for row in found)
        return [ready.make(row) for row in found]

    def _compile(self, session: Session) -> _Compiled:
        dialect = session.get_bind().dialect
        compiled: Any = self.query.compile(dialect=dialect)
        if "__[POSTCOMPILE" in compiled.string:
            raise TypeError(f"a list within a constant query is written given(…): {compiled}")
        columns = self.query.selected_columns
        self._compiled = _Compiled(
            compiled.string,
            [_bound(compiled.binds[name], dialect) for name in compiled.positiontup],
            namedtuple("Row", [column.key for column in columns])._make,  # type: ignore[attr-defined,misc]
            [
                column.type.dialect_impl(dialect).result_processor(dialect, None)
                for column in columns
            ],
        )
        return self._compiled


_constants: dict[int, Constant] = {}


def _bound(parameter: Any, dialect: Any) -> _Bound:
    convert = parameter.type.dialect_impl(dialect).bind_processor(dialect)
    usual = _REQUIRED if parameter.required else parameter.effective_value
    return _Bound(parameter.key, usual, convert)


def _converted(row: Sequence[Any], converts: Sequence[Callable[[Any], Any] | None]) -> list[Any]:
    return [
        convert(value) if convert else value for value, convert in zip(row, converts, strict=True)
    ]


def given(name: str) -> Select[Any]:
    """The values of a list that is bound as one parameter: ``column.in_(given("ids"))``.

    SQLAlchemy's own expanding parameters are spelled out anew at each execution, at the price of
    the execution itself; this is always the same statement. https://www.sqlite.org/json1.html#jeach
    """
    values = func.json_each(bindparam(name, type_=JSON)).table_valued("value")
    return select(values.c.value)


Rebuild = Callable[[Session], None]
_rebuilds: dict[str, Rebuild] = {}
_rebuilds_apart: list[Rebuild] = []


def derives(*models: type[Base]) -> Callable[[Rebuild], Rebuild]:
    """Declare the function that fills these derived tables, empty when it is called, from state.

    Raises:
        TypeError: a table is not derived, or has such a function already.
    """

    def declare(function: Rebuild) -> Rebuild:
        for model in models:
            name = model.__tablename__
            if name in _rebuilds or name not in table_names(TableRole.DERIVED):
                raise TypeError(f"{name} is not derived, or is declared twice")
            _rebuilds[name] = function
        return function

    return declare


def derives_apart(function: Rebuild) -> Rebuild:
    """Declare a function that makes anew what is derived but is no table of ours."""
    _rebuilds_apart.append(function)
    return function


def deriving_modules() -> list[str]:
    """The modules that hold the declared functions, by name."""
    return sorted({function.__module__ for function in _rebuilds.values()})


def rebuild_derived(session: Session) -> None:
    """Empty every derived table and fill it anew from state.

    Raises:
        TypeError: nobody declared how to fill one of them.
    """
    for table in tables(TableRole.DERIVED):
        if table.name not in _rebuilds:
            raise TypeError(f"{table.name} is derived, but nothing says from what")
        session.execute(table.delete())
    for function in dict.fromkeys(_rebuilds[table.name] for table in tables(TableRole.DERIVED)):
        function(session)
        session.flush()  # the next one may read it
    for function in _rebuilds_apart:
        function(session)
