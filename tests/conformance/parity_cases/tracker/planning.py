"""Boards, sprints and the order of issues."""

from __future__ import annotations

from collections.abc import Iterator

from tests.conformance.parity import Case
from tests.conformance.parity_cases.tracker.words import case


def _boards() -> Iterator[Case]:
    for name, outcome, called in (("kanban", "ok", "Yard"), ("no name", "invalid_fields", " ")):
        place = {"location": {"projectKeyOrId": "CAL"}}
        yield case(
            "boards.create",
            name,
            outcome,
            rest=("POST agile/1.0/board", {"name": called, "type": "kanban", **place}),
            mcp=("createJiraBoard", {"name": called, "kind": "kanban", "projectIdOrKey": "CAL"}),
            ui=("/p/CAL/settings/board/new", {"name": called, "kind": "kanban"}),
        )
    for name, outcome, board in (
        ("of support", "ok", "$desk_board"),
        ("with sprints", "board_has_sprints", "$board"),
    ):
        yield case(
            "boards.delete",
            name,
            outcome,
            rest=(f"DELETE agile/1.0/board/{board}", {}),
            mcp=("deleteJiraBoard", {"boardId": f"#{board}"}),
            ui=(f"/p/CAL/settings/board/{board}/delete", {}),
            handle="eboadi" if outcome == "ok" else "aruiz",
        )
    for name, outcome, key, board in (
        ("of support", "ok", "SUP", "$desk_board"),
        ("with sprints", "board_not_kanban", "CAL", "$board"),
    ):
        yield case(
            "board_releases.release",
            name,
            outcome,
            mcp=("releaseJiraBoard", {"boardId": f"#{board}", "name": "9.0"}),
            ui=(f"/p/{key}/boards/{board}/release", {"name": "9.0"}),
            handle="eboadi" if outcome == "ok" else "aruiz",
        )


def _sprints() -> Iterator[Case]:
    for name, outcome, called in (("named", "ok", "Yard"), ("long", "invalid_fields", "x" * 40)):
        yield case(
            "sprints.create",
            name,
            outcome,
            rest=("POST agile/1.0/sprint", {"originBoardId": "$board", "name": called}),
            mcp=("createJiraSprint", {"boardId": "#$board", "name": called}),
            ui=("/p/CAL/boards/$board/sprints", {"name": called}),
        )
    for name, outcome, sprint in (
        ("planned", "ok", "$future"),
        ("under way", "sprint_not_deletable", "$active"),
    ):
        yield case(
            "sprints.delete",
            name,
            outcome,
            rest=(f"DELETE agile/1.0/sprint/{sprint}", {}),
            mcp=("deleteJiraSprint", {"sprintId": f"#{sprint}"}),
            ui=(f"/p/CAL/sprints/{sprint}/delete", {}),
        )
    for name, outcome, issue in (
        ("one", "ok", "$issue"),
        ("missing", "issue_not_found", "$missing"),
    ):
        yield case(
            "sprint_moves.to_sprint",
            name,
            outcome,
            rest=("POST agile/1.0/sprint/$future/issue", {"issues": [issue]}),
            mcp=("moveJiraIssuesToSprint", {"sprintId": "#$future", "issueIdsOrKeys": [issue]}),
            ui=("/p/CAL/boards/$board/plan", {"issue": issue, "sprint": "$future"}),
        )
        yield case(
            "sprint_moves.to_backlog",
            name,
            outcome,
            rest=("POST agile/1.0/backlog/issue", {"issues": [issue]}),
            mcp=("moveJiraIssuesToBacklog", {"issueIdsOrKeys": [issue]}),
            ui=("/p/CAL/boards/$board/plan", {"issue": issue}),
        )
        ends = {"issues": [issue], "rankBeforeIssue": "$other"}
        yield case(
            "ranking.place",
            name,
            outcome,
            rest=("PUT agile/1.0/issue/rank", ends),
            mcp=("rankJiraIssues", {"issueIdsOrKeys": [issue], "before": "$other"}),
            ui=("/browse/$other/children/order", {"child": issue, "before": "$other"}),
        )


CASES = (*_boards(), *_sprints())
