"""An issue of load data → rows of all tables that tell something of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from workworld.apps.tracker.models import (
    Comment,
    HistoryItem,
    Issue,
    IssueComponent,
    IssueLabel,
    IssueSprint,
    IssueVersion,
    SprintChange,
    Vote,
    Watcher,
    Worklog,
)
from workworld.database import Base
from workworld.randomness import Stream
from workworld.richtext.json_form import to_json
from workworld.richtext.nodes import literal
from workworld.seed_data.bench.issue_lives import Made
from workworld.seed_data.bench.lists import LISTS
from workworld.seed_data.bench.words import Talker

_LABELS = LISTS["topics"]
_COMMENTS, _WORKED_EVERY, _LABELLED_EVERY, _VERSION_EVERY = 5, 3, 2, 2
_HOUR_SECONDS, _HOUR = 3600, 3_600_000_000
_Rows = tuple[type[Base], list[dict[str, Any]]]


def rows_of(
    stream: Stream, talker: Talker, made: Made, next_id: Callable[[str], str]
) -> Iterator[_Rows]:
    """Rows by their table, the issue's own first."""
    words = talker.text()
    row = {**made.row, "description": to_json(literal(words)), "description_text": words}
    worked = list(_worklogs(stream, made, next_id))
    row["time_spent"] = sum(each["seconds"] for each in worked)
    if worked:
        row["original_estimate"], row["remaining_estimate"] = 8 * _HOUR_SECONDS, 0
    issue = {"issue_id": row["id"]}
    yield Issue, [row]
    yield Worklog, worked
    yield Comment, list(_comments(stream, talker, made, next_id))
    yield HistoryItem, list(_history(made, next_id))
    yield IssueSprint, [{**issue, "sprint_id": each} for each in made.sprint_ids]
    yield SprintChange, [{"id": next_id("sprint change"), **each} for each in made.sprint_changes]
    yield from _beside(stream, made, issue)


def _beside(stream: Stream, made: Made, issue: Mapping[str, Any]) -> Iterator[_Rows]:
    """What has no id of its own."""
    place, row = made.place, made.row
    people = dict.fromkeys([row["reporter_id"], row["assignee_id"], stream.choice(place.team)])
    yield Watcher, [{**issue, "person_id": each} for each in people]
    if stream.integer(1, 12) == 1:
        yield Vote, [{**issue, "person_id": stream.choice(place.team)}]
    if stream.integer(1, _LABELLED_EVERY) == 1:
        labels = stream.sample(_LABELS, stream.integer(1, 2))
        yield IssueLabel, [{**issue, "label": label} for label in labels]
    yield IssueComponent, [{**issue, "component_id": stream.choice(place.components).id}]
    if stream.integer(1, _VERSION_EVERY) == 1:
        is_open = row["resolution_id"] is None
        fitting = [each for each in place.versions if each.is_released != is_open]
        version = {"version_id": stream.choice(fitting).id}
        yield IssueVersion, [{**issue, "kind": "fix", **version}]


def _history(made: Made, next_id: Callable[[str], str]) -> Iterator[dict[str, Any]]:
    for change in made.changes:
        change_id = next_id("change")
        for position, item in enumerate(change.items):
            yield {
                "change_id": change_id,
                "position": position,
                "issue_id": made.row["id"],
                "author_id": change.by,
                "created_us": change.at,
                "field": item.field,
                "field_id": item.field_id,
                "from_id": item.from_id,
                "from_text": item.from_text,
                "to_id": item.to_id,
                "to_text": item.to_text,
            }


def _comments(
    stream: Stream, talker: Talker, made: Made, next_id: Callable[[str], str]
) -> Iterator[dict[str, Any]]:
    first, last = made.row["created_us"], made.row["updated_us"]
    count = stream.integer(0, _COMMENTS)
    for place in range(count):
        text, at = talker.text(), first + (last - first) * (place + 1) // (count + 1)
        yield {
            "id": next_id("comment"),
            "issue_id": made.row["id"],
            "author_id": stream.choice(made.place.team),
            "body": to_json(literal(text)),
            "body_text": text,
            "role_id": None,
            "is_internal": False,
            "created_us": at,
            "updated_us": at,
            "updated_by": None,
        }


def _worklogs(
    stream: Stream, made: Made, next_id: Callable[[str], str]
) -> Iterator[dict[str, Any]]:
    if made.row["resolution_id"] is None or stream.integer(1, _WORKED_EVERY) > 1:
        return
    at, author = made.row["resolved_us"], made.row["assignee_id"]
    yield {
        "id": next_id("worklog"),
        "issue_id": made.row["id"],
        "author_id": author,
        "updated_by": author,
        "started_us": at - _HOUR,
        "seconds": stream.integer(1, 16) * _HOUR_SECONDS // 2,
        "body": None,
        "body_text": "",
        "created_us": at,
        "updated_us": at,
    }
