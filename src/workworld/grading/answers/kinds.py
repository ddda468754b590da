"""Kinds of answers: what each reads out of a JSON value, and when two readings are the same."""

from __future__ import annotations

import reprlib
from abc import ABC, abstractmethod
from collections.abc import Hashable
from typing import Any, ClassVar, Generic, TypeVar

from sqlalchemy.orm import Session

from workworld.grading.checks import Verdict

N = TypeVar("N", bound=Hashable)
"""The normal form of a kind."""

LONGEST_TEXT = 100_000
_LONGEST_NAME = 500
_LONGEST_SAID = 120
_LARGEST = 10**18


class Unreadable(Exception):
    """An answer that is none of its kind. The message says why, as a sentence without its stop."""


class Kind(ABC, Generic[N]):
    """A kind of answer. Truths are read as answers are, so that both have one normal form."""

    kind: ClassVar[str]
    """The word for it in a rubric."""
    is_open: ClassVar[bool] = False
    """Whether any text at all is of this kind."""

    @abstractmethod
    def read(self, answer: Any, session: Session) -> N:
        """The normal form of an answer.

        Args:
            answer: any JSON value, or the Python value that a task holds as its truth.
            session: the world as the task prepared it, to look people and records up.

        Raises:
            Unreadable: the answer is none of this kind, or could be read in two ways.
        """

    @abstractmethod
    def schema(self) -> dict[str, Any]:
        """What may be answered, as JSON for the rubric; the truth is not in it."""

    def shown(self, form: N) -> str:
        """A normal form as reasons name it."""
        return said(form)

    def same(self, truth: N, given: N) -> bool:
        """Whether what was answered is as good as the truth."""
        return truth == given

    def difference(self, truth: N, given: N) -> str | None:
        """What is wrong with an answer, None if nothing is."""
        if self.same(truth, given):
            return None
        return f"it means {self.shown(given)}, not {self.shown(truth)}"

    def accepts(self, truth: Any, answer: Any, session: Session) -> Verdict:
        """Whether an answer is the truth, and why.

        Args:
            truth: what is right.
            answer: any JSON value; None when nothing was answered.
            session: see ``read``.

        Raises:
            Unreadable: the truth is none of this kind, which is the task's fault.
        """
        if answer is None:
            return Verdict(False, "Nothing was answered.")
        right = self.read(truth, session)
        try:
            wrong = self.difference(right, self.read(answer, session))
        except Unreadable as refusal:
            return Verdict(False, f"The answer cannot be read: {refusal}.")
        if wrong is None:
            return Verdict(True, f"{said(answer)} was answered, which is right.")
        return Verdict(False, f"{said(answer)} was answered: {wrong}.")


def said(value: Any) -> str:
    """A value in a few characters, whatever it is."""
    text = _BRIEFLY.repr(value)
    return text if len(text) <= _LONGEST_SAID else text[: _LONGEST_SAID - 1] + "…"


def text_of(answer: Any, expected: str, longest: int = _LONGEST_NAME) -> str:
    """The text that was answered, trimmed; a whole number stands for its digits.

    Args:
        answer: any value.
        expected: what it should have been, with its article.
        longest: how many characters it may have.

    Raises:
        Unreadable: it is no text, is blank, too long, or holds half a surrogate pair.
    """
    if isinstance(answer, int) and not isinstance(answer, bool) and abs(answer) < _LARGEST:
        return str(answer)
    if not isinstance(answer, str) or len(answer) > longest or not answer.strip():
        raise Unreadable(f"{said(answer)} is not {expected}")
    try:
        answer.encode()
    except UnicodeEncodeError:
        raise Unreadable(f"{said(answer)} is not {expected}") from None
    return answer.strip()


class _Briefly(reprlib.Repr):
    def repr_int(self, x: int, level: int) -> str:  # noqa: ARG002 - the base class's signature
        # Python refuses to write integers of thousands of digits.
        return str(x) if abs(x) < _LARGEST else "a number of many digits"


_BRIEFLY = _Briefly()
_BRIEFLY.maxlevel = 2
_BRIEFLY.maxstring = _BRIEFLY.maxother = 80
