"""What becomes of issues of load data: how they move through workflows, and who changes what."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.tracker import field_ids
from workworld.apps.tracker.models import (
    IssueType,
    Priority,
    ProjectType,
    Resolution,
    Sprint,
    Status,
    Workflow,
    WorkflowStatus,
)
from workworld.apps.tracker.service import sprint_changes
from workworld.apps.tracker.service.history import Item
from workworld.directory.models import Person
from workworld.randomness import Stream
from workworld.seed_data.bench.projects import Place

_MINUTE, _HOUR, _DAY = 60_000_000, 3_600_000_000, 86_400_000_000
_TYPES = ("Story", "Task", "Bug", "Bug", "Task", "Story", "Spike", "Incident", "Change")
_EPIC_EVERY, _LASTS_DAYS, _LEFT_EVERY = 25, 30, 15
_DEAD_ENDS = ("Reopened", "Won't Fix", "Rejected", "Rolled Back", "Waiting for Customer")
"""Statuses that are not on the straight way through a workflow."""
_POINTS = (1, 2, 3, 5, 8)


@dataclass(frozen=True, slots=True)
class Change:
    """What somebody changed at once."""

    at: int
    by: str
    items: Sequence[Item]


@dataclass(frozen=True, slots=True)
class Made:
    """An issue, and what happened to it."""

    row: dict[str, Any]
    place: Place
    is_epic: bool
    changes: Sequence[Change]
    sprint_ids: Sequence[int]
    sprint_changes: Sequence[dict[str, Any]]


@dataclass
class _Life:
    """An issue while it lives."""

    place: Place
    row: dict[str, Any]
    changes: list[Change] = field(default_factory=list)
    sprints: list[Sprint] = field(default_factory=list)
    told: list[dict[str, Any]] = field(default_factory=list)


class Lives:
    """Lets issues live, in the ways that the site's workflows have."""

    def __init__(self, session: Session, stream: Stream, now_us: int, history: float) -> None:
        self._stream, self._now, self._more = stream, now_us, history
        self._names: Mapping[str, str] = dict(session.execute(select(Person.id, Person.name)).all())
        self._statuses = {row.id: row for row in session.scalars(select(Status))}
        self._types = {row.name: row for row in session.scalars(select(IssueType))}
        self._priorities = list(session.scalars(select(Priority).order_by(Priority.position)))
        self._done = session.scalars(select(Resolution).where(Resolution.name == "Done")).one()
        self._ways = dict(_ways(session, self._statuses))

    def live(
        self, place: Place, row: dict[str, Any], epics: Sequence[str], *, is_current: bool
    ) -> Made:
        """Fill the row of an issue that was just made, and say how it came to be so.

        Args:
            place: its project.
            row: what is known of it.
            epics: of the project.
            is_current: whether it is on a board today.
        """
        of_type = self._type(place, epics, is_current=is_current)
        way = self._ways[place.row.id, of_type.id]
        reporter, assignee = self._anybody(place), self._anybody(place)
        life = _Life(place, row)
        row |= self._first(of_type, reporter, assignee, epics)
        steps = self._move(life, way, is_current=is_current)
        self._change_more(life, steps, assignee)
        if of_type.level == 0:
            self._plan(life, is_current=is_current)
        changes = sorted(life.changes, key=lambda each: each.at)
        row["version"] = 1 + len(changes)
        row["updated_us"] = max([row["created_us"], *(each.at for each in changes)])
        return Made(
            row, place, of_type.level > 0, changes, [each.id for each in life.sprints], life.told
        )

    def _type(self, place: Place, epics: Sequence[str], *, is_current: bool) -> IssueType:
        there = [name for name in _TYPES if (place.row.id, self._types[name].id) in self._ways]
        has_epics = (place.row.id, self._types["Epic"].id) in self._ways
        is_time = not epics or self._stream.integer(1, _EPIC_EVERY) == 1
        if has_epics and is_time and not is_current:
            return self._types["Epic"]
        return self._types[self._stream.choice(there)]

    def _first(
        self, of_type: IssueType, reporter: str, assignee: str, epics: Sequence[str]
    ) -> dict[str, Any]:
        in_epic = of_type.level == 0 and bool(epics) and self._stream.integer(1, 3) > 1
        return {
            "type_id": of_type.id,
            "reporter_id": reporter,
            "creator_id": reporter,
            "assignee_id": assignee,
            "parent_id": self._stream.choice(epics) if in_epic else None,
            "priority_id": self._stream.choice(self._priorities).id,
            "story_points": self._stream.choice(_POINTS) if of_type.level == 0 else None,
            "sprint_id": None,
            "start_date": None,
            "due_date": None,
            "original_estimate": None,
            "remaining_estimate": None,
            "time_spent": 0,
            "security_level_id": None,
            "is_flagged": self._stream.integer(1, 80) == 1,
            "environment": None,
            "environment_text": "",
        }

    def _anybody(self, place: Place) -> str:
        return self._stream.choice(place.team)

    def _move(self, life: _Life, way: Sequence[Status], *, is_current: bool) -> list[int]:
        """Through the workflow as far as its age allows; the moments of its steps."""
        row, at = life.row, life.row["created_us"]
        age = (self._now - at) / _DAY
        is_left = self._stream.integer(1, _LEFT_EVERY) == 1
        is_over = not (is_current or is_left) and self._stream.integer(0, 60) < age
        reached = len(way) - 1 if is_over else self._stream.integer(0, len(way) - 1)
        pace = max(_MINUTE, int(min(age, self._stream.integer(2, _LASTS_DAYS)) * _DAY / 5))
        moments = []
        for before, after in pairwise(way[: reached + 1]):
            at = min(at + self._stream.integer(_MINUTE, pace), self._now - _MINUTE)
            moments.append(at)
            items = [_named("status", before, after)]
            if after.category == "done" and before.category != "done":
                items.append(_named("resolution", None, self._done))
                row["resolved_us"] = at
            life.changes.append(Change(at, self._anybody(life.place), items))
        status = way[reached]
        row |= {
            "status_id": status.id,
            "status_changed_us": moments[-1] if moments else row["created_us"],
            "resolution_id": self._done.id if status.category == "done" else None,
        }
        row.setdefault("resolved_us", None)
        return moments

    def _change_more(self, life: _Life, steps: Sequence[int], assignee: str) -> None:
        """Other fields change as well, so often that histories are as long as was asked for."""
        told = sum(len(change.items) for change in life.changes)
        wanted = self._stream.integer(int(self._more * 0.75), int(self._more * 1.55)) - told
        row, now = life.row, self._now - _MINUTE
        last = steps[-1] if steps else min(now, row["created_us"] + _DAY)
        holders = [self._anybody(life.place) for _ in range(max(0, wanted // 2))] + [assignee]
        items = [
            Item("assignee", field_ids.ASSIGNEE, *self._person(old), *self._person(new))
            for old, new in zip([None, *holders], holders, strict=False)
            if old != new
        ]
        levels = [self._stream.choice(self._priorities) for _ in range(max(0, wanted // 3))]
        end = next(each for each in self._priorities if each.id == row["priority_id"])
        items += [
            _named("priority", old, new) for old, new in pairwise([*levels, end]) if old is not new
        ]
        first, span = row["created_us"], max(1, last - row["created_us"])
        for place, item in enumerate(items):
            at = min(first + span * (place + 1) // (len(items) + 1), now)
            life.changes.append(Change(at, self._anybody(life.place), [item]))

    def _person(self, person_id: str | None) -> tuple[str | None, str | None]:
        return person_id, self._names[person_id] if person_id else None

    def _plan(self, life: _Life, *, is_current: bool) -> None:
        """Put it into sprints: that under way, or those while it was worked on."""
        sprints, row = life.place.sprints, life.row
        if not sprints:
            return
        if is_current or (row["resolved_us"] is None and self._stream.integer(1, 5) == 1):
            chosen = [each for each in sprints if each.state == "active"]
        elif row["resolved_us"] is not None:
            chosen = [each for each in sprints if _within(each, row["resolved_us"])]
        else:
            chosen = []
        for sprint in chosen:
            self._enter(life, sprint)

    def _enter(self, life: _Life, sprint: Sprint) -> None:
        row = life.row
        started = sprint.activated_us or row["created_us"]
        at = max(row["created_us"], started - _HOUR)
        item = Item("Sprint", field_ids.SPRINT, "", "", str(sprint.id), sprint.name)
        life.changes.append(Change(min(at, self._now - _MINUTE), self._anybody(life.place), [item]))
        life.sprints.append(sprint)
        if sprint.state != "closed":
            row["sprint_id"] = sprint.id
        came = sprint_changes.COMMITTED if at < started else sprint_changes.ADDED
        self._tell(life, sprint, came, max(at, started))
        if row["resolved_us"] is not None and row["resolved_us"] >= started:
            self._tell(life, sprint, sprint_changes.COMPLETED, row["resolved_us"])

    def _tell(self, life: _Life, sprint: Sprint, kind: str, at: int) -> None:
        told = {"sprint_id": sprint.id, "issue_id": life.row["id"], "kind": kind, "changed_us": at}
        life.told.append({**told, "points": life.row["story_points"]})


def _within(sprint: Sprint, at: int) -> bool:
    start, end = sprint.activated_us, sprint.completed_us or sprint.end_us
    return start is not None and end is not None and start <= at < end


def _named(name: str, old: Any, new: Any) -> Item:
    return Item(
        name,
        name,
        old.id if old is not None else None,
        old.name if old is not None else None,
        new.id,
        new.name,
    )


def _ways(
    session: Session, statuses: Mapping[str, Status]
) -> Iterator[tuple[tuple[str, str], Sequence[Status]]]:
    """The straight way through the workflow of each project's types."""
    there = defaultdict[str, list[Status]](list)
    order = select(WorkflowStatus).order_by(WorkflowStatus.workflow_id, WorkflowStatus.position)
    for row in session.scalars(order):
        if statuses[row.status_id].name not in _DEAD_ENDS:
            there[row.workflow_id].append(statuses[row.status_id])
    for each in session.scalars(select(ProjectType).join(Workflow)):
        yield (each.project_id, each.type_id), there[each.workflow_id]
