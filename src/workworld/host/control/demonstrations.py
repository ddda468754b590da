"""What operators are shown of a task: its oracle at work, in a world that nobody else sees."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Picture:
    """A page as it was after something had been done to it.

    Args:
        said: what was done, in a few words.
        jpeg: the picture.
    """

    said: str
    jpeg: bytes


@dataclass(frozen=True, slots=True)
class Shown:
    """An episode of an oracle.

    Args:
        lines: its record: header, events, grade.
        names: the names of people by their ids.
        pictures: what was seen, if it worked in a browser.
    """

    lines: Sequence[Mapping[str, Any]]
    names: Mapping[str, str]
    pictures: Sequence[Picture] = ()


Demonstrate = Callable[[str, int, bool], Shown]
"""Lets the oracle of a family work on the task of a seed, in a browser if wanted.

Raises Refusal if it cannot be, and BrokenTask if there is no such task.
"""
