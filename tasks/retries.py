"""Deeds that an app refuses for a while, done again until it takes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from workworld.grading import Episode
from workworld.grading.family import ToolFailed

_TRIES = 3
T = TypeVar("T")


def insisted(episode: Episode, deed: Callable[[], T]) -> T:
    """Do something, and if the app has a fault do it again a minute later.

    Args:
        episode: in which it is done.
        deed: what is done by tools.

    Raises:
        ToolFailed: the app refuses it every time.
    """
    for _ in range(_TRIES - 1):
        try:
            return deed()
        except ToolFailed:
            episode.wait(1)
    return deed()
