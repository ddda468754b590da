"""How cells look, as style sheets say it: the vendor's ``CellFormat`` → CSS."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from workworld.apps.sheets.service import alignments
from workworld.apps.sheets.service.styles import THEME_COLORS, Format
from workworld.apps.sheets.service.xlsx.colours import DARK, light_of
from workworld.randomness import digest

_ALIGN = {"LEFT": "left", "CENTER": "center", "RIGHT": "right"}
_FLEX = {"LEFT": "flex-start", "CENTER": "center", "RIGHT": "flex-end"}
_UPRIGHT = {"TOP": "flex-start", "MIDDLE": "center", "BOTTOM": "flex-end"}
_WRAP = {"WRAP": "wrap", "CLIP": "clip", "LEGACY_WRAP": "wrap", "OVERFLOW_CELL": "overflow"}
_LINES = {
    "SOLID": (1, "solid"),
    "SOLID_MEDIUM": (2, "solid"),
    "SOLID_THICK": (3, "solid"),
    "DOTTED": (1, "dotted"),
    "DASHED": (1, "dashed"),
    "DOUBLE": (3, "double"),
}
_FACES = {
    "Courier New": "var(--font-mono)",
    "Roboto Mono": "var(--font-mono)",
    "JetBrains Mono": "var(--font-mono)",
    "Georgia": "Georgia, serif",
    "Times New Roman": '"Times New Roman", serif',
}
_NAMED = {
    "black": "#000000",
    "blue": "#0000ff",
    "cyan": "#00ffff",
    "green": "#008000",
    "magenta": "#ff00ff",
    "red": "#ff0000",
    "white": "#ffffff",
    "yellow": "#ffff00",
}
_PIXELS_PER_POINT = 4 / 3


class Look(NamedTuple):
    """How cells look, for a page."""

    css: str
    wrap: str
    """``wrap``, ``clip`` or ``overflow``; empty for the usual."""
    align: str
    """``left``, ``center`` or ``right``; empty where the value decides."""

    @property
    def id(self) -> str:
        """The same for all that look alike, in whatever workbook."""
        return digest(*self).hex()[:10]


def look_of(given: Format, colour: str = "") -> Look | None:
    """How cells of a format look; None for the usual.

    Args:
        given: the format.
        colour: what the number format asks for; empty for nothing.
    """
    wrap, align = _WRAP.get(given.get("wrapStrategy", ""), ""), _align(given)
    css = " ".join(f"{name}: {value};" for name, value in _rules(given, colour))
    return Look(css, wrap, align) if css or wrap or align else None


def runs_of(runs: Sequence[Mapping[str, Any]], given: Format) -> list[tuple[int, str]]:
    """From where on parts of a text look how, as style sheets say it.

    Args:
        runs: the vendor's ``TextFormatRun``.
        given: how the cell looks, as far as they say nothing else.
    """
    fill = _colour(given, "backgroundColor")
    found = []
    for each in runs:
        text: Mapping[str, Any] = each.get("format") or {}
        rules = [*_plain(text, given.get("textFormat") or {}), *_font(text), *_run_ink(text, fill)]
        css = " ".join(f"{name}: {value};" for name, value in rules)
        found.append((int(each.get("startIndex") or 0), css))
    return found


def _plain(text: Mapping[str, Any], whole: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What a part of a text is not, though the cell is."""
    for name, rule in (("bold", "font-weight"), ("italic", "font-style")):
        if whole.get(name) and text.get(name) is False:
            yield rule, "normal"


def _run_ink(text: Mapping[str, Any], fill: str) -> Iterator[tuple[str, str]]:
    if ink := _colour(text, "foregroundColor"):
        shown = ink if fill else f"light-dark({ink}, oklch(from {ink} max(l, 0.78) c h))"
        yield "color", shown
    elif (text.get("link") or {}).get("uri"):
        yield "color", "var(--link)"
        yield "text-decoration-line", "underline"


def _align(given: Format) -> str:
    return _ALIGN.get(given.get("horizontalAlignment", ""), "")


def _rules(given: Format, colour: str) -> Iterator[tuple[str, str]]:
    text: Mapping[str, Any] = given.get("textFormat") or {}
    fill = _colour(given, "backgroundColor")
    yield from _font(text)
    yield from _inks(text, fill, colour)
    side = given.get("horizontalAlignment", "")
    if side in _ALIGN:
        yield "justify-content", _FLEX[side]
        yield "text-align", _ALIGN[side]
    for edge in ("left", "right"):
        if (room := alignments.room(given, edge)) != alignments.USUAL:
            yield f"padding-{edge}", f"calc({room}px * var(--zoom, 1))"
    if given.get("verticalAlignment") in _UPRIGHT:
        yield "align-items", _UPRIGHT[given["verticalAlignment"]]
    yield from _borders(given.get("borders") or {})
    angle = (given.get("textRotation") or {}).get("angle")
    if angle:
        yield "--turn", f"{-int(angle)}deg"


def _font(text: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if text.get("bold"):
        yield "font-weight", "650"
    if text.get("italic"):
        yield "font-style", "italic"
    lines = [
        name
        for name, key in (("underline", "underline"), ("line-through", "strikethrough"))
        if text.get(key)
    ]
    if lines:
        yield "text-decoration-line", " ".join(lines)
    if size := text.get("fontSize"):
        yield "font-size", f"calc({round(size * _PIXELS_PER_POINT, 2):g}px * var(--zoom, 1))"
    if face := _FACES.get(text.get("fontFamily", "")):
        yield "font-family", face


def _inks(text: Mapping[str, Any], fill: str, colour: str) -> Iterator[tuple[str, str]]:
    """The colours of what is written and of the ground.

    On the page's own ground dark text is lightened where that is dark; on a fill that people chose,
    text is as they chose it, or whatever can be read there.
    """
    ink = _NAMED.get(colour.lower(), colour) or _colour(text, "foregroundColor")
    if fill:
        yield "background-color", fill
        yield "color", ink or ("#ffffff" if light_of(fill) < DARK else "#1c1d22")
    elif ink:
        yield "color", f"light-dark({ink}, oklch(from {ink} max(l, 0.78) c h))"


def _borders(borders: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    shadows = []
    for side, (x, y) in {
        "top": (0, 1),
        "left": (1, 0),
        "bottom": (0, -1),
        "right": (-1, 0),
    }.items():
        border: Mapping[str, Any] = borders.get(side) or {}
        width, style = _LINES.get(border.get("style", ""), (0, ""))
        if not width:
            continue
        ink = _colour(border, "color") or "#000000"
        shown = f"light-dark({ink}, oklch(from {ink} max(l, 0.7) c h))"
        if style == "solid":
            shadows.append(f"inset {x * width}px {y * width}px {shown}")
        else:
            yield f"border-{side}", f"{width}px {style} {shown}"
    if shadows:
        yield "box-shadow", ", ".join(shadows)


def _colour(given: Mapping[str, Any], name: str) -> str:
    """A colour as ``#rrggbb``; empty for none."""
    style: Mapping[str, Any] = given.get(f"{name}Style") or {}
    if "themeColor" in style:
        return THEME_COLORS.get(style["themeColor"], "")
    parts = style.get("rgbColor", given.get(name))
    if not isinstance(parts, Mapping):
        return ""
    return "#" + "".join(
        f"{int(min(max(float(parts.get(each) or 0), 0), 1) * 255 + 0.5):02x}"
        for each in ("red", "green", "blue")
    )
