"""A list beside one of its records."""

from __future__ import annotations

from dataclasses import dataclass

from workworld.apps.crm.pages.list_states import State
from workworld.apps.crm.pages.list_tables import Line, Table


@dataclass(frozen=True, slots=True)
class Split:
    """The record beside a list; None if the list is empty."""

    chosen: Line | None


def split_of(state: State, table: Table) -> Split:
    """The record that the address names if the page has it, else the first one."""
    asked = [each for each in table.lines if each.id == state.record_id]
    return Split(next(iter((*asked, *table.lines)), None))
