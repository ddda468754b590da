"""The sections of a canvas: what the API calls them, and how a batch of edits changes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, Field
from sqlalchemy import select

from workworld.apps.chat.models import CanvasSection
from workworld.apps.chat.models import Document as Canvas
from workworld.apps.chat.service import canvas_markdown, own_emoji
from workworld.context import Context
from workworld.errors import Invalid
from workworld.links.addresses import canonical
from workworld.randomness import digest
from workworld.richtext.json_form import from_json, to_json
from workworld.richtext.names import Names
from workworld.richtext.nodes import Document
from workworld.richtext.plain import to_plain
from workworld.shapes import CLOSED

MOST = 1000
"""How many sections a canvas may have."""
_SECOND = 1_000_000
FAILED = "canvas_editing_failed"
_NAMELESS = Names({}, {}, str)


class Change(BaseModel):
    """One edit of a canvas."""

    model_config = CLOSED

    edit_type: Annotated[
        Literal["append", "prepend", "replace", "delete"],
        Field(
            description="append: behind the section, or at the end; prepend: before it, or at the "
            "beginning; replace: it, or everything; delete: it."
        ),
    ]
    section_id: Annotated[
        str | None, Field(description="Which section; as read last.", max_length=100)
    ] = None
    content: Annotated[str, Field(description="Canvas Markdown.")] = ""


@dataclass(slots=True)
class _Piece:
    """A section as it will be.

    Args:
        origin: what the API calls the section that it was or stands in for.
        row: the section that it was.
        content: a new document, or None as long as it is what it was.
    """

    origin: str | None
    row: CanvasSection | None
    content: Document | None = None


def of(ctx: Context, canvas: Canvas) -> list[CanvasSection]:
    """The sections of a canvas, in order."""
    query = select(CanvasSection).where(CanvasSection.canvas_id == canvas.id)
    return [*ctx.session.scalars(query.order_by(CanvasSection.position))]


def id_of(canvas: Canvas, section: CanvasSection) -> str:
    """What the API calls a section, until the canvas is changed."""
    return f"temp:C:{digest('section', canvas.id, section.id, str(canvas.version)).hex()[:28]}"


def document_of(section: CanvasSection) -> Document:
    """What stands in a section."""
    return from_json(section.content)


def fill(ctx: Context, canvas: Canvas, content: str, refusal: str) -> None:
    """Write the first sections of a canvas.

    Raises:
        Invalid: the refusal's code: this cannot stand in a canvas.
    """
    read = canvas_markdown.read(canonical(ctx, content), refusal, own_emoji.in_text(ctx, content))
    _keep(ctx, canvas, [_Piece(None, None, each) for each in read], refusal)


def apply(ctx: Context, canvas: Canvas, changes: Sequence[Change]) -> None:
    """Make edits in turn, all of which name the sections as they were before the first one.

    Raises:
        Invalid: ``canvas_editing_failed``: there is no such section, or this cannot stand there.
    """
    pieces = [_Piece(id_of(canvas, row), row) for row in of(ctx, canvas)]
    for change in changes:
        own = own_emoji.in_text(ctx, change.content)
        read = canvas_markdown.read(canonical(ctx, change.content), FAILED, own)
        _edit(pieces, change, read)
    _keep(ctx, canvas, pieces, FAILED)


def move(ctx: Context, canvas: Canvas, section_id: str, by: int) -> None:
    """Move a section up or down by some places, as far as there is room.

    Raises:
        Invalid: ``canvas_editing_failed``: there is no such section.
    """
    rows = of(ctx, canvas)
    row = found(canvas, rows, section_id)
    place = min(max(rows.index(row) + by, 0), len(rows) - 1)
    rows.remove(row)
    rows.insert(place, row)
    for position, each in enumerate(rows):
        each.position = position


def found(canvas: Canvas, rows: Sequence[CanvasSection], section_id: str) -> CanvasSection:
    """The section that the API calls so.

    Raises:
        Invalid: ``canvas_editing_failed``: there is none.
    """
    for row in rows:
        if id_of(canvas, row) == section_id:
            return row
    raise _gone(section_id)


def rewrite(ctx: Context, canvas: Canvas, section: CanvasSection, content: Document) -> None:
    """Put something else in the place of what stands in a section."""
    section.content = to_json(content)
    section.text = to_plain(content, _NAMELESS)
    section.edited, section.edited_by = ctx.clock.now_us() // _SECOND, ctx.actor.person_id
    section.version = canvas.version + 1  # which this makes of it


def _edit(pieces: list[_Piece], change: Change, read: Sequence[Document]) -> None:
    if change.edit_type == "delete":
        _require(change.section_id is not None, "To delete, say which section.")
    else:
        _require(bool(read), "There is nothing in it to be written.")
    start, end = _extent(pieces, change.section_id)
    new = [_Piece(None, None, each) for each in read]
    match change.edit_type:
        case "append":
            pieces[end:end] = new
        case "prepend":
            pieces[start:start] = new
        case "delete":
            del pieces[start:end]
        case "replace":
            for piece, old in zip(new, pieces[start:end], strict=False):
                piece.row = old.row
            for piece in new:
                piece.origin = change.section_id
            pieces[start:end] = new


def _extent(pieces: Sequence[_Piece], section_id: str | None) -> tuple[int, int]:
    """From where to where a section stands; the whole canvas if none is named."""
    if section_id is None:
        return 0, len(pieces)
    places = [place for place, piece in enumerate(pieces) if piece.origin == section_id]
    if not places:
        raise _gone(section_id)
    return places[0], places[-1] + 1


def _gone(section_id: str) -> Invalid:
    said = f"There is no section {section_id}. Their ids change with every update: read it again."
    return Invalid(FAILED, said)


def _require(holds: bool, said: str) -> None:
    if not holds:
        raise Invalid(FAILED, said)


def _keep(ctx: Context, canvas: Canvas, pieces: Sequence[_Piece], refusal: str) -> None:
    """Write down what is new, and where everything stands by now."""
    if len(pieces) > MOST:
        raise Invalid(refusal, f"A canvas has at most {MOST:,} sections.")
    kept = {piece.row.id for piece in pieces if piece.row is not None}
    for row in of(ctx, canvas):
        if row.id not in kept:
            ctx.session.delete(row)
    for position, piece in enumerate(pieces):
        row = piece.row or CanvasSection(id=ctx.ids.next_id("Sec"), canvas_id=canvas.id)
        row.position = position
        if piece.content is not None:
            rewrite(ctx, canvas, row, piece.content)
        ctx.session.add(row)
