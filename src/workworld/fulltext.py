"""Full-text search: SQLite's FTS5 over the text columns of a table, without a second copy of them.

An index is derived: triggers, the only ones there are, keep it up with its table whoever writes,
inverse changesets included, and it is in no diff. https://www.sqlite.org/fts5.html#external_content_tables
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    JSON,
    ColumnElement,
    Select,
    Subquery,
    TableClause,
    bindparam,
    column,
    func,
    literal,
    literal_column,
    select,
    table,
)
from sqlalchemy.orm import Session

from workworld.database import Base, derives_apart, driver

_TOKENS = "unicode61 remove_diacritics 2"
_SHORTEST_PREFIX = 3
_indexes: dict[str, Index] = {}


@dataclass(frozen=True, slots=True)
class Term:
    """What must occur in a text: a word, or several in this order."""

    text: str

    @property
    def is_prefix(self) -> bool:
        """Whether it stands for all words that begin so: ``roll*``."""
        return bool(re.fullmatch(rf"\w{{{_SHORTEST_PREFIX},}}\*", self.text))

    @property
    def has_words(self) -> bool:
        """Whether there is anything in it that an index knows: letters or digits."""
        return any(letter.isalnum() for letter in self.text)


class Index:
    """The full-text index of a table.

    Args:
        model: the table.
        columns: its text columns.
    """

    def __init__(self, model: type[Base], *columns: str) -> None:
        self.columns = columns
        self._source = model.__tablename__
        self.name = f"{self._source}_words"
        self._terms = f"{self.name}_known"
        self._table: TableClause = table(self.name, column("rowid"), column("rank"))

    def statements(self) -> list[str]:
        """The SQL that makes the index and the triggers that keep it up."""
        columns = ", ".join(self.columns)
        made = (
            f"CREATE VIRTUAL TABLE {self.name} USING fts5({columns}, content='{self._source}',"
            f" tokenize='{_TOKENS}')"
        )
        return [
            made,
            f"CREATE VIRTUAL TABLE {self._terms} USING fts5vocab('{self.name}', 'row')",
            self._trigger("insert", "INSERT", [self._add]),
            self._trigger("delete", "DELETE", [self._forget]),
            self._trigger("update", f"UPDATE OF {columns}", [self._forget, self._add]),
        ]

    def rebuild(self, session: Session) -> None:
        """Make it anew from its table."""
        statement = f"INSERT INTO {self.name} ({self.name}) VALUES ('rebuild')"  # noqa: S608
        driver(session).execute(statement)

    def words(self, session: Session, beginning: str) -> list[str]:
        """The words that the index knows, of those that begin so, without accents and capitals.

        https://www.sqlite.org/fts5.html#the_fts5vocab_virtual_table_module
        """
        folded = without_marks(beginning)
        query = f"SELECT term FROM {self._terms} WHERE term >= ? AND term < ?"  # noqa: S608
        found = driver(session).execute(query, (folded, f"{folded}\U0010ffff"))
        return [term for (term,) in found]

    def holding(
        self, query: Select[Any], terms: Sequence[Term], without: Sequence[Term] = ()
    ) -> Select[Any]:
        """Those rows of a query on the table that hold all terms, and none of others.

        It may be ordered by ``rank``: the best come first.
        """
        matching = self._matches(terms, without)
        return query.join(self._table, self._table.c.rowid == self._row).where(matching)

    def held(self, terms: Sequence[Term], without: Sequence[Term] = ()) -> ColumnElement[bool]:
        """Whether a row of the table holds all terms, and none of others.

        It asks for one row after the other, so it is quick where few rows are asked for.
        """
        matching = self._matches(terms, without)
        return (
            select(self._table.c.rowid).where(self._table.c.rowid == self._row, matching).exists()
        )

    def rows_matching(self, expression: str, column: str = "") -> ColumnElement[bool]:
        """Whether a row of the table is found by an expression in FTS5's own syntax.

        Args:
            expression: in which every word is quoted, so that it is well-formed.
            column: the only one that counts; all of them do without.
        """
        asked = f"{{{column}}} : ({expression})" if column else expression
        return self._row.in_(select(self._table.c.rowid).where(self._matching(asked)))

    def matches(self, expressions: Sequence[str]) -> Subquery:
        """Which rows each of some expressions finds, asked at once.

        It has the columns ``place``, that of the expression, from 0, and ``row``.

        Args:
            expressions: each in FTS5's own syntax, with every word quoted.
        """
        asked = func.json_each(literal([*expressions], JSON)).table_valued("key", "value")
        matching = literal_column(self.name).op("MATCH", is_comparison=True)(asked.c.value)
        query = select(asked.c.key.label("place"), self._table.c.rowid.label("row"))
        return query.join_from(asked, self._table, matching).subquery()

    @property
    def row(self) -> ColumnElement[int]:
        """The row of the table that ``matches`` tells of."""
        return self._row

    def without(self, terms: Sequence[Term]) -> ColumnElement[bool]:
        """Whether a row of the table holds none of some terms."""
        wanted = _any_of(terms)
        return self._row.not_in(select(self._table.c.rowid).where(self._matching(wanted)))

    @property
    def rank(self) -> ColumnElement[float]:
        """How well a row matches: the lower, the better. Break its ties by a key."""
        return self._table.c.rank

    @property
    def _row(self) -> ColumnElement[int]:
        return literal_column(f"{self._source}.rowid")

    def _matches(self, terms: Sequence[Term], without: Sequence[Term]) -> ColumnElement[bool]:
        wanted = _expression(terms)
        denied = [term for term in without if term.has_words]
        return self._matching(f"({wanted}) NOT ({_any_of(denied)})" if denied else wanted)

    def _matching(self, expression: str) -> ColumnElement[bool]:
        wanted: ColumnElement[str] = bindparam(None, expression, unique=True)
        return literal_column(self.name).op("MATCH", is_comparison=True)(wanted)

    def _trigger(self, name: str, event: str, bodies: Sequence[Any]) -> str:
        done = " ".join(f"{body()};" for body in bodies)
        return f"CREATE TRIGGER {self.name}_{name} AFTER {event} ON {self._source} BEGIN {done} END"

    def _add(self) -> str:
        columns, values = self._lists("new")
        return f"INSERT INTO {self.name} (rowid, {columns}) VALUES (new.rowid, {values})"  # noqa: S608

    def _forget(self) -> str:
        columns, values = self._lists("old")
        return (
            f"INSERT INTO {self.name} ({self.name}, rowid, {columns})"  # noqa: S608 - our own names
            f" VALUES ('delete', old.rowid, {values})"
        )

    def _lists(self, row: str) -> tuple[str, str]:
        return ", ".join(self.columns), ", ".join(f"{row}.{name}" for name in self.columns)


def without_marks(text: str) -> str:
    """A text without accents and capitals, as an index has it."""
    parts = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def index(model: type[Base], *columns: str) -> Index:
    """Declare the full-text index of a table; once, beside the table.

    Raises:
        TypeError: the table has one already.
    """
    made = Index(model, *columns)
    if made.name in _indexes:
        raise TypeError(f"two full-text indexes of {model.__tablename__}")
    _indexes[made.name] = made
    return made


def indexes() -> list[Index]:
    """Every declared index, by name."""
    return [_indexes[name] for name in sorted(_indexes)]


def schema_statements() -> list[str]:
    """The SQL that makes every index, in an order that does not vary."""
    return [statement for each in indexes() for statement in each.statements()]


@derives_apart
def rebuild_all(session: Session) -> None:
    """Make every index anew."""
    for each in indexes():
        each.rebuild(session)


def _expression(terms: Sequence[Term]) -> str:
    """All terms as FTS5 asks for them, each quoted, so that nothing in it is syntax.

    Those that hold no word are left out; where nothing is left, nothing is found.
    """
    return " AND ".join(_quoted(term) for term in terms if term.has_words) or '""'


def _any_of(terms: Sequence[Term]) -> str:
    return " OR ".join(_quoted(term) for term in terms if term.has_words) or '""'


def _quoted(term: Term) -> str:
    text = term.text.replace("\x00", " ").replace('"', '""')
    if term.is_prefix:
        return f'"{text[:-1]}" *'
    return f'"{text}"'
