"""How sizes and waits are spread: what a stream decides beyond whole numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import accumulate
from typing import TypeVar

from workworld.randomness import Stream

T = TypeVar("T")
_FINE = 1 << 30
_ROUND = 6
"""Decimals that are kept, so that no machine's last bit decides anything."""


def part(stream: Stream) -> float:
    """A number above 0 and below 1."""
    return (stream.integer(0, _FINE - 1) + 0.5) / _FINE


def happens(stream: Stream, chance: float) -> bool:
    """Whether something does that does so often, told as a share of 1."""
    return part(stream) < chance


class Lots:
    """Many options with their weights, of which one after the other is drawn.

    Args:
        options: each with its weight.
    """

    def __init__(self, options: Mapping[str, float]) -> None:
        self._names, self._weights = list(options), list(accumulate(options.values()))

    def one(self, stream: Stream) -> str:
        """One of them, each as likely as its weight."""
        return self._names[stream.places(self._weights, 1)[0]]


def weighted(stream: Stream, options: Mapping[T, float]) -> T:
    """One of some options, each as likely as its weight."""
    names = list(options)
    return names[stream.places(list(accumulate(options.values())), 1)[0]]


def normal(stream: Stream) -> float:
    """A number around 0, two in three of which are between -1 and 1."""
    far, turn = part(stream), part(stream)
    return round(math.sqrt(-2 * math.log(far)) * math.cos(2 * math.pi * turn), _ROUND)


def lognormal(stream: Stream, median: float, spread: float) -> float:
    """A size: half are below the median, and a few are far above it."""
    return round(median * math.exp(spread * normal(stream)), _ROUND)


def gamma(stream: Stream, mean: float, shape: int = 2) -> float:
    """A wait of some length on average; the larger the shape, the more alike they are."""
    steps = sum(-math.log(part(stream)) for _ in range(shape))
    return round(mean / shape * steps, _ROUND)


def dealt(stream: Stream, count: int, chance: float) -> list[bool]:
    """So many yeses and noes in a random order, with the share of yeses as told.

    Single draws would leave the share of a few hundred to luck.
    """
    yes = round(count * chance)
    return stream.sample([True] * yes + [False] * (count - yes), count)
