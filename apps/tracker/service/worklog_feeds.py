"""Logged work over all issues, by when it changed: how programs keep a copy of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import Integer, Select, bindparam, cast, select

from workworld.apps.tracker.models import HistoryItem, Issue, Worklog
from workworld.apps.tracker.service.access import issue_sight
from workworld.apps.tracker.types import Microseconds
from workworld.context import Context, Surface
from workworld.database import constant, given, plain_rows, rows_of
from workworld.operations import Effect, operation
from workworld.permissions import sight_of

# Tools and pages ask JQL whose work was logged when (worklogDate, worklogAuthor), or an issue.
_DOORS = (Surface.REST,)
MOST = 1000
_work, _issues, _past = Worklog.__table__.c, Issue.__table__.c, HistoryItem.__table__.c
Since = Annotated[Microseconds, Field(description="What changed then or later.")]


@dataclass(frozen=True, slots=True)
class Changed:
    """Logged work that changed, or is gone."""

    id: str
    at_us: int


@dataclass(frozen=True, slots=True)
class Feed:
    """Some of it, the oldest first."""

    changed: Sequence[Changed]
    has_more: bool


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def updated(ctx: Context, *, since_us: Since = 0) -> Feed:
    """List up to 1000 worklogs that were written or changed since a moment, the oldest first."""
    return _feed(ctx, _updated(), since_us)


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def deleted(ctx: Context, *, since_us: Since = 0) -> Feed:
    """List up to 1000 worklogs that were deleted since a moment, the oldest first.

    What went with its whole issue is not among them.
    """
    return _feed(ctx, _deleted(), since_us)


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def several(
    ctx: Context,
    *,
    worklog_ids: Annotated[
        Sequence[str], Field(description="Ids of worklogs.", min_length=1, max_length=MOST)
    ],
) -> Sequence[Worklog]:
    """Read several worklogs; what the caller does not see is left out."""
    wanted = {"worklogs": sorted(set(worklog_ids)), **sight_of(ctx)}
    return plain_rows(ctx.session, Worklog, _several(), wanted)


def _feed(ctx: Context, query: Select[Any, Any], since_us: int) -> Feed:
    rows = rows_of(ctx.session, query, {"since": since_us, "most": MOST + 1, **sight_of(ctx)})
    found = [Changed(row.id, row.at_us) for row in rows]
    return Feed(found[:MOST], len(found) > MOST)


@cache
def _updated() -> Select[Any, Any]:
    found = (
        select(_work.id, _work.updated_us.label("at_us"))
        .join(Issue.__table__, _issues.id == _work.issue_id)
        .where(_work.updated_us >= bindparam("since"), issue_sight())
        .order_by(_work.updated_us, cast(_work.id, Integer))
        .limit(bindparam("most"))
    )
    return constant(found)


@cache
def _deleted() -> Select[Any, Any]:
    found = (
        select(_past.from_id.label("id"), _past.created_us.label("at_us"))
        .join(Issue.__table__, _issues.id == _past.issue_id)
        .where(
            _past.field == "WorklogId",
            _past.from_id.is_not(None),
            _past.to_id.is_(None),
            _past.created_us >= bindparam("since"),
            issue_sight(),
        )
        .order_by(_past.created_us, cast(_past.from_id, Integer))
        .limit(bindparam("most"))
    )
    return constant(found)


@cache
def _several() -> Select[Any]:
    found = (
        select(Worklog.__table__)
        .join(Issue.__table__, _issues.id == _work.issue_id)
        .where(_work.id.in_(given("worklogs")), issue_sight())
        .order_by(cast(_work.id, Integer))
    )
    return constant(found)
