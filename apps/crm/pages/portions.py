"""How much of a long page is shown at first: what an accessible tree can hold.

Whoever listens to a page, and agents that read it as a tree, take it in as a whole. A page of many
rows therefore begins with those that fit; the others come when they are asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import flask

from workworld.apps.crm.pages.blueprint import at

ROWS = "rows"
"""What an address calls it by that asks for all rows, or for those that come after the first."""
ALL, REST = "all", "rest"
ROOM = 15_500
"""How many characters of a tree the rows of a page may take, with what stands above them."""
_PANEL = 1_200
"""How many more there are where no panel stands beside them."""
_FEWEST = 5
_HEAD, _ROW, _CELL, _LINK, _TICK = 140, 10, 16, 30, 24
_INDENT = 10
"""How far a row is indented where nobody has counted; what lies in it is so two by two more."""


def is_whole() -> bool:
    """Whether the address asks for all rows of its page."""
    return flask.request.values.get(ROWS) == ALL


def whole_url() -> str:
    """The address of the same page with all of its rows."""
    values = flask.request.args.to_dict(flat=False) | {ROWS: [ALL]}
    return at(flask.request.path.removeprefix(flask.request.script_root), values)


def room(columns: int, *, has_panel: bool) -> int:
    """How many characters the rows of a table may take that has so many columns.

    Args:
        columns: of the table.
        has_panel: whether filters or a chart stand beside it.
    """
    return ROOM + (0 if has_panel else _PANEL) - columns * _HEAD


def size_of(
    cells: Iterable[tuple[str, str]],
    *,
    label: str = "",
    tick: str = "",
    indent: int = _INDENT,
) -> int:
    """How long a row is in an accessible tree, in characters.

    Args:
        cells: texts, and where they lead; an empty address where they do not.
        label: what the row itself is called.
        tick: what its box to be ticked is called, if it has one.
        indent: how far the row is indented there.
    """
    cell, link = _CELL + indent, _LINK + 2 * indent
    long = _ROW + indent + len(label) + (cell + _TICK + indent + len(tick) if tick else 0)
    for text, url in cells:
        long += cell + len(text) + (link + len(text) + len(url) if url else 0)
    return long


def first(sizes: Sequence[int], most: int, *, fewest: int = _FEWEST) -> int:
    """How many rows of a page are shown at first: those that fit.

    Args:
        sizes: of all of its rows, in characters.
        most: how much room they have.
        fewest: how many are shown, however long they are.
    """
    left = most
    for number, size in enumerate(sizes):
        left -= size
        if left < 0:
            return min(max(number, fewest), len(sizes))
    return len(sizes)
