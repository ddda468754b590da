"""What happened to an issue, as its page tells it: comments, history and work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from workworld.apps.tracker import durations
from workworld.apps.tracker.models import Comment, HistoryItem, Issue, Worklog
from workworld.apps.tracker.pages import moments, reactions, written
from workworld.apps.tracker.pages.faces import Face
from workworld.apps.tracker.pages.moments import Moment
from workworld.apps.tracker.service import comments, history, site, worklogs
from workworld.context import Context
from workworld.permissions import can

TABS = (
    ("all", "All"),
    ("comments", "Comments"),
    ("history", "History"),
    ("work", "Work log"),
)
PAGE = 20
_SHORT = 160
_NAMES = {
    "duedate": "Due date",
    "issuetype": "Issue type",
    "IssueParentAssociation": "Parent",
    "security": "Security level",
    "timeestimate": "Time remaining",
    "timeoriginalestimate": "Original estimate",
    "timespent": "Time spent",
    "Version": "Affects version",
    "WorklogId": "Work log",
}
"""What people call fields of which the history has the vendor's names."""
_DURATIONS = ("timeestimate", "timeoriginalestimate", "timespent")
_DAYS = ("duedate", "Start date")
_NUMBERED = "WorklogId"
"""Tells a number that says nothing to people, beside the time that was spent."""


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A field that changed, with what it held before and holds now."""

    field: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened."""

    kind: str
    """``comment``, ``history`` or ``work``."""
    id: str
    who: Face | None
    at: Moment
    us: int
    html: Markup | None = None
    changes: tuple[FieldChange, ...] = ()
    spent: str = ""
    started: str = ""
    typed: str = ""
    """The Markdown of what it says, of one that is being edited."""
    edited: str = ""
    audience: str = ""
    """Who alone sees it, if not everybody who sees the issue."""
    may_edit: bool = False
    may_delete: bool = False
    reactions: tuple[reactions.Shown, ...] = ()

    @property
    def offered(self) -> list[tuple[str, str]]:
        """Emoji that may be put below it, by name and character."""
        return reactions.offered(self.reactions)


@dataclass(frozen=True, slots=True)
class Activity:
    """A tab of what happened.

    Args:
        tab: one of ``TABS``.
        is_newest_first: the order.
        entries: what is shown.
        total: how many there are.
        more: how many to show instead, if that are not all.
    """

    tab: str
    is_newest_first: bool
    entries: tuple[Entry, ...]
    total: int
    more: int


@dataclass(frozen=True, slots=True)
class Wanted:
    """What of it the reader asked for."""

    tab: str = "comments"
    is_newest_first: bool = False
    most: int = PAGE
    editing: str = ""
    """The id of the comment or worklog that is being edited."""


def activity_of(ctx: Context, issue: Issue, wanted: Wanted) -> Activity:
    """What happened to an issue, as far as the reader may know."""
    found: list[Entry] = []
    total = 0
    for kind in ("comments", "history", "work"):
        if wanted.tab in ("all", kind):
            some, of_all = _LISTS[kind](ctx, issue, wanted)
            found += some
            total += of_all
    found.sort(key=lambda entry: (entry.us, entry.kind, entry.id), reverse=wanted.is_newest_first)
    if len(found) > wanted.most:
        found = found[: wanted.most]
    more = wanted.most + PAGE if total > len(found) else 0
    return Activity(wanted.tab, wanted.is_newest_first, tuple(found), total, more)


def _comments(ctx: Context, issue: Issue, wanted: Wanted) -> tuple[list[Entry], int]:
    listed = comments.list(
        ctx, issue=issue.id, limit=wanted.most, newest_first=wanted.is_newest_first
    )
    htmls = written.shown(ctx, [row.body for row in listed.items], below=4)
    rows = zip(listed.items, htmls, strict=True)
    people = site.people(ctx, [row.author_id for row in listed.items])
    below = reactions.below(ctx, [row.id for row in listed.items])
    entries = [_comment(ctx, row, html, people, wanted) for row, html in rows]
    return [replace(each, reactions=below.get(each.id, ())) for each in entries], listed.total


def _comment(ctx: Context, row: Comment, html: Markup, people: Any, wanted: Wanted) -> Entry:
    is_edited = row.updated_by is not None
    roles = site.roles(ctx)
    role = roles.get(row.role_id or "")
    audience = role.name if role else ""
    return Entry(
        "comment",
        row.id,
        Face.of(people[row.author_id]) if row.author_id in people else None,
        moments.moment(ctx, row.created_us),
        row.created_us,
        html=html,
        typed=written.typed(ctx, row.body) if wanted.editing == row.id else "",
        edited=moments.moment(ctx, row.updated_us).text if is_edited else "",
        audience="Internal note" if row.is_internal else audience,
        may_edit=can(ctx, "tracker.comments.edit", row),
        may_delete=can(ctx, "tracker.comments.delete", row),
    )


def _changes(ctx: Context, issue: Issue, wanted: Wanted) -> tuple[list[Entry], int]:
    listed = history.list(
        ctx, issue=issue.id, limit=wanted.most, newest_first=wanted.is_newest_first
    )
    people = site.people(ctx, [change.author_id for change in listed.items])
    entries = [
        Entry(
            "history",
            change.id,
            Face.of(people[change.author_id]) if change.author_id in people else None,
            moments.moment(ctx, change.created_us),
            change.created_us,
            changes=tuple(_change(item) for item in _telling(change.items)),
        )
        for change in listed.items
    ]
    return entries, listed.total


def _change(item: HistoryItem) -> FieldChange:
    return FieldChange(_called(item), _said(item, item.from_text), _said(item, item.to_text))


def _telling(items: Sequence[HistoryItem]) -> Sequence[HistoryItem]:
    return [item for item in items if item.field != _NUMBERED] or items


def _called(item: HistoryItem) -> str:
    name = _NAMES.get(item.field, item.field)
    return name[:1].upper() + name[1:] if name.islower() else name


def _said(item: HistoryItem, text: str | None) -> str:
    if not text:
        return "None"
    if item.field in _DURATIONS and text.isdigit():
        return durations.show(int(text))
    if item.field in _DAYS:
        return moments.day(text[:10])
    return text if len(text) <= _SHORT else f"{text[:_SHORT].rstrip()}…"


def _work(ctx: Context, issue: Issue, wanted: Wanted) -> tuple[list[Entry], int]:
    listed = worklogs.list(ctx, issue=issue.id, limit=wanted.most)
    htmls = written.shown(ctx, [row.body for row in listed.items], below=4)
    people = site.people(ctx, [row.author_id for row in listed.items])
    pairs = zip(listed.items, htmls, strict=True)
    return [_worklog(ctx, row, html, people, wanted) for row, html in pairs], listed.total


def _worklog(ctx: Context, row: Worklog, html: Markup, people: Any, wanted: Wanted) -> Entry:
    return Entry(
        "work",
        row.id,
        Face.of(people[row.author_id]) if row.author_id in people else None,
        moments.moment(ctx, row.created_us),
        row.started_us,
        html=html,
        spent=durations.show(row.seconds),
        started=moments.moment(ctx, row.started_us).text,
        typed=written.typed(ctx, row.body) if wanted.editing == row.id else "",
        edited=moments.moment(ctx, row.updated_us).text if row.updated_us > row.created_us else "",
        may_edit=can(ctx, "tracker.worklogs.edit", row),
        may_delete=can(ctx, "tracker.worklogs.delete", row),
    )


_LISTS = {"comments": _comments, "history": _changes, "work": _work}


def asked_tab(text: str) -> str:
    """A tab by its name; any other gives the comments."""
    known: Sequence[str] = [name for name, _ in TABS]
    return text if text in known else "comments"
