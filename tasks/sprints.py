"""Sprints that are planned for a task, and issues as oracles put them there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select

from workworld.apps.chat.models import Channel
from workworld.apps.tracker.models import Board, Sprint
from workworld.apps.tracker.service import sprints
from workworld.calls import perform
from workworld.context import Actor
from workworld.directory.models import Person
from workworld.grading import Allowed, Episode
from workworld.tasks.casting import workers
from workworld.tasks.conversations import channels_of, inside
from workworld.tasks.issues import Led, assignable, led_projects, use
from workworld.worlds import World

_COLUMNS = ("sprint_id", "rank", "version", "updated_us")


def team_rooms(world: World, fewest: int) -> list[tuple[Led, Channel, Sequence[Person]]]:
    """Projects, channels of those who lead them, and who in there may be given their issues.

    Args:
        world: where a task is prepared.
        fewest: how many of those there are at least; whoever leads the project is not among them.
    """
    with world.reading() as session:
        everybody, projects = workers(session), led_projects(session)
    able = {each.key: assignable(world, each.lead.id, each.key) for each in projects}
    with world.reading() as session:
        return [
            (project, channel, near)
            for project in projects
            for channel in channels_of(session, project.lead)
            if len(near := _able(inside(session, channel, everybody), project, able)) >= fewest
        ]


def _able(people: Sequence[Person], project: Led, able: Mapping[str, set[str]]) -> list[Person]:
    return [each for each in people if each.id in able[project.key] and each.id != project.lead.id]


def planned(world: World, project: Led, names: Sequence[str]) -> list[Sprint]:
    """Have whoever leads a project plan sprints of these names."""
    with world.reading() as session:
        query = select(Board.id).where(Board.project_id == project.id, Board.kind == "scrum")
        board_id = session.scalars(query.order_by(Board.id)).first()
    if board_id is None:
        raise LookupError(f"{project.name} has no scrum board")
    lead = Actor(project.lead.id)
    return [perform(world, lead, sprints.create, board_id=board_id, name=name) for name in names]


def put_into(issue_id: str, sprint_id: int, out_of: int | None = None) -> list[Allowed]:
    """The changes that put an issue into a sprint, wherever it stands in it; its own first.

    Args:
        issue_id: which.
        sprint_id: the sprint's number.
        out_of: the sprint that it is in before.
    """
    where: dict[str, Any] = {"id": issue_id, "sprint_id": sprint_id}
    into = {"issue_id": issue_id, "sprint_id": sprint_id}
    rules = [
        Allowed("tracker_issues", "update", where, only=_COLUMNS),
        Allowed("tracker_issue_sprints", "insert", into),
    ]
    if out_of is not None:
        left = {"issue_id": issue_id, "sprint_id": out_of}
        rules.append(Allowed("tracker_issue_sprints", "delete", left))
    return rules


def sprint_named(episode: Episode, project: str, name: str) -> int:
    """The number of the planned sprint of this name, on a board of the project.

    Args:
        episode: in which it is looked for.
        project: its key.
        name: the sprint's.

    Raises:
        LookupError: there is none.
    """
    for board in use(episode, "getJiraBoards", projectIdOrKey=project, kind="scrum")["values"]:
        listed = use(episode, "getJiraSprints", boardId=board["id"], states=["future"])
        for each in listed["values"]:
            if each["name"] == name:
                return int(each["id"])
    raise LookupError(f"no sprint is called {name}")


def to_sprint(episode: Episode, sprint_id: int, keys: Sequence[str]) -> None:
    """Put issues, told by their keys, into a sprint at once."""
    use(episode, "moveJiraIssuesToSprint", sprintId=sprint_id, issueIdsOrKeys=list(keys))
