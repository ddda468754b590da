"""What somebody may do in a project, and through what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workworld.apps.tracker.models import PermissionGrant, Project
from workworld.apps.tracker.permission_names import ALL
from workworld.apps.tracker.service import groups, projects, roles, schemes, site
from workworld.apps.tracker.types import PersonId, ProjectRef
from workworld.context import Context, Surface
from workworld.directory.models import GUESTS, Person
from workworld.errors import NotFound
from workworld.operations import Effect, operation
from workworld.permissions import require


@dataclass(frozen=True, slots=True)
class Right:
    """A permission, and through what somebody has it."""

    permission: str
    ways: Sequence[str]
    """``role Developer``, ``group jira-administrators``, ``project lead``, ``everybody``,
    ``named``, or, with such issues alone, ``reporter`` and ``assignee``."""


# The vendor's API tells only what the caller may do.
@operation(Effect.READ, scope="manage:jira-project", doors=(Surface.MCP, Surface.UI))
def show(ctx: Context, *, project: ProjectRef, person_id: PersonId) -> Sequence[Right]:
    """List what somebody may do in a project, and through which roles and groups.

    Those may ask who say there who has which role.
    """
    row = projects.known(ctx, project)
    require(ctx, "tracker.roles.replace", row)
    person = site.people(ctx, [person_id]).get(person_id)
    if person is None:
        raise NotFound("user_not_found", "There is no such account.")
    grants = schemes.of_project(ctx, project=row.id).grants
    found: dict[str, list[str]] = {}
    for grant in grants:
        way = _way(ctx, row, person, grant)
        if way is not None and way not in found.setdefault(grant.permission, []):
            found[grant.permission].append(way)
    return [Right(name, found[name]) for name in ALL if found.get(name)]


def _way(ctx: Context, project: Project, person: Person, grant: PermissionGrant) -> str | None:
    """Through what a grant means somebody, or None if it does not."""
    mine = roles.held(ctx, project.id, person.id)
    if grant.holder == "role":
        return f"role {site.roles(ctx)[grant.parameter].name}" if grant.parameter in mine else None
    if grant.holder == "group":
        named = {each.id: each.name for each in groups.of_person(ctx, person.id)}
        return f"group {named[grant.parameter]}" if grant.parameter in named else None
    if grant.holder in ("reporter", "assignee"):
        is_meant = grant.parameter in mine if grant.parameter else bool(mine)
        return grant.holder if is_meant else None
    meant = {
        "person": (grant.parameter == person.id, "named"),
        "project_lead": (project.lead_id == person.id, "project lead"),
        "anyone": (person.role not in GUESTS, "everybody"),
    }
    is_meant, words = meant[grant.holder]
    return words if is_meant else None
