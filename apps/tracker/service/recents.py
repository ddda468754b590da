"""What somebody looked at lately: issues, and through them projects."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from sqlalchemy import Select, bindparam, func, select

from workworld.apps.tracker.models import Issue, LastViewed, Project
from workworld.apps.tracker.service import sight
from workworld.apps.tracker.types import IssueRef, PageSize
from workworld.context import Context, Surface
from workworld.database import constant, driver, plain_rows
from workworld.operations import Effect, operation
from workworld.permissions import VIEWER, sight_of, visible

_issues, _projects, _viewed = Issue.__table__.c, Project.__table__.c, LastViewed.__table__.c
# Looking takes no time, and what one looked at last comes first all the same.
_NOTE = (
    "INSERT INTO tracker_last_viewed (person_id, issue_id, viewed_us) SELECT :me, :issue,"
    " max(:now, (SELECT ifnull(max(viewed_us), 0) + 1 FROM tracker_last_viewed"
    " WHERE person_id = :me)) WHERE true"
    " ON CONFLICT (person_id, issue_id) DO UPDATE SET viewed_us = excluded.viewed_us"
)


@cache
def _recent_issues() -> Select[Any]:
    # Made when it is first asked, since who sees what is declared by then.
    query = visible(Issue).join(LastViewed.__table__, _viewed.issue_id == _issues.id)
    query = query.where(_viewed.person_id == VIEWER)
    return constant(query.order_by(_viewed.viewed_us.desc(), _issues.id).limit(bindparam("limit")))


@cache
def _recent_projects() -> Select[Any]:
    latest = (
        select(_issues.project_id, func.max(_viewed.viewed_us).label("viewed_us"))
        .join(LastViewed.__table__, _viewed.issue_id == _issues.id)
        .where(_viewed.person_id == VIEWER)
        .group_by(_issues.project_id)
        .subquery()
    )
    query = visible(Project).join(latest, latest.c.project_id == _projects.id)
    query = query.order_by(latest.c.viewed_us.desc(), _projects.key)
    return constant(query.limit(bindparam("limit")))


# Only pages note it: whoever calls the API or a tool looks at whatever they ask for.
@operation(Effect.HOUSEKEEPING, scope="read:jira-work", doors=(Surface.UI,))
def note(ctx: Context, *, issue: IssueRef) -> None:
    """Remember that the caller has looked at an issue."""
    row = sight.read(ctx, issue)
    values = {"me": ctx.actor.person_id, "issue": row.id, "now": ctx.clock.now_us()}
    driver(ctx.session).execute(_NOTE, values)


@operation(Effect.READ, scope="read:jira-work")
def issues(ctx: Context, *, limit: PageSize = 20) -> Sequence[Issue]:
    """List the issues that the caller looked at, the latest first: rows to be read."""
    return plain_rows(ctx.session, Issue, _recent_issues(), sight_of(ctx) | {"limit": limit})


@operation(Effect.READ, scope="read:jira-work")
def projects(ctx: Context, *, limit: PageSize = 20) -> Sequence[Project]:
    """List the projects whose issues the caller looked at, the latest first: rows to be read."""
    return plain_rows(ctx.session, Project, _recent_projects(), sight_of(ctx) | {"limit": limit})
