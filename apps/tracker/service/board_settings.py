"""Configuring a board: its filter, swimlanes, cards and estimates.

https://support.atlassian.com/jira-software-cloud/docs/configure-a-company-managed-board/
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from workworld.apps.tracker import numbers
from workworld.apps.tracker.models import Board, Swimlane
from workworld.apps.tracker.service import boards, cards, filters, lanes, search, site
from workworld.apps.tracker.types import BoardId, Jql, Name, NumberedId, PersonId
from workworld.context import Context, Surface
from workworld.errors import Invalid, Problem, Refused
from workworld.operations import Effect, operation
from workworld.shapes import CLOSED

_MOST_FIELDS = 3
_DOORS = (Surface.MCP, Surface.UI)
"""The vendor's API does not configure boards."""


class LaneSetting(BaseModel):
    """A swimlane that a query makes."""

    model_config = CLOSED

    name: Annotated[str, Field(description="What it is called.", max_length=255)]
    jql: Annotated[Jql, Field(description="What is in it, unless a lane above has it.")]


@operation(Effect.WRITE, scope="manage:jira-project", doors=_DOORS)
def edit(
    ctx: Context,
    *,
    board_id: BoardId,
    name: Annotated[Name | None, Field(description="A new name.")] = None,
    filter_id: Annotated[
        NumberedId | None, Field(description="The saved filter that it is to show.")
    ] = None,
    sub_query: Annotated[
        Jql | None, Field(description="Of a kanban board, what its columns show besides.")
    ] = None,
    swimlanes: Annotated[
        Literal["none", "assignee", "epic", "subtasks", "query"] | None,
        Field(description="By what its lanes go."),
    ] = None,
    estimation: Annotated[
        Literal["story_points", "original_estimate", "count"] | None,
        Field(description="In what its issues are estimated."),
    ] = None,
    card_fields: Annotated[
        Sequence[str] | None,
        Field(description="Ids of up to three more fields that cards show.", max_length=20),
    ] = None,
    card_colors: Annotated[
        Literal["none", "priority", "type", "assignee"] | None,
        Field(description="By what cards have colours."),
    ] = None,
    hide_done_days: Annotated[
        int | None,
        Field(description="After how many days a kanban board hides what is done.", ge=0, le=3650),
    ] = None,
    admin_ids: Annotated[
        Sequence[PersonId] | None,
        Field(description="Who may configure it besides the project's admins.", max_length=50),
    ] = None,
) -> Board:
    """Configure a board; whatever is left out stays as it is."""
    board = boards.changing(ctx, board_id)
    values: Mapping[str, Any] = {
        "name": None if name is None else boards.good_name(name),
        "filter_id": None if filter_id is None else filters.known(ctx, filter_id).id,
        "sub_query": None if sub_query is None else good_jql(ctx, sub_query, "sub_query"),
        "swimlanes": swimlanes,
        "estimation": estimation,
        "card_fields": None if card_fields is None else _good_fields(card_fields),
        "card_colors": card_colors,
        "hide_done_days": hide_done_days,
        "admin_ids": None if admin_ids is None else _good_admins(ctx, admin_ids),
    }
    for column, value in values.items():
        if value is not None:
            setattr(board, column, value)
    ctx.touch(f"tracker.board:{board_id}", f"tracker.project:{board.project_id}")
    return board


@operation(Effect.WRITE, scope="manage:jira-project", doors=_DOORS)
def edit_lanes(
    ctx: Context,
    *,
    board_id: BoardId,
    queries: Annotated[
        Sequence[LaneSetting], Field(description="All lanes from top to bottom.", max_length=50)
    ],
) -> Sequence[Swimlane]:
    """Give a board whose swimlanes go by query these lanes instead of those that it has."""
    board = boards.changing(ctx, board_id)
    for lane in queries:
        boards.good_name(lane.name)
        good_jql(ctx, lane.jql, "jql")
    for former in lanes.queries(ctx, board_id):
        ctx.session.delete(ctx.session.get_one(Swimlane, former.id))
    ctx.session.add_all(
        Swimlane(
            id=numbers.next_id(ctx.ids, "swimlane"),
            board_id=board.id,
            name=lane.name.strip(),
            jql=lane.jql.strip(),
            position=place,
        )
        for place, lane in enumerate(queries)
    )
    ctx.session.flush()  # plain rows are read past the session, and must find it
    ctx.touch(f"tracker.board:{board_id}")
    return lanes.queries(ctx, board_id)


def good_jql(ctx: Context, jql: str, field: str) -> str:
    """A query that can be asked, or nothing.

    Raises:
        Invalid: it cannot; the problem is that of the field.
    """
    jql = jql.strip()
    try:
        if jql:
            search.condition(ctx, jql)
    except Refused as refused:
        problem = Problem(refused.message, field)
        raise Invalid(refused.code, refused.message, problems=[problem]) from refused
    return jql


def _good_fields(fields: Sequence[str]) -> list[str]:
    wanted = list(dict.fromkeys(fields))
    unknown = [each for each in wanted if each not in cards.FIELDS]
    if unknown:
        possible = ", ".join(cards.FIELDS)
        said = f"Cards cannot show {', '.join(unknown)}. They can show {possible}."
        raise Invalid("invalid_fields", said, problems=[Problem(said, "card_fields")])
    if len(wanted) > _MOST_FIELDS:
        said = f"Cards show at most {_MOST_FIELDS} more fields."
        raise Invalid("invalid_fields", said, problems=[Problem(said, "card_fields")])
    return wanted


def _good_admins(ctx: Context, person_ids: Sequence[str]) -> list[str]:
    known = site.people(ctx, person_ids)
    unknown = [each for each in person_ids if each not in known]
    if unknown:
        said = f"There is nobody with the account id {unknown[0]}."
        raise Invalid("invalid_fields", said, problems=[Problem(said, "admin_ids")])
    return list(dict.fromkeys(person_ids))
