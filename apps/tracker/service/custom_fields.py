"""The fields that a site adds: making them, their options, and where they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import Field
from sqlalchemy import delete, func, select

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker import formulas, numbers
from workworld.apps.tracker.models import (
    ContextProject,
    ContextType,
    CustomField,
    FieldContext,
    FieldOption,
    IssueValue,
    Project,
    ProjectField,
    ProjectType,
)
from workworld.apps.tracker.service import access, formula_values, projects
from workworld.apps.tracker.service.field_places import context_name
from workworld.apps.tracker.types import Name, ProjectRef, ShortText
from workworld.context import Context, Surface
from workworld.errors import Conflict, Invalid, NotFound, Problem
from workworld.operations import Effect, operation

Kind = Annotated[
    Literal[
        "text",
        "paragraph",
        "number",
        "select",
        "multiselect",
        "cascading",
        "user",
        "users",
        "date",
        "datetime",
        "checkbox",
        "url",
        "labels",
        "formula",
    ],
    Field(description="What the field holds."),
]
FieldId = Annotated[
    str, Field(description="A field's id: customfield_10104.", min_length=1, max_length=64)
]
OptionId = Annotated[str, Field(description="An option's id.", min_length=1, max_length=64)]
_MOST_OPTIONS = 500
_CHOSEN = ("select", "multiselect", "checkbox", "cascading")
FormulaText = Annotated[
    str,
    Field(
        description="Of kind formula, from what it is computed: numbers, + - * /, parentheses,"
        " names of fields that hold numbers or days in braces, min, max, round, abs, floor, ceil,"
        " and days(from, to). round({Story Points} * 1.5) + 1",
        max_length=formulas.LONGEST + 1,
    ),
]
_DOORS = (Surface.MCP, Surface.UI)
"""The vendor's API asks for contexts that this product does not number; tools of our own do it."""


@operation(Effect.WRITE, scope="manage:jira-configuration", doors=_DOORS)
def create(
    ctx: Context,
    *,
    name: Name,
    kind: Kind,
    description: ShortText = "",
    project_ids: Annotated[
        Sequence[ProjectRef],
        Field(description="Projects that have it; none for all.", max_length=200),
    ] = (),
    options: Annotated[
        Sequence[Name], Field(description="What may be chosen, in order.", max_length=_MOST_OPTIONS)
    ] = (),
    formula: FormulaText = "",
) -> CustomField:
    """Add a field to the site, and to the screens of projects.

    One of kind formula is computed from other fields of the same issue, and nobody enters it.
    """
    access.require_admin(ctx)
    field = CustomField(
        id=f"customfield_{_next_number(ctx)}",
        name=good_name(name, "name"),
        kind=kind,
        description=description,
    )
    ctx.session.add(field)
    ctx.session.flush()  # options and contexts refer to it
    if options and kind not in _CHOSEN:
        said = f"A field of kind {kind} has no options."
        raise Invalid("invalid_fields", said, problems=[Problem(said, "options")])
    for value in options:
        _append(ctx, field.id, value, None)
    found = [projects.known(ctx, ref) for ref in project_ids]
    context = FieldContext(
        id=numbers.next_id(ctx.ids, "field context"),
        field_id=field.id,
        name=context_name(field.name),
        is_everywhere=not found,
    )
    ctx.session.add(context)
    ctx.session.flush()  # its projects refer to it
    for id in dict.fromkeys(project.id for project in found):
        ctx.session.add(ContextProject(context_id=context.id, project_id=id))
    _put_on_screens(ctx, field.id, [project.id for project in found] or _all_projects(ctx))
    if kind == formula_values.KIND or formula:
        _compute(ctx, field, formula)
    return field


@operation(Effect.WRITE, scope="manage:jira-configuration", doors=_DOORS)
def edit(
    ctx: Context,
    *,
    field_id: FieldId,
    name: Annotated[Name | None, Field(description="Another name.")] = None,
    description: Annotated[ShortText | None, Field(description="What it is for.")] = None,
    formula: Annotated[FormulaText | None, Field(description="Another formula.")] = None,
) -> CustomField:
    """Call a field something else, or compute it otherwise; what people entered stays."""
    access.require_admin(ctx)
    field = known(ctx, field_id)
    if name is not None:
        field.name = good_name(name, "name")
    if description is not None:
        field.description = description
    if formula is not None:
        _compute(ctx, field, formula)
    return field


@operation(Effect.WRITE, scope="manage:jira-configuration", doors=_DOORS)
def delete_field(ctx: Context, *, field_id: FieldId) -> None:
    """Delete a field and all that issues hold in it."""
    access.require_admin(ctx)
    field = known(ctx, field_id)
    if field.is_locked:
        said = f"The field {field.name} is locked: it belongs to the product."
        raise Conflict("field_locked", said)
    formula = formula_values.using(ctx, field.id)
    if formula is not None:
        said = f"The field {formula.name} is computed from {field.name}: change its formula first."
        raise Conflict("field_in_use", said)
    mine = select(FieldContext.id).where(FieldContext.field_id == field.id)
    for part in (ContextProject, ContextType):
        ctx.session.execute(delete(part).where(part.context_id.in_(mine)))
    for model in (IssueValue, FieldContext):
        ctx.session.execute(delete(model).where(model.field_id == field.id))
    ctx.session.execute(delete(ProjectField).where(ProjectField.field == field.id))
    below = delete(FieldOption).where(FieldOption.field_id == field.id)
    ctx.session.execute(below.where(FieldOption.parent_id.is_not(None)))
    ctx.session.execute(below)
    ctx.session.delete(field)


@operation(Effect.WRITE, scope="manage:jira-configuration", doors=_DOORS)
def add_option(
    ctx: Context,
    *,
    field_id: FieldId,
    value: Name,
    parent_id: Annotated[
        OptionId | None, Field(description="Of a cascading field, what it stands below.")
    ] = None,
) -> FieldOption:
    """Let something more be chosen in a field."""
    access.require_admin(ctx)
    field = known(ctx, field_id)
    if field.kind not in _CHOSEN:
        raise Invalid("no_options", f"A field of kind {field.kind} has no options.")
    if parent_id is not None:
        parent = _option(ctx, parent_id)
        if field.kind != "cascading" or parent.field_id != field.id or parent.parent_id:
            said = "Only options of the first level of a cascading field have others below them."
            raise Invalid("invalid_fields", said, problems=[Problem(said, "parent_id")])
    return _append(ctx, field.id, value, parent_id)


@operation(Effect.WRITE, scope="manage:jira-configuration", doors=_DOORS)
def edit_option(
    ctx: Context,
    *,
    option_id: OptionId,
    value: Annotated[Name | None, Field(description="What it says.")] = None,
    is_disabled: Annotated[
        bool | None, Field(description="Whether it can be chosen no more; who has it keeps it.")
    ] = None,
    position: Annotated[
        int | None, Field(description="Its place, from 0.", ge=0, le=_MOST_OPTIONS)
    ] = None,
) -> FieldOption:
    """Change what an option says, its place, or whether it can be chosen."""
    access.require_admin(ctx)
    option = _option(ctx, option_id)
    if value is not None and value != option.value:
        option.value = good_name(value, "value")
        _require_new(ctx, option.field_id, option.value, option.parent_id, but=option.id)
    if is_disabled is not None:
        option.is_disabled = is_disabled
    if position is not None:
        _reorder(ctx, option, position)
    return option


def known(ctx: Context, field_id: str) -> CustomField:
    """A field that the site has added, to be changed.

    Raises:
        NotFound: ``field_not_found``.
    """
    field = ctx.session.get(CustomField, field_id)
    if field is None:
        raise NotFound("field_not_found", f"The custom field '{field_id}' does not exist.")
    return field


def _compute(ctx: Context, field: CustomField, formula: str) -> None:
    if field.kind != formula_values.KIND:
        said = f"A field of kind {field.kind} has no formula."
        raise Invalid("invalid_fields", said, problems=[Problem(said, "formula")])
    field.formula = formula_values.read(ctx, formula).text
    ctx.session.flush()  # its values refer to it
    formula_values.fill(ctx, field)


def _option(ctx: Context, option_id: str) -> FieldOption:
    option = ctx.session.get(FieldOption, option_id)
    if option is None:
        raise NotFound("option_not_found", f"The option '{option_id}' does not exist.")
    return option


def _next_number(ctx: Context) -> int:
    """Fields are numbered one by one, as on the vendor's sites."""
    ids = ctx.session.scalars(select(CustomField.id)).all()
    return max([f.FIRST_CUSTOM - 1, *(int(id.rpartition("_")[2]) for id in ids)]) + 1


def good_name(name: str, argument: str) -> str:
    """What something is to be called.

    Raises:
        Invalid: ``invalid_fields``: nothing.
    """
    if not name.strip():
        said = "The name is empty."
        raise Invalid("invalid_fields", said, problems=[Problem(said, argument)])
    return name.strip()


def _append(ctx: Context, field_id: str, value: str, parent_id: str | None) -> FieldOption:
    text = good_name(value, "value")
    _require_new(ctx, field_id, text, parent_id)
    highest, last = select(FieldOption.id), select(func.max(FieldOption.position))
    number = max(10_000, *(int(id) for id in [*ctx.session.scalars(highest), "0"])) + 1
    place = ctx.session.scalar(last.where(FieldOption.field_id == field_id))
    option = FieldOption(
        id=str(number),
        field_id=field_id,
        parent_id=parent_id,
        value=text,
        position=0 if place is None else place + 1,
        is_disabled=False,
    )
    ctx.session.add(option)
    ctx.session.flush()  # the next one is counted after it
    return option


def _require_new(
    ctx: Context, field_id: str, value: str, parent_id: str | None, but: str = ""
) -> None:
    same = select(FieldOption.id).where(
        FieldOption.field_id == field_id,
        FieldOption.parent_id.is_(None)
        if parent_id is None
        else FieldOption.parent_id == parent_id,
        func.lower(FieldOption.value) == value.lower(),
        FieldOption.id != but,
    )
    if ctx.session.scalars(same).first() is not None:
        raise Conflict("option_exists", f"There is an option '{value}' already.")


def _reorder(ctx: Context, option: FieldOption, position: int) -> None:
    query = select(FieldOption).where(FieldOption.field_id == option.field_id)
    rows: list[Any] = [*ctx.session.scalars(query.order_by(FieldOption.position, FieldOption.id))]
    rows.remove(option)
    rows.insert(min(position, len(rows)), option)
    for place, row in enumerate(rows):
        row.position = place


def _all_projects(ctx: Context) -> Sequence[str]:
    return ctx.session.scalars(select(Project.id).order_by(Project.id)).all()


def _put_on_screens(ctx: Context, field_id: str, project_ids: Sequence[str]) -> None:
    """Put a field at the end of the screens of projects, whatever the type of issue."""
    types = select(ProjectType.project_id, ProjectType.type_id)
    types = types.where(ProjectType.project_id.in_(project_ids))
    lasts = select(ProjectField.project_id, ProjectField.type_id, func.max(ProjectField.position))
    grouped = lasts.group_by(ProjectField.project_id, ProjectField.type_id)
    last = {(row[0], row[1]): row[2] for row in ctx.session.execute(grouped)}
    for project_id, type_id in ctx.session.execute(types.order_by(*types.selected_columns)):
        ctx.session.add(
            ProjectField(
                project_id=project_id,
                type_id=type_id,
                field=field_id,
                position=last.get((project_id, type_id), -1) + 1,
                is_required=False,
            )
        )
