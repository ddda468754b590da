"""A new project has a board from the beginning."""

from __future__ import annotations

from workworld.apps.tracker.models import Board, Project
from workworld.apps.tracker.service import boards, projects
from workworld.context import Context, Event
from workworld.events import on


def make_first(ctx: Context, project: Project) -> Board:
    """Make the board that a new project begins with: with sprints only if it works in these."""
    kind = "scrum" if project.kind == "scrum" else "kanban"
    return boards.make(ctx, project, f"{project.key} board", kind)


@on("tracker.project_created")
def _begin(ctx: Context, event: Event) -> None:
    make_first(ctx, projects.known(ctx, event.facts["project_id"]))
