"""What happened to issues, told in order: what they are in the end, and all that came about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from workworld.apps.tracker import durations, field_ids
from workworld.apps.tracker.models import Sprint
from workworld.apps.tracker.service.history import Item
from workworld.seed_data.issue_facts import IssueFact, SprintFact, WorkFact
from workworld.seed_data.tracker.known import Known

SAID = ("comment", "internal", "worked", "note", "link")
"""What of an event changes no field."""
_LISTS = {
    "fix": ("Fix Version", field_ids.FIX_VERSIONS),
    "affects": ("Version", field_ids.AFFECTS_VERSIONS),
    "components": ("Component", field_ids.COMPONENTS),
}
_DATES = {"due": ("duedate", field_ids.DUE_DATE), "start": ("Start date", field_ids.START_DATE)}
_PLAIN = {
    "summary": ("summary", field_ids.SUMMARY),
    "points": ("Story Points", field_ids.STORY_POINTS),
}


@dataclass
class Story:
    """An issue while its story is being told; its fields are by the facts' names of them."""

    fact: IssueFact
    project: str
    id: str
    key: str
    fields: dict[str, Any]
    is_subtask: bool
    past_sprints: list[str] = field(default_factory=list)
    """Those that closed while it was in them."""
    resolved: datetime | None = None
    status_since: datetime | None = None
    updated: datetime | None = None
    changes: int = 0
    spent: int = 0
    remaining: int | None = None
    watchers: list[str] = field(default_factory=list)

    @property
    def sprints(self) -> list[str]:
        """All that it is or was in, the first one first."""
        now = self.fields.get("sprint")
        return [*self.past_sprints, *([now] if now and now not in self.past_sprints else [])]

    def watch(self, *keys: str | None) -> None:
        """People watch it from now on."""
        self.watchers += [key for key in dict.fromkeys(keys) if key and key not in self.watchers]


@dataclass(frozen=True, slots=True)
class Happening:
    """Something at a time: an issue is made, or goes on, or a sprint starts or closes."""

    at: datetime
    kind: str
    work: WorkFact
    issue: IssueFact | None = None
    place: int = 0
    """Of the event in the story."""
    sprint: SprintFact | None = None


def in_order(works: Sequence[WorkFact]) -> list[Happening]:
    """All that happened anywhere, the first first."""
    found = [each for work in works for each in _of(work)]
    return sorted(found, key=lambda each: each.at)


def _of(work: WorkFact) -> Iterator[Happening]:
    for sprint in work.board.sprints:
        if sprint.started:
            yield Happening(sprint.started, "start", work, sprint=sprint)
        if sprint.completed:
            yield Happening(sprint.completed, "complete", work, sprint=sprint)
    for issue in work.issues:
        yield Happening(issue.at, "create", work, issue)
        for place, event in enumerate(issue.story):
            yield Happening(event.at, "event", work, issue, place)


@dataclass(frozen=True, slots=True)
class Changes:
    """Tells how a field changed, in the vendor's words."""

    known: Known
    sprints: Mapping[str, Sprint]
    keys: Mapping[str, Story]

    def items(self, story: Story, name: str, new: Any) -> list[Item]:
        """The history of a field that gets another value."""
        old = story.fields.get(name)
        if old == new:
            return []
        if name in _LISTS:
            return self._each(story, name, old or [], new or [])
        tell = getattr(self, f"_{name}", None)
        if tell is not None:
            return [tell(old, new)]
        if name in _DATES:
            called, field_id = _DATES[name]
            return [Item(called, field_id, old, _day(old), new, _day(new))]
        called, field_id = _PLAIN[name]
        return [Item(called, field_id, None, _text(old), None, _text(new))]

    def sprint_item(self, before: Sequence[str], after: Sequence[str]) -> Item:
        """The history of an issue that goes from sprints to others."""
        return Item("Sprint", field_ids.SPRINT, *self._named(before), *self._named(after))

    def _named(self, sprints: Sequence[str]) -> tuple[str, str]:
        numbers = ", ".join(str(self.sprints[name].id) for name in sprints)
        return numbers, ", ".join(sprints)

    def _each(self, story: Story, name: str, old: Sequence[str], new: Sequence[str]) -> list[Item]:
        called, field_id = _LISTS[name]
        known = self.known.components if name == "components" else self.known.versions
        project_id = self.known.projects[story.project].id
        gone = [Item(called, field_id, known[project_id, each], each) for each in old]
        came = [Item(called, field_id, to_id=known[project_id, each], to_text=each) for each in new]
        return [
            *(item for item, each in zip(gone, old, strict=True) if each not in new),
            *(item for item, each in zip(came, new, strict=True) if each not in old),
        ]

    def _status(self, old: str, new: str) -> Item:
        there = self.known.statuses
        return Item("status", field_ids.STATUS, there[old].id, old, there[new].id, new)

    def _resolution(self, old: str | None, new: str | None) -> Item:
        there = self.known.resolutions
        ids = [there[each].id if each else None for each in (old, new)]
        return Item("resolution", field_ids.RESOLUTION, ids[0], old, ids[1], new)

    def _priority(self, old: str, new: str) -> Item:
        there = self.known.priorities
        return Item("priority", field_ids.PRIORITY, there[old].id, old, there[new].id, new)

    def _assignee(self, old: str | None, new: str | None) -> Item:
        people, names = self.known.people, self.known.names
        ids = [people[each] if each else None for each in (old, new)]
        texts = [names[each] if each else None for each in ids]
        return Item("assignee", field_ids.ASSIGNEE, ids[0], texts[0], ids[1], texts[1])

    def _parent(self, old: str | None, new: str | None) -> Item:
        ids = [self.keys[each].id if each else None for each in (old, new)]
        return Item("IssueParentAssociation", field_ids.PARENT, ids[0], old, ids[1], new)

    def _labels(self, old: Sequence[str] | None, new: Sequence[str] | None) -> Item:
        texts = [" ".join(each) if each else None for each in (old, new)]
        return Item("labels", field_ids.LABELS, None, texts[0], None, texts[1])

    def _flagged(self, _old: bool | None, new: bool) -> Item:
        flag: tuple[str | None, str | None] = ("[10019]", "Impediment")
        nothing: tuple[str | None, str | None] = (None, None)
        before, after = (nothing, flag) if new else (flag, nothing)
        return Item("Flagged", field_ids.FLAGGED, *before, *after)


def work_items(story: Story, seconds: int, worklog_id: str) -> list[Item]:
    """The history of work that is logged, and what it changes of the issue."""
    spent, remaining = story.spent, story.remaining
    story.spent += seconds
    story.remaining = max(0, (remaining or 0) - seconds)
    found = [
        _seconds("timeestimate", remaining, story.remaining),
        _seconds("timespent", spent, story.spent),
    ]
    logged = Item("WorklogId", "WorklogId", None, None, worklog_id, worklog_id)
    return [*(item for item in found if item.from_id != item.to_id), logged]


def seconds_of(text: str) -> int:
    """An amount of work as the facts have it.

    Raises:
        ValueError: it is none.
    """
    found = durations.parse(text)
    if found is None:
        raise ValueError(f"{text} is no amount of work")
    return found


def _seconds(name: str, old: int | None, new: int | None) -> Item:
    before, after = _text(old), _text(new)
    return Item(name, name, before, before, after, after)


def _day(value: str | None) -> str | None:
    return f"{value} 00:00:00.0" if value else None


def _text(value: Any) -> str | None:
    return None if value is None else str(value)
