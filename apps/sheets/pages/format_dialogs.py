"""Dialogs about how cells look: number formats, borders, alternating colors, decimal places."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sqlalchemy import select

from workworld.apps.sheets.models import Banding, Style
from workworld.apps.sheets.pages.asked import Asked, Sent
from workworld.apps.sheets.pages.asking import deed, dialog
from workworld.apps.sheets.pages.range_dialogs import active
from workworld.apps.sheets.service import alignments, resources, themes
from workworld.errors import Invalid

PATTERNS = (
    "0",
    "0.00",
    "#,##0",
    "#,##0.00",
    "0%",
    "0.00%",
    '"$"#,##0.00',
    '"$"#,##0;[Red]-"$"#,##0',
    "0.00E+00",
    "m/d/yyyy",
    "yyyy-mm-dd",
    "mmmm d, yyyy",
    "h:mm am/pm",
    "[h]:mm:ss",
)
"""Patterns that the dialog offers."""
SIDES = ("top", "bottom", "left", "right", "innerHorizontal", "innerVertical")
BORDERS = (
    ("all", "All borders", SIDES),
    ("outer", "Outer borders", SIDES[:4]),
    ("inner", "Inner borders", SIDES[4:]),
    ("horizontal", "Horizontal borders", ("innerHorizontal",)),
    ("vertical", "Vertical borders", ("innerVertical",)),
    ("top", "Top border", ("top",)),
    ("bottom", "Bottom border", ("bottom",)),
    ("left", "Left border", ("left",)),
    ("right", "Right border", ("right",)),
    ("none", "No borders", SIDES),
)
LINES = (
    ("SOLID", "Thin"),
    ("SOLID_MEDIUM", "Medium"),
    ("SOLID_THICK", "Thick"),
    ("DASHED", "Dashed"),
    ("DOTTED", "Dotted"),
    ("DOUBLE", "Double"),
)
BANDS = (
    ("Green", "#57bb8a", "#ffffff", "#e6f4ea"),
    ("Blue", "#5b95f9", "#ffffff", "#e8f0fe"),
    ("Gray", "#bdbdbd", "#ffffff", "#f3f3f3"),
    ("Orange", "#f7cb4d", "#ffffff", "#fef8e3"),
    ("Rose", "#f46524", "#ffffff", "#ffe6dd"),
    ("Violet", "#8989eb", "#ffffff", "#e8e7fc"),
)
_DECIMALS = re.compile(r"0(?:\.(0+))?(?=[^0.]|$)")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_MOST_DECIMALS = 20


@dialog("number-format")
def number_format(asked: Asked) -> Mapping[str, Any]:
    """A number format of one's own."""
    return {"pattern": pattern_of(asked), "patterns": PATTERNS}


@number_format.taken
def _number_format(asked: Asked) -> Sent:
    pattern = asked.form.get("pattern", "").strip()
    if not pattern:
        raise Invalid("invalid_argument", "Enter a number format.")
    return Sent([_formatted(each, pattern) for each in asked.ranges("selected")])


@deed("decimals")
def decimals(asked: Asked) -> Sent:
    """One decimal place more or less, from how the active cell is shown."""
    by = 1 if asked.form.get("by") == "1" else -1
    before = pattern_of(asked)
    pattern = with_decimals(before or "0", by)
    return Sent([_formatted(each, pattern) for each in asked.ranges("selected")])


@deed("indent")
def indent(asked: Asked) -> Sent:
    """One step more or less between texts and their side of the cell, from the active cell's."""
    look = look_of(asked)
    steps = alignments.steps_of(look) + (1 if asked.form.get("by") == "1" else -1)
    padding = alignments.indented(steps, alignments.side_of(look, None))
    wanted = {"userEnteredFormat": {"padding": padding}}
    fields = "userEnteredFormat.padding"
    return Sent(
        [
            {"repeatCell": {"range": each, "cell": wanted, "fields": fields}}
            for each in asked.ranges("selected")
        ]
    )


def with_decimals(pattern: str, by: int) -> str:
    """A number format that shows so many more decimal places."""

    def changed(match: re.Match[str]) -> str:
        count = min(max(len(match[1] or "") + by, 0), _MOST_DECIMALS)
        return "0" + ("." + "0" * count if count else "")

    return _DECIMALS.sub(changed, pattern)


def pattern_of(asked: Asked) -> str:
    """The number format of the active cell; empty if it has none."""
    found = look_of(asked).get("numberFormat", {})
    return str(found.get("pattern", ""))


def look_of(asked: Asked) -> Mapping[str, Any]:
    """How the active cell looks, as the vendor's ``CellFormat``."""
    style_id = asked.grid.cell(*active(asked)).style_id
    if style_id is None:
        return {}
    return asked.ctx.session.get_one(Style, style_id).format


def _formatted(found: Mapping[str, Any], pattern: str) -> dict[str, Any]:
    kind = "PERCENT" if "%" in pattern else "DATE" if re.search("[ymd]", pattern) else "NUMBER"
    look = {"numberFormat": {"type": kind, "pattern": pattern}}
    fields = "userEnteredFormat.numberFormat"
    return {"repeatCell": {"range": found, "cell": {"userEnteredFormat": look}, "fields": fields}}


@dialog("borders")
def borders(_asked: Asked) -> Mapping[str, Any]:
    """Lines around cells."""
    return {"choices": [(value, text) for value, text, _ in BORDERS], "lines": LINES}


@borders.taken
def _borders(asked: Asked) -> Sent:
    where = asked.form.get("where", "all")
    sides = next((sides for name, _, sides in BORDERS if name == where), SIDES)
    line: dict[str, Any] = {"style": "NONE"}
    if where != "none":
        code = colour(asked.form.get("color", "#000000"))
        line = {"style": asked.form.get("line", "SOLID"), "colorStyle": code}
    drawn = dict.fromkeys(sides, line)
    return Sent([{"updateBorders": {"range": each, **drawn}} for each in asked.ranges()])


@dialog("banding")
def banding(asked: Asked) -> Mapping[str, Any]:
    """Alternating colors of rows."""
    query = select(Banding).where(Banding.sheet_id == asked.grid.sheet.id).order_by(Banding.id)
    there = [(each.id, each.ranges[0]) for each in asked.ctx.session.scalars(query)]
    return {"named": [(each[0], each[0]) for each in BANDS], "there": there}


@banding.taken
def _banding(asked: Asked) -> Sent:
    form = asked.form
    if form.get("remove"):
        return Sent([{"deleteBanding": {"bandedRangeId": whole(form["remove"])}}], stays=True)
    chosen = next((each for each in BANDS if each[0] == form.get("band")), BANDS[0])
    colours = {
        "firstBandColorStyle": resources.color_style(chosen[2]),
        "secondBandColorStyle": resources.color_style(chosen[3]),
    }
    if form.get("head"):
        colours["headerColorStyle"] = resources.color_style(chosen[1])
    if form.get("foot"):
        colours["footerColorStyle"] = resources.color_style(chosen[1])
    added = {"range": asked.range(), "rowProperties": colours}
    return Sent([{"addBanding": {"bandedRange": added}}])


def colour(code: str) -> dict[str, Any]:
    """A colour as ``ColorStyle``.

    Raises:
        Invalid: it is neither one such as ``#1a73e8`` nor one of the theme: ``ACCENT1``.
    """
    if code.strip() in themes.COLOURS:
        return {"themeColor": code.strip()}
    if not is_code(code.strip()):
        raise Invalid("invalid_argument", f"{code} is no color such as #1a73e8.")
    return resources.color_style(code.strip().lower())


def is_code(text: str) -> bool:
    """Whether a text is a colour such as ``#1a73e8``."""
    return _COLOUR.fullmatch(text) is not None


def whole(text: str) -> int:
    """The id of something, as a form sends it.

    Raises:
        Invalid: it is none.
    """
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise Invalid("invalid_argument", f"There is nothing with the id {text}.")
    return int(text)
