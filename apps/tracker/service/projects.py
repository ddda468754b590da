"""Projects: which there are, what they are called, and what their issues may be."""

from __future__ import annotations

import builtins
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field
from sqlalchemy import bindparam, or_

from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import IssueType, Project, Status
from workworld.apps.tracker.numbers import next_id
from workworld.apps.tracker.service import (
    access,
    frames,
    hook_events,
    losses,
    project_queries,
    project_removal,
    project_texts,
    site,
)
from workworld.apps.tracker.service.doors import PROGRAMS
from workworld.apps.tracker.types import (
    Name,
    NumberedId,
    PageSize,
    PersonId,
    ProjectKind,
    ProjectRef,
    ShortText,
    Start,
)
from workworld.context import Context
from workworld.database import constant, plain_rows
from workworld.errors import NotFound
from workworld.operations import Effect, operation
from workworld.permissions import require, seen, sight_of, visible
from workworld.topics import listens

_projects = Project.__table__.c
_VISIBLE = visible(Project)
_BY_REF = constant(
    _VISIBLE.where(or_(_projects.id == bindparam("ref"), _projects.key == bindparam("key")))
)
DefaultAssignee = Annotated[
    Literal["unassigned", "lead", "component_lead"],
    Field(description="Who gets new issues that name nobody."),
]


@listens("tracker.project")
def _hears(ctx: Context, project_id: str) -> bool:
    return seen(ctx, Project, project_id) is not None


def known(ctx: Context, ref: str) -> Project:
    """A project that the caller sees, by id or key, upper or lower case: a row to be read.

    Raises:
        NotFound: ``project_not_found``; one that is hidden does not exist.
    """
    return ctx.remembered(("tracker project", ref), lambda: _looked_up(ctx, ref))


def _looked_up(ctx: Context, ref: str) -> Project:
    ref = ref.strip()
    values = {"ref": ref, "key": ref.upper()} | sight_of(ctx)
    found = plain_rows(ctx.session, Project, _BY_REF, values)
    if not found:
        said = f"No project could be found with key or id '{ref}'."
        raise NotFound("project_not_found", said)
    return found[0]


def changing(ctx: Context, ref: str) -> Project:
    """The same as an object, to be changed."""
    return ctx.session.get_one(Project, known(ctx, ref).id)


def types_of(ctx: Context, project_id: str) -> Sequence[IssueType]:
    """The types of issues that a project has, in its order."""
    types = site.issue_types(ctx)
    return [types[type_id] for type_id in site.project_types(ctx).get(project_id, {})]


@operation(Effect.READ, scope="read:jira-work")
def info(ctx: Context, *, project: ProjectRef) -> Project:
    """Look one project up by its key or id."""
    return known(ctx, project)


@operation(Effect.READ, scope="read:jira-work")
def list(
    ctx: Context,
    *,
    text: Annotated[str, Field(description="Occurs in key or name.", max_length=255)] = "",
    refs: Annotated[
        Sequence[ProjectRef] | None, Field(description="Only these.", max_length=200)
    ] = None,
    kinds: Annotated[
        Sequence[ProjectKind] | None, Field(description="Only projects of these kinds.")
    ] = None,
    category_id: Annotated[
        NumberedId | None, Field(description="Only projects of this category.")
    ] = None,
    action: Annotated[
        Literal["view", "edit", "create"],
        Field(description="What the caller may do there: see it, run it, create issues."),
    ] = "view",
    archived: Annotated[
        bool | None, Field(description="Whether they are archived; null for all.")
    ] = False,
    order: Annotated[
        Literal["key", "-key", "name", "-name", "lead", "-lead", "created", "-created"],
        Field(description="By what they are ordered; a minus turns it round."),
    ] = "key",
    start: Start = 0,
    limit: PageSize = 50,
) -> Listed[Project]:
    """List the projects that the caller sees."""
    query = project_queries.matching(text, refs, kinds, archived)
    if category_id is not None:
        query = query.where(_projects.category_id == category_id)
    if action != "view":
        query = query.where(_projects.id.in_(project_queries.where_granted(ctx, action)))
    return project_queries.listed(ctx, query, order, start, limit)


@operation(Effect.READ, scope="read:jira-work", doors=PROGRAMS)
def statuses(ctx: Context, *, project: ProjectRef) -> Mapping[str, Sequence[Status]]:
    """List where a project's issues may stand, for each of its types: by the type's id."""
    rows = site.project_types(ctx).get(known(ctx, project).id, {})
    by_workflow = site.workflow_statuses(ctx)
    return {type_id: by_workflow[row.workflow_id] for type_id, row in rows.items()}


@operation(Effect.READ, scope="read:jira-work", doors=PROGRAMS)
def check_key(
    ctx: Context, *, key: Annotated[str, Field(description="A key.", max_length=255)]
) -> str:
    """Say why a new project cannot have a key; nothing if it can."""
    problem = project_texts.why_bad_key(ctx, key)
    return problem or ""


@operation(Effect.WRITE, scope="manage:jira-configuration")
def create(
    ctx: Context,
    *,
    key: Annotated[str, Field(description="What keys of its issues begin with.", max_length=255)],
    name: Name,
    kind: ProjectKind = "scrum",
    description: ShortText = "",
    url: Annotated[str, Field(description="A page about it.", max_length=2000)] = "",
    avatar: Annotated[str, Field(description="An emoji's name.", max_length=100)] = "",
    lead_id: Annotated[PersonId | None, Field(description="Who runs it; else the caller.")] = None,
    default_assignee: DefaultAssignee = "unassigned",
    category_id: Annotated[NumberedId | None, Field(description="A category's id.")] = None,
    permission_scheme_id: Annotated[
        NumberedId | None, Field(description="A permission scheme's id.")
    ] = None,
    security_scheme_id: Annotated[
        NumberedId | None, Field(description="A security scheme's id.")
    ] = None,
) -> Project:
    """Create a project, with the types, workflows, screens and board of its kind.

    Those who administer the site, and its lead, are its administrators at first.
    """
    access.require_admin(ctx)
    wanted: dict[str, str | None] = {
        "key": key.strip(),
        "name": name.strip(),
        "lead_id": lead_id or ctx.actor.person_id,
        "category_id": category_id,
        "permission_scheme_id": permission_scheme_id or project_texts.usual_scheme(ctx),
        "security_scheme_id": security_scheme_id,
    }
    project_texts.require_good(ctx, wanted)
    project = Project(
        id=next_id(ctx.ids, "project"),
        kind=kind,
        description=description.strip(),
        url=url.strip(),
        avatar=avatar,
        default_assignee=default_assignee,
        created_us=ctx.clock.now_us(),
        **wanted,
    )
    ctx.session.add(project)
    ctx.session.flush()  # what follows refers to it
    frames.lay_out(ctx.session, project)
    frames.let_in_first(ctx.session, project)
    access.refresh(ctx.session)
    _tell(ctx, "tracker.project_created", project)
    return project


@operation(Effect.WRITE, scope="manage:jira-project")
def update(
    ctx: Context,
    *,
    project: ProjectRef,
    name: Annotated[Name | None, Field(description="What it is to be called.")] = None,
    description: Annotated[ShortText | None, Field(description="What it is for.")] = None,
    url: Annotated[str | None, Field(description="A page about it.", max_length=2000)] = None,
    avatar: Annotated[str | None, Field(description="An emoji's name.", max_length=100)] = None,
    lead_id: Annotated[PersonId | None, Field(description="Who is to run it.")] = None,
    default_assignee: Annotated[
        DefaultAssignee | None, Field(description="Who gets new issues that name nobody.")
    ] = None,
    category_id: Annotated[
        str | None, Field(description="A category's id; empty for none.", max_length=64)
    ] = None,
    permission_scheme_id: Annotated[
        NumberedId | None, Field(description="A permission scheme's id; for site administrators.")
    ] = None,
    security_scheme_id: Annotated[
        str | None,
        Field(
            description="A security scheme's id, empty for none; for site administrators.",
            max_length=64,
        ),
    ] = None,
) -> Project:
    """Change a project's details; whatever is left out stays as it is. Its key never changes."""
    row = changing(ctx, project)
    require(ctx, "tracker.projects.update", row)
    if (permission_scheme_id, security_scheme_id) != (None, None):
        access.require_admin(ctx)
    wanted = {
        "name": name.strip() if name is not None else None,
        "description": description.strip() if description is not None else None,
        "url": url.strip() if url is not None else None,
        "avatar": avatar,
        "lead_id": lead_id,
        "default_assignee": default_assignee,
        "category_id": category_id,
        "permission_scheme_id": permission_scheme_id,
        "security_scheme_id": security_scheme_id,
    }
    _change(ctx, row, {name: value for name, value in wanted.items() if value is not None})
    return row


def _change(ctx: Context, project: Project, wanted: Mapping[str, str]) -> None:
    changed = {
        name: value for name, value in wanted.items() if (getattr(project, name) or "") != value
    }
    project_texts.require_good(ctx, changed)
    for name, value in changed.items():
        setattr(project, name, None if name in _NULLABLE and not value else value)
    if _OPENING.intersection(changed):
        access.refresh(ctx.session)
    if changed:
        _tell(ctx, "tracker.project_updated", project, fields=sorted(changed))


_NULLABLE = ("category_id", "security_scheme_id")
_OPENING = frozenset({"lead_id", "permission_scheme_id"})
"""What changes who may do what."""


@operation(Effect.WRITE, scope="manage:jira-project")
def archive(ctx: Context, *, project: ProjectRef) -> Project:
    """Archive a project: its issues can be read, and nothing in it can be changed."""
    row = changing(ctx, project)
    require(ctx, "tracker.projects.archive", row)
    return _set_archived(ctx, row, is_archived=True)


@operation(Effect.WRITE, scope="manage:jira-project")
def restore(ctx: Context, *, project: ProjectRef) -> Project:
    """Let an archived project be used again."""
    row = changing(ctx, project)
    require(ctx, "tracker.projects.restore", row)
    return _set_archived(ctx, row, is_archived=False)


def _set_archived(ctx: Context, project: Project, *, is_archived: bool) -> Project:
    if project.is_archived != is_archived:
        project.is_archived = is_archived
        access.refresh(ctx.session)
        happened = "archived" if is_archived else "restored"
        _tell(ctx, f"tracker.project_{happened}", project)
    return project


@operation(Effect.WRITE, scope="manage:jira-configuration")
def delete(ctx: Context, *, project: ProjectRef) -> None:
    """Delete a project with its issues, boards, sprints and all else that is in it, for good."""
    row = changing(ctx, project)
    require(ctx, "tracker.projects.delete", row)
    losses.tell(ctx, hook_events.PROJECT_DELETED, {"project_id": row.id})
    _tell(ctx, "tracker.project_deleted", row)
    project_removal.remove(ctx, row)
    access.refresh(ctx.session)


def _tell(
    ctx: Context, kind: str, project: Project, fields: builtins.list[str] | None = None
) -> None:
    more = {} if fields is None else {"fields": fields}
    ctx.emit(kind, project_id=project.id, key=project.key, **more)
    ctx.touch(f"tracker.project:{project.id}")
