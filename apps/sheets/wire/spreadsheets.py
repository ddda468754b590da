"""A workbook as the Sheets API has it: ``Spreadsheet``, as much of it as is asked for.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from workworld.apps.sheets import masks
from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.masks import Mask
from workworld.apps.sheets.models import (
    Banding,
    BasicFilter,
    Chart,
    ConditionalRule,
    FilterView,
    Group,
    Merge,
    Metadata,
    Name,
    Protection,
    Table,
    Thread,
    Workbook,
)
from workworld.apps.sheets.service import chart_specs, comment_resources, comments, resources
from workworld.apps.sheets.service.grids import Grid, grids_of
from workworld.apps.sheets.service.ranges import Resolved
from workworld.apps.sheets.service.requests.metadata_lookups import (
    Kept,
    of_workbook,
    resource,
)
from workworld.apps.sheets.service.sheet_properties import properties
from workworld.apps.sheets.service.views import View
from workworld.apps.sheets.wire.cells import grid_data
from workworld.context import Context
from workworld.directory.people import app_url

Json = dict[str, Any]
WITHOUT_DATA: Mask = {"*": {}}
"""All but the cells."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What of a workbook is asked for.

    Args:
        mask: the members; empty for all.
        has_data: whether cells are.
        ranges: the ranges that are told alone; none for all sheets.
        has_comments: whether conversations are.
    """

    mask: Mask
    has_data: bool = False
    ranges: Sequence[Resolved] | None = None
    has_comments: bool = False


def spreadsheet(ctx: Context, workbook: Workbook, asked: Asked) -> Json:
    """A workbook that the caller sees."""
    grids = grids_of(ctx.session, workbook.id)
    found: Json = {"spreadsheetId": workbook.id}
    if masks.wants(asked.mask, "properties"):
        found["properties"] = resources.spreadsheet_properties(workbook)
    if masks.wants(asked.mask, "sheets"):
        found["sheets"] = _sheets(ctx, workbook, grids, asked)
    kept = of_workbook(ctx.session, workbook.id, grids)
    told = [resource(each) for each in kept if each.kind == "SPREADSHEET"]
    if told and masks.wants(asked.mask, "developerMetadata"):
        found["developerMetadata"] = told
    if masks.wants(asked.mask, "namedRanges") and (names := _names(ctx, workbook, grids)):
        found["namedRanges"] = names
    if asked.has_comments:
        found["commentsViewMode"] = "COMMENTS_VIEW_MODE_INCLUDED"
        held = comments.list_threads(ctx, workbook_id=workbook.id)
        if held and masks.wants(asked.mask, "comments"):
            found["comments"] = comment_resources.threads(ctx, held)
    found["spreadsheetUrl"] = f"{app_url(ctx, 'sheets')}/s/{workbook.id}"
    return found


def _names(ctx: Context, workbook: Workbook, grids: Sequence[Grid]) -> list[Json]:
    sheets = {grid.sheet.id: grid.sheet for grid in grids}
    query = select(Name).where(Name.workbook_id == workbook.id).order_by(Name.id)
    return [
        resources.named_range(each, sheets[each.sheet_id]) for each in ctx.session.scalars(query)
    ]


def _sheets(ctx: Context, workbook: Workbook, grids: list[Grid], asked: Asked) -> list[Json]:
    areas: Mapping[int, list[Area]] = _by_sheet(grids, asked.ranges)
    view = View(ctx, workbook)
    below = masks.below(asked.mask, "sheets")
    found = []
    for grid in grids:
        if grid.sheet.id not in areas:
            continue
        told: Json = {"properties": properties(grid)}
        if asked.has_data:
            told["data"] = [
                grid_data(ctx, view, grid, area, masks.below(below, "data"))
                for area in areas[grid.sheet.id]
            ]
        told |= _things(ctx, workbook, grid, below)
        if asked.has_comments and masks.wants(below, "commentAnchors"):
            held = [comment_resources.anchor(grid.sheet, e) for e in _lying_on(ctx, grid, Thread)]
            told |= {"commentAnchors": held} if held else {}
        found.append(told)
    return found


def _by_sheet(grids: list[Grid], ranges: Sequence[Resolved] | None) -> dict[int, list[Area]]:
    """The rectangles that are asked for, by ``Sheet.id``."""
    if ranges is None:
        return {grid.sheet.id: [grid.area] for grid in grids}
    found: dict[int, list[Area]] = {}
    for each in ranges:
        found.setdefault(each.grid.sheet.id, []).append(each.area)
    return found


Tell = Callable[[Context, Workbook, Grid, list[Any]], list[Json]]
_TOLD: Mapping[str, tuple[type[Any], Tell]] = {
    "merges": (Merge, lambda _c, _w, g, found: [resources.merge(g.sheet, e) for e in found]),
    "conditionalFormats": (
        ConditionalRule,
        lambda _c, _w, g, found: [resources.conditional_rule(g.sheet, e) for e in found],
    ),
    "filterViews": (
        FilterView,
        lambda _c, _w, g, found: [resources.filter_view(g, e) for e in found],
    ),
    "protectedRanges": (
        Protection,
        lambda c, w, g, found: [resources.protected_range(c, g, w, e) for e in found],
    ),
    "bandedRanges": (
        Banding,
        lambda _c, _w, g, found: [resources.banded_range(g.sheet, e) for e in found],
    ),
    "charts": (
        Chart,
        lambda c, w, g, found: [
            chart_specs.resource(grids_of(c.session, w.id), g, e) for e in found
        ],
    ),
    "tables": (Table, lambda _c, _w, g, found: [resources.table(g.sheet, e) for e in found]),
    "developerMetadata": (
        Metadata,
        lambda _c, _w, g, found: [resource(Kept(e, g)) for e in found if not e.ranges],
    ),
    "rowGroups": (
        Group,
        lambda _c, _w, g, found: resources.dimension_groups(g.sheet, found, "row"),
    ),
    "columnGroups": (
        Group,
        lambda _c, _w, g, found: resources.dimension_groups(g.sheet, found, "column"),
    ),
}
"""What lies on a sheet, by the member of ``Sheet`` that lists it."""


def _things(ctx: Context, workbook: Workbook, grid: Grid, mask: Mask) -> Json:
    told: Json = {}
    for name, (model, tell) in _TOLD.items():
        if not masks.wants(mask, name):
            continue
        if listed := tell(ctx, workbook, grid, _lying_on(ctx, grid, model)):
            told[name] = listed
    if masks.wants(mask, "basicFilter") and (found := _lying_on(ctx, grid, BasicFilter)):
        told["basicFilter"] = resources.basic_filter(grid, found[0])
    return told


def _lying_on(ctx: Context, grid: Grid, model: Any) -> list[Any]:
    query = select(model).where(model.sheet_id == grid.sheet.id)
    return list(ctx.session.scalars(query.order_by(model.position, model.id)))
