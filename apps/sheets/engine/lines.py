"""The order of a sheet's rows or columns, each known by an id that stays.

Lines are put in and taken out all the time; what stands on them is keyed by their ids, so that none
of it has to be touched. Since most lines lie as they were made, the order is kept in runs.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise


class Lines:
    """Ids of lines in their order; never changed, each edit gives another.

    Args:
        runs: the first id and the count of each run of successive ids.
    """

    __slots__ = ("_ends", "_starts", "runs")

    def __init__(self, runs: Iterable[Sequence[int]]) -> None:
        self.runs: tuple[tuple[int, int], ...] = tuple((run[0], run[1]) for run in runs)
        self._ends = list(accumulate(count for _, count in self.runs))
        places = zip(self.runs, [0, *self._ends], strict=False)
        self._starts = sorted((first, count, at) for (first, count), at in places)

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Lines) and self.runs == other.runs

    def __hash__(self) -> int:
        raise TypeError("an order of lines is no key")

    def id_at(self, index: int) -> int:
        """The id of the line at an index from zero.

        Raises:
            IndexError: there is no such line.
        """
        if not 0 <= index < len(self):
            raise IndexError(index)
        run = bisect_right(self._ends, index)
        first, count = self.runs[run]
        return first + index - (self._ends[run] - count)

    def index_of(self, line_id: int) -> int | None:
        """Where the line with an id stands; None if it was taken out."""
        run = bisect_right(self._starts, line_id, key=lambda each: each[0]) - 1
        if run < 0:
            return None
        first, count, at = self._starts[run]
        return at + line_id - first if line_id < first + count else None

    def ids(self, start: int, end: int) -> Iterator[int]:
        """The ids of the lines from ``start`` to before ``end``."""
        for first, last in self.spans(start, end):
            yield from range(first, last + 1)

    def spans(self, start: int, end: int) -> list[tuple[int, int]]:
        """The runs of ids from ``start`` to before ``end``: the first and the last of each."""
        return [(first, first + count - 1) for first, count in _cut(self.runs, start, end)]

    def inserted(self, at: int, first: int, count: int) -> Lines:
        """With new lines before the one at ``at``, whose ids begin with ``first``."""
        return Lines(
            _joined([*_cut(self.runs, 0, at), (first, count), *_cut(self.runs, at, len(self))])
        )

    def deleted(self, start: int, end: int) -> Lines:
        """Without the lines from ``start`` to before ``end``."""
        return Lines(_joined([*_cut(self.runs, 0, start), *_cut(self.runs, end, len(self))]))

    def moved(self, start: int, end: int, to: int) -> Lines:
        """With the lines from ``start`` to before ``end`` before the one that is at ``to`` now."""
        if start <= to <= end:
            return self
        taken = _cut(self.runs, start, end)
        at = to if to < start else to - (end - start)
        rest = self.deleted(start, end)
        return Lines(_joined([*_cut(rest.runs, 0, at), *taken, *_cut(rest.runs, at, len(rest))]))


def _cut(runs: Iterable[tuple[int, int]], start: int, end: int) -> list[tuple[int, int]]:
    """The runs between two places."""
    found, at = [], 0
    for first, count in runs:
        low, high = max(start, at), min(end, at + count)
        if low < high:
            found.append((first + low - at, high - low))
        at += count
    return found


def _joined(runs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Runs of which none goes on where the one before it ends."""
    joined = list(runs[:1])
    for before, (first, count) in pairwise(runs):
        if before[0] + before[1] == first:
            joined[-1] = (joined[-1][0], joined[-1][1] + count)
        else:
            joined.append((first, count))
    return joined
