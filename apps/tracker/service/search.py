"""Finding issues by JQL. Results hold what the caller sees, and counts no more than that."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import ColumnElement, Select, and_, false, func, or_, select, true

from workworld.apps.tracker.jql import Query, parse
from workworld.apps.tracker.jql.conditions import Sorted, condition_of, order_of
from workworld.apps.tracker.jql.conditions import check as check_names
from workworld.apps.tracker.jql.scope import Scope
from workworld.apps.tracker.jql.specs import Key
from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.types import Jql, PageSize, Start
from workworld.context import Context, Surface
from workworld.database import constant, given, plain_rows, rows_of
from workworld.errors import Invalid
from workworld.operations import Effect, operation
from workworld.paging import decode_cursor, encode_cursor
from workworld.permissions import sight_of, visible

SearchCursor = Annotated[str, Field(description="Where the previous page ended.", max_length=8192)]
_issues = Issue.__table__.c
_UNBOUNDED = (
    "Unbounded JQL queries are not allowed here. Please add a search restriction to your query."
)
_BY_IDS = constant(select(Issue.__table__).where(_issues.id.in_(given("ids"))))
_NEWEST_FIRST = (Sorted(Key(_issues.created_us, may_be_empty=False), is_descending=True),)
_TIE_BREAKER = Sorted(Key(_issues.id, may_be_empty=False), is_descending=False)


@dataclass(frozen=True, slots=True)
class Found:
    """Some of the issues that a query finds."""

    rows: Sequence[Issue]
    """In order; to be read only."""
    total: int | None
    """How many it finds altogether; None if that was not asked for."""
    next_cursor: str | None
    """Continues it; None on the last page."""
    start: int = 0


@operation(Effect.READ, scope="read:jira-work")
def search(
    ctx: Context,
    *,
    jql: Jql,
    limit: PageSize = 50,
    cursor: SearchCursor = "",
    start: Start = 0,
    with_total: Annotated[bool, Field(description="Whether to count all that fit.")] = True,
    must_be_bounded: Annotated[
        bool, Field(description="Whether a query without any condition is refused.")
    ] = False,
) -> Found:
    """Find issues with a query in JQL. Without ORDER BY the newest come first.

    Pages continue at a cursor, or at a number of rows; a cursor belongs to its query.

    Raises:
        Invalid: ``jql_parse_error``, ``jql_invalid``, ``unbounded_jql`` or ``invalid_cursor``.
    """
    query, scope = parse(jql), Scope.of(ctx)
    if must_be_bounded and query.where is None:
        raise Invalid("unbounded_jql", _UNBOUNDED)
    condition, order = _read(scope, query)
    found, wide = visible(Issue).where(condition), len(order)
    listing = f"tracker search {jql}"
    place = _place(decode_cursor(listing, cursor), wide) if cursor else None
    counts_along = with_total and place is None
    page = _page(found, order, place, counts_along=counts_along).offset(start).limit(limit + 1)
    keys = rows_of(ctx.session, page, sight_of(ctx))
    total = keys[0].total if counts_along and keys else None
    if with_total and total is None:
        total = _count(ctx, found)
    following = _cursor(listing, keys[limit - 1], wide) if len(keys) > limit else None
    return Found(_whole(ctx, [row.id for row in keys[:limit]]), total, following, start)


@operation(Effect.READ, scope="read:jira-work", doors=(Surface.REST, Surface.MCP))
def count(ctx: Context, *, jql: Jql) -> int:
    """Count the issues that a query in JQL finds, of those that the caller sees."""
    return _count(ctx, visible(Issue).where(condition(ctx, jql)))


@operation(Effect.READ, scope="read:jira-work", doors=(Surface.MCP,))
def check(ctx: Context, *, jql: Jql) -> Query:
    """Read a query in JQL without searching: its parts, or a refusal that says what is wrong."""
    query = parse(jql)
    check_names(Scope.of(ctx), query)
    return query


@operation(Effect.READ, scope="read:jira-work", doors=(Surface.MCP,))
def matching(
    ctx: Context,
    *,
    jql: Jql,
    issue_ids: Annotated[Sequence[str], Field(description="Issues' ids.", max_length=1000)],
) -> Sequence[str]:
    """Tell which of some issues a query in JQL finds, by id and in the order given."""
    query = visible(Issue).with_only_columns(_issues.id)
    asked = query.where(_issues.id.in_(list(issue_ids)), condition(ctx, jql))
    found = {row.id for row in rows_of(ctx.session, asked, sight_of(ctx))}
    return [each for each in issue_ids if each in found]


def condition(ctx: Context, jql: str) -> ColumnElement[bool]:
    """What a query asks of the table of issues, to be joined to ``visible(Issue)``.

    Raises:
        Invalid: the query makes no sense.
    """
    return _read(Scope.of(ctx), parse(jql))[0]


def ordering(ctx: Context, jql: str) -> Sequence[ColumnElement[Any]]:
    """What a query's results are ordered by, for ``order_by``; it makes them unique in order.

    Raises:
        Invalid: the query makes no sense.
    """
    return [_ordered(each) for each in _read(Scope.of(ctx), parse(jql))[1]]


def _read(scope: Scope, query: Query) -> tuple[ColumnElement[bool], list[Sorted]]:
    condition, order = condition_of(scope, query.where), order_of(scope, query.order)
    scope.settle()
    return condition, [*(order or _NEWEST_FIRST), _TIE_BREAKER]


def _page(
    found: Select[Any], order: Sequence[Sorted], place: Sequence[Any] | None, *, counts_along: bool
) -> Select[Any]:
    """Ids in order, with what they are ordered by; what is long is read for one page alone."""
    keys = [each.key.value.label(f"sort_{at}") for at, each in enumerate(order)]
    if counts_along:
        keys.append(func.count().over().label("total"))
    page = found.with_only_columns(_issues.id, *keys).order_by(*(_ordered(each) for each in order))
    return page if place is None else page.where(_after(order, place))


def _whole(ctx: Context, ids: Sequence[str]) -> Sequence[Issue]:
    rows = {row.id: row for row in plain_rows(ctx.session, Issue, _BY_IDS, {"ids": [*ids]})}
    return [rows[id] for id in ids]


def _count(ctx: Context, found: Select[Any]) -> int:
    counted = found.with_only_columns(func.count().label("total"), maintain_column_froms=True)
    total: int = rows_of(ctx.session, counted, sight_of(ctx))[0].total
    return total


def _ordered(each: Sorted) -> ColumnElement[Any]:
    value = each.key.value
    ordered = value.desc() if each.is_descending else value.asc()
    if not each.key.may_be_empty:
        return ordered
    return ordered.nulls_first() if each.is_descending else ordered.nulls_last()


# Cursors


def _cursor(listing: str, row: Any, width: int) -> str:
    values = [getattr(row, f"sort_{place}") for place in range(width)]
    return encode_cursor(listing, json.dumps(values))


def _place(key: str, width: int) -> list[Any]:
    """The values after which a page begins.

    Raises:
        Invalid: ``invalid_cursor``.
    """
    values = json.loads(key)
    if not isinstance(values, list) or len(values) != width:
        raise Invalid("invalid_cursor", "The cursor was not given out by this listing.")
    return values


def _after(order: Sequence[Sorted], values: Sequence[Any]) -> ColumnElement[bool]:
    """Whether a row comes after one that has these values."""
    parts: list[ColumnElement[bool]] = [false()]
    same: list[ColumnElement[bool]] = [true()]
    for each, value in zip(order, values, strict=True):
        column = each.key.value
        parts.append(and_(*same, _follows(each, value)))
        same.append(column.is_(None) if value is None else column == value)
    return or_(*parts)


def _follows(each: Sorted, value: Any) -> ColumnElement[bool]:
    column = each.key.value
    if each.is_descending:
        return column.is_not(None) if value is None else column < value
    if value is None:
        return false()
    further: ColumnElement[bool] = column > value
    return or_(further, column.is_(None)) if each.key.may_be_empty else further
