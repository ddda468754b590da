"""How many issues came and went in each span of time, how old they were, and how long they took."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from sqlalchemy import func, or_

from workworld.apps.tracker.jql import parse
from workworld.apps.tracker.jql.writing import node_text
from workworld.apps.tracker.models import Issue, Project
from workworld.apps.tracker.service import search
from workworld.apps.tracker.service.reporting import words
from workworld.context import Context
from workworld.database import rows_of
from workworld.permissions import sight_of, visible

_A_DAY = 24 * 3600 * 1_000_000
_issues = Issue.__table__.c


@dataclass(frozen=True, slots=True)
class Span:
    """What happened from a day on, until the day before another."""

    first: str
    after: str
    created: int
    resolved: int
    unresolved: int
    """How many were not resolved at its end."""
    age_days: float
    """How old those were on average."""
    took_days: float
    """How long those took on average that were resolved in it, from their creation on."""
    created_jql: str
    resolved_jql: str
    unresolved_jql: str


@dataclass(frozen=True, slots=True)
class Load:
    """What somebody has to do."""

    person_id: str | None
    """None: what nobody has been assigned."""
    issues: int
    points: float
    remaining: int
    """Seconds of work."""
    jql: str


def of_query(ctx: Context, jql: str, days: int) -> list[Span]:
    """What became of the issues that a query finds, in each span of the last days."""
    spans = words.spans(ctx, days)
    first, last = words.begins(ctx, spans[0][0]), words.begins(ctx, spans[-1][1])
    query = (
        visible(Issue)
        .with_only_columns(_issues.created_us, _issues.resolved_us)
        .where(search.condition(ctx, jql))
        .where(_issues.created_us < last)
        .where(or_(_issues.resolved_us.is_(None), _issues.resolved_us >= first))
    )
    rows = rows_of(ctx.session, query, sight_of(ctx))
    created = sorted(row.created_us for row in rows)
    resolved = sorted(
        (row.resolved_us, row.created_us) for row in rows if row.resolved_us is not None
    )
    counted = _Counted(
        created,
        [0, *accumulate(created)],
        [when for when, _ in resolved],
        [0, *accumulate(began for _, began in resolved)],
        [0, *accumulate(when - began for when, began in resolved)],
    )
    scope = scope_of(jql)
    return [
        counted.span(ctx, scope, start.isoformat(), after.isoformat(), begins, ends)
        for start, after in spans
        for begins, ends in [(words.begins(ctx, start), words.begins(ctx, after))]
    ]


def scope_of(jql: str) -> str:
    """A query to which more can be added."""
    where = parse(jql).where
    return f"({node_text(where)}) AND " if where else ""


@dataclass(frozen=True, slots=True)
class _Counted:
    """Times of issues in order, and their sums up to each."""

    created: Sequence[int]
    created_sums: Sequence[int]
    resolved: Sequence[int]
    resolved_began: Sequence[int]
    resolved_took: Sequence[int]

    def span(
        self, ctx: Context, scope: str, first: str, after: str, begins: int, ends: int
    ) -> Span:
        """What happened in a span of time."""
        low, high = (bisect_left(self.created, each) for each in (begins, ends))
        gone, going = (bisect_left(self.resolved, each) for each in (begins, ends))
        left = high - going
        now = min(ends, max(begins, ctx.clock.now_us()))
        ages = left * now - (self.created_sums[high] - self.resolved_began[going])
        took = self.resolved_took[going] - self.resolved_took[gone]
        count = going - gone
        return Span(
            first,
            after,
            high - low,
            count,
            left,
            ages / left / _A_DAY if left else 0,
            took / count / _A_DAY if count else 0,
            f"{scope}created >= {first} AND created < {after}",
            f"{scope}resolved >= {first} AND resolved < {after}",
            f"{scope}created < {after} AND (resolved >= {after} OR resolved IS EMPTY)",
        )


def loads(ctx: Context, project: Project) -> list[Load]:
    """What everybody has to do in a project, whoever has most of it first."""
    query = (
        visible(Issue)
        .with_only_columns(
            _issues.assignee_id,
            func.count().label("issues"),
            func.coalesce(func.sum(_issues.story_points), 0).label("points"),
            func.coalesce(func.sum(_issues.remaining_estimate), 0).label("remaining"),
        )
        .where(_issues.project_id == project.id, _issues.resolution_id.is_(None))
        .group_by(_issues.assignee_id)
    )
    found = rows_of(ctx.session, query, sight_of(ctx))
    scope = f"{words.project(project.key)} AND resolution IS EMPTY AND assignee "
    made = [
        Load(
            row.assignee_id,
            row.issues,
            row.points,
            row.remaining,
            scope + (f"= {row.assignee_id}" if row.assignee_id else "IS EMPTY"),
        )
        for row in found
    ]
    return sorted(made, key=lambda each: (-each.issues, each.person_id or ""))
