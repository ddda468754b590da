"""Several answers at once: sets and ordered lists."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from sqlalchemy.orm import Session

from workworld.grading.answers.kinds import (
    LONGEST_TEXT,
    Kind,
    Unreadable,
    said,
    text_of,
)

_MOST_MEMBERS = 1_000
_MOST_NAMED = 5
_BULLET = re.compile(r"(?:[-*•]|\d{1,4}[.)])\s+", re.ASCII)
# A comma between two digits groups thousands, so that it does not part two members.
_COMMA = re.compile(r",(?!(?<=\d,)\d)", re.ASCII)


@dataclass(frozen=True, slots=True)
class SetOf(Kind[frozenset[Any]]):
    """Several of a kind in any order: a list, or a text with one in each line.

    A text may also part them by semicolons, or by commas if it has neither. One too many is as
    wrong as one too few.

    Args:
        of: their kind, which is no set or list.
    """

    kind: ClassVar[str] = "set"
    of: Kind[Any]

    def __post_init__(self) -> None:
        _refuse_nested(self.of)

    def read(self, answer: Any, session: Session) -> frozenset[Any]:
        """See ``Kind``."""
        return frozenset(_read_each(self.of, answer, session))

    def shown(self, form: frozenset[Any]) -> str:
        """Its first members."""
        return _named(self.of, form)

    def difference(self, truth: frozenset[Any], given: frozenset[Any]) -> str | None:
        """What is missing, and what is too many."""
        missing = [m for m in truth - given if not any(self.of.same(m, each) for each in given)]
        extra = [each for each in given - truth if not any(self.of.same(m, each) for m in truth)]
        if missing or extra:
            told = {"missing": missing, "too many": extra}
            return "; ".join(f"{word}: {_named(self.of, of)}" for word, of in told.items() if of)
        return None if _pair_up(self.of, truth, given) else "two of them stand for the same one"

    def schema(self) -> dict[str, Any]:
        """See ``Kind``."""
        return {"type": self.kind, "of": self.of.schema()}


@dataclass(frozen=True, slots=True)
class ListOf(Kind[tuple[Any, ...]]):
    """Several of a kind in a given order, written as for ``SetOf``.

    Args:
        of: their kind, which is no set or list.
    """

    kind: ClassVar[str] = "list"
    of: Kind[Any]

    def __post_init__(self) -> None:
        _refuse_nested(self.of)

    def read(self, answer: Any, session: Session) -> tuple[Any, ...]:
        """See ``Kind``."""
        return tuple(_read_each(self.of, answer, session))

    def shown(self, form: tuple[Any, ...]) -> str:
        """Its first members."""
        return _named(self.of, form)

    def difference(self, truth: tuple[Any, ...], given: tuple[Any, ...]) -> str | None:
        """What the first difference is."""
        if len(truth) != len(given):
            return f"it has {len(given)} members, not {len(truth)}"
        for place, (right, each) in enumerate(zip(truth, given, strict=True), 1):
            if wrong := self.of.difference(right, each):
                return f"number {place} is wrong: {wrong}"
        return None

    def schema(self) -> dict[str, Any]:
        """See ``Kind``."""
        return {"type": self.kind, "of": self.of.schema()}


def _refuse_nested(of: Kind[Any]) -> None:
    if isinstance(of, SetOf | ListOf):
        raise ValueError("a set or list holds no sets or lists")


def _pair_up(of: Kind[Any], truth: frozenset[Any], given: frozenset[Any]) -> bool:
    """Whether each member of one is as good as another one of the other.

    Only kinds with a tolerance can fail here; numbers in order pair up if they can at all.
    """
    if truth == given:
        return True
    pairs = zip(sorted(truth), sorted(given), strict=False)
    return len(truth) == len(given) and all(of.same(right, each) for right, each in pairs)


def _named(of: Kind[Any], forms: Iterable[Any]) -> str:
    names = sorted(of.shown(form) for form in forms)
    return ", ".join(names[:_MOST_NAMED]) + (" …" if len(names) > _MOST_NAMED else "") or "none"


def _read_each(of: Kind[Any], answer: Any, session: Session) -> list[Any]:
    members = _parted(of, answer, session) if isinstance(answer, str) else answer
    if not isinstance(members, list | tuple | set | frozenset):
        members = [members]
    if len(members) > _MOST_MEMBERS:
        raise Unreadable(f"{len(members)} are more than anything here has")
    return [of.read(member, session) for member in members]


def _parted(of: Kind[Any], answer: str, session: Session) -> list[Any]:
    """The members that a text holds."""
    text = text_of(answer, "a list", LONGEST_TEXT)
    if text.startswith("["):
        return _parsed(text)
    parts = re.split(r"[\n;]", text)
    if len(parts) == 1 and not _is_one(of, parts[0], session):
        parts = _COMMA.split(text)
    bare = (_BULLET.sub("", part.strip(), count=1) for part in parts)
    return [part for part in bare if part]


def _parsed(text: str) -> list[Any]:
    try:
        members = json.loads(text)
    except (ValueError, RecursionError):
        raise Unreadable(f"{said(text)} is not a list") from None
    return members if isinstance(members, list) else [members]


def _is_one(of: Kind[Any], text: str, session: Session) -> bool:
    """Whether a text is a single member, such as ``March 9, 2026``."""
    if of.is_open:
        return False
    try:
        of.read(text, session)
    except Unreadable:
        return False
    return True
