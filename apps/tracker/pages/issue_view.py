"""An issue as its page and the panel beside lists show it: the same content in both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import flask

from workworld.apps.tracker import durations
from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker import permission_names as names
from workworld.apps.tracker.models import Issue, IssueType, Priority, Status
from workworld.apps.tracker.pages import moments
from workworld.apps.tracker.pages.activity_view import (
    PAGE,
    Activity,
    Wanted,
    activity_of,
    asked_tab,
)
from workworld.apps.tracker.pages.blueprint import issue_url
from workworld.apps.tracker.pages.editors import number_text
from workworld.apps.tracker.pages.faces import Face, face_of
from workworld.apps.tracker.pages.frames import ProjectFrame
from workworld.apps.tracker.pages.issue_fields import MAIN, Editing, FieldView, fields_of
from workworld.apps.tracker.pages.moments import Moment
from workworld.apps.tracker.service import (
    access,
    children,
    links,
    projects,
    remote_links,
    screens,
    site,
    transitions,
)
from workworld.context import Context
from workworld.doors.file_lines import FileLine
from workworld.errors import Refused
from workworld.permissions import can

_ADDS = ("child", "link", "weblink", "file")


@dataclass(frozen=True, slots=True)
class IssueLine:
    """Another issue in a line."""

    key: str
    summary: str
    url: str
    type: IssueType
    status: Status
    priority: Priority | None
    assignee: Face | None
    points: str

    @property
    def is_done(self) -> bool:
        """Whether nothing remains to be done of it."""
        return self.status.category == "done"


@dataclass(frozen=True, slots=True)
class LinkGroup:
    """Issues that an issue concerns in one way."""

    words: str
    lines: tuple[tuple[str, IssueLine], ...]
    """The link's id, and the other issue."""


@dataclass(frozen=True, slots=True)
class Step:
    """A transition that leads away from where the issue stands."""

    number: str
    name: str
    to: Status
    has_screen: bool
    refused: str


@dataclass(frozen=True, slots=True)
class AttachedFile:
    """A file of the issue."""

    id: str
    line: FileLine
    who: str
    at: Moment
    may_delete: bool


@dataclass(frozen=True, slots=True)
class Children:
    """What stands below an issue."""

    title: str
    lines: tuple[IssueLine, ...]
    types: tuple[IssueType, ...]
    """Of which types new ones may be; none if the reader may make none."""

    @property
    def type_choices(self) -> list[tuple[str, str]]:
        """These types as value and text."""
        return [(each.id, each.name) for each in self.types]

    @property
    def done(self) -> int:
        """How many of them are done."""
        return sum(line.is_done for line in self.lines)

    @property
    def percent(self) -> int:
        """How much of it is done, of a hundred."""
        return 100 * self.done // len(self.lines) if self.lines else 0


@dataclass(frozen=True, slots=True)
class State:
    """How the page is to be shown, beyond what the issue is.

    Args:
        editing: which field is being edited.
        add: what is being added: ``child``, ``link``, ``weblink`` or ``file``.
        wanted: what of the activity is asked for.
        is_panel: whether it stands beside something else.
        problem: why something was not done.
        typed: what was entered where it was refused, by the control's name.
    """

    editing: Editing = field(default_factory=Editing)
    add: str = ""
    wanted: Wanted = field(default_factory=Wanted)
    is_panel: bool = False
    problem: str = ""
    typed: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class IssueView:
    """An issue with all that its page shows."""

    id: str
    key: str
    version: int
    summary: str
    url: str
    project: ProjectFrame
    type: IssueType
    status: Status
    priority: Priority | None
    resolution: str
    parent: IssueLine | None
    is_flagged: bool
    fields: tuple[FieldView, ...]
    steps: tuple[Step, ...]
    children: Children | None
    link_groups: tuple[LinkGroup, ...]
    link_types: tuple[tuple[str, str], ...]
    web_links: tuple[Any, ...]
    files: tuple[AttachedFile, ...]
    activity: Activity
    watch_count: int
    is_watching: bool
    vote_count: int
    has_voted: bool
    created: Moment
    updated: Moment
    resolved: Moment | None
    logged: str
    may: Mapping[str, bool]
    state: State
    me: Face | None
    topics: str

    @property
    def main(self) -> dict[str, FieldView]:
        """The fields in the middle, by id."""
        return {each.id: each for each in self.fields if each.id in MAIN}

    @property
    def beside(self) -> list[FieldView]:
        """The fields beside."""
        return [each for each in self.fields if each.id not in (*MAIN, f.FLAGGED)]

    def at(self, **values: Any) -> str:
        """The address of this view in another state."""
        said = self._kept() | values
        return issue_url(self.key, **{name: each for name, each in said.items() if each})

    def to(self, path: str) -> str:
        """The address of something that is done with the issue, after which this view is shown."""
        kept = urlencode({name: each for name, each in self._kept().items() if each})
        return f"{self.url}/{path}{'?' + kept if kept else ''}"

    def _kept(self) -> dict[str, Any]:
        return {
            "activity": self.activity.tab if self.activity.tab != "comments" else "",
            "order": "newest" if self.activity.is_newest_first else "",
            "panel": "1" if self.state.is_panel else "",
        }


def asked_state() -> State:
    """The state that the address asks for."""
    given = flask.request.args
    most = given.get("most", "")
    return State(
        Editing(given.get("edit", "")),
        given.get("add", "") if given.get("add", "") in _ADDS else "",
        Wanted(
            asked_tab(given.get("activity", "")),
            given.get("order") == "newest",
            min(int(most), 500) if most.isdigit() and len(most) < 5 else PAGE,
            given.get("entry", ""),
        ),
        given.get("panel") == "1",
        typed={"quote": given.get("quote", "")},
    )


def view_of(ctx: Context, record: Any, state: State) -> IssueView:
    """Everything of an issue that its page shows."""
    row = record.row
    people = site.people(ctx, [row.assignee_id, ctx.actor.person_id])
    fields = fields_of(ctx, record, _screen(ctx, row), state.editing)
    return IssueView(
        id=row.id,
        key=row.key,
        version=row.version,
        summary=row.summary,
        url=issue_url(row.key),
        project=ProjectFrame.of(record.project),
        type=record.type,
        status=record.status,
        priority=record.priority,
        resolution=record.resolution.name if record.resolution else "",
        parent=lines_of(ctx, [record.parent])[0] if record.parent else None,
        is_flagged=row.is_flagged,
        fields=tuple(fields),
        steps=tuple(steps_of(ctx, row)),
        children=_children(ctx, record),
        link_groups=_links(ctx, record),
        link_types=_link_choices(ctx),
        web_links=_web_links(ctx, row),
        files=_files(ctx, record),
        activity=activity_of(ctx, row, state.wanted),
        watch_count=record.watch_count,
        is_watching=record.is_watching,
        vote_count=record.vote_count,
        has_voted=record.has_voted,
        created=moments.moment(ctx, row.created_us),
        updated=moments.moment(ctx, row.updated_us),
        resolved=moments.moment(ctx, row.resolved_us) if row.resolved_us else None,
        logged=durations.show(row.time_spent) if row.time_spent else "",
        may=_rights(ctx, row),
        state=state,
        me=face_of(people, ctx.actor.person_id),
        topics=f"tracker.issue:{row.id}",
    )


def lines_of(ctx: Context, rows: Sequence[Issue]) -> list[IssueLine]:
    """Issues in a line each."""
    people = site.people(ctx, [row.assignee_id for row in rows])
    types, statuses = site.issue_types(ctx), site.statuses(ctx)
    priorities = site.priorities(ctx)
    return [
        IssueLine(
            row.key,
            row.summary,
            issue_url(row.key),
            types[row.type_id],
            statuses[row.status_id],
            priorities.get(row.priority_id or ""),
            face_of(people, row.assignee_id),
            number_text(row.story_points),
        )
        for row in rows
    ]


def steps_of(ctx: Context, row: Issue) -> list[Step]:
    """Where the issue may go from here, and why not of what is refused."""
    try:
        found = transitions.list(ctx, issue=row.id)
    except Refused:
        return []
    return [
        Step(
            str(each.transition.number),
            each.transition.name,
            each.to,
            bool(each.transition.screen),
            each.refused.message if each.refused else "",
        )
        for each in found
    ]


def _screen(ctx: Context, row: Issue) -> Sequence[Any]:
    """The fields that the reader may edit: none if they may not edit the issue."""
    try:
        fields: Sequence[Any] = screens.edit_screen(ctx, issue=row.id)
    except Refused:
        return ()
    if access.may(ctx, names.EDIT, row):
        return fields
    return [each for each in fields if each.id == f.ASSIGNEE and access.may(ctx, names.ASSIGN, row)]


def _children(ctx: Context, record: Any) -> Children | None:
    level = record.type.level
    if level < 0:
        return None
    types = site.issue_types(ctx)
    possible = [types[type_id] for type_id in site.project_types(ctx).get(record.project.id, {})]
    below = tuple(each for each in possible if each.level == level - 1)
    may_add = access.has(ctx, names.CREATE, record.project.id) and not record.project.is_archived
    rows = children.of_issue(ctx, record.row.id)
    if not rows and not (below and may_add):
        return None
    return Children(
        "Child issues" if level > 0 else "Sub-tasks",
        tuple(lines_of(ctx, rows)),
        below if may_add else (),
    )


def _links(ctx: Context, record: Any) -> tuple[LinkGroup, ...]:
    groups: dict[str, list[tuple[str, Issue]]] = {}
    for shown in links.of_issues(ctx, [record.row.id]).get(record.row.id, ()):
        groups.setdefault(shown.words, []).append((shown.link.id, shown.other))
    return tuple(
        LinkGroup(
            words,
            tuple(
                zip(
                    [link for link, _ in found],
                    lines_of(ctx, [row for _, row in found]),
                    strict=True,
                )
            ),
        )
        for words, found in groups.items()
    )


def _link_choices(ctx: Context) -> tuple[tuple[str, str], ...]:
    """What an issue may do to another one: ``<type>:out`` and words."""
    found: dict[str, str] = {}
    for row in site.link_types(ctx).values():
        found[f"{row.id}:out"] = row.outward
        if row.inward != row.outward:
            found[f"{row.id}:in"] = row.inward
    return tuple(found.items())


def _web_links(ctx: Context, row: Issue) -> tuple[Any, ...]:
    return tuple(remote_links.list(ctx, issue=row.id))


def _files(ctx: Context, record: Any) -> tuple[AttachedFile, ...]:
    people = site.people(ctx, [each.row.author_id for each in record.attachments])
    return tuple(
        AttachedFile(
            each.row.id,
            FileLine.of(each.file),
            people[each.row.author_id].name if each.row.author_id in people else "",
            moments.moment(ctx, each.row.created_us),
            can(ctx, "tracker.attachments.delete", each.row),
        )
        for each in record.attachments
    )


def _rights(ctx: Context, row: Issue) -> Mapping[str, bool]:
    asked = {
        "edit": names.EDIT,
        "transition": names.TRANSITION,
        "assign": names.ASSIGN,
        "comment": names.COMMENT,
        "link": names.LINK,
        "attach": names.ATTACH,
        "work": names.WORK,
        "move": names.MOVE,
        "delete": names.DELETE,
        "schedule": names.SCHEDULE,
    }
    is_open = not projects.known(ctx, row.project_id).is_archived
    found = {
        name: is_open and access.may(ctx, permission, row) for name, permission in asked.items()
    }
    found["create"] = is_open and access.has(ctx, names.CREATE, row.project_id)
    found["vote"] = is_open and can(ctx, "tracker.votes.vote", row)
    return found
