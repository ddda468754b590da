"""Bulk changes: by tools at once, and by the last step of the pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tests.conformance.parity import Case, Facts
from tests.conformance.parity_cases.tracker.words import case

from workworld.apps.tracker.service import issues
from workworld.calls import perform
from workworld.context import Actor
from workworld.worlds import World

_KEYS = ["$issue", "$other", "$missing"]


def _both(
    deed: str,
    tool: str,
    name: str,
    said: Mapping[str, Any],
    entered: Mapping[str, Any],
    keys: list[str] = _KEYS,
) -> Case:
    return case(
        f"bulk.{deed}",
        name,
        "ok" if keys else "invalid_arguments",
        mcp=(tool, {"issueIdsOrKeys": keys, **said}),
        ui=("/bulk", {"pick": keys, **entered}),
        before=_create,
    )


def _create(world: World, facts: Facts) -> None:
    """The persona has created a task."""
    fields = {"summary": "Something to do"}
    me, place = Actor(facts["aruiz"]), {"project_id": "CAL", "type_id": "Task"}
    facts["plain"] = perform(world, me, issues.create, **place, fields=fields).key


def _cases() -> Iterator[Case]:
    edit = {"operation": "edit", "change": "priority", "priority": "1"}
    going = {"operation": "transition", "transition": "Start progress"}
    deeds: tuple[tuple[str, str, dict[str, Any], dict[str, Any]], ...] = (
        ("edit", "editJiraIssues", {"fields": {"priority": {"id": "1"}}}, edit),
        ("transition", "transitionJiraIssues", {"transition": "Start progress"}, going),
        ("watch", "watchJiraIssues", {"watching": True}, {"operation": "watch"}),
    )
    for deed, tool, said, entered in deeds:
        yield _both(deed, tool, "some of them", said, entered)
        yield _both(deed, tool, "of none", said, entered, keys=[])
    flagged = {"fields": {"customfield_10021": [{"value": "Impediment"}]}}
    yield _both("edit", "editJiraIssues", "a flag", flagged, {"operation": "flag"})
    here = [each for each in _KEYS if each != "$missing"]
    gone = {"operation": "delete", "typed": "2"}
    yield _both("delete", "deleteJiraIssues", "some of them", {}, gone, here)
    yield _both("delete", "deleteJiraIssues", "of none", {}, gone, [])
    to, moving = {"projectIdOrKey": "OPS"}, {"operation": "move", "project": "OPS"}
    yield _both("move", "moveJiraIssues", "a task", to, moving, ["$plain"])
    yield _both("move", "moveJiraIssues", "of none", to, moving, [])


CASES = tuple(_cases())
