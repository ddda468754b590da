"""Which issues somebody has looked at, as their pages note unasked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from sqlalchemy import Select, bindparam, func, select

from workworld.apps.tracker.models import Issue, LastViewed, Project
from workworld.apps.tracker.service import notices, sight
from workworld.apps.tracker.types import IssueRef, PageSize
from workworld.context import Context, Surface
from workworld.database import constant, plain_rows, rows_of
from workworld.operations import Effect, operation
from workworld.permissions import sight_of, visible

_views, _issues, _projects = LastViewed.__table__.c, Issue.__table__.c, Project.__table__.c
_LATEST = constant(
    select(func.max(_views.viewed_us).label("viewed_us")).where(
        _views.person_id == bindparam("person")
    )
)


@operation(Effect.HOUSEKEEPING, scope=None, doors=(Surface.UI,))
def note(ctx: Context, *, issue: IssueRef) -> None:
    """Note that the caller looks at an issue: it is among their recent ones, its news are read."""
    row = sight.read(ctx, issue)
    known = ctx.session.get(LastViewed, (ctx.actor.person_id, row.id))
    if known is None:
        known = LastViewed(person_id=ctx.actor.person_id, issue_id=row.id)
        ctx.session.add(known)
    # Looking takes no time, and what one looked at last comes first all the same.
    latest = rows_of(ctx.session, _LATEST, {"person": ctx.actor.person_id})[0].viewed_us or 0
    known.viewed_us = max(ctx.clock.now_us(), latest + 1)
    notices.note_read(ctx, row.key)


@operation(Effect.READ, scope="read:jira-work", doors=(Surface.MCP, Surface.UI))
def recent(ctx: Context, *, limit: PageSize = 20) -> Sequence[Issue]:
    """List the issues at which the caller looked last, the latest first."""
    return plain_rows(ctx.session, Issue, _recent(), sight_of(ctx) | {"most": limit})


@operation(Effect.READ, scope="read:jira-work", doors=(Surface.MCP,))
def recent_projects(ctx: Context, *, limit: PageSize = 20) -> Sequence[Project]:
    """List the projects at whose issues the caller looked last, the latest first."""
    return plain_rows(ctx.session, Project, _recent_projects(), sight_of(ctx) | {"most": limit})


@cache
def _recent_projects() -> Select[Any]:
    latest = (
        select(_issues.project_id, func.max(_views.viewed_us).label("viewed_us"))
        .join(LastViewed.__table__, _views.issue_id == _issues.id)
        .where(_views.person_id == bindparam("viewer_id"))
        .group_by(_issues.project_id)
        .subquery()
    )
    found = visible(Project).join(latest, latest.c.project_id == _projects.id)
    return constant(
        found.order_by(latest.c.viewed_us.desc(), _projects.key).limit(bindparam("most"))
    )


@cache
def _recent() -> Select[Any]:
    # Made when it is first asked, since who sees what is declared by then.
    of_issue = visible(Issue).join(LastViewed.__table__, _views.issue_id == _issues.id)
    mine = of_issue.where(_views.person_id == bindparam("viewer_id"))
    ordered = mine.order_by(_views.viewed_us.desc(), _issues.id)
    return constant(ordered.limit(bindparam("most")))
