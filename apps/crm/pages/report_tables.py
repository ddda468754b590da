"""Reports as tables: groups with their totals, cells of a matrix, rows of details."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from workworld.apps.crm.pages import values
from workworld.apps.crm.schema.kinds import Kind
from workworld.apps.crm.service.report_groups import EMPTY, Group
from workworld.apps.crm.service.report_results import Line, Path, Result
from workworld.apps.crm.service.report_totals import Total
from workworld.apps.crm.service.report_types import ReportColumn
from workworld.context import Context

Address = Callable[[Mapping[int, str]], str]
"""Keys of groups by their place → where the rows behind them are shown."""
MOST_LINES = 100
"""How many rows of details a page has."""
MOST_GROUP_ROWS = 300
"""How many groups a page has."""
_TOTAL = "Total"


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a table."""

    text: str
    url: str = ""
    is_number: bool = False
    is_head: bool = False
    columns: int = 1
    rows: int = 1
    note: str = ""
    mark: str = ""
    """Of a total with colours: ``good``, ``middle`` or ``bad``."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row, and what it is: of details, of a group, of a total."""

    cells: Sequence[Cell]
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a page."""

    heads: Sequence[Sequence[Cell]]
    rows: Sequence[Row]
    note: str = ""


def told(total: Total, value: float | int | None, currency: str) -> str:
    """A total in words."""
    if value is None:
        return EMPTY
    if total.is_money:
        return f"{currency} {value:,.2f}"
    if total.is_percent:
        return f"{values.number(round(value, 2))}%"
    return values.number(round(value, 2))


def figures(result: Result) -> list[tuple[str, str]]:
    """Totals over everything: how many records, and each total of the report."""
    found = [("Total Records", f"{result.count:,}")]
    for each in result.totals:
        if not each.is_count:
            label = f"Total {each.column.label}" if each.column and each.way == "s" else each.label
            found.append((label, told(each, result.value(each), result.currency)))
    return found


def cell(ctx: Context, result: Result, line: Line, place: int) -> Cell:
    """What stands in a column of a row."""
    column, value = result.columns[place], line.values[place]
    link, field = line.links[place], column.field
    is_number = field.kind.is_number
    if value is None or value == "":
        return Cell("", is_number=is_number)
    if field.kind is Kind.REFERENCE:
        return Cell(str(value), url_of(link))
    text = values.words(ctx, field, value, line.currencies[place] or result.currency)
    if len(text) > 120:
        text = f"{text[:120].rstrip()}…"
    return Cell(text, url_of(link), is_number)


def url_of(record_id: str) -> str:
    """Where a record is shown; empty for none."""
    return values.url_of(record_id) if record_id else ""


def flat(ctx: Context, result: Result, lines: Sequence[Line]) -> Table:
    """Rows of details without groups."""
    rows = [Row(_cells(ctx, result, line)) for line in lines]
    return Table([_heads(result.columns)], rows)


def detailed(
    ctx: Context, result: Result, lines: Sequence[Line], before: Path, address: Address
) -> Table:
    """Rows of details below the groups that they are in.

    Args:
        ctx: who looks.
        result: what came of the run.
        lines: those that this page shows.
        before: the groups of the row before them, which are not told again.
        address: where the rows of a group are.
    """
    labels = _labels(result.down)
    names = [column.label for column in _group_columns(result)]
    width = max(len(result.columns), 1)
    rows: list[Row] = []
    for line in lines:
        for depth in range(len(line.down)):
            path = line.down[: depth + 1]
            if path == before[: depth + 1]:
                continue
            totals = " · ".join(_totals(result, path, ()))
            said = f"{names[depth]}: {labels[path]}"
            url = address(dict(enumerate(path)))
            head = Cell(said, url, columns=width, is_head=True, note=totals)
            rows.append(Row([head], f"group group-{depth + 1}"))
        before = line.down
        rows.append(Row(_cells(ctx, result, line)))
    return Table([_heads(result.columns)], rows)


def summary(result: Result, address: Address) -> Table:
    """Groups with their totals, a row each; those that have groups in them with a subtotal."""
    depth = len(result.definition.rows)
    heads = [Cell(column.label) for column in _group_columns(result)]
    heads += [Cell(total.label, is_number=True) for total in result.totals]
    rows: list[Row] = []
    _summed(result, result.down, (), depth, address, rows)
    note = ""
    if len(rows) > MOST_GROUP_ROWS:
        note = f"The first {MOST_GROUP_ROWS} of {len(rows)} rows are shown."
        rows = rows[:MOST_GROUP_ROWS]
    total = [Cell(_TOTAL, columns=depth, is_head=True), *_numbers(result, (), (), address)]
    return Table([heads], [*rows, Row(total, "total")], note)


def matrix(result: Result, address: Address) -> Table:
    """Groups down and across, with the totals of every cell, row and column."""
    depth = len(result.definition.rows)
    heads = _across_heads(result, depth)
    columns = _leaves(result.across, len(result.definition.across))
    rows: list[Row] = []
    for path, cells in _down_rows(result.down, depth, (), []):
        made: list[Cell] = [*cells]
        for column in [*columns, ()]:
            made += _numbers(result, path, column, address)
        rows.append(Row(made))
    note = ""
    if len(rows) > MOST_GROUP_ROWS:
        note = f"The first {MOST_GROUP_ROWS} of {len(rows)} rows are shown."
        rows = rows[:MOST_GROUP_ROWS]
    total = [Cell(_TOTAL, columns=depth, is_head=True)]
    for column in [*columns, ()]:
        total += _numbers(result, (), column, address)
    return Table(heads, [*rows, Row(total, "total")], note)


def _cells(ctx: Context, result: Result, line: Line) -> list[Cell]:
    return [cell(ctx, result, line, place) for place in range(len(result.columns))]


def _heads(columns: Sequence[ReportColumn]) -> list[Cell]:
    return [Cell(each.label, is_number=each.field.kind.is_number) for each in columns]


def _group_columns(result: Result) -> list[ReportColumn]:
    return [each.column for each in result.axes[: len(result.definition.rows)]]


def _totals(result: Result, down: Path, across: Path) -> list[str]:
    return [
        f"{each.label}: {told(each, result.value(each, down, across), result.currency)}"
        for each in result.totals
    ]


def _numbers(result: Result, down: Path, across: Path, address: Address) -> list[Cell]:
    """The totals of a group, each of which leads to its rows."""
    offset = len(result.definition.rows)
    keys = dict(enumerate(down)) | {offset + place: key for place, key in enumerate(across)}
    tally = result.tallies.get((down, across))
    url = address(keys) if tally and tally.rows else ""
    return [
        Cell(
            told(each, result.value(each, down, across), result.currency) if tally else "",
            url,
            is_number=True,
            mark=_mark(result, each, result.value(each, down, across)) if down or across else "",
        )
        for each in result.totals
    ]


def _mark(result: Result, total: Total, value: float | int | None) -> str:
    """The colour of a total, if the report gives it one."""
    said = next(
        (each for each in result.definition.highlights if each.aggregate == total.name), None
    )
    if said is None or value is None:
        return ""
    if said.low <= value < said.high:
        return "middle"
    return "good" if (value >= said.high) is not said.is_reversed else "bad"


def _summed(
    result: Result,
    groups: Sequence[Group],
    path: Path,
    depth: int,
    address: Address,
    rows: list[Row],
) -> None:
    for group in groups:
        here = (*path, group.key)
        if len(here) == depth:
            before = [Cell("", rows=1) for _ in path]
            head = Cell(group.label, url_of(group.record_id), is_head=True)
            rows.append(Row([*before, head, *_numbers(result, here, (), address)]))
            continue
        head = Cell(group.label, url_of(group.record_id), is_head=True, columns=depth - len(path))
        before = [Cell("") for _ in path]
        numbers = _numbers(result, here, (), address)
        rows.append(Row([*before, head, *numbers], f"group group-{len(here)}"))
        _summed(result, group.groups, here, depth, address, rows)


def _down_rows(
    groups: Sequence[Group], depth: int, path: Path, before: Sequence[Cell]
) -> list[tuple[Path, list[Cell]]]:
    found: list[tuple[Path, list[Cell]]] = []
    for group in groups:
        here = (*path, group.key)
        head = Cell(group.label, url_of(group.record_id), is_head=True)
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
            label = _labels(result.across)[path]
            row.append(Cell(label, columns=wide * many, is_number=True))
        if level == 0:
            row.append(Cell(_TOTAL, columns=many, rows=levels, is_number=True))
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


def _labels(groups: Sequence[Group], path: Path = ()) -> dict[Path, str]:
    """What groups are called, by their paths."""
    found: dict[Path, str] = {}
    for group in groups:
        here = (*path, group.key)
        found[here] = group.label
        found |= _labels(group.groups, here)
    return found
