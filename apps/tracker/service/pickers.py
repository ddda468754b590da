"""What fields that are filled in while one types suggest: issues and labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import Select, select

from workworld.apps.tracker.jql.parser import parse
from workworld.apps.tracker.jql.writing import node_text, quoted
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Issue, IssueLabel
from workworld.apps.tracker.service import search, sight, views
from workworld.apps.tracker.types import IssueRef, Jql, PageSize, ShortText, Start
from workworld.context import Context, Surface
from workworld.database import constant, rows_of
from workworld.operations import Effect, operation
from workworld.permissions import sight_of, visible

# Tools search with JQL, and pages complete what is typed by operations of their own.
_DOORS = (Surface.REST,)
_MOST = 20


@dataclass(frozen=True, slots=True)
class Picked:
    """Issues that somebody may mean."""

    recent: Sequence[Issue]
    """Those at which they looked."""
    found: Sequence[Issue]


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def issues(
    ctx: Context,
    *,
    text: Annotated[ShortText, Field(description="A key, or words of the summary.")] = "",
    jql: Annotated[Jql, Field(description="Which issues it may be; all if empty.")] = "",
    but: Annotated[IssueRef | None, Field(description="Which issue it is not.")] = None,
) -> Picked:
    """Suggest up to 20 issues by key or summary: those that the caller looked at, and others."""
    wanted = text.strip().casefold()
    recent = [row for row in views.recent(ctx, limit=100) if _fits(row, wanted)][:_MOST]
    named = sight.found(ctx, text.strip().upper()) if wanted else None
    words = " ".join(f"{word}*" for word in wanted.split() if word.isalnum())
    where = parse(jql).where
    asked = [f"({node_text(where)})"] if where is not None else []
    query = " AND ".join([*asked, *([f"summary ~ {quoted(words)}"] if words else [])])
    rows: Sequence[Issue] = []
    if named is None and (words or not wanted):
        rows = search.search(ctx, jql=query, limit=_MOST, with_total=False).rows
    found = [*([named] if named is not None else []), *rows]
    left = sight.found(ctx, but) if but is not None else None
    without = {left.id} if left is not None else set[str]()
    return Picked(_once(recent, without), _once(found, without)[:_MOST])


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def labels(ctx: Context, *, start: Start = 0, limit: PageSize = 1000) -> Listed[str]:
    """List the labels of the issues that the caller sees, by name."""
    found = [row.label for row in rows_of(ctx.session, _labels(), sight_of(ctx))]
    return Listed(found[start : start + limit], len(found), start)


def _fits(row: Issue, wanted: str) -> bool:
    return wanted in row.key.casefold() or wanted in row.summary.casefold()


def _once(rows: Sequence[Issue], without: set[str]) -> Sequence[Issue]:
    return [*{row.id: row for row in rows if row.id not in without}.values()]


@cache
def _labels() -> Select[Any]:
    columns, rows = IssueLabel.__table__.c, Issue.__table__.c
    seen = visible(Issue).with_only_columns(rows.id)
    found = select(columns.label).where(columns.issue_id.in_(seen)).distinct()
    return constant(found.order_by(columns.label))
