"""Gadgets: what dashboards show, where it stands, and what is in it.

https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-dashboards/
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field
from sqlalchemy import select

from workworld.apps.tracker import numbers
from workworld.apps.tracker.models import Dashboard, Gadget
from workworld.apps.tracker.service import dashboards, gadget_contents, gadget_kinds
from workworld.apps.tracker.types import NumberedId
from workworld.context import Context, Surface
from workworld.errors import Conflict, NotFound
from workworld.operations import Effect, operation
from workworld.permissions import seen

MOST = 20
GadgetId = Annotated[NumberedId, Field(description="A gadget's id.")]
Title = Annotated[str, Field(description="What stands above it.", max_length=255)]
Color = Annotated[
    Literal["blue", "red", "yellow", "green", "cyan", "purple", "gray", "white"],
    Field(description="The colour of its frame."),
]
Column = Annotated[int, Field(description="Its column, from 0.", ge=0, le=2)]
Place = Annotated[int, Field(description="Its place in the column, from 0.", ge=0, le=1000)]
Settings = Annotated[
    Mapping[str, str], Field(description="What it shows, by the name of the setting.")
]


@operation(Effect.READ, scope="read:jira-work", doors=(Surface.REST, Surface.MCP))
def kinds(ctx: Context) -> Sequence[gadget_kinds.GadgetKind]:  # noqa: ARG001 - all see the same
    """List the kinds of gadgets that a dashboard may have, with their settings."""
    return [*gadget_kinds.KINDS.values()]


@operation(Effect.READ, scope="read:jira-work")
def list(ctx: Context, *, dashboard_id: dashboards.DashboardId) -> Sequence[Gadget]:
    """List the gadgets of a dashboard, column by column from the top."""
    return dashboards.gadgets_of(ctx, dashboards.known(ctx, dashboard_id).id)


@operation(Effect.READ, scope="read:jira-work", doors=(Surface.UI, Surface.MCP))
def content(ctx: Context, *, gadget_id: GadgetId) -> gadget_contents.Content:
    """Read what a gadget shows the caller: issues, counts, or what somebody wrote."""
    return gadget_contents.of_gadget(ctx, known(ctx, gadget_id))


@operation(Effect.WRITE, scope="write:jira-work")
def add(
    ctx: Context,
    *,
    dashboard_id: dashboards.DashboardId,
    kind: Annotated[str, Field(description="Its kind, such as pie-chart.", max_length=255)],
    title: Title = "",
    color: Color = "blue",
    column: Column = 0,
    position: Place | None = None,
    settings: Settings = {},  # noqa: B006 - it is only read
) -> Gadget:
    """Put a gadget on a dashboard: at a place of a column, or at its end.

    Raises:
        Forbidden: ``dashboard_not_editable``.
        Invalid: ``invalid_fields``: there is no such kind or setting.
        Conflict: ``too_many_gadgets``.
    """
    board = dashboards.changing(ctx, dashboard_id)
    chosen = gadget_kinds.kind_of(kind)
    if len(dashboards.gadgets_of(ctx, board.id)) >= MOST:
        said = f"A dashboard has at most {MOST} gadgets."
        raise Conflict("too_many_gadgets", said)
    row = Gadget(
        id=numbers.next_id(ctx.ids, "gadget"),
        dashboard_id=board.id,
        kind=chosen.kind,
        title=title.strip() or chosen.title,
        color=color,
        column=0,
        position=0,
        settings=gadget_kinds.good_settings(ctx, chosen, settings),
    )
    ctx.session.add(row)
    _place(ctx, board, row, column, MOST if position is None else position)
    return _told(ctx, board, row)


@operation(Effect.WRITE, scope="write:jira-work")
def edit(
    ctx: Context,
    *,
    gadget_id: GadgetId,
    title: Annotated[Title | None, Field(description="What is to stand above it.")] = None,
    color: Annotated[Color | None, Field(description="The colour of its frame.")] = None,
    column: Annotated[Column | None, Field(description="Its column, from 0.")] = None,
    position: Annotated[Place | None, Field(description="Its place in it, from 0.")] = None,
    settings: Annotated[Settings | None, Field(description="What it shows.")] = None,
) -> Gadget:
    """Change a gadget, or move it; what is not given stays as it is.

    Raises:
        Forbidden: ``dashboard_not_editable``.
        Invalid: ``invalid_fields``.
    """
    row, board = _changing(ctx, gadget_id)
    chosen = gadget_kinds.kind_of(row.kind)
    if title is not None:
        row.title = title.strip() or chosen.title
    if color is not None:
        row.color = color
    if settings is not None:
        row.settings = gadget_kinds.good_settings(ctx, chosen, {**row.settings, **settings})
    if column is not None or position is not None:
        to = row.column if column is None else column
        at = position if position is not None else MOST
        _place(ctx, board, row, to, at)
    return _told(ctx, board, row)


@operation(Effect.WRITE, scope="write:jira-work")
def remove(ctx: Context, *, gadget_id: GadgetId) -> None:
    """Take a gadget from its dashboard.

    Raises:
        Forbidden: ``dashboard_not_editable``.
    """
    row, board = _changing(ctx, gadget_id)
    ctx.session.delete(row)
    ctx.session.flush()  # the others move up
    for column in range(board.columns):
        _number(_inside(ctx, board.id, column))
    ctx.emit("tracker.gadgets_removed", gadget_ids=[gadget_id])
    _told(ctx, board, row)


def known(ctx: Context, gadget_id: str) -> Gadget:
    """A gadget of a dashboard that the caller sees: a row to be read.

    Raises:
        NotFound: ``gadget_not_found``.
    """
    row = seen(ctx, Gadget, gadget_id)
    if row is None:
        raise NotFound("gadget_not_found", f"The gadget with id '{gadget_id}' does not exist.")
    return row


def _changing(ctx: Context, gadget_id: str) -> tuple[Gadget, Dashboard]:
    row = known(ctx, gadget_id)
    board = dashboards.changing(ctx, row.dashboard_id)
    return ctx.session.get_one(Gadget, row.id), board


def _inside(ctx: Context, dashboard_id: str, column: int) -> Sequence[Gadget]:
    here = (Gadget.dashboard_id == dashboard_id, Gadget.column == column)
    return ctx.session.scalars(select(Gadget).where(*here).order_by(Gadget.position)).all()


def _place(ctx: Context, board: Dashboard, row: Gadget, column: int, position: int) -> None:
    to = min(column, board.columns - 1)
    others = [each for each in _inside(ctx, board.id, to) if each.id != row.id]
    was = row.column
    row.column = to
    _number([*others[:position], row, *others[position:]])
    if was != to:
        _number([each for each in _inside(ctx, board.id, was) if each.id != row.id])


def _number(rows: Sequence[Gadget]) -> None:
    for place, row in enumerate(rows):
        row.position = place


def _told(ctx: Context, board: Dashboard, row: Gadget) -> Gadget:
    board.updated_us = ctx.clock.now_us()
    ctx.session.flush()  # what follows reads it past the unit of work
    dashboards.touch(ctx, board.id)
    return row
