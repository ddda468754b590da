"""Functions of numbers."""

from __future__ import annotations

from typing import Any

from workworld.apps.sheets.engine.calculation import Function
from workworld.apps.sheets.engine.translation import ROUNDED


def rounded(value: Any) -> Any:
    """A number with the fifteen digits that spreadsheets compare; anything else as it is."""
    if isinstance(value, list):
        return [[rounded(each) for each in row] for row in value]
    return float(f"{value:.15g}") if isinstance(value, float) else value


FUNCTIONS = (Function(ROUNDED, rounded, 1, 1),)
