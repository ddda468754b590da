"""What was put into cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from workworld.apps.sheets.engine.values import Value


@dataclass(frozen=True, slots=True)
class Formula:
    """A cell's input that is calculated."""

    text: str
    """With its equals sign."""


Input = Value | Formula
"""What was put into a cell."""
Cells = Mapping[tuple[int, int], Input]
"""Inputs of a sheet by row and column, from zero; None empties a cell."""


def same(one: Input, other: Input) -> bool:
    """Whether two inputs are equal; TRUE and 1 are not."""
    return one == other and type(one) is type(other)
