"""Pivot tables of a workbook, worked out of what their sources hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workworld.apps.sheets.engine import formulas
from workworld.apps.sheets.engine.addresses import Area, Corner
from workworld.apps.sheets.engine.books import Book, Frame
from workworld.apps.sheets.engine.calculation import Calculation
from workworld.apps.sheets.engine.pivots import buckets, totals
from workworld.apps.sheets.engine.pivots.definitions import (
    Bucket,
    ByValue,
    Definition,
    Grouping,
    Layout,
    Measure,
)
from workworld.apps.sheets.engine.pivots.layouts import laid_out
from workworld.apps.sheets.engine.pivots.sides import text
from workworld.apps.sheets.engine.values import NAME, Error, Value
from workworld.apps.sheets.models import Pivot
from workworld.apps.sheets.service import current_values, lying
from workworld.apps.sheets.service.conditions import Judge, subject
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import BLANK, Grid

_Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Table:
    """A pivot table, worked out."""

    definition: Definition
    layout: Layout
    headings: list[str]
    rows: list[list[Value]]
    patterns: list[int | None]
    """The look of each column's first filled cell: what values of it look like."""


def worked_out(edit: Editing, thing: Pivot) -> Table | None:
    """A pivot table as it is now; None if its source is gone.

    Raises:
        TooLargeError: it would have too many cells.
    """
    found = source_of(edit, thing)
    if found is None:
        return None
    grid, area = found
    values = current_values.values(edit, grid, area)
    texts = [current_values.shown_as(edit, BLANK, each) for each in values[0]]
    headings = [each or f"Column {at + 1}" for at, each in enumerate(texts)]
    rows = values[1:]
    while rows and current_values.is_blank(rows[-1]):
        rows.pop()
    rows = [[_number(each) for each in row] for row in rows]
    definition = _definition(edit, thing.definition, headings, rows)
    kept = _kept(edit, thing.definition, grid, area, rows)
    layout = laid_out(definition, headings, rows, kept)
    return Table(definition, layout, headings, rows, _patterns(grid, area, len(rows)))


def source_of(edit: Editing, thing: Pivot) -> tuple[Grid, Area] | None:
    """The cells that a pivot table is worked out of."""
    if not thing.sources:
        return None
    source = thing.sources[0]
    grid = next((each for each in edit.grids if each.sheet.id == source["sheet"]), None)
    area = None if grid is None else lying.area_of(source["range"], grid)
    if grid is None or area is None:
        return None
    bottom = min(area.bottom, max(grid.used().bottom, area.top + 1))
    return grid, Area(area.top, area.left, bottom, area.right)


def _number(value: Value) -> Value:
    return value if isinstance(value, bool | str | Error) or value is None else float(value)


def _patterns(grid: Grid, area: Area, count: int) -> list[int | None]:
    body = Area(area.top + 1, area.left, area.top + 1 + count, area.right)
    cells = grid.cells(body) if count else {}
    found: list[int | None] = [None] * area.width
    for (_, column), cell in sorted(cells.items(), reverse=True):
        if cell.kind:
            found[column - area.left] = cell.style_id
    return found


def _definition(
    edit: Editing, given: _Json, headings: list[str], rows: list[list[Value]]
) -> Definition:
    return Definition(
        tuple(_grouping(each, headings) for each in given.get("rows", ())),
        tuple(_grouping(each, headings) for each in given.get("columns", ())),
        tuple(_measure(edit, each, headings, rows) for each in given.get("values", ())),
        given.get("valueLayout") == "VERTICAL",
    )


def _grouping(given: _Json, headings: list[str]) -> Grouping:
    column = min(given.get("sourceColumnOffset", 0), len(headings) - 1)
    by = given.get("valueBucket")
    by_value = None
    if by is not None:
        path = tuple(text(held(each)) for each in by.get("buckets", ()))
        by_value = ByValue(by.get("valuesIndex", 0), path)
    return Grouping(
        column,
        _bucket(given.get("groupRule") or {}),
        given.get("label", ""),
        given.get("sortOrder") == "DESCENDING",
        bool(given.get("showTotals")),
        bool(given.get("repeatHeadings")),
        by_value,
        (given.get("groupLimit") or {}).get("countLimit"),
    )


def _bucket(rule: _Json) -> Callable[[Value], Bucket]:
    if "dateTimeRule" in rule:
        return buckets.of_dates(rule["dateTimeRule"]["type"])
    if "histogramRule" in rule:
        steps = rule["histogramRule"]
        return buckets.of_steps(steps["interval"], steps.get("start"), steps.get("end"))
    if "manualRule" in rule:
        groups = rule["manualRule"].get("groups", ())
        return buckets.of_items(
            (text(held(each["groupName"])), [held(item) for item in each.get("items", ())])
            for each in groups
        )
    return buckets.plain


def held(value: _Json) -> Value:
    """What an ``ExtendedValue`` holds."""
    for name in ("stringValue", "numberValue", "boolValue"):
        if value.get(name) is not None:
            found: Value = value[name]
            return _number(found)
    return None


def _measure(edit: Editing, given: _Json, headings: list[str], rows: list[list[Value]]) -> Measure:
    function = given.get("summarizeFunction", "SUM")
    shown_as = given.get("calculatedDisplayType") or ""
    shown_as = "" if shown_as.endswith("UNSPECIFIED") else shown_as
    formula = given.get("formula")
    if formula:
        name = given.get("name") or formula.lstrip("=")

        def by_formula(places: Sequence[int]) -> Value:
            return _of_formula(edit, formula, function, headings, [rows[at] for at in places])

        return Measure(name, by_formula, shown_as)
    column = min(given.get("sourceColumnOffset") or 0, len(headings) - 1)

    def of_column(places: Sequence[int]) -> Value:
        return totals.total(function, [rows[at][column] for at in places])

    return Measure(given.get("name") or f"{function} of {headings[column]}", of_column, shown_as)


def _of_formula(
    edit: Editing, formula: str, function: str, headings: list[str], rows: list[list[Value]]
) -> Value:
    """What a calculated field comes to: headings stand for columns, or for what they come to.

    A field that is summed up by a formula of its own (``CUSTOM``) is given whole columns, any other
    what its function makes of each column.
    """
    known = {each.casefold(): at for at, each in enumerate(headings)}
    columns: list[list[Value]] = [list(each) for each in zip(*rows, strict=True)]
    if function != "CUSTOM":
        columns = [[totals.total(function, each)] for each in columns]
    height = max((len(each) for each in columns), default=1)
    written = formula if formula.startswith("=") else f"={formula}"
    for heading, at in sorted(known.items(), key=lambda each: -len(each[0])):
        written = _replaced(written, heading, _range(at, len(columns[at])))

    def put(part: formulas.Part) -> str | None:
        at = known.get(part.text.casefold())
        return None if at is None else _range(at, len(columns[at]))

    written = formulas.replaced(written, put)
    frame = Frame(0, "Data", height, len(headings))
    cells = {
        (row, column): value
        for column, each in enumerate(columns)
        for row, value in enumerate(each)
        if value is not None
    }
    now = edit.ctx.clock.now()
    found = Calculation(Book.of([frame]), {0: cells}, now=now).calculate(written, 0)
    return found[0][0] if found and found[0] else Error(NAME)


def _replaced(formula: str, heading: str, place: str) -> str:
    """A formula with a heading in quotes replaced, whatever its case."""
    quoted = f"'{heading}'"
    at = formula.casefold().find(quoted)
    while at >= 0:
        formula = formula[:at] + place + formula[at + len(quoted) :]
        at = formula.casefold().find(quoted, at + len(place))
    return formula


def _range(column: int, height: int) -> str:
    first, last = Corner(column, 0, True, True), Corner(column, height - 1, True, True)
    return f"Data!{first}" if height == 1 else f"Data!{first}:{last}"


def _kept(
    edit: Editing, given: _Json, grid: Grid, area: Area, rows: list[list[Value]]
) -> list[int]:
    """The rows that the table's filters leave."""
    specs = {int(column): each for column, each in given.get("criteria", {}).items()}
    specs |= {
        each.get("columnOffsetIndex", 0): each["filterCriteria"]
        for each in given.get("filterSpecs", ())
    }
    if not specs:
        return list(range(len(rows)))
    judge = Judge(
        lambda *asked: current_values.reckoned(edit).calculate(*asked), current_values.today(edit)
    )
    cells = grid.cells(Area(area.top + 1, area.left, area.top + 1 + len(rows), area.right))

    def shows(row: int, column: int, wanted: _Json) -> bool:
        at = (area.top + 1 + row, area.left + column)
        first = (area.top + 1, area.left + column)
        pattern = current_values.pattern(edit, cells.get(at, BLANK).style_id)
        seen = subject(rows[row][column], pattern)
        visible = wanted.get("visibleValues")
        if visible is not None and not wanted.get("visibleByDefault") and seen.shown not in visible:
            return False
        condition = wanted.get("condition")
        return condition is None or judge.meets(condition, grid, at, first, seen)

    return [
        row
        for row in range(len(rows))
        if all(
            column >= area.width or shows(row, column, wanted) for column, wanted in specs.items()
        )
    ]
