"""Requests on filters: a sheet's own, and those with names.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request#setbasicfilterrequest
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workworld.apps.sheets import masks
from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.conditions import FILTERS
from workworld.apps.sheets.models import BasicFilter, FilterView
from workworld.apps.sheets.service import (
    conditions,
    current_values,
    filtering,
    lying,
    resources,
    themes,
)
from workworld.apps.sheets.service.conditions import Judge
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.requests.orders import SortSpec, sort
from workworld.apps.sheets.service.requests.places import area_of
from workworld.apps.sheets.service.requests.registry import request
from workworld.apps.sheets.service.requests.rule_shapes import (
    BasicFilterShape,
    FilterCriteria,
    FilterViewShape,
    Id,
)
from workworld.apps.sheets.service.requests.shapes import Shape
from workworld.errors import Invalid


class SetBasicFilter(Shape):
    """The filter that a sheet is to have."""

    filter: BasicFilterShape = BasicFilterShape()


class ClearBasicFilter(Shape):
    """A sheet that is to have no filter."""

    sheet_id: int = 0


class AddFilterView(Shape):
    """A new filter with a name."""

    filter: FilterViewShape


class UpdateFilterView(Shape):
    """A filter with a name, of which a mask names what changes."""

    filter: FilterViewShape
    fields: str


class FilterViewId(Shape):
    """A filter with a name."""

    filter_id: Id


@request("setBasicFilter", "Filter")
def set_basic_filter(edit: Editing, given: SetBasicFilter) -> None:
    """Let a sheet show only some rows of a range, in the order that is asked for."""
    grid = edit.grid(given.filter.range.sheet_id)
    area = area_of(grid, given.filter.range)
    for each in lying.on(edit, BasicFilter, grid):
        edit.ctx.session.delete(each)
    edit.ctx.session.flush()  # a sheet has one at most
    thing = BasicFilter(id=lying.new_id(edit.ctx), sheet_id=grid.sheet.id, position=0)
    edit.ctx.session.add(thing)
    _set(edit, grid, area, thing, given.filter)


@request("clearBasicFilter", "Remove filter")
def clear_basic_filter(edit: Editing, given: ClearBasicFilter) -> None:
    """Take a sheet's filter away and show all rows."""
    grid = edit.grid(given.sheet_id)
    for each in lying.on(edit, BasicFilter, grid):
        edit.ctx.session.delete(each)


@request("addFilterView", "Add filter view")
def add_filter_view(edit: Editing, given: AddFilterView) -> dict[str, Any]:
    """Add a filter with a name, for those who look through it."""
    wanted = given.filter
    grid = edit.grid(wanted.range.sheet_id)
    number = len(lying.on(edit, FilterView, grid)) + 1
    thing = FilterView(
        id=wanted.filter_view_id or lying.new_id(edit.ctx),
        sheet_id=grid.sheet.id,
        position=number,
        title=wanted.title or f"Filter {number}",
    )
    if edit.ctx.session.get(FilterView, thing.id) is not None:
        raise Invalid("invalid_request", f"A filter view with id {thing.id} already exists.")
    edit.ctx.session.add(thing)
    _set(edit, grid, area_of(grid, wanted.range), thing, wanted)
    return {"filter": resources.filter_view(grid, thing)}


@request("updateFilterView", "Change filter view")
def update_filter_view(edit: Editing, given: UpdateFilterView) -> None:
    """Change the name, the range or the criteria of a filter."""
    wanted, mask = given.filter, masks.parsed(given.fields)
    grid, thing = _known(edit, wanted.filter_view_id)
    if masks.wants(mask, "title"):
        thing.title = wanted.title or thing.title
    now = resources.filter_view(grid, thing)
    kept = FilterViewShape.model_validate(
        {name: each for name, each in now.items() if name != "filterSpecs"}
    )
    for name, attribute in (
        ("range", "range"),
        ("sortSpecs", "sort_specs"),
        ("criteria", "criteria"),
    ):
        if masks.wants(mask, name):
            setattr(kept, attribute, getattr(wanted, attribute))
    if masks.wants(mask, "filterSpecs"):
        kept.criteria, kept.filter_specs = {}, wanted.filter_specs
    _set(edit, grid, area_of(grid, kept.range), thing, kept)


@request("duplicateFilterView", "Duplicate filter view")
def duplicate_filter_view(edit: Editing, given: FilterViewId) -> dict[str, Any]:
    """Add a filter like another one."""
    grid, thing = _known(edit, given.filter_id)
    twin = FilterView(
        id=lying.new_id(edit.ctx),
        sheet_id=thing.sheet_id,
        position=len(lying.on(edit, FilterView, grid)) + 1,
        ranges=thing.ranges,
        title=f"Copy of {thing.title}",
        criteria=thing.criteria,
        sort_specs=thing.sort_specs,
        hidden_rows=thing.hidden_rows,
    )
    edit.ctx.session.add(twin)
    return {"filter": resources.filter_view(grid, twin)}


@request("deleteFilterView", "Delete filter view")
def delete_filter_view(edit: Editing, given: FilterViewId) -> None:
    """Take a filter with a name away."""
    _, thing = _known(edit, given.filter_id)
    edit.ctx.session.delete(thing)


def _known(edit: Editing, thing_id: int | None) -> tuple[Grid, FilterView]:
    found = edit.ctx.session.get(FilterView, thing_id or 0)
    for grid in edit.grids:
        if found is not None and grid.sheet.id == found.sheet_id:
            return grid, found
    raise Invalid("invalid_request", f"No filter view with id: {thing_id}")


def _set(
    edit: Editing,
    grid: Grid,
    area: Area,
    thing: BasicFilter | FilterView,
    wanted: BasicFilterShape,
) -> None:
    """Let a filter be as it was asked for, and hide rows by it.

    A sheet's own also sorts them; a filter view leaves rows where they are.
    """
    criteria = {int(column): each for column, each in wanted.criteria.items() if column.isdigit()}
    if len(criteria) != len(wanted.criteria):
        raise Invalid("invalid_request", "criteria must be keyed by the index of a column.")
    criteria |= {each.column_index: each.filter_criteria for each in wanted.filter_specs}
    for column, each in criteria.items():
        if not area.left <= column < area.right:
            said = f"The criteria of column {column} are outside the filter's range."
            raise Invalid("invalid_request", said)
        if each.condition is not None:
            conditions.check(each.condition, FILTERS)
    thing.ranges = [lying.range_text(grid, wanted.range, area)]
    if wanted.sort_specs and isinstance(thing, BasicFilter):
        below = Area(area.top + 1, area.left, area.bottom, area.right)
        specs = [SortSpec.model_validate(each.json_form()) for each in wanted.sort_specs]
        if below.height > 0:
            sort(edit, grid, below, specs)
    thing.sort_specs = [
        {**each.json_form(), "dimensionIndex": grid.columns.id_at(each.dimension_index)}
        for each in wanted.sort_specs
    ]
    thing.criteria = {
        str(grid.columns.id_at(column)): each.json_form() for column, each in criteria.items()
    }
    hidden = _hidden(edit, grid, area, criteria)
    thing.hidden_rows = [grid.rows.id_at(row) for row in hidden]


def _hidden(
    edit: Editing, grid: Grid, area: Area, criteria: Mapping[int, FilterCriteria]
) -> list[int]:
    """The rows below a filter's headings that it does not let through."""
    body = filtering.body_of(grid, area)
    if body.height <= 0 or not criteria:
        return []
    judge = Judge(
        lambda *asked: current_values.reckoned(edit).calculate(*asked), current_values.today(edit)
    )
    return filtering.hidden(
        grid,
        body,
        {
            column: themes.resolved(each.json_form(), edit.styles.theme)
            for column, each in criteria.items()
        },
        current_values.values(edit, grid, body),
        judge,
        lambda cell: edit.styles.shown(cell.style_id),
    )
