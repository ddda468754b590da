"""The projects that there are, each with what it has, and who is told of which, for the gates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session
from tests.gates.apps.chat_things import share_file
from tests.gates.apps.tracker_facts import SITE
from tests.gates.apps.tracker_sight import Sight
from tests.gates.facets import Thing

from workworld.apps.chat.models import Channel, Membership
from workworld.apps.tracker.models import Board, Project, ProjectType, Queue, RequestType
from workworld.context import Actor
from workworld.directory.models import GUESTS, Person
from workworld.worlds import World

NOBODY = frozenset[str]()
_OF_BOARDS = ("/rest/agile/1.0/board/<board_id>", "/rest/agile/1.0/board/filter/")
_OF_DESKS = (
    "/rest/servicedeskapi/servicedesk/<desk>",
    "/rest/servicedeskapi/request",
    "getCannedReplies",
    "getIssuesInQueue",
    "getMyCustomerRequests",
    "getOrganizations",
    "getQueue",
    "getRequestTypes",
    "getServiceDesk",
    "getSla",
)
"""How the endpoints and tools begin that know of a project only if it is a service desk."""
_OF_NO_DESK = "/rest/servicedeskapi/organization"
"""The vendor's list of all that the caller may know of; it takes no service desk."""


@dataclass(frozen=True)
class Paper:
    """A file with a table, and who sees it."""

    id: str
    seers: frozenset[str]


def table_for_all(world: World) -> Paper:
    """A file in a channel for everybody, so that none but guests lack it when they import."""
    with world.reading() as session:
        open_ones = select(Channel).where(Channel.kind == "public", Channel.posting == "everyone")
        channel = session.scalars(open_ones.order_by(Channel.name)).first()
        assert channel is not None, "no channel is for everybody"
        inside = select(Membership.person_id).where(Membership.channel_id == channel.id)
        members = session.scalars(inside.order_by(Membership.person_id)).all()
        staff = session.scalars(select(Person.id).where(Person.role.not_in(GUESTS))).all()
    return Paper(share_file(world, Actor(members[0]), channel.id).id, frozenset({*members, *staff}))


def nobodys(key: str) -> str:
    """A key as long as another one, of no project that there is."""
    project, dash, number = key.partition("-")
    return "N" + "X" * (len(project) - 1) + dash + number


def project_things(session: Session, sight: Sight, paper: Paper) -> Sequence[Thing]:
    """Every project with the names of its parts."""
    projects = session.scalars(select(Project).order_by(Project.id))
    return [_thing(session, project, sight, paper) for project in projects]


def _thing(session: Session, project: Project, sight: Sight, paper: Paper) -> Thing:
    seers, board = sight.of_project(project.id), _board_facts(session, project)
    return Thing(
        name=project.name,
        facts={
            **SITE,
            "project": project.key,
            "desk": project.key,
            "role_id": "10000",
            "permission": "BROWSE_PROJECTS",
            "names": ["BROWSE_PROJECTS"],
            "person_id": project.lead_id,
            "file_id": paper.id,
            "columns": {"1": "summary"},
            **_parts(session, project),
            **board,
        },
        id=project.key,
        missing=nobodys(project.key),
        link=("tracker", f"/p/{project.key}"),
        query=project.name,
        mark=project.id,
        seers=seers,
        absent={name: "9" * len(str(value)) for name, value in board.items()},
        fewer=_fewer(project, seers, paper, has_board=bool(board)),
    )


def _board_facts(session: Session, project: Project) -> Mapping[str, Any]:
    boards = select(Board).where(Board.project_id == project.id).order_by(Board.id)
    board = session.scalars(boards).first()
    return {} if board is None else {"board_id": board.id, "filter_id": board.filter_id}


def _parts(session: Session, project: Project) -> Mapping[str, str]:
    """A type of its issues; of requests as well, and a queue, if it is a service desk."""
    types = select(ProjectType.type_id).where(ProjectType.project_id == project.id)
    kinds = select(RequestType.id).where(RequestType.project_id == project.id)
    queues = select(Queue.id).where(Queue.project_id == project.id).order_by(Queue.position)
    found = {
        "type_id": session.scalars(types.order_by(ProjectType.position)).first(),
        "request_type": session.scalars(kinds.order_by(RequestType.position)).first(),
        "queue_id": session.scalars(queues).first(),
    }
    return {name: value for name, value in found.items() if value is not None}


def _fewer(
    project: Project, seers: frozenset[str], paper: Paper, *, has_board: bool
) -> Mapping[str, frozenset[str]]:
    return {
        _OF_NO_DESK: NOBODY,
        "checkJiraImport": seers & paper.seers,
        **({} if has_board else dict.fromkeys(_OF_BOARDS, NOBODY)),
        **({} if project.kind == "service_desk" else dict.fromkeys(_OF_DESKS, NOBODY)),
    }
