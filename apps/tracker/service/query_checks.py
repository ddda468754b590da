"""Several queries in JQL at once: read, or asked of some issues; each may be wrong by itself.

https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-jql/
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from workworld.apps.tracker.jql import Query, parse
from workworld.apps.tracker.jql.conditions import check
from workworld.apps.tracker.jql.scope import Scope
from workworld.apps.tracker.service import search
from workworld.apps.tracker.types import Jql
from workworld.context import Context, Surface
from workworld.errors import Invalid
from workworld.operations import Effect, operation

# Tools ask about one query at a time: checkJql and matchJiraIssuesWithJql.
_DOORS = (Surface.REST,)
Queries = Annotated[
    Sequence[Jql], Field(description="Queries in JQL.", min_length=1, max_length=100)
]


@dataclass(frozen=True, slots=True)
class Reading:
    """What a query was read as."""

    text: str
    query: Query | None
    """None if it cannot be read."""
    problems: Sequence[str] = ()
    """What is wrong with its fields and values, or why it cannot be read."""


@dataclass(frozen=True, slots=True)
class Matching:
    """Which of some issues a query finds."""

    issue_ids: Sequence[str]
    problems: Sequence[str] = ()


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def read(
    ctx: Context,
    *,
    queries: Queries,
    with_names: Annotated[
        bool, Field(description="Whether there must be what they name: fields, values.")
    ] = True,
) -> Sequence[Reading]:
    """Read queries in JQL without searching: the parts of each, or what is wrong with it."""
    return [_read(ctx, text, with_names=with_names) for text in queries]


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def match(
    ctx: Context,
    *,
    queries: Queries,
    issue_ids: Annotated[Sequence[str], Field(description="Issues' ids.", max_length=1000)],
) -> Sequence[Matching]:
    """Tell which of some issues each of several queries in JQL finds."""
    return [_match(ctx, text, issue_ids) for text in queries]


def _read(ctx: Context, text: str, *, with_names: bool) -> Reading:
    try:
        query = parse(text)
    except Invalid as refused:
        return Reading(text, None, [refused.message])
    try:
        if with_names:
            check(Scope.of(ctx), query)
    except Invalid as refused:
        return Reading(text, query, _told(refused))
    return Reading(text, query)


def _match(ctx: Context, text: str, issue_ids: Sequence[str]) -> Matching:
    try:
        return Matching(search.matching(ctx, jql=text, issue_ids=issue_ids))
    except Invalid as refused:
        return Matching((), _told(refused))


def _told(refused: Invalid) -> Sequence[str]:
    return [each.what for each in refused.problems] or [refused.message]
