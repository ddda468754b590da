"""Amounts of money as answers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, ClassVar, NamedTuple

from sqlalchemy.orm import Session

from workworld.grading.answers.kinds import Kind, Unreadable, said, text_of
from workworld.grading.answers.numbers import (
    counted,
    is_near,
    number_in,
    refuse_tolerance,
)

_LONGEST = 64
_CODE = re.compile(r"[A-Z]{3}")
_WRITTEN = re.compile(
    r"(?P<sign>[+-]?)(?P<before>[^\s\d.,+-]{0,4}) ?"
    r"(?P<number>[+-]?\d(?:[\d., ]*\d)?) ?(?P<after>[^\s\d.,+-]{0,4})",
    re.ASCII,
)
_CENTS_BY_COMMA = re.compile(r"[+-]?\d+,\d\d", re.ASCII)
_THOUSANDTHS = re.compile(r"[+-]?\d{1,3}\.\d{3}", re.ASCII)
_DOLLARS = ("USD", "AUD", "CAD", "HKD", "MXN", "NZD", "SGD")
_SIGNS = {
    "$": _DOLLARS,
    "US$": ("USD",),
    "A$": ("AUD",),
    "CA$": ("CAD",),
    "C$": ("CAD",),
    "NZ$": ("NZD",),
    "S$": ("SGD",),
    "€": ("EUR",),
    "£": ("GBP",),
    "¥": ("JPY", "CNY"),
    "₹": ("INR",),
    "kr": ("SEK", "DKK", "NOK"),
    "zł": ("PLN",),
}


class Amount(NamedTuple):
    """So much of a currency."""

    currency: str
    value: Decimal

    def __str__(self) -> str:
        return f"{self.currency} {self.value}"


@dataclass(frozen=True, slots=True)
class Money(Kind[Amount]):
    """An amount: ``$1,200.50``, ``USD 1200.5``, ``1.200,50 €``, a bare number, or an object.

    A bare number is taken for the declared currency; another currency is wrong, and nothing is
    converted. ``1.200`` is none, since it could be a thousand, unless it is a JSON number.

    Args:
        currency: its ISO 4217 code. A sign that several currencies have stands for this one.
        tolerance: how far off an answer may be.
    """

    kind: ClassVar[str] = "money"
    currency: str
    tolerance: float | Decimal = 0

    def __post_init__(self) -> None:
        refuse_tolerance(self.tolerance)
        if not _CODE.fullmatch(self.currency):
            raise ValueError(f"{self.currency!r} is not the code of a currency")

    def read(self, answer: Any, session: Session) -> Amount:  # noqa: ARG002 - the interface
        """See ``Kind``."""
        if isinstance(answer, Amount):
            return answer
        if isinstance(answer, dict):
            return self._described(answer)
        if isinstance(answer, str):
            return self._written(text_of(answer, "an amount of money", _LONGEST))
        return Amount(self.currency, counted(answer))

    def same(self, truth: Amount, given: Amount) -> bool:
        """Whether it is the same currency, and the amounts differ by no more than the tolerance."""
        alike = truth.currency == given.currency
        return alike and is_near(truth.value, given.value, self.tolerance)

    def shown(self, form: Amount) -> str:
        """Currency and digits."""
        return str(form)

    def schema(self) -> dict[str, Any]:
        """See ``Kind``."""
        tolerance = float(self.tolerance)
        return {"type": self.kind, "currency": self.currency, "tolerance": tolerance}

    def _described(self, answer: dict[Any, Any]) -> Amount:
        if set(answer) != {"amount", "currency"} or not isinstance(answer["currency"], str):
            raise Unreadable(f"{said(answer)} is not an amount and a currency")
        value = answer["amount"]
        value = _value(value.strip(), answer) if isinstance(value, str) else counted(value)
        return Amount(self._currency_of(answer["currency"].strip(), answer), value)

    def _written(self, text: str) -> Amount:
        found = _WRITTEN.fullmatch(" ".join(text.replace("−", "-").split()))
        if found is None:
            raise Unreadable(f"{said(text)} is not an amount of money")
        words = [word for word in (found["before"], found["after"]) if word]
        currencies = {self._currency_of(word, text) for word in words} or {self.currency}
        if len(currencies) > 1:
            raise Unreadable(f"{said(text)} names two currencies")
        return Amount(currencies.pop(), _value(found["sign"] + found["number"], text))

    def _currency_of(self, word: str, answer: Any) -> str:
        bearers = _SIGNS.get(word, ())
        if bearers:
            return self.currency if self.currency in bearers else bearers[0]
        if not _CODE.fullmatch(word.upper()):
            raise Unreadable(f"{said(answer)} names no currency that is known")
        return word.upper()


def _value(text: str, answer: Any) -> Decimal:
    if _THOUSANDTHS.fullmatch(text):
        raise Unreadable(f"{said(answer)} could mean thousands or thousandths")
    return number_in(text.replace(",", ".") if _CENTS_BY_COMMA.fullmatch(text) else text, answer)
