"""Splits: what to train on, what to tune by, and what to be judged on.

A score means little about what a model has seen. It may have memorised three things, and each has a
split of its own: the values of a task (``seed_split``), the ways of a whole company
(``company_split``), and the kind of task, which the author of a family says of it.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from itertools import count as counting
from itertools import islice

from workworld.randomness import digest

_HUNDREDTHS = 100
_TRAIN_BELOW = 80
_VALIDATION_BELOW = 90


class Split(StrEnum):
    """What something is for."""

    TRAIN = "train"
    """Four fifths: a model may learn from it."""
    VALIDATION = "validation"
    """A tenth: whoever trains may choose by it."""
    TEST = "test"
    """A tenth: it is for the last judgement, and for nothing before that."""


def seed_split(family_id: str, seed: int) -> Split:
    """The split of one task of a family; it never changes.

    It protects against memorised values: who knows the answers of the seeds trained on earns
    nothing with those of another split. Each family is split by itself.
    """
    return _split("seed", family_id, seed)


def company_split(company_seed: int) -> Split:
    """The split of the company that a seed makes; it never changes.

    It protects against memorised companies: people, channels and customers that a model knows by
    heart are no help in a company that it has never seen.
    """
    return _split("company", company_seed)


def seeds(family_id: str, split: Split, count: int, *, start: int = 0) -> list[int]:
    """The first seeds of a family that are in a split, in order.

    Args:
        family_id: the family.
        split: which split.
        count: how many.
        start: the lowest seed to consider.

    Raises:
        ValueError: ``count`` or ``start`` is below 0.
    """
    return _first(count, start, lambda seed: seed_split(family_id, seed) is split)


def company_seeds(split: Split, count: int, *, start: int = 0) -> list[int]:
    """The first seeds of companies that are in a split, in order; see ``seeds``."""
    return _first(count, start, lambda seed: company_split(seed) is split)


def _split(*names: object) -> Split:
    place = int.from_bytes(digest("split", *names)[:8]) % _HUNDREDTHS
    if place < _TRAIN_BELOW:
        return Split.TRAIN
    return Split.VALIDATION if place < _VALIDATION_BELOW else Split.TEST


def _first(count: int, start: int, belongs: Callable[[int], bool]) -> list[int]:
    if count < 0 or start < 0:
        raise ValueError("count and start may not be below 0")
    return list(islice(filter(belongs, counting(start)), count))
