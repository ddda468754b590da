"""Functions about cells: what is in them, what they show, and where texts point to."""

from __future__ import annotations

from typing import Any

from workworld.apps.sheets.engine import r1c1, values
from workworld.apps.sheets.engine.addresses import Area, Corner, Place, Reference, parse
from workworld.apps.sheets.engine.callables import Function, Surroundings
from workworld.apps.sheets.engine.functions.shapes import (
    Rows,
    answering,
    failed,
    place_of,
    rows_of,
    text,
    truth,
    whole,
)
from workworld.apps.sheets.engine.placed import POINTED
from workworld.apps.sheets.engine.precedents import Range
from workworld.apps.sheets.engine.values import Display, Value
from workworld.apps.sheets.engine.writers import REFUSED, SHOWN, key

_MODES = {1: "fit", 2: "stretch", 3: "original", 4: "custom"}
_LARGEST = 10_000


@answering
def refused(reason: Any) -> Any:
    """An error with the reason that a formula was not handed over."""
    raise failed(values.CALCULATION, text(reason))


def shown(surroundings: Surroundings, place: Any, value: Any = None) -> Any:
    """The value of a formula that may show something besides it."""
    surroundings.settle_display(place_of(place))
    return value


@answering
def hyperlink(surroundings: Surroundings, place: Any, url: Any, label: Any = None) -> Any:
    """A link; the cell's value is what it is called, or else the address."""
    address = text(url)
    surroundings.record(place_of(place), Display("link", {"url": address}))
    return address if label is None else rows_of(label)[0][0]


@answering
def label_of(url: Any, label: Any = None) -> Any:
    """What a link is called, where only values count."""
    return text(url) if label is None else rows_of(label)[0][0]


@answering
def image(
    surroundings: Surroundings,
    place: Any,
    url: Any,
    mode: Any = None,
    height: Any = None,
    width: Any = None,
) -> str:
    """A picture in a cell. https://support.google.com/docs/answer/3093333"""
    way = 1 if mode is None else whole(mode)
    if way not in _MODES:
        raise failed(values.VALUE, "The mode of an image is 1, 2, 3 or 4.")
    details: dict[str, Any] = {"url": text(url), "mode": _MODES[way]}
    if way == 4:
        if height is None or width is None:
            raise failed(values.MISSING, "Mode 4 needs a height and a width.")
        sizes = [min(whole(each), _LARGEST) for each in (height, width)]
        details |= {"height": sizes[0], "width": sizes[1]}
    surroundings.record(place_of(place), Display("image", details))
    return ""


@answering
def formula_text(surroundings: Surroundings, positions: Any, *_: Any) -> str:
    """The formula of a cell, as it was typed."""
    found = _first(positions)
    formula = None if found is None else surroundings.formula(found)
    if formula is None:
        raise failed(values.MISSING, "The cell holds no formula.")
    return formula


@answering
def is_formula(surroundings: Surroundings, positions: Any, *_: Any) -> Rows:
    """For each cell of a range, whether it holds a formula."""
    (found, *_rest) = ranges(positions)
    if found is None:
        raise failed(values.MISSING, "Expected a reference.")
    area = found.area
    if area.size > 200_000:
        raise failed(values.NUMBER, "The range is too large.")
    return [
        [
            surroundings.formula(Place(found.sheet, row, column)) is not None
            for column in range(area.left, area.right)
        ]
        for row in range(area.top, area.bottom)
    ]


@answering
def cell(positions: Any, kind: Any, value: Any = None) -> Any:
    """Something about a cell. https://support.google.com/docs/answer/3267071"""
    place = _first(text(positions).partition(";")[2])
    if place is None:
        raise failed(values.MISSING, "Expected a reference.")
    content: Value = rows_of(value)[0][0]
    answers = {
        "address": str(Corner(place.column, place.row, column_fixed=True, row_fixed=True)),
        "row": float(place.row + 1),
        "col": float(place.column + 1),
        "contents": content,
        "type": "b" if content is None else "l" if isinstance(content, str) else "v",
        "prefix": "'" if isinstance(content, str) else "",
    }
    asked = text(kind).lower()
    if asked not in answers:
        raise failed(values.VALUE, f"“{asked}” is nothing that is known of cells.")
    return answers[asked]


@answering
def pointed(surroundings: Surroundings, place: Any, said: Any, is_a1: Any = None) -> str:
    """A reference in a text, as the library reads it; titles and names are followed."""
    cell, wanted = place_of(place), text(said).strip()
    book, home = surroundings.book, cell.sheet
    if is_a1 is not None and not truth(is_a1):
        meant = r1c1.parse(wanted, (cell.row, cell.column))
    else:
        meant = parse(book.name(wanted) or wanted)
    title = None if meant is None else meant.sheet
    found = next(
        (
            each
            for each in book.frames
            if (each.id == home if title is None else each.title.casefold() == title.casefold())
        ),
        None,
    )
    if meant is None or found is None:
        return values.REFERENCE  # which the library reads as one that is lost
    if meant.last is None:
        return str(Reference(meant.first, None, key(found.id)))
    return f"{key(found.id)}!{meant.area(found.rows, found.columns)}"


def ranges(positions: Any) -> list[Range | None]:
    """The ranges that a text of numbers names; None for an argument that is none."""
    found = list[Range | None]()
    for each in text(positions).split(";"):
        numbers = [int(part) for part in each.split(":")] if each else []
        found.append(Range(numbers[0], Area(*numbers[1:])) if numbers else None)
    return found


def _first(positions: Any) -> Place | None:
    found = ranges(positions)[0]
    return None if found is None else Place(found.sheet, found.area.top, found.area.left)


FUNCTIONS = (
    Function(REFUSED, refused, 1, 1),
    Function(SHOWN, shown, 2, 2, knows=True),
    Function(POINTED, pointed, 2, 3, knows=True),
    Function("HYPERLINK", label_of, 1, 2),
    Function("WW.HYPERLINK", hyperlink, 2, 3, knows=True),
    Function("WW.IMAGE", image, 2, 5, knows=True),
    Function("WW.FORMULATEXT", formula_text, 2, 2, knows=True),
    Function("WW.ISFORMULA", is_formula, 2, 2, knows=True),
    Function("WW.CELL", cell, 2, 3),
)
