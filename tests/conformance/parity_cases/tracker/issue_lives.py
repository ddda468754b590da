"""Issues that become something else: cloned, moved, flagged, of another type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tests.conformance.parity import Case
from tests.conformance.parity_cases.tracker.words import case

_VIEWER = "gostrander"


def _each(
    operation: str, tool: str, path: str, given: Mapping[str, Any], form: Mapping[str, Any]
) -> Iterator[Case]:
    """As a developer of the project, as somebody who only looks on, and where there is none."""
    for name, outcome, issue, handle in (
        ("developer", "ok", "$issue", "mchen"),
        ("viewer", "permission_denied", "$issue", _VIEWER),
        ("missing", "issue_not_found", "$missing", "mchen"),
    ):
        yield case(
            operation,
            name,
            outcome,
            mcp=(tool, {"issueIdOrKey": issue, **given}),
            ui=(f"/browse/{issue}/{path}", form),
            handle=handle,
        )


def _flag() -> Iterator[Case]:
    return _each("issues.flag", "flagJiraIssue", "flag", {"flagged": True}, {"so": "1"})


def _convert() -> Iterator[Case]:
    given = {"issueTypeNameOrId": "10007"}
    return _each("issues.change_type", "changeJiraIssueType", "convert", given, {"type": "10007"})


def _move() -> Iterator[Case]:
    given = {"projectIdOrKey": "OPS", "issueTypeNameOrId": "10002"}
    form = {"project": "OPS", "type": "10002"}
    return _each("issues.move", "moveJiraIssue", "move", given, form)


def _clone() -> Iterator[Case]:
    usual = {"withSubtasks": False, "withLinks": False, "withSprint": False}
    given = {"summary": "Again", **usual}
    return _each("issues.clone", "cloneJiraIssue", "clone", given, {"summary": "Again"})


CASES = (*_flag(), *_convert(), *_move(), *_clone())
