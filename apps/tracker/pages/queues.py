"""Queues: the lists that agents of a service desk work through."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker import permission_names as names
from workworld.apps.tracker.models import IssueType, Priority, Sla, Status
from workworld.apps.tracker.pages import moments
from workworld.apps.tracker.pages.blueprint import BLUEPRINT, back, queue_url
from workworld.apps.tracker.pages.desk_words import ClockWords, clocks_of
from workworld.apps.tracker.pages.faces import Face, face_of
from workworld.apps.tracker.pages.frames import ProjectFrame, framed
from workworld.apps.tracker.service import (
    access,
    desk_parts,
    issues,
    projects,
    queues,
    requests,
    site,
)
from workworld.apps.tracker.service.queues import Counted
from workworld.apps.tracker.service.search import Found
from workworld.context import Context
from workworld.doors.web import nothing, page, signed_in

_SIZE = 50
_NAMES = {
    f.PRIORITY: "Priority",
    f.ASSIGNEE: "Assignee",
    f.REPORTER: "Reporter",
    f.STATUS: "Status",
    f.DUE_DATE: "Due",
    "created": "Created",
    "updated": "Updated",
    "request_type": "Request type",
}


@dataclass(frozen=True, slots=True)
class QueueLine:
    """A queue beside the one that is shown."""

    id: str
    name: str
    count: int
    url: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class RequestLine:
    """An issue in a queue."""

    key: str
    summary: str
    type: IssueType
    status: Status
    priority: Priority | None
    assignee: Face | None
    reporter: Face | None
    texts: Mapping[str, str]
    clocks: Mapping[str, ClockWords]
    is_mine: bool


@dataclass(frozen=True, slots=True)
class QueuePage:
    """What the page of a queue shows."""

    project: ProjectFrame
    queues: Sequence[QueueLine]
    name: str
    columns: Sequence[tuple[str, str]]
    lines: Sequence[RequestLine]
    total: int
    may_assign: bool
    may_edit: bool


@BLUEPRINT.get("/p/<project>/queues")
def first_queue(project: str) -> Any:
    """To the first queue of a service desk."""

    def present(ctx: Context, found: Sequence[Counted]) -> Any:
        key = desk_parts.desk(ctx, project).key
        return queue_url(key, found[0].queue.id) if found else None

    url = page(queues.list, present, project=project, with_count=False)
    if url is not None:
        return flask.redirect(url)
    frame = page(projects.info, lambda _ctx, row: ProjectFrame.of(row), project=project)
    return framed("queues_none.html", project=frame)


@BLUEPRINT.get("/p/<project>/queues/<queue_id>")
def queue_page(project: str, queue_id: str) -> str:
    """The issues in a queue, with their clocks."""
    number = _number()
    start = (number - 1) * _SIZE
    asked: dict[str, Any] = {
        "project": project,
        "queue_id": queue_id,
        "start": start,
        "limit": _SIZE,
    }
    found: QueuePage = page(
        queues.issues, lambda ctx, rows: _shown(ctx, project, queue_id, rows), **asked
    )
    return framed(
        "queue.html",
        project=found.project,
        found=found,
        number=number,
        count=max(1, -(-found.total // _SIZE)),
        page_address=lambda at: queue_url(found.project.key, queue_id, page=at),
    )


@BLUEPRINT.post("/p/<project>/queues/<queue_id>/take")
def take(project: str, queue_id: str) -> Any:
    """Let an issue be the reader's."""
    issue = flask.request.form.get("issue", "")
    page(issues.edit, nothing, issue=issue, fields={f.ASSIGNEE: signed_in().person_id})
    return back(queue_url(project, queue_id))


def _shown(ctx: Context, ref: str, queue_id: str, found: Found) -> QueuePage:
    project = desk_parts.desk(ctx, ref)
    counted = queues.list(ctx, project=ref)
    here = next(each.queue for each in counted if each.queue.id == queue_id)
    slas = {f"sla:{row.id}": row.name for row in desk_parts.of_project(ctx, Sla, project.id)}
    known = {**_NAMES, **slas, **{id: row.name for id, row in site.custom_fields(ctx).items()}}
    columns = [(id, known[id]) for id in here.columns if id in known]
    return QueuePage(
        ProjectFrame.of(project),
        [
            QueueLine(
                each.queue.id,
                each.queue.name,
                each.count,
                queue_url(project.key, each.queue.id),
                each.queue.id == queue_id,
            )
            for each in counted
        ],
        here.name,
        [each for each in columns if each[0] in {**_NAMES, **slas}],
        _lines(ctx, found.rows),
        found.total or 0,
        may_assign=access.has(ctx, names.ASSIGN, project.id)
        and access.has(ctx, names.ASSIGNABLE, project.id),
        may_edit=access.has(ctx, names.ADMINISTER_PROJECT, project.id),
    )


def _lines(ctx: Context, rows: Sequence[Any]) -> list[RequestLine]:
    people = site.people(ctx, [id for row in rows for id in (row.assignee_id, row.reporter_id)])
    types, statuses, priorities = site.issue_types(ctx), site.statuses(ctx), site.priorities(ctx)
    clocks = clocks_of(ctx, rows)
    kinds = {view.row.id: view.type for view in requests.views(ctx, rows)}
    found = []
    for row in rows:
        kind = kinds[row.id]
        texts = {
            "created": moments.moment(ctx, row.created_us).text,
            "updated": moments.moment(ctx, row.updated_us).text,
            f.DUE_DATE: moments.day(row.due_date) if row.due_date else "",
            "request_type": kind.name if kind else "",
        }
        found.append(
            RequestLine(
                row.key,
                row.summary,
                types[row.type_id],
                statuses[row.status_id],
                priorities.get(row.priority_id or ""),
                face_of(people, row.assignee_id),
                face_of(people, row.reporter_id),
                texts,
                {f"sla:{id}": words for id, words in clocks.get(row.id, {}).items()},
                row.assignee_id == ctx.actor.person_id,
            )
        )
    return found


def _number() -> int:
    given = flask.request.args.get("page", "")
    return max(1, int(given)) if given.isdigit() and len(given) < 5 else 1
