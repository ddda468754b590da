"""What lies on people's desks: apps declare what of theirs somebody has to do."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session


@dataclass(frozen=True, slots=True)
class Work:
    """What somebody has to do in an app.

    Args:
        kind: what it is called, such as ``open issues``.
        count: how much of it there is.
        latest: the thing of it that was touched last, or is due first.
    """

    kind: str
    count: int
    latest: str


Everybodys = Callable[[Session], Mapping[str, Work]]
_DECLARED: dict[str, Everybodys] = {}


def counts(name: str) -> Callable[[Everybodys], Everybodys]:
    """Declare how work of a kind is found, for everybody at once by their ids.

    Args:
        name: ``<app>.<kind>``, by which they are ordered.
    """

    def declare(function: Everybodys) -> Everybodys:
        _DECLARED[name] = function
        return function

    return declare


def of_everybody(session: Session) -> Mapping[str, Sequence[Work]]:
    """What everybody has to do, by their ids; who has nothing is left out."""
    found: dict[str, list[Work]] = defaultdict(list)
    for name in sorted(_DECLARED, reverse=True):
        for person_id, work in _DECLARED[name](session).items():
            found[person_id].append(work)
    return found
