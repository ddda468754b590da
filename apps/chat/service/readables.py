"""What the vendor's methods on files read: files, and canvases and lists, which are files to it."""

from __future__ import annotations

from workworld.apps.chat.models import Document
from workworld.apps.chat.models.documents import CANVAS
from workworld.apps.chat.service import canvases
from workworld.apps.chat.service.canvases import Canvas
from workworld.context import Context, Surface
from workworld.files import files
from workworld.files.models import File
from workworld.files.types import FileId
from workworld.operations import Effect, operation
from workworld.permissions import seen


# Pages of files and of canvases are read as such.
@operation(Effect.READ, scope="files:read", doors=(Surface.MCP,))
def read(ctx: Context, *, file_id: FileId) -> File | Canvas:
    """Read a file, or a canvas as Markdown.

    One that the caller may not see is ``file_not_found``, as if it did not exist.
    """
    found = info(ctx, file_id=file_id)
    if isinstance(found, Document):
        return canvases.read(ctx, canvas_id=found.id)
    return found


# Tools read the file itself.
@operation(Effect.READ, scope="files:read", doors=(Surface.REST,))
def info(ctx: Context, *, file_id: FileId) -> File | Document:
    """Look a file, or a canvas, up.

    One that the caller may not see is ``file_not_found``, as if it did not exist.
    """
    if seen(ctx, File, file_id) is None:
        document = seen(ctx, Document, file_id)
        if document is not None and document.kind == CANVAS:
            return ctx.session.get_one(Document, document.id)
    return files.known(ctx, file_id)
