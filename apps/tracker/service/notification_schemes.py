"""Schemes of notifications: who is told of what happens to the issues of a project.

All projects have one scheme until they differ from it; a project that does has a scheme of its own,
whose id is the project's.
"""

from __future__ import annotations

import builtins
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field
from sqlalchemy import select

from workworld.apps.tracker import permission_names
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Project, RecipientChange
from workworld.apps.tracker.service import access, projects, recipients
from workworld.apps.tracker.service.doors import PROGRAMS
from workworld.apps.tracker.service.recipients import Plan, Recipient
from workworld.apps.tracker.types import NumberedId, PageSize, ProjectRef, Start
from workworld.context import Context
from workworld.database import constant, plain_rows
from workworld.errors import NotFound
from workworld.operations import Effect, operation
from workworld.permissions import sight_of, visible

USUAL_ID = "1"
"""The id of the scheme that all projects have at first; those of projects are longer."""
_CHANGES = constant(select(RecipientChange.__table__))
_USUAL_NAME = "Default Notification Scheme"
SchemeId = Annotated[NumberedId, Field(description="A notification scheme's id.")]


@dataclass(frozen=True, slots=True)
class Scheme:
    """A scheme of notifications."""

    id: str
    name: str
    description: str
    is_usual: bool
    """Whether it is the one that projects have until they differ from it."""
    project_ids: Sequence[str]
    """Those that have it and that the caller looks after."""
    events: Mapping[str, Sequence[Recipient]]


@dataclass(frozen=True, slots=True)
class Use:
    """A project has a scheme."""

    scheme_id: str
    project_id: str


@operation(Effect.READ, scope="read:jira-work")
def list(
    ctx: Context,
    *,
    scheme_ids: Annotated[
        Sequence[NumberedId] | None, Field(description="Only these.", max_length=200)
    ] = None,
    project_refs: Annotated[
        Sequence[ProjectRef] | None, Field(description="Only what these have.", max_length=200)
    ] = None,
    usual_only: Annotated[
        bool, Field(description="Only the one that projects have at first.")
    ] = False,
    start: Start = 0,
    limit: PageSize = 50,
) -> Listed[Scheme]:
    """List the schemes of notifications of projects that the caller looks after, by name."""
    found = [
        each
        for each in _all(ctx)
        if (scheme_ids is None or each.id in scheme_ids)
        and (each.is_usual or not usual_only)
        and (project_refs is None or _has_any(ctx, each, project_refs))
    ]
    return Listed(found[start : start + limit], len(found), start)


@operation(Effect.READ, scope="read:jira-work")
def info(ctx: Context, *, scheme_id: SchemeId) -> Scheme:
    """Look one scheme of notifications up, if the caller looks after a project that has it."""
    found = next((each for each in _all(ctx) if each.id == scheme_id), None)
    if found is None:
        raise _not_found()
    return found


@operation(Effect.READ, scope="read:jira-work", doors=PROGRAMS)
def uses(
    ctx: Context,
    *,
    scheme_ids: Annotated[
        Sequence[NumberedId] | None, Field(description="Only of these schemes.", max_length=200)
    ] = None,
    project_refs: Annotated[
        Sequence[ProjectRef] | None, Field(description="Only of these projects.", max_length=200)
    ] = None,
    start: Start = 0,
    limit: PageSize = 50,
) -> Listed[Use]:
    """List which scheme of notifications each project has that the caller looks after."""
    wanted = None if project_refs is None else set(project_refs)
    own = _changes(ctx)
    found = [
        Use(row.id if row.id in own else USUAL_ID, row.id)
        for row in _looked_after(ctx)
        if wanted is None or {row.id, row.key} & wanted
    ]
    kept = [each for each in found if scheme_ids is None or each.scheme_id in scheme_ids]
    return Listed(kept[start : start + limit], len(kept), start)


@operation(Effect.READ, scope="read:jira-work")
def of_project(ctx: Context, *, project: ProjectRef) -> Scheme:
    """Look up who is told of what happens to the issues of a project."""
    row = projects.known(ctx, project)
    if row.id not in {each.id for each in _looked_after(ctx)}:
        raise _not_found()
    return scheme_of(ctx, row)


def _not_found() -> NotFound:
    return NotFound("scheme_not_found", "The notification scheme could not be found.")


def _looked_after(ctx: Context) -> Sequence[Project]:
    """The projects whose schemes the caller reads, by key: all that they see, or administer."""
    table = Project.__table__.c
    rows = plain_rows(ctx.session, Project, visible(Project).order_by(table.key), sight_of(ctx))
    if access.is_admin(ctx):
        return rows
    return [row for row in rows if access.has(ctx, permission_names.ADMINISTER_PROJECT, row.id)]


def _changes(ctx: Context) -> Mapping[str, Sequence[RecipientChange]]:
    """What projects do differently, by project."""
    found: dict[str, builtins.list[RecipientChange]] = {}
    for row in plain_rows(ctx.session, RecipientChange, _CHANGES, {}):
        found.setdefault(row.project_id, []).append(row)
    return found


def _all(ctx: Context) -> Sequence[Scheme]:
    mine, changes = _looked_after(ctx), _changes(ctx)
    usual = [row.id for row in mine if row.id not in changes]
    found = [_own(row, recipients.plan_with(changes[row.id])) for row in mine if row.id in changes]
    if usual or access.is_admin(ctx):
        found.append(_usual(usual))
    return sorted(found, key=lambda each: each.name)


def scheme_of(ctx: Context, project: Project) -> Scheme:
    """The scheme of notifications that a project has."""
    changes = _changes(ctx).get(project.id)
    return _own(project, recipients.plan_with(changes)) if changes else _usual([project.id])


def _usual(project_ids: Sequence[str]) -> Scheme:
    said = "Whom projects tell of what happens to their issues unless they differ."
    return Scheme(USUAL_ID, _USUAL_NAME, said, True, project_ids, recipients.plan_with(()))


def _own(project: Project, plan: Plan) -> Scheme:
    name, said = f"{project.key}: Notification Scheme", f"What {project.name} tells people of."
    return Scheme(project.id, name, said, False, [project.id], plan)


def _has_any(ctx: Context, scheme: Scheme, project_refs: Sequence[str]) -> bool:
    rows = [row for row in _looked_after(ctx) if row.id in scheme.project_ids]
    return any({row.id, row.key} & {*project_refs} for row in rows)
