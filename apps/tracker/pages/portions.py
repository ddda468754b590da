"""Which of many cards a page shows: a few of each zone, and more of the one that is asked for.

A zone is a cell of a board or a section of a backlog. The address says where its portion begins,
so that all cards can be reached, and no page holds them all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import flask

from workworld.apps.tracker.pages.narrowing import here

Shown = TypeVar("Shown")
_SIZE, _BESIDE = 30, 8
"""How many the zone shows of which more is asked for, and at most any other one then."""
_LONGEST = 6
"""Digits of a number that can be meant."""


@dataclass(frozen=True, slots=True)
class Portion(Generic[Shown]):
    """What a page shows of a zone."""

    items: Sequence[Shown]
    earlier: int
    """How many come before these, and how many behind them."""
    later: int
    earlier_url: str
    later_url: str


@dataclass(frozen=True, slots=True)
class Portions:
    """How a page with many cards shows them.

    Args:
        most: how many each zone shows, but for the one of which more is asked for.
    """

    most: int

    def of(self, zone: str, items: Sequence[Shown]) -> Portion[Shown]:
        """The portion of a zone that the address asks for."""
        asked, start = _asked()
        if zone == asked and len(items) > self.most:
            return _portion(zone, items, min(start, (len(items) - 1) // _SIZE * _SIZE), _SIZE)
        most = min(self.most, _BESIDE) if asked and len(items) > self.most else self.most
        return _portion(zone, items, 0, most)


def _portion(zone: str, items: Sequence[Shown], start: int, size: int) -> Portion[Shown]:
    end = min(start + size, len(items))
    following = end if start or size >= _SIZE else 0  # the first portion grows before it moves on
    return Portion(
        items[start:end],
        start,
        len(items) - end,
        here(more=f"{zone}:{max(start - _SIZE, 0)}" if start else None),
        here(more=f"{zone}:{following}"),
    )


def _asked() -> tuple[str, int]:
    zone, _, start = flask.request.args.get("more", "").rpartition(":")
    is_number = start.isdecimal() and len(start) <= _LONGEST
    return zone, int(start) // _SIZE * _SIZE if is_number else 0
