"""What a grid shows of a workbook: blocks of cells, and how the sheet around them is built."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.values import Value
from workworld.apps.sheets.service import access
from workworld.apps.sheets.service.cell_pictures import Picture
from workworld.apps.sheets.service.lenses import Lens
from workworld.apps.sheets.service.lines import Axes
from workworld.apps.sheets.service.sorting import Order
from workworld.apps.sheets.service.styles import Format
from workworld.apps.sheets.service.themes import Theme


class ChipShown(NamedTuple):
    """A smart chip within the text of a cell."""

    start: int
    """In units of UTF-16, as ``end``."""
    end: int
    icon: str
    sort: str
    """What it stands for, in words."""
    chip: Mapping[str, Any]
    """The vendor's ``Chip``."""


class CellShown(NamedTuple):
    """A cell as a grid shows it."""

    row: int
    column: int
    value: Value
    text: str
    look: Format
    colour: str
    """Of its number format; empty for none."""
    typed: str
    """What its formula bar shows."""
    note: str
    link: str
    control: str
    """``checkbox`` or ``list``, if a rule asks for that; else empty."""
    has_thread: bool
    is_pivot: bool = False
    """Whether a pivot table wrote it."""
    problem: str = ""
    """Why its rule does not allow what it holds or comes to."""
    chips: tuple[ChipShown, ...] = ()
    runs: tuple[Mapping[str, Any], ...] = ()
    """The vendor's ``TextFormatRun``: from where on its text looks otherwise."""
    picture: Picture | None = None
    """What is drawn in the place of its text."""


@dataclass(frozen=True, slots=True)
class Block:
    """The cells of a rectangle that show anything."""

    area: Area
    cells: list[CellShown]


@dataclass(frozen=True, slots=True)
class Tab:
    """A sheet as the tabs below a grid name it."""

    gid: int
    title: str
    is_hidden: bool
    color: str


@dataclass(frozen=True, slots=True)
class SheetShown:
    """How a sheet is built."""

    gid: int
    title: str
    rows: int
    columns: int
    row_size: int
    column_size: int
    frozen_rows: int
    frozen_columns: int
    has_gridlines: bool
    row_axes: Axes
    column_axes: Axes
    merges: list[Area]
    used: Area
    """To the last row and column that hold something."""
    lens: Lens | None
    """The filter through which the reader looks at it."""
    order: Order | None
    """In which the reader sees rows; None if as they stand."""
    shape: str
    """Another one once rows or columns came, went or were moved."""
    warned: Sequence[tuple[Area, str]]
    """What is protected by a warning alone, and why."""


@dataclass(frozen=True, slots=True)
class View:
    """A workbook, one of its sheets, and blocks of that."""

    workbook_id: str
    title: str
    revision: int
    role: access.Role
    readers_may_copy: bool
    tabs: list[Tab]
    sheet: SheetShown
    blocks: list[Block]
    now: datetime
    """Where the workbook is."""
    theme: Theme

    @property
    def may_edit(self) -> bool:
        """Whether the reader may change cells."""
        return self.role in ("writer", "owner")
