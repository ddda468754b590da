"""The record of one episode."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from workworld.grading import Grade

FORMAT = 1

Line = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Trajectory:
    """The record of one episode; ``episode.schema.json`` describes its lines.

    Args:
        header: what was asked of whom, in which company, within what limits.
        events: what happened, in order.
        grade: how it was judged; None if it was not.
    """

    header: Line
    events: Sequence[Line]
    grade: Line | None = None
    graded: Grade | None = None
    """The same, if this process has judged it; a file does not hold it twice."""

    def lines(self) -> Iterator[Line]:
        """All of it, one JSON object each."""
        yield self.header
        yield from self.events
        if self.grade is not None:
            yield self.grade

    def of(self, kind: str) -> list[Line]:
        """The events of one kind: ``step``, ``read``, ``session``, ``changes``, ``messages``."""
        return [event for event in self.events if event["type"] == kind]

    def with_messages(self, messages: Sequence[Line]) -> Trajectory:
        """The same with what a model and its tools said to each other."""
        said = {"type": "messages", "messages": list(messages)}
        return replace(self, events=[*self.events, said])

    @property
    def task(self) -> str:
        """The family's id."""
        return str(self.header["task"])

    @property
    def seed(self) -> int:
        """Which of the family's tasks."""
        return int(self.header["seed"])

    @property
    def reward(self) -> float | None:
        """The reward; None if the episode is invalid, or was not graded."""
        return self.grade["reward"] if self.grade else None
