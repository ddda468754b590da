"""Requests on sheets as wholes, and on the workbook's own properties.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request#addsheetrequest
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field
from sqlalchemy import delete

from workworld.apps.sheets import masks
from workworld.apps.sheets.engine.changes import Axis, Deleted, Renamed, SheetDeleted
from workworld.apps.sheets.models import Cell, Line, Name
from workworld.apps.sheets.service import following, themes
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.requests import merges
from workworld.apps.sheets.service.requests.dimensions import grow
from workworld.apps.sheets.service.requests.registry import request
from workworld.apps.sheets.service.requests.shapes import (
    Color,
    ColorStyle,
    Index,
    Shape,
    ThemeColor,
)
from workworld.apps.sheets.service.sheet_properties import (
    COLUMNS,
    ROWS,
    check_title,
    new_sheet,
    place,
    properties,
)
from workworld.errors import Invalid
from workworld.zones import zone_names

Count = Annotated[int, Field(ge=1, le=10_000_000)]


class GridProperties(Shape):
    """How large a grid is, and what of it stays in view."""

    row_count: Count | None = None
    column_count: Count | None = None
    frozen_row_count: Index | None = None
    frozen_column_count: Index | None = None
    hide_gridlines: bool | None = None
    row_group_control_after: bool | None = None
    column_group_control_after: bool | None = None


class SheetProperties(Shape):
    """What a sheet is, its cells aside."""

    sheet_id: Index | None = None
    title: str | None = None
    index: Index | None = None
    sheet_type: Literal["SHEET_TYPE_UNSPECIFIED", "GRID"] | None = None
    grid_properties: GridProperties = Field(default_factory=GridProperties)
    hidden: bool | None = None
    tab_color: Color | None = None
    tab_color_style: ColorStyle | None = None
    right_to_left: bool | None = None


class AddSheet(Shape):
    """A new sheet."""

    properties: SheetProperties = Field(default_factory=SheetProperties)


class DeleteSheet(Shape):
    """A sheet that goes."""

    sheet_id: int = 0


class UpdateSheetProperties(Shape):
    """Properties of a sheet, of which a mask names those that change."""

    properties: SheetProperties
    fields: str


class ThemeColorPair(Shape):
    """A colour of a theme: what it is for, and its parts."""

    color_type: ThemeColor
    color: ColorStyle


class SpreadsheetTheme(Shape):
    """A font and nine colours."""

    primary_font_family: str | None = None
    theme_colors: list[ThemeColorPair] | None = None


class SpreadsheetProperties(Shape):
    """What a workbook is, its sheets aside."""

    title: str | None = None
    locale: str | None = None
    time_zone: str | None = None
    auto_recalc: Literal["ON_CHANGE", "MINUTE", "HOUR"] | None = None
    spreadsheet_theme: SpreadsheetTheme | None = None


class UpdateSpreadsheetProperties(Shape):
    """Properties of the workbook, of which a mask names those that change."""

    properties: SpreadsheetProperties
    fields: str


@request("addSheet", "Add sheet")
def add_sheet(edit: Editing, given: AddSheet) -> dict[str, Any]:
    """Add a sheet, by default behind the others with a title that tells its number."""
    wanted = given.properties
    taken = {each.sheet.sheet_id for each in edit.grids}
    if wanted.sheet_id in taken:
        said = f"Sheet with id {wanted.sheet_id} already exists."
        raise Invalid("invalid_request", said)
    title = free_title(edit) if wanted.title is None else wanted.title
    check_title(edit.grids, title)
    grid = new_sheet(
        edit.ctx,
        edit.workbook.id,
        title,
        len(edit.grids),
        sheet_id=wanted.sheet_id,
        rows=wanted.grid_properties.row_count or ROWS,
        columns=wanted.grid_properties.column_count or COLUMNS,
    )
    edit.grids.append(grid)
    edit.check_size()
    if wanted.index is not None:
        place(edit.grids, grid, wanted.index)
    _set(edit, grid, wanted, masks.parsed(",".join(_GIVEN)))
    return {"properties": properties(grid)}


@request("deleteSheet", "Delete sheet")
def delete_sheet(edit: Editing, given: DeleteSheet) -> None:
    """Delete a sheet; formulas that name it lead nowhere. One has to stay in view."""
    grid = edit.grid(given.sheet_id)
    others = [each for each in edit.grids if each is not grid]
    if not any(not each.sheet.is_hidden for each in others):
        said = "You can't remove all the visible sheets in a document."
        raise Invalid("last_sheet", said)
    edit.check_writable(grid, grid.area)
    edit.structure(SheetDeleted(grid.sheet.title))
    session, here = edit.ctx.session, grid.sheet.id
    for model in following.ranged_models():
        for each in following.things(session, model, {here: None}):
            session.delete(each)
    for table in (Cell, Line, Name):
        session.execute(delete(table).where(table.sheet_id == here))
    session.delete(grid.sheet)
    session.flush()  # its position is another's now
    edit.grids.remove(grid)
    if others:
        place(edit.grids, others[0], edit.grids.index(others[0]))


@request("updateSheetProperties", "Change sheet")
def update_sheet_properties(edit: Editing, given: UpdateSheetProperties) -> None:
    """Rename, move, hide, colour, resize or freeze a sheet."""
    grid = edit.grid(given.properties.sheet_id or 0)
    _set(edit, grid, given.properties, masks.parsed(given.fields))


@request("updateSpreadsheetProperties", "Change workbook")
def update_spreadsheet_properties(edit: Editing, given: UpdateSpreadsheetProperties) -> None:
    """Rename a workbook, or change its locale, time zone, theme or when it calculates."""
    mask, wanted, workbook = masks.parsed(given.fields), given.properties, edit.workbook
    if masks.wants(mask, "title") and wanted.title is not None:
        if not wanted.title.strip():
            raise Invalid("invalid_request", "title must not be empty.")
        workbook.title = wanted.title
    if masks.wants(mask, "locale") and wanted.locale:
        workbook.locale = wanted.locale
    if masks.wants(mask, "timeZone") and wanted.time_zone:
        if wanted.time_zone not in zone_names():
            raise Invalid("invalid_request", f"Invalid time zone: {wanted.time_zone}")
        workbook.time_zone = wanted.time_zone
    if masks.wants(mask, "autoRecalc") and wanted.auto_recalc:
        workbook.recalculation = wanted.auto_recalc
    if masks.wants(mask, "spreadsheetTheme") and wanted.spreadsheet_theme is not None:
        inner = masks.below(mask, "spreadsheetTheme")
        workbook.theme = themed(themes.of(workbook), wanted.spreadsheet_theme, inner).kept


def themed(theme: themes.Theme, wanted: SpreadsheetTheme, mask: masks.Mask) -> themes.Theme:
    """A theme of which what a mask names is as wanted.

    Raises:
        Invalid: the font has no name, or not each of the nine colours is told once, by its parts.
    """
    font, colours = theme.font, theme.colours
    if masks.wants(mask, "primaryFontFamily") and wanted.primary_font_family is not None:
        font = wanted.primary_font_family.strip()
        if not 1 <= len(font) <= _LONGEST_FONT:
            said = "spreadsheetTheme.primaryFontFamily must name a font."
            raise Invalid("invalid_request", said)
    if masks.wants(mask, "themeColors") and wanted.theme_colors is not None:
        colours = _theme_colours(wanted.theme_colors)
    return themes.Theme("", font, colours)


def _theme_colours(pairs: list[ThemeColorPair]) -> dict[str, str]:
    where = "spreadsheetTheme.themeColors"
    found: dict[str, str] = {}
    for each in pairs:
        if each.color_type in found:
            raise Invalid("invalid_request", f"{where}: {each.color_type} is given twice.")
        if each.color.rgb_color is None:
            said = f"{where}: the color of {each.color_type} must have an rgbColor."
            raise Invalid("invalid_request", said)
        found[each.color_type] = each.color.rgb_color.code
    if missing := [each for each in themes.COLOURS if each not in found]:
        said = f"{where}: all theme colors must be given; missing: {', '.join(missing)}."
        raise Invalid("invalid_request", said)
    return {each: found[each] for each in themes.COLOURS}


_LONGEST_FONT = 100
_GIVEN = (
    "gridProperties.frozenRowCount",
    "gridProperties.frozenColumnCount",
    "gridProperties.hideGridlines",
    "hidden",
    "tabColor",
    "tabColorStyle",
    "rightToLeft",
)
"""What of a new sheet's properties is set once it is there."""


def free_title(edit: Editing) -> str:
    """``Sheet`` with the first number behind those that are there."""
    taken = {each.sheet.title.casefold() for each in edit.grids}
    number = len(edit.grids) + 1
    while f"sheet{number}" in taken:
        number += 1
    return f"Sheet{number}"


def _set(edit: Editing, grid: Grid, wanted: SheetProperties, mask: masks.Mask) -> None:
    sheet = grid.sheet
    if masks.wants(mask, "title") and wanted.title is not None and wanted.title != sheet.title:
        check_title(edit.grids, wanted.title, grid)
        edit.structure(Renamed(sheet.title, wanted.title))
        sheet.title = wanted.title
    if masks.wants(mask, "index") and wanted.index is not None:
        place(edit.grids, grid, wanted.index)
    if masks.wants(mask, "hidden"):
        _hide(edit, grid, is_hidden=bool(wanted.hidden))
    if masks.wants(mask, "tabColorStyle") and wanted.tab_color_style is not None:
        rgb, named = wanted.tab_color_style.rgb_color, wanted.tab_color_style.theme_color
        sheet.tab_color = rgb.code if rgb else named or ""
    elif masks.wants(mask, "tabColor") or masks.wants(mask, "tabColorStyle"):
        sheet.tab_color = wanted.tab_color.code if wanted.tab_color else ""
    if masks.wants(mask, "rightToLeft"):
        sheet.is_right_to_left = bool(wanted.right_to_left)
    _resize(edit, grid, wanted.grid_properties, mask)


def _hide(edit: Editing, grid: Grid, *, is_hidden: bool) -> None:
    shown = [each for each in edit.grids if not each.sheet.is_hidden]
    if is_hidden and shown == [grid]:
        raise Invalid("last_sheet", "You can't hide all the sheets in a document.")
    grid.sheet.is_hidden = is_hidden


def _resize(edit: Editing, grid: Grid, wanted: GridProperties, mask: masks.Mask) -> None:
    def is_named(name: str) -> bool:
        return masks.wants(mask, "gridProperties", name)

    sizes: list[tuple[Axis, str, int | None]] = [
        ("row", "rowCount", wanted.row_count),
        ("column", "columnCount", wanted.column_count),
    ]
    for axis, name, count in sizes:
        if is_named(name) and count is not None:
            grow(edit, grid, axis, count)
            _shrink(edit, grid, axis, count)
    if is_named("frozenRowCount"):
        _check_frozen(edit, grid, "row", wanted.frozen_row_count or 0)
        grid.sheet.frozen_rows = wanted.frozen_row_count or 0
    if is_named("frozenColumnCount"):
        _check_frozen(edit, grid, "column", wanted.frozen_column_count or 0)
        grid.sheet.frozen_columns = wanted.frozen_column_count or 0
    if is_named("hideGridlines"):
        grid.sheet.hides_gridlines = bool(wanted.hide_gridlines)


def _shrink(edit: Editing, grid: Grid, axis: Axis, count: int) -> None:
    lines = grid.lines(axis)
    if count < len(lines):
        edit.structure(Deleted(grid.sheet.title, axis, count, len(lines) - count))
        edit.reorder(grid, axis, lines.deleted(count, len(lines)))


def _check_frozen(edit: Editing, grid: Grid, axis: Axis, count: int) -> None:
    """See to it that so many lines can be frozen.

    Raises:
        Invalid: nothing would be left to scroll, or the edge would cut merged cells.
    """
    if count >= len(grid.lines(axis)):
        raise Invalid("invalid_request", f"You can't freeze all visible {axis}s on the sheet.")
    if count and any(
        merges.crosses(area, axis, count) for _, area in merges.inside(edit, grid, grid.area)
    ):
        said = f"You can't freeze {axis}s which contain only part of a merged cell."
        raise Invalid("merge_conflict", said)
