"""What files are searched by: Drive's query language, as a condition on workbooks.

https://developers.google.com/workspace/drive/api/guides/ref-search-terms
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, exists, false, func, not_, or_, select, true

from workworld.apps.sheets.models import Cell, Share, Sheet, Star, Workbook
from workworld.directory.models import Person
from workworld.errors import Invalid

WORKBOOK_TYPE = "application/vnd.google-apps.spreadsheet"
ROOT = "root"
"""What folder all files lie in."""
_TOKEN = re.compile(
    r"""\s*(?:
    (?P<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")
    |(?P<mark>!=|<=|>=|=|<|>|\(|\))
    |(?P<word>[A-Za-z][A-Za-z]*)
    )""",
    re.VERBOSE | re.DOTALL,
)
_LONGEST = 5_000
_MOST_TOKENS = 400
_DEEPEST = 30
_COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")
_WORD_ENDS = ("-", "_", ".", "/", "(", ",")

Condition = ColumnElement[bool]
Token = tuple[str, str]


def condition(query: str, person_id: str) -> Condition:
    """The condition that a query puts on workbooks.

    Args:
        query: such as ``name contains 'budget' and trashed = false``.
        person_id: who asks; stars are theirs.

    Raises:
        Invalid: it cannot be read.
    """
    return _Reader(_tokens(query), person_id).whole()


def refused() -> Invalid:
    """What is said of a query that cannot be read."""
    return Invalid("invalid_query", "Invalid Value")


def _tokens(query: str) -> list[Token]:
    found: list[Token] = []
    at, end = 0, len(query.rstrip())
    while at < end:
        token = _TOKEN.match(query, at)
        if token is None or len(query) > _LONGEST or len(found) > _MOST_TOKENS:
            raise refused()
        kind = str(token.lastgroup)
        found.append((kind, _plain(token[kind]) if kind == "text" else token[kind]))
        at = token.end()
    return found


def _plain(quoted: str) -> str:
    return re.sub(r"\\(.)", r"\1", quoted[1:-1], flags=re.DOTALL)


@dataclass(slots=True)
class _Reader:
    """Reads a query from left to right."""

    tokens: list[Token]
    person_id: str
    at: int = 0
    depth: int = 0

    def whole(self) -> Condition:
        found = self._alternatives()
        if self.at != len(self.tokens):
            raise refused()
        return found

    def _alternatives(self) -> Condition:
        return self._joined("or", self._all, or_)

    def _all(self) -> Condition:
        return self._joined("and", self._one, and_)

    def _joined(
        self, word: str, part: Callable[[], Condition], join: Callable[..., Condition]
    ) -> Condition:
        parts = [part()]
        while self._is_word(word):
            self.at += 1
            parts.append(part())
        return join(*parts) if len(parts) > 1 else parts[0]

    def _one(self) -> Condition:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise refused()
        try:
            if self._is_word("not"):
                self.at += 1
                return not_(self._one())
            if self._peek() == ("mark", "("):
                self.at += 1
                found = self._alternatives()
                self._expect("mark", ")")
                return found
            return self._comparison()
        finally:
            self.depth -= 1

    def _comparison(self) -> Condition:
        kind, value = self._next()
        if kind == "text":  # 'id' in parents
            self._expect("word", "in")
            name = self._next()[1]
            return _among(name, value)
        operator = self._next()[1]
        kind_of_value, given = self._next()
        if kind != "word" or kind_of_value == "mark":
            raise refused()
        if operator == "in":  # parents in 'id', as some write it
            return _among(value, given)
        return _compared(value, operator, given, self.person_id)

    def _is_word(self, word: str) -> bool:
        kind, text = self._peek()
        return kind == "word" and text.lower() == word

    def _peek(self) -> Token:
        return self.tokens[self.at] if self.at < len(self.tokens) else ("end", "")

    def _next(self) -> Token:
        found = self._peek()
        if found[0] == "end":
            raise refused()
        self.at += 1
        return found

    def _expect(self, kind: str, text: str) -> None:
        if self._next() != (kind, text):
            raise refused()


def _among(name: str, value: str) -> Condition:
    """Whether a value is among several that a file has: its folders, or people."""
    if name == "parents":
        return true() if value == ROOT else false()
    person = select(Person.id).where(func.lower(Person.email) == value.lower()).scalar_subquery()
    if name == "owners":
        return Workbook.owner_id == person
    if name not in ("writers", "readers"):
        raise refused()
    roles = ("writer",) if name == "writers" else ("reader", "commenter", "writer")
    shared = exists().where(
        Share.workbook_id == Workbook.id, Share.person_id == person, Share.role.in_(roles)
    )
    return or_(Workbook.owner_id == person, shared)


def _compared(name: str, operator: str, value: str, person_id: str) -> Condition:
    texts: dict[str, Callable[[str, str], Condition]] = {
        "name": _named,
        "title": _named,
        "fullText": _holding,
        "mimeType": _typed,
    }
    if name in texts:
        return texts[name](operator, value)
    if name in ("modifiedTime", "createdTime", "modifiedDate", "viewedByMeTime"):
        column = Workbook.created_us if name == "createdTime" else Workbook.modified_us
        return _ordered(column, operator, _microseconds(value))
    truths: dict[str, Condition] = {
        "trashed": Workbook.is_trashed.is_(True),
        "starred": exists().where(Star.workbook_id == Workbook.id, Star.person_id == person_id),
        "sharedWithMe": Workbook.owner_id != person_id,
    }
    if name not in truths or operator not in ("=", "!=") or value not in ("true", "false"):
        raise refused()
    is_wanted = (value == "true") == (operator == "=")
    return truths[name] if is_wanted else not_(truths[name])


def _named(operator: str, value: str) -> Condition:
    title = func.lower(Workbook.title)
    if operator != "contains":
        return _ordered(title, operator, value.lower())
    words: Any = title
    for mark in _WORD_ENDS:
        words = func.replace(words, mark, " ")
    for mark in _WORD_ENDS:
        value = value.replace(mark, " ")
    return func.instr(" " + words, " " + " ".join(value.lower().split())) > 0


def _holding(operator: str, value: str) -> Condition:
    """Whether every word stands in the title or in a cell."""
    if operator != "contains":
        raise refused()
    return and_(true(), *map(holding, value.lower().strip('"').split()))


def holding(word: str) -> Condition:
    """Whether a word stands in the title of a workbook or in one of its cells.

    Args:
        word: in small letters.
    """
    in_cell = exists().where(
        Sheet.workbook_id == Workbook.id,
        Cell.sheet_id == Sheet.id,
        func.instr(func.lower(func.coalesce(Cell.text, "")), word) > 0,
    )
    return or_(func.instr(func.lower(Workbook.title), word) > 0, in_cell)


def _typed(operator: str, value: str) -> Condition:
    if operator == "contains":
        return true() if WORKBOOK_TYPE.startswith(value) else false()
    if operator not in ("=", "!="):
        raise refused()
    return true() if (value == WORKBOOK_TYPE) == (operator == "=") else false()


def _ordered(column: Any, operator: str, value: Any) -> Condition:
    if operator not in _COMPARISONS:
        raise refused()
    signs: dict[str, Callable[[], Condition]] = {
        "=": lambda: column == value,
        "!=": lambda: column != value,
        "<": lambda: column < value,
        "<=": lambda: column <= value,
        ">": lambda: column > value,
        ">=": lambda: column >= value,
    }
    return signs[operator]()


def _microseconds(text: str) -> int:
    """A time of RFC 3339, by default in UTC."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise refused() from None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    try:
        return int(moment.timestamp() * 1_000_000)
    except (OverflowError, ValueError):
        raise refused() from None
