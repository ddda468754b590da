"""Requests that find texts and replace them.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request#findreplacerequest
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import re2

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.functions.texts import template
from workworld.apps.sheets.service import chips, current_values
from workworld.apps.sheets.service.chips import Swap
from workworld.apps.sheets.service.editing import Editing, bounds
from workworld.apps.sheets.service.entering import entered
from workworld.apps.sheets.service.grids import CellRow, Grid, Place
from workworld.apps.sheets.service.requests.places import area_of
from workworld.apps.sheets.service.requests.registry import request
from workworld.apps.sheets.service.requests.shapes import GridRange, Shape
from workworld.errors import Invalid

Replace = Callable[[str], list[Swap]]
"""What of a text is found, with what is put in its place."""


class FindReplace(Shape):
    """A text to find in a range, a sheet or all sheets, and what to put in its place."""

    find: str
    replacement: str = ""
    match_case: bool = False
    match_entire_cell: bool = False
    search_by_regex: bool = False
    include_formulas: bool = False
    range: GridRange | None = None
    sheet_id: int | None = None
    all_sheets: bool | None = None


@dataclass(slots=True)
class _Counts:
    values: int = 0
    formulas: int = 0
    occurrences: int = 0
    rows: set[tuple[int, int]] = field(default_factory=set)
    sheets: set[int] = field(default_factory=set)

    def told(self) -> dict[str, Any]:
        found = {
            "valuesChanged": self.values,
            "formulasChanged": self.formulas,
            "rowsChanged": len(self.rows),
            "sheetsChanged": len(self.sheets),
            "occurrencesChanged": self.occurrences,
        }
        return {name: count for name, count in found.items() if count}


@request("findReplace", "Find and replace")
def find_replace(edit: Editing, given: FindReplace) -> dict[str, Any]:
    """Replace a text wherever it is found; what stands there then is read as if typed."""
    scopes = [given.range is not None, given.sheet_id is not None, bool(given.all_sheets)]
    if sum(scopes) != 1:
        raise Invalid("invalid_request", "Exactly one of range, sheetId and allSheets must be set.")
    if not given.find:
        raise Invalid("invalid_request", "find must not be empty.")
    replace, counts = replacer(given), _Counts()
    if given.range is not None:
        grid = edit.grid(given.range.sheet_id)
        _replace(edit, grid, area_of(grid, given.range), given, replace, counts)
    elif given.sheet_id is not None:
        grid = edit.grid(given.sheet_id)
        _replace(edit, grid, grid.area, given, replace, counts)
    else:
        for grid in edit.grids:
            _replace(edit, grid, grid.area, given, replace, counts)
    return counts.told()


def replacer(given: FindReplace) -> Replace:
    """What replaces in one text.

    Raises:
        Invalid: the pattern is none that RE2 knows.
    """
    pattern = given.find if given.search_by_regex else re2.escape(given.find)
    options = re2.Options()
    options.log_errors, options.case_sensitive = False, given.match_case
    try:
        form = re2.compile(f"^(?:{pattern})$" if given.match_entire_cell else pattern, options)
    except re2.error:
        raise Invalid("invalid_request", f"Invalid regular expression: {given.find}") from None
    put = (
        template(given.replacement, form.groups)
        if given.search_by_regex
        else given.replacement.replace("\\", "\\\\")
    )

    def replace(text: str) -> list[Swap]:
        found = form.finditer(text)
        return [Swap(each.start(), each.end(), str(each.expand(put))) for each in found]

    return replace


def _replace(
    edit: Editing, grid: Grid, area: Area, given: FindReplace, replace: Replace, counts: _Counts
) -> None:
    used = grid.used().common(area)
    if used is None:
        return
    fresh = dict[Place, CellRow]()
    for at, cell in grid.cells(used).items():
        is_formula = cell.kind == "formula"
        if not cell.kind or (is_formula and not given.include_formulas):
            continue
        before = cell.text or "" if is_formula else _shown(edit, cell)
        # Chips say what they lead to: what is found within one stays.
        swaps = chips.beside(cell, replace(before))
        if chips.swapped(before, swaps) == before:
            continue
        if is_formula:
            counts.formulas += 1
        else:
            counts.values += 1
        counts.occurrences += len(swaps)
        counts.rows.add((grid.sheet.id, at[0]))
        counts.sheets.add(grid.sheet.id)
        fresh[at] = _put(edit, cell, before, swaps)
    if fresh:
        for at in fresh:
            edit.check_writable(grid, bounds({at: None}))
        edit.put(grid, fresh)


def _put(edit: Editing, cell: CellRow, before: str, swaps: Sequence[Swap]) -> CellRow:
    if any(chips.spans(cell)):
        return chips.kept(cell, swaps)
    return entered(edit, cell, chips.swapped(before, swaps))


def _shown(edit: Editing, cell: CellRow) -> str:
    value = cell.input
    if isinstance(value, str):
        return value
    return current_values.shown_as(edit, cell, value)  # type: ignore[arg-type]
