"""Making an issue: its number, its rank, who gets it, and its row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import func, select

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker import numbers, permission_names, ranks
from workworld.apps.tracker.models import Issue, IssueSprint, IssueType, Project
from workworld.apps.tracker.service import (
    access,
    field_checks,
    field_choices,
    field_input,
    field_places,
    field_values,
    formula_values,
    projects,
    site,
    sprint_changes,
)
from workworld.apps.tracker.service.place import Place
from workworld.context import Context
from workworld.database import constant, driver, insert_row, rows_of
from workworld.errors import Invalid, Problem

USUAL_PRIORITY = "3"
_LAST_RANK = constant(select(func.max(Issue.__table__.c.rank).label("rank")))
_NEXT_NUMBER = (
    "UPDATE tracker_projects SET last_number = last_number + 1 WHERE id = ? RETURNING last_number"
)


def place_of(ctx: Context, project_id: str, type_id: str) -> Place:
    """Where an issue is to be made, if the caller may make one there.

    Raises:
        NotFound: ``project_not_found``.
        Conflict: ``project_archived``.
        Forbidden: ``permission_denied``.
        Invalid: ``invalid_fields``: the project has no such type of issues.
    """
    project = projects.known(ctx, project_id)
    access.require_has(ctx, permission_names.CREATE, project.id)
    return Place(project, type_in(ctx, project, type_id))


def type_in(ctx: Context, project: Project, type_id: str) -> IssueType:
    """A type of issues that a project has, by id or name.

    Raises:
        Invalid: ``invalid_fields``.
    """
    types = projects.types_of(ctx, project.id)
    for each in types:
        if each.id == type_id or each.name.lower() == type_id.lower():
            return each
    allowed = ", ".join(f"{each.name} ({each.id})" for each in types)
    said = f"The issue type '{type_id}' is not valid. Allowed values: {allowed}."
    raise Invalid("invalid_fields", said, problems=[Problem(said, f.TYPE)])


def accepted(ctx: Context, place: Place, fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """The values of a new issue, with what it has by default.

    Raises:
        Invalid: ``invalid_fields``, with the problem of each field.
    """
    shown = field_input.screen(ctx, place.project.id, place.type.id)
    given = field_input.Input(ctx, place, shown)
    if place.is_subtask:
        fields = {f.PARENT: None, **fields}
    for field, raw in fields.items():
        if not (field == f.REPORTER and raw == ctx.actor.person_id):  # that needs no permission
            given.take(field, raw)
    defaults = _defaults(ctx, place, shown)
    for field in field_input.missing(shown, {**fields, **defaults}):
        given.require(field)
    return {**defaults, **given.finish()}


def make(ctx: Context, place: Place, values: Mapping[str, Any]) -> Issue:
    """Write an issue with values that were checked; what was not given is empty.

    Returns:
        Its row, which is not the session's to follow.
    """
    issue = _blank(ctx, place)
    for field, value in values.items():
        if field_values.has_columns(field):
            field_values.put_columns(ctx, issue, field, value)
    if values.get(f.ASSIGNEE, field_checks.AUTOMATIC) == field_checks.AUTOMATIC:
        issue.assignee_id = automatic_assignee(ctx, place.project, values.get(f.COMPONENTS, ()))
    if place.is_subtask and issue.parent_id is not None:
        issue.sprint_id = ctx.session.get_one(Issue, issue.parent_id).sprint_id
    insert_row(ctx.session, issue)
    for field, value in values.items():
        if not field_values.has_columns(field) and not field_values.is_empty(value):
            field_values.put_rows(ctx, issue.id, field, [], value)
    formula_values.follow(ctx, issue, values)
    _enter_sprint(ctx, issue)
    return issue


def _enter_sprint(ctx: Context, issue: Issue) -> None:
    if issue.sprint_id is None:
        return
    insert_row(ctx.session, IssueSprint(issue_id=issue.id, sprint_id=issue.sprint_id))
    if sprint_changes.is_active(ctx, issue.sprint_id):
        sprint_changes.record(ctx, issue.sprint_id, sprint_changes.ADDED, [issue])


def automatic_assignee(ctx: Context, project: Project, component_ids: Sequence[str]) -> str | None:
    """Who gets an issue that names nobody: by the rule of its first component, or the project's."""
    wanted = _by_component(ctx, project, component_ids)
    if wanted is not None and not field_checks.is_assignable(ctx, wanted, project.id):
        return None
    return wanted


def next_number(ctx: Context, project_id: str) -> int:
    """The next number in a project: none is ever given out twice."""
    return int(driver(ctx.session).execute(_NEXT_NUMBER, (project_id,)).get)


def last_rank(ctx: Context) -> str:
    """A rank behind all issues of the site."""
    return ranks.between(rows_of(ctx.session, _LAST_RANK, {})[0].rank, None)


def initial_status(ctx: Context, project_id: str, type_id: str) -> str:
    """Where issues of a type begin in a project."""
    workflow = site.workflow_of(ctx, project_id, type_id)
    if workflow is None:  # whoever asks has found the type in the project
        raise LookupError(f"{project_id} has no issues of type {type_id}")
    return workflow.initial_status_id


def _by_component(ctx: Context, project: Project, component_ids: Sequence[str]) -> str | None:
    if component_ids:
        for each in field_choices.components(ctx, project):
            if each.id not in component_ids:
                continue
            if each.assignee_kind == "unassigned":
                return None
            if each.assignee_kind == "project_lead":
                return project.lead_id
            follows_lead = each.assignee_kind == "component_lead" or (
                project.default_assignee == "component_lead"
            )
            if follows_lead and each.lead_id is not None:
                return each.lead_id
    return project.lead_id if project.default_assignee == "lead" else None


def _defaults(ctx: Context, place: Place, shown: field_input.Screen) -> dict[str, Any]:
    """What a new issue has in fields of its screen that nobody filled in."""
    there = field_places.at(ctx, place.project.id, place.type.id)
    found = {id: there[id].default for id in shown if id in there}
    return {id: value for id, value in found.items() if value is not None}


def _blank(ctx: Context, place: Place) -> Issue:
    now_us, number = ctx.clock.now_us(), next_number(ctx, place.project.id)
    return Issue(
        id=numbers.next_id(ctx.ids, "issue"),
        project_id=place.project.id,
        number=number,
        key=f"{place.project.key}-{number}",
        type_id=place.type.id,
        summary="",
        description=None,
        description_text="",
        environment=None,
        environment_text="",
        status_id=initial_status(ctx, place.project.id, place.type.id),
        status_changed_us=now_us,
        resolution_id=None,
        resolved_us=None,
        priority_id=USUAL_PRIORITY,
        reporter_id=ctx.actor.person_id,
        creator_id=ctx.actor.person_id,
        assignee_id=None,
        parent_id=None,
        sprint_id=None,
        story_points=None,
        rank=last_rank(ctx),
        start_date=None,
        due_date=None,
        original_estimate=None,
        remaining_estimate=None,
        time_spent=0,
        security_level_id=None,
        is_flagged=False,
        version=1,
        created_us=now_us,
        updated_us=now_us,
    )
