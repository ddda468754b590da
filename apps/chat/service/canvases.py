"""Canvases: pages of rich text that people write together.

https://docs.slack.dev/surfaces/canvases
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from workworld.apps.chat.models import CanvasSection, Channel, Document
from workworld.apps.chat.models.documents import CANVAS
from workworld.apps.chat.service import canvas_markdown, canvas_sections, channels, documents
from workworld.apps.chat.service.canvas_sections import Change
from workworld.apps.chat.types import (
    AccessLevel,
    CanvasId,
    ChannelId,
    Cursor,
    DocumentTitle,
    PageSize,
    SharedChannels,
    SharedPeople,
)
from workworld.context import Context, Surface
from workworld.errors import Conflict, Forbidden, NotFound, Refused
from workworld.operations import Effect, operation
from workworld.paging import Page
from workworld.permissions import permits, require, seen
from workworld.richtext.nodes import mentioned

UNTITLED = "Untitled canvas"
_REFUSAL = "canvas_creation_failed"
SectionId = Annotated[str, Field(description="Which section; as read last.", max_length=100)]


@dataclass(frozen=True, slots=True)
class Canvas:
    """A canvas with all that stands in it."""

    document: Document
    sections: Sequence[CanvasSection]

    def id_of(self, section: CanvasSection) -> str:
        """What the API calls a section, until the canvas is changed."""
        return canvas_sections.id_of(self.document, section)


@operation(Effect.WRITE, scope="canvases:write")
def create(
    ctx: Context,
    *,
    title: DocumentTitle = "",
    content: Annotated[str, Field(description="Canvas Markdown.")] = "",
    channel_id: Annotated[
        ChannelId | None, Field(description="The channel in which it is to be a tab.")
    ] = None,
    is_main: Annotated[
        bool, Field(description="Whether it is the channel's own canvas, of which there is one.")
    ] = False,
) -> Document:
    """Create a canvas, which the caller owns; in a channel, its members read and write it too."""
    channel = None if channel_id is None else channels.known(ctx, channel_id)
    if channel is not None:
        require(ctx, "chat.canvases.create.in_channel", channel)
    own = is_main and channel is not None
    if own and channel is not None and any(row.is_main for row in of_channel(ctx, channel.id)):
        raise Conflict("channel_canvas_already_exists", "The channel has a canvas of its own.")
    usual = f"Canvas of #{channel.name}" if own and channel and channel.name else UNTITLED
    document = documents.begin(ctx, CANVAS, title.strip() or usual, channel_id)
    document.is_main = own
    canvas_sections.fill(ctx, document, content, _REFUSAL)
    documents.changed(ctx, document)
    _tell(ctx, "chat.canvas_created", document)
    return document


@operation(Effect.READ, scope="canvases:read")
def read(ctx: Context, *, canvas_id: CanvasId) -> Canvas:
    """Read a canvas: its sections in order.

    One that the caller may not see is ``canvas_not_found``, as if it did not exist.
    """
    document = known(ctx, canvas_id)
    return Canvas(document, canvas_sections.of(ctx, document))


@operation(Effect.READ, scope="canvases:read", doors=(Surface.MCP, Surface.UI))
def list(
    ctx: Context,
    *,
    channel_id: Annotated[
        ChannelId | None, Field(description="Only those that are tabs of this channel.")
    ] = None,
    limit: PageSize = 100,
    cursor: Cursor = "",
) -> Page[Document]:
    """List the canvases that the caller may see, those changed last first."""
    return documents.page(ctx, CANVAS, channel_id, limit, cursor)


# Elsewhere sections are found by reading the canvas.
@operation(Effect.READ, scope="canvases:read", doors=(Surface.REST,))
def lookup(
    ctx: Context,
    *,
    canvas_id: CanvasId,
    kinds: Annotated[
        Sequence[Literal["any_header", "h1", "h2", "h3"]],
        Field(description="Only headings, of these levels.", max_length=3),
    ] = (),
    text: Annotated[str, Field(description="What must occur in it.", max_length=1000)] = "",
) -> Canvas:
    """Find the sections of a canvas that are headings of some level, or hold a text."""
    document = known(ctx, canvas_id)
    rows = canvas_sections.of(ctx, document)
    wanted = text.casefold()
    fits = [row for row in rows if _is_of(row, kinds) and wanted in row.text.casefold()]
    return Canvas(document, fits)


@operation(Effect.WRITE, scope="canvases:write")
def update(
    ctx: Context,
    *,
    canvas_id: CanvasId,
    changes: Annotated[
        Sequence[Change], Field(description="Edits: all are made, or none.", max_length=100)
    ] = (),
    title: Annotated[DocumentTitle | None, Field(description="A new title.")] = None,
) -> Document:
    """Change a canvas: all edits, or none. The ids of all sections are others afterwards."""
    document = _changeable(ctx, canvas_id)
    before = _mentions(ctx, document)
    canvas_sections.apply(ctx, document, changes)
    documents.changed(ctx, document)
    if title is not None:
        document.title = title.strip() or UNTITLED
    _tell(ctx, "chat.canvas_updated", document, before)
    return document


# Clients of the vendor's move a section by writing it anew elsewhere.
@operation(Effect.WRITE, scope="canvases:write", doors=(Surface.UI,))
def move(
    ctx: Context,
    *,
    canvas_id: CanvasId,
    section_id: SectionId,
    by: Annotated[int, Field(description="Places down, or up if negative.", ge=-1000, le=1000)],
) -> Document:
    """Move a section up or down."""
    document = _changeable(ctx, canvas_id)
    canvas_sections.move(ctx, document, section_id, by)
    documents.changed(ctx, document)
    return document


# Elsewhere a box is ticked by replacing its section.
@operation(Effect.WRITE, scope="canvases:write", doors=(Surface.UI,))
def tick(
    ctx: Context,
    *,
    canvas_id: CanvasId,
    section_id: SectionId,
    item: Annotated[int, Field(description="Which item of the checklist, from 0.", ge=0)],
    is_done: Annotated[bool, Field(description="Whether it is done.")],
) -> Document:
    """Tick an item of a checklist, or take the tick away."""
    document = _changeable(ctx, canvas_id)
    rows = canvas_sections.of(ctx, document)
    section = canvas_sections.found(document, rows, section_id)
    before = canvas_sections.document_of(section)
    after = canvas_markdown.ticked(before, item, done=is_done)
    if after != before:
        canvas_sections.rewrite(ctx, document, section, after)
    documents.changed(ctx, document)
    return document


@operation(Effect.WRITE, scope="canvases:write")
def delete(ctx: Context, *, canvas_id: CanvasId) -> None:
    """Delete a canvas for good: its owner, and whoever runs its channel."""
    document = known(ctx, canvas_id)
    require(ctx, "chat.canvases.delete", document)
    _tell(ctx, "chat.canvas_deleted", document, _mentions(ctx, document))
    documents.drop(ctx, ctx.session.get_one(Document, document.id))


@operation(Effect.WRITE, scope="canvases:write")
def share(
    ctx: Context,
    *,
    canvas_id: CanvasId,
    access_level: AccessLevel,
    user_ids: SharedPeople = (),
    channel_ids: SharedChannels = (),
) -> Document:
    """Share a canvas with people or channels, to read or to write; or make it somebody else's."""
    document = _changeable(ctx, canvas_id)
    documents.share(ctx, document, access_level, user_ids, channel_ids)
    return document


@operation(Effect.WRITE, scope="canvases:write")
def unshare(
    ctx: Context,
    *,
    canvas_id: CanvasId,
    user_ids: SharedPeople = (),
    channel_ids: SharedChannels = (),
) -> Document:
    """Share a canvas no longer with these people, or with these channels."""
    document = _changeable(ctx, canvas_id)
    documents.unshare(ctx, document, user_ids, channel_ids)
    return document


@permits("chat.canvases.create.in_channel", Channel)
def _may_create_in(ctx: Context, channel: Channel) -> Refused | None:
    return documents.why_no_tab(ctx, channel)


@permits("chat.canvases.update", Document)
def _may_update(ctx: Context, document: Document) -> Refused | None:
    if documents.may_write(ctx, document):
        return None
    return Forbidden("restricted_action", "You can read this canvas, not change it.")


@permits("chat.canvases.delete", Document)
def _may_delete(ctx: Context, document: Document) -> Refused | None:
    if documents.may_delete(ctx, document):
        return None
    return Forbidden("restricted_action", "Only its owner and channel admins delete a canvas.")


def known(ctx: Context, canvas_id: str) -> Document:
    """The canvas of this id, if the caller may see it: a row to be read.

    Raises:
        NotFound: ``canvas_not_found``, for an unknown and a hidden canvas alike.
    """
    document = seen(ctx, Document, canvas_id)
    if document is None or document.kind != CANVAS:
        raise NotFound("canvas_not_found", "There is no such canvas that you can see.")
    return document


def of_channel(ctx: Context, channel_id: str) -> Sequence[Document]:
    """The canvases that are tabs of a channel and that the caller may see, its own one first."""
    return documents.of_channel(ctx, channel_id, CANVAS)


def markdown_of(canvas: Canvas) -> str:
    """All of a canvas as Markdown."""
    read = [canvas_sections.document_of(row) for row in canvas.sections]
    return canvas_markdown.written(read)


def _changeable(ctx: Context, canvas_id: str) -> Document:
    """The canvas as an object, if the caller may change it."""
    require(ctx, "chat.canvases.update", known(ctx, canvas_id))
    return ctx.session.get_one(Document, canvas_id)


def _is_of(row: CanvasSection, kinds: Sequence[str]) -> bool:
    block = row.content["content"][0]
    level = f"h{block['attrs']['level']}" if block["type"] == "heading" else ""
    return not kinds or level in kinds or (bool(level) and "any_header" in kinds)


def _mentions(ctx: Context, document: Document) -> dict[str, str]:
    """Who is mentioned in a canvas, and the id of the section that does so first."""
    found: dict[str, str] = {}
    for row in canvas_sections.of(ctx, document):
        for person_id in mentioned(canvas_sections.document_of(row)):
            found.setdefault(person_id, row.id)
    return found


def _tell(ctx: Context, kind: str, document: Document, before: Collection[str] = ()) -> None:
    now = _mentions(ctx, document)
    ctx.emit(
        kind,
        canvas_id=document.id,
        title=document.title,
        channel_id=document.channel_id,
        mentioned=sorted(now),
        called={who: section for who, section in now.items() if who not in before},
    )
