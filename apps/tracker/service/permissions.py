"""What the caller may do, permission by permission."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import Field

from workworld.apps.tracker import permission_names
from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.service import access, projects, sight
from workworld.apps.tracker.service.doors import PROGRAMS
from workworld.apps.tracker.types import IssueRef, ProjectRef
from workworld.context import Context
from workworld.errors import Invalid, Problem
from workworld.operations import Effect, operation

KNOWN = (*permission_names.ALL, permission_names.GLOBAL_ADMINISTER)
"""All that there are, those of projects first."""


@operation(Effect.READ, scope="read:jira-work", doors=PROGRAMS)
def mine(
    ctx: Context,
    *,
    project: Annotated[ProjectRef | None, Field(description="In which project.")] = None,
    issue: Annotated[IssueRef | None, Field(description="With which issue.")] = None,
    names: Annotated[
        Sequence[Annotated[str, Field(max_length=255)]],
        Field(description="Names of permissions, such as EDIT_ISSUES; none for all."),
    ] = (),
) -> Mapping[str, bool]:
    """Say which permissions the caller has: with an issue, in a project, or in any project."""
    unknown = [name for name in names if name not in KNOWN]
    if unknown:
        said = "There is no such permission."
        raise Invalid("invalid_permission", problems=[Problem(said, name) for name in unknown])
    wanted = names or KNOWN
    if issue is not None:
        row = sight.read(ctx, issue)
        return {name: _may(ctx, name, row) for name in wanted}
    if project is not None:
        place = projects.known(ctx, project)
        return {name: access.has(ctx, name, place.id) for name in wanted}
    bits = access.granted_anywhere(ctx)
    return {name: _has_anywhere(ctx, name, bits) for name in wanted}


def _may(ctx: Context, name: str, issue: Issue) -> bool:
    if name == permission_names.GLOBAL_ADMINISTER:
        return access.is_admin(ctx)
    return access.may(ctx, name, issue)


def _has_anywhere(ctx: Context, name: str, bits: int) -> bool:
    if name == permission_names.GLOBAL_ADMINISTER:
        return access.is_admin(ctx)
    return bool(bits & permission_names.BIT[name])
