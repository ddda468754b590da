"""Draws that a plain stream has not: weighted, or with a chance."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from typing import TypeVar

from workworld.randomness import Stream

T = TypeVar("T")
_FINE = 1_000_000


def weighted(stream: Stream, weights: Mapping[T, float]) -> T:
    """One of several things, each as likely as its weight.

    Raises:
        IndexError: there are none.
    """
    return [*weights][stream.places([*accumulate(weights.values())], 1)[0]]


def happens(stream: Stream, chance: float) -> bool:
    """Whether something happens that has this chance, from 0 to 1."""
    return stream.integer(1, _FINE) <= chance * _FINE


def fraction(stream: Stream) -> float:
    """A number from 0 to below 1."""
    return stream.integer(0, _FINE - 1) / _FINE
