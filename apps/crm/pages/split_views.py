"""A list beside one of its records."""

from __future__ import annotations

from dataclasses import dataclass

from workworld.apps.crm.pages import portions
from workworld.apps.crm.pages.list_states import State
from workworld.apps.crm.pages.list_tables import Line, Table, portion_of

_ROOM = 5_500
"""For the lines, beside which a whole record stands."""
_FACTS = 2
"""How much of a record a line tells beside its title."""


@dataclass(frozen=True, slots=True)
class Split:
    """The record beside a list; None if the list is empty."""

    chosen: Line | None


def split_of(state: State, table: Table) -> Split:
    """The record that the address names if the page has it, else the first one."""
    asked = [each for each in table.lines if each.id == state.record_id]
    return Split(next(iter((*asked, *table.lines)), None))


def lines_of(state: State, table: Table) -> Table:
    """The list beside the record: as much of it as fits, or all that the address asks for."""
    sizes = [
        portions.size_of([(" ".join((line.title, *_facts(line))), line.url)])
        for line in table.lines
    ]
    return portion_of(table, state, sizes, _ROOM)


def _facts(line: Line) -> list[str]:
    told = [each.shown.text for each in line.cells if not each.is_title and each.shown.text]
    return told[:_FACTS]
