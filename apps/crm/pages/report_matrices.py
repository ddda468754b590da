"""Reports as matrices: groups down and groups across."""

from __future__ import annotations

from collections.abc import Sequence

from workworld.apps.crm.pages import report_tables
from workworld.apps.crm.pages.report_tables import MOST_GROUP_ROWS, TOTAL, Address, Cell, Row, Table
from workworld.apps.crm.service.report_groups import Group
from workworld.apps.crm.service.report_results import Path, Result


def matrix(result: Result, address: Address) -> Table:
    """Groups down and across, with the totals of every cell, row and column."""
    depth = len(result.definition.rows)
    heads = _across_heads(result, depth)
    columns = _leaves(result.across, len(result.definition.across))
    rows: list[Row] = []
    for path, before in _down_rows(result.down, depth, (), []):
        made: list[Cell] = [*before]
        for column in [*columns, ()]:
            made += report_tables.numbers(result, path, column, address)
        rows.append(Row(made))
    note = ""
    if len(rows) > MOST_GROUP_ROWS:
        note = f"The first {MOST_GROUP_ROWS} of {len(rows)} rows are shown."
        rows = rows[:MOST_GROUP_ROWS]
    total = [Cell(TOTAL, columns=depth, is_head=True)]
    for column in [*columns, ()]:
        total += report_tables.numbers(result, (), column, address)
    return Table(heads, [*rows, Row(total, "total")], note)


def _down_rows(
    groups: Sequence[Group], depth: int, path: Path, before: Sequence[Cell]
) -> list[tuple[Path, list[Cell]]]:
    found: list[tuple[Path, list[Cell]]] = []
    for group in groups:
        here = (*path, group.key)
        head = Cell(group.label, report_tables.url_of(group.record_id), is_head=True)
        if len(here) == depth:
            found.append((here, [*before, head]))
            before = [Cell("") for _ in before]
            continue
        within = _down_rows(group.groups, depth, here, [*before, head])
        found += within
    return found


def _across_heads(result: Result, depth: int) -> list[list[Cell]]:
    """The rows of heads: a row for each level of groups across, then what the totals are."""
    definition, many = result.definition, len(result.totals)
    names = [each.column.label for each in result.axes]
    levels = len(definition.across)
    down = [Cell(name, rows=levels + (many > 1)) for name in names[:depth]]
    heads: list[list[Cell]] = [list(down)]
    for level in range(levels):
        row = heads[level] if level < len(heads) else []
        for path in _leaves(result.across, level + 1):
            wide = sum(each[: level + 1] == path for each in _leaves(result.across, levels))
            label = report_tables.labels_of(result.across)[path]
            row.append(Cell(label, columns=wide * many, is_number=True))
        if level == 0:
            row.append(Cell(TOTAL, columns=many, rows=levels, is_number=True))
        if level >= len(heads):
            heads.append(row)
    if many > 1:
        count = len(_leaves(result.across, levels)) + 1
        heads.append(
            [Cell(each.label, is_number=True) for _ in range(count) for each in result.totals]
        )
    return heads


def _leaves(groups: Sequence[Group], depth: int, path: Path = ()) -> list[Path]:
    """The paths of the groups at a depth, in their order."""
    if depth == 0:
        return [path]
    return [
        leaf for group in groups for leaf in _leaves(group.groups, depth - 1, (*path, group.key))
    ]
