"""Parts of an issue's page: other issues in lines, links, files, and where it may go from here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from workworld.apps.tracker import permission_names as names
from workworld.apps.tracker.models import Issue, IssueType, Priority, Status
from workworld.apps.tracker.pages import moments
from workworld.apps.tracker.pages.blueprint import issue_url
from workworld.apps.tracker.pages.editors import number_text
from workworld.apps.tracker.pages.faces import Face, face_of
from workworld.apps.tracker.pages.moments import Moment
from workworld.apps.tracker.service import (
    access,
    children,
    links,
    remote_links,
    site,
    transitions,
)
from workworld.context import Context
from workworld.doors.file_lines import FileLine
from workworld.errors import Refused
from workworld.links.addresses import rendered, split
from workworld.permissions import can


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
class WebLink:
    """A link of an issue to a page elsewhere; ``is_ours`` if it is one of another app."""

    id: str
    url: str
    title: str
    is_ours: bool


@dataclass(frozen=True, slots=True)
class WebLinks:
    """The links of an issue to pages that stand in one relationship to it."""

    title: str
    links: Sequence[WebLink]


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


def children_of(ctx: Context, record: Any) -> Children | None:
    """The issues below an issue, and how far they are; None if it can have none."""
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


def links_of(ctx: Context, record: Any) -> tuple[LinkGroup, ...]:
    """The links of an issue to those that the reader sees, by what they say."""
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


def link_choices_of(ctx: Context) -> tuple[tuple[str, str], ...]:
    """What an issue may do to another one: ``<type>:out`` and words."""
    found: dict[str, str] = {}
    for row in site.link_types(ctx).values():
        found[f"{row.id}:out"] = row.outward
        if row.inward != row.outward:
            found[f"{row.id}:in"] = row.inward
    return tuple(found.items())


def web_links_of(ctx: Context, row: Issue) -> tuple[WebLinks, ...]:
    """The links of an issue to pages, those of other apps as the reader reaches them.

    They are grouped by how they relate to it, and counted where there are several: so one sees
    how many customers ask for something.
    """
    found: dict[str, list[WebLink]] = {}
    for each in remote_links.list(ctx, issue=row.id):
        is_ours = split(ctx, each.url) is not None
        line = WebLink(each.id, rendered(ctx, each.url), each.title, is_ours)
        found.setdefault(each.relationship or "", []).append(line)
    return tuple(WebLinks(_related_as(name, len(found[name])), found[name]) for name in found)


def _related_as(relationship: str, count: int) -> str:
    if not relationship:
        return "Web links"
    named = relationship[:1].upper() + relationship[1:]
    return f"{named} ({count})" if count > 1 else named


def files_of(ctx: Context, record: Any) -> tuple[AttachedFile, ...]:
    """The files of an issue, oldest first."""
    people = site.people(ctx, [each.row.author_id for each in record.attachments])
    return tuple(
        AttachedFile(
            each.row.id,
            FileLine.of(each.file),
            site.called(people[each.row.author_id]) if each.row.author_id in people else "",
            moments.moment(ctx, each.row.created_us),
            can(ctx, "tracker.attachments.delete", each.row),
        )
        for each in record.attachments
    )
