"""What cells hold: numbers, texts, truth values, errors and nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import formualizer


@dataclass(frozen=True, slots=True)
class Error:
    """An error value: what a cell shows in the place of a result."""

    code: str
    """As it is shown: ``#DIV/0!``."""
    message: str = field(default="", compare=False)
    """Why, in a sentence; empty where the code says it all."""

    @property
    def explanation(self) -> str:
        """Why, in a sentence, or else what errors of this code mean."""
        return self.message or EXPLANATIONS.get(self.code, "")

    def __str__(self) -> str:
        return self.code


@dataclass(frozen=True, slots=True)
class Display:
    """What a grid shows with a cell's value, or in its place."""

    kind: Literal["link", "image", "sparkline"]
    details: Mapping[str, Any]
    """A link's ``url``; an image's ``url``, ``alt``, ``mode``, ``height`` and ``width``; a
    sparkline's ``values`` and options."""


Value = float | str | bool | Error | None
"""A cell's value; None is a blank one. Dates are numbers: days since 30 December 1899."""

NULL, DIVISION, VALUE, REFERENCE = "#NULL!", "#DIV/0!", "#VALUE!", "#REF!"
NAME, NUMBER, MISSING, UNREADABLE = "#NAME?", "#NUM!", "#N/A", "#ERROR!"
SPILL, CALCULATION, CIRCLE = "#SPILL!", "#CALC!", "#CIRC!"
CODES = (
    NULL,
    DIVISION,
    VALUE,
    REFERENCE,
    NAME,
    NUMBER,
    MISSING,
    UNREADABLE,
    SPILL,
    CALCULATION,
    CIRCLE,
)
"""All errors, in the order of ``ERROR.TYPE``."""

EXPLANATIONS = {
    NULL: "The ranges have no cell in common.",
    DIVISION: "Something is divided by zero, or there is nothing to take an average of.",
    VALUE: "A value is of the wrong kind, such as a text where a number is needed.",
    REFERENCE: "The formula refers to something that is not there.",
    NAME: "The formula has a name that is neither a function nor a named range.",
    NUMBER: "A number is too large, too small, or not one that the function takes.",
    MISSING: "A value is not available: nothing was found.",
    UNREADABLE: "The formula is not written correctly.",
    SPILL: "The array does not fit: something is in its way.",
    CALCULATION: "The formula cannot be worked out, or is too much work.",
    CIRCLE: "The formula refers to its own cell.",
}
"""What errors mean, in a sentence."""

_CODES = {
    "Null": NULL,
    "Div": DIVISION,
    "Value": VALUE,
    "Ref": REFERENCE,
    "Name": NAME,
    "NImpl": NAME,
    "Num": NUMBER,
    "Na": MISSING,
    "Error": UNREADABLE,
    "Spill": SPILL,
    "Calc": CALCULATION,
    "Circ": CIRCLE,
    "Cancelled": CALCULATION,
}
"""By what the calculating library calls them."""
_KINDS = {code: name for name, code in reversed(_CODES.items())}


def of_library(found: Mapping[str, Any]) -> Error:
    """An error as the calculating library hands it out."""
    return Error(_CODES.get(found["kind"], VALUE), found.get("message") or "")


def to_library(value: Any) -> Any:
    """A value as the calculating library takes it."""
    if isinstance(value, Error):
        kind = _KINDS.get(value.code, "Value")
        return formualizer.LiteralValue.error(kind, value.message)
    return value


def of_any(found: Any) -> Value:
    """A value as the calculating library hands it out."""
    if isinstance(found, Mapping):
        return of_library(found)
    if isinstance(found, (int, float)) and not isinstance(found, bool):
        return float(found) + 0.0  # without the sign that a zero may have
    return found  # type: ignore[no-any-return]  # number, text, truth value or nothing
