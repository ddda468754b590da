"""Clocks of SLAs, from what happened to an issue.

What begins or ends a cycle is an event: ``created``, ``resolved``, ``reopened``, ``assigned``,
``unassigned``, ``status:<id>`` (the issue comes to stand there), ``comment:agent`` (an answer that
the customer reads) or ``comment:customer``. What lets a clock stand still is a state:
``status:<id>``, ``unassigned`` or ``resolved``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

EVENTS = (
    "created",
    "resolved",
    "reopened",
    "assigned",
    "unassigned",
    "comment:agent",
    "comment:customer",
)
STATES = ("unassigned", "resolved")


class Calendar(Protocol):
    """Says how much time counts."""

    def counted(self, us: int) -> int:
        """What it had counted at a moment."""
        ...

    def reached(self, since_us: int, wanted_us: int) -> int | None:
        """When it will have counted so much more than at a moment; None if never."""
        ...


class Happening(NamedTuple):
    """Something that happened to an issue."""

    at_us: int
    names: tuple[str, ...]
    """The events that it is."""
    field: str = ""
    """``status``, ``assignee`` or ``resolution``, if that changed."""
    value: str | None = None


@dataclass(slots=True)
class Cycle:
    """A clock."""

    started_us: int
    stopped_us: int | None = None
    elapsed_us: int = 0
    anchor_us: int | None = None

    def pause(self, counted: int) -> None:
        """Let it stand still."""
        if self.anchor_us is not None:
            self.elapsed_us, self.anchor_us = counted - self.anchor_us, None

    def run(self, counted: int) -> None:
        """Let it go on."""
        if self.anchor_us is None:
            self.anchor_us = counted - self.elapsed_us


@dataclass(slots=True)
class Story:
    """What happened to an issue, and how it began."""

    created_us: int
    status_id: str
    assignee_id: str | None
    resolution_id: str | None
    happenings: list[Happening] = field(default_factory=list)

    def in_order(self) -> Iterator[Happening]:
        """All of it; the beginning comes first, and changes before what is said of them."""
        names = ["created", f"status:{self.status_id}"]
        names.append("assigned" if self.assignee_id else "unassigned")
        yield Happening(self.created_us, tuple(names))
        yield from sorted(self.happenings, key=lambda each: (each.at_us, not each.field))


def cycles_of(
    story: Story,
    starts: Sequence[str],
    pauses: Sequence[str],
    stops: Sequence[str],
    calendar: Calendar,
) -> list[Cycle]:
    """The clocks that ran for an issue, the oldest first."""
    held: dict[str, Any] = {
        "status": story.status_id,
        "assignee": story.assignee_id,
        "resolution": story.resolution_id,
    }
    found: list[Cycle] = []
    for each in story.in_order():
        if each.field:
            held[each.field] = each.value
        current = found[-1] if found and found[-1].stopped_us is None else None
        counted = calendar.counted(each.at_us)
        if current is not None and not set(stops).isdisjoint(each.names):
            current.pause(counted)
            current.stopped_us, current = each.at_us, None
        elif current is None and not set(starts).isdisjoint(each.names):
            current = Cycle(each.at_us)
            found.append(current)
        if current is not None:
            if _is_paused(held, pauses):
                current.pause(counted)
            else:
                current.run(counted)
    return found


def _is_paused(held: dict[str, Any], pauses: Sequence[str]) -> bool:
    states = {f"status:{held['status']}"}
    if held["assignee"] is None:
        states.add("unassigned")
    if held["resolution"] is not None:
        states.add("resolved")
    return not states.isdisjoint(pauses)
