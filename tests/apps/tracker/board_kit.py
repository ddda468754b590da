"""A scrum project of its own with issues, sprints and a board, whatever the company has besides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session
from tests.kit import Office

from workworld.apps.tracker import ranks
from workworld.apps.tracker.models import (
    Board,
    Issue,
    IssueType,
    Project,
    Role,
    RoleActor,
    Sprint,
    Status,
)
from workworld.apps.tracker.service import access, boards, frames, ranking
from workworld.calls import call, perform
from workworld.clock import Clock
from workworld.context import Actor, Context, Request, Surface
from workworld.ids import Ids
from workworld.worlds import World

ADMIN, DEVELOPER, VIEWER, STRANGER = "aruiz", "mchen", "jwikstrand", "akovac"


@dataclass
class Yard:
    """A project, and what is done in it."""

    world: World
    people: dict[str, str]
    project: str = "ZED"
    board_id: int = 0
    numbers: list[int] = field(default_factory=list)

    def does(self, operation: Callable[..., Any], _who: str = ADMIN, **arguments: Any) -> Any:
        """Perform an operation as somebody."""
        return perform(self.world, Actor(self.people[_who]), operation, **arguments)

    def sees(
        self,
        operation: Callable[..., Any],
        present: Callable[[Any], Any],
        _who: str = ADMIN,
        **arguments: Any,
    ) -> Any:
        """What is shown of an operation's result."""
        request = Request(Surface.SYSTEM, "test", arguments)
        actor = Actor(self.people[_who])
        return call(
            self.world, actor, operation, request, present=lambda _ctx, result: present(result)
        )

    def add(
        self, summary: str = "", *, type: str = "Story", status: str = "To Do", **columns: Any
    ) -> str:
        """Add an issue behind all others.

        Returns:
            Its key.
        """
        with self.world.writing() as session:
            return self._added(session, summary, type, status, columns)

    def _added(
        self, session: Session, summary: str, type: str, status: str, columns: dict[str, Any]
    ) -> str:
        project = session.scalars(select(Project).where(Project.key == self.project)).one()
        project.last_number += 1
        state = session.scalars(select(Status).where(Status.name == status)).one()
        now = Clock(session).now_us()
        ctx = _context(session, self.people[ADMIN])
        if "parent" in columns:
            columns["parent_id"] = _by_key(session, columns.pop("parent")).id
        if "assignee" in columns:
            columns["assignee_id"] = self.people[columns.pop("assignee")]
        key = f"{self.project}-{project.last_number}"
        values = {
            "id": str(90_000 + project.last_number),
            "project_id": project.id,
            "number": project.last_number,
            "key": key,
            "type_id": session.scalars(select(IssueType).where(IssueType.name == type)).one().id,
            "summary": summary or f"Issue {project.last_number}",
            "status_id": state.id,
            "status_changed_us": now,
            "resolution_id": "10000" if state.category == "done" else None,
            "reporter_id": self.people[ADMIN],
            "creator_id": self.people[ADMIN],
            "priority_id": "3",
            "rank": ranks.between(ranking.last(ctx), None),
            "created_us": now,
            "updated_us": now,
        }
        session.add(Issue(**values | columns))
        return key

    def issue(self, key: str) -> Issue:
        """An issue's row as it is now."""
        with self.world.reading() as session:
            issue = _by_key(session, key)
            session.expunge(issue)
            return issue

    def sprint(self, sprint_id: int) -> Sprint:
        """A sprint's row as it is now."""
        with self.world.reading() as session:
            sprint = session.get_one(Sprint, sprint_id)
            session.expunge(sprint)
            return sprint

    def order(self) -> Sequence[str]:
        """The keys of the project's issues by rank."""
        with self.world.reading() as session:
            of_project = Issue.key.startswith(f"{self.project}-")
            return list(session.scalars(select(Issue.key).where(of_project).order_by(Issue.rank)))


def yard(world: World, office: Office, *, kind: str = "scrum", key: str = "ZED") -> Yard:
    """Make the project and its board: ana administers it, two others develop and view it."""
    made = Yard(world, dict(office.people), key)
    with world.writing() as session:
        project = Project(
            id=f"9{len(key)}000{ord(key[-1])}",
            key=key,
            name=f"Project {key}",
            kind=kind,
            lead_id=made.people[ADMIN],
            permission_scheme_id="10000",
            created_us=Clock(session).now_us(),
        )
        session.add(project)
        session.flush()
        frames.lay_out(session, project)
        roles = dict(session.execute(select(Role.name, Role.id)).all())
        for role, who in (("Administrator", ADMIN), ("Developer", DEVELOPER), ("Viewer", VIEWER)):
            actor = RoleActor(project_id=project.id, role_id=roles[role], actor_id=made.people[who])
            session.add(actor)
        session.flush()
        access.refresh(session)
        ctx = _context(session, made.people[ADMIN])
        made.board_id = boards.make(ctx, project, f"{key} board", kind).id
    return made


def change(world: World, board_id: int, **columns: Any) -> None:
    """Configure a board past all doors."""
    with world.writing() as session:
        board = session.get_one(Board, board_id)
        for name, value in columns.items():
            setattr(board, name, value)


def _by_key(session: Session, key: str) -> Issue:
    return session.scalars(select(Issue).where(Issue.key == key)).one()


def _context(session: Session, person_id: str) -> Context:
    return Context(
        session, Actor(person_id), Request(Surface.SYSTEM, "test"), Clock(session), Ids(session)
    )
