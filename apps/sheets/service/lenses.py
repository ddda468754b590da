"""What somebody looks through at a sheet: its filter, a filter view, or a filter of their own.

A filter view hides rows for those who look through it, and shows them in an order of its own, but
for nobody else; a temporary one is kept nowhere but with whoever made it. Both go by what the cells
come to now.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import Field, ValidationError
from sqlalchemy import select

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.conditions import FILTERS
from workworld.apps.sheets.models import BasicFilter, FilterView, Workbook
from workworld.apps.sheets.service import (
    calculations,
    conditions,
    filtering,
    hidden_rows,
    lying,
    resources,
    sorting,
    themes,
)
from workworld.apps.sheets.service.conditions import Judge
from workworld.apps.sheets.service.grids import CellRow, Grid
from workworld.apps.sheets.service.requests.rule_shapes import FilterCriteria, FilterSortSpec
from workworld.apps.sheets.service.requests.shapes import Shape
from workworld.apps.sheets.service.sorting import Order, Specs
from workworld.apps.sheets.service.styles import Format, Styles
from workworld.context import Context
from workworld.errors import Invalid

LONGEST = 20_000
"""How many characters a temporary filter may have."""
Kind = Literal["filter", "view", "temporary"]


@dataclass(frozen=True, slots=True)
class Lens:
    """A filter that somebody looks through."""

    kind: Kind
    area: Area
    """Its range, the row that names the columns included."""
    criteria: Mapping[int, Mapping[str, Any]]
    """The vendor's ``FilterCriteria`` by the index of a column."""
    view_id: int | None = None
    title: str = ""
    sorts: Specs = field(default=())
    """The vendor's ``SortSpec`` of a view: the sheet's own filter moves the rows when it is set."""

    @property
    def text(self) -> str:
        """What it is asked for by; empty for the sheet's own filter."""
        if self.kind == "view":
            return str(self.view_id)
        if self.kind == "filter":
            return ""
        return temporary(str(self.area), self.criteria, self.sorts)


class _Temporary(Shape):
    range: str
    criteria: dict[str, FilterCriteria] = Field(default_factory=dict)
    sorts: list[FilterSortSpec] = Field(default_factory=list, max_length=100)


def temporary(range_text: str, criteria: Mapping[int, Mapping[str, Any]], sorts: Specs = ()) -> str:
    """A filter that is kept nowhere, as it is asked for."""
    given: dict[str, Any] = {
        "range": range_text,
        "criteria": {str(at): dict(criteria[at]) for at in criteria},
    }
    if sorts:
        given["sorts"] = [dict(each) for each in sorts]
    return json.dumps(given, separators=(",", ":"), ensure_ascii=False)


def lens_of(grid: Grid, text: str) -> Lens | None:
    """What a text means on a sheet.

    Args:
        grid: the sheet.
        text: the id of a filter view, a temporary filter as JSON, or nothing: the sheet's filter.

    Returns:
        None if the sheet has no filter; also if the view is gone, or is another sheet's.

    Raises:
        Invalid: it is none of these.
    """
    if not text:
        query = select(BasicFilter).where(BasicFilter.sheet_id == grid.sheet.id)
        own = grid.session.scalars(query).first()
        area = lying.area_of(own.ranges[0], grid) if own is not None else None
        return Lens("filter", area, _by_index(grid, own)) if own and area else None
    if text.isascii() and text.isdigit() and len(text) < 11:
        view = grid.session.get(FilterView, int(text))
        if view is None or view.sheet_id != grid.sheet.id:
            return None
        area = lying.area_of(view.ranges[0], grid)
        if area is None:
            return None
        sorts = resources.sort_specs(grid, view)
        return Lens("view", area, _by_index(grid, view), view.id, view.title, sorts)
    return _temporary(grid, text)


def hides(ctx: Context, workbook: Workbook, grid: Grid, lens: Lens) -> frozenset[int]:
    """The rows that are out of sight to who looks through a filter, whoever hid them."""
    if lens.kind == "filter":
        return hidden_rows.by_hand(grid) | hidden_rows.by_filter(grid)
    return hidden_rows.by_hand(grid) | frozenset(_judged(ctx, workbook, grid, lens))


def order_of(ctx: Context, workbook: Workbook, grid: Grid, lens: Lens) -> Order | None:
    """The order in which who looks through a filter sees rows; None if as they stand."""
    return sorting.order_of(ctx, workbook, grid, lens.area, lens.sorts) if lens.sorts else None


def _judged(ctx: Context, workbook: Workbook, grid: Grid, lens: Lens) -> list[int]:
    body = filtering.body_of(grid, lens.area)
    if body.height <= 0 or not lens.criteria:
        return []
    styles = Styles(ctx, workbook.id)

    def look_of(cell: CellRow) -> Format:
        return styles.shown(cell.style_id)

    values = calculations.calculated(ctx, workbook).values(grid, body)
    judge = Judge.of(ctx, workbook)
    criteria = {at: themes.resolved(each, styles.theme) for at, each in lens.criteria.items()}
    return filtering.hidden(grid, body, criteria, values, judge, look_of)


def _by_index(grid: Grid, thing: BasicFilter | FilterView) -> dict[int, Mapping[str, Any]]:
    found = ((grid.columns.index_of(int(each)), thing.criteria[each]) for each in thing.criteria)
    return {index: each for index, each in found if index is not None}


def _temporary(grid: Grid, text: str) -> Lens:
    try:
        given = _Temporary.model_validate_json(text[: LONGEST + 1])
    except ValidationError:
        raise Invalid("invalid_request", "This filter cannot be read.") from None
    area = lying.area_of(given.range, grid)
    if area is None or not all(each.isascii() and each.isdigit() for each in given.criteria):
        raise Invalid("invalid_request", "This filter cannot be read.")
    criteria = {int(at[:9]): each for at, each in given.criteria.items()}
    for each in criteria.values():
        if each.condition is not None:
            conditions.check(each.condition, FILTERS)
    kept = {at: each.json_form() for at, each in criteria.items() if area.left <= at < area.right}
    sorts = [each.json_form() for each in given.sorts]
    return Lens("temporary", area, kept, sorts=sorts)
