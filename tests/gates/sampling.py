"""What of the gates every test run takes, and what ``make gates`` adds."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import pytest

Value = TypeVar("Value")

FULL = os.environ.get("WORKWORLD_GATES") == "full"


def one_in(number: int, values: Sequence[Value]) -> Sequence[Value]:
    """One of so many values in every test run, and all of them with ``make gates``."""
    return values if FULL else values[::number]


def turn(number: int, values: Sequence[Value], at: int) -> Sequence[Value]:
    """One of so many values, others at each place of a loop, and all of them with ``make gates``.

    Args:
        number: one of how many.
        values: of which at least one is taken, if there are any.
        at: the place: the next one takes the next values.
    """
    if FULL or not values:
        return values
    return values[at % min(number, len(values)) :: number]


def sample(values: Iterable[Any], few: int) -> list[Any]:
    """Parameters of which the first few are tried in every test run."""
    return [
        value if number < few else pytest.param(value, marks=pytest.mark.gate_full)
        for number, value in enumerate(values)
    ]
