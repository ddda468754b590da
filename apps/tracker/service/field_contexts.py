"""Contexts of a site's own fields: for which projects and types they are, and their defaults."""

from __future__ import annotations

import builtins
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import delete as delete_rows

from workworld.apps.tracker import numbers
from workworld.apps.tracker.models import (
    ContextProject,
    ContextType,
    CustomField,
    FieldContext,
    IssueType,
    Project,
)
from workworld.apps.tracker.service import (
    access,
    custom_checks,
    custom_fields,
    field_places,
    projects,
    site,
)
from workworld.apps.tracker.service.custom_fields import FieldId
from workworld.apps.tracker.service.field_places import Where
from workworld.apps.tracker.service.place import Place, Unfit
from workworld.apps.tracker.types import Name, ProjectRef, ShortText
from workworld.context import Context
from workworld.errors import Conflict, Invalid, NotFound, Problem
from workworld.operations import Effect, operation

ContextId = Annotated[
    str, Field(description="The id of a context of the field.", min_length=1, max_length=64)
]
_MOST = 200
Projects = Annotated[
    Sequence[ProjectRef],
    Field(
        description="Projects that it names; none for all that no other names.", max_length=_MOST
    ),
]
Types = Annotated[
    Sequence[Annotated[str, Field(min_length=1, max_length=255)]],
    Field(description="Ids of the types of issues that it is for; none for all.", max_length=_MOST),
]


@operation(Effect.READ, scope="manage:jira-configuration")
def list(ctx: Context, *, field_id: FieldId) -> Sequence[Where]:
    """List the contexts of a field: for which projects and types of issues, with which default."""
    access.require_admin(ctx)
    return field_places.all_of(ctx).get(custom_fields.known(ctx, field_id).id, ())


@operation(Effect.WRITE, scope="manage:jira-configuration")
def create(
    ctx: Context,
    *,
    field_id: FieldId,
    name: Name,
    description: ShortText = "",
    project_ids: Projects = (),
    type_ids: Types = (),
) -> Where:
    """Let a field be in more projects, or in some for other types or with another default."""
    access.require_admin(ctx)
    field = custom_fields.known(ctx, field_id)
    row = FieldContext(
        id=numbers.next_id(ctx.ids, "field context"),
        field_id=field.id,
        name=custom_fields.good_name(name, "name"),
        description=description,
        is_everywhere=not project_ids,
    )
    ctx.session.add(row)
    ctx.session.flush()  # its projects refer to it
    _put_projects(ctx, row, project_ids)
    _put_types(ctx, row, type_ids)
    return _told(ctx, row)


@operation(Effect.WRITE, scope="manage:jira-configuration")
def edit(
    ctx: Context,
    *,
    field_id: FieldId,
    context_id: ContextId,
    name: Annotated[Name | None, Field(description="Another name.")] = None,
    description: Annotated[ShortText | None, Field(description="What it is for.")] = None,
    project_ids: Annotated[
        Projects | None, Field(description="All projects that it is to name; none for all.")
    ] = None,
    type_ids: Annotated[
        Types | None, Field(description="Ids of all types that it is to be for; none for all.")
    ] = None,
) -> Where:
    """Change a context; whatever is left out stays as it is.

    What issues hold in a field that is theirs no more is hidden, not lost.
    """
    access.require_admin(ctx)
    row = _of(ctx, field_id, context_id)
    if name is not None:
        row.name = custom_fields.good_name(name, "name")
    if description is not None:
        row.description = description
    if project_ids is not None:
        held = _told(ctx, row).projects
        unseen = [id for id in sorted(held) if not _is_seen(ctx, id)]
        wanted = [*unseen, *(ref for ref in project_ids if ref not in unseen)]
        row.is_everywhere = not wanted
        ctx.session.execute(delete_rows(ContextProject).where(ContextProject.context_id == row.id))
        _put_projects(ctx, row, wanted, unseen)
    if type_ids is not None:
        ctx.session.execute(delete_rows(ContextType).where(ContextType.context_id == row.id))
        _put_types(ctx, row, type_ids)
    return _told(ctx, row)


@operation(Effect.WRITE, scope="manage:jira-configuration")
def delete(ctx: Context, *, field_id: FieldId, context_id: ContextId) -> None:
    """Delete a context: its projects have the field only if another one is everywhere."""
    access.require_admin(ctx)
    row = _of(ctx, field_id, context_id)
    for model in (ContextProject, ContextType):
        ctx.session.execute(delete_rows(model).where(model.context_id == row.id))
    ctx.session.delete(row)


@operation(Effect.WRITE, scope="manage:jira-configuration")
def set_defaults(
    ctx: Context,
    *,
    field_id: FieldId,
    values: Annotated[
        Mapping[str, Any],
        Field(
            description="What new issues are to have in the field, by the context's id: ids of"
            " options and accounts, a day, a number, a text; null for nothing."
        ),
    ],
) -> Sequence[Where]:
    """Say what new issues have in a field if nothing is given, in each of some contexts."""
    access.require_admin(ctx)
    field = custom_fields.known(ctx, field_id)
    if field.kind == "formula":
        said = f"{field.name} is computed from other fields: it has no default."
        raise Invalid("invalid_fields", said, problems=[Problem(said, "values")])
    for context_id, raw in values.items():
        _of(ctx, field_id, context_id).default = _checked(ctx, field, raw)
    ctx.session.flush()  # contexts are read past the session
    return field_places.all_of(ctx).get(field.id, ())


def _checked(ctx: Context, field: CustomField, raw: Any) -> Any:
    nowhere = Place(Project(), IssueType())
    try:
        value = custom_checks.check(ctx, nowhere, field, raw)
    except Unfit as unfit:
        problems = [Problem(unfit.message, "values")]
        raise Invalid("invalid_fields", unfit.message, problems=problems) from None
    return value if value not in ([], "") else None


def _of(ctx: Context, field_id: str, context_id: str) -> FieldContext:
    field = custom_fields.known(ctx, field_id)
    row = ctx.session.get(FieldContext, context_id)
    if row is None or row.field_id != field.id:
        raise NotFound("context_not_found", f"The context '{context_id}' does not exist.")
    return row


def _is_seen(ctx: Context, project_id: str) -> bool:
    """Whether the caller may say that a context names a project no more."""
    try:
        projects.known(ctx, project_id)
    except NotFound:
        return False
    return True


def _put_projects(
    ctx: Context, row: FieldContext, refs: Iterable[str], unseen: Collection[str] = ()
) -> None:
    ids = (ref if ref in unseen else _known_project(ctx, ref).id for ref in refs)
    mine = dict.fromkeys(ids)
    others = _others(ctx, row)
    taken = {id for each in others for id in each.projects}
    if mine.keys() & taken:
        said = "Another context of the field names one of these projects already."
        raise Conflict("context_overlaps", said, problems=[Problem(said, "project_ids")])
    if row.is_everywhere and any(each.is_everywhere for each in others):
        said = "Another context of the field holds for all other projects already."
        raise Conflict("context_overlaps", said, problems=[Problem(said, "project_ids")])
    ctx.session.add_all(ContextProject(context_id=row.id, project_id=id) for id in mine)


def _known_project(ctx: Context, ref: str) -> Project:
    try:
        return projects.known(ctx, ref)
    except NotFound as refusal:
        problems = [Problem(refusal.message, "project_ids")]
        raise Invalid("invalid_fields", refusal.message, problems=problems) from None


def _others(ctx: Context, row: FieldContext) -> builtins.list[Where]:
    ctx.session.flush()  # contexts are read past the session
    there = field_places.all_of(ctx).get(row.field_id, ())
    return [each for each in there if each.id != row.id]


def _put_types(ctx: Context, row: FieldContext, type_ids: Iterable[str]) -> None:
    known, wanted = site.issue_types(ctx), [*dict.fromkeys(type_ids)]
    missing = [each for each in wanted if each not in known]
    if missing:
        said = f"There is no type of issues with the id {missing[0]}."
        raise Invalid("invalid_fields", said, problems=[Problem(said, "type_ids")])
    ctx.session.add_all(ContextType(context_id=row.id, type_id=each) for each in wanted)


def _told(ctx: Context, row: FieldContext) -> Where:
    ctx.session.flush()  # contexts are read past the session
    there = field_places.all_of(ctx)[row.field_id]
    return next(each for each in there if each.id == row.id)
