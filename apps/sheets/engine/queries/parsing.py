"""Texts of queries, read. https://developers.google.com/chart/interactive/docs/querylanguage"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from typing import TypeVar

from workworld.apps.sheets.engine.addresses import column_index
from workworld.apps.sheets.engine.queries.tokens import Token, tokens
from workworld.apps.sheets.engine.queries.trees import (
    TOTALS,
    Call,
    Column,
    Literal,
    Order,
    Query,
    QueryError,
    Term,
)

T = TypeVar("T")
MOST_CHARACTERS, _DEEPEST = 10_000, 50
_CLAUSES = (
    "select", "where", "group by", "pivot", "order by", "skipping", "limit", "offset", "label",
    "format", "options",
)  # fmt: skip
_FUNCTIONS = {
    "year": 1, "month": 1, "day": 1, "hour": 1, "minute": 1, "second": 1, "millisecond": 1,
    "quarter": 1, "dayofweek": 1, "now": 0, "datediff": 2, "todate": 1, "upper": 1, "lower": 1,
}  # fmt: skip
"""Functions of single values, with how many they take."""
_COMPARES = ("=", "<=", ">=", "!=", "<>", "<", ">")
_MATCHES = ("contains", "matches", "like")
_DAY_ZERO = datetime.datetime(1899, 12, 30)  # noqa: DTZ001 - days of spreadsheets have no zone


def parsed(text: str, width: int, offset: int = 0) -> Query:
    """A query as its text says it.

    Args:
        text: the query.
        width: how many columns the data has.
        offset: the column of the sheet that the data begins with, which letters name.

    Raises:
        QueryError: it cannot be read.
    """
    return _Parser(text, width, offset).query()


class _Parser:
    def __init__(self, text: str, width: int, offset: int) -> None:
        if len(text) > MOST_CHARACTERS:
            raise QueryError(f"A query has at most {MOST_CHARACTERS:,} characters.")
        self._tokens, self._at = tokens(text), 0
        self._width, self._offset, self._depth = width, offset, 0

    def query(self) -> Query:
        found, last = Query(), -1
        while self._peek() is not None:
            clause = self._clause()
            if _CLAUSES.index(clause) <= last:
                raise QueryError(f"“{clause}” stands at the wrong place.")
            last = _CLAUSES.index(clause)
            self._read(found, clause)
        return found

    def _clause(self) -> str:
        for clause in _CLAUSES:
            if self._takes(*clause.split()):
                return clause
        raise QueryError(f"Did not expect “{self._said()}” here.")

    def _read(self, found: Query, clause: str) -> None:
        if clause == "select":
            found.select = [] if self._takes("*") else self._several(self._sum)
        elif clause == "where":
            found.where = self._either()
        elif clause == "group by":
            found.group = self._several(self._sum)
        elif clause == "pivot":
            found.pivot = self._several(self._sum)
        elif clause == "order by":
            found.order = self._several(self._order)
        elif clause == "limit":
            found.limit = self._count()
        elif clause == "offset":
            found.offset = self._count()
        elif clause == "label":
            found.labels = dict(self._several(self._named))
        elif clause == "format":
            found.formats = dict(self._several(self._named))
        else:
            raise QueryError(f"“{clause}” is not offered.")

    def _several(self, read: Callable[[], T]) -> list[T]:
        found = [read()]
        while self._takes(","):
            found.append(read())
        return found

    def _order(self) -> Order:
        term = self._sum()
        if self._takes("desc"):
            return Order(term, descends=True)
        self._takes("asc")
        return Order(term)

    def _named(self) -> tuple[Term, str]:
        return self._sum(), self._text()

    def _text(self) -> str:
        token = self._next()
        if token.kind != "text":
            raise QueryError(f"Expected a text in quotes, but found “{token.text}”.")
        return token.text[1:-1]

    def _count(self) -> int:
        token = self._next()
        if token.kind != "number" or "." in token.text:
            raise QueryError(f"Expected a whole number, but found “{token.text}”.")
        return int(token.text)

    # Conditions

    def _either(self) -> Term:
        found = self._both()
        while self._takes("or"):
            found = Call("or", (found, self._both()))
        return found

    def _both(self) -> Term:
        found = self._not()
        while self._takes("and"):
            found = Call("and", (found, self._not()))
        return found

    def _not(self) -> Term:
        if self._takes("not"):
            return Call("not", (self._deeper(self._not),))
        start = self._at
        if self._takes("("):
            found = self._tried_condition()
            if found is not None:
                return found
            self._at = start
        return self._comparison()

    def _tried_condition(self) -> Term | None:
        """A condition in parentheses; None where they enclose something that is computed."""
        try:
            found = self._deeper(self._either)
        except QueryError:
            return None
        follows = self._peek() if self._takes(")") else Token("sign", "?")
        if follows is not None and follows.kind == "sign" and follows.text not in "),":
            return None
        return found

    def _comparison(self) -> Term:
        left = self._sum()
        for sign in _COMPARES:
            if self._takes(sign):
                return Call("!=" if sign == "<>" else sign, (left, self._sum()))
        if self._takes("is"):
            is_not = self._takes("not")
            self._expect("null")
            found = Call("is null", (left,))
            return Call("not", (found,)) if is_not else found
        for word in (*_MATCHES, "starts with", "ends with"):
            if self._takes(*word.split()):
                return Call(word, (left, self._sum()))
        return left

    # What is computed

    def _sum(self) -> Term:
        found = self._product()
        while (sign := self._takes_one("+", "-")) is not None:
            found = Call(sign, (found, self._product()))
        return found

    def _product(self) -> Term:
        found = self._single()
        while (sign := self._takes_one("*", "/", "%")) is not None:
            found = Call(sign, (found, self._single()))
        return found

    def _single(self) -> Term:
        token = self._next()
        if token.kind == "text":
            return Literal(token.text[1:-1])
        if token.kind == "number":
            return Literal(float(token.text))
        if token.kind == "name":
            return self._column(token.text[1:-1])
        return self._word(token.text) if token.kind == "word" else self._signed(token.text)

    def _signed(self, sign: str) -> Term:
        if sign == "(":
            found = self._deeper(self._sum)
            self._expect(")")
            return found
        if sign != "-":
            raise QueryError(f"Did not expect “{sign}” here.")
        inner = self._deeper(self._single)
        if isinstance(inner, Literal) and isinstance(inner.value, float):
            return Literal(-inner.value)
        return Call("-", (Literal(0.0), inner))

    def _word(self, word: str) -> Term:
        small = word.lower()
        if small in ("true", "false"):
            return Literal(small == "true")
        if small in ("date", "datetime", "timestamp", "timeofday"):
            return Literal(_moment(small, self._text()), is_day=True)
        if not self._takes("("):
            return self._column(word)
        if small not in TOTALS and small not in _FUNCTIONS:
            raise QueryError(f"There is no function “{word}”.")
        given = list[Term]()
        if not self._takes(")"):
            given = self._deeper(lambda: self._several(self._sum))
            self._expect(")")
        wanted = 1 if small in TOTALS else _FUNCTIONS[small]
        if len(given) != wanted:
            raise QueryError(f"“{word}” takes {wanted}, but is given {len(given)}.")
        return Call(small, tuple(given))

    def _column(self, name: str) -> Column:
        numbered = re.fullmatch(r"Col(\d+)", name)
        if numbered:
            at = int(numbered[1]) - 1
        elif re.fullmatch(r"[A-Z]{1,3}", name):
            at = column_index(name) - self._offset
        else:
            raise QueryError(f"There is no column “{name}”.")
        if not 0 <= at < self._width:
            raise QueryError(f"There is no column “{name}” in the data.")
        return Column(at)

    # Tokens

    def _deeper(self, read: Callable[[], T]) -> T:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise QueryError("The query has too many parentheses within one another.")
        try:
            return read()
        finally:
            self._depth -= 1

    def _peek(self) -> Token | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def _said(self) -> str:
        token = self._peek()
        return "the end" if token is None else token.text

    def _next(self) -> Token:
        token = self._peek()
        if token is None:
            raise QueryError("The query ends too early.")
        self._at += 1
        return token

    def _takes(self, *words: str) -> bool:
        """Go on behind words or signs if they come next."""
        following = self._tokens[self._at : self._at + len(words)]
        if [each.text.lower() for each in following if each.kind in ("word", "sign")] != [*words]:
            return False
        self._at += len(words)
        return True

    def _takes_one(self, *signs: str) -> str | None:
        return next((sign for sign in signs if self._takes(sign)), None)

    def _expect(self, word: str) -> None:
        if not self._takes(word):
            raise QueryError(f"Expected “{word}”, but found “{self._said()}”.")


def _moment(kind: str, text: str) -> float:
    """A day, a time of day, or both, as a number."""
    form = {"date": "%Y-%m-%d", "timeofday": "%H:%M:%S"}.get(kind, "%Y-%m-%d %H:%M:%S")
    trimmed, _, parts = text.partition(".")
    try:
        found = datetime.datetime.strptime(trimmed, form)  # noqa: DTZ007 - as above
    except ValueError:
        raise QueryError(f"“{text}” is no {kind}.") from None
    fraction = float(f"0.{parts}") if parts.isdigit() else 0.0
    if kind == "timeofday":
        return (found.hour * 3600 + found.minute * 60 + found.second + fraction) / 86_400
    return (found - _DAY_ZERO).total_seconds() / 86_400 + fraction / 86_400
