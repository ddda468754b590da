"""What there is in the tracker, and who sees it, for the gates."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session
from tests.gates.apps.tracker_facts import SITE, add_to, issue_facts
from tests.gates.apps.tracker_sight import Sight
from tests.gates.facets import Hidden, Thing

from workworld.apps.tracker.models import Board, Comment, Issue, Project
from workworld.context import Surface
from workworld.worlds import World

_EACH = 2
"""How many issues of each project are tried, apart from those of a security level."""


def hidden(world: World, person_id: str) -> Sequence[Hidden]:
    """Issues, projects and boards that the person does not see, by each of their names."""
    with world.reading() as session:
        sight = Sight(session)
        found = [
            each
            for issue in _issues(session)
            if person_id not in sight.of_issue(issue)
            for each in _hidden_issue(session, issue)
        ]
        for project in session.scalars(select(Project).order_by(Project.id)):
            if person_id not in sight.of_project(project.id):
                found += _hidden_project(session, project)
    return found


def _issues(session: Session) -> Sequence[Issue]:
    """Some issues of each project, and all of security levels."""
    found: list[Issue] = []
    for project_id in session.scalars(select(Project.id).order_by(Project.id)).all():
        there = select(Issue).where(Issue.project_id == project_id).order_by(Issue.number)
        rows = session.scalars(there).all()
        plain = [row for row in rows if row.security_level_id is None]
        found += plain[:_EACH] + [row for row in rows if row.security_level_id is not None]
    return found


def _hidden_issue(session: Session, issue: Issue) -> Sequence[Hidden]:
    said = select(Comment.body_text).where(Comment.issue_id == issue.id)
    words = [issue.summary, issue.description_text, *session.scalars(said)]
    told = [word for word in words if word]
    facts = issue_facts(session, issue)
    return [
        Hidden({**facts, "issue": name}, name, missing, told)
        for name, missing in (
            (issue.key, _nobodys(issue.key)),
            (issue.id, "9" * len(issue.id)),
        )
    ]


def _nobodys(key: str) -> str:
    """A key as long as another one, of no project that there is."""
    project, dash, number = key.partition("-")
    return "N" + "X" * (len(project) - 1) + dash + number


def _hidden_project(session: Session, project: Project) -> Sequence[Hidden]:
    words = [project.name, project.description]
    missing = "9" * len(project.id)
    found = [
        Hidden(
            {**SITE, "project": project.id, "project_id": project.id}, project.id, missing, words
        )
    ]
    for board in session.scalars(select(Board).where(Board.project_id == project.id)):
        name = str(board.id)
        found.append(
            Hidden({**SITE, "board_id": name, "board": name}, name, "9" * len(name), words)
        )
    return found


def things(world: World) -> Sequence[Thing]:
    """The projects, and issues of each."""
    with world.writing() as session:
        for issue in _issues(session):
            add_to(session, issue)
    with world.reading() as session:
        sight = Sight(session)
        found = [_issue_thing(session, issue, sight) for issue in _issues(session)]
        projects = session.scalars(select(Project).order_by(Project.id))
        return [*found, *(_project_thing(project, sight) for project in projects)]


def _issue_thing(session: Session, issue: Issue, sight: Sight) -> Thing:
    words = sorted(set(re.findall(r"\w{4,}", issue.summary)), key=lambda word: (-len(word), word))
    return Thing(
        name=issue.key,
        facts=issue_facts(session, issue) | {"names": ["BROWSE_PROJECTS"]},
        id=issue.key,
        missing=_nobodys(issue.key),
        link=("tracker", f"/browse/{issue.key}"),
        query=" ".join(words[:4]),
        mark=issue.key,
        seers=sight.of_issue(issue),
        searched=frozenset({Surface.UI}),
    )


def _project_thing(project: Project, sight: Sight) -> Thing:
    return Thing(
        name=project.name,
        facts={
            **SITE,
            "project": project.key,
            "role_id": "10000",
            "permission": "BROWSE_PROJECTS",
            "names": ["BROWSE_PROJECTS"],
        },
        id=project.key,
        missing=_nobodys(project.key),
        link=("tracker", f"/p/{project.key}"),
        query=project.name,
        mark=project.id,
        seers=sight.of_project(project.id),
    )
