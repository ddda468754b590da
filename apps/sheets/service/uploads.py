"""Files whose bytes come in several requests, which can be taken up again where they broke off.

https://developers.google.com/workspace/drive/api/guides/manage-uploads#resumable
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from workworld.apps.sheets.models import Upload
from workworld.apps.sheets.service import access
from workworld.context import Context, Surface
from workworld.database import insert_row
from workworld.errors import Invalid, NotFound
from workworld.files.limits import require_fitting
from workworld.files.types import Bytes
from workworld.operations import Effect, operation

PIECE = 256 * 1024
"""Pieces have a multiple of so many bytes, but for the last."""
# Pages and tools send files in one request, or none.
_DOORS = (Surface.REST,)
UploadId = Annotated[str, Field(description="Of the upload, as it was begun.", max_length=100)]


@operation(Effect.HOUSEKEEPING, scope="spreadsheets", doors=_DOORS)
def begin(
    ctx: Context,
    *,
    name: Annotated[str, Field(description="What the file is called.", max_length=500)] = "",
    mime: Annotated[str, Field(description="What the file is.", max_length=200)] = "",
    size: Annotated[int, Field(description="How many bytes it has, if that is known.", ge=0)] = 0,
    workbook_id: Annotated[
        str, Field(description="The spreadsheet that it replaces; empty for a new one.")
    ] = "",
) -> str:
    """Begin to upload a file in several requests: the id by which its bytes are sent."""
    if workbook_id:
        access.known(ctx, workbook_id, "writer")
    require_fitting(size)
    upload = Upload(
        id=ctx.ids.next_id("U"),
        person_id=ctx.actor.person_id,
        name=name,
        mime=mime,
        workbook_id=workbook_id,
        content=b"",
    )
    insert_row(ctx.session, upload)
    return upload.id


@operation(Effect.HOUSEKEEPING, scope="spreadsheets", doors=_DOORS)
def keep(
    ctx: Context,
    *,
    upload_id: UploadId,
    first: Annotated[int, Field(description="Where the piece begins, in bytes.", ge=0)],
    content: Bytes,
) -> int:
    """Keep a piece of a file that is not the last; how many bytes of the file are there by now.

    A piece that begins behind what is there is not kept: who sends it goes on from what is.
    """
    upload = known(ctx, upload_id)
    there = len(upload.content)
    if len(content) % PIECE:
        said = (
            f"The number of bytes uploaded must be a multiple of {PIECE}, but for the last piece."
        )
        raise Invalid("invalid_piece", said)
    require_fitting(first + len(content))
    if first <= there < first + len(content):
        upload.content = upload.content[:first] + content
    return len(upload.content)


def known(ctx: Context, upload_id: str) -> Upload:
    """An upload of the caller's.

    Raises:
        NotFound: there is none, or it has ended.
    """
    upload = ctx.session.get(Upload, upload_id)
    if upload is None or upload.person_id != ctx.actor.person_id:
        raise NotFound("upload_not_found", "There is no such upload, or it has ended.")
    return upload


def ended(ctx: Context, upload_id: str, first: int, content: bytes) -> tuple[Upload, bytes]:
    """An upload and all its bytes, the last of which have come; it ends with that.

    Args:
        ctx: who sends them.
        upload_id: the upload.
        first: where the last piece begins.
        content: the last piece.

    Raises:
        NotFound: as ``known`` does.
        Invalid: bytes before the last piece have not come.
    """
    upload = known(ctx, upload_id)
    if first > len(upload.content):
        said = f"{len(upload.content)} bytes are there, and the last piece begins at {first}."
        raise Invalid("invalid_piece", said)
    whole = upload.content[:first] + content
    require_fitting(len(whole))
    ctx.session.delete(upload)
    return upload, whole
