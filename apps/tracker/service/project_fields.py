"""The fields that issues of a project's type are created and edited with, in their order."""

from __future__ import annotations

import builtins
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field
from sqlalchemy import select

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import IssueType, Project, ProjectField
from workworld.apps.tracker.service import (
    field_input,
    field_places,
    project_types,
    projects,
    screens,
    site,
)
from workworld.apps.tracker.service.project_types import TypeRef
from workworld.apps.tracker.types import ProjectRef
from workworld.context import Context, Surface
from workworld.errors import Conflict, Invalid, NotFound, Problem
from workworld.operations import Effect, operation

FieldRef = Annotated[
    str,
    Field(description="A field's id: duedate, customfield_10104.", min_length=1, max_length=64),
]
_DOORS = (Surface.MCP, Surface.UI)
"""The vendor's API changes screens through schemes, which projects here do not share."""


@dataclass(frozen=True, slots=True)
class FieldLine:
    """A field that a screen has, or could have."""

    id: str
    name: str
    kind: str
    is_required: bool = False
    fixed: str = ""
    """Why it must stay as it is; nothing if it may be left out or be required or not."""


@dataclass(frozen=True, slots=True)
class ProjectScreen:
    """The fields of a project's issues of a type."""

    type: IssueType
    fields: Sequence[FieldLine]
    """In order."""
    others: Sequence[FieldLine]
    """Those that may be added, by name."""


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def list(ctx: Context, *, project: ProjectRef, type_id: TypeRef) -> ProjectScreen:
    """List the fields that issues of a project's type are created and edited with, in order.

    Tells as well which other fields may be added.
    """
    row = projects.known(ctx, project)
    return _screen(ctx, row, project_types.type_of(ctx, row, type_id))


@operation(Effect.WRITE, scope="manage:jira-project", doors=_DOORS)
def add(
    ctx: Context,
    *,
    project: ProjectRef,
    type_id: TypeRef,
    field_id: FieldRef,
    is_required: Annotated[bool, Field(description="Whether it must hold something.")] = False,
) -> ProjectScreen:
    """Let issues of a project's type have another field; it comes last.

    What issues held in it before it was taken away shows again.
    """
    row = project_types.changing(ctx, project)
    type = project_types.type_of(ctx, row, type_id)
    there = _rows(ctx, row, type)
    if any(each.field == field_id for each in there):
        said = f"The field with id {field_id} already exists on the screen."
        raise Conflict("field_exists", said, problems=[Problem(said, "field_id")])
    if field_id not in {each.id for each in _others(ctx, row, type, there)}:
        said = f"The field with id {field_id} does not exist, or cannot be used here."
        raise Invalid("invalid_fields", said, problems=[Problem(said, "field_id")])
    _require_free(ctx, field_id, is_required=is_required)
    ctx.session.add(
        ProjectField(
            project_id=row.id,
            type_id=type.id,
            field=field_id,
            position=there[-1].position + 1 if there else 0,
            is_required=is_required,
        )
    )
    return _told(ctx, row, type)


@operation(Effect.WRITE, scope="manage:jira-project", doors=_DOORS)
def edit(
    ctx: Context,
    *,
    project: ProjectRef,
    type_id: TypeRef,
    field_id: FieldRef,
    is_required: Annotated[
        bool | None, Field(description="Whether it must hold something.")
    ] = None,
    position: Annotated[
        int | None, Field(description="Its place among the fields, from 0.", ge=0, le=1000)
    ] = None,
) -> ProjectScreen:
    """Require a field of a project's type or not, or give it another place.

    Whatever is left out stays as it is.
    """
    row = project_types.changing(ctx, project)
    type = project_types.type_of(ctx, row, type_id)
    there = _rows(ctx, row, type)
    mine = _of(there, field_id)
    if is_required is not None and is_required != field_input.is_required(
        {field_id: mine}, field_id
    ):
        _require_free(ctx, field_id, is_required=is_required)
        mine.is_required = is_required
    if position is not None:
        there.remove(mine)
        there.insert(min(position, len(there)), mine)
        for place, each in enumerate(there):
            each.position = place
    return _told(ctx, row, type)


@operation(Effect.WRITE, scope="manage:jira-project", doors=_DOORS)
def remove(
    ctx: Context, *, project: ProjectRef, type_id: TypeRef, field_id: FieldRef
) -> ProjectScreen:
    """Let issues of a project's type be created and edited without a field.

    What they hold in it is hidden, not lost.
    """
    row = project_types.changing(ctx, project)
    type = project_types.type_of(ctx, row, type_id)
    mine = _of(_rows(ctx, row, type), field_id)
    if field_id == f.SUMMARY:
        raise Conflict("field_fixed", "The summary cannot be removed: every issue has one.")
    ctx.session.delete(mine)
    return _told(ctx, row, type)


def _rows(ctx: Context, project: Project, type: IssueType) -> builtins.list[ProjectField]:
    mine = (ProjectField.project_id == project.id, ProjectField.type_id == type.id)
    query = select(ProjectField).where(*mine)
    ordered = query.order_by(ProjectField.position, ProjectField.field)
    customs = field_places.at(ctx, project.id, type.id)
    rows = ctx.session.scalars(ordered)
    return [row for row in rows if _fits(customs, project, type, row.field)]


def _of(there: Sequence[ProjectField], field: str) -> ProjectField:
    found = next((each for each in there if each.field == field), None)
    if found is None:
        said = f"The field with id {field} is not on the screen."
        raise NotFound("field_not_found", said)
    return found


def _require_free(ctx: Context, field: str, *, is_required: bool) -> None:
    """See to it that a field may be required, or need not be.

    Raises:
        Invalid: ``invalid_fields``.
    """
    said = ""
    if field == f.SUMMARY and not is_required:
        said = "The summary cannot be optional: every issue has one."
    elif is_required and (field == f.FLAGGED or screens.kind_of(ctx, field) == "formula"):
        said = f"{field_input.label(ctx, field)} cannot be required."
    if said:
        raise Invalid("invalid_fields", said, problems=[Problem(said, "is_required")])


def _others(
    ctx: Context, project: Project, type: IssueType, there: Sequence[ProjectField]
) -> Sequence[FieldLine]:
    mine = {each.field for each in there}
    customs = field_places.at(ctx, project.id, type.id)
    found = [
        _line(ctx, each)
        for each in (*f.EDITABLE, *site.custom_fields(ctx))
        if each not in mine and _fits(customs, project, type, each)
    ]
    return sorted(found, key=lambda line: (line.name.casefold(), line.id))


def _fits(customs: Collection[str], project: Project, type: IssueType, field: str) -> bool:
    """Whether issues of a type can hold something in a field at all."""
    if field == f.SPRINT:
        return type.level == 0 and project.kind == "scrum"
    if field == f.PARENT:
        return type.level <= 0
    return field in screens.KINDS or field in customs


def _line(ctx: Context, field: str, *, is_required: bool = False) -> FieldLine:
    kind = screens.kind_of(ctx, field) or ""
    fixed = "Every issue has a summary" if field == f.SUMMARY else ""
    return FieldLine(field, field_input.label(ctx, field), kind, is_required, fixed)


def _screen(ctx: Context, project: Project, type: IssueType) -> ProjectScreen:
    there = _rows(ctx, project, type)
    lines = [
        _line(ctx, each.field, is_required=field_input.is_required({each.field: each}, each.field))
        for each in there
    ]
    return ProjectScreen(type, lines, _others(ctx, project, type, there))


def _told(ctx: Context, project: Project, type: IssueType) -> ProjectScreen:
    ctx.session.flush()  # the screen is read past the session, and must find it
    project_types.tell(ctx, project, "fields")
    return _screen(ctx, project, type)
