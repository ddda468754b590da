"""Components: the parts of what a project makes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field
from sqlalchemy import ColumnElement, func, select

from workworld.apps.tracker import field_ids, permission_names
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Component, Project
from workworld.apps.tracker.numbers import next_id
from workworld.apps.tracker.service import access, parts, projects, site
from workworld.apps.tracker.types import (
    LARGEST_PAGE,
    Name,
    NumberedId,
    PageSize,
    PersonId,
    ProjectRef,
    ShortText,
    Start,
)
from workworld.context import Context
from workworld.database import plain_rows
from workworld.errors import Invalid, Problem, Refused
from workworld.operations import Effect, operation
from workworld.permissions import permits, require, sees, sight_of, visible

ComponentId = Annotated[NumberedId, Field(description="A component's id.")]
AssigneeKind = Annotated[
    Literal["project_default", "component_lead", "project_lead", "unassigned"],
    Field(description="Who gets its new issues that name nobody."),
]
_components, _projects = Component.__table__.c, Project.__table__.c


@sees(Component)
def _sight() -> ColumnElement[bool]:
    return _components.project_id.in_(visible(Project).with_only_columns(_projects.id))


def known(ctx: Context, component_id: str) -> Component:
    """A component of a project that the caller sees: an object.

    Raises:
        NotFound: ``component_not_found``.
    """
    return parts.known(ctx, Component, component_id)


@operation(Effect.READ, scope="read:jira-work")
def list(
    ctx: Context,
    *,
    project: ProjectRef,
    text: Annotated[
        str, Field(description="Occurs in the name or description.", max_length=255)
    ] = "",
    start: Start = 0,
    limit: PageSize = LARGEST_PAGE,
) -> Listed[Component]:
    """List a project's components by name: rows to be read."""
    row = projects.known(ctx, project)
    query = select(Component.__table__).where(_components.project_id == row.id)
    if text:
        found = _components.name.icontains(text, autoescape=True)
        query = query.where(found | _components.description.icontains(text, autoescape=True))
    total = ctx.session.scalar(select(func.count()).select_from(query.subquery()))
    page = query.order_by(func.lower(_components.name)).offset(start).limit(limit)
    return Listed(plain_rows(ctx.session, Component, page, {}), total or 0, start)


@operation(Effect.READ, scope="read:jira-work")
def info(ctx: Context, *, component_id: ComponentId) -> Component:
    """Look one component up."""
    return known(ctx, component_id)


@operation(Effect.READ, scope="read:jira-work")
def counts(
    ctx: Context,
    *,
    component_ids: Annotated[
        Sequence[ComponentId],
        Field(description="The ids of components.", max_length=LARGEST_PAGE),
    ],
) -> Mapping[str, parts.Counts]:
    """Count the issues of components, by category of status: those that the caller sees."""
    table = visible(Component).where(_components.id.in_(component_ids))
    rows = plain_rows(ctx.session, Component, table, sight_of(ctx))
    return parts.counts(ctx, field_ids.COMPONENTS, [row.id for row in rows])


@operation(Effect.WRITE, scope="manage:jira-project")
def create(
    ctx: Context,
    *,
    project: ProjectRef,
    name: Name,
    description: ShortText = "",
    lead_id: Annotated[PersonId | None, Field(description="Who looks after it.")] = None,
    assignee_kind: AssigneeKind = "project_default",
) -> Component:
    """Create a component of a project."""
    row = projects.known(ctx, project)
    require(ctx, "tracker.components.create", row)
    _require_lead(ctx, lead_id)
    component = Component(
        id=next_id(ctx.ids, "component"),
        project_id=row.id,
        name=parts.good_name(ctx, Component, row.id, name),
        description=description.strip(),
        lead_id=lead_id,
        assignee_kind=assignee_kind,
    )
    ctx.session.add(component)
    _tell(ctx, "created", component)
    return component


@operation(Effect.WRITE, scope="manage:jira-project")
def update(
    ctx: Context,
    *,
    component_id: ComponentId,
    name: Annotated[Name | None, Field(description="What it is to be called.")] = None,
    description: Annotated[ShortText | None, Field(description="What belongs to it.")] = None,
    lead_id: Annotated[
        str | None,
        Field(description="Who is to look after it; empty for nobody.", max_length=128),
    ] = None,
    assignee_kind: Annotated[
        AssigneeKind | None, Field(description="Who gets its new issues that name nobody.")
    ] = None,
) -> Component:
    """Change a component; whatever is left out stays as it is."""
    component = parts.changing(ctx, Component, component_id)
    if name is not None and name.strip() != component.name:
        component.name = _renamed(ctx, component, name)
    if description is not None:
        component.description = description.strip()
    if lead_id is not None:
        _require_lead(ctx, lead_id)
        component.lead_id = lead_id or None
    if assignee_kind is not None:
        component.assignee_kind = assignee_kind
    _tell(ctx, "updated", component)
    return component


def _renamed(ctx: Context, component: Component, name: str) -> str:
    if name.strip().lower() == component.name.lower():
        return name.strip()  # its own name, in other letters
    return parts.good_name(ctx, Component, component.project_id, name)


@operation(Effect.WRITE, scope="manage:jira-project")
def delete(
    ctx: Context,
    *,
    component_id: ComponentId,
    move_to: Annotated[
        ComponentId | None,
        Field(description="The component that its issues are to have instead; else none."),
    ] = None,
) -> None:
    """Delete a component; its issues lose it, or have another one instead."""
    component = parts.changing(ctx, Component, component_id)
    instead = None
    if move_to is not None:
        instead = known(ctx, move_to)
        if instead.id == component.id or instead.project_id != component.project_id:
            said = "The issues can be moved to another component of the same project."
            raise Invalid("invalid_component", problems=[Problem(said, "move_to")])
    parts.swap(ctx, field_ids.COMPONENTS, component.id, instead.id if instead else None)
    ctx.session.flush()  # no issue refers to it any more
    ctx.session.delete(component)
    _tell(ctx, "deleted", component)


def _require_lead(ctx: Context, lead_id: str | None) -> None:
    if lead_id and lead_id not in site.people(ctx, [lead_id]):
        said = "The user chosen to be the component lead does not exist."
        raise Invalid("invalid_component", problems=[Problem(said, "lead_id")])


def _tell(ctx: Context, happened: str, component: Component) -> None:
    facts = {"component_id": component.id, "project_id": component.project_id}
    ctx.emit(f"tracker.component_{happened}", **facts)
    ctx.touch(f"tracker.project:{component.project_id}")


@permits("tracker.components.create", Project)
def _may_create(ctx: Context, project: Project) -> Refused | None:
    return access.why_not(ctx, permission_names.ADMINISTER_PROJECT, project.id)
