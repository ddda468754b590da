"""A part of a listing that is counted whole, as the vendor's older listings are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Listed(Generic[T]):
    """Some rows of a listing, how many it has, and where they begin in it."""

    items: Sequence[T]
    total: int
    start: int = 0

    @property
    def is_last(self) -> bool:
        """Whether no rows follow."""
        return self.start + len(self.items) >= self.total
