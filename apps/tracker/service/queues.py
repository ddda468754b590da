"""Queues: the lists of requests that agents of a service desk work through."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker import numbers
from workworld.apps.tracker.jql import parse, written
from workworld.apps.tracker.jql.tree import And, Clause, Query, Value
from workworld.apps.tracker.jql.tree import Field as NamedField
from workworld.apps.tracker.models import Project, Queue, Sla
from workworld.apps.tracker.service import desk_parts, projects, search, site
from workworld.apps.tracker.service.doors import PROGRAMS
from workworld.apps.tracker.service.search import Found
from workworld.apps.tracker.types import Jql, Name, NumberedId, PageSize, ProjectRef, Start
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

QueueId = Annotated[NumberedId, Field(description="A queue's id.")]
Columns = Annotated[
    Sequence[str],
    Field(description="Ids of fields, and of SLAs as sla:<id>, in order.", max_length=20),
]
USUAL_COLUMNS = (f.PRIORITY, f.ASSIGNEE, f.STATUS, "created", "updated")
KNOWN_COLUMNS = (
    f.PRIORITY,
    f.ASSIGNEE,
    f.REPORTER,
    f.STATUS,
    "created",
    "updated",
    "request_type",
    f.DUE_DATE,
)
"""Ids of what queues may show beside key, type and summary; SLAs stand among them."""
_DOORS = (Surface.UI, Surface.MCP)
"""The vendor's API reads queues, and changes none."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A queue, and how many issues are in it that the caller sees."""

    queue: Queue
    count: int


@operation(Effect.READ, scope="read:jira-work")
def list(
    ctx: Context,
    *,
    project: ProjectRef,
    with_count: Annotated[bool, Field(description="Whether to count what is in them.")] = True,
) -> Sequence[Counted]:
    """List the queues of a service desk, for those who work there."""
    row = desk_parts.served(ctx, project)
    return [
        Counted(queue, search.count(ctx, jql=jql_of(row, queue)) if with_count else 0)
        for queue in desk_parts.of_project(ctx, Queue, row.id)
    ]


@operation(Effect.READ, scope="read:jira-work", doors=PROGRAMS)
def info(
    ctx: Context,
    *,
    project: ProjectRef,
    queue_id: QueueId,
    with_count: Annotated[bool, Field(description="Whether to count what is in it.")] = True,
) -> Counted:
    """Look one queue up."""
    row, queue = _known(ctx, project, queue_id)
    return Counted(queue, search.count(ctx, jql=jql_of(row, queue)) if with_count else 0)


@operation(Effect.READ, scope="read:jira-work")
def issues(
    ctx: Context, *, project: ProjectRef, queue_id: QueueId, start: Start = 0, limit: PageSize = 50
) -> Found:
    """List the issues in a queue, in its order."""
    row, queue = _known(ctx, project, queue_id)
    return search.search(ctx, jql=jql_of(row, queue), start=start, limit=limit)


@operation(Effect.WRITE, scope="manage:jira-project", doors=_DOORS)
def create(
    ctx: Context, *, project: ProjectRef, name: Name, jql: Jql, columns: Columns = USUAL_COLUMNS
) -> Queue:
    """Add a queue to a service desk, behind those that it has."""
    row = desk_parts.run(ctx, project)
    queue = Queue(
        id=numbers.next_id(ctx.ids, "queue"),
        project_id=row.id,
        name=desk_parts.good_name(ctx, Queue, row.id, name),
        jql=_good_jql(ctx, jql),
        columns=_good_columns(ctx, row.id, columns),
        position=desk_parts.next_place(ctx, Queue, row.id),
    )
    ctx.session.add(queue)
    desk_parts.changed(ctx, row.id)
    return queue


@operation(Effect.WRITE, scope="manage:jira-project", doors=_DOORS)
def edit(
    ctx: Context,
    *,
    queue_id: QueueId,
    name: Annotated[Name | None, Field(description="A new name.")] = None,
    jql: Annotated[Jql | None, Field(description="A new query.")] = None,
    columns: Columns | None = None,
    place: Annotated[
        int | None, Field(description="Its place among the others, from 0.", ge=0, le=1000)
    ] = None,
) -> Queue:
    """Change a queue; whatever is left out stays as it is."""
    queue = desk_parts.changing(ctx, Queue, queue_id)
    if name is not None:
        queue.name = desk_parts.good_name(ctx, Queue, queue.project_id, name, queue.id)
    if jql is not None:
        queue.jql = _good_jql(ctx, jql)
    if columns is not None:
        queue.columns = _good_columns(ctx, queue.project_id, columns)
    if place is not None:
        desk_parts.put_at(ctx, Queue, queue, place)
    desk_parts.changed(ctx, queue.project_id)
    return queue


@operation(Effect.WRITE, scope="manage:jira-project", doors=_DOORS)
def delete(ctx: Context, *, queue_id: QueueId) -> None:
    """Delete a queue; what was in it stays."""
    queue = desk_parts.changing(ctx, Queue, queue_id)
    ctx.session.delete(queue)
    desk_parts.changed(ctx, queue.project_id)


def jql_of(project: Project, queue: Queue) -> str:
    """What is in a queue, as a whole query: of its project alone."""
    query = parse(queue.jql)
    here = Clause(NamedField("project"), "=", Value(project.key))
    where = here if query.where is None else And((here, query.where))
    return written(Query(where, query.order))


def _known(ctx: Context, ref: str, queue_id: str) -> tuple[Project, Queue]:
    row = desk_parts.served(ctx, ref)
    queue = desk_parts.known(ctx, Queue, queue_id)
    if queue.project_id != row.id:
        queue = desk_parts.known(ctx, Queue, "")
    return projects.known(ctx, row.id), queue


def _good_jql(ctx: Context, jql: str) -> str:
    if not jql.strip():
        raise desk_parts.wrong(Queue, "A queue needs a query.", "jql")
    search.check(ctx, jql=jql)
    return jql.strip()


def _good_columns(ctx: Context, project_id: str, columns: Sequence[str]) -> builtins.list[str]:
    slas = {f"sla:{row.id}" for row in desk_parts.of_project(ctx, Sla, project_id)}
    known = slas.union(KNOWN_COLUMNS, site.custom_fields(ctx))
    for each in columns:
        if each not in known:
            raise desk_parts.wrong(Queue, f"There is no column '{each}'.", "columns")
    return [*dict.fromkeys(columns)]
