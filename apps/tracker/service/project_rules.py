"""Who may change projects."""

from __future__ import annotations

from workworld.apps.tracker import permission_names
from workworld.apps.tracker.models import Project
from workworld.apps.tracker.service import access
from workworld.context import Context
from workworld.errors import Conflict, Forbidden, Refused
from workworld.permissions import permits


@permits("tracker.projects.update", Project)
def _may_update(ctx: Context, project: Project) -> Refused | None:
    return access.why_not(ctx, permission_names.ADMINISTER_PROJECT, project.id)


@permits("tracker.projects.archive", Project)
def _may_archive(ctx: Context, project: Project) -> Refused | None:
    if project.is_archived:
        return Conflict("project_archived", f"The project {project.key} is archived already.")
    if access.is_admin(ctx):
        return None
    return access.why_not(ctx, permission_names.ADMINISTER_PROJECT, project.id)


@permits("tracker.projects.restore", Project)
def _may_restore(ctx: Context, project: Project) -> Refused | None:
    if not project.is_archived:
        return Conflict("project_not_archived", f"The project {project.key} is not archived.")
    if access.is_admin(ctx) or project.lead_id == ctx.actor.person_id:
        return None
    return Forbidden(
        "permission_denied", "The project's lead and the site's administrators restore projects."
    )


@permits("tracker.projects.delete", Project)
def _may_delete(ctx: Context, _project: Project) -> Refused | None:
    return None if access.is_admin(ctx) else access.denied(permission_names.GLOBAL_ADMINISTER)
