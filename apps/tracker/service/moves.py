"""Issues that become something else: of another type, or in another project, with a new key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, insert, select

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import FormerKey, Issue, IssueType, Project
from workworld.apps.tracker.service import (
    creation,
    edits,
    field_checks,
    field_choices,
    field_history,
    field_input,
    field_values,
    issue_news,
    projects,
    site,
    sprint_members,
    status_changes,
)
from workworld.apps.tracker.service.history import Item
from workworld.apps.tracker.service.place import Place, Unfit
from workworld.context import Context
from workworld.database import constant, rows_of
from workworld.errors import Conflict, Invalid, Problem

_issues, _types = Issue.__table__.c, IssueType.__table__.c
_CHILDREN = constant(
    select(_issues.id)
    .where(_issues.parent_id == bindparam("parent"))
    .order_by(_issues.rank, _issues.id)
)
_OF_PROJECT = (f.COMPONENTS, f.FIX_VERSIONS, f.AFFECTS_VERSIONS)
"""Fields whose values belong to a project."""
_REMEMBER = insert(FormerKey)


def move(
    ctx: Context,
    row: Issue,
    target: Place,
    status_id: str | None,
    fields: Mapping[str, Any],
) -> None:
    """Move an issue and its sub-tasks to another project.

    Args:
        ctx: whose step it is.
        row: the object.
        target: where to: a place in which the caller may create issues.
        status_id: where it is to stand there; None for where it stands, if that exists there.
        fields: what it is to hold in fields of the new screen.

    Raises:
        Conflict: ``already_there``, ``subtask_stays``, ``security_level_lost``.
        Invalid: ``invalid_fields``.
    """
    _require_movable(ctx, row, target)
    _transfer(ctx, row, target, status_id, fields)
    ctx.session.flush()  # the sub-tasks are looked up among what is written
    for child_id in _subtask_ids(ctx, row):
        child = ctx.session.get_one(Issue, child_id)
        kind = creation.type_in(ctx, target.project, child.type_id)
        _transfer(ctx, child, Place(target.project, kind), None, {})


def change_type(
    ctx: Context, row: Issue, type_id: str, parent: str | None, status_id: str | None
) -> None:
    """Give an issue another type, of another level maybe.

    Args:
        ctx: whose step it is.
        row: the object.
        type_id: id or name of the type.
        parent: what it is to be a part of, if it becomes a sub-task.
        status_id: as of ``move``.

    Raises:
        Conflict: ``has_children``, ``circular_parent``.
        Invalid: ``invalid_fields``.
    """
    project = projects.known(ctx, row.project_id)
    former = site.issue_types(ctx)[row.type_id]
    place = Place(project, creation.type_in(ctx, project, type_id), row)
    if place.type.id == former.id and parent is None:
        return
    _require_no_children_left_over(ctx, row, former, place)
    before = {f.TYPE: row.type_id, f.PARENT: row.parent_id}
    wanted = {f.TYPE: place.type.id, f.PARENT: _new_parent(ctx, row, former, place, parent)}
    also = _restand(ctx, row, place, status_id)
    if place.type.level > 0 and row.sprint_id is not None:  # epics are in none
        also += sprint_members.put(ctx, row, None)
    edits.put(ctx, row, before, wanted, also)


def _require_movable(ctx: Context, issue: Issue, target: Place) -> None:
    if target.project.id == issue.project_id:
        said = f"{issue.key} is in the project {target.project.name} already."
        raise Conflict("already_there", said)
    kind = site.issue_types(ctx)[issue.type_id]
    if kind.level < 0:
        said = "A sub-task is where its parent is: move the parent, or make it a task first."
        raise Conflict("subtask_stays", said)
    if target.is_subtask:
        said = f"{issue.key} cannot become a sub-task by being moved: convert it instead."
        raise Invalid("invalid_fields", said, problems=[Problem(said, f.TYPE)])
    _require_no_children_left_over(ctx, issue, kind, target)


def _transfer(
    ctx: Context, issue: Issue, target: Place, status_id: str | None, fields: Mapping[str, Any]
) -> None:
    """Put one issue into another project."""
    former, former_key = projects.known(ctx, issue.project_id), issue.key
    before = edits.current(ctx, issue, [*f.EDITABLE, *fields])
    place = Place(target.project, target.type, issue)
    mapped = {
        **_mapped(ctx, place, before),
        **_checked(ctx, issue, place, before, fields),
    }
    items = _rekey(ctx, issue, former, target.project)
    items += _restand(ctx, issue, place, status_id)
    if issue.type_id != target.type.id:
        items += field_history.items(ctx, f.TYPE, issue.type_id, target.type.id)
        issue.type_id = target.type.id
    edits.put(ctx, issue, before, mapped, items)
    ctx.touch(f"tracker.project:{former.id}")
    facts = {"from_project_id": former.id, "former_key": former_key}
    issue_news.tell(ctx, "tracker.issue_moved", issue, **facts)


def _rekey(ctx: Context, issue: Issue, former: Project, project: Project) -> list[Item]:
    old_key, number = issue.key, creation.next_number(ctx, project.id)
    ctx.session.connection().execute(_REMEMBER, [{"key": old_key, "issue_id": issue.id}])
    issue.project_id, issue.number, issue.key = project.id, number, f"{project.key}-{number}"
    return [
        Item("project", f.PROJECT, former.id, former.name, project.id, project.name),
        Item("Key", "issuekey", None, old_key, None, issue.key),
    ]


def _restand(ctx: Context, issue: Issue, place: Place, status_id: str | None) -> list[Item]:
    """Let an issue stand somewhere in the workflow of a place.

    Raises:
        Invalid: ``invalid_fields``: the workflow has no such status.
    """
    workflow = site.workflow_of(ctx, place.project.id, place.type.id)
    there = site.workflow_statuses(ctx)[workflow.id] if workflow else []
    wanted = status_id or issue.status_id
    found = [status for status in there if status.id == wanted]
    if status_id is not None and not found:
        allowed = ", ".join(f"{status.name} ({status.id})" for status in there)
        said = f"Status '{status_id}' is not valid. Allowed values: {allowed}."
        raise Invalid("invalid_fields", said, problems=[Problem(said, f.STATUS)])
    first = workflow.initial_status_id if workflow else issue.status_id
    to = found[0] if found else site.statuses(ctx)[first]
    resolution = None
    if to.category == "done":
        resolution = issue.resolution_id or next(iter(site.resolutions(ctx)))
    return status_changes.move(ctx, issue, to, resolution)


def _mapped(ctx: Context, place: Place, before: Mapping[str, Any]) -> dict[str, Any]:
    """What fields hold in another project: of components and versions those of the same names."""
    found: dict[str, Any] = {}
    for field in _OF_PROJECT:
        found[field] = _same_names(ctx, place.project, field, before[field])
    found[f.SECURITY] = _same_level(ctx, place, before[f.SECURITY])
    assignee = before[f.ASSIGNEE]
    if assignee and not field_checks.is_assignable(ctx, assignee, place.project.id):
        found[f.ASSIGNEE] = field_checks.AUTOMATIC
    found[f.SPRINT] = None
    former = place.issue and site.issue_types(ctx)[place.issue.type_id]
    if former and former.level != place.type.level:
        found[f.PARENT] = None
    return found


def _same_names(ctx: Context, project: Project, field: str, ids: Sequence[str]) -> list[str]:
    """What is called the same in another project."""
    names = set(field_history.names(ctx, field, ids).values()) if ids else set()
    choices = field_choices.of_field(ctx, project, field) or ()
    return sorted(choice.id for choice in choices if choice.name in names)


def _same_level(ctx: Context, place: Place, level_id: str | None) -> str | None:
    """The security level there: an issue that few may see must not become one that all may see.

    Raises:
        Conflict: ``security_level_lost``.
    """
    if level_id is None:
        return None
    level = site.security_levels(ctx)[level_id]
    if level.scheme_id == place.project.security_scheme_id:
        return level_id
    said = (
        f"The project {place.project.name} has no security level '{level.name}':"
        " clear the issue's level before moving it."
    )
    raise Conflict("security_level_lost", said)


def _checked(
    ctx: Context,
    issue: Issue,
    place: Place,
    before: Mapping[str, Any],
    fields: Mapping[str, Any],
) -> Mapping[str, Any]:
    """The values for fields of the new screen; what must be filled in there must be there."""
    shown = field_input.screen(ctx, place.project.id, place.type.id)
    given = field_input.Input(ctx, place, shown)
    for field, raw in fields.items():
        given.take(field, raw, before.get(field))
    for field in field_input.missing(shown, fields):
        held = before[field] if field in before else field_values.current(ctx, issue, field)
        if field_values.is_empty(held):
            given.require(field)
    return given.finish()


def _subtask_ids(ctx: Context, issue: Issue) -> list[str]:
    types = site.issue_types(ctx)
    found = rows_of(ctx.session, _CHILDREN, {"parent": issue.id})
    rows = [ctx.session.get_one(Issue, row.id) for row in found]
    return [row.id for row in rows if types[row.type_id].level < 0]


def _require_no_children_left_over(
    ctx: Context, issue: Issue, former: IssueType, place: Place
) -> None:
    """See to it that an issue that changes its level has nothing below it."""
    if former.level == place.type.level:
        return
    if rows_of(ctx.session, _CHILDREN, {"parent": issue.id}):
        said = (
            f"{issue.key} has issues below it, so it cannot become of type {place.type.name}:"
            " move them away first."
        )
        raise Conflict("has_children", said)


def _new_parent(
    ctx: Context, issue: Issue, former: IssueType, place: Place, parent: str | None
) -> str | None:
    """What an issue is a part of once it has its new type."""
    if parent is None and former.level == place.type.level:
        return issue.parent_id
    try:
        checked: str | None = field_checks.CHECKS[f.PARENT](ctx, place, parent)
    except Unfit as unfit:
        kind = Invalid if unfit.code == "invalid_fields" else Conflict
        said = unfit.message
        raise kind(unfit.code, said, problems=[Problem(said, f.PARENT)]) from None
    return checked
