"""Rules that go where cells are copied: validation and conditional formats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.models import ConditionalRule, Validation
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.lying import areas, carve, new_id, on, rule_for, text_of

R = TypeVar("R", Validation, ConditionalRule)


def add(edit: Editing, model: type[R], grid: Grid, rule: Any, pieces: Sequence[Area]) -> R:
    """A rule on some rectangles, which counts behind those that are there."""
    thing = model(
        id=new_id(edit.ctx),
        sheet_id=grid.sheet.id,
        position=len(on(edit, model, grid)),
        ranges=[text_of(grid, each) for each in pieces],
        rule=rule,
    )
    edit.ctx.session.add(thing)
    return thing


def corners(block: Area, area: Area, piece: Area) -> Iterator[Area]:
    """Where a part of a block lies in each of its copies."""
    for top in range(area.top, area.bottom, block.height):
        for left in range(area.left, area.right, block.width):
            yield piece.moved(top - block.top, left - block.left)


def copy_rules(
    edit: Editing,
    model: type[R],
    source: tuple[Grid, Area],
    target: tuple[Grid, Area],
    *,
    turned: bool,
) -> None:
    """Let a destination have the rules of what is copied there."""
    grid, block = source
    to, area = target
    found = list[tuple[Any, list[Area], list[Area]]]()
    for thing in on(edit, model, grid):
        there = areas(thing, grid)
        shared = [cut for each in there if (cut := each.common(block))]
        if shared:
            found.append((thing.rule, there, shared))
    carve(edit, to, model, area)
    for rule, there, shared in found:
        pieces = [
            copy
            for each in shared
            for copy in corners(
                _turned(block, block) if turned else block,
                area,
                _turned(each, block) if turned else each,
            )
        ]
        add(edit, model, to, rule_for(to, rule, there, pieces), pieces)


def _turned(piece: Area, block: Area) -> Area:
    """A part of a block when rows are columns."""
    top, left = piece.left - block.left + block.top, piece.top - block.top + block.left
    return Area(top, left, top + piece.width, left + piece.height)
