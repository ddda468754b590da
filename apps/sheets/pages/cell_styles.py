"""How cells look, as style sheets say it: the vendor's ``CellFormat`` → CSS."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from workworld.apps.sheets.service import alignments
from workworld.apps.sheets.service.colours import DARK, code_of, light_of
from workworld.apps.sheets.service.styles import Format
from workworld.apps.sheets.service.themes import USUAL, Theme
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
    fill = code_of(given, "backgroundColor")
    found = []
    for each in runs:
        text: Mapping[str, Any] = each.get("format") or {}
        rules = [*_plain(text, given.get("textFormat") or {}), *_font(text), *_run_ink(text, fill)]
        css = " ".join(f"{name}: {value};" for name, value in rules)
        found.append((int(each.get("startIndex") or 0), css))
    return found


def theme_of(theme: Theme) -> dict[str, Any]:
    """A theme for a page: its colours, and what the cells of a grid begin with."""
    found: dict[str, Any] = {"colors": theme.colours}
    if theme.kept:
        ground, ink = theme.colours["BACKGROUND"], theme.colours["TEXT"]
        is_plain = ground == USUAL.colours["BACKGROUND"]
        found["cells"] = {
            "--cell": "" if is_plain else ground,
            "--cell-scheme": "" if is_plain else "dark" if light_of(ground) < DARK else "light",
            "--cell-ink": _on_page(ink) if is_plain else ink,
            "--line": "" if is_plain else f"color-mix(in oklab, {ink} 18%, {ground})",
            "--cell-font": face_of(theme.font),
            "--cell-link": _on_page(theme.colours["LINK"]) if is_plain else theme.colours["LINK"],
        }
    return found


def face_of(font: str) -> str:
    """The face of a font, as style sheets say it; empty for the page's own."""
    return _FACES.get(font, "")


def _on_page(ink: str) -> str:
    """The colour of a text on the page's own ground, lightened where that is dark."""
    return f"light-dark({ink}, oklch(from {ink} max(l, 0.78) c h))"


def _plain(text: Mapping[str, Any], whole: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What a part of a text is not, though the cell is."""
    for name, rule in (("bold", "font-weight"), ("italic", "font-style")):
        if whole.get(name) and text.get(name) is False:
            yield rule, "normal"


def _run_ink(text: Mapping[str, Any], fill: str) -> Iterator[tuple[str, str]]:
    if ink := code_of(text, "foregroundColor"):
        yield "color", ink if fill else _on_page(ink)
    elif (text.get("link") or {}).get("uri"):
        yield "color", "var(--cell-link, var(--link))"
        yield "text-decoration-line", "underline"


def _align(given: Format) -> str:
    return _ALIGN.get(given.get("horizontalAlignment", ""), "")


def _rules(given: Format, colour: str) -> Iterator[tuple[str, str]]:
    text: Mapping[str, Any] = given.get("textFormat") or {}
    fill = code_of(given, "backgroundColor")
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
    if face := face_of(text.get("fontFamily", "")):
        yield "font-family", face


def _inks(text: Mapping[str, Any], fill: str, colour: str) -> Iterator[tuple[str, str]]:
    """The colours of what is written and of the ground.

    On the page's own ground dark text is lightened where that is dark; on a fill that people chose,
    text is as they chose it, or whatever can be read there.
    """
    ink = _NAMED.get(colour.lower(), colour) or code_of(text, "foregroundColor")
    if fill:
        yield "background-color", fill
        yield "color", ink or ("#ffffff" if light_of(fill) < DARK else "#1c1d22")
    elif ink:
        yield "color", _on_page(ink)


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
        ink = code_of(border, "color") or "#000000"
        shown = f"light-dark({ink}, oklch(from {ink} max(l, 0.7) c h))"
        if style == "solid":
            shadows.append(f"inset {x * width}px {y * width}px {shown}")
        else:
            yield f"border-{side}", f"{width}px {style} {shown}"
    if shadows:
        yield "box-shadow", ", ".join(shadows)
