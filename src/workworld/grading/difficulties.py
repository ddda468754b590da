"""How hard the tasks of a family are, as its author says."""

from __future__ import annotations

from enum import StrEnum


class Difficulty(StrEnum):
    """What a task asks of whoever does it."""

    EASY = "easy"
    """A few deeds in one app, and everything that is needed is told."""
    MEDIUM = "medium"
    """Something must be found first, or two sources be brought together."""
    HARD = "hard"
    """Many deeds, several apps, or something that must be noticed without being told."""
