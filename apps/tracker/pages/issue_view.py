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
from workworld.apps.tracker.pages.desk_panel import (
    ApprovalView,
    DeskView,
    approvals_of,
    desk_of,
)
from workworld.apps.tracker.pages.faces import Face, face_of
from workworld.apps.tracker.pages.frames import ProjectFrame
from workworld.apps.tracker.pages.issue_fields import MAIN, Editing, FieldView, fields_of
from workworld.apps.tracker.pages.issue_parts import (
    AttachedFile,
    Children,
    IssueLine,
    LinkGroup,
    Step,
    WebLinks,
    children_of,
    files_of,
    lines_of,
    link_choices_of,
    links_of,
    steps_of,
    web_links_of,
)
from workworld.apps.tracker.pages.moments import Moment
from workworld.apps.tracker.service import (
    access,
    issue_offers,
    projects,
    screens,
    site,
)
from workworld.context import Context
from workworld.errors import Refused
from workworld.offers import Offer
from workworld.permissions import can

_ADDS = ("child", "link", "weblink", "file")


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
        files: ``list`` if attachments are shown as one, else they are pictures in a grid.
    """

    editing: Editing = field(default_factory=Editing)
    add: str = ""
    wanted: Wanted = field(default_factory=Wanted)
    is_panel: bool = False
    problem: str = ""
    typed: Mapping[str, str] = field(default_factory=dict)
    files: str = ""


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
    web_links: tuple[WebLinks, ...]
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
    desk: DeskView | None = None
    offers: Sequence[Offer[Issue]] = ()
    approvals: Sequence[ApprovalView] = ()

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
            "files": self.state.files,
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
        files="list" if given.get("files") == "list" else "",
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
        children=children_of(ctx, record),
        link_groups=links_of(ctx, record),
        link_types=link_choices_of(ctx),
        web_links=web_links_of(ctx, row),
        files=files_of(ctx, record),
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
        desk=desk_of(ctx, row, record.project),
        approvals=approvals_of(ctx, row),
        offers=issue_offers.OFFERED.fitting(ctx, row),
    )


def _screen(ctx: Context, row: Issue) -> Sequence[Any]:
    """The fields that the reader may edit: none if they may not edit the issue."""
    try:
        fields: Sequence[Any] = screens.edit_screen(ctx, issue=row.id)
    except Refused:
        return ()
    if access.may(ctx, names.EDIT, row):
        return fields
    return [each for each in fields if each.id == f.ASSIGNEE and access.may(ctx, names.ASSIGN, row)]


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
