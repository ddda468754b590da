"""Cells and lines of a sheet as the Sheets API has them.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/cells
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select

from workworld.apps.sheets import masks
from workworld.apps.sheets.engine.addresses import Area, parse
from workworld.apps.sheets.engine.changes import Axis
from workworld.apps.sheets.engine.values import Error, Value
from workworld.apps.sheets.masks import Mask
from workworld.apps.sheets.models import Line, Metadata, Pivot, Sheet, Validation, Workbook
from workworld.apps.sheets.service import hidden_rows, lying, themes
from workworld.apps.sheets.service.blocks import painted
from workworld.apps.sheets.service.grids import CellRow, Grid, Place
from workworld.apps.sheets.service.requests.metadata_lookups import Kept, resource
from workworld.apps.sheets.service.resources import default_format, grid_range
from workworld.apps.sheets.service.styles import Format
from workworld.apps.sheets.service.themes import Theme
from workworld.apps.sheets.service.views import SeenCell, View
from workworld.context import Context
from workworld.links.addresses import rendered

Json = dict[str, Any]
ERROR_TYPES = {
    "#NULL!": "NULL_VALUE",
    "#DIV/0!": "DIVIDE_BY_ZERO",
    "#VALUE!": "VALUE",
    "#REF!": "REF",
    "#NAME?": "NAME",
    "#NUM!": "NUM",
    "#N/A": "N_A",
    "#SPILL!": "REF",
    "#CIRC!": "REF",
}
"""What the vendor calls errors; all others are ``ERROR``."""


def grid_data(ctx: Context, view: View, grid: Grid, area: Area, mask: Mask) -> Json:
    """``GridData`` of a rectangle: its cells, and how large its lines are.

    Args:
        ctx: of the caller.
        view: the workbook.
        grid: the sheet.
        area: the rectangle.
        mask: what of it is asked for.
    """
    found: Json = {}
    if area.top:
        found["startRow"] = area.top
    if area.left:
        found["startColumn"] = area.left
    has_rows = masks.wants(mask, "rowData")
    if has_rows and (rows := _rows(ctx, view, grid, area, masks.below(mask, "rowData", "values"))):
        found["rowData"] = rows
    if masks.wants(mask, "rowMetadata"):
        found["rowMetadata"] = lines(ctx, grid, "row", area.top, area.bottom)
    if masks.wants(mask, "columnMetadata"):
        found["columnMetadata"] = lines(ctx, grid, "column", area.left, area.right)
    return found


def lines(ctx: Context, grid: Grid, axis: Axis, start: int, end: int) -> list[Json]:
    """``DimensionProperties`` of rows or columns."""
    query = select(Line).where(Line.sheet_id == grid.sheet.id, Line.axis == axis)
    order = grid.lines(axis)
    special = {order.index_of(each.line_id): each for each in ctx.session.scalars(query)}
    usual = grid.sheet.row_size if axis == "row" else grid.sheet.column_size
    filtered = hidden_rows.by_filter(grid) if axis == "row" else frozenset()
    closed = frozenset(hidden_rows.in_groups(grid, axis))
    kept = _kept(ctx, grid, axis)
    return [
        {
            **({"hiddenByFilter": True} if index in filtered else {}),
            **_line(special.get(index), usual, index in closed),
            **({"developerMetadata": kept[index]} if index in kept else {}),
        }
        for index in range(start, end)
    ]


def _kept(ctx: Context, grid: Grid, axis: Axis) -> dict[int, list[Json]]:
    """What programs keep with rows or columns, by where they are."""
    query = select(Metadata).where(Metadata.sheet_id == grid.sheet.id).order_by(Metadata.id)
    found: dict[int, list[Json]] = {}
    for each in [Kept(thing, grid) for thing in ctx.session.scalars(query)]:
        area = each.area
        if each.kind == axis.upper() and area is not None:
            found.setdefault(area.top if axis == "row" else area.left, []).append(resource(each))
    return found


def _line(line: Line | None, usual: int, is_closed: bool) -> Json:
    """One row or column; the vendor hides those of a closed group as if by hand."""
    size = usual if line is None or line.size is None else line.size
    is_hidden = is_closed or (line is not None and line.is_hidden)
    return {"hiddenByUser": True, "pixelSize": size} if is_hidden else {"pixelSize": size}


def _rows(ctx: Context, view: View, grid: Grid, area: Area, mask: Mask) -> list[Json]:
    """``RowData``, without the empty cells and rows at the ends."""
    rows: dict[int, dict[int, Json]] = {}
    cells = dict(view.cells(grid, area))
    looks = _painted(ctx, grid, cells) if masks.wants(mask, "effectiveFormat") else {}
    for (row, column), cell in cells.items():
        rows.setdefault(row, {})[column] = _cell(
            ctx, cell, mask, looks.get((row, column), {}), view.theme
        )
    if masks.wants(mask, "dataValidation"):
        for (row, column), rule in _rules(ctx, grid, area).items():
            rows.setdefault(row, {}).setdefault(column, {})["dataValidation"] = rule
    if masks.wants(mask, "pivotTable"):
        for (row, column), table in _pivots(ctx, grid, area).items():
            rows.setdefault(row, {}).setdefault(column, {})["pivotTable"] = table
    bottom = max(rows, default=area.top - 1)
    return [_row(rows.get(row, {}), area.left) for row in range(area.top, bottom + 1)]


def _painted(ctx: Context, grid: Grid, cells: Mapping[Place, SeenCell]) -> dict[Place, Format]:
    """What rules and alternating colours make of some cells."""
    if not cells:
        return {}
    area = lying.around(cells)
    workbook = ctx.session.get_one(Workbook, grid.sheet.workbook_id)
    values = {at: each.value for at, each in cells.items() if each.value is not None}
    return painted(ctx, workbook, grid, area, values)


def _row(cells: Mapping[int, Json], left: int) -> Json:
    if not cells:
        return {}
    return {"values": [cells.get(column, {}) for column in range(left, max(cells) + 1)]}


def _rules(ctx: Context, grid: Grid, area: Area) -> dict[Place, Json]:
    """What may be put into which cells."""
    found: dict[Place, Json] = {}
    query = select(Validation).where(Validation.sheet_id == grid.sheet.id)
    for thing in ctx.session.scalars(query.order_by(Validation.position, Validation.id)):
        for text in thing.ranges:
            reference = parse(text)
            common = reference and area.common(reference.area(len(grid.rows), len(grid.columns)))
            if common:
                found |= {
                    (row, column): thing.rule
                    for row in range(common.top, common.bottom)
                    for column in range(common.left, common.right)
                }
    return found


def _pivots(ctx: Context, grid: Grid, area: Area) -> dict[Place, Json]:
    """The pivot tables that begin at cells of a rectangle."""
    found: dict[Place, Json] = {}
    query = select(Pivot).where(Pivot.sheet_id == grid.sheet.id).order_by(Pivot.id)
    for thing in ctx.session.scalars(query):
        reference = parse(thing.ranges[0])
        place = (reference.first.row or 0, reference.first.column or 0) if reference else (-1, -1)
        if place in area:
            found[place] = {**_source(ctx, thing), **thing.definition}
    return found


def _source(ctx: Context, thing: Pivot) -> Json:
    """Where a pivot table has its rows from, as long as they are there."""
    for each in thing.sources[:1]:
        sheet = ctx.session.get(Sheet, each["sheet"])
        if sheet is not None and not each["range"].startswith("#"):
            return {"source": grid_range(sheet, each["range"])}
    return {}


def _cell(ctx: Context, seen: SeenCell, mask: Mask, over: Format, theme: Theme) -> Json:
    """``CellData``, with what rules say of its looks."""
    cell, value = seen.cell, seen.value
    look: Mapping[str, Any] = seen.look
    found: Json = {}
    if cell.kind:
        found["userEnteredValue"] = entered(cell)
    if value is not None:
        found["effectiveValue"] = effective(value)
        found["formattedValue"] = seen.shown.text
    if look:
        look = coloured(look, theme)
        found["userEnteredFormat"] = look
    if (look or over or value is not None) and masks.wants(mask, "effectiveFormat"):
        whole = laid_over(default_format(theme), look)
        found["effectiveFormat"] = laid_over(whole, coloured(over, theme))
    extra = cell.extra or {}
    if seen.link:
        found["hyperlink"] = rendered(ctx, seen.link)
    if cell.note:
        found["note"] = cell.note
    if runs := extra.get("textFormatRuns"):
        found["textFormatRuns"] = [coloured(each, theme) for each in runs]
    if runs := extra.get("chipRuns"):
        found["chipRuns"] = [_chip_run(ctx, each) for each in runs]
    return found


def _chip_run(ctx: Context, run: Json) -> Json:
    """``ChipRun``; what it leads to is told as the reader reaches it."""
    link = run.get("chip", {}).get("richLinkProperties")
    if not link:
        return run
    return {**run, "chip": {"richLinkProperties": {**link, "uri": rendered(ctx, link["uri"])}}}


def entered(cell: CellRow) -> Json:
    """What was put into a cell, as ``ExtendedValue``."""
    if cell.kind == "formula":
        return {"formulaValue": cell.text}
    if cell.kind == "number":
        return {"numberValue": number(cell.number or 0)}
    if cell.kind == "boolean":
        return {"boolValue": bool(cell.number)}
    if cell.kind == "error":
        return effective(Error(cell.text or ""))
    return {"stringValue": cell.text or ""}


def effective(value: Value) -> Json:
    """What a cell comes to, as ``ExtendedValue``."""
    match value:
        case bool():
            return {"boolValue": value}
        case str():
            return {"stringValue": value}
        case Error():
            kind = ERROR_TYPES.get(value.code, "ERROR")
            return {"errorValue": {"type": kind, "message": value.explanation or value.code}}
        case None:
            return {}
    return {"numberValue": number(value)}


def number(value: float) -> float | int:
    """A number as JSON has it: without a point where it is whole."""
    return int(value) if value == int(value) and abs(value) < 2**53 else value


def coloured(look: Mapping[str, Any], theme: Theme) -> Json:
    """A look that tells each of its colours in both forms that the vendor has, old and new.

    The new form names a colour of the theme, where the old one has its parts.
    """
    found: Json = {}
    for name, each in look.items():
        found[name] = coloured(each, theme) if name in _COLOURED else each
        if name in _COLOURS:
            found.setdefault(f"{name}Style", {"rgbColor": each})
    for name in _COLOURS:
        if style := look.get(f"{name}Style"):
            found[name] = themes.resolved(style, theme).get("rgbColor", {})
    return found


_COLOURS = ("backgroundColor", "foregroundColor", "color")
_COLOURED = ("format", "textFormat", "borders", "top", "bottom", "left", "right")
"""What within a look has colours of its own."""


def laid_over(base: Mapping[str, Any], look: Mapping[str, Any]) -> Json:
    """A look with what it does not say from another one; colours are whole."""
    found = dict(base)
    for name, each in look.items():
        there = found.get(name)
        is_nested = name in ("textFormat", "padding", "borders") and isinstance(there, Mapping)
        found[name] = laid_over(there, each) if is_nested and there is not None else each
    return found
