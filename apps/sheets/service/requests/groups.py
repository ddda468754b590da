"""Requests on rows and columns that can be closed together.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request#adddimensiongrouprequest
"""

from __future__ import annotations

from typing import Any

from workworld.apps.sheets import masks
from workworld.apps.sheets.engine.addresses import Corner
from workworld.apps.sheets.engine.changes import Axis
from workworld.apps.sheets.models import Group
from workworld.apps.sheets.service import lying, resources
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.hidden_rows import span
from workworld.apps.sheets.service.requests.places import lines_of
from workworld.apps.sheets.service.requests.registry import request
from workworld.apps.sheets.service.requests.rule_shapes import DimensionGroup
from workworld.apps.sheets.service.requests.shapes import DimensionRange, Shape
from workworld.errors import Invalid

MOST_DEPTH = 8
_Run = tuple[int, int, int]
"""First line, the one behind the last, and how many groups hold them."""


class AddDimensionGroup(Shape):
    """Lines that become a group."""

    range: DimensionRange


class DeleteDimensionGroup(Shape):
    """Lines that leave their innermost group."""

    range: DimensionRange


class UpdateDimensionGroup(Shape):
    """A group, of which a mask names what changes."""

    dimension_group: DimensionGroup
    fields: str


@request("addDimensionGroup", "Group")
def add_dimension_group(edit: Editing, given: AddDimensionGroup) -> dict[str, Any]:
    """Group lines so that they can be closed together; groups lie within groups."""
    grid = edit.grid(given.range.sheet_id)
    axis, start, end = lines_of(grid, given.range)
    depths = _depths(edit, grid, axis)
    if any(depths[at] >= MOST_DEPTH for at in range(start, end)):
        raise Invalid("invalid_request", f"Groups can be nested {MOST_DEPTH} deep at most.")
    for at in range(start, end):
        depths[at] += 1
    return _regroup(edit, grid, axis, depths)


@request("deleteDimensionGroup", "Ungroup")
def delete_dimension_group(edit: Editing, given: DeleteDimensionGroup) -> dict[str, Any]:
    """Take lines out of their innermost group."""
    grid = edit.grid(given.range.sheet_id)
    axis, start, end = lines_of(grid, given.range)
    depths = _depths(edit, grid, axis)
    if not any(depths[at] for at in range(start, end)):
        raise Invalid("invalid_request", "There is no group within the range.")
    for at in range(start, end):
        depths[at] = max(depths[at] - 1, 0)
    return _regroup(edit, grid, axis, depths)


@request("updateDimensionGroup", "Open or close group")
def update_dimension_group(edit: Editing, given: UpdateDimensionGroup) -> None:
    """Close a group, which hides its lines, or open it."""
    wanted = given.dimension_group
    grid = edit.grid(wanted.range.sheet_id)
    axis, start, end = lines_of(grid, wanted.range)
    runs = _runs(_depths(edit, grid, axis))
    if (start, end, wanted.depth) not in runs:
        said = f"There is no group of depth {wanted.depth} with this range."
        raise Invalid("invalid_request", said)
    if masks.wants(masks.parsed(given.fields), "collapsed"):
        for run, thing in _known(edit, grid, axis).items():
            if run == (start, end, wanted.depth):
                thing.is_collapsed = wanted.collapsed


def _groups(edit: Editing, grid: Grid, axis: Axis) -> list[tuple[int, int, Group]]:
    found = []
    for each in lying.on(edit, Group, grid):
        run = span(each.ranges[0], axis)
        if run is not None:
            found.append((run[0], min(run[1], len(grid.lines(axis))), each))
    return sorted(found, key=lambda each: (each[0], -each[1], each[2].id))


def _depths(edit: Editing, grid: Grid, axis: Axis) -> list[int]:
    """How many groups hold each line."""
    depths = [0] * len(grid.lines(axis))
    for start, end, _ in _groups(edit, grid, axis):
        for at in range(start, end):
            depths[at] += 1
    return depths


def _known(edit: Editing, grid: Grid, axis: Axis) -> dict[_Run, Group]:
    """The groups by their run and depth; of equal ones, the first is the outer one."""
    found = dict[_Run, Group]()
    there = _groups(edit, grid, axis)
    for at, (start, end, thing) in enumerate(there):
        outer = [
            each
            for index, each in enumerate(there)
            if each[0] <= start
            and end <= each[1]
            and ((each[0], each[1]) != (start, end) or index < at)
        ]
        found[start, end, len(outer) + 1] = thing
    return found


def _runs(depths: list[int]) -> list[_Run]:
    """The groups that depths stand for: for each depth, the longest runs of lines within it."""
    found = []
    for depth in range(1, max(depths, default=0) + 1):
        start = None
        for at, each in enumerate([*depths, 0]):
            if each >= depth and start is None:
                start = at
            elif each < depth and start is not None:
                found.append((start, at, depth))
                start = None
    return found


def _regroup(edit: Editing, grid: Grid, axis: Axis, depths: list[int]) -> dict[str, Any]:
    """Have the groups that depths stand for; those that are there stay as they are."""
    known, session = _known(edit, grid, axis), edit.ctx.session
    wanted = _runs(depths)
    for run, thing in known.items():
        if run not in wanted:
            session.delete(thing)
    for run in wanted:
        if run not in known:
            session.add(
                Group(
                    id=lying.new_id(edit.ctx),
                    sheet_id=grid.sheet.id,
                    position=run[2],
                    ranges=[_text(axis, run)],
                    is_collapsed=False,
                )
            )
    session.flush()  # the answer is read back
    groups = lying.on(edit, Group, grid)
    return {"dimensionGroups": resources.dimension_groups(grid.sheet, groups, axis)}


def _text(axis: Axis, run: _Run) -> str:
    first, last = run[0], run[1] - 1
    if axis == "row":
        return f"{Corner(None, first)}:{Corner(None, last)}"
    return f"{Corner(first, None)}:{Corner(last, None)}"
