"""How numbered filters work together: ``1 AND (2 OR NOT 3)``, in list views and in reports.

``NOT`` binds closest, then ``AND``, then ``OR``, as the vendor's query language has it.
https://help.salesforce.com/s/articleView?id=analytics.reports_builder_filtering_add_filter_logic.htm
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

_WORD = re.compile(r"\s*(?:(\d+)|([A-Za-z]+)|([()])|(\S))")
_DEEPEST = 50
"""How many brackets and negations may lie within one another."""


class LogicError(ValueError):
    """The logic cannot be understood; the message says why, for whoever wrote it."""


@dataclass(frozen=True, slots=True)
class Number:
    """A filter, by its number; the first one is 1."""

    number: int


@dataclass(frozen=True, slots=True)
class Not:
    """What must not hold."""

    part: Logic


@dataclass(frozen=True, slots=True)
class And:
    """What must hold all together."""

    parts: tuple[Logic, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """What must hold at least once."""

    parts: tuple[Logic, ...]


Logic = Number | Not | And | Or


def parse(text: str, count: int) -> Logic | None:
    """Read the logic of some filters.

    Args:
        text: ``1 AND (2 OR 3)``; blank means that all of them must hold.
        count: how many filters there are.

    Returns:
        The tree, or None if there are no filters and no logic.

    Raises:
        LogicError: the text is no logic, names a filter that there is not, or leaves one out.
    """
    if not text.strip():
        return _all_of(count)
    reader = _Reader(_words(text))
    tree = reader.either()
    if reader.word:
        raise LogicError(f"The filter logic has an unexpected “{reader.word}”.")
    named = numbers(tree)
    for number in named:
        if not 1 <= number <= count:
            raise LogicError(
                f"The filter logic names filter {number}, but there is no such filter."
            )
    for number in range(1, count + 1):
        if number not in named:
            raise LogicError(f"Filter {number} is not used in the filter logic.")
    return tree


def numbers(tree: Logic) -> list[int]:
    """The filters that a logic names, in its order."""
    if isinstance(tree, Number):
        return [tree.number]
    if isinstance(tree, Not):
        return numbers(tree.part)
    return [number for part in tree.parts for number in numbers(part)]


def written(tree: Logic) -> str:
    """The text of a logic, with brackets where they are needed."""
    if isinstance(tree, Number):
        return str(tree.number)
    if isinstance(tree, Not):
        inner = written(tree.part)
        return f"NOT {inner}" if isinstance(tree.part, Number) else f"NOT ({inner})"
    word = " AND " if isinstance(tree, And) else " OR "
    return word.join(
        f"({written(part)})" if isinstance(part, And | Or) else written(part) for part in tree.parts
    )


def folded(
    tree: Logic,
    conditions: Sequence[T],
    *,
    both: Callable[..., T],
    either: Callable[..., T],
    negated: Callable[[T], T],
) -> T:
    """Put conditions in the place of the numbers.

    Args:
        tree: what :func:`parse` gave.
        conditions: the first one is that of number 1.
        both: makes one condition of several that must hold together, given one by one.
        either: makes one of several of which one must hold.
        negated: makes the opposite of one.
    """
    if isinstance(tree, Number):
        return conditions[tree.number - 1]

    def within(part: Logic) -> T:
        return folded(part, conditions, both=both, either=either, negated=negated)

    if isinstance(tree, Not):
        return negated(within(tree.part))
    join = both if isinstance(tree, And) else either
    return join(*[within(part) for part in tree.parts])


def _all_of(count: int) -> Logic | None:
    every = tuple(Number(number) for number in range(1, count + 1))
    if len(every) < 2:
        return every[0] if every else None
    return And(every)


def _words(text: str) -> list[str]:
    words = []
    for found in _WORD.finditer(text):
        number, word, bracket, other = found.groups()
        if other or (word and word.upper() not in ("AND", "OR", "NOT")):
            raise LogicError(f"The filter logic has an unexpected “{word or other}”.")
        if number and len(number) > 3:
            raise LogicError(
                f"The filter logic names filter {number}, but there is no such filter."
            )
        words.append(number or bracket or word.upper())
    return words


class _Reader:
    def __init__(self, words: list[str]) -> None:
        self._words = words
        self._at = 0
        self._depth = 0

    @property
    def word(self) -> str:
        return self._words[self._at] if self._at < len(self._words) else ""

    def either(self) -> Logic:
        parts = [self._both()]
        while self._took("OR"):
            parts.append(self._both())
        return parts[0] if len(parts) == 1 else Or(tuple(parts))

    def _both(self) -> Logic:
        parts = [self._single()]
        while self._took("AND"):
            parts.append(self._single())
        return parts[0] if len(parts) == 1 else And(tuple(parts))

    def _single(self) -> Logic:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise LogicError("The filter logic has too many brackets.")
        made = self._one()
        self._depth -= 1
        return made

    def _one(self) -> Logic:
        if self._took("NOT"):
            return Not(self._single())
        if self._took("("):
            inner = self.either()
            if not self._took(")"):
                raise LogicError("A bracket of the filter logic is not closed.")
            return inner
        word = self.word
        if not word.isdigit():
            raise LogicError(
                f"The filter logic has an unexpected “{word}”."
                if word
                else "The filter logic ends where the number of a filter is expected."
            )
        self._at += 1
        return Number(int(word))

    def _took(self, word: str) -> bool:
        if self.word != word:
            return False
        self._at += 1
        return True
