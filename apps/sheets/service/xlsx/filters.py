"""Filters as workbooks of other programs have them, and back: criteria, and the rows they hide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from openpyxl.worksheet.filters import (
    CustomFilter,
    CustomFilters,
    FilterColumn,
    Filters,
    SortCondition,
    SortState,
)
from openpyxl.worksheet.worksheet import Worksheet
from sqlalchemy import select

from workworld.apps.sheets.engine.addresses import Area, parse
from workworld.apps.sheets.models import BasicFilter, Line
from workworld.apps.sheets.service import current_values
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.requests import registry
from workworld.apps.sheets.service.resources import range_of
from workworld.apps.sheets.service.views import View
from workworld.apps.sheets.service.xlsx.validations import (
    NUMBERS,
    OPERATORS,
    Json,
    compared,
    condition_of,
    end_of,
    given,
)
from workworld.errors import Refused

_TEXTS: Mapping[str, tuple[Any, str]] = {
    "TEXT_CONTAINS": ("equal", "*{}*"),
    "TEXT_NOT_CONTAINS": ("notEqual", "*{}*"),
    "TEXT_STARTS_WITH": ("equal", "{}*"),
    "TEXT_ENDS_WITH": ("equal", "*{}"),
    "TEXT_EQ": ("equal", "{}"),
    "TEXT_NOT_EQ": ("notEqual", "{}"),
}
"""Conditions on texts, by the operator and the pattern that tell them."""
_PAIRS: Mapping[str, tuple[Any, Any, bool]] = {
    "NUMBER_BETWEEN": ("greaterThanOrEqual", "lessThanOrEqual", True),
    "DATE_BETWEEN": ("greaterThanOrEqual", "lessThanOrEqual", True),
    "NUMBER_NOT_BETWEEN": ("lessThan", "greaterThan", False),
    "DATE_NOT_BETWEEN": ("lessThan", "greaterThan", False),
}
"""Conditions on what lies between two ends, and whether both parts must hold."""


def write(view: View, page: Worksheet, grid: Grid, thing: BasicFilter) -> list[str]:
    """Write the filter of a sheet, and hide the rows that it hides.

    Returns:
        What of it files cannot tell, in words.
    """
    area = _area(grid, thing.ranges[0])
    if area is None:
        return []
    page.auto_filter.ref = str(area)
    hidden = {grid.rows.index_of(each) for each in thing.hidden_rows}
    for row in hidden:
        if row is not None:
            page.row_dimensions[row + 1].hidden = True
    notes = []
    for column_id, criteria in thing.criteria.items():
        index = grid.columns.index_of(int(column_id))
        if index is None or not area.left <= index < area.right:
            continue
        texts = _shown(view, grid, Area(area.top + 1, index, area.bottom, index + 1))
        told = _column(index - area.left, criteria, texts)
        if told is None:
            notes.append("criteria of filters that ask for colours or work with formulas")
        else:
            page.auto_filter.filterColumn.append(told)
    _write_order(page, grid, area, thing.sort_specs)
    return notes


def _area(grid: Grid, text: str) -> Area | None:
    reference = parse(text.replace("$", ""))
    return reference.area(len(grid.rows), len(grid.columns)) if reference else None


def _shown(view: View, grid: Grid, area: Area) -> set[str]:
    """What the cells of a column show; an empty text where some show nothing."""
    if area.size <= 0:
        return set()
    found = [cell.shown.text for _, cell in view.cells(grid, area)]
    return {*found, *([""] if len(found) < area.size else [])}


def _column(offset: int, criteria: Mapping[str, Any], texts: set[str]) -> FilterColumn | None:
    condition = criteria.get("condition")
    if any(name.startswith("visible") for name in criteria):
        return None
    if condition is None:
        kept = sorted(texts - set(criteria.get("hiddenValues") or ()))
        values = Filters(blank="" in kept or None, filter=[each for each in kept if each])
        return FilterColumn(colId=offset, filters=values)
    kind, ends = condition["type"], given(condition)
    if kind == "BLANK":
        return FilterColumn(colId=offset, filters=Filters(blank=True))
    parts = _parts(kind, ends)
    if parts is None:
        return None
    both = kind in _PAIRS and _PAIRS[kind][2]
    return FilterColumn(colId=offset, customFilters=CustomFilters(both or None, parts))


def _parts(kind: str, ends: Sequence[str]) -> list[CustomFilter] | None:
    if kind == "NOT_BLANK":
        return [CustomFilter("notEqual", " ")]
    if any(each.startswith("=") for each in ends) or not ends:
        return None
    if kind in _TEXTS:
        operator, pattern = _TEXTS[kind]
        return [CustomFilter(operator, pattern.format(_escaped(ends[0])))]
    if kind in _PAIRS:
        low, high, _ = _PAIRS[kind]
        return [CustomFilter(low, compared(ends[0])), CustomFilter(high, compared(ends[1]))]
    family, _, which = kind.partition("_")
    if family not in ("NUMBER", "DATE") or which not in OPERATORS:
        return None
    value = compared(ends[0])
    return None if "(" in value else [CustomFilter(OPERATORS[which], value)]


def _escaped(text: str) -> str:
    return "".join(f"~{each}" if each in "*?~" else each for each in text)


def _write_order(
    page: Worksheet, grid: Grid, area: Area, specs: Sequence[Mapping[str, Any]]
) -> None:
    body = Area(area.top + 1, area.left, area.bottom, area.right)
    listed = []
    for each in specs:
        index = grid.columns.index_of(each["dimensionIndex"])
        if index is not None and body.height > 0:
            key = str(Area(body.top, index, body.bottom, index + 1))
            falls = each.get("sortOrder") == "DESCENDING" or None
            listed.append(SortCondition(ref=key, descending=falls))
    if listed:
        page.auto_filter.sortState = SortState(ref=str(body), sortCondition=listed)


def read(editing: Editing, pages: Sequence[tuple[Worksheet, Grid]]) -> list[str]:
    """Set the filters of pages on their sheets; rows that they hide are no longer hidden by hand.

    Returns:
        What was not taken, in words.
    """
    notes: list[str] = []
    for page, grid in pages:
        area = _area(grid, page.auto_filter.ref or "")
        if area is not None:
            wanted: Json = {"range": range_of(grid.sheet, area)}
            wanted["filterSpecs"] = _specs(editing, page, grid, area, notes)
            try:
                registry.perform(editing, 0, {"setBasicFilter": {"filter": wanted}})
            except Refused:
                notes.append("a filter whose criteria make no sense")
            _show_again(editing, grid)
    return list(dict.fromkeys(notes))


def _specs(
    editing: Editing, page: Worksheet, grid: Grid, area: Area, notes: list[str]
) -> list[Json]:
    found = []
    for each in page.auto_filter.filterColumn:
        index = area.left + int(each.colId)
        if index >= area.right:
            continue
        body = Area(area.top + 1, index, min(area.bottom, grid.used().bottom), index + 1)
        criteria = _criteria(editing, grid, body, each)
        if criteria is None:
            notes.append("criteria of filters of other kinds (the rows stay hidden)")
        elif criteria:
            found.append({"columnIndex": index, "filterCriteria": criteria})
    return found


def _criteria(editing: Editing, grid: Grid, body: Area, given_: FilterColumn) -> Json | None:
    """What a column lets through; empty for everything, None for what is not known."""
    if given_.customFilters is not None:
        return _compared(given_.customFilters)
    if given_.colorFilter or given_.dynamicFilter or given_.top10 or given_.iconFilter:
        return None
    values = given_.filters
    if values is None:
        return {}
    if values.dateGroupItem:
        return None
    shown = current_values.texts(editing, grid, body) if body.height > 0 else {}
    texts = {*shown.values(), *([""] if len(shown) < body.size else [])}
    kept = {str(each).casefold() for each in values.filter} | ({""} if values.blank else set())
    hidden = sorted(each for each in texts if each.casefold() not in kept)
    return {"hiddenValues": hidden} if hidden else {}


def _compared(given_: CustomFilters) -> Json | None:
    parts = [(each.operator or "equal", str(each.val)) for each in given_.customFilter]
    if len(parts) == 2:
        for kind, (low, high, both) in _PAIRS.items():
            if (parts[0][0], parts[1][0], bool(given_._and)) == (low, high, both):
                return {"condition": condition_of(kind, *(end_of(each[1]) for each in parts))}
        return None
    return _single(*parts[0]) if len(parts) == 1 else None


def _single(operator: str, value: str) -> Json | None:
    """A condition with one value."""
    if operator == "notEqual" and not value.strip():
        return {"condition": condition_of("NOT_BLANK")}
    if _is_number(value):
        return {"condition": condition_of(NUMBERS[operator], value)}
    for kind, (theirs, pattern) in _TEXTS.items():
        start, end = pattern.split("{}")
        inner = value[len(start) : len(value) - len(end)]
        fits = operator == theirs and value.startswith(start) and value.endswith(end)
        bare = inner.replace("~*", "").replace("~?", "")
        if fits and inner and "*" not in bare and "?" not in bare:
            said = inner.replace("~*", "*").replace("~?", "?").replace("~~", "~")
            return {"condition": condition_of(kind, said)}
    return None


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _show_again(editing: Editing, grid: Grid) -> None:
    """Let no row be hidden by hand that a filter hides."""
    session = editing.ctx.session
    things = session.scalars(select(BasicFilter).where(BasicFilter.sheet_id == grid.sheet.id))
    hidden = {row for each in things for row in each.hidden_rows}
    query = select(Line).where(Line.sheet_id == grid.sheet.id, Line.axis == "row", Line.is_hidden)
    for line in session.scalars(query).all():
        if line.line_id in hidden:
            line.is_hidden = False
            if line.size is None and line.style_id is None:
                session.delete(line)
