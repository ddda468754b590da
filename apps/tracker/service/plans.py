"""When issues are planned for: from a start to a due date, or else in their sprint."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field
from sqlalchemy import ColumnElement, and_, or_, select

from workworld.apps.tracker.models import (
    Board,
    Issue,
    IssueLink,
    IssueType,
    LinkType,
    Project,
    Sprint,
    Version,
)
from workworld.apps.tracker.service import cards, projects
from workworld.apps.tracker.types import IsoDate, ProjectRef
from workworld.context import Context, Surface
from workworld.database import constant, given, plain_rows, rows_of
from workworld.operations import Effect, operation
from workworld.permissions import sight_of, visible

_issues, _links, _kinds = Issue.__table__.c, IssueLink.__table__.c, LinkType.__table__.c
_sprints, _boards, _versions = Sprint.__table__.c, Board.__table__.c, Version.__table__.c
_types = IssueType.__table__.c
_BLOCKS = constant(
    select(_links.source_id, _links.target_id)
    .join(LinkType.__table__, _kinds.id == _links.type_id)
    .where(
        _kinds.outward == "blocks",
        _links.source_id.in_(given("ids")),
        _links.target_id.in_(given("ids")),
    )
    .order_by(_links.id)
)


@dataclass(frozen=True, slots=True)
class Plan:
    """The issues of a project that are planned, and what they wait for."""

    project: Project
    rows: Sequence[Issue]
    """Epics and what stands alone or below them, by rank: the columns of cards and both dates."""
    sprints: Sequence[Sprint]
    versions: Sequence[Version]
    blocks: Sequence[tuple[str, str]]
    """Ids of issues of which the first blocks the second."""
    is_cut: bool


# Programs ask with JQL for the same: of dates, sprints and parents.
@operation(Effect.READ, scope="read:jira-work", doors=(Surface.UI,))
def timeline(
    ctx: Context,
    *,
    project: ProjectRef,
    since: Annotated[IsoDate, Field(description="What was done before this day is left out.")],
) -> Plan:
    """Show what of a project is planned for when: its epics, and issues with or below them."""
    row = projects.known(ctx, project)
    late = or_(_issues.resolution_id.is_(None), _issues.due_date >= since)
    top = _issues.type_id.in_(select(_types.id).where(_types.level >= 0))
    found = _found(ctx, row, top, late)
    ids = {"ids": [each.id for each in found]}
    blocks = [(each.source_id, each.target_id) for each in rows_of(ctx.session, _BLOCKS, ids)]
    return Plan(row, found, _of_project(ctx, row), _planned(ctx, row), blocks, _is_cut(found))


# Programs ask with JQL for the same.
@operation(Effect.READ, scope="read:jira-work", doors=(Surface.UI,))
def days(
    ctx: Context,
    *,
    project: ProjectRef,
    first: Annotated[IsoDate, Field(description="The first day to show.")],
    last: Annotated[IsoDate, Field(description="The last day to show.")],
) -> Plan:
    """Show what of a project is due on which days, with its sprints and releases."""
    row = projects.known(ctx, project)
    within = and_(_issues.due_date >= first, _issues.due_date <= last)
    found = _found(ctx, row, within)
    return Plan(row, found, _of_project(ctx, row), _planned(ctx, row), (), _is_cut(found))


def _found(ctx: Context, row: Project, *conditions: ColumnElement[bool]) -> Sequence[Issue]:
    query = cards.query().add_columns(_issues.start_date)
    return rows_of(
        ctx.session, query.where(_issues.project_id == row.id, *conditions), sight_of(ctx)
    )


def _is_cut(found: Sequence[Issue]) -> bool:
    return len(found) >= cards.MOST


def _of_project(ctx: Context, row: Project) -> Sequence[Sprint]:
    """The sprints of the boards that lie in a project, in their order."""
    own = select(_boards.id).where(_boards.project_id == row.id)
    query = visible(Sprint).where(_sprints.board_id.in_(own)).order_by(_sprints.position)
    return plain_rows(ctx.session, Sprint, query, sight_of(ctx))


def _planned(ctx: Context, row: Project) -> Sequence[Version]:
    query = visible(Version).where(
        _versions.project_id == row.id, _versions.release_date.is_not(None)
    )
    return plain_rows(ctx.session, Version, query.order_by(_versions.position), sight_of(ctx))
