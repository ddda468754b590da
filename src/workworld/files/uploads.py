"""Uploads: in one step from a page, or in three as Slack's clients do.

They announce a file, send its bytes to the address that they get, and complete it:
https://docs.slack.dev/messaging/working-with-files
"""

from __future__ import annotations

from sqlalchemy import exists, select

from workworld.context import Context, Surface
from workworld.database import insert_row
from workworld.errors import Conflict, Invalid, NotFound
from workworld.files import texts
from workworld.files.kinds import image_size, mime_of
from workworld.files.limits import require_fitting
from workworld.files.models import Content, File, Upload
from workworld.files.types import AltText, Bytes, FileId, FileName, FileSize, FileTitle, digest_of
from workworld.operations import Effect, operation

_LONGEST_NAME = 255


@operation(Effect.WRITE, scope="files:write", doors=(Surface.REST, Surface.MCP))
def begin(ctx: Context, *, name: FileName, size: FileSize, alt_text: AltText = "") -> Upload:
    """Announce a file: its bytes are then sent to the address in the answer, once."""
    require_fitting(size)
    if size == 0:
        raise Invalid("invalid_arguments", "A file has at least one byte.")
    upload = Upload(
        id=ctx.ids.next_id("F"),
        name=good_name(name),
        size=size,
        alt_text=alt_text,
        uploader_id=ctx.actor.person_id,
    )
    insert_row(ctx.session, upload)
    return upload


@operation(Effect.WRITE, scope="files:write", doors=(Surface.REST,))
def receive(ctx: Context, *, file_id: FileId, content: Bytes) -> Upload:
    """Take the bytes of an announced file, as many as were announced."""
    upload = _pending(ctx, file_id)
    require_fitting(len(content))
    if upload.sha256 is not None:
        raise Conflict("already_uploaded", "The bytes of this file have come already.")
    if len(content) != upload.size:
        said = f"{upload.size:,} bytes were announced and {len(content):,} came."
        raise Invalid("file_update_failed", said)
    upload.sha256 = keep(ctx, content)
    return upload


@operation(Effect.WRITE, scope="files:write", doors=(Surface.UI,))
def add(ctx: Context, *, name: FileName, content: Bytes, title: FileTitle = "") -> File:
    """Upload a file in one step; nobody else sees it until it is attached to something."""
    require_good(name, content)
    sha256 = keep(ctx, content)
    good = good_name(name)
    return _made(ctx, ctx.ids.next_id("F"), good, title, "", sha256, content)


def finish(ctx: Context, file_id: str, title: str) -> File:
    """Make a file of an upload whose bytes have come.

    Raises:
        NotFound: ``file_not_found``: not announced by the caller, or completed already.
        Conflict: ``file_update_failed``: the bytes have not come yet.
    """
    upload = _pending(ctx, file_id)
    if upload.sha256 is None:
        raise Conflict("file_update_failed", "The bytes of this file have not come yet.")
    query = select(Content.content).where(Content.sha256 == upload.sha256)
    content = ctx.session.scalars(query).one()
    made = _made(ctx, upload.id, upload.name, title, upload.alt_text, upload.sha256, content)
    ctx.session.delete(upload)
    return made


def require_good(name: str, content: bytes) -> None:
    """See to it that a file can be kept.

    Raises:
        TooLarge: ``file_too_large``.
        Invalid: ``invalid_arguments``: it is empty, or cannot be called so.
    """
    require_fitting(len(content))
    if not content:
        raise Invalid("invalid_arguments", "This file is empty.")
    good_name(name)


def good_name(name: str) -> str:
    """A file's name without folders, as some browsers send them.

    Raises:
        Invalid: ``invalid_arguments``: nothing is left, too long, or control characters in it.
    """
    last = name.replace("\\", "/").rpartition("/")[2].strip()
    if last in ("", ".", "..") or len(last) > _LONGEST_NAME or not last.isprintable():
        raise Invalid("invalid_arguments", "This cannot be the name of a file.")
    return last


def keep(ctx: Context, content: bytes) -> str:
    """Keep some bytes, once; their digest, by which a row of an app's may hold them too."""
    sha256 = digest_of(content)
    if not ctx.session.scalar(select(exists().where(Content.sha256 == sha256))):
        insert_row(ctx.session, Content(sha256=sha256, content=content))
    return sha256


def _pending(ctx: Context, file_id: str) -> Upload:
    upload = ctx.session.get(Upload, file_id)
    if upload is None or upload.uploader_id != ctx.actor.person_id:
        raise NotFound("file_not_found", "There is no such upload of yours.")
    return upload


def _made(
    ctx: Context, file_id: str, name: str, title: str, alt_text: str, sha256: str, content: bytes
) -> File:
    mime = mime_of(content, name)
    size = image_size(content, mime)
    file = File(
        id=file_id,
        name=name,
        title=title.strip() or name,
        mime=mime,
        size=len(content),
        sha256=sha256,
        width=size.width if size else None,
        height=size.height if size else None,
        alt_text=alt_text,
        uploader_id=ctx.actor.person_id,
        created=ctx.clock.now_us() // 1_000_000,
    )
    insert_row(ctx.session, file)
    texts.index(ctx.session, file, content)
    return file
