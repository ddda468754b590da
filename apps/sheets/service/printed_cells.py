"""Cells on paper: their grounds, borders and texts as SVG, in points from the first of a page."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

from sqlalchemy.orm import Session

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.service import alignments, sparklines, text_sizes, themes
from workworld.apps.sheets.service.cell_pictures import Picture
from workworld.apps.sheets.service.colours import DARK, code_of, light_of
from workworld.apps.sheets.service.print_layouts import POINTS, PageOfCells, Span
from workworld.apps.sheets.service.sights import CellShown
from workworld.files.files import content_of
from workworld.papers import FAINT, INK

_GRID_LINE = "#d5dae0"
_INSET = 3.0
"""The room between texts and the sides of their cells, in points, unless they are indented."""
_WIDTHS = {"SOLID_MEDIUM": 1.5, "SOLID_THICK": 2.3}
_DASHES = {"DOTTED": "0.8 1.6", "DASHED": "3 2"}
_MONO = frozenset({"Courier New", "Roboto Mono", "JetBrains Mono"})
_LINK = "#1d4ed8"
_SLANT = "skewX(-12)"
"""The paper's typeface has no italics."""
_BOLD = 0.035
"""Nor has it heavier letters: they are drawn with a line around, as a share of their size."""


class Box(NamedTuple):
    """Where something stands on a page, in points."""

    x: float
    y: float
    width: float
    height: float


class _Text(NamedTuple):
    """How a cell's text is written."""

    points: float
    ink: str
    family: str
    extra: str


class PrintedCells:
    """The cells of a rectangle of a sheet.

    Args:
        session: of their world.
        cells: those that show anything.
        merges: of the sheet.
        has_lines: whether lines are drawn between cells.
    """

    def __init__(
        self,
        session: Session,
        cells: Iterator[CellShown],
        merges: Sequence[Area],
        theme: themes.Theme,
        *,
        has_lines: bool,
    ) -> None:
        self._session, self._theme, self._has_lines = session, theme, has_lines
        ground = theme.colours["BACKGROUND"]
        self._ground = "" if ground == themes.USUAL.colours["BACKGROUND"] else ground
        self._cells = {(each.row, each.column): each for each in cells}
        self._merges = {(each.top, each.left): each for each in merges}
        self._covered = {
            (row, column)
            for each in merges
            for row in range(each.top, each.bottom)
            for column in range(each.left, each.right)
            if (row, column) != (each.top, each.left)
        }

    def drawn(self, page: PageOfCells) -> str:
        """What stands on a page."""
        boxes = dict(self._boxes(page))
        grounds, texts = list[str](), list[str]()
        for at, box in boxes.items():
            cell = self._cells.get(at)
            fill = code_of(cell.look, "backgroundColor") if cell else ""
            fill = fill or self._ground
            if fill or self._has_lines:
                stroke = f' stroke="{_GRID_LINE}" stroke-width="0.5"' if self._has_lines else ""
                grounds.append(f'<rect {_where(box)} fill="{fill or "none"}"{stroke}/>')
        for at, box in boxes.items():
            cell = self._cells.get(at)
            if cell is None:
                continue
            texts.extend(_borders(cell.look.get("borders") or {}, box))
            if cell.picture is not None:
                texts.append(self._picture(cell.picture, box))
            elif cell.control == "checkbox":
                texts.append(_checkbox(box, is_ticked=cell.value is True))
            elif cell.text:
                texts.extend(_written(cell, box, self._room(at, box, boxes), self._theme))
        return "".join([*grounds, *texts])

    def _boxes(self, page: PageOfCells) -> Iterator[tuple[tuple[int, int], Box]]:
        """Where cells stand; merged ones once, as large as what of them is on the page."""
        columns = list(_placed(page.columns))
        widths = {span.index: span.size for span in page.columns}
        heights = {span.index: span.size for span in page.rows}
        for y, row in _placed(page.rows):
            for x, column in columns:
                at = row.index, column.index
                if at in self._covered:
                    continue
                merged = self._merges.get(at)
                if merged is None:
                    yield at, Box(x, y, column.size, row.size)
                    continue
                wide = sum(widths.get(each, 0) for each in range(merged.left, merged.right))
                high = sum(heights.get(each, 0) for each in range(merged.top, merged.bottom))
                yield at, Box(x, y, wide, high)

    def _room(self, at: tuple[int, int], box: Box, boxes: Mapping[tuple[int, int], Box]) -> float:
        """How wide a text may be that goes on over blank cells beside it."""
        room, (row, column) = box.width, at
        while (beside := boxes.get((row, column := column + 1))) is not None:
            found = self._cells.get((row, column))
            if found is not None and (found.text or found.picture):
                break
            room += beside.width
        return room

    def _picture(self, picture: Picture, box: Box) -> str:
        size = max(box.width - 4, 1), max(box.height - 4, 1)
        if picture.kind == "sparkline":
            markup = sparklines.as_svg(sparklines.drawn(picture.details, *size), *size)
        elif picture.file is None:
            y = box.height - _INSET
            markup = f'<text y="{y:g}" font-size="8" fill="{FAINT}">{escape(picture.said)}</text>'
        else:
            content = base64.b64encode(content_of(self._session, picture.file)).decode()
            markup = (
                f'<image href="data:{picture.file.mime};base64,{content}"'
                f' width="{size[0]:g}" height="{size[1]:g}"/>'
            )
        return f'<g transform="translate({box.x + 2:g} {box.y + 2:g})">{markup}</g>'


def _placed(spans: Sequence[Span]) -> Iterator[tuple[float, Span]]:
    at = 0.0
    for span in spans:
        yield at, span
        at += span.size


def _where(box: Box) -> str:
    return f'x="{box.x:g}" y="{box.y:g}" width="{box.width:g}" height="{box.height:g}"'


def _borders(borders: Mapping[str, Any], box: Box) -> Iterator[str]:
    right, bottom = box.x + box.width, box.y + box.height
    ends = {
        "top": (box.x, box.y, right, box.y),
        "bottom": (box.x, bottom, right, bottom),
        "left": (box.x, box.y, box.x, bottom),
        "right": (right, box.y, right, bottom),
    }
    for side, (x1, y1, x2, y2) in ends.items():
        border: Mapping[str, Any] = borders.get(side) or {}
        style = border.get("style", "NONE")
        if style in ("NONE", "STYLE_UNSPECIFIED"):
            continue
        dash = f' stroke-dasharray="{_DASHES[style]}"' if style in _DASHES else ""
        ink = code_of(border, "color") or "#000000"
        width = _WIDTHS.get(style, 0.8)
        yield (
            f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{ink}"'
            f' stroke-width="{width}"{dash}/>'
        )


def _checkbox(box: Box, *, is_ticked: bool) -> str:
    x, y = box.x + box.width / 2 - 4, box.y + box.height / 2 - 4
    tick = '<path d="M2 4 L3.6 6 L6.4 2.4" fill="none" stroke="#1f2933"/>' if is_ticked else ""
    frame = f'<rect width="8" height="8" rx="1" fill="none" stroke="{FAINT}" stroke-width="0.8"/>'
    return f'<g transform="translate({x:g} {y:g})">{frame}{tick}</g>'


def _written(cell: CellShown, box: Box, room: float, theme: themes.Theme) -> Iterator[str]:
    """The lines of a cell's text."""
    how, side = _how(cell, theme), alignments.side_of(cell.look, cell.value)
    is_fixed = isinstance(cell.value, int | float)
    wraps = cell.look.get("wrapStrategy") == "WRAP"
    if cell.look.get("wrapStrategy") == "CLIP" or is_fixed or side != "LEFT" or wraps:
        room = box.width
    left, right = _inset(cell.look, "left"), _inset(cell.look, "right")
    lines = _lines(cell.text, cell.look, room - left - right, wraps=wraps, is_fixed=is_fixed)
    step = how.points * text_sizes.LINE * 0.75
    lines = lines[: max(int(box.height / step), 1)]
    y = _base(cell.look.get("verticalAlignment", "BOTTOM"), box, step * len(lines), how.points)
    x, anchor = {
        "LEFT": (box.x + left, "start"),
        "CENTER": (box.x + (left + box.width - right) / 2, "middle"),
        "RIGHT": (box.x + box.width - right, "end"),
    }[side]
    for at, line in enumerate(lines):
        yield (
            f'<text transform="translate({x:g} {y + at * step:.2f}){how.extra}"'
            f' font-family="{how.family}" font-size="{how.points:g}" fill="{how.ink}"'
            f' text-anchor="{anchor}"{_marks(cell, how)}>{escape(line)}</text>'
        )


def _inset(look: Mapping[str, Any], side: str) -> float:
    return _INSET + (alignments.room(look, side) - alignments.USUAL) * POINTS


def _how(cell: CellShown, theme: themes.Theme) -> _Text:
    words: Mapping[str, Any] = cell.look.get("textFormat") or {}
    fill = code_of(cell.look, "backgroundColor")
    ink = cell.colour or code_of(words, "foregroundColor")
    usual = _LINK if cell.link else "#ffffff" if fill and light_of(fill) < DARK else INK
    if theme.kept:
        usual = theme.colours["LINK" if cell.link else "TEXT"]
    is_mono = words.get("fontFamily", theme.font) in _MONO
    family = "JetBrains Mono, monospace" if is_mono else "Inter, sans-serif"
    slant = f" {_SLANT}" if words.get("italic") else ""
    return _Text(float(words.get("fontSize", 10)), ink or usual, family, slant)


def _marks(cell: CellShown, how: _Text) -> str:
    words: Mapping[str, Any] = cell.look.get("textFormat") or {}
    lines = [
        name
        for name, is_there in (
            ("underline", words.get("underline") or cell.link),
            ("line-through", words.get("strikethrough")),
        )
        if is_there
    ]
    found = f' text-decoration="{" ".join(lines)}"' if lines else ""
    if words.get("bold"):
        found += f' stroke="{how.ink}" stroke-width="{how.points * _BOLD:.2f}"'
    return found


def _base(upright: str, box: Box, height: float, points: float) -> float:
    """Where the first line stands."""
    if upright == "TOP":
        return box.y + points + 1.5
    if upright == "MIDDLE":
        return box.y + (box.height - height) / 2 + points + 0.5
    return box.y + box.height - height + points + 0.5


def _lines(
    text: str, look: Mapping[str, Any], room: float, *, wraps: bool, is_fixed: bool
) -> list[str]:
    """A text in lines that find room."""

    def fits(line: str) -> bool:
        return text_sizes.letters_of(line, look) * 0.75 <= room

    if is_fixed and not fits(text):
        return ["#" * max(int(room / 5.5), 1)]
    found = list[str]()
    for paragraph in text.split("\n"):
        if not wraps:
            found.append(_shortened(paragraph, fits))
            continue
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if line and not fits(longer):
                found.append(line)
                line = word
            else:
                line = longer
        found.append(_shortened(line, fits))
    return found


def _shortened(line: str, fits: Any) -> str:
    """What of a line finds room; a cell cuts it off."""
    if fits(line):
        return line
    low, high = 0, len(line)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(line[:middle]) else (low, middle - 1)
    return line[:low]
