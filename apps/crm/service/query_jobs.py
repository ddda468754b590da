"""Queries whose answers are told as tables: done at once, and read in parts.

https://developer.salesforce.com/docs/atlas.en-us.api_asynch.meta/api_asynch/queries.htm
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field as Argument

from workworld.apps.crm.models import Job
from workworld.apps.crm.service import jobs, queries, records
from workworld.apps.crm.service.jobs import DONE, DOORS, Delimiter, JobId, LineEnding
from workworld.apps.crm.soql import compiler, parser
from workworld.apps.crm.soql.tree import AllFields, Column, Path, Query
from workworld.context import Context
from workworld.errors import Invalid
from workworld.operations import Effect, operation

QUERY = "query"
MOST_ROWS = 50_000
_STAMP = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3})\+0000")
_PLACE = re.compile(r"[1-9]\d{0,7}", re.ASCII)

QueryDeed = Annotated[
    Literal["query", "queryAll"],
    Argument(description="Whether records in the recycle bin are left out."),
]


@dataclass(frozen=True, slots=True)
class Part:
    """Some of the rows that a query has found.

    Args:
        job: the query's.
        rows: their cells, as the job's columns have them.
        following: where the next part begins; None if this is the last one.
    """

    job: Job
    rows: Sequence[Sequence[str]]
    following: int | None


@operation(Effect.WRITE, scope=records.SCOPE, doors=DOORS)
def create(
    ctx: Context,
    *,
    q: Annotated[str, Argument(description="The query, in SOQL.", min_length=1)],
    deed: QueryDeed = "query",
    delimiter: Delimiter = "COMMA",
    line_ending: LineEnding = "LF",
) -> Job:
    """Begin a job that answers a query with a table.

    Raises:
        Invalid: the query is wrong, or ``API_ERROR``: it has no table for an answer.
    """
    tree = parser.parse(q)
    _require_flat(tree)
    found = everything(ctx, q, all_rows=deed == "queryAll")
    columns = _columns(tree, found)
    return jobs.made(
        ctx,
        kind=QUERY,
        operation=deed,
        sobject=tree.source,
        delimiter=delimiter,
        line_ending=line_ending,
        state=DONE,
        content=q,
        columns=columns,
        results=[[_cell(_at(row, name)) for name in columns] for row in found],
    )


@operation(Effect.READ, scope=records.SCOPE, doors=DOORS)
def get(ctx: Context, *, job_id: JobId) -> Job:
    """Tell how a job stands."""
    return jobs.known(ctx, job_id, QUERY)


@operation(Effect.READ, scope=records.SCOPE, doors=DOORS)
def list_own(ctx: Context) -> Sequence[Job]:
    """List your jobs that answer queries, the latest first."""
    return jobs.own(ctx, QUERY)


@operation(Effect.WRITE, scope=records.SCOPE, doors=DOORS)
def abort(
    ctx: Context,
    *,
    job_id: JobId,
    state: Annotated[Literal["Aborted"], Argument(description="What it should become.")],
) -> Job:
    """Give a job up, which a query that is answered at once cannot be.

    Raises:
        Invalid: ``INVALIDJOBSTATE``.
    """
    job = jobs.known(ctx, job_id, QUERY)
    raise Invalid("INVALIDJOBSTATE", f"A job that is {job.state} cannot become {state}.")


@operation(Effect.READ, scope=records.SCOPE, doors=DOORS)
def results(
    ctx: Context,
    *,
    job_id: JobId,
    locator: Annotated[str, Argument(description="Where the part begins.", max_length=20)] = "",
    most: Annotated[int, Argument(description="How many rows at most.", ge=1)] = MOST_ROWS,
) -> Part:
    """Read rows that a query has found.

    Raises:
        Invalid: ``INVALID_QUERY_LOCATOR``.
    """
    job = jobs.known(ctx, job_id, QUERY)
    if locator and not _PLACE.fullmatch(locator):
        raise Invalid("INVALID_QUERY_LOCATOR", "invalid query locator")
    start = int(locator or 0)
    end = start + most
    return Part(job, job.results[start:end], end if end < len(job.results) else None)


@operation(Effect.WRITE, scope=records.SCOPE, doors=DOORS)
def delete(ctx: Context, *, job_id: JobId) -> None:
    """Forget a job that is over."""
    jobs.forget(ctx, jobs.known(ctx, job_id, QUERY))


def everything(
    ctx: Context, q: str, *, all_rows: bool, version: str = queries.LATEST
) -> list[Mapping[str, Any]]:
    """All records that a query finds.

    Raises:
        Invalid: the query is wrong, or ``EXCEEDED_ID_LIMIT``: it finds too many.
    """
    part = queries.query(ctx, q=q, all_rows=all_rows, version=version)
    if part.total_size > MOST_ROWS:
        raise Invalid("EXCEEDED_ID_LIMIT", f"A job answers {MOST_ROWS:,} records at most.")
    found = list(part.records)
    while part.locator is not None:
        part = queries.more(ctx, locator=part.locator, version=version)
        found += part.records
    return found


def _require_flat(tree: Query) -> None:
    if tree.is_count or compiler.is_grouped(tree):
        raise Invalid("API_ERROR", "Aggregate functions are not supported in Bulk Query")
    if not all(isinstance(each, Column | AllFields) for each in tree.columns):
        raise Invalid("API_ERROR", "Aggregate Relationships not supported in Bulk Query")


def _columns(tree: Query, found: Sequence[Mapping[str, Any]]) -> list[str]:
    """What the columns are called: as the records have it, or as the query if there is none."""
    first = found[0] if found else {}
    names: list[str] = []
    for each in tree.columns:
        if isinstance(each, AllFields):
            names += [name for name in first if name != "attributes"]
        elif isinstance(each, Column):
            names.append(_canonical(first, each))
    return names


def _canonical(first: Mapping[str, Any], column: Column) -> str:
    if column.alias or not isinstance(column.value, Path):
        return column.alias or getattr(column.value, "name", "")
    names: list[str] = []
    at: Any = first
    for name in column.value.names:
        known = [each for each in at if each.lower() == name.lower()] if at else []
        names.append(known[0] if known else name)
        at = at.get(names[-1]) if isinstance(at, Mapping) else None
    return ".".join(names)


def _at(row: Mapping[str, Any], name: str) -> Any:
    found: Any = row
    for part in name.split("."):
        found = found.get(part) if isinstance(found, Mapping) else None
    return found


def _cell(value: Any) -> str:
    """A value as a table has it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return _STAMP.sub(r"\1Z", value) if isinstance(value, str) else str(value)
