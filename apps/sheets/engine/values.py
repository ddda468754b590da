"""What cells hold: numbers, texts, truth values, errors and nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import formualizer


@dataclass(frozen=True, slots=True)
class Error:
    """An error value: what a cell shows in the place of a result."""

    code: str
    """As it is shown: ``#DIV/0!``."""
    message: str = ""
    """Why, in a sentence; empty where the code says it all."""

    def __str__(self) -> str:
        return self.code


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
    if isinstance(found, int) and not isinstance(found, bool):
        return float(found)
    return found  # type: ignore[no-any-return]  # number, text, truth value or nothing
