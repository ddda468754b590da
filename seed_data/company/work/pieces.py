"""What issues are broken into: sub-tasks, done before what they belong to."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from workworld.seed_data.company.work.flows import open_issue
from workworld.seed_data.company.work.lives import Life

_BROKEN_DOWN = {"Story": 20, "Task": 11, "Bug": 1}
"""So many of a hundred have sub-tasks, if there is time for them."""


def of(life: Life) -> Iterator[Life]:
    """The sub-tasks of an issue that has lived."""
    if life.place.kind != "scrum" or not life.chance(_BROKEN_DOWN.get(life.type, 0)):
        return
    begun = _moment(life, "In Progress")
    if begun is None:
        return
    end, count = _moment(life, "Done"), life.stream.integer(2, 4)
    for number in range(count):
        part = _piece(life, number, count, begun, end)
        if part is not None:
            yield part


def _moment(life: Life, status: str) -> datetime | None:
    found = (each for each in life.events if each.facts.get("status") == status)
    event = next(found, None)
    return event.at if event else None


def _piece(
    life: Life, number: int, count: int, begun: datetime, end: datetime | None
) -> Life | None:
    """One of several; None if there is no time left for it."""
    stream = life.company.chance.stream("work", life.name, "piece", number)
    who = next(
        (each.facts["assignee"] for each in life.events if "assignee" in each.facts), life.reporter
    )
    piece = Life(
        life.company,
        life.place,
        life.part,
        f"{life.name}/{number}",
        stream,
        "Sub-task",
        who,
        begun,
        life.customers,
        life.said,
    )
    piece.slots.fixed["thing"] = life.slots.fixed["thing"]
    if not open_issue(piece, life.name, assignee=who):
        return None
    piece.assignee = who
    span = ((end - piece.at).total_seconds() / 60) if end else 4000
    if span < 30:
        return None
    step = span / (count + 1)
    if piece.chance(35):
        piece.change(step * number * 0.8, status="In Progress")
    else:
        piece.at += timedelta(minutes=step * number * 0.8)
    if piece.chance(40):
        piece.comment("progress", step * 0.2)
    if piece.chance(30):
        piece.work(step * 0.2)
    if end is None and number + 1 == count:
        return piece
    piece.is_done = piece.change(step * 0.4, status="Done")
    is_late = end is not None and (piece.at >= end or not piece.is_done)
    return None if is_late else piece
