"""The board of each project, as a new project has one."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.tracker.models import Project
from workworld.apps.tracker.service import access_tables, project_boards
from workworld.clock import Clock
from workworld.context import Actor, Context, Request, Surface
from workworld.ids import Ids


def build(session: Session) -> None:
    """Make them, each by its project's lead."""
    access_tables.refresh(session)  # who may see what decides what a board can show
    for project in session.scalars(select(Project).order_by(Project.created_us)).all():
        project_boards.make_first(as_person(session, project.lead_id), project)


def as_person(session: Session, person_id: str) -> Context:
    """What a service function is handed while the company is made."""
    request = Request(Surface.SEED, "build")
    return Context(session, Actor(person_id), request, Clock(session), Ids(session))
