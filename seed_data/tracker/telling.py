"""Tells the stories of a company's issues, and writes down all that came about on the way."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import insert
from sqlalchemy.orm import Session

from workworld.apps.tracker.models import (
    Comment,
    HistoryItem,
    IssueLink,
    Sprint,
    SprintChange,
    Worklog,
)
from workworld.apps.tracker.numbers import next_id
from workworld.apps.tracker.service import sprint_changes
from workworld.apps.tracker.service.history import Item
from workworld.clock import to_microseconds
from workworld.database import Base
from workworld.ids import Ids
from workworld.seed_data.issue_facts import EventFact, IssueFact, SprintFact
from workworld.seed_data.tracker.attachments import Attachments
from workworld.seed_data.tracker.known import Known
from workworld.seed_data.tracker.stories import (
    SAID,
    Changes,
    Happening,
    Story,
    seconds_of,
    work_items,
)

_LINKS = {
    "blocks": ("Blocks", True),
    "blocked by": ("Blocks", False),
    "duplicates": ("Duplicate", True),
    "relates to": ("Relates", True),
}
"""How the facts say it: the type, and whether the issue is the source."""


class Teller:
    """Keeps every issue as it is at the moment that the telling has come to."""

    def __init__(self, session: Session, known: Known, sprints: Mapping[str, Sprint]) -> None:
        self._ids, self._known, self._sprints = Ids(session), known, sprints
        self._session = session
        self._active: set[str] = set()
        self.stories: dict[str, Story] = {}
        """By the issue's key."""
        self.rows: dict[type[Base], list[dict[str, Any]]] = defaultdict(list)
        self._changes = Changes(known, sprints, self.stories)
        self._files = Attachments(self._ids)

    def tell(self, happening: Happening) -> None:
        """Let one thing happen."""
        issue, sprint = happening.issue, happening.sprint
        if issue is not None and happening.kind == "create":
            self._create(happening.work.project, issue)
        elif issue is not None:
            story = self.stories[f"{happening.work.project}-{issue.number}"]
            self._go_on(story, issue.story[happening.place])
        elif sprint is not None and happening.kind == "start":
            self._start(sprint)
        elif sprint is not None:
            names = [each.name for each in happening.work.board.sprints]
            self._complete(sprint, names[names.index(sprint.name) + 1])

    def write(self) -> None:
        """Insert what came about; the issues must be there."""
        for model in (HistoryItem, Comment, Worklog, IssueLink, SprintChange):
            if self.rows[model]:
                self._session.connection().execute(insert(model), self.rows[model])
        self._files.write(self._session)

    def _create(self, project: str, fact: IssueFact) -> None:
        of_type, key = self._known.types[fact.type], f"{project}-{fact.number}"
        first = self._known.first_status[self._known.projects[project].id, of_type.id]
        fields = {"priority": "Medium", **fact.fields, "status": first, "summary": fact.summary}
        story = Story(
            fact, project, next_id(self._ids, "issue"), key, fields, is_subtask=of_type.level < 0
        )
        if "estimate" in fields:
            story.remaining = seconds_of(fields["estimate"])
        story.status_since = story.updated = fact.at
        story.watch(fact.by, fields.get("assignee"), *fact.watchers)
        self._files.add(story.id, self._known.people[fact.by], fact.at, fact.files)
        self.stories[key] = story

    def _go_on(self, story: Story, event: EventFact) -> None:
        items = [
            item
            for name, value in _with_resolution(story, event.did, self._known)
            if name not in SAID
            for item in self._set(story, name, value, event)
        ]
        story.watch(event.did.get("assignee"))
        items += self._work(story, event)
        items += self._link(story, event)
        self._note(story, event.at, event.by, items)
        self._say(story, event)
        story.updated = event.at

    def _set(self, story: Story, name: str, value: Any, event: EventFact) -> list[Item]:
        before = story.sprints
        items = [] if name == "sprint" else self._changes.items(story, name, value)
        old, story.fields[name] = story.fields.get(name), value
        if name == "sprint" and old == value:
            return []
        if name == "sprint":
            self._record(story, old, sprint_changes.REMOVED, event.at)
            self._record(story, value, sprint_changes.ADDED, event.at)
            return [self._changes.sprint_item(before, story.sprints)]
        if name == "points":
            self._record(story, story.fields.get("sprint"), sprint_changes.ESTIMATED, event.at)
        if name == "status":
            story.status_since = event.at
            self._end(story, str(old), value, event.at)
        return items

    def _end(self, story: Story, old: str, new: str, at: datetime) -> None:
        """An issue is done, or is so no more."""
        was, now = (self._known.statuses[name].category == "done" for name in (old, new))
        if was == now:
            return
        story.resolved = at if now else None
        kind = sprint_changes.COMPLETED if now else sprint_changes.REOPENED
        self._record(story, story.fields.get("sprint"), kind, at)

    def _start(self, sprint: SprintFact) -> None:
        self._active.add(sprint.name)
        for story in self._members(sprint):
            self._record(story, sprint.name, sprint_changes.COMMITTED, sprint.started)

    def _complete(self, sprint: SprintFact, following: str) -> None:
        """What is done stays with the sprint; what is not goes on in the next one."""
        for story in self._members(sprint):
            before = story.sprints
            story.past_sprints.append(sprint.name)
            if self._known.statuses[story.fields["status"]].category == "done":
                del story.fields["sprint"]
                continue
            self._record(story, sprint.name, sprint_changes.NOT_COMPLETED, sprint.completed)
            story.fields["sprint"] = following
            item = self._changes.sprint_item(before, story.sprints)
            if sprint.completed:
                self._note(story, sprint.completed, sprint.by, [item])
        self._active.remove(sprint.name)

    def _members(self, sprint: SprintFact) -> list[Story]:
        return [
            story for story in self.stories.values() if story.fields.get("sprint") == sprint.name
        ]

    def _record(self, story: Story, sprint: str | None, kind: str, at: datetime | None) -> None:
        if sprint is None or sprint not in self._active or at is None:
            return
        row = {
            "id": next_id(self._ids, "sprint change"),
            "sprint_id": self._sprints[sprint].id,
            "issue_id": story.id,
            "kind": kind,
            "points": story.fields.get("points"),
            "changed_us": to_microseconds(at),
        }
        self.rows[SprintChange].append(row)

    def _work(self, story: Story, event: EventFact) -> list[Item]:
        if "worked" not in event.did:
            return []
        seconds, at = seconds_of(event.did["worked"]), to_microseconds(event.at)
        words = self._known.words(event.did["note"]) if "note" in event.did else None
        person, worklog_id = self._known.people[event.by], next_id(self._ids, "worklog")
        row = {
            "id": worklog_id,
            "issue_id": story.id,
            "author_id": person,
            "updated_by": person,
            "started_us": at - seconds * 1_000_000,
            "seconds": seconds,
            "body": words.json if words else None,
            "body_text": words.plain if words else "",
            "created_us": at,
            "updated_us": at,
        }
        self.rows[Worklog].append(row)
        return work_items(story, seconds, worklog_id)

    def _link(self, story: Story, event: EventFact) -> list[Item]:
        """An issue is linked to another one, whose history tells of it as well."""
        found = []
        for said, key in event.did.get("link", {}).items():
            name, is_source = _LINKS[said]
            of_type, other = self._known.link_types[name], self.stories[key]
            ends = (story, other) if is_source else (other, story)
            row = {
                "id": next_id(self._ids, "link"),
                "type_id": of_type.id,
                "source_id": ends[0].id,
                "target_id": ends[1].id,
                "created_us": to_microseconds(event.at),
            }
            self.rows[IssueLink].append(row)
            words = (of_type.outward, of_type.inward)
            mine, theirs = words if is_source else words[::-1]
            found.append(_linked(mine, other))
            self._note(other, event.at, event.by, [_linked(theirs, story)])
            other.updated = event.at
        return found

    def _say(self, story: Story, event: EventFact) -> None:
        if "comment" not in event.did:
            return
        words, at = self._known.words(event.did["comment"]), to_microseconds(event.at)
        row = {
            "id": next_id(self._ids, "comment"),
            "issue_id": story.id,
            "author_id": self._known.people[event.by],
            "body": words.json,
            "body_text": words.plain,
            "role_id": None,
            "is_internal": event.did.get("internal", False),
            "created_us": at,
            "updated_us": at,
            "updated_by": None,
        }
        self.rows[Comment].append(row)
        story.watch(event.by)

    def _note(self, story: Story, at: datetime, by: str, items: Sequence[Item]) -> None:
        if not items:
            return
        change_id = next_id(self._ids, "change")
        story.changes += 1
        story.updated = at
        self.rows[HistoryItem] += [
            {
                "change_id": change_id,
                "position": position,
                "issue_id": story.id,
                "author_id": self._known.people[by],
                "created_us": to_microseconds(at),
                "field": item.field,
                "field_id": item.field_id,
                "from_id": item.from_id,
                "from_text": item.from_text,
                "to_id": item.to_id,
                "to_text": item.to_text,
            }
            for position, item in enumerate(items)
        ]


def _with_resolution(
    story: Story, did: Mapping[str, Any], known: Known
) -> Iterator[tuple[str, Any]]:
    """What changes; an issue has a resolution if and only if it is done."""
    named = {name: value for name, value in did.items() if name != "resolution"}
    yield from named.items()
    if "status" in did:
        was = story.fields.get("resolution")
        is_done = known.statuses[did["status"]].category == "done"
        now = (did.get("resolution") or was or "Done") if is_done else None
        if now != was:
            yield "resolution", now


def _linked(words: str, other: Story) -> Item:
    return Item("Link", "issuelinks", to_id=other.key, to_text=f"This issue {words} {other.key}")
