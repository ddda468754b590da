"""Issues as lines of a table: which columns there are, and what stands in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workworld.apps.tracker import durations
from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import Issue, IssueType, Priority, Status
from workworld.apps.tracker.pages import moments
from workworld.apps.tracker.pages.blueprint import issue_url
from workworld.apps.tracker.pages.editors import number_text
from workworld.apps.tracker.pages.faces import Face
from workworld.apps.tracker.pages.moments import Moment
from workworld.apps.tracker.service import preferences, record_parts, records
from workworld.apps.tracker.service.records import Record
from workworld.context import Context

KEY = "issuekey"
CREATED, UPDATED, RESOLVED = "created", "updated", "resolutiondate"
VOTES, COMMENTS = "votes", "comment"


@dataclass(frozen=True, slots=True)
class Column:
    """A column that lists of issues may have."""

    id: str
    """A field's id, as the vendor has it."""
    name: str
    clause: str = ""
    """What JQL sorts by for it; empty if it cannot be sorted by."""
    is_number: bool = False
    part: str = ""
    """What records must be looked up with."""


_ALL = (
    Column(f.TYPE, "Type", "issuetype"),
    Column(KEY, "Key", "key"),
    Column(f.SUMMARY, "Summary", "summary"),
    Column(f.ASSIGNEE, "Assignee", "assignee"),
    Column(f.REPORTER, "Reporter", "reporter"),
    Column(f.PRIORITY, "Priority", "priority"),
    Column(f.STATUS, "Status", "status"),
    Column(f.RESOLUTION, "Resolution", "resolution"),
    Column(CREATED, "Created", "created"),
    Column(UPDATED, "Updated", "updated"),
    Column(RESOLVED, "Resolved", "resolved"),
    Column(f.DUE_DATE, "Due", "due"),
    Column(f.START_DATE, "Start"),
    Column(f.LABELS, "Labels", part=record_parts.LABELS),
    Column(f.COMPONENTS, "Components", part=record_parts.COMPONENTS),
    Column(f.FIX_VERSIONS, "Fix versions", part=record_parts.VERSIONS),
    Column(f.AFFECTS_VERSIONS, "Affects versions", part=record_parts.VERSIONS),
    Column(f.PARENT, "Parent", part=record_parts.PARENTS),
    Column(f.SPRINT, "Sprint", part=record_parts.SPRINTS),
    Column(f.STORY_POINTS, "Story points", "storyPoints", is_number=True),
    Column(f.TIME_TRACKING, "Time spent", "timeSpent", is_number=True),
    Column(f.PROJECT, "Project", "project"),
    Column(VOTES, "Votes", "votes", is_number=True, part=record_parts.VOTES),
    Column(COMMENTS, "Comments", is_number=True, part=record_parts.COMMENTS),
)
COLUMNS: Mapping[str, Column] = {column.id: column for column in _ALL}
USUAL = (f.TYPE, KEY, f.SUMMARY, f.ASSIGNEE, f.PRIORITY, f.STATUS, UPDATED)
"""What lists show as long as nobody has chosen."""
_ALWAYS = (KEY, f.SUMMARY)
"""Without these a line would lead nowhere."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a column of a line."""

    text: str = ""
    face: Face | None = None
    moment: Moment | None = None
    chips: tuple[str, ...] = ()
    url: str = ""
    key: str = ""
    """Of the issue that it leads to."""
    is_late: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """An issue as a line."""

    id: str
    key: str
    url: str
    summary: str
    type: IssueType
    status: Status
    priority: Priority | None
    is_done: bool
    is_flagged: bool
    cells: Mapping[str, Cell]


def chosen(ctx: Context, wanted: Sequence[str] = ()) -> list[Column]:
    """The columns of a list, in order: those wanted, else those that the reader has chosen."""
    ids = [each for each in wanted if each in COLUMNS]
    ids = ids or [each for each in preferences.info(ctx).columns if each in COLUMNS]
    found = list(dict.fromkeys(ids or USUAL))
    missing = [each for each in _ALWAYS if each not in found]
    return [COLUMNS[each] for each in [*missing, *found]]


def choices(shown: Sequence[Column]) -> list[tuple[Column, bool]]:
    """All columns, those that are shown first, and whether they are."""
    rest = [column for column in _ALL if column not in shown]
    return [*((column, True) for column in shown), *((column, False) for column in rest)]


def rows_of(ctx: Context, issues: Sequence[Issue], columns: Sequence[Column]) -> list[Row]:
    """Issues as lines with these columns; few questions, however many they are."""
    parts = {column.part for column in columns if column.part}
    return [_row(ctx, record, columns) for record in records.records(ctx, issues, parts)]


def _row(ctx: Context, record: Record, columns: Sequence[Column]) -> Row:
    row = record.row
    cells = {column.id: _CELLS[column.id](ctx, record) for column in columns if column.id in _CELLS}
    return Row(
        id=row.id,
        key=row.key,
        url=issue_url(row.key),
        summary=row.summary,
        type=record.type,
        status=record.status,
        priority=record.priority,
        is_done=record.status.category == "done",
        is_flagged=row.is_flagged,
        cells=cells,
    )


def _person(who: Any) -> Cell:
    face = Face.of(who) if who else None
    return Cell(face.name if face else "", face=face)


def _moment(ctx: Context, us: int | None) -> Cell:
    if us is None:
        return Cell()
    at = moments.moment(ctx, us)
    return Cell(at.text.partition(" at ")[0], moment=at)


def _due(ctx: Context, record: Record) -> Cell:
    due = record.row.due_date
    if not due:
        return Cell()
    is_late = record.status.category != "done" and due < moments.today(ctx).isoformat()
    return Cell(moments.day(due), is_late=is_late)


def _parent(_ctx: Context, record: Record) -> Cell:
    above = record.parent
    if above is None:
        return Cell()
    return Cell(above.key, url=issue_url(above.key), key=above.key)


def _named(rows: Sequence[Any]) -> Cell:
    return Cell(chips=tuple(row.name for row in rows))


def _amount(seconds: int) -> Cell:
    return Cell(durations.show(seconds) if seconds else "")


_CELLS: Mapping[str, Callable[[Context, Record], Cell]] = {
    f.ASSIGNEE: lambda _ctx, record: _person(record.assignee),
    f.REPORTER: lambda _ctx, record: _person(record.reporter),
    f.RESOLUTION: lambda _ctx, record: Cell(record.resolution.name if record.resolution else ""),
    CREATED: lambda ctx, record: _moment(ctx, record.row.created_us),
    UPDATED: lambda ctx, record: _moment(ctx, record.row.updated_us),
    RESOLVED: lambda ctx, record: _moment(ctx, record.row.resolved_us),
    f.DUE_DATE: _due,
    f.START_DATE: lambda _ctx, record: Cell(
        moments.day(record.row.start_date) if record.row.start_date else ""
    ),
    f.LABELS: lambda _ctx, record: Cell(chips=tuple(record.labels)),
    f.COMPONENTS: lambda _ctx, record: _named(record.components),
    f.FIX_VERSIONS: lambda _ctx, record: _named(record.fix_versions),
    f.AFFECTS_VERSIONS: lambda _ctx, record: _named(record.affects_versions),
    f.PARENT: _parent,
    f.SPRINT: lambda _ctx, record: Cell(record.sprint.name if record.sprint else ""),
    f.STORY_POINTS: lambda _ctx, record: Cell(number_text(record.row.story_points)),
    f.TIME_TRACKING: lambda _ctx, record: _amount(record.row.time_spent),
    f.PROJECT: lambda _ctx, record: Cell(record.project.name),
    VOTES: lambda _ctx, record: Cell(str(record.vote_count or "")),
    COMMENTS: lambda _ctx, record: Cell(str(record.comment_count or "")),
}
