"""Projects: which there are, what they are called, and what their issues may be."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import bindparam, or_

from workworld.apps.tracker.models import IssueType, Project
from workworld.apps.tracker.service import site
from workworld.apps.tracker.types import ProjectRef
from workworld.context import Context
from workworld.database import constant, plain_rows
from workworld.errors import NotFound
from workworld.operations import Effect, operation
from workworld.permissions import sight_of, visible

_projects = Project.__table__.c
_VISIBLE = visible(Project)
_BY_REF = constant(
    _VISIBLE.where(or_(_projects.id == bindparam("ref"), _projects.key == bindparam("key")))
)


def known(ctx: Context, ref: str) -> Project:
    """A project that the caller sees, by id or key, upper or lower case: a row to be read.

    Raises:
        NotFound: ``project_not_found``; one that is hidden does not exist.
    """
    return ctx.remembered(("tracker project", ref), lambda: _looked_up(ctx, ref))


def _looked_up(ctx: Context, ref: str) -> Project:
    values = {"ref": ref, "key": ref.upper()} | sight_of(ctx)
    found = plain_rows(ctx.session, Project, _BY_REF, values)
    if not found:
        said = f"No project could be found with key or id '{ref}'."
        raise NotFound("project_not_found", said)
    return found[0]


def changing(ctx: Context, ref: str) -> Project:
    """The same as an object, to be changed."""
    return ctx.session.get_one(Project, known(ctx, ref).id)


@operation(Effect.READ, scope="read:jira-work")
def info(ctx: Context, *, project: ProjectRef) -> Project:
    """Look one project up by its key or id."""
    return known(ctx, project)


def types_of(ctx: Context, project_id: str) -> Sequence[IssueType]:
    """The types of issues that a project has, in its order."""
    types = site.issue_types(ctx)
    return [types[type_id] for type_id in site.project_types(ctx).get(project_id, {})]
