"""Reading a query: text → tree, with the vendor's words for what is wrong.

The grammar is the vendor's, read from left to right; nothing has to be looked at twice.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from workworld.apps.crm.soql.expressions import Expressions
from workworld.apps.crm.soql.reader import RESERVED
from workworld.apps.crm.soql.tokens import END, NUMBER, WORD
from workworld.apps.crm.soql.tree import (
    AllFields,
    And,
    Column,
    Comparison,
    Condition,
    Grouping,
    Literal,
    Not,
    Or,
    Path,
    Query,
    Sorting,
    TypeOf,
)
from workworld.apps.crm.soql.wording import MALFORMED, refusal

MOST_CONDITIONS = 400
MOST_OFFSET = 2_000
_LARGEST = 2**31 - 1
_SCOPES = ("everything", "mine", "mine_and_my_groups", "my_territory", "my_team_territory", "team",
           "delegated")  # fmt: skip


def parse(text: str) -> Query:
    """Read a query.

    Raises:
        QueryRefused: it is no SOQL, or larger than can be answered.
    """
    if not text.strip():
        raise refusal(MALFORMED, "A query string has to be specified")
    return Parser(text).whole()


class Parser(Expressions):
    """A query that is being read."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._conditions = 0

    def whole(self) -> Query:
        """The whole query."""
        self.need("select")
        query = self._query()
        if self.now.kind != END:
            self.refuse()
        return query

    # A query

    def _query(self) -> Query:
        columns = [self._column()]
        while self.take(","):
            columns.append(self._column())
        if self.take("from") is None:
            last = columns[-1]
            self.refuse(self.last if getattr(last, "alias", "") else None)
        query = self._source(tuple(columns))
        if self.take("using"):
            self.need("scope")
            query = replace(query, scope=self.need(*_SCOPES).word)
        return self.rest(query)

    def rest(self, query: Query) -> Query:
        """What follows the source: conditions, groups, order and how many."""
        if self.take("where"):
            query = replace(query, where=self.condition())
        while self.take("with"):
            self._with()
        query = self._groups(query)
        if self.take("order"):
            self.need("by")
            query = replace(query, order=self._sortings())
        if begun := self.take("limit"):
            query = replace(query, limit=self._count(), limit_at=begun.at)
        if begun := self.take("offset"):
            query = replace(query, offset=self._count(), offset_at=begun.at)
        return self._endings(query)

    def _source(self, columns: tuple[Any, ...]) -> Query:
        source = self.name()
        alias = self._alias()
        aliases: dict[str, Path] = {}
        while self.take(","):
            led = self.name()
            names = tuple(led.text.split("."))
            known = alias.lower() if alias else source.text.lower()
            if len(names) < 2 or names[0].lower() != known:
                self.refuse(led)
            given = self._alias() or self.refuse()
            aliases[given.lower()] = Path(names[1:], led.at)
        return Query(columns, source.text, alias, aliases, at=source.at)

    def _alias(self) -> str:
        self.take("as")
        token = self.now
        if token.kind != WORD or token.word in RESERVED or "." in token.text:
            return ""
        self.skip()
        return token.text

    def _with(self) -> None:
        kind = self.need("security_enforced", "user_mode", "system_mode", "data")
        if kind.word == "data":
            self.said("Data categories are not set up in this organization", kind.at)

    def _groups(self, query: Query) -> Query:
        if not self.take("group"):
            return query
        self.need("by")
        way = ""
        if self.following.text == "(" and (begun := self.take("rollup", "cube")):
            way = begun.word
            self.need("(")
        values = [self.expression()]
        while self.take(","):
            values.append(self.expression())
        if way:
            self.need(")")
        query = replace(query, group=Grouping(tuple(values), way))
        return replace(query, having=self.condition()) if self.take("having") else query

    def _sortings(self) -> tuple[Sorting, ...]:
        found = [self._sorting()]
        while self.take(","):
            found.append(self._sorting())
        return tuple(found)

    def _sorting(self) -> Sorting:
        value = self.expression()
        direction = self.take("asc", "desc")
        nulls = self.need("first", "last").word if self.take("nulls") else "first"
        return Sorting(value, direction is not None and direction.word == "desc", nulls)

    def _count(self) -> int:
        token = self.now
        if token.kind != NUMBER or not token.text.isdigit():
            self.refuse()
        self.skip()
        if int(token.text[:20]) > _LARGEST:
            self.said(f"Limit must be a number up to {_LARGEST}", token.at)
        return int(token.text)

    def _endings(self, query: Query) -> Query:
        while True:
            if self.take("for"):
                self.need("view", "reference", "update")
                while self.take(","):
                    self.need("view", "reference", "update")
            elif self.take("update"):
                self.need("tracking", "viewstat")
            elif self.take("all"):
                self.need("rows")
                query = replace(query, all_rows=True)
            else:
                return query

    # Columns

    def _column(self) -> Column | TypeOf | AllFields | Query:
        if begun := self.take("("):
            self.need("select")
            self.deeper()
            query = self._query()
            self.shallower()
            self.need(")")
            return replace(query, at=query.at if query.at >= 0 else begun.at)
        if self.now.word == "typeof" and self.following.kind == WORD:
            return self.type_of()
        if self.now.word == "fields" and self.following.text == "(":
            begun = self.name()
            self.need("(")
            which = self.need("all", "standard", "custom")
            self.need(")")
            return AllFields(which.word, begun.at)
        at = self.now.at
        return Column(self.expression(), self._alias(), at)

    # Conditions

    def condition(self) -> Condition:
        """Conditions with ``AND`` or ``OR`` between them; both need parentheses."""
        first = Not(self._simple()) if self.take("not") else self._simple()
        connective = self.take("and", "or")
        if connective is None:
            return first
        parts: list[Condition] = [first, self._simple()]
        while self.take(connective.word):
            parts.append(self._simple())
        if self.now.word in ("and", "or"):
            self.refuse()
        return And(tuple(parts)) if connective.word == "and" else Or(tuple(parts))

    def _simple(self) -> Condition:
        if self.take("("):
            self.deeper()
            inner = self.condition()
            self.shallower()
            self.need(")")
            return inner
        if self.now.word in RESERVED:
            self.refuse()
        self._conditions += 1
        if self._conditions > MOST_CONDITIONS:
            self.said("The query has too many conditions", self.now.at)
        return self._comparison()

    def _comparison(self) -> Comparison:
        at = self.now.at
        left = self.expression()
        operator = self.operator()
        if operator in ("in", "not in", "includes", "excludes"):
            return Comparison(left, operator, self._listing(operator), at)
        return Comparison(left, operator, self.value(operator == "like"), at)

    def _listing(self, operator: str) -> tuple[Literal, ...] | Query:
        if self.now.text == ":":
            self.value()
        self.need("(")
        if operator in ("in", "not in") and self.take("select"):
            self.deeper()
            query = self._query()
            self.shallower()
            self.need(")")
            return query
        found = [self.value()]
        while self.take(","):
            found.append(self.value())
        self.need(")")
        return tuple(found)
