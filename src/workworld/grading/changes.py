"""Changes that a task allows or asks for, by table, kind and values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workworld.worlds.changes import RowChange


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
        row = change.before if change.after is None else change.after
        return (
            row is not None
            and (change.table, change.kind) == (self.table, self.kind)
            and all(meets(row[name], wanted) for name, wanted in self.where.items())
            and (self.only is None or set(_touched(change)) <= set(self.only))
        )


def meets(value: Any, wanted: Any) -> bool:
    """Whether a column's value is the wanted one, or meets the wanted condition."""
    return wanted.test(value) if isinstance(wanted, Matching) else bool(value == wanted)


def _touched(change: RowChange) -> list[str]:
    """The columns whose values an update changed; none for other changes."""
    if change.before is None or change.after is None:
        return []
    return [name for name, value in change.after.items() if change.before[name] != value]
