"""Joined reports as tables: in each of the groups that blocks share, one block beside the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from workworld.apps.crm.pages import report_tables
from workworld.apps.crm.pages.report_tables import Address, Cell, Row, Table
from workworld.apps.crm.service.report_groups import Group
from workworld.apps.crm.service.report_results import Line, Path, Result
from workworld.context import Context

MOST_LINES = 20
"""So many rows of a block are shown in a group; the group's numbers lead to all of them."""
MOST_ROWS = 300
_ByPath = Mapping[Path, Sequence[Line]]


def joined(ctx: Context, result: Result, address: Address) -> Table:
    """All blocks of a joined report, side by side.

    Args:
        ctx: who looks.
        result: what came of its first block, with the others beside it.
        address: where the rows of a group are.
    """
    blocks = [result, *result.beside]
    groups = report_tables.group_columns(result)
    is_detailed = result.definition.details
    title = " / ".join(each.label for each in groups)
    above = [Cell(title, rows=2)]
    above += [Cell(each.title, columns=max(_width(each, is_detailed), 1)) for each in blocks]
    heads = [head for each in blocks for head in _heads(each, is_detailed)]
    lines = [_by_path(each.lines) if is_detailed else {} for each in blocks]
    rows: list[Row] = []
    _grouped(ctx, blocks, lines, result.down, (), address, rows)
    note = ""
    if len(rows) > MOST_ROWS:
        note = f"The first {MOST_ROWS} of {len(rows)} rows are shown."
        rows = rows[:MOST_ROWS]
    total = [Cell("Total", is_head=True)]
    for each in blocks:
        total += _totals(each, (), address, is_detailed=is_detailed)
    return Table([above, heads], [*rows, Row(total, "total")], note)


def _grouped(
    ctx: Context,
    blocks: Sequence[Result],
    lines: Sequence[_ByPath],
    groups: Sequence[Group],
    path: Path,
    address: Address,
    rows: list[Row],
) -> None:
    is_detailed = blocks[0].definition.details
    for group in groups:
        here = (*path, group.key)
        cells = [Cell(group.label, report_tables.url_of(group.record_id), is_head=True)]
        for each in blocks:
            cells += _totals(each, here, address, is_detailed=is_detailed)
        rows.append(Row(cells, f"group group-{len(here)}"))
        _grouped(ctx, blocks, lines, group.groups, here, address, rows)
        if is_detailed and not group.groups:
            rows += _beside(ctx, blocks, [known.get(here, ()) for known in lines])


def _beside(ctx: Context, blocks: Sequence[Result], lines: Sequence[Sequence[Line]]) -> list[Row]:
    """The rows of one group: the first of each block, then the second of each."""
    found = []
    for place in range(min(max(map(len, lines), default=0), MOST_LINES)):
        cells = [Cell("")]
        for block, own in zip(blocks, lines, strict=True):
            filled = report_tables.cells(ctx, block, own[place]) if place < len(own) else []
            cells += filled or [Cell("") for _ in block.columns]
            cells += [Cell("") for _ in block.totals]
        found.append(Row(cells))
    return found


def _totals(block: Result, path: Path, address: Address, *, is_detailed: bool) -> list[Cell]:
    before = [Cell("") for _ in block.columns] if is_detailed else []
    return [*before, *report_tables.numbers(block, path, (), address)]


def _heads(block: Result, is_detailed: bool) -> list[Cell]:
    columns = report_tables.heads_of(block.columns) if is_detailed else []
    return [*columns, *(Cell(each.label, is_number=True) for each in block.totals)]


def _width(block: Result, is_detailed: bool) -> int:
    return len(block.totals) + (len(block.columns) if is_detailed else 0)


def _by_path(lines: Sequence[Line]) -> dict[Path, list[Line]]:
    found: dict[Path, list[Line]] = {}
    for line in lines:
        found.setdefault(line.down, []).append(line)
    return found
