"""What texts of rules may name: ``{{issue.summary}}``, ``{{initiator}}``, ``{{now}}``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from workworld.apps.tracker import APP
from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import Comment, Issue, Project, Sprint, Version, Worklog
from workworld.apps.tracker.service import (
    addresses,
    comments,
    field_history,
    fields,
    projects,
    records,
    sight,
    site,
    texts,
)
from workworld.apps.tracker.service.records import Record
from workworld.clock import from_microseconds
from workworld.context import Context
from workworld.directory import people
from workworld.directory.models import Person
from workworld.permissions import seen
from workworld.rules import kinds
from workworld.rules.kinds import Named
from workworld.rules.smart_functions import TEXT
from workworld.rules.work import Roots, Work, names

Lazy = Callable[[], Any]
_MOST_COMMENTS = 100


@kinds.calls(APP.id)
def named(ctx: Context, thing: str) -> Named | None:
    """What an issue is called, for those who see it."""
    row = sight.found(ctx, thing)
    return Named(f"{row.key} {row.summary}", addresses.path_of(row.key)) if row else None


@names(APP.id)
def roots(work: Work) -> Roots:
    """What may come first in a name."""
    ctx, facts = work.ctx, work.facts
    found: dict[str, Any] = {
        "issue": lambda: _issue(ctx, work.thing),
        "triggerIssue": lambda: _issue(ctx, work.began_with),
        "createdIssue": lambda: _issue(ctx, str(facts.get("created", ""))),
        "initiator": lambda: person(ctx, work.initiator_id),
        "actor": lambda: person(ctx, ctx.actor.person_id),
        "now": lambda: ctx.clock.now().astimezone(people.my_zone(ctx)),
        "rule": {TEXT: work.rule_name, "name": work.rule_name},
        "project": lambda: _project(ctx, work),
        "comment": lambda: _comment(ctx, work.thing, str(facts.get("comment_id", ""))),
        "worklog": lambda: _worklog(ctx, str(facts.get("worklog_id", ""))),
        "sprint": lambda: _sprint(ctx, facts.get("sprint_id")),
        "version": lambda: _version(ctx, str(facts.get("version_id", ""))),
        "webhookData": facts.get("data"),
    }
    if change := facts.get("change"):
        found["fieldChange"] = {TEXT: change["field"], **change}
    return {**found, **facts.get("variables", {})}


def person(ctx: Context, person_id: str | None) -> Mapping[str, Any] | None:
    """A person as texts name them: by name as a whole, and part by part."""
    row = site.people(ctx, [person_id]).get(person_id or "")
    return _person(row)


def _person(row: Person | None) -> Mapping[str, Any] | None:
    if row is None:
        return None
    return {
        TEXT: row.id,
        "accountId": row.id,
        "displayName": row.name,
        "name": row.name,
        "emailAddress": row.email,
    }


def _issue(ctx: Context, ref: str) -> Mapping[str, Any] | None:
    row = sight.found(ctx, ref) if ref else None
    return None if row is None else issue(ctx, row)


def issue(ctx: Context, row: Issue) -> Mapping[str, Any]:
    """An issue as texts name it."""
    record = records.records(ctx, [row])[0]
    held: dict[str, Any] = {
        **_plain(ctx, record),
        "labels": [*record.labels],
        "components": [_called(each.name) for each in record.components],
        "fixVersions": [_of_version(each) for each in record.fix_versions],
        "versions": [_of_version(each) for each in record.affects_versions],
        "subtasks": [_short(ctx, each) for each in record.subtasks],
        "issuelinks": [
            {TEXT: each.other.key, "type": each.words, **_short(ctx, each.other)}
            for each in record.links
        ],
        "attachment": [_called(each.file.name) for each in record.attachments],
        "sprint": lambda: _sprint(ctx, row.sprint_id),
        "parent": lambda: _short(ctx, record.parent) if record.parent else None,
        "comments": lambda: _comments(ctx, row),
    }
    for field in fields.all_fields(ctx):
        if field.id in record.customs:
            value = record.customs[field.id]
            held[field.id] = held[field.name] = _held(ctx, field.id, field.kind, value)
    return {TEXT: row.key, "key": row.key, "id": row.id, "fields": held, **held}


def _plain(ctx: Context, record: Record) -> dict[str, Any]:
    row = record.row
    return {
        "url": addresses.of_issue(ctx, row.key),
        "summary": row.summary,
        "description": texts.words(ctx, row.description),
        "environment": texts.words(ctx, row.environment),
        "issueType": _called(record.type.name),
        "issuetype": _called(record.type.name),
        "status": {
            **_called(record.status.name),
            "statusCategory": _called(record.status.category),
        },
        "priority": _called(record.priority.name) if record.priority else None,
        "resolution": _called(record.resolution.name) if record.resolution else None,
        "assignee": _person(record.assignee),
        "reporter": _person(record.reporter),
        "creator": _person(record.creator),
        "project": _of_project(ctx, record.project),
        "created": _moment(ctx, row.created_us),
        "updated": _moment(ctx, row.updated_us),
        "resolutiondate": _moment(ctx, row.resolved_us),
        "duedate": _day(row.due_date),
        f.START_DATE: _day(row.start_date),
        "Start date": _day(row.start_date),
        "dueDate": _day(row.due_date),
        f.STORY_POINTS: row.story_points,
        "Story Points": row.story_points,
        "timeoriginalestimate": row.original_estimate,
        "timeestimate": row.remaining_estimate,
        "timespent": row.time_spent,
        "flagged": row.is_flagged,
    }


def _held(  # noqa: PLR0911 - one way out for each kind
    ctx: Context, field_id: str, kind: str, value: Any
) -> Any:
    if value is None or isinstance(value, int | float):
        return value
    if kind == "user":
        return person(ctx, value)
    if kind == "users":
        return [person(ctx, each) for each in value]
    if kind == "date":
        return _day(value)
    if kind == "labels":
        return [*value]
    if kind == "paragraph":
        return texts.words(ctx, value)
    return field_history.in_words(ctx, field_id, value)


def _short(ctx: Context, row: Issue) -> Mapping[str, Any]:
    status = site.statuses(ctx)[row.status_id]
    return {
        TEXT: row.key,
        "key": row.key,
        "id": row.id,
        "summary": row.summary,
        "url": addresses.of_issue(ctx, row.key),
        "status": _called(status.name),
        "assignee": lambda: person(ctx, row.assignee_id),
        "issueType": _called(site.issue_types(ctx)[row.type_id].name),
        "duedate": _day(row.due_date),
    }


def _called(name: str) -> dict[str, Any]:
    return {TEXT: name, "name": name, "value": name}


def _moment(ctx: Context, at_us: int | None) -> Any:
    return None if at_us is None else from_microseconds(at_us).astimezone(people.my_zone(ctx))


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None


def _comments(ctx: Context, row: Issue) -> list[Mapping[str, Any]]:
    found = comments.list(ctx, issue=row.id, limit=_MOST_COMMENTS).items
    return [_of_comment(ctx, each) for each in found]


def _comment(ctx: Context, thing: str, comment_id: str) -> Mapping[str, Any] | None:
    found = seen(ctx, Comment, comment_id) if comment_id else None
    return _of_comment(ctx, found) if found and found.issue_id == thing else None


def _of_comment(ctx: Context, row: Comment) -> Mapping[str, Any]:
    return {
        TEXT: row.body_text,
        "body": row.body_text,
        "author": lambda: person(ctx, row.author_id),
        "created": _moment(ctx, row.created_us),
        "internal": row.is_internal,
    }


def _worklog(ctx: Context, worklog_id: str) -> Mapping[str, Any] | None:
    row = ctx.session.get(Worklog, worklog_id) if worklog_id else None
    if row is None or sight.found(ctx, row.issue_id) is None:
        return None
    return {
        TEXT: row.body_text,
        "comment": row.body_text,
        "timeSpentSeconds": row.seconds,
        "author": lambda: person(ctx, row.author_id),
    }


def _sprint(ctx: Context, sprint_id: Any) -> Mapping[str, Any] | None:
    row = ctx.session.get(Sprint, sprint_id) if sprint_id else None
    return None if row is None else {**_called(row.name), "goal": row.goal, "state": row.state}


def _version(ctx: Context, version_id: str) -> Mapping[str, Any] | None:
    row = ctx.session.get(Version, version_id) if version_id else None
    return None if row is None else _of_version(row)


def _of_version(row: Version) -> Mapping[str, Any]:
    more = {"description": row.description, "releaseDate": _day(row.release_date)}
    return {**_called(row.name), **more}


def _project(ctx: Context, work: Work) -> Mapping[str, Any] | None:
    row = sight.found(ctx, work.thing) if work.thing else None
    project_id = row.project_id if row else work.scope_id
    found = seen(ctx, Project, project_id) if project_id else None
    return None if found is None else _of_project(ctx, projects.known(ctx, found.id))


def _of_project(ctx: Context, row: Project) -> Mapping[str, Any]:
    return {
        TEXT: row.key,
        "key": row.key,
        "name": row.name,
        "lead": lambda: person(ctx, row.lead_id),
    }
