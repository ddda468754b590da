"""What there is in the tracker, and who sees it, for the gates."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sqlalchemy import or_, select
from sqlalchemy.orm import Session
from tests.gates.apps.tracker_facts import SITE, add_to, issue_facts
from tests.gates.apps.tracker_projects import nobodys, project_things, table_for_all
from tests.gates.apps.tracker_sight import Sight
from tests.gates.facets import Hidden, Thing

from workworld.apps.tracker.models import Board, Comment, Issue, Project, Role
from workworld.context import Surface
from workworld.richtext.json_form import to_json
from workworld.richtext.nodes import literal
from workworld.worlds import World

_EACH = 2
"""How many issues of each project are tried, apart from those of a security level."""


def hidden(world: World, person_id: str) -> Sequence[Hidden]:
    """Issues, comments, projects and boards that the person does not see, by their names."""
    with world.writing() as session:
        _whisper(session)
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
        found += _hidden_comments(session, sight, person_id)
    return found


def _whisper(session: Session) -> None:
    """Let a comment be for those alone who administer the project."""
    role_id = session.scalars(select(Role.id).where(Role.name == "Administrator")).one()
    issue = _issues(session)[0]
    if session.get(Comment, f"76{issue.id}") is None:
        text = "Between us who look after this."
        session.add(
            Comment(
                id=f"76{issue.id}",
                issue_id=issue.id,
                author_id=session.get_one(Project, issue.project_id).lead_id,
                body=to_json(literal(text)),
                body_text=text,
                role_id=role_id,
                created_us=issue.updated_us,
                updated_us=issue.updated_us,
            )
        )


def _hidden_comments(session: Session, sight: Sight, person_id: str) -> Sequence[Hidden]:
    """Comments that the person does not see on issues that they see."""
    kept = or_(Comment.role_id.is_not(None), Comment.is_internal)
    below = select(Comment, Issue).join(Issue, Issue.id == Comment.issue_id).where(kept)
    return [
        Hidden(
            {**SITE, "issue": issue.key, "comment": comment.id, "comment_id": comment.id},
            comment.id,
            "9" * len(comment.id),
            [comment.body_text],
        )
        for comment, issue in session.execute(below.order_by(Comment.id)).all()
        if person_id in sight.of_issue(issue) and person_id not in sight.of_comment(comment, issue)
    ]


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
            (issue.key, nobodys(issue.key)),
            (issue.id, "9" * len(issue.id)),
        )
    ]


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
    paper = table_for_all(world)
    with world.reading() as session:
        sight = Sight(session)
        found = [_issue_thing(session, issue, sight) for issue in _issues(session)]
        return [*found, *project_things(session, sight, paper)]


def _issue_thing(session: Session, issue: Issue, sight: Sight) -> Thing:
    words = sorted(set(re.findall(r"\w{4,}", issue.summary)), key=lambda word: (-len(word), word))
    return Thing(
        name=issue.key,
        facts=issue_facts(session, issue) | {"names": ["BROWSE_PROJECTS"]},
        id=issue.key,
        missing=nobodys(issue.key),
        link=("tracker", f"/browse/{issue.key}"),
        query=" ".join(words[:4]),
        mark=issue.key,
        seers=sight.of_issue(issue),
        searched=frozenset({Surface.UI}),
    )
