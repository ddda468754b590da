"""The dialog of the workbook's theme: those to choose from, and its parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workworld.apps.sheets.pages.asked import Asked, Request, Sent
from workworld.apps.sheets.pages.asking import dialog
from workworld.apps.sheets.pages.cell_styles import face_of
from workworld.apps.sheets.pages.format_dialogs import is_code
from workworld.apps.sheets.service import themes
from workworld.errors import Invalid


@dialog("theme")
def theme(asked: Asked) -> Mapping[str, Any]:
    """The theme of the workbook."""
    now = themes.of(asked.workbook)
    fonts = themes.FONTS if now.font in themes.FONTS else (*themes.FONTS, now.font)
    fields = [(each, themes.NAMES[each], now.colours[each]) for each in themes.COLOURS]
    return {
        "offered": themes.THEMES,
        "now": now,
        "fonts": [(each, each) for each in fonts],
        "fields": fields,
        "face_of": face_of,
    }


@theme.taken
def _theme(asked: Asked) -> Sent:
    form = asked.form
    if "theme" in form:
        found = next((each for each in themes.THEMES if each.name == form["theme"]), None)
        if found is None:
            raise Invalid("invalid_argument", "There is no such theme.")
        return Sent([_changed(found)], stays=True)
    given = {each: form.get(each, "").strip().lower() for each in themes.COLOURS}
    for each, code in given.items():
        if not is_code(code):
            said = f"{themes.NAMES[each]}: {code} is no color such as #1a73e8."
            raise Invalid("invalid_argument", said)
    made = themes.Theme("", form.get("font", ""), given)
    return Sent([_changed(made)], stays=True)


def _changed(wanted: themes.Theme) -> Request:
    properties = {"spreadsheetTheme": themes.resource(wanted)}
    change = {"properties": properties, "fields": "spreadsheetTheme"}
    return {"updateSpreadsheetProperties": change}
