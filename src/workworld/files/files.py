"""Files: looking them up, reading and deleting them, and who may."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import ColumnElement, Select, and_, exists, or_, select
from sqlalchemy import delete as sql_delete
from sqlalchemy.orm import Session

from workworld.context import Context, Surface
from workworld.database import Base, plain_rows
from workworld.directory import people
from workworld.errors import Forbidden, NotFound, Refused
from workworld.files import texts
from workworld.files.models import Content, File, Upload
from workworld.files.types import FileId
from workworld.operations import Effect, operation
from workworld.paging import Page, decode_cursor, page_of
from workworld.permissions import VIEWER, permits, require, seen, sees, sight_of, visible

Attached = Callable[[], Select[Any]]
Detach = Callable[[Context, str], None]

_files = File.__table__.c
_ID = _files.id
_attachments: dict[str, Attached] = {}
_detachments: dict[str, Detach] = {}
_holders: dict[str, Attached] = {}


def attaches(app_id: str) -> Callable[[Attached], Attached]:
    """Declare which files are attached to things of an app that ``VIEWER`` sees: their ids.

    Who sees such a thing sees the file.
    """

    def declare(ids: Attached) -> Attached:
        _attachments[app_id] = ids
        return ids

    return declare


def detaches(app_id: str) -> Callable[[Detach], Detach]:
    """Declare how an app takes the file of an id from its things, just before it is deleted."""

    def declare(detach: Detach) -> Detach:
        _detachments[app_id] = detach
        return detach

    return declare


def holds(app_id: str) -> Callable[[Attached], Attached]:
    """Declare which bytes an app's things show that are no files: their digests."""

    def declare(digests: Attached) -> Attached:
        _holders[app_id] = digests
        return digests

    return declare


@sees(File)
def _sight() -> ColumnElement[bool]:
    attached = [_files.id.in_(ids()) for ids in _attachments.values()]
    return or_(_files.uploader_id == VIEWER, *attached)


@permits("files.files.delete", File)
def _may_delete(ctx: Context, file: File) -> Refused | None:
    if file.uploader_id != ctx.actor.person_id and not people.me(ctx).is_admin:
        return Forbidden("cant_delete_file", "Only whoever uploaded a file and admins delete it.")
    return None


# What else a vendor's tools take for files, its app knows.
@operation(Effect.READ, scope="files:read", doors=(Surface.REST, Surface.UI))
def read(ctx: Context, *, file_id: FileId) -> File:
    """Read a file: what it is and, as the door has it, its bytes."""
    return known(ctx, file_id)


# Vendors' own listings go by where files are shared, and are their apps' operations.
@operation(Effect.READ, scope="files:read", doors=(Surface.UI,))
def list(
    ctx: Context,
    *,
    uploader_id: Annotated[
        str | None, Field(description="Only what this person uploaded.", max_length=64)
    ] = None,
    limit: Annotated[int, Field(description="How many a page may hold.", ge=1, le=1000)] = 50,
    cursor: Annotated[str, Field(description="Where the last page ended.", max_length=512)] = "",
) -> Page[File]:
    """List the files that the caller may see, newest first."""
    query = visible(File)
    if uploader_id is not None:
        query = query.where(_files.uploader_id == uploader_id)
    listing = f"files {uploader_id}"
    if cursor:
        created, _, file_id = decode_cursor(listing, cursor).partition(" ")
        at, after = _files.created == int(created), _files.id > file_id
        query = query.where(or_(_files.created < int(created), at & after))
    query = query.order_by(_files.created.desc(), _files.id).limit(limit + 1)
    rows = plain_rows(ctx.session, File, query, sight_of(ctx))
    return page_of(rows, limit, listing, lambda file: f"{file.created} {file.id}")


@operation(Effect.WRITE, scope="files:write")
def delete(ctx: Context, *, file_id: FileId) -> None:
    """Delete a file everywhere, for good; it vanishes from what it was attached to."""
    file = known(ctx, file_id)
    require(ctx, "files.files.delete", file)
    for app_id in sorted(_detachments):
        _detachments[app_id](ctx, file.id)
    _drop(ctx, file)


def known(ctx: Context, file_id: str) -> File:
    """The file of this id, if the caller may see it: a row to be read.

    Raises:
        NotFound: ``file_not_found``, for an unknown and a hidden file alike.
    """
    file = seen(ctx, File, file_id)
    if file is None:
        raise NotFound("file_not_found", "There is no such file that you can see.")
    return file


def content_of(session: Session, file: File) -> bytes:
    """The bytes of a file."""
    return session.scalars(select(Content.content).where(Content.sha256 == file.sha256)).one()


def drop_unattached(ctx: Context, file_ids: Iterable[str]) -> None:
    """Delete files for good that were attached to what is gone, and are attached to nothing else.

    Args:
        ctx: whose step it is.
        file_ids: the files; what they were attached to must be gone from its tables.
    """
    wanted = _files.id.in_(sorted(set(file_ids)))
    query = select(File.__table__).where(wanted, *(~each for each in _attached()))
    for file in plain_rows(ctx.session, File, query.order_by(_files.id), {}):
        _drop(ctx, file)


def _attached() -> Sequence[ColumnElement[bool]]:
    """Whether a row of any table refers to a file."""
    tables = Base.metadata.sorted_tables
    referring = [key.parent for table in tables for key in table.foreign_keys if key.column is _ID]
    return [exists().where(column == _ID) for column in referring]


def _drop(ctx: Context, file: File) -> None:
    texts.forget(ctx.session, file.id)
    ctx.session.execute(sql_delete(File).where(File.id == file.id))
    drop_content(ctx.session, file.sha256)
    ctx.emit("files.file_deleted", file_id=file.id)


def drop_content(session: Session, sha256: str) -> None:
    """Delete bytes that nothing has any longer."""
    in_use = exists().where(File.sha256 == sha256)
    coming = exists().where(Upload.sha256 == sha256)
    held = [Content.sha256.in_(digests()) for digests in _holders.values()]
    unused = and_(~in_use, ~coming, *(~each for each in held))
    session.execute(sql_delete(Content).where(Content.sha256 == sha256, unused))
