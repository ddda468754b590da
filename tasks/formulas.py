"""Formulas that are proven live: inputs are typed otherwise in a scratch copy, and results follow.

A number that was typed where a formula was asked for shows the right value, and stays what it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from workworld.apps.sheets.engine.addresses import Area, parse
from workworld.apps.sheets.service import values
from workworld.calls import perform
from workworld.context import Actor
from workworld.errors import Refused
from workworld.grading import Allowed, Check, Episode, Evidence, Matching, Verdict, goal
from workworld.grading.family import HasPersona, Solver
from workworld.tasks.workbooks import CONTENT, Planted, Value, put
from workworld.worlds import World

_HALF_A_CENT = 0.005
_IS_FORMULA = {"kind": "formula"}


@dataclass(frozen=True, slots=True)
class Trial:
    """Inputs that are typed otherwise, and what cells come to then.

    Args:
        typed: values by cell (``'Travel'!B4``), as the workbook's owner types them.
        shows: what cells come to, by cell; those that are left out are not looked at.
    """

    typed: Mapping[str, Value]
    shows: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Live:
    """Cells of a workbook that have to hold formulas.

    Args:
        workbook: any tab of it.
        owner_id: whose it is.
        shows: what the cells come to after the episode.
        trials: what they come to with other inputs; there is one at least.
    """

    workbook: Planted
    owner_id: str
    shows: Mapping[str, Value]
    trials: Sequence[Trial] = field(default=())

    def checks(self, said: Callable[[str], str] = lambda cell: f"{cell} is right") -> list[Check]:
        """A goal for each cell: it is right, and follows its inputs.

        Args:
            said: cell → what is asked of it.
        """
        return [self._check(cell, said(cell)) for cell in self.shows]

    def _check(self, cell: str, said: str) -> Check:
        def decide(evidence: Evidence) -> Verdict:
            now = self._found(evidence, None).get(cell)
            if not _same(now, self.shows[cell]):
                return Verdict(False, f"{cell} shows {_told(now)}.")
            for trial in self.trials:
                then = self._found(evidence, trial).get(cell)
                if cell in trial.shows and not _same(then, trial.shows[cell]):
                    changed = ", ".join(trial.typed)
                    said = f"{cell} shows {_told(then)} when {changed} change"
                    return Verdict(False, f"{said}: it does not follow its inputs rightly.")
            return Verdict(True, f"{cell} is right, and follows its inputs.")

        return goal(f"cell_{re.sub(r'[^a-z0-9]+', '_', cell.lower()).strip('_')}", said, decide)

    def _found(self, evidence: Evidence, trial: Trial | None) -> Mapping[str, Any]:
        place = None if trial is None else self.trials.index(trial)

        def find() -> Mapping[str, Any]:
            with evidence.scratch() as world:
                return self._tried(world, trial)

        return evidence.once(("live", self.workbook.id, place), find)

    def _tried(self, world: World, trial: Trial | None) -> Mapping[str, Any]:
        """What the cells come to; nothing where a tab is missing."""
        actor, book = Actor(self.owner_id), {"workbook_id": self.workbook.id}
        try:
            if trial is not None:
                data = [{"range": cell, "values": [[v]]} for cell, v in trial.typed.items()]
                how = {"data": data, "value_input_option": "USER_ENTERED"}
                perform(world, actor, values.batch_update, **book, **how)
        except Refused:
            return {}
        found: dict[str, Any] = {}
        by_tab: dict[str, dict[str, tuple[int, int]]] = {}
        for cell in self.shows:
            by_tab.setdefault(cell.rpartition("!")[0], {})[cell] = _spot(cell)
        how = {"value_render_option": "UNFORMATTED_VALUE"}
        for tab, cells in by_tab.items():
            rows, columns = (max(side) + 1 for side in zip(*cells.values(), strict=True))
            area = f"{tab}!{Area(0, 0, rows, columns)}"  # at once, and not cell by cell
            try:
                (read,) = perform(world, actor, values.batch_get, **book, ranges=[area], **how)
            except Refused:
                continue  # there is no such tab
            found |= {cell: _at(read.values, each) for cell, each in cells.items()}
        return found


def _spot(cell: str) -> tuple[int, int]:
    """Row and column of a cell, counted from 0."""
    reference = parse(cell)
    if reference is None or reference.first.row is None or reference.first.column is None:
        raise ValueError(f"{cell} is no cell such as 'Travel'!B4")
    return reference.first.row, reference.first.column


def _at(lines: Sequence[Sequence[Any]], spot: tuple[int, int]) -> Any:
    """What a cell holds; lines end with the last cell that holds anything."""
    row, column = spot
    line = lines[row] if row < len(lines) else ()
    return line[column] if column < len(line) else None


def _same(found: Any, wanted: Value) -> bool:
    if isinstance(wanted, str):
        return isinstance(found, str) and " ".join(found.split()) == wanted
    if wanted is None:
        return found in (None, "")
    is_number = isinstance(found, int | float) and not isinstance(found, bool)
    return is_number and abs(found - wanted) <= _HALF_A_CENT + 1e-9 * abs(wanted)


def _told(value: Any) -> str:
    return "nothing" if value in (None, "") else repr(value)


def formula_typed(workbook: Planted, row: int, column: int, *, replaces: bool) -> Allowed:
    """The change that puts a formula, whichever, into a cell.

    Args:
        workbook: the tab on which it is.
        row: counted from 0, as the column.
        column: which.
        replaces: whether something stands there already.
    """
    key = {"sheet_id": workbook.sheet_id, "row_id": row, "column_id": column}
    kind, only = ("update", CONTENT) if replaces else ("insert", None)
    return Allowed("sheets_cells", kind, key | _IS_FORMULA, only=only)


def looks(workbook: Planted) -> Allowed:
    """Number formats that come with what is typed, and that cells are given beside."""
    return Allowed("sheets_styles", "insert", {"workbook_id": workbook.id}, at_most=40)


def on_new_tab(
    workbook: Planted, title: str, before: Sequence[int], cells: int = 400
) -> list[Allowed]:
    """A new tab, and what is typed on it.

    Args:
        workbook: to which it is added.
        title: the new tab's.
        before: ids of all sheets of the world that were there before.
        cells: how many may be filled.
    """
    is_new = Matching("a new tab", lambda sheet_id: sheet_id not in before)
    return [
        Allowed("sheets_sheets", "insert", {"workbook_id": workbook.id, "title": title}),
        Allowed("sheets_cells", "insert", {"sheet_id": is_new}, at_most=cells),
        Allowed("sheets_lines", "insert", {"sheet_id": is_new}, at_most=cells),
    ]


def hard_codes(
    solve: Solver[Any], live: Callable[[Any], Live], *, only: int | None = None
) -> Solver[Any]:
    """Does what was asked, but with values in the place of formulas.

    Args:
        solve: the oracle.
        live: facts → the cells.
        only: how many of them; by default all.
    """

    def cheat(episode: Episode, facts: HasPersona) -> None:
        solve(episode, facts)
        cells = live(facts)
        for cell, value in list(cells.shows.items())[:only]:
            put(episode, cells.workbook.id, cell, value)

    return cheat


def held_in(evidence: Evidence, workbook: Planted, owner_id: str, area: str) -> list[list[Any]]:
    """What the cells of a range hold after the episode; nothing if there is no such range.

    Args:
        evidence: of the episode.
        workbook: any tab of it.
        owner_id: whose it is.
        area: with its tab.
    """

    def find() -> list[list[Any]]:
        how = {"ranges": [area], "value_render_option": "UNFORMATTED_VALUE"}
        with evidence.scratch() as world:
            try:
                (read,) = perform(
                    world, Actor(owner_id), values.batch_get, workbook_id=workbook.id, **how
                )
            except Refused:
                return []
            return [list(line) for line in read.values]

    return evidence.once(("held", workbook.id, area), find)


def takes(world: World, workbook: Planted, owner_id: str, cell: str, value: Value) -> bool:
    """Whether a value that is typed into a cell is taken, and not refused.

    Args:
        world: a scratch copy, in which it stands there afterwards.
        workbook: any tab of it.
        owner_id: whose it is, who types.
        cell: with its tab.
        value: what is typed.
    """
    put_there = {"range": cell, "values": [[value]], "value_input_option": "USER_ENTERED"}
    try:
        perform(world, Actor(owner_id), values.update, workbook_id=workbook.id, **put_there)
    except Refused:
        return False
    return True
