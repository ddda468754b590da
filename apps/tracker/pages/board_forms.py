"""What the forms of a board's settings hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workworld.apps.tracker.models import Board, Status
from workworld.apps.tracker.pages.faces import Face
from workworld.apps.tracker.service import (
    board_columns,
    cards,
    columns,
    filters,
    lanes,
    quick_filters,
    site,
)
from workworld.apps.tracker.service.columns import Column
from workworld.context import Context

PARTS = {
    "columns": "Columns",
    "lanes": "Swimlanes",
    "filters": "Quick filters",
    "cards": "Cards",
    "general": "General",
}
"""The parts of a board's settings, by their name in the address."""
KINDS = (
    ("scrum", "Scrum", "With sprints and a backlog."),
    ("kanban", "Kanban", "Work flows, with limits."),
)
LANES = (
    ("none", "None", None),
    ("assignee", "By assignee", None),
    ("epic", "By epic", None),
    ("subtasks", "By parent", "Sub-tasks stand below what they are a part of."),
    ("query", "By query", "The first query below that finds an issue has it."),
)
COLORS = (("none", "None"), ("priority", "Priority"), ("type", "Type"), ("assignee", "Assignee"))
UNITS = (
    ("story_points", "Story points"),
    ("original_estimate", "Original estimate"),
    ("count", "Number of issues"),
)
_MOST_FILTERS = 200


@dataclass(frozen=True, slots=True)
class QueryLine:
    """A quick filter, or a swimlane that a query makes."""

    id: str
    name: str
    jql: str
    description: str = ""


@dataclass(frozen=True, slots=True)
class BoardForms:
    """A board, as its settings show it."""

    id: int
    name: str
    kind: str
    columns: Sequence[Column]
    unmapped: Sequence[Status]
    swimlanes: str
    lanes: Sequence[QueryLine]
    quick: Sequence[QueryLine]
    card_fields: Sequence[str]
    card_colors: str
    estimation: str
    hide_done_days: int
    sub_query: str
    filter_id: str
    filters: Sequence[tuple[str, str]]
    jql: str
    admins: Sequence[tuple[str, str]]
    fields: Sequence[tuple[str, str]]
    """What cards may show besides."""
    kinds_of_lanes: Sequence[tuple[str, str, str | None]] = LANES
    colors: Sequence[tuple[str, str]] = COLORS
    units: Sequence[tuple[str, str]] = UNITS


def forms_of(ctx: Context, row: Board) -> BoardForms:
    """A board for its settings' forms."""
    people = site.people(ctx, row.admin_ids)
    found = {view.row.id: view.row for view in filters.list(ctx, limit=_MOST_FILTERS).items}
    held = filters.known(ctx, row.filter_id)
    named = {held.id: held.name} | {id: each.name for id, each in found.items()}
    return BoardForms(
        id=row.id,
        name=row.name,
        kind=row.kind,
        columns=board_columns.list(ctx, board_id=row.id),
        unmapped=columns.unmapped(ctx, row),
        swimlanes=row.swimlanes,
        lanes=[QueryLine(each.id, each.name, each.jql) for each in lanes.queries(ctx, row.id)],
        quick=[
            QueryLine(each.id, each.name, each.jql, each.description)
            for each in quick_filters.list(ctx, board_id=row.id)
        ],
        card_fields=row.card_fields,
        card_colors=row.card_colors,
        estimation=row.estimation,
        hide_done_days=row.hide_done_days,
        sub_query=row.sub_query,
        filter_id=row.filter_id,
        filters=sorted(named.items(), key=lambda each: each[1].casefold()),
        jql=held.jql,
        admins=[(id, Face.of(people[id]).name) for id in row.admin_ids if id in people],
        fields=list(cards.FIELDS.items()),
    )
