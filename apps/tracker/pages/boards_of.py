"""Which board of a project a page shows, and which others there are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.tracker.models import Board, Project
from workworld.apps.tracker.pages.frames import ProjectFrame
from workworld.apps.tracker.service import boards, projects
from workworld.context import Context
from workworld.doors.web import page
from workworld.errors import NotFound
from workworld.permissions import can


@dataclass(frozen=True, slots=True)
class BoardLink:
    """A board of the project."""

    id: int
    name: str
    kind: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class BoardFrame:
    """A board, the project that it lies in, and the other boards there."""

    project: ProjectFrame
    project_id: str
    id: int
    """0 if the project has none that the person sees."""
    name: str
    kind: str
    boards: tuple[BoardLink, ...]
    may_configure: bool
    may_run_sprints: bool

    @property
    def topics(self) -> str:
        """What a page that shows it listens to."""
        return f"tracker.board:{self.id} tracker.project:{self.project_id}"


def board_frame(project: str, kind: str = "") -> BoardFrame:
    """The board that an address means.

    Args:
        project: its project's key.
        kind: only boards of this kind.

    Raises:
        NotFound: there is no such project, or it has no such board.
    """
    wanted = flask.request.args.get("board", "")

    def present(ctx: Context, row: Project) -> BoardFrame:
        found = [each for each in boards.of_project(ctx, row.id) if kind in ("", each.kind)]
        return _frame(ctx, row, found, wanted)

    frame: BoardFrame = page(projects.info, present, project=project)
    return frame


def _frame(ctx: Context, row: Project, found: Any, wanted: str) -> BoardFrame:
    usual = min(found, key=lambda each: (each.kind != row.kind, each.name, each.id), default=None)
    here: Board | None = usual
    if wanted:
        here = next((each for each in found if str(each.id) == wanted), None)
        if here is None:
            raise NotFound("board_not_found")
    links = tuple(BoardLink(each.id, each.name, each.kind, each is here) for each in found)
    frame = ProjectFrame.of(row)
    if here is None:
        return BoardFrame(frame, row.id, 0, "", row.kind, (), False, False)
    return BoardFrame(
        frame,
        row.id,
        here.id,
        here.name,
        here.kind,
        links,
        can(ctx, "tracker.boards.edit", here),
        can(ctx, "tracker.sprints.create", here),
    )
