"""Issues: made, changed, moved on, deleted."""

from __future__ import annotations

from collections.abc import Iterator

from tests.conformance.parity import Case
from tests.conformance.parity_cases.tracker.words import case, three


def _create() -> Iterator[Case]:
    for name, outcome, summary in (("plain", "ok", "New one"), ("empty", "invalid_fields", "")):
        fields = {"project": {"id": "$cal"}, "issuetype": {"name": "Task"}, "summary": summary}
        tool = {"projectKey": "CAL", "issueTypeName": "Task", "summary": summary}
        form = {"project": "$cal", "type": "Task", "summary": summary}
        yield case(
            "issues.create",
            name,
            outcome,
            rest=(three("POST issue"), {"fields": fields}),
            mcp=("createJiraIssue", tool),
            ui=("/create", form),
        )


def _edit() -> Iterator[Case]:
    for name, outcome, issue, summary in (
        ("summary", "ok", "$issue", "Changed"),
        ("too long", "invalid_fields", "$issue", "x" * 256),
        ("missing", "issue_not_found", "$missing", "Changed"),
    ):
        fields = {"fields": {"summary": summary}}
        yield case(
            "issues.edit",
            name,
            outcome,
            rest=(three(f"PUT issue/{issue}"), fields),
            mcp=("editJiraIssue", {"issueIdOrKey": issue, **fields}),
            ui=(f"/browse/{issue}/edit", {"field": "summary", "summary": summary}),
        )


def _assign() -> Iterator[Case]:
    for name, outcome, person in (
        ("colleague", "ok", "$mchen"),
        ("nobody known", "invalid_fields", "UNKNOWN"),
    ):
        yield case(
            "issues.assign",
            name,
            outcome,
            rest=(three("PUT issue/$issue/assignee"), {"accountId": person}),
            mcp=("assignJiraIssue", {"issueIdOrKey": "$issue", "accountId": person}),
        )


def _move_on() -> Iterator[Case]:
    for name, outcome, number in (
        ("start", "ok", "$start"),
        ("no such", "transition_not_allowed", "9999"),
    ):
        yield case(
            "transitions.perform",
            name,
            outcome,
            rest=(three("POST issue/$issue/transitions"), {"transition": {"id": number}}),
            mcp=("transitionJiraIssue", {"issueIdOrKey": "$issue", "transition": {"id": number}}),
            ui=("/browse/$issue/transition", {"transition": number}),
        )


def _delete() -> Iterator[Case]:
    for name, outcome, handle in (
        ("admin", "ok", "aruiz"),
        ("developer", "permission_denied", "jwikstrand"),
    ):
        yield case(
            "issues.delete",
            name,
            outcome,
            rest=(three("DELETE issue/$issue"), {}),
            mcp=("deleteJiraIssue", {"issueIdOrKey": "$issue", "subtasks": False}),
            ui=("/browse/$issue/delete", {"key": "$issue"}),
            handle=handle,
        )


CASES = (*_create(), *_edit(), *_assign(), *_move_on(), *_delete())
