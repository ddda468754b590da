"""Reports as files of comma-separated values."""

from __future__ import annotations

from collections.abc import Sequence

from workworld.apps.crm.pages import moments, report_shows, report_tables
from workworld.apps.crm.pages.report_tables import Cell
from workworld.apps.crm.schema.kinds import CENTS, Kind
from workworld.apps.crm.service.report_results import Line, Result
from workworld.context import Context
from workworld.files.tables import as_csv


def details(ctx: Context, result: Result) -> bytes:
    """The rows of a report, with values that programs read: amounts as numbers and a currency."""
    blocks = [_block(ctx, each) for each in (result, *result.beside)]
    (heads, rows), *others = blocks
    for other_heads, other_rows in others:  # one block below the other
        rows = [*rows, [], other_heads, *other_rows]
    return as_csv(heads, rows)


def _block(ctx: Context, result: Result) -> tuple[list[str], list[list[str]]]:
    heads: list[str] = []
    for column in result.columns:
        if column.field.kind is Kind.CURRENCY:
            heads.append(f"{column.label} Currency")
        heads.append(column.label)
    return heads, [_values(ctx, result, line) for line in result.lines]


def formatted(ctx: Context, result: Result) -> bytes:
    """A report as its page shows it."""
    table = report_shows.whole(ctx, result, result.lines, (), report_tables.nowhere)
    rows = [_spread(each.cells) for each in table.rows]
    rows.append([f"{name}: {text}" for name, text in report_tables.figures(result)])
    heads = [_spread(each) for each in table.heads]
    # What stands left of the groups across is named in the first of their rows alone.
    left = [""] if result.beside else [""] * len(result.definition.rows)
    heads[1:] = [[*left, *each] for each in heads[1:]]
    return as_csv(heads[0], [*heads[1:], *rows])


def _spread(cells: Sequence[Cell]) -> list[str]:
    """What stands in cells, and nothing where one is wider than its column."""
    found: list[str] = []
    for cell in cells:
        found += [f"{cell.text} {cell.note}".strip(), *([""] * (cell.columns - 1))]
    return found


def _values(ctx: Context, result: Result, line: Line) -> list[str]:
    found: list[str] = []
    for column, value, code in zip(result.columns, line.values, line.currencies, strict=True):
        if column.field.kind is Kind.CURRENCY:
            found.append(code if value is not None else "")
            found.append("" if value is None else f"{value / CENTS:.2f}")
        elif value is None:
            found.append("")
        elif column.field.kind is Kind.DATETIME:
            found.append(moments.iso_moment(ctx, value)[:16].replace("T", " "))
        elif column.field.kind is Kind.BOOLEAN:
            found.append("true" if value else "false")
        else:
            found.append(f"{value:g}" if isinstance(value, float) else str(value))
    return found
