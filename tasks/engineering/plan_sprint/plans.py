"""What fits into a sprint, and what one takes for it by mistakes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from workworld.randomness import Stream

PRIORITIES = ("Highest", "High", "Medium", "Low", "Lowest")
PEOPLE, EACH = 4, 4
_POINTS = (1, 2, 3, 5)
_TRIES = 3000


@dataclass(frozen=True, slots=True)
class Candidate:
    """An issue that may go into the sprint.

    Args:
        key: its place among them, or its key.
        assignee: whose it is: a place among the people, or a name.
        priority: its name.
        points: its story points.
        is_blocked: whether something that is not resolved blocks it.
    """

    key: str
    assignee: str
    priority: str
    points: int
    is_blocked: bool = False


def fitting(candidates: Iterable[Candidate], days: Mapping[str, int]) -> list[Candidate]:
    """What goes in: by priority, what fits into the days that its assignee has."""
    left, chosen = dict(days), []
    for each in sorted(candidates, key=lambda each: PRIORITIES.index(each.priority)):
        if not each.is_blocked and each.points <= left.get(each.assignee, 0):
            left[each.assignee] -= each.points
            chosen.append(each)
    return chosen


def _until_full(candidates: Sequence[Candidate], days: Mapping[str, int]) -> list[Candidate]:
    """A mistake: nobody gets anything more after the first issue that does not fit."""
    chosen = fitting(candidates, days)
    for who in days:
        mine = [each for each in candidates if each.assignee == who and not each.is_blocked]
        mine.sort(key=lambda each: PRIORITIES.index(each.priority))
        over = next((place for place, each in enumerate(mine) if each not in chosen), len(mine))
        chosen = [each for each in chosen if each not in mine[over:]]
    return chosen


@dataclass(frozen=True, slots=True)
class Drawn:
    """A sprint to plan; people are ``0`` to ``3``, and issues stand in the order of their keys.

    Args:
        candidates: as they are in the end.
        days: what each works in it, without days off.
        away: how many days off the first, the second and the third tell at first.
        ill: how many the second tells later, in the place of the first.
        blocked: places of the issues that are blocked from the beginning, that something blocks
            which is resolved, and that are blocked later.
        right: places of those that go in.
        mistaken: the same by mistakes.
    """

    candidates: tuple[Candidate, ...]
    days: Mapping[str, int]
    away: tuple[int, int, int]
    ill: int
    blocked: tuple[int, int, int]
    right: tuple[int, ...]
    mistaken: Mapping[str, tuple[int, ...]]


def drawn(rng: Stream) -> Drawn:
    """Draw a sprint in which each mistake leads to another plan.

    Raises:
        LookupError: chance is against it.
    """
    for _ in range(_TRIES):
        found = _draw(rng)
        plans = [found.right, *found.mistaken.values()]
        if all(each != found.right for each in plans[1:]) and len(found.right) > EACH:
            return found
    raise LookupError("no sprint in which each mistake shows")


def _draw(rng: Stream) -> Drawn:
    whose = rng.sample([str(who) for who in range(PEOPLE) for _ in range(EACH)], PEOPLE * EACH)
    ranks = {str(who): rng.sample(PRIORITIES, EACH) for who in range(PEOPLE)}
    all_of_them = [
        Candidate(str(place), who, ranks[who].pop(), rng.choice(_POINTS))
        for place, who in enumerate(whose)
    ]
    days = {str(who): rng.integer(6, 10) for who in range(PEOPLE)}
    away = (rng.integer(1, 3), rng.integer(1, 2), rng.integer(2, 3))
    ill = rng.integer(3, 5)
    first, done, late = rng.sample(range(len(all_of_them)), 3)

    def plan(blocked: Sequence[int], off: Sequence[int]) -> list[Candidate]:
        return fitting(_blocked(all_of_them, blocked), _less(days, off))

    off = (away[0], ill, 0, 0)
    candidates = _blocked(all_of_them, (first, late))
    mistaken = {
        "days off": plan((first, late), ()),
        "first word": plan((first, late), (*away[:2], 0, 0)),
        "not taken back": plan((first, late), (away[0], ill, away[2], 0)),
        "others' word": plan((first, late), (*off[:3], 2)),
        "before": plan((first,), (*away[:2], 0, 0)),
        "late blocker": plan((first,), off),
        "blockers": plan((), off),
        "resolved blocker": plan((first, late, done), off),
        "until full": _until_full(candidates, _less(days, off)),
        "by key": fitting(
            [replace(each, priority="High") for each in candidates], _less(days, off)
        ),
    }
    return Drawn(
        tuple(candidates),
        days,
        away,
        ill,
        (first, done, late),
        _places(fitting(candidates, _less(days, off))),
        {name: _places(each) for name, each in mistaken.items()},
    )


def _blocked(candidates: Sequence[Candidate], places: Sequence[int]) -> list[Candidate]:
    return [replace(each, is_blocked=place in places) for place, each in enumerate(candidates)]


def _less(days: Mapping[str, int], off: Sequence[int]) -> Mapping[str, int]:
    return {who: each - dict(enumerate(off)).get(int(who), 0) for who, each in days.items()}


def _places(chosen: Iterable[Candidate]) -> tuple[int, ...]:
    return tuple(sorted(int(each.key) for each in chosen))
