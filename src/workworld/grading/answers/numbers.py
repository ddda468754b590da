"""Numbers as answers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, ClassVar

from sqlalchemy.orm import Session

from workworld.grading.answers.kinds import Kind, Unreadable, said, text_of

_LARGEST = 10**18
_LONGEST = 64
# A comma groups thousands; as the sign of fractions it is understood only after dots that group.
_PLAIN = re.compile(r"([+-]?)((?:\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+|\d+)(?:\.\d+)?)", re.ASCII)
_CONTINENTAL = re.compile(r"([+-]?)(\d{1,3}(?:\.\d{3})+,\d+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Number(Kind[Decimal]):
    """A number: a JSON number, or a text that is a number and nothing else.

    ``1,234.5``, ``1 234.5`` and ``1.234,5`` are the same. ``3,4`` is none: it could be two.

    Args:
        tolerance: how far off an answer may be.
        unit: a word that may stand behind it, such as ``days`` or ``%``; no other may.
    """

    kind: ClassVar[str] = "number"
    tolerance: float | Decimal = 0
    unit: str | None = None

    def __post_init__(self) -> None:
        refuse_tolerance(self.tolerance)
        if self.unit is not None and not self.unit.strip():
            raise ValueError("a unit is a word")

    def read(self, answer: Any, session: Session) -> Decimal:  # noqa: ARG002 - the interface
        """See ``Kind``."""
        if isinstance(answer, str):
            return number_in(self._bare(text_of(answer, "a number", _LONGEST)), answer)
        return counted(answer)

    def same(self, truth: Decimal, given: Decimal) -> bool:
        """Whether the two differ by no more than the tolerance."""
        return is_near(truth, given, self.tolerance)

    def shown(self, form: Decimal) -> str:
        """Its digits."""
        return f"{form} {self.unit or ''}".rstrip()

    def schema(self) -> dict[str, Any]:
        """See ``Kind``."""
        unit = {} if self.unit is None else {"unit": self.unit}
        return {"type": self.kind, "tolerance": float(self.tolerance), **unit}

    def _bare(self, text: str) -> str:
        """The text without the unit, singular or plural."""
        unit = (self.unit or "").strip().casefold()
        for word in (unit, unit.removesuffix("s")):
            if word and text.casefold().endswith(word):
                return text.casefold().removesuffix(word)
        return text


def refuse_tolerance(tolerance: float | Decimal) -> None:
    """Raise ValueError for a tolerance that is below 0 or no number."""
    if not tolerance >= 0:
        raise ValueError(f"a tolerance may not be {tolerance}")


def is_near(truth: Decimal, given: Decimal, tolerance: float | Decimal) -> bool:
    """Whether two numbers differ by at most so much, both ends included."""
    # Without a tolerance nothing is computed, since a sum would be rounded to 28 digits.
    return truth == given if not tolerance else abs(truth - given) <= Decimal(str(tolerance))


def counted(answer: Any) -> Decimal:
    """A JSON number, exactly as it was written.

    Raises:
        Unreadable: it is something else, infinite, not a number, or 10¹⁸ and more.
    """
    if isinstance(answer, bool) or not isinstance(answer, int | float | Decimal):
        raise Unreadable(f"{said(answer)} is not a number")
    if isinstance(answer, int):
        value = Decimal(answer) if abs(answer) < _LARGEST else Decimal("Infinity")
    else:
        value = Decimal(str(answer))
    if not value.is_finite() or abs(value) >= _LARGEST:
        raise Unreadable(f"{said(answer)} is not a number that anything here could have")
    return value


def number_in(text: str, answer: Any) -> Decimal:
    """The number that a whole text is.

    Args:
        text: the text.
        answer: the answer that it comes from, for the refusal.

    Raises:
        Unreadable: it is not one number and nothing else.
    """
    spaced = " ".join(text.replace("−", "-").split())
    if found := _PLAIN.fullmatch(spaced):
        digits = found[2].replace(",", "").replace(" ", "")
    elif found := _CONTINENTAL.fullmatch(spaced):
        digits = found[2].replace(".", "").replace(",", ".")
    else:
        raise Unreadable(f"{said(answer)} is not a number")
    return counted(Decimal(found[1] + digits))
