"""Editing a workbook: everything goes through here, so that all of it can be undone.

SQLite itself records what an edit changes in this app's tables. Inverted, that takes the edit back,
whatever it was; https://www.sqlite.org/sessionintro.html
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from sqlalchemy import update as sql_update

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.calculation import Calculation, Input
from workworld.apps.sheets.engine.changes import Axis, Change
from workworld.apps.sheets.engine.lines import Lines
from workworld.apps.sheets.models import Edit, Workbook
from workworld.apps.sheets.service import access, calculations, changesets, edit_hooks, following
from workworld.apps.sheets.service.grids import BLANK, CellRow, Grid, Place, grids_of
from workworld.apps.sheets.service.hearing import topic_of
from workworld.apps.sheets.service.refusals import (
    MOST_CELLS,
    MOST_CHARACTERS,
    beyond_the_grid,
    no_sheet,
    too_large,
    too_long,
)
from workworld.apps.sheets.service.styles import Styles
from workworld.apps.sheets.service.text_sizes import largest_of
from workworld.context import Context
from workworld.database import driver
from workworld.randomness import digest

_PUT = (
    "INSERT INTO sheets_cells"
    " (sheet_id, row_id, column_id, kind, number, text, style_id, note, extra)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (sheet_id, row_id, column_id) DO UPDATE SET kind = excluded.kind,"
    " number = excluded.number, text = excluded.text, style_id = excluded.style_id,"
    " note = excluded.note, extra = excluded.extra"
)
_TAKE = "DELETE FROM sheets_cells WHERE sheet_id = ? AND row_id = ? AND column_id = ?"


@dataclass(slots=True)
class Outcome:
    """What an edit did."""

    revision: int
    """The workbook's, afterwards."""
    changed: dict[int, set[Place]] | None
    """Which cells have another value or look, by ``Sheet.id``; None if more than that changed."""


@dataclass(slots=True)
class Editing:
    """A workbook while it is edited."""

    ctx: Context
    workbook: Workbook
    grids: list[Grid]
    """Its sheets in their order."""
    outcome: Outcome = field(init=False)
    """What it came to; known when it is over."""
    is_checked: bool = True
    """Whether protection and the like count; they do not for what takes edits back."""
    begun: int = 0
    """How many rows the connection had written when it began."""
    written: int = 0
    """How many cells were put in so far."""
    reckoned: tuple[int, Calculation] | None = None
    """What its cells came to when so many rows were written: see ``current_values``."""
    rows_put: dict[int, set[int]] = field(default_factory=dict)
    """The ids of rows into which something was put, by ``Sheet.id``."""
    rows_tall: dict[int, set[int]] = field(default_factory=dict)
    """Of these those that may need more than a line of the usual letters."""
    resized: dict[int, set[int]] = field(default_factory=dict)
    """The columns that were made wider or narrower, by ``Sheet.id`` and index."""
    _styles: Styles | None = field(default=None, init=False)

    @property
    def styles(self) -> Styles:
        """How its cells may look."""
        if self._styles is None:
            self._styles = Styles(self.ctx, self.workbook.id)
        return self._styles

    def grid(self, sheet_id: int) -> Grid:
        """The sheet that the vendor's API calls so.

        Raises:
            Invalid: there is none.
        """
        found = next((each for each in self.grids if each.sheet.sheet_id == sheet_id), None)
        if found is None:
            raise no_sheet(sheet_id)
        return found

    def put(self, grid: Grid, cells: Mapping[Place, CellRow | None]) -> None:
        """Have cells as given, blank ones without look or note not at all.

        Raises:
            Invalid: ``too_large``, more characters than a cell may hold.
        """
        kept, blank, tall = [], [], set[int]()
        for place, cell in cells.items():
            if cell is None or cell == BLANK:
                blank.append((grid.sheet.id, *grid.key(place)))
                continue
            if cell.text is not None and len(cell.text) > MOST_CHARACTERS:
                raise too_long()
            extra = json.dumps(cell.extra, sort_keys=True) if cell.extra else None
            kept.append((grid.sheet.id, *grid.key(place), *cell[:5], extra))
            is_tall = self.styles.is_tall(cell.style_id) or "\n" in (cell.text or "")
            if is_tall or largest_of(cell.extra):
                tall.add(kept[-1][1])
        self.written += len(cells)
        database = driver(self.ctx.session)
        database.executemany(_TAKE, blank)
        database.executemany(_PUT, kept)
        there = self.rows_put.setdefault(grid.sheet.id, set())
        there.update(key[1] for keys in (blank, kept) for key in keys)
        self.rows_tall.setdefault(grid.sheet.id, set()).update(tall)

    def enter(self, grid: Grid, cells: Mapping[Place, Input]) -> None:
        """Put inputs into cells, which keep how they look.

        Raises:
            Invalid, Forbidden: as ``put`` and ``check_writable`` do.
        """
        if not cells:
            return
        around = bounds(cells)
        self.check_writable(grid, around)
        there = grid.cells(around)
        self.put(grid, {at: there.get(at, BLANK).holding(to) for at, to in cells.items()})

    def check_writable(self, grid: Grid, area: Area) -> None:
        """See to it that the caller may change the cells of a rectangle, and that they are there.

        Raises:
            Invalid: some are outside the grid.
            Forbidden: some are protected.
        """
        if not grid.area.holds(area):
            raise beyond_the_grid(f"{grid.sheet.title}!{area}", len(grid.rows), len(grid.columns))
        if self.is_checked:
            for each in edit_hooks.CHECKS:
                each(self, grid, area)

    def check_input(self, grid: Grid, cells: Mapping[Place, CellRow | None]) -> None:
        """See to it that cells may hold what somebody puts into them.

        Raises:
            Invalid: they may not.
        """
        for each in edit_hooks.INPUT_CHECKS if self.is_checked else ():
            each(self, grid, cells)

    def reorder(self, grid: Grid, axis: Axis, lines: Lines) -> None:
        """Let a sheet have its rows or columns so; what stood on lines that are gone is gone.

        Raises:
            Invalid: ``too_large``, that would be more cells than a workbook may have.
        """
        gone = following.missing(grid.lines(axis), lines)
        runs = [list(run) for run in lines.runs]
        if axis == "row":
            grid.rows, grid.sheet.row_runs = lines, runs
        else:
            grid.columns, grid.sheet.column_runs = lines, runs
        self.check_size()
        following.remove_lines(self.ctx.session, grid.sheet.id, axis, gone)

    def check_size(self) -> None:
        """See to it that the workbook has no more cells than it may.

        Raises:
            Invalid: ``too_large``.
        """
        if sum(each.area.size for each in self.grids) > MOST_CELLS:
            raise too_large()

    def structure(self, change: Change) -> None:
        """Let formulas, names and all that lies on ranges follow a structural edit.

        Args:
            change: names sheets by the titles that they had before.
        """
        titles = {grid.sheet.id: grid.sheet.title for grid in self.grids}
        following.follow(self.ctx.session, self.workbook.id, change, titles)


@contextmanager
def edit(
    ctx: Context, workbook_id: str, label: str, *, state: str = "done", role: access.Role = "writer"
) -> Iterator[Editing]:
    """Edit a workbook; what is done within the block is one edit, which can be undone as one.

    Args:
        ctx: of an operation that writes.
        workbook_id: of one that the caller sees.
        label: what is done, as menus call it.
        state: see ``models.Edit``.
        role: what the caller must be allowed.

    Raises:
        NotFound, Forbidden: as ``access.known`` does.
    """
    workbook = access.known(ctx, workbook_id, role)
    editing = Editing(ctx, workbook, grids_of(ctx.session, workbook_id))
    with changesets.recorded(ctx.session) as record:
        editing.begun = driver(ctx.session).total_changes()
        yield editing
        for each in edit_hooks.FINISHERS if state in ("done", "past") else ():
            each(editing)
    editing.outcome = _ended(editing, record.changeset, label, state)


def _ended(editing: Editing, changeset: bytes, label: str, state: str) -> Outcome:
    """Log an edit, and let the calculation go along."""
    ctx, workbook = editing.ctx, editing.workbook
    if not changeset:
        return Outcome(workbook.revision, {})
    before, now = workbook.mark, ctx.clock.now_us()
    if state == "done":
        _forget_undone(ctx, workbook.id)
    workbook.revision += 1
    workbook.mark = digest(before, changeset.hex()).hex()
    workbook.modified_us, workbook.modified_by = now, ctx.actor.person_id
    ctx.session.add(
        Edit(
            workbook_id=workbook.id,
            revision=workbook.revision,
            person_id=ctx.actor.person_id,
            at_us=now,
            label=label,
            changeset=changeset,
            state=state,
        )
    )
    ctx.session.flush()  # the calculation reads past the session
    touched = changesets.touched(changeset, {each.sheet.id: each for each in editing.grids})
    changed = calculations.follow(ctx, workbook, before, touched.inputs)
    for sheet_id, places in touched.looks.items():
        if changed is not None:
            changed.setdefault(sheet_id, set()).update(places)
    ctx.emit("sheets.workbook_changed", workbook_id=workbook.id, revision=workbook.revision)
    ctx.touch(topic_of(workbook.id))
    for each in edit_hooks.ENDED_BY:
        each(ctx, workbook, label)
    return Outcome(workbook.revision, changed)


def _forget_undone(ctx: Context, workbook_id: str) -> None:
    """After a new edit, what its author took back before can no longer be done again."""
    mine = Edit.person_id == ctx.actor.person_id
    undone = sql_update(Edit).where(Edit.workbook_id == workbook_id, mine, Edit.state == "undone")
    ctx.session.execute(undone.values(state="past"))


def bounds(places: Mapping[Place, object]) -> Area:
    """The rectangle around some cells, of which there is one at least."""
    rows, columns = [row for row, _ in places], [column for _, column in places]
    return Area(min(rows), min(columns), max(rows) + 1, max(columns) + 1)
