"""How cells look: the vendor's ``CellFormat`` and openpyxl's styles, each as the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from openpyxl.cell.cell import Cell
from openpyxl.cell.text import InlineFont
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.styles.differential import DifferentialStyle

from workworld.apps.sheets.engine.format_codes import FormatError, sections
from workworld.apps.sheets.service import alignments
from workworld.apps.sheets.service.resources import color_style
from workworld.apps.sheets.service.styles import pattern_of
from workworld.apps.sheets.service.xlsx.colours import style_of, written
from workworld.apps.sheets.service.xlsx.theme_files import FileTheme

Look = dict[str, Any]
USUAL_FONT, USUAL_SIZE = "Arial", 10
_USUAL_INKS: tuple[Look, ...] = ({"rgbColor": {}}, {"themeColor": "TEXT"})
_ACROSS = {"LEFT": "left", "CENTER": "center", "RIGHT": "right"}
_DOWN = {"TOP": "top", "MIDDLE": "center", "BOTTOM": "bottom"}
_LINES: Mapping[str, Any] = {
    "SOLID": "thin",
    "SOLID_MEDIUM": "medium",
    "SOLID_THICK": "thick",
    "DASHED": "dashed",
    "DOTTED": "dotted",
    "DOUBLE": "double",
}
_LINE_OF = {
    **{theirs: ours for ours, theirs in _LINES.items()},
    "hair": "DOTTED",
    "mediumDashed": "DASHED",
    "dashDot": "DASHED",
    "mediumDashDot": "DASHED",
    "dashDotDot": "DASHED",
    "mediumDashDotDot": "DASHED",
    "slantDashDot": "DASHED",
}
_SIDES = ("top", "bottom", "left", "right")


def put(cell: Cell, look: Mapping[str, Any]) -> None:
    """Let a cell look as the vendor's format says."""
    if code := pattern_of(look):
        cell.number_format = code
    cell.font = font_of(look.get("textFormat") or {})
    if ground := written(look, "backgroundColor"):
        cell.fill = PatternFill("solid", fgColor=ground)
    if borders := look.get("borders"):
        sides: dict[str, Any] = {side: _side(borders.get(side) or {}) for side in _SIDES}
        cell.border = Border(**sides)
    cell.alignment = _alignment(look)


def font_of(text: Mapping[str, Any], *, is_whole: bool = True) -> Font:
    """The font of a ``TextFormat``.

    Args:
        text: the format.
        is_whole: whether face and size are told, rather than what differs alone.
    """
    return Font(
        name=text.get("fontFamily") or (USUAL_FONT if is_whole else None),
        sz=text.get("fontSize") or (USUAL_SIZE if is_whole else None),
        b=text.get("bold") or None,
        i=text.get("italic") or None,
        strike=text.get("strikethrough") or None,
        u="single" if text.get("underline") else None,
        color=written(text, "foregroundColor"),
    )


def differing(look: Mapping[str, Any]) -> DifferentialStyle:
    """The part of a look that a conditional format puts over what is there."""
    ground = written(look, "backgroundColor")
    return DifferentialStyle(
        font=font_of(look.get("textFormat") or {}, is_whole=False),
        fill=PatternFill("solid", bgColor=ground) if ground else None,
    )


def _side(border: Mapping[str, Any]) -> Side:
    style = _LINES.get(border.get("style", ""))
    if style is None:
        return Side()
    return Side(style=style, color=written(border, "color") or "FF000000")


def _alignment(look: Mapping[str, Any]) -> Alignment:
    rotation = look.get("textRotation") or {}
    turned = 255 if rotation.get("vertical") else _turn(rotation.get("angle", 0))
    return Alignment(
        horizontal=_ACROSS.get(look.get("horizontalAlignment", "")),
        vertical=_DOWN.get(look.get("verticalAlignment", "")),
        wrap_text=look.get("wrapStrategy") == "WRAP" or None,
        text_rotation=turned,
        indent=alignments.steps_of(look),
    )


def _turn(angle: int) -> int:
    """Degrees up from the line; files count those down from it on from 90."""
    return angle if angle >= 0 else 90 - angle


def look_of(cell: Any, theme: FileTheme) -> Look:
    """What a cell looks like, as far as it is not the usual."""
    look: Look = {}
    if numbers := _number_format(cell.number_format):
        look["numberFormat"] = numbers
    fill = cell.fill
    if fill.fill_type and fill.fill_type != "none":
        ground = style_of(fill.fgColor, theme) if fill.fill_type == "solid" else {}
        if ground:
            look["backgroundColorStyle"] = ground
    sides = {side: _border(getattr(cell.border, side), theme) for side in _SIDES}
    if borders := {side: found for side, found in sides.items() if found}:
        look["borders"] = borders
    if text := text_of(cell.font, theme):
        look["textFormat"] = text
    return look | _aligned(cell.alignment)


def text_of(font: Any, theme: FileTheme) -> Look:
    """A font as ``TextFormat``, as far as it is not the usual of the file's programs."""
    found: Look = {}
    if font is None:
        return found
    face = font.rFont if isinstance(font, InlineFont) else font.name
    if face and face not in (USUAL_FONT, "Calibri", "Aptos Narrow"):
        found["fontFamily"] = face
    if font.sz and round(font.sz) not in (USUAL_SIZE, 11):
        found["fontSize"] = min(max(round(font.sz), 1), 400)
    for name, value in (("bold", font.b), ("italic", font.i), ("strikethrough", font.strike)):
        if value:
            found[name] = True
    if font.u and font.u != "none":
        found["underline"] = True
    ink = style_of(font.color, theme)
    if ink and ink not in _USUAL_INKS:
        found["foregroundColorStyle"] = ink
    return found


def _number_format(code: str | None) -> Look | None:
    """A number format by the kind that its pattern shows; None for the usual one."""
    if not code or code.lower() == "general":
        return None
    try:
        found = sections(code)
    except FormatError:
        return None
    first = found[0]
    if first.is_date:
        bare = code.lower()
        has_time, has_day = "h" in bare or "s" in bare, "y" in bare or "d" in bare
        return {"type": "DATE_TIME" if has_time and has_day else "TIME" if has_time else "DATE",
                "pattern": code}  # fmt: skip
    kinds = (("@", "TEXT"), ("%", "PERCENT"), ("E+", "SCIENTIFIC"), ("$", "CURRENCY"))
    kind = next((kind for mark, kind in kinds if mark in code), "NUMBER")
    return {"type": kind, "pattern": code}


def _border(side: Side | None, theme: FileTheme) -> Look | None:
    style = _LINE_OF.get(side.style or "") if side is not None else None
    if style is None or side is None:
        return None
    ink = style_of(side.color, theme) or color_style("#000000")
    return {"style": style, "colorStyle": ink}


def _aligned(alignment: Alignment) -> Look:
    look: Look = {}
    across = {theirs: ours for ours, theirs in _ACROSS.items()}
    down = {theirs: ours for ours, theirs in _DOWN.items()}
    if found := across.get(alignment.horizontal or ""):
        look["horizontalAlignment"] = found
    if (found := down.get(alignment.vertical or "")) and found != "BOTTOM":
        look["verticalAlignment"] = found
    if alignment.wrap_text:
        look["wrapStrategy"] = "WRAP"
    if padding := alignments.indented(round(alignment.indent or 0), alignments.side_of(look, None)):
        look["padding"] = padding
    if turned := alignment.text_rotation:
        angle = turned if turned <= 90 else 90 - turned
        look["textRotation"] = {"vertical": True} if turned == 255 else {"angle": int(angle)}
    return look
