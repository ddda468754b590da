"""What somebody may configure of a project: all of it, its boards, or nothing."""

from __future__ import annotations

from workworld.apps.tracker.models import Project
from workworld.apps.tracker.service import boards
from workworld.context import Context
from workworld.permissions import can

_DEEDS = {
    "update": "tracker.projects.update",
    "archive": "tracker.projects.archive",
    "restore": "tracker.projects.restore",
    "delete": "tracker.projects.delete",
    "cast": "tracker.roles.replace",
}


def rights(ctx: Context, project: Project) -> frozenset[str]:
    """What the caller may do with a project's settings.

    Returns:
        Some of ``update`` (all but what follows), ``archive``, ``restore``, ``delete``, ``cast``
        (who has which role) and ``board`` (at least one of its boards).
    """
    found = {name for name, action in _DEEDS.items() if can(ctx, action, project)}
    if any(can(ctx, "tracker.boards.edit", each) for each in boards.of_project(ctx, project.id)):
        found.add("board")
    return frozenset(found)


def may_configure(ctx: Context, project: Project) -> bool:
    """Whether the caller finds any settings of a project."""
    return bool(rights(ctx, project))
