"""Files of issues: whoever sees the issue sees them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import ColumnElement, Integer, Select, bindparam, cast, select
from sqlalchemy import delete as sql_delete

from workworld.apps.tracker import field_ids, numbers
from workworld.apps.tracker import permission_names as names
from workworld.apps.tracker.models import Attachment, Issue
from workworld.apps.tracker.service import access, history, refusals, sight
from workworld.apps.tracker.service.access import issue_sight
from workworld.apps.tracker.service.history import Item
from workworld.apps.tracker.service.record_parts import Attached
from workworld.apps.tracker.types import IssueRef
from workworld.context import Context, Surface
from workworld.database import constant, given, insert_row, plain_rows
from workworld.errors import NotFound, Refused
from workworld.files import uploads
from workworld.files.files import attaches, content_of, detaches
from workworld.files.models import File
from workworld.files.types import Bytes, FileName
from workworld.operations import Effect, operation
from workworld.permissions import permits, require

_attachments, _issues = Attachment.__table__.c, Issue.__table__.c
_BY_ID = constant(select(Attachment.__table__).where(_attachments.id == bindparam("attachment")))
_BY_FILE = constant(select(Attachment.__table__).where(_attachments.file_id == bindparam("file")))
_OF_ISSUES = constant(
    select(Attachment.__table__)
    .where(_attachments.issue_id.in_(given("issues")))
    .order_by(_attachments.created_us, cast(_attachments.id, Integer))
)
_FILES = constant(select(File.__table__).where(File.__table__.c.id.in_(given("ids"))))
AttachmentId = Annotated[str, Field(description="An attachment's id.", min_length=1, max_length=64)]


@operation(Effect.READ, scope="read:jira-work", doors=(Surface.MCP,))
def list(ctx: Context, *, issue: IssueRef) -> Sequence[Attached]:
    """List the files of an issue, oldest first."""
    row = sight.read(ctx, issue)
    return of_issues(ctx, [row.id]).get(row.id, ())


@operation(Effect.READ, scope="read:jira-work", doors=(Surface.REST, Surface.MCP))
def info(ctx: Context, *, attachment_id: AttachmentId) -> Attached:
    """Read what a file of an issue is called, and what it is."""
    return _known(ctx, attachment_id)


@operation(Effect.READ, scope="read:jira-work", doors=(Surface.MCP,))
def content(ctx: Context, *, attachment_id: AttachmentId) -> bytes:
    """Read the bytes of a file of an issue."""
    return content_of(ctx.session, _known(ctx, attachment_id).file)


@operation(Effect.WRITE, scope="write:jira-work")
def add(ctx: Context, *, issue: IssueRef, name: FileName, content: Bytes) -> Attached:
    """Upload a file to an issue, in one step."""
    row = sight.read(ctx, issue)
    require(ctx, "tracker.attachments.add", row)
    return _attached(ctx, row, uploads.add(ctx, name=name, content=content))


@operation(Effect.WRITE, scope="write:jira-work")
def delete(ctx: Context, *, attachment_id: AttachmentId) -> None:
    """Take a file away from an issue; whoever uploaded it keeps it among their files."""
    known = _known(ctx, attachment_id)
    require(ctx, "tracker.attachments.delete", known.row)
    ctx.session.execute(sql_delete(Attachment).where(Attachment.id == known.row.id))
    _note_loss(ctx, sight.read(ctx, known.row.issue_id), known.row, known.file.name)


@permits("tracker.attachments.add", Issue)
def _may_add(ctx: Context, issue: Issue) -> Refused | None:
    return access.why_not_with(ctx, names.ATTACH, issue)


@permits("tracker.attachments.delete", Attachment)
def _may_delete(ctx: Context, attachment: Attachment) -> Refused | None:
    issue = sight.read(ctx, attachment.issue_id)
    own, every = names.DELETE_OWN_ATTACHMENTS, names.DELETE_ALL_ATTACHMENTS
    return refusals.why_not_theirs(ctx, issue, attachment.author_id, own=own, every=every)


@attaches("tracker")
def _of_visible_issues() -> Select[Any]:
    in_sight = select(_issues.id).where(issue_sight())
    return select(_attachments.file_id).where(_attachments.issue_id.in_(in_sight))


@detaches("tracker")
def _take_from_issues(ctx: Context, file_id: str) -> None:
    """A file that is deleted everywhere is gone from its issues, which say so in their history."""
    files = plain_rows(ctx.session, File, _FILES, {"ids": [file_id]})
    for row in plain_rows(ctx.session, Attachment, _BY_FILE, {"file": file_id}):
        ctx.session.execute(sql_delete(Attachment).where(Attachment.id == row.id))
        _note_loss(ctx, ctx.session.get_one(Issue, row.issue_id), row, files[0].name)


def of_issues(ctx: Context, issue_ids: Sequence[str]) -> dict[str, tuple[Attached, ...]]:
    """The files of issues that the caller sees, by the issue's id, oldest first."""
    rows = plain_rows(ctx.session, Attachment, _OF_ISSUES, {"issues": [*issue_ids]})
    if not rows:
        return {}
    wanted = {"ids": sorted({row.file_id for row in rows})}
    files = {file.id: file for file in plain_rows(ctx.session, File, _FILES, wanted)}
    found: dict[str, tuple[Attached, ...]] = {}
    for row in rows:
        found[row.issue_id] = (
            *found.get(row.issue_id, ()),
            Attached(row, files[row.file_id]),
        )
    return found


def files_of(ctx: Context, issues: ColumnElement[bool]) -> Sequence[str]:
    """The ids of the files that are attached to issues which a condition on them names."""
    within = _attachments.issue_id.in_(select(_issues.id).where(issues))
    return ctx.session.scalars(select(_attachments.file_id).where(within)).all()


def _known(ctx: Context, attachment_id: str) -> Attached:
    """A file of an issue that the caller sees.

    Raises:
        NotFound: ``attachment_not_found``.
    """
    rows = plain_rows(ctx.session, Attachment, _BY_ID, {"attachment": attachment_id})
    if not rows or sight.found(ctx, rows[0].issue_id) is None:
        said = f"The attachment with id '{attachment_id}' does not exist."
        raise NotFound("attachment_not_found", said)
    (file,) = plain_rows(ctx.session, File, _FILES, {"ids": [rows[0].file_id]})
    return Attached(rows[0], file)


def _attached(ctx: Context, issue: Issue, file: File) -> Attached:
    row = Attachment(
        id=numbers.next_id(ctx.ids, "attachment"),
        issue_id=issue.id,
        file_id=file.id,
        author_id=ctx.actor.person_id,
        created_us=ctx.clock.now_us(),
    )
    insert_row(ctx.session, row)
    item = Item("Attachment", field_ids.ATTACHMENT, to_id=row.id, to_text=file.name)
    history.note(ctx, issue, [item])
    _tell(ctx, "tracker.file_attached", row, issue)
    return Attached(row, file)


def _note_loss(ctx: Context, issue: Issue, row: Attachment, name: str) -> None:
    item = Item("Attachment", field_ids.ATTACHMENT, from_id=row.id, from_text=name)
    history.note(ctx, issue, [item])
    _tell(ctx, "tracker.file_detached", row, issue)


def _tell(ctx: Context, kind: str, row: Attachment, issue: Issue) -> None:
    ctx.emit(
        kind,
        attachment_id=row.id,
        issue_id=issue.id,
        key=issue.key,
        project_id=issue.project_id,
        file_id=row.file_id,
    )
