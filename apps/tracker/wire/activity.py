"""What happens below an issue: comments, worklogs, files, links, history."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from workworld.apps.tracker import durations
from workworld.apps.tracker.models import Comment, Issue, RemoteLink, Worklog
from workworld.apps.tracker.service import site
from workworld.apps.tracker.service.history import Change
from workworld.apps.tracker.service.links import Shown
from workworld.apps.tracker.service.record_parts import Attached
from workworld.apps.tracker.wire import metadata, people
from workworld.apps.tracker.wire.addresses import self_of, stamp
from workworld.apps.tracker.wire.texts import Documents
from workworld.context import Context
from workworld.files.kinds import IMAGES

Shape = dict[str, Any]


def comments(ctx: Context, rows: Sequence[Comment], *, rendered: bool = False) -> list[Shape]:
    """Comments of issues, with their authors."""
    authors = site.people(ctx, [id for row in rows for id in (row.author_id, row.updated_by)])
    documents = Documents(ctx, [row.body for row in rows])
    roles = site.roles(ctx) if any(row.role_id for row in rows) else {}
    found = []
    for row in rows:
        author = people.user(ctx, authors.get(row.author_id))
        editor = people.user(ctx, authors.get(row.updated_by or row.author_id))
        shape: Shape = {
            "self": self_of(ctx, "issue", row.issue_id, "comment", row.id),
            "id": row.id,
            "author": author,
            "body": documents.shown(row.body),
            "updateAuthor": editor,
            "created": stamp(row.created_us),
            "updated": stamp(row.updated_us),
            "jsdPublic": not row.is_internal,
        }
        if rendered:
            shape["renderedBody"] = documents.html(row.body)
        if row.role_id and row.role_id in roles:
            name = roles[row.role_id].name
            shape["visibility"] = {"type": "role", "value": name, "identifier": row.role_id}
        found.append(shape)
    return found


def worklogs(ctx: Context, rows: Sequence[Worklog]) -> list[Shape]:
    """Work that people logged."""
    authors = site.people(ctx, [id for row in rows for id in (row.author_id, row.updated_by)])
    documents = Documents(ctx, [row.body for row in rows])
    found = []
    for row in rows:
        shape: Shape = {
            "self": self_of(ctx, "issue", row.issue_id, "worklog", row.id),
            "author": people.user(ctx, authors.get(row.author_id)),
            "updateAuthor": people.user(ctx, authors.get(row.updated_by)),
            "created": stamp(row.created_us),
            "updated": stamp(row.updated_us),
            "started": stamp(row.started_us),
            "timeSpent": durations.show(row.seconds),
            "timeSpentSeconds": row.seconds,
            "id": row.id,
            "issueId": row.issue_id,
        }
        found.append(shape | ({"comment": documents.shown(row.body)} if row.body else {}))
    return found


def attachments(ctx: Context, rows: Sequence[Attached]) -> list[Shape]:
    """Files of issues."""
    authors = site.people(ctx, [each.row.author_id for each in rows])
    found = []
    for each in rows:
        id = each.row.id
        shape: Shape = {
            "self": self_of(ctx, "attachment", id),
            "id": id,
            "filename": each.file.name,
            "author": people.user(ctx, authors.get(each.row.author_id)),
            "created": stamp(each.row.created_us),
            "size": each.file.size,
            "mimeType": each.file.mime,
            "content": self_of(ctx, "attachment", "content", id),
        }
        is_image = each.file.mime in IMAGES
        thumbnail = {"thumbnail": self_of(ctx, "attachment", "thumbnail", id)}
        found.append(shape | (thumbnail if is_image else {}))
    return found


def link(ctx: Context, shown: Shown) -> Shape:
    """A link as one of its issues has it."""
    side = "outwardIssue" if shown.is_outward else "inwardIssue"
    return {
        "id": shown.link.id,
        "self": self_of(ctx, "issueLink", shown.link.id),
        "type": metadata.link_type(ctx, shown.type),
        side: linked(ctx, shown.other),
    }


def linked(ctx: Context, row: Issue) -> Shape:
    """An issue as links, parents and sub-tasks have it."""
    rank = site.priorities(ctx).get(row.priority_id or "")
    return {
        "id": row.id,
        "key": row.key,
        "self": self_of(ctx, "issue", row.id),
        "fields": {
            "summary": row.summary,
            "status": metadata.status(ctx, site.statuses(ctx)[row.status_id]),
            "priority": metadata.priority(ctx, rank) if rank else None,
            "issuetype": metadata.issue_type(ctx, site.issue_types(ctx)[row.type_id]),
        },
    }


def remote_link(ctx: Context, row: RemoteLink) -> Shape:
    """A link to a page elsewhere."""
    shape: Shape = {
        "id": int(row.id),
        "self": self_of(ctx, "issue", row.issue_id, "remotelink", row.id),
        "object": {
            "url": row.url,
            "title": row.title,
            "summary": row.summary,
            "icon": {},
            "status": {"icon": {}},
        },
    }
    if row.global_id is not None:
        shape["globalId"] = row.global_id
    return shape | ({"relationship": row.relationship} if row.relationship else {})


def changes(ctx: Context, rows: Iterable[Change]) -> list[Shape]:
    """The history of an issue."""
    listed = [*rows]
    authors = site.people(ctx, [each.author_id for each in listed])
    return [_change(ctx, each, authors) for each in listed]


def _change(ctx: Context, change: Change, authors: Mapping[str, Any]) -> Shape:
    items = [
        {
            "field": item.field,
            "fieldtype": "custom" if item.field_id.startswith("customfield_") else "jira",
            "fieldId": item.field_id,
            "from": item.from_id,
            "fromString": item.from_text,
            "to": item.to_id,
            "toString": item.to_text,
        }
        for item in change.items
    ]
    return {
        "id": change.id,
        "author": people.user(ctx, authors.get(change.author_id)),
        "created": stamp(change.created_us),
        "items": items,
    }
