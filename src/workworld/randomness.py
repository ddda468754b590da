"""Chance that a seed decides: named, independent streams.

A stream is keyed by its names, so a new consumer never shifts the numbers of another.
"""

from __future__ import annotations

import hashlib
import random  # noqa: TID251 - this module owns randomness
from bisect import bisect
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def digest(*names: object) -> bytes:
    """32 bytes decided by the names alone, equal in every process and Python version."""
    return hashlib.blake2b("\x1f".join(map(str, names)).encode(), digest_size=32).digest()


class Stream:
    """A reproducible source of choices.

    Only ``random.Random.random`` is used below, the one method whose sequence Python
    promises to keep between versions.
    """

    def __init__(self, *names: object) -> None:
        self._names = names
        self._random = random.Random(int.from_bytes(digest(*names)))  # noqa: S311 - not for secrets

    def integer(self, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``, both included."""
        return low + int(self._random.random() * (high - low + 1))

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, which must not be empty."""
        return items[self.integer(0, len(items) - 1)]

    def places(self, weights: Sequence[float], count: int) -> list[int]:
        """``count`` places among weighted ones, each as likely as its weight.

        Args:
            weights: summed up: each is the one before it and its own.
            count: how many; a place may come several times.
        """
        draw, total, last = self._random.random, weights[-1], len(weights) - 1
        return [bisect(weights, draw() * total, 0, last) for _ in range(count)]

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """``count`` different items, in random order."""
        pool = list(items)
        return [pool.pop(self.integer(0, len(pool) - 1)) for _ in range(count)]

    def in_turn(self, items: Sequence[T]) -> T:
        """One of the items, of which streams of consecutive numbers take all.

        The number is the last name, such as a seed. Of as many numbers as there are items, counted
        from 0, each takes another item, in an order that differs from one such round to the next.

        Raises:
            TypeError: the last name is no number.
        """
        *names, number = self._names
        if not isinstance(number, int):
            raise TypeError(f"{number!r} has no place in a turn")
        turn, place = divmod(number, len(items))
        return Stream(*names, "turn", turn).sample(items, len(items))[place]
