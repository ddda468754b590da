"""Rules that go where cells are copied: validation and conditional formats."""

from __future__ import annotations

from collections.abc import Iterator

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.models import ConditionalRule, Validation
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.lying import areas, carve, new_id, on, text_of

Rule = Validation | ConditionalRule


def twin(
    edit: Editing, thing: Validation | ConditionalRule, grid: Grid, ranges: list[str]
) -> Validation | ConditionalRule:
    """The same rule on other ranges."""
    twin = type(thing)(
        id=new_id(edit.ctx),
        sheet_id=grid.sheet.id,
        position=thing.position,
        ranges=ranges,
        rule=thing.rule,
    )
    edit.ctx.session.add(twin)
    return twin


def corners(block: Area, area: Area, piece: Area) -> Iterator[Area]:
    """Where a part of a block lies in each of its copies."""
    for top in range(area.top, area.bottom, block.height):
        for left in range(area.left, area.right, block.width):
            yield piece.moved(top - block.top, left - block.left)


def copy_rules(
    edit: Editing,
    model: type[Validation] | type[ConditionalRule],
    source: tuple[Grid, Area],
    target: tuple[Grid, Area],
    *,
    turned: bool,
) -> None:
    """Let a destination have the rules of what is copied there."""
    grid, block = source
    to, area = target
    found = list[tuple[Validation | ConditionalRule, list[Area]]]()
    for thing in on(edit, model, grid):
        shared = [cut for each in areas(thing, grid) if (cut := each.common(block))]
        if shared:
            found.append((thing, shared))
    carve(edit, to, model, area)
    for thing, shared in found:
        pieces = [
            copy
            for each in shared
            for copy in corners(
                _turned(block, block) if turned else block,
                area,
                _turned(each, block) if turned else each,
            )
        ]
        ranges = [text_of(to, each) for each in pieces]
        if grid is to and isinstance(thing, ConditionalRule) and not turned:
            kept = [each for each in thing.ranges if each not in ranges]
            if thing in edit.ctx.session.deleted:
                twin(edit, thing, to, ranges)
            else:
                thing.ranges = [*kept, *ranges]
        else:
            twin(edit, thing, to, ranges)


def _turned(piece: Area, block: Area) -> Area:
    """A part of a block when rows are columns."""
    top, left = piece.left - block.left + block.top, piece.top - block.top + block.left
    return Area(top, left, top + piece.width, left + piece.height)
