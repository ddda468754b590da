"""Work that people log: how long they worked on an issue, and when."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import Integer, bindparam, cast, func, select
from sqlalchemy import delete as sql_delete

from workworld.apps.tracker import durations, numbers
from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker import permission_names as names
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Issue, Worklog
from workworld.apps.tracker.service import access, edits, estimates, refusals, sight, texts
from workworld.apps.tracker.service.estimates import Adjust
from workworld.apps.tracker.service.history import Item
from workworld.apps.tracker.types import IssueRef, Microseconds, PageSize, RichText, Start
from workworld.context import Context
from workworld.database import constant, insert_row, plain_rows, rows_of
from workworld.errors import Invalid, NotFound, Problem, Refused
from workworld.operations import Effect, operation
from workworld.permissions import permits, require

_MOST_US = 253_402_300_799_000_000
_worklogs = Worklog.__table__.c
_HERE = (
    _worklogs.issue_id == bindparam("issue"),
    _worklogs.started_us >= bindparam("since"),
    _worklogs.started_us <= bindparam("until"),
)
_OF_ISSUE = constant(
    select(Worklog.__table__)
    .where(*_HERE)
    .order_by(_worklogs.started_us, cast(_worklogs.id, Integer))
    .limit(bindparam("most"))
    .offset(bindparam("start"))
)
_COUNT = constant(select(func.count().label("total")).select_from(Worklog.__table__).where(*_HERE))
_BY_ID = constant(select(Worklog.__table__).where(_worklogs.id == bindparam("worklog")))
Seconds = Annotated[int, Field(description="How long, in seconds.", ge=0, le=durations.LONGEST)]
HowToAdjust = Annotated[
    Adjust,
    Field(
        description="The remaining estimate: auto takes the work from it, leave leaves it, new"
        " sets it to an amount and manual takes an amount from it."
    ),
]
Amount = Annotated[
    Seconds | None, Field(description="Seconds, where the estimate is set or reduced by some.")
]
WorklogId = Annotated[str, Field(description="A worklog's id.", min_length=1, max_length=64)]
Started = Annotated[Microseconds | None, Field(description="When the work began; now by default.")]
Body = Annotated[RichText | None, Field(description="A note on it.")]


@operation(Effect.READ, scope="read:jira-work")
def list(
    ctx: Context,
    *,
    issue: IssueRef,
    start: Start = 0,
    limit: PageSize = 1000,
    since_us: Annotated[Microseconds, Field(description="Work that began then or later.")] = 0,
    until_us: Annotated[Microseconds, Field(description="Work that began by then.")] = _MOST_US,
) -> Listed[Worklog]:
    """List the work that people logged on an issue, by when it began."""
    row = sight.read(ctx, issue)
    values = {"issue": row.id, "since": since_us, "until": until_us}
    (counted,) = rows_of(ctx.session, _COUNT, values)
    page = values | {"most": limit, "start": start}
    return Listed(plain_rows(ctx.session, Worklog, _OF_ISSUE, page), counted.total, start)


@operation(Effect.READ, scope="read:jira-work")
def info(ctx: Context, *, issue: IssueRef, worklog_id: WorklogId) -> Worklog:
    """Read what somebody logged on an issue."""
    return _known(ctx, sight.read(ctx, issue), worklog_id)


@operation(Effect.WRITE, scope="write:jira-work")
def add(
    ctx: Context,
    *,
    issue: IssueRef,
    seconds: Seconds,
    started_us: Started = None,
    body: Body = None,
    adjust: HowToAdjust = "auto",
    amount: Amount = None,
    original: Annotated[
        Seconds | None, Field(description="What the issue is estimated at from now on.")
    ] = None,
) -> Worklog:
    """Log work on an issue; its time spent and remaining estimate follow."""
    row = sight.known(ctx, issue)
    require(ctx, "tracker.worklogs.add", row)
    estimates.require_amount(adjust, amount)
    if original is not None:
        require(ctx, "tracker.issues.edit", row)
        edits.apply_anyway(ctx, row, {f.TIME_TRACKING: {"original": original}})
    worklog = _insert(ctx, row, seconds, started_us, body, ctx.actor.person_id)
    estimates.apply(ctx, row, seconds, adjust, amount, also=[_named(None, worklog.id)])
    _tell(ctx, "tracker.work_logged", worklog, row)
    return worklog


@operation(Effect.WRITE, scope="write:jira-work")
def edit(
    ctx: Context,
    *,
    issue: IssueRef,
    worklog_id: WorklogId,
    seconds: Annotated[Seconds | None, Field(description="None leaves it as it is.")] = None,
    started_us: Annotated[
        Microseconds | None, Field(description="When the work began; None leaves it as it is.")
    ] = None,
    body: Annotated[RichText | None, Field(description="A note; None leaves it as it is.")] = None,
    adjust: HowToAdjust = "auto",
    amount: Amount = None,
) -> Worklog:
    """Change what was logged; the issue's time spent and remaining estimate follow."""
    row = sight.known(ctx, issue)
    known = _known(ctx, row, worklog_id)
    require(ctx, "tracker.worklogs.edit", known)
    estimates.require_amount(adjust, amount)
    worklog = ctx.session.get_one(Worklog, known.id)
    more = 0
    if seconds is not None:
        more, worklog.seconds = seconds - worklog.seconds, _good(seconds)
    if started_us is not None:
        worklog.started_us = started_us
    if body is not None:
        for name, value in _said(ctx, body).items():
            setattr(worklog, name, value)
    worklog.updated_by, worklog.updated_us = ctx.actor.person_id, ctx.clock.now_us()
    estimates.apply(ctx, row, more, adjust, amount, also=[_named(worklog.id, worklog.id)])
    _tell(ctx, "tracker.worklog_edited", worklog, row)
    return worklog


@operation(Effect.WRITE, scope="write:jira-work")
def delete(
    ctx: Context,
    *,
    issue: IssueRef,
    worklog_id: WorklogId,
    adjust: HowToAdjust = "auto",
    amount: Amount = None,
) -> None:
    """Delete what was logged; the issue's time spent and remaining estimate follow."""
    row = sight.known(ctx, issue)
    known = _known(ctx, row, worklog_id)
    require(ctx, "tracker.worklogs.delete", known)
    estimates.require_amount(adjust, amount)
    ctx.session.execute(sql_delete(Worklog).where(Worklog.id == known.id))
    estimates.apply(ctx, row, -known.seconds, adjust, amount, also=[_named(known.id, None)])
    _tell(ctx, "tracker.worklog_deleted", known, row)


def put(
    ctx: Context,
    issue: Issue,
    seconds: int,
    *,
    body: RichText | None,
    origin: texts.Origin | None,
) -> Worklog:
    """Log work on an issue that the caller sees, as part of something else that they do.

    Args:
        issue: what was worked on.
        seconds: how long.
        body: a note on it.
        origin: who worked, and from when; the caller and now if nobody is said. Of other people's
            work of once nobody is told, since it is no news.

    Raises:
        Forbidden: ``permission_denied``.
        Invalid: ``invalid_fields``: it is less than a minute.
    """
    row = sight.known(ctx, issue.id)
    require(ctx, "tracker.worklogs.add", row)
    author = origin.author_id if origin else ctx.actor.person_id
    worklog = _insert(ctx, row, seconds, origin.at_us if origin else None, body, author)
    estimates.apply(ctx, row, seconds, "auto", None, also=[_named(None, worklog.id)])
    if origin is None:
        _tell(ctx, "tracker.work_logged", worklog, row)
    return worklog


def _insert(
    ctx: Context,
    issue: Issue,
    seconds: int,
    started_us: int | None,
    body: RichText | None,
    author_id: str,
) -> Worklog:
    now = ctx.clock.now_us()
    worklog = Worklog(
        id=numbers.next_id(ctx.ids, "worklog"),
        issue_id=issue.id,
        author_id=author_id,
        updated_by=author_id,
        started_us=now if started_us is None else started_us,
        seconds=_good(seconds),
        created_us=now,
        updated_us=now,
        **_said(ctx, body),
    )
    insert_row(ctx.session, worklog)
    return worklog


@permits("tracker.worklogs.add", Issue)
def _may_add(ctx: Context, issue: Issue) -> Refused | None:
    return access.why_not_with(ctx, names.WORK, issue)


@permits("tracker.worklogs.edit", Worklog)
def _may_edit(ctx: Context, worklog: Worklog) -> Refused | None:
    return _why_not(ctx, worklog, names.EDIT_OWN_WORKLOGS, names.EDIT_ALL_WORKLOGS)


@permits("tracker.worklogs.delete", Worklog)
def _may_delete(ctx: Context, worklog: Worklog) -> Refused | None:
    return _why_not(ctx, worklog, names.DELETE_OWN_WORKLOGS, names.DELETE_ALL_WORKLOGS)


def _why_not(ctx: Context, worklog: Worklog, own: str, every: str) -> Refused | None:
    issue = sight.read(ctx, worklog.issue_id)
    return refusals.why_not_theirs(ctx, issue, worklog.author_id, own=own, every=every)


def _known(ctx: Context, issue: Issue, worklog_id: str) -> Worklog:
    """What somebody logged on an issue that the caller sees: a row to be read.

    Raises:
        NotFound: ``worklog_not_found``.
    """
    rows: Sequence[Worklog] = plain_rows(ctx.session, Worklog, _BY_ID, {"worklog": worklog_id})
    if not rows or rows[0].issue_id != issue.id:
        said = f"Cannot find worklog with id: '{worklog_id}'."
        raise NotFound("worklog_not_found", said)
    return rows[0]


def _good(seconds: int) -> int:
    """Seconds that somebody may have worked: a minute at least, as the vendor's clients count.

    Raises:
        Invalid: ``invalid_fields``.
    """
    if seconds < durations.MINUTE:
        said = "Work of at least a minute can be logged, such as 1w 2d 3h 30m."
        raise Invalid("invalid_fields", problems=[Problem(said, "timeLogged")])
    return seconds


def _said(ctx: Context, body: RichText | None) -> dict[str, Any]:
    """The columns of a note."""
    said = texts.kept(ctx, body) if body else None
    if said is None or said.is_empty:
        return {"body": None, "body_text": ""}
    return {"body": said.json, "body_text": said.words}


def _named(before: str | None, after: str | None) -> Item:
    return Item("WorklogId", "WorklogId", before, before, after, after)


def _tell(ctx: Context, kind: str, worklog: Worklog, issue: Issue) -> None:
    ctx.emit(
        kind,
        worklog_id=worklog.id,
        issue_id=issue.id,
        key=issue.key,
        project_id=issue.project_id,
        seconds=worklog.seconds,
    )
