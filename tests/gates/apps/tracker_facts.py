"""Arguments that lead to what is shown of the tracker, for the gates."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session
from tests.gates.agent import Facts
from tests.gates.apps.tracker_automation import rule_facts
from tests.gates.apps.tracker_settings import settings_facts
from tests.gates.apps.tracker_sight import Sight

from workworld.apps.tracker.models import (
    Board,
    CannedReply,
    Comment,
    Component,
    Dashboard,
    DashboardShare,
    Filter,
    FilterShare,
    Gadget,
    Issue,
    IssueProperty,
    Project,
    RemoteLink,
    Sprint,
    Version,
    Worklog,
)
from workworld.directory.models import Person
from workworld.richtext.json_form import to_json
from workworld.richtext.nodes import literal
from workworld.worlds import World

SITE = {"cloudId": "calderoute.example"}
"""What tools take besides what their operations do."""
_TEXTS = ("text", "name", "summary", "goal", "title", "description", "query")
"""What people fill with what they like."""


def shown(world: World, person_id: str) -> Facts:
    """An issue that the person may see, the youngest of the project in which most is, and more."""
    with world.reading() as session:
        sight = Sight(session)
        rows = session.scalars(select(Issue).order_by(Issue.created_us.desc(), Issue.id)).all()
        mine = [row for row in rows if person_id in sight.of_issue(row)]
        # An agent may have renamed its key.
        most = session.scalars(select(Project.id).where(Project.key == "CAL")).first()
        issue = next((row for row in mine if row.project_id == most), mine[0] if mine else None)
        if issue is None:
            return dict.fromkeys(_TEXTS, "a word")
        return {
            **dict.fromkeys(_TEXTS, "a word"),
            **issue_facts(session, issue),
            **_of_project(session, issue.project_id),
            **rule_facts(session, person_id, session.get_one(Project, issue.project_id).key),
            **settings_facts(session, person_id, issue.project_id),
            "filter_id": _filter_of(session, person_id),
            **_of_dashboards(session),
            "person_id": _another(session, person_id),
            "jql": "ORDER BY created DESC",
            "url": "https://tickets.partner.example/7",
        }


def _of_dashboards(session: Session) -> dict[str, str]:
    """A dashboard that everybody sees, and a gadget on it."""
    shared = select(DashboardShare.dashboard_id).where(DashboardShare.kind == "all")
    found = session.scalars(select(Dashboard.id).where(Dashboard.id.in_(shared))).first()
    if found is None:
        return {}
    there = select(Gadget.id).where(Gadget.dashboard_id == found).order_by(Gadget.id)
    gadget = session.scalars(there).first()
    return {"dashboard_id": found, **({"gadget_id": gadget} if gadget else {})}


def issue_facts(session: Session, issue: Issue) -> dict[str, Any]:
    """An issue, and what people have added to it."""
    found: dict[str, Any] = {**SITE, "issue": issue.key}
    for model, name in ((Comment, "comment"), (Worklog, "worklog"), (RemoteLink, "link")):
        there = select(model.id).where(model.issue_id == issue.id)
        if model is Comment:
            there = there.where(Comment.role_id.is_(None), ~Comment.is_internal)
        row_id = session.scalars(there.order_by(model.created_us, model.id)).first()
        if row_id is not None:
            found |= {name: row_id, f"{name}_id": row_id}
    replies = select(CannedReply.id).where(CannedReply.project_id == issue.project_id)
    found["canned_reply_id"] = session.scalars(replies.order_by(CannedReply.id)).first() or "1"
    there = select(IssueProperty.key).where(IssueProperty.issue_id == issue.id)
    key = session.scalars(there.order_by(IssueProperty.key)).first()
    return found | ({"key": key, "property_key": key} if key else {})


def add_to(session: Session, issue: Issue) -> None:
    """Let an issue have something of each kind that is looked up by itself."""
    common = {"issue_id": issue.id, "created_us": issue.updated_us}
    written = {**common, "author_id": issue.creator_id, "updated_us": issue.updated_us}
    session.add_all(
        (
            Comment(
                id=f"77{issue.id}", body=to_json(literal("Seen.")), body_text="Seen.", **written
            ),
            Worklog(
                id=f"78{issue.id}",
                updated_by=issue.creator_id,
                started_us=issue.updated_us,
                seconds=60,
                **written,
            ),
            RemoteLink(id=f"79{issue.id}", url="https://a.example", title="A page", **common),
            IssueProperty(issue_id=issue.id, key="checked", value=True),
        )
    )


def _of_project(session: Session, project_id: str) -> dict[str, Any]:
    found: dict[str, Any] = {
        "project": session.get_one(Project, project_id).key,
        "project_id": project_id,
    }
    boards = select(Board.id).where(Board.project_id == project_id).order_by(Board.id)
    board_id = session.scalars(boards).first()
    sprints = select(Sprint.id).where(Sprint.board_id == board_id).order_by(Sprint.id)
    parts: tuple[type[Version] | type[Component], ...] = (Version, Component)
    further = {"board_id": board_id, "sprint_id": session.scalars(sprints).first()} | {
        f"{model.__name__.lower()}_id": session.scalars(
            select(model.id).where(model.project_id == project_id)
        ).first()
        for model in parts
    }
    return found | {name: value for name, value in further.items() if value is not None}


def _filter_of(session: Session, person_id: str) -> str:
    shared = select(FilterShare.filter_id).where(FilterShare.kind == "all")
    query = select(Filter.id).where((Filter.owner_id == person_id) | Filter.id.in_(shared))
    return session.scalars(query.order_by(Filter.id)).first() or ""


def _another(session: Session, person_id: str) -> str:
    others = select(Person.id).where(Person.id != person_id, Person.kind == "person")
    return session.scalars(others.order_by(Person.id)).first() or ""
