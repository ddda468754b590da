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
TOTAL = "Total"
"""What the last row is called."""


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

    @property
    def label(self) -> str:
        """What it is called: its first words."""
        return next((each.text for each in self.cells if each.text), "")


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a page."""

    heads: Sequence[Sequence[Cell]]
    rows: Sequence[Row]
    note: str = ""
    rest: int = 0
    """How many rows of it are not shown yet."""


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


def nowhere(_groups: Mapping[int, str]) -> str:
    """The address of rows where there is none."""
    return ""


def flat(ctx: Context, result: Result, lines: Sequence[Line]) -> Table:
    """Rows of details without groups."""
    rows = [Row(cells(ctx, result, line)) for line in lines]
    return Table([heads_of(result.columns)], rows)


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
    labels = labels_of(result.down)
    names = [column.label for column in group_columns(result)]
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
        rows.append(Row(cells(ctx, result, line)))
    return Table([heads_of(result.columns)], rows)


def summary(result: Result, address: Address) -> Table:
    """Groups with their totals, a row each; those that have groups in them with a subtotal."""
    depth = len(result.definition.rows)
    heads = [Cell(column.label) for column in group_columns(result)]
    heads += [Cell(total.label, is_number=True) for total in result.totals]
    rows: list[Row] = []
    _summed(result, result.down, (), depth, address, rows)
    note = ""
    if len(rows) > MOST_GROUP_ROWS:
        note = f"The first {MOST_GROUP_ROWS} of {len(rows)} rows are shown."
        rows = rows[:MOST_GROUP_ROWS]
    total = [Cell(TOTAL, columns=depth, is_head=True), *numbers(result, (), (), address)]
    return Table([heads], [*rows, Row(total, "total")], note)


def cells(ctx: Context, result: Result, line: Line) -> list[Cell]:
    """What stands in a row of details."""
    return [cell(ctx, result, line, place) for place in range(len(result.columns))]


def heads_of(columns: Sequence[ReportColumn]) -> list[Cell]:
    """What stands above rows of details."""
    return [Cell(each.label, is_number=each.field.kind.is_number) for each in columns]


def group_columns(result: Result) -> list[ReportColumn]:
    """What rows are grouped by, down."""
    return [each.column for each in result.axes[: len(result.definition.rows)]]


def _totals(result: Result, down: Path, across: Path) -> list[str]:
    return [
        f"{each.label}: {told(each, result.value(each, down, across), result.currency)}"
        for each in result.totals
    ]


def numbers(result: Result, down: Path, across: Path, address: Address) -> list[Cell]:
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
            rows.append(Row([*before, head, *numbers(result, here, (), address)]))
            continue
        head = Cell(group.label, url_of(group.record_id), is_head=True, columns=depth - len(path))
        before = [Cell("") for _ in path]
        cells_of_group = [*before, head, *numbers(result, here, (), address)]
        rows.append(Row(cells_of_group, f"group group-{len(here)}"))
        _summed(result, group.groups, here, depth, address, rows)


def labels_of(groups: Sequence[Group], path: Path = ()) -> dict[Path, str]:
    """What groups are called, by their paths."""
    found: dict[Path, str] = {}
    for group in groups:
        here = (*path, group.key)
        found[here] = group.label
        found |= labels_of(group.groups, here)
    return found
