"""How sheets are laid out on paper: the paper, how large, and where pages end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

Paper = Literal["A4", "A3", "LETTER", "LEGAL"]
Scale = Literal["NORMAL", "FIT_WIDTH", "FIT_HEIGHT", "FIT_PAGE"]
Margins = Literal["NARROW", "NORMAL", "WIDE"]

SIZES: Mapping[Paper, tuple[int, int]] = {
    "A4": (595, 842),
    "A3": (842, 1191),
    "LETTER": (612, 792),
    "LEGAL": (612, 1008),
}
"""How wide and high papers are that stand upright, in points."""
_MARGINS: Mapping[Margins, int] = {"NARROW": 24, "NORMAL": 44, "WIDE": 72}
_HEADER = 20
"""What a line above or below the cells takes, in points."""
POINTS = 0.75
"""A pixel of a sheet on paper, in points."""


class PrintLayout(BaseModel):
    """What somebody wants on paper."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    paper: Paper = Field(default="A4", description="The size of the paper.")
    landscape: bool = Field(default=False, description="Whether it lies.")
    scale: Scale = Field(
        default="FIT_WIDTH", description="FIT_WIDTH shrinks all columns onto a page."
    )
    margins: Margins = Field(default="NORMAL", description="How much stays blank around.")
    range: str = Field(
        default="", description="In A1 notation; empty for all that stands on a sheet."
    )
    gridlines: bool = Field(default=True, description="Whether lines are drawn between cells.")
    repeat_frozen: bool = Field(
        default=True, description="Whether frozen rows and columns come again."
    )
    breaks_after_rows: tuple[int, ...] = Field(
        default=(),
        description="Rows after which another page begins, counted from 1.",
        max_length=200,
    )
    title: bool = Field(default=False, description="Whether the workbook's title is above.")
    sheet_name: bool = Field(default=False, description="Whether the sheet's name is above.")
    date: bool = Field(default=False, description="Whether the day is above.")
    page_numbers: bool = Field(default=True, description="Whether pages are numbered below.")

    @property
    def size(self) -> tuple[int, int]:
        """The width and height of the paper, in points."""
        width, height = SIZES[self.paper]
        return (height, width) if self.landscape else (width, height)

    @property
    def left(self) -> int:
        """Where cells begin, in points from the left."""
        return _MARGINS[self.margins]

    @property
    def top(self) -> int:
        """Where cells begin, in points from above."""
        return self.left + (_HEADER if self.title or self.sheet_name or self.date else 0)

    @property
    def room(self) -> tuple[int, int]:
        """How much room cells have, in points."""
        width, height = self.size
        foot = _HEADER if self.page_numbers else 0
        return width - 2 * self.left, height - self.top - self.left - foot


UPRIGHT = PrintLayout()
"""What files are like that nobody laid out."""


@dataclass(frozen=True, slots=True)
class Span:
    """A row or column on paper."""

    index: int
    size: float
    """In points."""


class PageOfCells(NamedTuple):
    """What stands on a page."""

    rows: Sequence[Span]
    columns: Sequence[Span]
    scale: float


def pages_of(
    layout: PrintLayout, rows: Sequence[Span], columns: Sequence[Span], frozen: tuple[int, int]
) -> list[PageOfCells]:
    """The pages of a sheet: down first, then over.

    Args:
        layout: what is wanted.
        rows: those that are seen.
        columns: likewise.
        frozen: how many rows and columns are frozen.
    """
    width, height = layout.room
    scale = _scale(layout, sum(each.size for each in columns), sum(each.size for each in rows))
    heads = [each for each in rows if each.index < frozen[0]] if layout.repeat_frozen else []
    sides = [each for each in columns if each.index < frozen[1]] if layout.repeat_frozen else []
    ends = frozenset(each - 1 for each in layout.breaks_after_rows)
    down = list(_runs(rows, height / scale, heads, ends))
    over = list(_runs(columns, width / scale, sides, frozenset()))
    return [PageOfCells(each, strip, scale) for strip in over for each in down]


def _scale(layout: PrintLayout, width: float, height: float) -> float:
    room = layout.room
    across, along = room[0] / max(width, 1), room[1] / max(height, 1)
    shares = {
        "NORMAL": 1.0,
        "FIT_WIDTH": across,
        "FIT_HEIGHT": along,
        "FIT_PAGE": min(across, along),
    }
    return min(max(shares[layout.scale], 0.1), 1.0)


def _runs(
    spans: Sequence[Span], room: float, repeated: Sequence[Span], ends: frozenset[int]
) -> Iterator[list[Span]]:
    """Rows or columns that find room together, those that come again before each."""
    taken = sum(each.size for each in repeated)
    if taken > room / 2:
        repeated, taken = [], 0.0  # there would be no room for anything else
    kept, left = list[Span](), room
    for span in spans:
        if kept and span.size > left + 0.01:
            yield kept
            kept, left = list(repeated), room - taken
        kept.append(span)
        left -= span.size
        if span.index in ends and span is not spans[-1]:
            yield kept
            kept, left = list(repeated), room - taken
    yield kept
