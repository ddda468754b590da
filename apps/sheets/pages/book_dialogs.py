"""Dialogs about a workbook as a whole, and about its sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workworld.apps.sheets.models import Sheet
from workworld.apps.sheets.pages import moments
from workworld.apps.sheets.pages.asked import Asked, Did, Form, Place, Sent
from workworld.apps.sheets.pages.asking import deed, dialog
from workworld.apps.sheets.pages.blueprint import at
from workworld.apps.sheets.pages.format_dialogs import colour
from workworld.apps.sheets.pages.toolbars import NAMES, THEMED
from workworld.apps.sheets.service import access, workbooks
from workworld.directory.people import by_ids, zones
from workworld.doors.web import nothing, page
from workworld.errors import Invalid

LOCALES = (
    ("en_US", "United States"),
    ("en_GB", "United Kingdom"),
    ("de_DE", "Germany"),
    ("fr_FR", "France"),
    ("es_ES", "Spain"),
    ("it_IT", "Italy"),
    ("nl_NL", "Netherlands"),
    ("pl_PL", "Poland"),
    ("ja_JP", "Japan"),
)
RECALCULATIONS = (
    ("ON_CHANGE", "On change"),
    ("MINUTE", "On change and every minute"),
    ("HOUR", "On change and every hour"),
)


@dialog("rename")
def rename(asked: Asked) -> Mapping[str, Any]:
    """What the workbook is called."""
    return {"title": asked.workbook.title}


@rename.taken
def _rename(asked: Asked) -> Sent:
    title = asked.form.get("title", "").strip()
    if not title:
        raise Invalid("invalid_argument", "Enter a title.")
    change = {"properties": {"title": title}, "fields": "title"}
    return Sent([{"updateSpreadsheetProperties": change}])


@dialog("settings")
def settings(asked: Asked) -> Mapping[str, Any]:
    """Locale, time zone and how often the workbook is calculated."""
    workbook = asked.workbook
    known = workbook.locale in dict(LOCALES)
    found = sorted({*zones(asked.ctx.session), workbook.time_zone, "UTC"})
    return {
        "locales": LOCALES if known else (*LOCALES, (workbook.locale, workbook.locale)),
        "locale": workbook.locale,
        "zones": [(name, name.replace("_", " ")) for name in found],
        "zone": workbook.time_zone,
        "recalculations": RECALCULATIONS,
        "recalculation": workbook.recalculation,
    }


@settings.taken
def _settings(asked: Asked) -> Sent:
    form = asked.form
    properties = {
        "locale": form.get("locale", "en_US"),
        "timeZone": form.get("zone", asked.workbook.time_zone),
        "autoRecalc": form.get("recalculation", "ON_CHANGE"),
    }
    change = {"properties": properties, "fields": "locale,timeZone,autoRecalc"}
    return Sent([{"updateSpreadsheetProperties": change}])


@dialog("trash", role="owner")
def trash(asked: Asked) -> Mapping[str, Any]:
    """Throw the workbook away."""
    return {"title": asked.workbook.title}


@trash.done
def _trash(place: Place, _form: Form) -> Did:
    page(workbooks.trash, nothing, workbook_id=place.workbook_id)
    return Did(url=at("/"))


@dialog("details", role="reader")
def details(asked: Asked) -> Mapping[str, Any]:
    """What is known of the workbook."""
    ctx, workbook = asked.ctx, asked.workbook
    people = by_ids(ctx.session, [workbook.owner_id, workbook.modified_by])
    cells = sum(len([1 for each in grid.cells().values() if each.kind]) for grid in asked.grids)
    rows = [
        ("Title", workbook.title),
        ("Owner", people[workbook.owner_id].name),
        ("Created", moments.moment(ctx, workbook.created_us)),
        ("Last changed", moments.moment(ctx, workbook.modified_us)),
        ("Changed by", people[workbook.modified_by].name),
        ("Sheets", f"{len(asked.grids):,}"),
        ("Cells with content", f"{cells:,}"),
        ("Locale", workbook.locale),
        ("Time zone", workbook.time_zone),
        ("Your role", access.role_of(ctx, workbook).capitalize()),
    ]
    return {"rows": rows}


@dialog("rename-sheet")
def rename_sheet(asked: Asked) -> Mapping[str, Any]:
    """What the sheet is called."""
    return {"title": asked.grid.sheet.title}


@rename_sheet.taken
def _rename_sheet(asked: Asked) -> Sent:
    title = asked.form.get("title", "").strip()
    if not title:
        raise Invalid("invalid_argument", "Enter a name.")
    return Sent([changed(asked.grid.sheet, title=title)])


@dialog("tab-color")
def tab_color(asked: Asked) -> Mapping[str, Any]:
    """The color of the sheet's tab."""
    names = [(code, name) for name, code in NAMES.items()][10:20]
    themed = [(code, name) for name, code in THEMED.items()]
    return {"colors": [("", "None"), *names, *themed], "color": asked.grid.sheet.tab_color}


@tab_color.taken
def _tab_color(asked: Asked) -> Sent:
    code = asked.form.get("color", "")
    sheet: dict[str, Any] = {"sheetId": asked.place.gid}
    if code:
        sheet["tabColorStyle"] = colour(code)
    change = {"properties": sheet, "fields": "tabColorStyle"}
    return Sent([{"updateSheetProperties": change}])


@dialog("delete-sheet")
def delete_sheet(asked: Asked) -> Mapping[str, Any]:
    """Whether the sheet is to be deleted."""
    return {"title": asked.grid.sheet.title}


@delete_sheet.taken
def _delete_sheet(asked: Asked) -> Sent:
    return Sent([{"deleteSheet": {"sheetId": asked.place.gid}}])


@dialog("sheets", role="reader")
def sheets(asked: Asked) -> Mapping[str, Any]:
    """All sheets, those too that are hidden."""
    return {
        "sheets": [
            {
                "gid": each.sheet.sheet_id,
                "title": each.sheet.title,
                "is_hidden": each.sheet.is_hidden,
            }
            for each in asked.grids
        ]
    }


@sheets.taken
def _sheets(asked: Asked) -> Sent:
    wanted = asked.form.get("show") or asked.form.get("hide") or ""
    sheet = next((each.sheet for each in asked.grids if str(each.sheet.sheet_id) == wanted), None)
    if sheet is None:
        raise Invalid("invalid_argument", "This sheet is gone.")
    return Sent([changed(sheet, hidden="hide" in asked.form)], stays=True)


@deed("move-sheet")
def move_sheet(asked: Asked) -> Sent:
    """Move the sheet's tab one place to the left or right."""
    by = 1 if asked.form.get("by") == "1" else -1
    shown = [each.sheet.position for each in asked.grids if not each.sheet.is_hidden]
    here = asked.grid.sheet.position
    beside = [each for each in shown if (each > here if by > 0 else each < here)]
    if not beside:
        return Sent([])
    to = min(beside) + 1 if by > 0 else max(beside)
    return Sent([changed(asked.grid.sheet, index=to)])


def changed(sheet: Sheet, **properties: Any) -> dict[str, Any]:
    """The request that changes properties of a sheet."""
    return {
        "updateSheetProperties": {
            "properties": {"sheetId": sheet.sheet_id, **properties},
            "fields": ",".join(properties),
        }
    }
