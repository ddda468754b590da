"""Issues and what they hold → rows, as their stories ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import insert
from sqlalchemy.orm import Session

from workworld.apps.tracker import ranks
from workworld.apps.tracker.models import (
    CustomField,
    Issue,
    IssueComponent,
    IssueLabel,
    IssueSprint,
    IssueValue,
    IssueVersion,
    Sprint,
    Vote,
    Watcher,
)
from workworld.clock import to_microseconds
from workworld.database import Base
from workworld.seed_data.tracker.known import Known
from workworld.seed_data.tracker.stories import Story, seconds_of

_BESIDE = (IssueLabel, IssueComponent, IssueVersion, IssueSprint, Watcher, Vote, IssueValue)


def build(
    session: Session, known: Known, stories: Mapping[str, Story], sprints: Mapping[str, Sprint]
) -> None:
    """Insert the issues, in the order of the facts, with all that is told in other tables."""
    order = {key: place for place, key in enumerate(_ranked(stories))}
    rank_of, last = dict[str, str](), None
    for key in order:
        last = ranks.between(last, None)
        rank_of[key] = last
    writer = _Writer(known, stories, sprints)
    for level in (1, 0, -1):  # each refers to those above it
        rows = [
            writer.issue(story, rank_of[key])
            for key, story in stories.items()
            if known.types[story.fact.type].level == level
        ]
        if rows:
            session.connection().execute(insert(Issue), rows)
    for model in _BESIDE:
        beside = [row for story in stories.values() for row in writer.beside(model, story)]
        if beside:
            session.connection().execute(insert(model), beside)
    for story in stories.values():
        project = known.projects[story.project]
        project.last_number = max(project.last_number, story.fact.number)
    session.flush()  # what is read next must find it


def _ranked(stories: Mapping[str, Story]) -> list[str]:
    """Keys by project, and by number within it."""
    return sorted(stories, key=lambda key: (stories[key].project, stories[key].fact.number))


class _Writer:
    """Says what rows hold."""

    def __init__(
        self, known: Known, stories: Mapping[str, Story], sprints: Mapping[str, Sprint]
    ) -> None:
        self._known, self._stories, self._sprints = known, stories, sprints

    def issue(self, story: Story, rank: str) -> dict[str, Any]:
        """The row of an issue."""
        known, fields = self._known, story.fields
        texts = {
            name: known.words(fields[name]) if name in fields else None
            for name in ("description", "environment")
        }
        return {
            "id": story.id,
            "project_id": known.projects[story.project].id,
            "number": story.fact.number,
            "key": story.key,
            "type_id": known.types[story.fact.type].id,
            "summary": fields["summary"],
            **{name: words.json if words else None for name, words in texts.items()},
            **{f"{name}_text": words.plain if words else "" for name, words in texts.items()},
            **self._people_and_places(story),
            "rank": rank,
            "story_points": fields.get("points"),
            "start_date": fields.get("start"),
            "due_date": fields.get("due"),
            "original_estimate": seconds_of(fields["estimate"]) if "estimate" in fields else None,
            "remaining_estimate": story.remaining,
            "time_spent": story.spent,
            "is_flagged": fields.get("flagged", False),
            "version": story.changes + 1,
        }

    def _people_and_places(self, story: Story) -> dict[str, Any]:
        known, fields = self._known, story.fields
        assignee, resolution = fields.get("assignee"), fields.get("resolution")
        reporter, security = known.people[story.fact.by], fields.get("security")
        parent, sprint = fields.get("parent"), self._sprint(story)
        return {
            "status_id": known.statuses[fields["status"]].id,
            "status_changed_us": _moment(story.status_since),
            "resolution_id": known.resolutions[resolution].id if resolution else None,
            "resolved_us": _moment(story.resolved),
            "priority_id": known.priorities[fields["priority"]].id,
            "reporter_id": reporter,
            "creator_id": reporter,
            "assignee_id": known.people[assignee] if assignee else None,
            "parent_id": self._stories[parent].id if parent else None,
            "sprint_id": self._sprints[sprint].id if sprint else None,
            "security_level_id": known.levels[security].id if security else None,
            "created_us": _moment(story.fact.at),
            "updated_us": _moment(story.updated),
        }

    def _sprint(self, story: Story) -> str | None:
        """The sprint that it is in; a sub-task is in its parent's."""
        above = self._stories[story.fields["parent"]] if story.is_subtask else story
        return above.fields.get("sprint")

    def beside(self, model: type[Base], story: Story) -> Iterator[dict[str, Any]]:
        """Rows of another table that tell something of an issue."""
        known, fields = self._known, story.fields
        project_id, above = known.projects[story.project].id, story
        if model is IssueSprint and story.is_subtask:
            above = self._stories[story.fields["parent"]]
        values: Mapping[type[Base], list[dict[str, Any]]] = {
            IssueLabel: [{"label": label} for label in fields.get("labels", ())],
            IssueComponent: [
                {"component_id": known.components[project_id, name]}
                for name in fields.get("components", ())
            ],
            IssueVersion: [
                {"kind": kind, "version_id": known.versions[project_id, name]}
                for kind in ("fix", "affects")
                for name in fields.get(kind, ())
            ],
            IssueSprint: [{"sprint_id": self._sprints[name].id} for name in above.sprints],
            Watcher: [{"person_id": known.people[key]} for key in story.watchers],
            Vote: [{"person_id": known.people[key]} for key in story.fact.votes],
            IssueValue: list(self._values(fields.get("values", {}))),
        }
        for row in values[model]:
            yield {"issue_id": story.id, **row}

    def _values(self, given: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        for name, value in given.items():
            field = self._known.fields[name]
            for position, each in enumerate(value if isinstance(value, list) else [value]):
                yield {
                    "field_id": field.id,
                    "position": position,
                    "text": "",
                    "number": None,
                    "document": None,
                    **self._value(field, each),
                }

    def _value(self, field: CustomField, value: Any) -> dict[str, Any]:
        """The columns of a custom field's value that are not empty."""
        match field.kind:
            case "select" | "multiselect" | "checkbox" | "cascading":
                return {"text": self._known.options[field.id, value]}
            case "user" | "users":
                return {"text": self._known.people[value]}
            case "paragraph":
                words = self._known.words(value)
                return {"text": words.plain, "document": words.json}
            case "number":
                return {"number": value}
        return {"text": str(value)}


def _moment(at: Any) -> int | None:
    return to_microseconds(at) if at else None
