"""How boards are made up: columns, swimlanes, quick filters, cards."""

from __future__ import annotations

from collections.abc import Iterator

from tests.conformance.parity import Case, Facts
from tests.conformance.parity_cases.tracker.words import case

from workworld.apps.tracker.service import board_columns, quick_filters
from workworld.calls import perform
from workworld.context import Actor
from workworld.worlds import World

BOARD = {"boardId": "#$board"}
ROOT = "/p/CAL/settings/board/$board"
EVERYBODY = (("as an admin", "ok", "aruiz"), ("as a member", "permission_denied", "jwikstrand"))


def _boards() -> Iterator[Case]:
    for name, outcome, handle in EVERYBODY:
        yield case(
            "board_settings.edit",
            name,
            outcome,
            mcp=("editJiraBoard", {**BOARD, "name": "Yard", "cardFields": ["labels"]}),
            ui=(f"{ROOT}/edit", {"name": "Yard", "card_fields": "labels"}),
            handle=handle,
        )
        yield case(
            "board_settings.edit_lanes",
            name,
            outcome,
            mcp=(
                "editJiraBoardSwimlanes",
                {**BOARD, "queries": [{"name": "Mine", "jql": "assignee = currentUser()"}]},
            ),
            ui=(f"{ROOT}/lanes", {"lane-name": "Mine", "lane-jql": "assignee = currentUser()"}),
            handle=handle,
        )
        wanted = [{"name": each, "statuses": []} for each in ("All", "Yard")]
        yield case(
            "board_columns.edit",
            name,
            outcome,
            mcp=("editJiraBoardColumns", {**BOARD, "columns": wanted}),
            ui=(f"{ROOT}/columns/add", {"name": "Yard"}),
            before=_with_one_column,
            handle=handle,
        )


def _quick_filters() -> Iterator[Case]:
    for name, outcome, handle in EVERYBODY:
        said = {"name": "Bugs", "jql": "type = Bug"}
        yield case(
            "quick_filters.add",
            name,
            outcome,
            mcp=("addJiraQuickFilter", {**BOARD, **said}),
            ui=(f"{ROOT}/filters/add", said),
            handle=handle,
        )
        yield case(
            "quick_filters.edit",
            name,
            outcome,
            mcp=("editJiraQuickFilter", {**BOARD, "quickFilterId": "$quick", "name": "Mine"}),
            ui=(f"{ROOT}/filters/$quick/edit", {"name": "Mine"}),
            before=_with_quick_filter,
            handle=handle,
        )
        yield case(
            "quick_filters.delete",
            name,
            outcome,
            mcp=("deleteJiraQuickFilter", {**BOARD, "quickFilterId": "$quick"}),
            ui=(f"{ROOT}/filters/$quick/delete", {}),
            before=_with_quick_filter,
            handle=handle,
        )


def _with_one_column(world: World, facts: Facts) -> None:
    """The board has a single column."""
    wanted = [{"name": "All"}]
    board_id = int(facts["board"])
    perform(world, Actor(facts["aruiz"]), board_columns.edit, board_id=board_id, columns=wanted)


def _with_quick_filter(world: World, facts: Facts) -> None:
    """The board has a quick filter, which is called ``quick``."""
    said = {"name": "Urgent", "jql": "priority = High"}
    board_id = int(facts["board"])
    made = perform(world, Actor(facts["aruiz"]), quick_filters.add, board_id=board_id, **said)
    facts["quick"] = made.id


CASES = (*_boards(), *_quick_filters())
