"""Requests on charts.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/charts
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, ValidationError

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.models import Chart
from workworld.apps.sheets.models.ranges import Source
from workworld.apps.sheets.service import chart_specs, lying
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.requests import sheets
from workworld.apps.sheets.service.requests.places import area_of
from workworld.apps.sheets.service.requests.registry import request
from workworld.apps.sheets.service.requests.shapes import GridCoordinate, GridRange, Shape
from workworld.errors import Invalid

Pixels = Annotated[int, Field(ge=1, le=10_000)]
Offset = Annotated[int, Field(ge=0, le=1_000_000)]
ChartId = Annotated[int, Field(ge=0, lt=2**31)]


class OverlayPosition(Shape):
    """Where something lies over a grid."""

    anchor_cell: GridCoordinate = Field(default_factory=GridCoordinate)
    offset_x_pixels: Offset | None = None
    offset_y_pixels: Offset | None = None
    width_pixels: Pixels | None = None
    height_pixels: Pixels | None = None


class EmbeddedObjectPosition(Shape):
    """Where a chart lies: over a grid, or on a new sheet of its own."""

    sheet_id: int | None = None
    overlay_position: OverlayPosition | None = None
    new_sheet: bool | None = None


class EmbeddedChart(Shape):
    """A chart over a grid."""

    chart_id: ChartId | None = None
    spec: dict[str, Any]
    position: EmbeddedObjectPosition = Field(default_factory=EmbeddedObjectPosition)
    border: dict[str, Any] | None = None


class AddChart(Shape):
    """A new chart."""

    chart: EmbeddedChart


class UpdateChartSpec(Shape):
    """What a chart shows instead."""

    chart_id: ChartId
    spec: dict[str, Any]


class UpdateEmbeddedObjectPosition(Shape):
    """Where a chart goes."""

    object_id: ChartId
    new_position: EmbeddedObjectPosition
    fields: str = "*"


class DeleteEmbeddedObject(Shape):
    """A chart that goes."""

    object_id: ChartId


@request("addChart", "Insert chart")
def add_chart(edit: Editing, given: AddChart) -> dict[str, Any]:
    """Put a chart over a grid."""
    wanted = given.chart
    grid, overlay = _placed(edit, wanted.position)
    spec, sources = _kept(edit, wanted.spec)
    if wanted.chart_id is not None and edit.ctx.session.get(Chart, wanted.chart_id) is not None:
        raise Invalid(
            "invalid_request", f"There is an object with the id {wanted.chart_id} already."
        )
    chart = Chart(
        id=lying.new_id(edit.ctx) if wanted.chart_id is None else wanted.chart_id,
        sheet_id=grid.sheet.id,
        position=len(lying.on(edit, Chart, grid)),
        ranges=[],
        sources=sources,
        spec=spec,
        width=600,
        height=371,
        offset_x=0,
        offset_y=0,
    )
    _move(chart, grid, overlay)
    edit.ctx.session.add(chart)
    edit.ctx.session.flush()  # its JSON is told of what is written
    return {"chart": chart_specs.resource(edit.grids, grid, chart)}


@request("updateChartSpec", "Edit chart")
def update_chart_spec(edit: Editing, given: UpdateChartSpec) -> None:
    """Let a chart show something else."""
    chart, _ = _known(edit, given.chart_id)
    chart.spec, chart.sources = _kept(edit, given.spec)


@request("updateEmbeddedObjectPosition", "Move chart")
def update_position(edit: Editing, given: UpdateEmbeddedObjectPosition) -> dict[str, Any]:
    """Move a chart, or make it larger or smaller."""
    chart, grid = _known(edit, given.object_id)
    overlay = given.new_position.overlay_position
    if given.new_position.new_sheet:
        grid, overlay = _placed(edit, given.new_position)
    elif overlay is not None and "anchor_cell" in overlay.model_fields_set:
        grid = edit.grid(overlay.anchor_cell.sheet_id)
    chart.sheet_id = grid.sheet.id
    _move(chart, grid, overlay)
    return {"position": chart_specs.position(grid, chart)}


@request("deleteEmbeddedObject", "Delete chart")
def delete_embedded_object(edit: Editing, given: DeleteEmbeddedObject) -> None:
    """Take a chart away."""
    chart, _ = _known(edit, given.object_id)
    edit.ctx.session.delete(chart)


def _placed(edit: Editing, position: EmbeddedObjectPosition) -> tuple[Grid, OverlayPosition | None]:
    """The sheet on which a new chart goes."""
    if position.new_sheet:
        reply = sheets.add_sheet(edit, sheets.AddSheet()) or {}
        return edit.grid(reply["properties"]["sheetId"]), None
    overlay = position.overlay_position
    if overlay is None:
        sheet_id = position.sheet_id if position.sheet_id is not None else 0
        return edit.grid(sheet_id), None
    return edit.grid(overlay.anchor_cell.sheet_id), overlay


def _move(chart: Chart, grid: Grid, overlay: OverlayPosition | None) -> None:
    """Let a chart lie where an overlay tells, as far as that tells anything."""
    if overlay is None:
        chart.ranges = chart.ranges or ["A1"]
        return
    if "anchor_cell" in overlay.model_fields_set or not chart.ranges:
        row, column = overlay.anchor_cell.row_index, overlay.anchor_cell.column_index
        cell = area_of(
            grid,
            GridRange.of(grid.sheet.sheet_id, Area(row, column, row + 1, column + 1)),
        )
        chart.ranges = [str(cell).split(":")[0]]
    if overlay.offset_x_pixels is not None:
        chart.offset_x = overlay.offset_x_pixels
    if overlay.offset_y_pixels is not None:
        chart.offset_y = overlay.offset_y_pixels
    chart.width = overlay.width_pixels or chart.width
    chart.height = overlay.height_pixels or chart.height


def _kept(edit: Editing, spec: dict[str, Any]) -> tuple[dict[str, Any], list[Source]]:
    """A spec as it is kept, and the ranges that it shows."""
    chart_specs.check(spec)
    sources: list[Source] = []

    def number(given: Any) -> int:
        try:
            wanted = GridRange.model_validate(given)
        except ValidationError:
            raise Invalid("invalid_request", "Invalid range in the chart's sources.") from None
        grid = edit.grid(wanted.sheet_id)
        area = area_of(grid, wanted)
        text = lying.range_text(grid, wanted, area)
        sources.append({"sheet": grid.sheet.id, "range": text})
        return len(sources) - 1

    return chart_specs.with_sources(spec, number), sources


def _known(edit: Editing, chart_id: int) -> tuple[Chart, Grid]:
    """A chart of the workbook, and the sheet on which it lies.

    Raises:
        Invalid: there is none.
    """
    chart = edit.ctx.session.get(Chart, chart_id)
    for grid in edit.grids:
        if chart is not None and grid.sheet.id == chart.sheet_id:
            return chart, grid
    raise Invalid("no_such_chart", f"No embedded object with id: {chart_id}")
