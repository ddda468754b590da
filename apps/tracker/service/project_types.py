"""The types of issues that a project has, in its order, each with the workflow of its issues."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field
from sqlalchemy import delete, func, select

from workworld.apps.tracker.models import Issue, IssueType, Project, ProjectField, ProjectType
from workworld.apps.tracker.service import frames, projects, site
from workworld.apps.tracker.types import NumberedId, ProjectRef
from workworld.context import Context, Surface
from workworld.errors import Conflict, Invalid, NotFound, Problem
from workworld.operations import Effect, operation
from workworld.permissions import require

TypeRef = Annotated[
    str, Field(description="Id or name of a type of issues.", min_length=1, max_length=255)
]
WorkflowId = Annotated[NumberedId, Field(description="The id of a workflow.")]
_DOORS = (Surface.MCP, Surface.UI)
"""The vendor's API changes types through schemes, which projects here do not share."""


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def list(ctx: Context, *, project: ProjectRef) -> Sequence[ProjectType]:
    """List the types of issues that a project has, in its order, with their workflows."""
    return [*site.project_types(ctx).get(projects.known(ctx, project).id, {}).values()]


@operation(Effect.WRITE, scope="manage:jira-project", doors=_DOORS)
def add(
    ctx: Context, *, project: ProjectRef, type_id: TypeRef, workflow_id: WorkflowId
) -> Sequence[ProjectType]:
    """Let a project have issues of another type; it comes last, with the usual fields."""
    row = changing(ctx, project)
    type = _named(ctx, type_id)
    if type is None:
        raise Invalid("invalid_fields", problems=[Problem("There is no such type.", "type_id")])
    if ctx.session.get(ProjectType, (row.id, type.id)) is not None:
        raise Conflict("type_exists", f"{row.name} has issues of the type {type.name} already.")
    last = select(func.max(ProjectType.position)).where(ProjectType.project_id == row.id)
    place = ctx.session.scalar(last)
    ctx.session.add(
        ProjectType(
            project_id=row.id,
            type_id=type.id,
            workflow_id=_workflow(ctx, workflow_id),
            position=0 if place is None else place + 1,
        )
    )
    _put_fields(ctx, row, type)
    return _told(ctx, row)


@operation(Effect.WRITE, scope="manage:jira-project", doors=_DOORS)
def edit(
    ctx: Context,
    *,
    project: ProjectRef,
    type_id: TypeRef,
    workflow_id: Annotated[
        WorkflowId | None, Field(description="The workflow that its issues are to go through.")
    ] = None,
    position: Annotated[
        int | None, Field(description="Its place among the project's, from 0.", ge=0, le=1000)
    ] = None,
) -> Sequence[ProjectType]:
    """Give a project's type another workflow or place; whatever is left out stays as it is.

    The new workflow must have every status that issues of the type stand in.
    """
    row = changing(ctx, project)
    mine = _of(ctx, row, type_id)
    if workflow_id is not None and workflow_id != mine.workflow_id:
        _require_fitting(ctx, mine, _workflow(ctx, workflow_id))
        mine.workflow_id = workflow_id
    if position is not None:
        query = select(ProjectType).where(ProjectType.project_id == row.id)
        there = [*ctx.session.scalars(query.order_by(ProjectType.position))]
        there.remove(mine)
        there.insert(min(position, len(there)), mine)
        for place, each in enumerate(there):
            each.position = place
    return _told(ctx, row)


@operation(Effect.WRITE, scope="manage:jira-project", doors=_DOORS)
def remove(ctx: Context, *, project: ProjectRef, type_id: TypeRef) -> Sequence[ProjectType]:
    """Let a project have a type no more; there must be no issues of it, and another type left."""
    row = changing(ctx, project)
    mine = _of(ctx, row, type_id)
    name = site.issue_types(ctx)[mine.type_id].name
    count = count_issues(ctx, row.id).get(mine.type_id, 0)
    if count:
        said = f"{count} issues of {row.name} are of the type {name}: change or move them first."
        raise Conflict("type_in_use", said)
    levels = {each.id: each.level for each in site.issue_types(ctx).values()}
    standard = [each for each in site.project_types(ctx)[row.id] if levels[each] == 0]
    if standard == [mine.type_id]:
        raise Conflict("last_type", f"{name} is the last type that issues of {row.name} can have.")
    gone = (ProjectField.project_id == row.id) & (ProjectField.type_id == mine.type_id)
    ctx.session.execute(delete(ProjectField).where(gone))
    ctx.session.delete(mine)
    return _told(ctx, row)


def count_issues(ctx: Context, project_id: str) -> dict[str, int]:
    """How many issues of each type a project has, by the type's id, seen or not."""
    query = select(Issue.type_id, func.count()).where(Issue.project_id == project_id)
    return dict(ctx.session.execute(query.group_by(Issue.type_id)).all())


def changing(ctx: Context, project: str) -> Project:
    """A project whose types and fields the caller may change.

    Raises:
        NotFound: ``project_not_found``.
        Conflict: ``project_archived``.
        Forbidden: ``permission_denied``.
    """
    row = projects.known(ctx, project)
    require(ctx, "tracker.projects.update", row)
    return row


def type_of(ctx: Context, project: Project, ref: str) -> IssueType:
    """A type that a project has, by id or name.

    Raises:
        NotFound: ``type_not_found``.
    """
    return site.issue_types(ctx)[_of(ctx, project, ref).type_id]


def tell(ctx: Context, project: Project, what: str) -> None:
    """Tell that a project's types or fields are others now."""
    ctx.emit("tracker.project_updated", project_id=project.id, key=project.key, fields=[what])
    ctx.touch(f"tracker.project:{project.id}")


def _named(ctx: Context, ref: str) -> IssueType | None:
    """A type of the site by its id, or else by its name."""
    types = site.issue_types(ctx)
    named = (each for each in types.values() if each.name.casefold() == ref.casefold())
    return types.get(ref) or next(named, None)


def _of(ctx: Context, project: Project, ref: str) -> ProjectType:
    type = _named(ctx, ref)
    found = ctx.session.get(ProjectType, (project.id, type.id)) if type else None
    if found is None:
        raise NotFound("type_not_found", f"{project.name} has no such type of issues.")
    return found


def _workflow(ctx: Context, workflow_id: str) -> str:
    if workflow_id not in site.workflows(ctx):
        said = "There is no such workflow."
        raise Invalid("invalid_fields", problems=[Problem(said, "workflow_id")])
    return workflow_id


def _require_fitting(ctx: Context, mine: ProjectType, workflow_id: str) -> None:
    query = select(Issue.status_id).distinct()
    there = query.where(Issue.project_id == mine.project_id, Issue.type_id == mine.type_id)
    fitting = {status.id for status in site.workflow_statuses(ctx).get(workflow_id, ())}
    missing = sorted(set(ctx.session.scalars(there)) - fitting)
    if missing:
        names = ", ".join(site.statuses(ctx)[each].name for each in missing)
        said = f"The workflow lacks statuses that issues stand in: {names}."
        raise Invalid("invalid_fields", problems=[Problem(said, "workflow_id")])


def _put_fields(ctx: Context, project: Project, type: IssueType) -> None:
    ctx.session.add_all(
        ProjectField(
            project_id=project.id,
            type_id=type.id,
            field=field_id,
            position=position,
            is_required=field_id == "summary",
        )
        for position, field_id in enumerate(frames.screen_of(project.kind, type.name))
    )


def _told(ctx: Context, project: Project) -> Sequence[ProjectType]:
    ctx.session.flush()  # plain rows are read past the session, and must find it
    tell(ctx, project, "types")
    query = select(ProjectType).where(ProjectType.project_id == project.id)
    return ctx.session.scalars(query.order_by(ProjectType.position)).all()
