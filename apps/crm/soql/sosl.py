"""SOSL: what is searched for, in which fields, and what is told of what is found.

https://developer.salesforce.com/docs/atlas.en-us.soql_sosl.meta/soql_sosl/sforce_api_calls_sosl_syntax.htm
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy import ColumnElement, column, literal_column, select, table
from sqlalchemy.orm import Session

from workworld import fulltext
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.soql.joins import Level
from workworld.apps.crm.soql.parser import Parser
from workworld.apps.crm.soql.scope import Scope
from workworld.apps.crm.soql.tokens import END
from workworld.apps.crm.soql.tree import Column, Path, Query
from workworld.apps.crm.soql.wording import QueryRefused
from workworld.apps.crm.soql.words import MALFORMED_SEARCH, Term, read
from workworld.fulltext import Index

LARGEST = 2_000
"""How many records a search tells at most."""
_LONGEST = 100_000
_FIND = re.compile(
    r"\s*FIND\s*(?:\{((?:\\.|[^}\\])*)\}|'((?:\\.|[^'\\])*)')", re.IGNORECASE | re.DOTALL
)
_WHERE = ("all", "name", "email", "phone", "sidebar")
_KINDS = {"email": Kind.EMAIL, "phone": Kind.PHONE}


@dataclass(frozen=True, slots=True)
class Search:
    """A search that was read."""

    term: Term
    fields: str
    """In which: ``all``, ``name``, ``email``, ``phone`` or ``sidebar``."""
    returning: tuple[Query, ...]
    """What is told of which objects; empty for the ids of all."""
    limit: int = LARGEST


@dataclass(frozen=True, slots=True)
class Held:
    """Words that records must hold."""

    index: Index
    expression: str

    def is_known(self, session: Session) -> bool:
        """Whether any record holds them, whoever may see it."""
        words = table(self.index.name, column("rowid"))
        asked = select(words.c.rowid).where(self._matches).limit(1)
        return session.scalar(asked) is not None

    def join(self, level: Level) -> tuple[ColumnElement[bool], ColumnElement[float]]:
        """Have a level find those alone that hold them; the condition, and how well they do."""
        words = table(self.index.name, column("rowid"), column("rank"))
        row: ColumnElement[int] = literal_column(f"{level.table.name}.rowid")  # type: ignore[attr-defined]
        level.source = level.source.join(words, words.c.rowid == row)
        return self._matches, words.c.rank

    @property
    def _matches(self) -> ColumnElement[bool]:
        return literal_column(self.index.name).op("MATCH", is_comparison=True)(self.expression)


def parse(text: str) -> Search:
    """Read a search.

    Raises:
        QueryRefused: it is no SOSL.
    """
    if len(text) > _LONGEST:
        raise QueryRefused(MALFORMED_SEARCH, "The search is too long")
    found = _FIND.match(text)
    if found is None:
        said = "No search term found. The search term must be enclosed in braces."
        raise QueryRefused(MALFORMED_SEARCH, said)
    term = read(found[1] if found[1] is not None else found[2])
    try:
        return _rest(Parser(" " * found.end() + text[found.end() :]), term)
    except QueryRefused as refused:
        if refused.code != "MALFORMED_QUERY":
            raise
        raise QueryRefused(MALFORMED_SEARCH, refused.message) from None


def searchable(scope: Scope) -> list[SObject]:
    """The objects whose records full-text search finds, of those that the caller may read."""
    every = objects.objects().values()
    return [each for each in every if each.searched and scope.sight.reads(each)]


def index_of(sobject: SObject) -> Index | None:
    """The full-text index of an object."""
    name = f"{sobject.model.__tablename__}_words"
    return next((each for each in fulltext.indexes() if each.name == name), None)


def columns_of(scope: Scope, sobject: SObject, fields: str) -> list[str]:
    """The columns that are searched: those that the caller may read, of some fields alone."""
    by_column = {each.column: each for each in sobject.fields.values() if each.column}
    found = []
    for name in sobject.searched:
        known = by_column.get(name)
        if known is None or not scope.sight.readable(sobject, known):
            continue
        if _is_among(known, fields):
            found.append(name)
    return found


def _is_among(field: Field, fields: str) -> bool:
    if fields == "name":
        return field.is_name
    if fields == "sidebar":
        return field.is_name or field.kind in (Kind.EMAIL, Kind.PHONE)
    return fields == "all" or field.kind is _KINDS[fields]


def _rest(parser: Parser, term: Term) -> Search:
    fields = "all"
    if parser.take("in"):
        fields = parser.need(*_WHERE).word
        parser.need("fields")
    returning: list[Query] = []
    if parser.take("returning"):
        returning.append(_returned(parser))
        while parser.take(","):
            returning.append(_returned(parser))
    ending = parser.rest(Query((), ""))
    nothing_else = Query((), "", limit=ending.limit, limit_at=ending.limit_at)
    if parser.now.kind != END or ending != nothing_else:
        parser.refuse()
    return Search(term, fields, tuple(returning), min(LARGEST, ending.limit or LARGEST))


def _returned(parser: Parser) -> Query:
    name = parser.name()
    columns: Sequence[Column] = (Column(Path(("Id",), name.at), at=name.at),)
    query = Query(tuple(columns), name.text, at=name.at)
    if parser.take("(") is None:
        return query
    asked: list[Column] = []
    while not asked or parser.take(","):
        at = parser.now.at
        asked.append(Column(parser.expression(), at=at))
    query = parser.rest(replace(query, columns=tuple(asked)))
    parser.need(")")
    return query
