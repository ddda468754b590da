"""What cases of the tracker speak of."""

from __future__ import annotations

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import InstrumentedAttribute
from tests.conformance.parity import Facts

from workworld.approvals.models import Approval
from workworld.apps.tracker.models import (
    Board,
    CannedReply,
    Comment,
    Component,
    Dashboard,
    Filter,
    Gadget,
    Issue,
    IssueLink,
    IssueType,
    Organization,
    Project,
    Queue,
    RequestType,
    Sla,
    SlaCalendar,
    Sprint,
    Status,
    Transition,
    Version,
    Worklog,
)
from workworld.directory.models import Person
from workworld.worlds import World

SITE = "https://tracker.calderoute.example"
"""What tools are told as ``cloudId``."""


def facts(world: World) -> Facts:
    """Ids of people by handle, of projects by key in lower case, and the following.

    ``issue`` is the key of an open issue of CAL and ``issue_id`` its id, ``other`` another one,
    ``third`` one more, ``missing`` none;
    ``comment`` and ``worklog`` are somebody's with ``commented`` and ``worked`` as issues, ``link``
    is between two issues of CAL; ``board``, ``active``, ``future`` and ``closed`` are CAL's board
    and sprints, ``desk_board`` SUP's, as are ``queue``, ``reply``, ``sla`` and ``calendar``;
    ``version`` and ``component`` are CAL's, ``filter`` is any,
    ``own_filter`` one of the persona's;
    ``dashboard`` is one of lraghunath's and ``gadget`` stands on it;
    ``task`` is a type of issues; ``start`` and ``finish`` are transitions of ``issue``, into work
    and to its end.
    """
    with world.reading() as session:

        def first(column: InstrumentedAttribute[object], *where: ColumnElement[bool]) -> str:
            found = session.scalars(select(column).where(*where).order_by(column)).first()
            return "" if found is None else str(found)

        people = dict(session.execute(select(Person.handle, Person.id)).all())
        projects = dict(session.execute(select(Project.key, Project.id)).all())
        cal = projects["CAL"]
        to_do = first(Status.id, Status.name == "To Do")
        open_ones = session.execute(
            select(Issue.key, Issue.id, Issue.type_id)
            .where(
                Issue.project_id == cal,
                Issue.status_id == to_do,
                Issue.parent_id.is_not(None),
                Issue.security_level_id.is_(None),
            )
            .order_by(Issue.number)
        ).all()
        comment = session.scalars(select(Comment).order_by(Comment.created_us)).first()
        worklog = session.scalars(select(Worklog).order_by(Worklog.created_us)).first()
        found: Facts = {
            **{str(handle): str(id) for handle, id in people.items()},
            **{str(key).lower(): str(id) for key, id in projects.items()},
            "missing": "CAL-99999",
            "no_number": "99999999",
            "board": first(Board.id, Board.project_id == cal),
            "version": first(Version.id, Version.project_id == cal, Version.is_released.is_(False)),
            "component": first(Component.id, Component.project_id == cal),
            "filter": first(Filter.id),
            "own_filter": first(
                Filter.id, Filter.owner_id == people["aruiz"], Filter.name.not_like("Filter for%")
            ),
            "dashboard": first(Dashboard.id, Dashboard.name == "Dock Planner launch"),
            "gadget": first(Gadget.id, Gadget.title == "Sprint health"),
            "desk_board": first(Board.id, Board.project_id == projects["SUP"]),
            "link": first(IssueLink.id),
            "task": first(IssueType.id, IssueType.name == "Task"),
        }
        sup = projects["SUP"]
        found |= {
            "request_type": first(RequestType.id, RequestType.name == "Question"),
            "organization": first(Organization.id, Organization.name == "Haskerby Tools"),
            "approval": first(Approval.id, Approval.state == "pending"),
            "queue": first(Queue.id, Queue.project_id == sup),
            "reply": first(CannedReply.id, CannedReply.project_id == sup),
            "sla": first(Sla.id, Sla.project_id == sup),
            "calendar": first(SlaCalendar.id, SlaCalendar.project_id == sup),
        }
        if open_ones:
            found |= {"issue": open_ones[0].key, "issue_id": open_ones[0].id}
            found |= {"other": open_ones[1].key, "third": open_ones[2].key}
        for state in ("active", "future", "closed"):
            found[state] = first(Sprint.id, Sprint.state == state)
        if comment is not None:
            found |= {"comment": comment.id, "commented": comment.issue_id}
        if worklog is not None:
            found |= {"worklog": worklog.id, "worked": worklog.issue_id}
        for name, status in (("start", "In Progress"), ("finish", "Done")):
            target = first(Status.id, Status.name == status)
            found[name] = first(Transition.number, Transition.to_id == target)
    return found
