"""The records of list views as lines of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from workworld.apps.crm.pages import portions, values
from workworld.apps.crm.pages.blueprint import record_url
from workworld.apps.crm.pages.list_states import PAGE_SIZE, State
from workworld.apps.crm.pages.values import Shown
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import list_views, sight
from workworld.apps.crm.service.list_queries import MOST
from workworld.apps.crm.service.list_rows import Found
from workworld.apps.crm.service.reading import Loaded
from workworld.context import Context

_UNEDITED = ("CurrencyIsoCode", "IsDeleted")
_TICK = "Select"
"""What the box of a row is called: the row says of what."""
_INDENT = 8
"""How far its rows are indented in an accessible tree, below grid and group."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a list."""

    name: str
    label: str
    kind: str
    is_number: bool
    is_editable: bool
    sorted: str
    """``ascending``, ``descending`` or ``none``."""
    sort_url: str
    width: int = 0
    """In pixels; 0 for what fits."""
    is_wrapped: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a column of a line."""

    column: Column
    shown: Shown
    is_title: bool = False
    problem: str = ""
    """Why what was entered was not taken."""
    entered: str = ""
    """What was entered, in words, as long as it is not saved."""


@dataclass(frozen=True, slots=True)
class Line:
    """A record as a line of a list."""

    id: str
    title: str
    url: str
    version: int
    cells: Sequence[Cell]
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A page of a list view."""

    columns: Sequence[Column]
    lines: Sequence[Line]
    total: int
    count_text: str
    sorted_text: str
    number: int
    pages: int
    rest: int = 0
    """How many records of the page are not shown yet."""


def table_of(ctx: Context, found: Found, state: State) -> Table:
    """A page of a list view as the reader sees it."""
    widths, wrapped = list_views.look_of(ctx, found.view.id)
    columns = [
        _column(ctx, found, each, state, widths.get(each.name, 0), each.name in wrapped)
        for each in found.fields
    ]
    lines = [
        line_of(ctx, found.sobject, each, columns, found.names, found.versions)
        for each in found.records
    ]
    shown = min(found.total, MOST)
    return Table(
        columns,
        lines,
        found.total,
        _count(found),
        _sorted(found),
        state.number,
        max(1, -(-shown // PAGE_SIZE)),
    )


def portion_of(table: Table, state: State, sizes: Sequence[int], room: int) -> Table:
    """What of a table is shown: as much as a tree holds, all, or what comes after the first.

    Args:
        table: the page of a list view.
        state: what its address asks for.
        sizes: of its lines in an accessible tree, in characters.
        room: for all of them.
    """
    if state.rows == portions.ALL:
        return table
    number = portions.first(sizes, room)
    if state.rows == portions.REST:
        return replace(table, lines=table.lines[number:])
    return replace(table, lines=table.lines[:number], rest=len(table.lines) - number)


def sizes_of(table: Table, *, is_picked: bool) -> list[int]:
    """The sizes of a table's lines.

    Args:
        table: the page of a list view.
        is_picked: whether its lines have boxes to be ticked.
    """
    return [
        portions.size_of(
            (
                (each.shown.text, each.shown.url or (line.url if each.is_title else ""))
                for each in line.cells
            ),
            label=line.title,
            tick=_TICK if is_picked else "",
            indent=_INDENT,
        )
        for line in table.lines
    ]


def line_of(
    ctx: Context,
    sobject: SObject,
    record: Loaded,
    columns: Sequence[Column],
    names: Mapping[str, str],
    versions: Mapping[str, int],
) -> Line:
    """A record as a line with some columns."""
    title = title_of(sobject, record)
    cells = []
    leads = next((each.name for each in columns if _is_name(sobject, each.name)), "")
    for each in columns:
        shown = values.shown(
            ctx, sobject, sobject.fields[each.name.lower()], record.values, names, in_list=True
        )
        cells.append(Cell(each, shown, each.name == leads))
    url = record_url(sobject.name, record.id)
    return Line(record.id, title, url, versions.get(record.id, 0), cells)


def title_of(sobject: SObject, record: Loaded) -> str:
    """What a record is called in a list."""
    return values.title_of(sobject, record.values) or sobject.label


def may_edit(ctx: Context, sobject: SObject, each: Field) -> bool:
    """Whether the reader may change a field in a list, as far as profile and field go."""
    return (
        bool(each.column)
        and each.name not in _UNEDITED
        and each.kind is not Kind.ID
        and not (each.is_name and sobject.field("LastName") is not None)
        and sight.may(ctx, sobject, "edit")
        and sight.editable(ctx, sobject, each)
    )


def _is_name(sobject: SObject, name: str) -> bool:
    named = sobject.name_field
    return named is not None and named.name == name


def _column(
    ctx: Context, found: Found, each: Field, state: State, width: int, is_wrapped: bool
) -> Column:
    name, is_descending = found.order
    is_sorted = name == each.name
    way = "desc" if is_sorted and not is_descending else "asc"
    return Column(
        each.name,
        values.label_of(each),
        each.kind,
        each.kind.is_number,
        may_edit(ctx, found.sobject, each),
        ("descending" if is_descending else "ascending") if is_sorted else "none",
        state.url(sort=each.name, dir=way),
        width,
        is_wrapped,
    )


def _count(found: Found) -> str:
    if found.is_cut:
        return f"{MOST:,}+ items"
    return f"{found.total:,} item{'' if found.total == 1 else 's'}"


def _sorted(found: Found) -> str:
    each = found.sobject.field(found.order[0]) if found.order[0] else None
    return f"Sorted by {values.label_of(each)}" if each else "Last viewed first"
