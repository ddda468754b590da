"""Changes that a task allows or asks for, by table, kind and values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workworld.worlds.changes import RowChange

_LONGEST = 60


@dataclass(frozen=True, slots=True)
class Matching:
    """A condition on a column's value, where one value would be too narrow.

    Args:
        said: the condition in words, for the rubric.
        test: the value → whether it meets the condition.
    """

    said: str
    test: Callable[[Any], bool]


@dataclass(frozen=True, slots=True)
class Allowed:
    """A kind of change that the task allows.

    Args:
        table: the table's name.
        kind: ``insert``, ``update`` or ``delete``.
        where: column values that the changed row must have, after it or, for a deletion, before;
            a value or a ``Matching``.
        at_most: how many such changes there may be.
        only: the columns that an update may touch; None for any.
    """

    table: str
    kind: str
    where: Mapping[str, Any]
    at_most: int = 1
    only: Sequence[str] | None = None

    def covers(self, change: RowChange) -> bool:
        """Whether the change is of this kind."""
        same = (change.table, change.kind) == (self.table, self.kind)
        return same and next(self._unmet_by(change), None) is None

    def unmet_by(self, change: RowChange) -> list[str]:
        """Why a change of the same kind, in the same table, is none of these: column by column."""
        return list(self._unmet_by(change))

    def _unmet_by(self, change: RowChange) -> Iterator[str]:
        row = change.before if change.after is None else change.after
        values = {} if row is None else row
        for name, wanted in self.where.items():
            if not meets(values[name], wanted):
                yield f"{name} is {_shown(values[name])}, not {_shown(wanted)}"
        if self.only is not None:
            yield from (f"{name} changes" for name in _touched(change) if name not in self.only)


def meets(value: Any, wanted: Any) -> bool:
    """Whether a column's value is the wanted one, or meets the wanted condition."""
    return wanted.test(value) if isinstance(wanted, Matching) else bool(value == wanted)


def _touched(change: RowChange) -> list[str]:
    """The columns whose values an update changed; none for other changes."""
    if change.before is None or change.after is None:
        return []
    return [name for name, value in change.after.items() if change.before[name] != value]


def _shown(value: Any) -> str:
    text = value.said if isinstance(value, Matching) else repr(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
