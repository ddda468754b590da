"""Ids as the vendor gives them: decimal numbers, which nobody guesses."""

from __future__ import annotations

from workworld.ids import Ids

_SPREAD = 9_000_000


def next_id(ids: Ids, kind: str) -> str:
    """The next id of a kind (``issue``, ``comment`` …) as a decimal text from 10000 on."""
    return str(next_number(ids, kind))


def next_number(ids: Ids, kind: str) -> int:
    """The same as a number, for what the agile API numbers: ``board``, ``sprint``."""
    return 10_000 + ids.next_number(f"tracker {kind}", _SPREAD)
