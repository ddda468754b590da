"""What the vendor's API calls the things of a workbook: rows as its JSON.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/sheets
"""

from __future__ import annotations

from typing import Any

from workworld.apps.sheets.engine.addresses import Area, parse
from workworld.apps.sheets.engine.changes import Axis
from workworld.apps.sheets.models import (
    Banding,
    BasicFilter,
    ConditionalRule,
    FilterView,
    Group,
    Merge,
    Name,
    Protection,
    Sheet,
    Table,
    Workbook,
)
from workworld.apps.sheets.service import themes
from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.themes import Theme
from workworld.context import Context
from workworld.directory.people import by_ids

Resource = dict[str, Any]
WHITE = {"red": 1, "green": 1, "blue": 1}
_USUAL_FORMAT: Resource = {
    "backgroundColor": WHITE,
    "padding": {"top": 2, "right": 3, "bottom": 2, "left": 3},
    "verticalAlignment": "BOTTOM",
    "wrapStrategy": "OVERFLOW_CELL",
    "textFormat": {
        "foregroundColor": {},
        "fontFamily": "Arial",
        "fontSize": 10,
        "bold": False,
        "italic": False,
        "strikethrough": False,
        "underline": False,
        "foregroundColorStyle": {"rgbColor": {}},
    },
    "backgroundColorStyle": {"rgbColor": WHITE},
}
"""How cells look that have no look of their own, by the usual theme."""
_SIDES = ("startRowIndex", "endRowIndex", "startColumnIndex", "endColumnIndex")


def default_format(theme: Theme) -> Resource:
    """How cells look that have no look of their own."""
    if not theme.kept:
        return _USUAL_FORMAT
    ground, ink = (themes.parts(theme.colours[each]) for each in ("BACKGROUND", "TEXT"))
    text = {
        **_USUAL_FORMAT["textFormat"],
        "foregroundColor": ink,
        "fontFamily": theme.font,
        "foregroundColorStyle": {"rgbColor": ink},
    }
    colours = {"backgroundColor": ground, "backgroundColorStyle": {"rgbColor": ground}}
    return {**_USUAL_FORMAT, **colours, "textFormat": text}


def spreadsheet_properties(workbook: Workbook) -> Resource:
    """``SpreadsheetProperties``."""
    theme = themes.of(workbook)
    return {
        "title": workbook.title,
        "locale": workbook.locale,
        "autoRecalc": workbook.recalculation,
        "timeZone": workbook.time_zone,
        "defaultFormat": default_format(theme),
        "spreadsheetTheme": themes.resource(theme),
    }


def color_style(code: str) -> Resource:
    """A colour such as ``#1a73e8`` as ``ColorStyle``."""
    return {"rgbColor": themes.parts(code)}


def grid_range(sheet: Sheet, range_text: str) -> Resource:
    """A range in A1 notation as ``GridRange``: what is open has no index."""
    found: Resource = {"sheetId": sheet.sheet_id}
    reference = parse(range_text)
    if reference is None:
        return found
    rows = (reference.first.row, reference.end.row)
    columns = (reference.first.column, reference.end.column)
    for (low, high), (start, end) in (
        (rows, _SIDES[:2]),
        (columns, _SIDES[2:]),
    ):
        if low is not None:
            found[start] = low if high is None else min(low, high)
        if high is not None:
            found[end] = (high if low is None else max(low, high)) + 1
    return found


def range_of(sheet: Sheet, area: Area) -> Resource:
    """A rectangle as ``GridRange``."""
    sides = (area.top, area.bottom, area.left, area.right)
    return {"sheetId": sheet.sheet_id, **dict(zip(_SIDES, sides, strict=True))}


def named_range(name: Name, sheet: Sheet) -> Resource:
    """``NamedRange``."""
    return {
        "namedRangeId": name.id,
        "name": name.name,
        "range": grid_range(sheet, name.range),
    }


def merge(sheet: Sheet, thing: Merge) -> Resource:
    """The ``GridRange`` of merged cells."""
    return grid_range(sheet, thing.ranges[0])


def conditional_rule(sheet: Sheet, thing: ConditionalRule) -> Resource:
    """``ConditionalFormatRule``."""
    return {"ranges": [grid_range(sheet, each) for each in thing.ranges], **thing.rule}


def banded_range(sheet: Sheet, thing: Banding) -> Resource:
    """``BandedRange``."""
    return {
        "bandedRangeId": thing.id,
        "range": grid_range(sheet, thing.ranges[0]),
        **thing.settings,
    }


def table(sheet: Sheet, thing: Table) -> Resource:
    """``Table``."""
    found: Resource = {
        "tableId": str(thing.id),
        "name": thing.name,
        "range": grid_range(sheet, thing.ranges[0]),
        "columnProperties": thing.columns,
    }
    return found | ({"rowsProperties": thing.settings} if thing.settings else {})


def basic_filter(grid: Grid, thing: BasicFilter) -> Resource:
    """``BasicFilter``."""
    return {"range": grid_range(grid.sheet, thing.ranges[0]), **_filtered(grid, thing)}


def filter_view(grid: Grid, thing: FilterView) -> Resource:
    """``FilterView``."""
    return {
        "filterViewId": thing.id,
        "title": thing.title,
        "range": grid_range(grid.sheet, thing.ranges[0]),
        **_filtered(grid, thing),
    }


def sort_specs(grid: Grid, thing: BasicFilter | FilterView) -> list[Resource]:
    """How a filter sorts: the vendor's ``SortSpec``, columns by their index, no longer by id."""
    return [
        {**each, "dimensionIndex": index}
        for each in thing.sort_specs
        if (index := grid.columns.index_of(int(each.get("dimensionIndex", 0)))) is not None
    ]


def _filtered(grid: Grid, thing: BasicFilter | FilterView) -> Resource:
    """What a filter lets through and how it sorts: columns by their index, no longer by id."""
    found: Resource = {}
    sorts = sort_specs(grid, thing)
    criteria = {
        index: each
        for column, each in thing.criteria.items()
        if (index := grid.columns.index_of(int(column))) is not None
    }
    if sorts:
        found["sortSpecs"] = sorts
    if criteria:
        by_index = sorted(criteria.items())
        found["criteria"] = {str(index): each for index, each in by_index}
        found["filterSpecs"] = [
            {"columnIndex": index, "filterCriteria": each} for index, each in by_index
        ]
    return found


def dimension_groups(sheet: Sheet, groups: list[Group], axis: Axis) -> list[Resource]:
    """``DimensionGroup`` of each group of rows or of columns; inner ones are deeper."""
    spans = [
        (start, end, each)
        for each in groups
        if (span := _span(each.ranges[0], axis)) is not None
        for start, end in (span,)
    ]
    return [
        {
            "range": {
                "sheetId": sheet.sheet_id,
                "dimension": "ROWS" if axis == "row" else "COLUMNS",
                "startIndex": start,
                "endIndex": end,
            },
            "depth": _depth(at, spans),
            **({"collapsed": True} if each.is_collapsed else {}),
        }
        for at, (start, end, each) in enumerate(spans)
    ]


def _depth(at: int, spans: list[tuple[int, int, Group]]) -> int:
    """How many groups hold one, itself included; of equal ones the earlier is the outer one."""
    start, end, _ = spans[at]
    return 1 + sum(
        1
        for index, (first, last, _) in enumerate(spans)
        if first <= start and end <= last and ((first, last) != (start, end) or index < at)
    )


def _span(range_text: str, axis: Axis) -> tuple[int, int] | None:
    """From which line to before which a range of whole lines goes; None for the other axis."""
    reference = parse(range_text)
    if reference is None:
        return None
    ends = (reference.first, reference.end)
    rows, columns = [each.row for each in ends], [each.column for each in ends]
    found = rows if axis == "row" else columns
    known = [each for each in found if each is not None]
    return (min(known), max(known) + 1) if len(known) == 2 else None


def protected_range(ctx: Context, grid: Grid, workbook: Workbook, thing: Protection) -> Resource:
    """``ProtectedRange``; its editors are told to those who may edit it."""
    ranges = [grid_range(grid.sheet, each) for each in thing.ranges]
    found: Resource = {"protectedRangeId": thing.id}
    if thing.is_sheet:
        found["range"] = {"sheetId": grid.sheet.sheet_id}
        if ranges:
            found["unprotectedRanges"] = ranges
    else:
        found["range"] = ranges[0]
    if thing.name_id:
        found["namedRangeId"] = thing.name_id
    if thing.description:
        found["description"] = thing.description
    if thing.warns_only:
        return found | {"warningOnly": True, "requestingUserCanEdit": True}
    mine = ctx.actor.person_id
    editors = [workbook.owner_id, thing.creator_id, *thing.editor_ids]
    may_edit = mine in editors or thing.is_for_company
    found["requestingUserCanEdit"] = may_edit
    if may_edit:
        everybody = {"domainUsersCanEdit": True} if thing.is_for_company else {}
        found["editors"] = {"users": _addresses(ctx, editors), **everybody}
    return found


def _addresses(ctx: Context, person_ids: list[str]) -> list[str]:
    """The addresses of some people, each once."""
    people = by_ids(ctx.session, person_ids)
    return list(dict.fromkeys(people[each].email for each in person_ids if each in people))
