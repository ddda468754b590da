"""What other modules see to while a workbook is edited, and once it was."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.models import Workbook
from workworld.apps.sheets.service.grids import CellRow, Grid, Place
from workworld.context import Context

if TYPE_CHECKING:  # editing lies above
    from workworld.apps.sheets.service.editing import Editing

# Kept with any argument: editing hands itself over, which lies above, and which types know by the
# name of its folder and by that of the package.
Check = Callable[["Editing", Grid, Area], None]
CHECKS: list[Callable[[Any, Grid, Area], None]] = []


def checks(function: Check) -> Check:
    """Let a function see to it that the caller may change the cells of a rectangle.

    It raises what refuses it: a protected range, an array that would be overwritten.
    """
    CHECKS.append(function)
    CHECKS.sort(key=lambda each: f"{each.__module__}.{each.__qualname__}")
    return function


CheckInput = Callable[["Editing", Grid, Mapping[Place, CellRow | None]], None]
INPUT_CHECKS: list[Callable[[Any, Grid, Mapping[Place, CellRow | None]], None]] = []


def checks_input(function: CheckInput) -> CheckInput:
    """Let a function see to it that cells may hold what somebody puts into them.

    It raises what refuses it: a rule that rejects it, a table that is written there.
    """
    INPUT_CHECKS.append(function)
    INPUT_CHECKS.sort(key=lambda each: f"{each.__module__}.{each.__qualname__}")
    return function


Finish = Callable[["Editing"], None]
FINISHERS: list[Callable[[Any], None]] = []


def finishes(function: Finish) -> Finish:
    """Let a function do what follows from an edit, as a part of it, once the rest is done.

    It does not when edits are taken back or done again: what followed from them is in them.
    """
    FINISHERS.append(function)
    FINISHERS.sort(key=lambda each: f"{each.__module__}.{each.__qualname__}")
    return function


Ended = Callable[[Context, Workbook, str], None]
ENDED_BY: list[Ended] = []


def ended(function: Ended) -> Ended:
    """Let a function do what follows from an edit but is no part of it, such as telling people.

    It is handed the workbook, and what was done, as menus call it.
    """
    ENDED_BY.append(function)
    return function
