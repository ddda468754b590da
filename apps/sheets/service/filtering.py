"""Which rows filters let through."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.values import Value
from workworld.apps.sheets.service.conditions import Judge, subject
from workworld.apps.sheets.service.grids import BLANK, CellRow, Grid
from workworld.apps.sheets.service.styles import Format, pattern_of

Criteria = Mapping[int, Mapping[str, Any]]
"""The vendor's ``FilterCriteria`` by the index of a column."""
_GROUNDS = (("visibleBackgroundColor", "background"), ("visibleForegroundColor", "foreground"))
_USUAL = {"background": "#ffffff", "foreground": "#000000"}


def body_of(grid: Grid, area: Area) -> Area:
    """The rows of a filter's range that it looks at: those below the first, as far as any hold."""
    return Area(area.top + 1, area.left, min(area.bottom, grid.used().bottom), area.right)


def hidden(
    grid: Grid,
    body: Area,
    criteria: Criteria,
    values: Sequence[Sequence[Value]],
    judge: Judge,
    look_of: Callable[[CellRow], Format],
) -> list[int]:
    """The rows that some criteria do not let through, by index.

    Args:
        grid: the sheet.
        body: the rows that are looked at, without those that name columns.
        criteria: by column.
        values: what the cells of the body come to.
        judge: what looks whether conditions are met.
        look_of: how a cell looks.
    """
    cells = grid.cells(body)
    found = []
    for row, line in enumerate(values, body.top):
        for column, each in criteria.items():
            look = look_of(cells.get((row, column), BLANK))
            seen = subject(line[column - body.left], pattern_of(look))
            condition = each.get("condition")
            at, first = (row, column), (body.top, column)
            if (
                seen.shown in (each.get("hiddenValues") or ())
                or (condition and not judge.meets(condition, grid, at, first, seen))
                or not _has_colours(look, each)
            ):
                found.append(row)
                break
    return found


def _has_colours(look: Format, criteria: Mapping[str, Any]) -> bool:
    for name, ground in _GROUNDS:
        wanted = code_of(criteria.get(name), criteria.get(f"{name}Style"))
        if wanted is not None and colour_of(look, ground) != wanted:
            return False
    return True


def colour_of(look: Format, ground: str) -> str:
    """The colour of a cell's ``background`` or ``foreground``; a theme's by its name."""
    at: Mapping[str, Any] = look if ground == "background" else look.get("textFormat") or {}
    found = code_of(at.get(f"{ground}Color"), at.get(f"{ground}ColorStyle"))
    return found or _USUAL[ground]


def code_of(color: Mapping[str, Any] | None, style: Mapping[str, Any] | None) -> str | None:
    """A colour of the vendor's JSON as ``#rrggbb``; a theme's by its name; None for none."""
    if style is not None:
        if style.get("themeColor"):
            return str(style["themeColor"])
        color = style.get("rgbColor") or {}
    if color is None:
        return None
    parts = (color.get(name, 0) for name in ("red", "green", "blue"))
    return "#" + "".join(f"{int(part * 255 + 0.5):02x}" for part in parts)
