"""How cells look: the vendor's ``CellFormat``, kept once for all cells that look alike.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/cells#CellFormat
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import select

from workworld.apps.sheets.masks import Mask
from workworld.apps.sheets.models import Style, Workbook
from workworld.apps.sheets.service import themes
from workworld.context import Context
from workworld.database import insert_row

Format = Mapping[str, Any]
"""A ``CellFormat``, as far as it is not the usual."""
PLAIN: Format = {}


class Styles:
    """The looks of a workbook, by the ids that cells have.

    Args:
        ctx: of whoever reads or edits it.
        workbook_id: which one.
    """

    def __init__(self, ctx: Context, workbook_id: str) -> None:
        self._ctx, self._workbook_id = ctx, workbook_id
        found = ctx.session.scalars(select(Style).where(Style.workbook_id == workbook_id))
        self._formats: dict[int, Format] = {each.id: each.format for each in found}
        self._ids = {_key(each): style_id for style_id, each in self._formats.items()}
        self._shown: dict[int, Format] = {}
        self._theme: themes.Theme | None = None
        self._tall: dict[int | None, bool] = {None: False}

    @classmethod
    def read(cls, ctx: Context, workbook_id: str) -> Styles:
        """Those of a workbook, looked up once for a page that shows many parts of it."""
        return ctx.remembered(("sheets.styles", workbook_id), lambda: cls(ctx, workbook_id))

    def format(self, style_id: int | None) -> Format:
        """What an id stands for; the usual look for None."""
        return PLAIN if style_id is None else self._formats.get(style_id, PLAIN)

    def shown(self, style_id: int | None) -> Format:
        """The same with the theme's colours by their parts, the same thing each time."""
        if style_id is None:
            return PLAIN
        if style_id not in self._shown:
            self._shown[style_id] = themes.resolved(self.format(style_id), self.theme)
        return self._shown[style_id]

    @property
    def theme(self) -> themes.Theme:
        """The workbook's."""
        if self._theme is None:
            workbook = self._ctx.session.get_one(Workbook, self._workbook_id)
            self._theme = themes.of(workbook)
        return self._theme

    def is_tall(self, style_id: int | None) -> bool:
        """Whether texts that look so may need more than a line of the usual letters."""
        if style_id not in self._tall:
            self._tall[style_id] = is_tall(self.format(style_id))
        return self._tall[style_id]

    def all(self) -> Mapping[int, Format]:
        """Every look that cells of the workbook have had."""
        return self._formats

    def id_of(self, look: Format) -> int | None:
        """The id of a look; None for the usual one."""
        look = tidied(look)
        if not look:
            return None
        known = self._ids.get(_key(look))
        if known is None:
            known = self._ctx.ids.next_number("sheets style", 2**31)
            number = len(self._formats) + 1
            insert_row(
                self._ctx.session,
                Style(id=known, workbook_id=self._workbook_id, number=number, format=dict(look)),
            )
            self._formats[known] = look
            self._ids[_key(look)] = known
        return known


def is_tall(look: Format) -> bool:
    """Whether texts that look so may need more than a line of the usual letters."""
    points = (look.get("textFormat") or {}).get("fontSize", USUAL_POINTS)
    return look.get("wrapStrategy") in WRAPS or points > USUAL_POINTS


def merged(look: Format, given: Format, mask: Mask) -> Format:
    """A look of which what a mask names is as given, absent where that is not given."""
    if not mask or "*" in mask:
        return given
    found = dict(look)
    for name, inner in mask.items():
        found.pop(_OTHER_FORM.get(name, ""), None)  # each form of a colour stands for both
        there, wanted = found.get(name), given.get(name)
        if inner and (isinstance(there, Mapping) or isinstance(wanted, Mapping)):
            found[name] = merged(there or {}, wanted or {}, inner)
        else:
            found[name] = wanted
    return found


def tidied(look: Format) -> dict[str, Any]:
    """A look without what is not said in it."""
    found = {}
    for name, each in look.items():
        kept = tidied(each) if isinstance(each, Mapping) and name not in _WHOLE else each
        if kept is not None and (kept != {} or name in _WHOLE):
            found[name] = kept
    return found


def pattern_of(look: Format) -> str:
    """The code of a look's number format; empty for none."""
    number: Mapping[str, str] = look.get("numberFormat") or {}
    return number.get("pattern") or PATTERNS.get(number.get("type", ""), "")


WRAPS = ("WRAP", "LEGACY_WRAP")
"""The vendor's ``wrapStrategy`` of texts that go on below."""
USUAL_POINTS = 10
PATTERNS = {
    "TEXT": "@",
    "NUMBER": "#,##0.00",
    "PERCENT": "0.00%",
    "CURRENCY": "$#,##0.00",
    "DATE": "m/d/yyyy",
    "TIME": "h:mm:ss am/pm",
    "DATE_TIME": "m/d/yyyy h:mm:ss",
    "SCIENTIFIC": "0.00E+00",
}
"""The usual code of each type of number format, in the United States.

https://developers.google.com/workspace/sheets/api/guides/formats
"""
_OTHER_FORM = {
    form: other
    for old in ("backgroundColor", "foregroundColor", "color")
    for form, other in ((old, f"{old}Style"), (f"{old}Style", old))
}
"""The old form of a colour → the new one, and the other way."""
_WHOLE = frozenset({"rgbColor", "color", "foregroundColor", "backgroundColor"})
"""What counts even if nothing is said within it: black has no parts."""


def _key(look: Format) -> str:
    return json.dumps(look, sort_keys=True)
