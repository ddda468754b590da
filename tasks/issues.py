"""Issues as oracles find and change them, and which changes that comes to."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.tracker.models import (
    CustomField,
    Issue,
    IssueType,
    LinkType,
    Project,
    ProjectField,
    Resolution,
    Status,
)
from workworld.apps.tracker.service import comments as spoken
from workworld.apps.tracker.service import issues as service
from workworld.apps.tracker.service import links, transitions, users
from workworld.calls import perform
from workworld.context import Actor
from workworld.directory.models import Person
from workworld.grading import Allowed, Check, Episode, Matching, made
from workworld.richtext.json_form import to_json
from workworld.richtext.markdown_reader import from_markdown
from workworld.tasks.casting import workers
from workworld.worlds import World

Row = Mapping[str, Any]
_ESCAPED = re.compile(r"\\([^\w\s])")
_NOTED = ("version", "updated_us")
_MOVED = ("status_id", "status_changed_us", "resolution_id", "resolved_us")
_EPIC = 1


class HasKey(Protocol):
    """An issue, as far as checks name it."""

    @property
    def id(self) -> str:
        """Of the issue."""
        ...

    @property
    def key(self) -> str:
        """By which people call it."""
        ...


class Ticket(NamedTuple):
    """An issue: its id and key."""

    id: str
    key: str


@dataclass(frozen=True, slots=True)
class Led:
    """A project, and the colleague who leads it."""

    id: str
    key: str
    name: str
    lead: Person


def led_projects(session: Session, kind: str = "scrum") -> list[Led]:
    """The projects of a kind that somebody leads who works here, by key."""
    people = {each.id: each for each in workers(session)}
    query = select(Project).where(Project.kind == kind, ~Project.is_archived).order_by(Project.key)
    return [
        Led(each.id, each.key, each.name, people[each.lead_id])
        for each in session.scalars(query)
        if each.lead_id in people
    ]


def link_type_id(session: Session, name: str) -> str:
    """The id of the type of links of this name."""
    return session.scalars(select(LinkType.id).where(LinkType.name == name)).one()


def resolution_id(session: Session, name: str) -> str:
    """The id of the resolution of this name."""
    return session.scalars(select(Resolution.id).where(Resolution.name == name)).one()


def unresolved(session: Session, project_id: str, *where: Any) -> list[Issue]:
    """Unresolved issues of a project, of whatever level, by number.

    Args:
        session: a session on a world.
        project_id: the project's id.
        where: further conditions, also on their type.
    """
    query = (
        select(Issue)
        .join(IssueType, IssueType.id == Issue.type_id)
        .where(Issue.project_id == project_id, Issue.resolution_id.is_(None), *where)
    )
    return list(session.scalars(query.order_by(Issue.number)))


def open_issues(session: Session, project_id: str, *where: Any) -> list[Issue]:
    """The same, but for epics and sub-tasks."""
    return unresolved(session, project_id, IssueType.level == 0, *where)


def epics(session: Session, project_id: str) -> list[Issue]:
    """Unresolved epics of a project, by number."""
    return unresolved(session, project_id, IssueType.level == _EPIC)


def planted(
    world: World, person_id: str, project: str, kind: str, summary: str, **values: Any
) -> Ticket:
    """Have somebody report an issue before the task begins.

    Args:
        world: where a task is prepared.
        person_id: theirs.
        project: its key.
        kind: the type's name.
        summary: the issue's.
        values: of other fields, by their ids, as the tracker keeps them; a text that is to be a
            description is Markdown.
    """
    with world.reading() as session:
        texts = _required_texts(session, project, kind)
    values = dict.fromkeys(texts, "As usual.") | values
    for field in {*texts, "description"} & {*values}:
        values[field] = to_json(from_markdown(values[field]))
    made = perform(
        world,
        Actor(person_id),
        service.create,
        project_id=project,
        type_id=kind,
        fields={"summary": summary, **values},
    )
    return Ticket(made.id, made.key)


def _required_texts(session: Session, project: str, kind: str) -> Sequence[str]:
    """Ids of own fields that a new issue must fill in with a text."""
    query = (
        select(ProjectField.field)
        .join(Project, Project.id == ProjectField.project_id)
        .join(IssueType, IssueType.id == ProjectField.type_id)
        .join(CustomField, CustomField.id == ProjectField.field)
        .where(Project.key == project, IssueType.name == kind, ProjectField.is_required)
        .where(CustomField.kind == "paragraph")
    )
    return session.scalars(query.order_by(ProjectField.position)).all()


def moved(world: World, person_id: str, ticket: Ticket, *ways: str, **values: Any) -> None:
    """Have somebody take an issue through transitions, told by name, before the task begins.

    Args:
        world: where a task is prepared.
        person_id: theirs.
        ticket: which issue.
        ways: the transitions.
        values: what the last one's screen is given; ``comment`` is Markdown.
    """
    for number, way in enumerate(ways, 1):
        offered = perform(world, Actor(person_id), transitions.list, issue=ticket.key)
        (chosen,) = (each.transition.number for each in offered if each.transition.name == way)
        given: dict[str, Any] = {}
        if number == len(ways) and values:
            comment = values.pop("comment", None)
            given["fields"] = values
            if comment is not None:
                given["comment"] = to_json(from_markdown(comment))
        actor, key = Actor(person_id), ticket.key
        perform(world, actor, transitions.perform, issue=key, transition=str(chosen), **given)


def joined(world: World, person_id: str, kind: str, source: Ticket, target: Ticket) -> None:
    """Have somebody link two issues: with ``Blocks``, the source blocks the target."""
    named = {"type_id": kind, "source": source.key, "target": target.key}
    perform(world, Actor(person_id), links.add, **named)


def type_id(session: Session, name: str) -> str:
    """The id of the type of this name."""
    return session.scalars(select(IssueType.id).where(IssueType.name == name)).one()


def status_id(session: Session, name: str) -> str:
    """The id of the status of this name."""
    return session.scalars(select(Status.id).where(Status.name == name)).one()


def use(episode: Episode, tool: str, **arguments: Any) -> Any:
    """Call a tool of the tracker, on the one site that there is; its answer as JSON."""
    (site,) = episode.use("getAccessibleAtlassianResources").json()
    return episode.use(tool, cloudId=site["id"], **arguments).json()


def found(episode: Episode, query: str, *fields: str) -> list[Row]:
    """The issues that a query in JQL finds, read to the end.

    Args:
        episode: in which it is asked.
        query: in JQL.
        fields: what is told of each, by id, besides id and key.
    """
    asked: dict[str, Any] = {"jql": query, "fields": list(fields or ("summary",))}
    answer = use(episode, "searchJiraIssuesUsingJql", **asked, maxResults=100)
    rows: list[Row] = answer["issues"]
    while token := answer.get("nextPageToken"):
        answer = use(
            episode, "searchJiraIssuesUsingJql", **asked, maxResults=100, nextPageToken=token
        )
        rows += answer["issues"]
    return rows


def comments(episode: Episode, key: str) -> list[str]:
    """What has been said of an issue, the oldest first, without Markdown's backslashes."""
    return [text for _author, text in spoken_of(episode, key)]


def spoken_of(episode: Episode, key: str) -> list[tuple[str, str]]:
    """The same, each with the name of who said it."""
    told: list[tuple[str, str]] = []
    while True:
        answer = use(episode, "getJiraIssueComments", issueIdOrKey=key, startAt=len(told))
        told += [
            (each["author"]["displayName"], _ESCAPED.sub(r"\1", each["body"]))
            for each in answer["values"]
        ]
        if answer["isLast"]:
            return told


def assign(episode: Episode, key: str, person_id: str | None) -> None:
    """Give an issue to somebody, or to nobody."""
    whom = {} if person_id is None else {"accountId": person_id}
    use(episode, "assignJiraIssue", issueIdOrKey=key, **whom)


def comment(episode: Episode, key: str, text: str) -> None:
    """Say something of an issue."""
    use(episode, "addCommentToJiraIssue", issueIdOrKey=key, commentBody=text)


def edit(episode: Episode, key: str, **fields: Any) -> None:
    """Change fields of an issue, by their ids, to values in the REST API's form."""
    use(episode, "editJiraIssue", issueIdOrKey=key, fields=fields)


def ways_on(episode: Episode, key: str) -> dict[str, str]:
    """The transitions that an issue offers: their ids by their names."""
    offered = use(episode, "getTransitionsForJiraIssue", issueIdOrKey=key)["transitions"]
    return {each["name"]: each["id"] for each in offered}


def move_on(
    episode: Episode, key: str, way: str, fields: Row | None = None, comment: str = ""
) -> None:
    """Take an issue through a transition.

    Args:
        episode: in which it is done.
        key: the issue's.
        way: the transition's name.
        fields: what its screen is given, in the REST API's form.
        comment: what is said of it.
    """
    more: dict[str, Any] = {"fields": dict(fields)} if fields else {}
    if comment:
        more["update"] = {"comment": [{"add": {"body": comment}}]}
    chosen = {"id": ways_on(episode, key)[way]}
    use(episode, "transitionJiraIssue", issueIdOrKey=key, transition=chosen, **more)


def link(episode: Episode, kind: str, source: str, target: str) -> None:
    """Link two issues by their keys: with ``Blocks``, the source blocks the target."""
    ends = {"inwardIssue": source, "outwardIssue": target}
    use(episode, "createIssueLink", type=kind, **ends)


def finds(session: Session, said: str) -> str | None:
    """The id of the issue that has this key or id: a ``find`` for answers."""
    query = select(Issue.id).where((Issue.id == said) | (Issue.key == said.strip().upper()))
    return session.scalars(query).one_or_none()


def assignable(world: World, person_id: str, project: str) -> set[str]:
    """Ids of those to whom somebody may give issues of a project, which is told by its key."""
    found = perform(world, Actor(person_id), users.assignable, project=project, limit=100)
    return {each.id for each in found.items}


def said(world: World, person_id: str, key: str, text: str) -> None:
    """Have somebody say a plain sentence of an issue, before the task begins."""
    body = to_json(from_markdown(text))
    perform(world, Actor(person_id), spoken.add, issue=key, body=body)


def field_becomes(issue_id: str, column: str, value: Any) -> Allowed:
    """The change of one field of an issue."""
    where = {"id": issue_id, column: value}
    return Allowed("tracker_issues", "update", where, only=(column, *_NOTED))


def watched(issue_id: str, person_ids: Sequence[str]) -> list[Allowed]:
    """These people begin to watch an issue, as who gets it or speaks of it does by themselves."""
    return [
        Allowed("tracker_watchers", "insert", {"issue_id": issue_id, "person_id": each})
        for each in person_ids
    ]


def assigned(issue: HasKey, person_id: str, whose: str = "its owner's") -> Check:
    """The goal that an issue is somebody's, and has not been touched otherwise.

    Args:
        issue: which.
        person_id: theirs.
        whose: the same in words.
    """
    return made(
        f"assigned_{issue.key.lower().replace('-', '_')}",
        f"{issue.key} is {whose}",
        field_becomes(issue.id, "assignee_id", person_id),
        otherwise=f"{issue.key} is not {whose}.",
    )


def may_be_assigned(issue: HasKey, person_id: str, *before: str) -> list[Allowed]:
    """An issue becomes somebody's, who watches it from then on.

    Args:
        issue: which.
        person_id: theirs.
        before: others who may have had it for a while, and watch it therefore.
    """
    becomes = field_becomes(issue.id, "assignee_id", person_id)
    return [becomes, *watched(issue.id, sorted({person_id, *before}))]


def touched(issue_id: str) -> Allowed:
    """The note in an issue that something of it was changed which lies in another table."""
    return Allowed("tracker_issues", "update", {"id": issue_id}, only=_NOTED)


def stands(issue_id: str, status: str, resolution_id: str | None = None) -> Allowed:
    """An issue gets a status, and a resolution if that is where it ends.

    Args:
        issue_id: which issue.
        status: the status's id.
        resolution_id: the resolution's.
    """
    where = {"id": issue_id, "status_id": status, "resolution_id": resolution_id}
    return Allowed("tracker_issues", "update", where, only=(*_MOVED, *_NOTED))


def commented(issue_id: str, person_id: str, text: Matching | str) -> Allowed:
    """Somebody comments on an issue."""
    where = {"issue_id": issue_id, "author_id": person_id, "body_text": text}
    return Allowed("tracker_comments", "insert", where)


def filed(episode: Episode, project: str, kind: str, summary: str) -> str:
    """Create an issue with a summary alone; its key.

    Args:
        episode: in which it is done.
        project: the project's key.
        kind: the type's name.
        summary: the issue's.
    """
    given = {"projectKey": project, "issueTypeName": kind, "summary": summary}
    return str(use(episode, "createJiraIssue", **given)["key"])


def files(project_id: str, person_id: str, summary: str) -> Allowed:
    """Somebody creates an issue; its summary may be in small or large letters."""
    wanted = summary.casefold()
    same = Matching(f"reads {summary!r}", lambda text: text.strip().casefold() == wanted)
    where = {"project_id": project_id, "reporter_id": person_id, "summary": same}
    return Allowed("tracker_issues", "insert", where)
