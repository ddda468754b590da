"""What lies on ranges in files of other programs, as ours has it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from openpyxl.worksheet.worksheet import Worksheet

from workworld.apps.sheets.engine.addresses import Area, Corner, parse
from workworld.apps.sheets.models import (
    ConditionalRule,
    Group,
    Merge,
    Protection,
    Validation,
)
from workworld.apps.sheets.service import lying
from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.xlsx import highlights, print_setups, validations
from workworld.apps.sheets.service.xlsx.theme_files import FileTheme
from workworld.context import Context

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.]{0,249}")
_MOST = 5_000
"""How many of a kind are read of a sheet."""
_MOST_FREE = 500


_KINDS = {"dataBar": "data bars", "iconSet": "icon sets"}
"""Conditional formats that the vendor's sheets do not have."""


def is_name(text: str) -> bool:
    """Whether a range may be called so."""
    return _NAME.fullmatch(text) is not None and parse(text) is None


def read(ctx: Context, page: Any, grid: Grid, theme: FileTheme) -> list[str]:
    """Put what lies on a page on its sheet.

    Returns:
        What was not taken, in words.
    """
    notes: list[str] = []
    found: list[Any] = [
        *_merges(page),
        *_validations(page, notes),
        *_conditional(page, theme, notes),
        *_groups(page, grid),
        *_protections(ctx, page, notes),
        *print_setups.read(page, grid, notes),
    ]
    order: dict[type[Any], int] = {}
    for thing in found:
        position = order.setdefault(type(thing), 0)
        order[type(thing)] += 1
        if position == _MOST:
            notes.append(f"merged cells, rules and groups beyond the first {_MOST:,} of a sheet")
        elif position < _MOST:
            thing.id, thing.sheet_id, thing.position = lying.new_id(ctx), grid.sheet.id, position
            ctx.session.add(thing)
    return notes


def _merges(page: Worksheet) -> Iterator[Merge]:
    for each in page.merged_cells.ranges:
        if each.size["rows"] * each.size["columns"] > 1:
            yield Merge(ranges=[each.coord])


def _ranges(sqref: Any) -> list[str]:
    return [each.coord for each in sqref.ranges]


def _validations(page: Worksheet, notes: list[str]) -> Iterator[Validation]:
    for each in page.data_validations.dataValidation:
        rule = validations.validation_rule(each)
        if rule is not None:
            yield Validation(ranges=_ranges(each.sqref), rule=rule)
        elif each.type not in (None, "none"):
            notes.append("validation of the lengths of texts")


def _conditional(page: Worksheet, theme: FileTheme, notes: list[str]) -> Iterator[ConditionalRule]:
    listed = [
        (rule.priority or 0, _ranges(each.sqref), rule)
        for each in page.conditional_formatting
        for rule in each.rules
    ]
    for _, ranges, rule in sorted(listed, key=lambda each: each[0]):
        first = ranges[0].partition(":")[0]
        found = highlights.conditional_rule(rule, ranges[0], first, theme)
        if found is None:
            notes.append(_KINDS.get(rule.type, f"conditional formats of the kind {rule.type}"))
        else:
            yield ConditionalRule(ranges=ranges, rule=found)


def _groups(page: Worksheet, grid: Grid) -> Iterator[Group]:
    rows = {
        index - 1: int(row.outlineLevel or 0)
        for index, row in page.row_dimensions.items()
        if index <= len(grid.rows)
    }
    for start, end in _spans(rows):
        yield Group(ranges=[f"{Corner(None, start)}:{Corner(None, end)}"], is_collapsed=False)
    columns = {
        index - 1: int(column.outlineLevel or 0)
        for column in page.column_dimensions.values()
        for index in range(column.min or 1, min(column.max or 0, len(grid.columns)) + 1)
    }
    for start, end in _spans(columns):
        yield Group(ranges=[f"{Corner(start, None)}:{Corner(end, None)}"], is_collapsed=False)


def _spans(levels: dict[int, int]) -> Iterator[tuple[int, int]]:
    """From which line to which each group goes, the outer ones first."""
    for depth in range(1, max(levels.values(), default=0) + 1):
        start = None
        inside = sorted(index for index, level in levels.items() if level >= depth)
        for index, following in zip(inside, [*inside[1:], -2], strict=False):
            start = index if start is None else start
            if following != index + 1:
                yield start, index
                start = None


def _protections(ctx: Context, page: Worksheet, notes: list[str]) -> Iterator[Protection]:
    if page.protection.sheet:
        free = _unlocked(page)
        if len(free) > _MOST_FREE:
            notes.append("which cells of a protected sheet are free")
            free = []
        yield Protection(
            ranges=free,
            is_sheet=True,
            description="",
            warns_only=False,
            creator_id=ctx.actor.person_id,
            editor_ids=[],
            is_for_company=False,
        )


def _unlocked(page: Worksheet) -> list[str]:
    """The rectangles of cells that may be edited though the sheet is protected."""
    rows: dict[int, list[int]] = {}
    for (row, column), cell in page._cells.items():
        if cell.has_style and cell.protection.locked is False:
            rows.setdefault(row, []).append(column)
    found: list[list[int]] = []
    open_: dict[tuple[int, int], list[int]] = {}
    for row in sorted(rows):
        spans = {(first + 1, last + 1) for first, last in _runs(sorted(rows[row]))}
        open_ = {span: each for span, each in open_.items() if span in spans and each[1] == row - 1}
        for span in sorted(spans):
            if span in open_:
                open_[span][1] = row
            else:
                open_[span] = [row, row]
                found.append(open_[span])
                found[-1] += span
    return [str(Area(top - 1, left - 1, bottom, right)) for top, bottom, left, right in found]


def _runs(columns: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Columns from one that follow each other, as the first and last of each run, from zero."""
    start = None
    for column, following in zip(columns, [*columns[1:], -1], strict=True):
        start = column if start is None else start
        if following != column + 1:
            yield start - 1, column - 1
            start = None
