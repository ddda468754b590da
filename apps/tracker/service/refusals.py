"""Why the caller may not change what somebody added to an issue."""

from __future__ import annotations

from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.service import access
from workworld.context import Context
from workworld.errors import Refused


def why_not_theirs(
    ctx: Context, issue: Issue, author_id: str, *, own: str, every: str
) -> Refused | None:
    """Why not, or None: they lack a permission, or the project is archived.

    Args:
        ctx: whose wish it is.
        issue: to which it was added.
        author_id: who added it.
        own: the permission that its author needs.
        every: the permission with which anybody may.
    """
    is_theirs = author_id == ctx.actor.person_id and not access.may(ctx, every, issue)
    return access.why_not_with(ctx, own if is_theirs else every, issue)
