"""The theme of a workbook: a font and nine colours that cells name by what they are for.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets#SpreadsheetTheme
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workworld.apps.sheets.models import Workbook

COLOURS = (
    *("TEXT", "BACKGROUND", "ACCENT1", "ACCENT2", "ACCENT3"),
    *("ACCENT4", "ACCENT5", "ACCENT6", "LINK"),
)
"""What the colours of a theme are for: the vendor's ``ThemeColorType``, in its order."""
NAMES: Mapping[str, str] = {
    each: each.capitalize().replace("Accent", "Accent ") for each in COLOURS
}
"""What people call them."""
FONTS = ("Arial", "Courier New", "Georgia", "JetBrains Mono", "Roboto Mono", "Times New Roman")
"""The faces that pages have."""


@dataclass(frozen=True, slots=True)
class Theme:
    """A font and nine colours.

    Args:
        name: what it is called; empty for one that somebody made.
        font: the face of texts that have none of their own.
        colours: ``#rrggbb`` by the vendor's ``ThemeColorType``, all nine.
    """

    name: str
    font: str
    colours: Mapping[str, str]

    @property
    def accents(self) -> list[str]:
        """The colours of series, in their order."""
        return [self.colours[each] for each in COLOURS if each.startswith("ACCENT")]

    @property
    def kept(self) -> dict[str, Any]:
        """What a workbook keeps of it; nothing of the usual one."""
        if self.font == USUAL.font and self.colours == USUAL.colours:
            return {}
        return {"font": self.font, "colors": dict(self.colours)}


def _named(name: str, font: str, colours: str) -> Theme:
    return Theme(name, font, dict(zip(COLOURS, colours.split(), strict=True)))


THEMES: Sequence[Theme] = (
    _named(
        *("Standard", "Arial"),
        "#000000 #ffffff #4285f4 #ea4335 #fbbc04 #34a853 #ff6d01 #46bdc6 #1155cc",
    ),
    _named(
        *("Harbor", "Arial"),
        "#12303f #ffffff #0b6e8f #2fa4a9 #7cc3d8 #f2a65a #d1495b #5b6c8f #0b6e8f",
    ),
    _named(
        *("Orchard", "Georgia"),
        "#2b2a1f #fffdf7 #4f7942 #b5453a #e0a030 #8aa05c #7a5a3c #3f7d76 #3a6b2e",
    ),
    _named(
        *("Ember", "Arial"),
        "#2a1a16 #fffaf6 #c8501e #e58a2c #f0bd48 #8f2d2d #6b4a3a #3d6f80 #a83c10",
    ),
    _named(
        *("Graphite", "Roboto Mono"),
        "#1f2328 #ffffff #3c4650 #6b7785 #9aa5b1 #c2410c #0f766e #7c6f64 #0f5c8c",
    ),
    _named(
        *("Plum", "Arial"),
        "#2c1a33 #fffdff #7a3b8f #b0569f #dd8fb0 #4d5fa8 #3a8c8c #c48a3a #6a2c86",
    ),
    _named(
        *("Almanac", "Times New Roman"),
        "#2f2a24 #fbf6ea #8a5a2b #4a6670 #b2473e #7d8c4a #c79a3c #6a5b7b #2f5f77",
    ),
    _named(
        *("Midnight", "Arial"),
        "#e8ecf4 #161b26 #6ea8fe #ff8a8a #ffd166 #63d2a1 #ff9f5a #6fd3e0 #8ab8ff",
    ),
)
"""Those that people choose from, the usual one first."""
USUAL = THEMES[0]
"""The theme of a workbook for which none was chosen."""


def of(workbook: Workbook) -> Theme:
    """A workbook's theme."""
    kept = workbook.theme
    if not kept:
        return USUAL
    known = (each for each in THEMES if each.kept == kept)
    return next(known, Theme("", kept["font"], kept["colors"]))


def resolved(given: Any, theme: Theme) -> Any:
    """Something of the vendor's JSON with the theme's colours by their parts.

    What names no colour of a theme is answered as it is, so that it stays the same thing.
    """
    if isinstance(given, Mapping):
        if "themeColor" in given:
            return {
                "rgbColor": parts(theme.colours.get(given["themeColor"], USUAL.colours["TEXT"]))
            }
        found = {name: resolved(each, theme) for name, each in given.items()}
        return found if any(found[name] is not each for name, each in given.items()) else given
    if isinstance(given, Sequence) and not isinstance(given, str):
        several = [resolved(each, theme) for each in given]
        same = all(new is old for new, old in zip(several, given, strict=True))
        return given if same else several
    return given


def resource(theme: Theme) -> dict[str, Any]:
    """``SpreadsheetTheme``."""
    pairs = [
        {"colorType": each, "color": {"rgbColor": parts(theme.colours[each])}} for each in COLOURS
    ]
    return {"primaryFontFamily": theme.font, "themeColors": pairs}


def parts(code: str) -> dict[str, float]:
    """``#rrggbb`` as the vendor writes it: parts from 0 to 1, those that are 0 left out."""
    found = (int(code[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return {name: part for name, part in zip(("red", "green", "blue"), found, strict=True) if part}
