"""Circular references: which cells of a workbook refer to themselves, and through whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from workworld.apps.sheets.engine.addresses import Area, Place, quoted
from workworld.apps.sheets.engine.books import Book

_MOST_NAMED = 5
MOST_LINKS = 1_000_000
"""How many references between such cells are followed: those beyond are not named."""


def circles(
    cells: Iterable[Place], precedents: Callable[[Place], Iterable[Place]]
) -> Mapping[Place, Sequence[Place]]:
    """The circles that cells are part of, each with its cells in their order.

    What only refers to a circle is in none; cells of the same circle share one list.

    Args:
        cells: those that cannot be worked out.
        precedents: which of them a cell refers to.
    """
    found = dict[Place, Sequence[Place]]()
    for group in _components(cells, _bounded(precedents)):
        alone = len(group) == 1
        if alone and group[0] not in set(precedents(group[0])):
            continue
        ordered = sorted(group)
        found.update(dict.fromkeys(ordered, ordered))
    return found


def named(places: Sequence[Place], book: Book) -> str:
    """A sentence that names the cells of a circle."""
    if not places:
        return "This cell refers to a circle of references."
    titles = {frame.id: quoted(frame.title) for frame in book.frames}
    several = len({each.sheet for each in places}) > 1
    names = [
        (f"{titles[each.sheet]}!" if several else "") + str(Area.of_cell(each.row, each.column))
        for each in places[:_MOST_NAMED]
    ]
    more = len(places) - len(names)
    if more:
        names.append(f"{more:,} more")
    said = " and ".join((", ".join(names[:-1]), names[-1])) if names[1:] else names[0]
    return f"Circular reference: {said}."


def _bounded(
    precedents: Callable[[Place], Iterable[Place]],
) -> Callable[[Place], Iterator[Place]]:
    left = [MOST_LINKS]

    def of(place: Place) -> Iterator[Place]:
        for each in precedents(place):
            left[0] -= 1
            if left[0] < 0:
                return
            yield each

    return of


def _components(
    cells: Iterable[Place], of: Callable[[Place], Iterator[Place]]
) -> Iterator[list[Place]]:
    """Strongly connected cells, after Tarjan; without recursion, since chains may be long."""
    index, lowest = dict[Place, int](), dict[Place, int]()
    stack, on_stack = list[Place](), set[Place]()
    for start in cells:
        if start in index:
            continue
        work = [(start, _entered(start, index, lowest, stack, on_stack, of))]
        while work:
            place, rest = work[-1]
            following = next(rest, None)
            if following is None:
                work.pop()
                if work:
                    above = work[-1][0]
                    lowest[above] = min(lowest[above], lowest[place])
                if lowest[place] == index[place]:
                    yield _popped(place, stack, on_stack)
            elif following not in index:
                work.append((following, _entered(following, index, lowest, stack, on_stack, of)))
            elif following in on_stack:
                lowest[place] = min(lowest[place], index[following])


def _entered(
    place: Place,
    index: dict[Place, int],
    lowest: dict[Place, int],
    stack: list[Place],
    on_stack: set[Place],
    of: Callable[[Place], Iterator[Place]],
) -> Iterator[Place]:
    index[place] = lowest[place] = len(index)
    stack.append(place)
    on_stack.add(place)
    return of(place)


def _popped(place: Place, stack: list[Place], on_stack: set[Place]) -> list[Place]:
    found = list[Place]()
    while True:
        each = stack.pop()
        on_stack.discard(each)
        found.append(each)
        if each == place:
            return found
