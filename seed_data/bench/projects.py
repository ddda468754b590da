"""The projects of a company of load data: their people, boards, sprints, versions, components."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.tracker.models import (
    Component,
    Group,
    GroupMember,
    Project,
    RoleActor,
    Sprint,
    Version,
)
from workworld.apps.tracker.numbers import next_id
from workworld.apps.tracker.service import frames
from workworld.clock import to_microseconds
from workworld.directory.models import GUESTS, AccountKind, Person
from workworld.ids import Ids
from workworld.randomness import Stream
from workworld.seed_data.bench.channels import MONTHS_BACK
from workworld.seed_data.bench.lists import LISTS
from workworld.seed_data.issue_facts import BoardFact, SprintFact, WorkFact
from workworld.seed_data.tracker import boards
from workworld.seed_data.tracker.defaults import ROLE_IDS, STATUS_IDS
from workworld.seed_data.tracker.known import look_up
from workworld.seed_data.tracker.schemes import DEFAULT_SCHEME

MOST = 40
_FEWEST, _ISSUES_EACH = 3, 700
_EVERYBODY = "jira-software-users"
_KINDS = ("scrum", "scrum", "kanban", "scrum", "scrum", "service_desk", "scrum", "business")
_RESTRICTED_EVERY = 9
"""So many projects are seen by their people alone."""
_SPRINT = timedelta(days=14)
_TEAM = 14
_COLUMNS = {
    "To Do": ("Triage", "To Do", "Reopened", "Open", "Draft", "Waiting for Support"),
    "In Progress": ("In Progress", "Investigating", "Mitigated", "Approved", "Implementing"),
    "In Review": ("In Review", "Review", "Scheduled", "Waiting for Customer"),
    "Done": ("Done", "Won't Fix", "Resolved", "Postmortem", "Closed", "Rejected", "Rolled Back"),
}


@dataclass(frozen=True, slots=True)
class Place:
    """A project that is there to be filled."""

    row: Project
    team: Sequence[str]
    """Ids of those who work in it, the lead first."""
    sprints: Sequence[Sprint]
    versions: Sequence[Version]
    components: Sequence[Component]
    numbers: Iterator[int] = field(default_factory=lambda: iter(range(1, 10_000_000)))


def build(session: Session, stream: Stream, issues: int, now: datetime) -> list[Place]:
    """Make as many projects as suit so many issues, the one with the most first."""
    people = _staff(session)
    _let_everybody_in(session, people)
    count = min(MOST, max(_FEWEST, issues // _ISSUES_EACH))
    names = [f"{topic} {kind}" for topic in LISTS["topics"] for kind in LISTS["kinds"]]
    made = [
        _make(session, stream, place, name, people, now)
        for place, name in enumerate(stream.sample(names, count))
    ]
    session.flush()  # what follows refers to it
    return made


def _staff(session: Session) -> list[str]:
    query = select(Person.id).where(
        Person.kind == AccountKind.PERSON,
        Person.role.not_in(GUESTS),
        ~Person.is_deactivated,
    )
    return list(session.scalars(query.order_by(Person.handle)))


def _let_everybody_in(session: Session, people: Sequence[str]) -> None:
    group = session.scalars(select(Group).where(Group.name == _EVERYBODY)).one()
    known = set(
        session.scalars(select(GroupMember.person_id).where(GroupMember.group_id == group.id))
    )
    session.add_all(
        GroupMember(group_id=group.id, person_id=each) for each in people if each not in known
    )


def _make(
    session: Session, stream: Stream, place: int, name: str, people: Sequence[str], now: datetime
) -> Place:
    team = stream.sample(people, min(_TEAM, len(people)))
    began = now - timedelta(days=30 * MONTHS_BACK)
    project = Project(
        id=next_id(Ids(session), "project"),
        key=_key(name, place),
        name=name.capitalize(),
        kind=_KINDS[place % len(_KINDS)],
        description=f"All about {name}.",
        lead_id=team[0],
        category_id=None,
        permission_scheme_id=DEFAULT_SCHEME,
        security_scheme_id=None,
        created_us=to_microseconds(began),
    )
    session.add(project)
    session.flush()  # what follows refers to it
    frames.lay_out(session, project)
    _add_people(session, project, team, is_open=place % _RESTRICTED_EVERY != _RESTRICTED_EVERY - 1)
    components, versions = _parts(session, project, team, began)
    sprints = _board(session, project, team[0], began, now)
    return Place(project, team, sprints, versions, components)


def _key(name: str, place: int) -> str:
    """Of the first letters, and a number that no other project has."""
    topic, kind = name.split()
    return f"{topic[:3]}{kind[:2]}{place + 1}".upper()


def _add_people(session: Session, project: Project, team: Sequence[str], *, is_open: bool) -> None:
    roles = {"Administrator": team[:1], "Developer": team[1:]}
    session.add_all(
        RoleActor(project_id=project.id, role_id=ROLE_IDS[role], actor_id=each)
        for role, actors in roles.items()
        for each in actors
    )
    if is_open:
        group = session.scalars(select(Group).where(Group.name == _EVERYBODY)).one()
        viewers = RoleActor(project_id=project.id, role_id=ROLE_IDS["Viewer"], actor_id=group.id)
        viewers.is_group = True
        session.add(viewers)


def _parts(
    session: Session, project: Project, team: Sequence[str], began: datetime
) -> tuple[list[Component], list[Version]]:
    ids = Ids(session)
    components = [
        Component(
            id=next_id(ids, "component"), project_id=project.id, name=name, lead_id=team[place]
        )
        for place, name in enumerate(("Core", "Screens", "Reports"))
    ]
    versions = [
        Version(
            id=next_id(ids, "version"),
            project_id=project.id,
            name=f"{1 + place // 4}.{place % 4}.0",
            release_date=(began + timedelta(days=70 * (place + 1))).date().isoformat(),
            is_released=place < 7,
            position=place,
        )
        for place in range(9)
    ]
    session.add_all([*components, *versions])
    return components, versions


def _board(
    session: Session, project: Project, lead_id: str, began: datetime, now: datetime
) -> list[Sprint]:
    """Its board; in the sprints of a scrum board everything happens, one after the other."""
    known = look_up(session)
    lead = next(key for key, id in known.people.items() if id == lead_id)
    sprints = list(_sprints(project.key, lead, began, now)) if project.kind == "scrum" else []
    fact = BoardFact(
        name=f"{project.key} board",
        kind="scrum" if sprints else "kanban",
        swimlanes="none",
        card_fields=(),
        card_colors="none",
        admins=[lead],
        columns=[
            {"name": name, "statuses": [each for each in statuses if each in STATUS_IDS]}
            for name, statuses in _COLUMNS.items()
        ],
        quick_filters=[{"name": "Only my issues", "jql": "assignee = currentUser()"}],
        sprints=sprints,
    )
    return [*boards.build(session, known, WorkFact(project.key, fact, ())).values()]


def _sprints(key: str, lead: str, began: datetime, now: datetime) -> Iterator[SprintFact]:
    """Closed ones up to last week, the one that is under way, and the next."""
    start, number = began.astimezone(UTC), 1
    while start < now + _SPRINT:
        end = start + _SPRINT
        yield SprintFact(
            name=f"{key} sprint {number}",
            goal="",
            by=lead,
            created=start - timedelta(days=3),
            start=start,
            end=end,
            started=start if start < now else None,
            completed=end if end < now else None,
        )
        start, number = end, number + 1
