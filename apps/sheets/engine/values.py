"""What cells hold: numbers, texts, truth values, errors and nothing."""

from __future__ import annotations

from dataclasses import dataclass


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
