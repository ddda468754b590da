"""Words as answers: texts, choices, yes and no, and how something stands."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from sqlalchemy.orm import Session

from workworld.directory.words import folded
from workworld.grading.answers.kinds import LONGEST_TEXT, Kind, Unreadable, said, text_of

_QUOTES = {'"': '"', "'": "'", "`": "`", "“": "”", "‘": "’", "«": "»", "„": "“"}
_YES_NO = {"yes": True, "true": True, "no": False, "false": False}
_STATUS = re.compile(r"[A-Z]+(?:_[A-Z]+)*")


@dataclass(frozen=True, slots=True)
class Text(Kind[str]):
    """A whole text.

    Capitals, superfluous spaces, quotation marks around it and one full stop at its end make no
    difference; anything else does.
    """

    kind: ClassVar[str] = "text"
    is_open: ClassVar[bool] = True

    def read(self, answer: Any, session: Session) -> str:  # noqa: ARG002 - the interface
        """See ``Kind``."""
        text = unicodedata.normalize("NFC", text_of(answer, "a text", LONGEST_TEXT))
        unquoted = _without_quotes(_without_stop(text))
        bare = unquoted if text.endswith(".") else _without_stop(unquoted)
        if not bare.strip():
            raise Unreadable(f"{said(answer)} says nothing")
        return unicodedata.normalize("NFC", " ".join(bare.casefold().split()))

    def schema(self) -> dict[str, Any]:
        """See ``Kind``."""
        return {"type": self.kind}


@dataclass(frozen=True, slots=True)
class Choice(Kind[str]):
    """One of some options, whole; capitals and accents make no difference.

    Args:
        options: what there is to choose from.
    """

    kind: ClassVar[str] = "choice"
    options: Sequence[str]

    def __post_init__(self) -> None:
        alike = {folded(option) for option in self.options}
        if not alike or "" in alike or len(alike) < len(self.options):
            raise ValueError(f"these options cannot be told apart: {list(self.options)}")

    def read(self, answer: Any, session: Session) -> str:  # noqa: ARG002 - the interface
        """See ``Kind``."""
        wanted = folded(text_of(answer, "one of the options"))
        for option in self.options:
            if folded(option) == wanted:
                return option
        raise Unreadable(f"{said(answer)} is not one of the options")

    def schema(self) -> dict[str, Any]:
        """See ``Kind``."""
        return {"type": self.kind, "options": list(self.options)}


@dataclass(frozen=True, slots=True)
class YesNo(Kind[bool]):
    """Yes or no: ``true`` and ``false``, as JSON or text, are the same."""

    kind: ClassVar[str] = "yes_no"

    def read(self, answer: Any, session: Session) -> bool:  # noqa: ARG002 - the interface
        """See ``Kind``."""
        if isinstance(answer, bool):
            return answer
        word = text_of(answer, "yes or no").casefold()
        if word not in _YES_NO:
            raise Unreadable(f"{said(answer)} is not yes or no")
        return _YES_NO[word]

    def shown(self, form: bool) -> str:
        """The word."""
        return "yes" if form else "no"

    def schema(self) -> dict[str, Any]:
        """See ``Kind``."""
        return {"type": self.kind}


@dataclass(frozen=True, slots=True)
class Status(Kind[str]):
    """How something stands, as a word in capitals; ``not found`` is ``NOT_FOUND``.

    Args:
        options: all that may be answered.
    """

    kind: ClassVar[str] = "status"
    options: Sequence[str] = ("NOT_FOUND", "NOT_ALLOWED")

    def __post_init__(self) -> None:
        if not self.options or not all(map(_STATUS.fullmatch, self.options)):
            raise ValueError(f"a status is a word such as NOT_FOUND, unlike {list(self.options)}")

    def read(self, answer: Any, session: Session) -> str:  # noqa: ARG002 - the interface
        """See ``Kind``."""
        word = re.sub(r"[\s_-]+", "_", text_of(answer, "a status")).upper()
        if word not in self.options:
            raise Unreadable(f"{said(answer)} is none of {', '.join(self.options)}")
        return word

    def schema(self) -> dict[str, Any]:
        """See ``Kind``."""
        return {"type": self.kind, "options": list(self.options)}


def _without_stop(text: str) -> str:
    return text[:-1] if text.endswith(".") and not text.endswith("..") else text


def _without_quotes(text: str) -> str:
    quoted = len(text) > 1 and _QUOTES.get(text[0]) == text[-1]
    return text[1:-1].strip() if quoted else text
