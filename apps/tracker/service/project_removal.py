"""Deletes a project with all that is in it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Select, delete, select, update

from workworld.apps.tracker.models import (
    Board,
    CannedReply,
    Component,
    ContextProject,
    FilterShare,
    Issue,
    IssueComponent,
    IssueSprint,
    IssueVersion,
    LastViewed,
    Project,
    ProjectField,
    ProjectOrganization,
    ProjectType,
    Queue,
    RecipientChange,
    RequestType,
    RoleActor,
    Sla,
    SlaCalendar,
    SlaCycle,
    Sprint,
    SprintChange,
    Star,
    Version,
)
from workworld.apps.tracker.service import attachments
from workworld.context import Context
from workworld.database import Base
from workworld.files import files

_PLAIN = {"synchronize_session": False}
_PARTS: tuple[type[Base], ...] = (
    Component,
    Version,
    ProjectField,
    ProjectType,
    RoleActor,
    ContextProject,
    RequestType,
    Queue,
    RecipientChange,
    CannedReply,
    ProjectOrganization,
    Sla,
    SlaCalendar,
)
"""What refers to a project by ``project_id``."""


def remove(ctx: Context, project: Project) -> None:
    """Delete the rows of a project. What hangs on its issues goes with them."""
    session = ctx.session
    session.flush()  # statements delete what was added
    attached = attachments.files_of(ctx, Issue.__table__.c.project_id == project.id)
    issues = select(Issue.id).where(Issue.project_id == project.id)
    boards = select(Board.id).where(Board.project_id == project.id)
    sprints = select(Sprint.id).where(Sprint.board_id.in_(boards))
    session.execute(update(Issue).where(Issue.parent_id.in_(issues)).values(parent_id=None))
    session.execute(update(Issue).where(Issue.sprint_id.in_(sprints)).values(sprint_id=None))
    gone: list[tuple[type[Base], ColumnElement[bool]]] = [
        (SprintChange, SprintChange.sprint_id.in_(sprints)),
        (IssueSprint, IssueSprint.sprint_id.in_(sprints)),
        (IssueComponent, IssueComponent.component_id.in_(_of(Component, project))),
        (IssueVersion, IssueVersion.version_id.in_(_of(Version, project))),
        (LastViewed, LastViewed.issue_id.in_(issues)),
        (SlaCycle, SlaCycle.issue_id.in_(issues)),
        (Issue, Issue.project_id == project.id),
        (Sprint, Sprint.board_id.in_(boards)),
        (Board, Board.project_id == project.id),
        (FilterShare, (FilterShare.kind == "project") & (FilterShare.thing_id == project.id)),
        (Star, (Star.kind == "project") & (Star.thing_id == project.id)),
        *((model, model.__table__.c.project_id == project.id) for model in _PARTS),
        (Project, Project.id == project.id),
    ]
    for model, condition in gone:
        session.execute(delete(model).where(condition), execution_options=_PLAIN)
    files.drop_unattached(ctx, attached)
    session.expire_all()


def _of(model: type[Component] | type[Version], project: Project) -> Select[Any]:
    return select(model.id).where(model.project_id == project.id)
