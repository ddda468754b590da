"""Formulas as people write them → as the calculating library takes them.

The library knows sheets by keys that never change, no named ranges and no grids: titles become
keys, names what they stand for, open ends the edges of the grid. It compares numbers bit by bit,
where spreadsheets compare fifteen digits: what is computed is rounded before comparison. And its
functions of single values take no arrays, nor does it know functions as values: both are handed to
functions of ours, which let a library of its own work out each case.
"""

from __future__ import annotations

import re

from workworld.apps.sheets.engine import lambdas, placed, shorthands
from workworld.apps.sheets.engine.addresses import Place
from workworld.apps.sheets.engine.books import Book, Frame
from workworld.apps.sheets.engine.formulas import tree_of
from workworld.apps.sheets.engine.function_kinds import MAKES_ARRAYS
from workworld.apps.sheets.engine.writers import (
    LAID,
    MOST_CALLS,
    REFUSED,
    SHOWN,
    Around,
    Writer,
    Written,
    key,
    position,
    quoted,
)

__all__ = ["LONGEST", "Written", "is_as_it_is", "is_readable", "key", "refused", "written"]

LONGEST = 8_192
"""How many characters a formula may have."""
_LONGEST_WRITTEN = 1_000_000
_SPECIALS = {**lambdas.SPECIALS, **placed.SPECIALS, **shorthands.SPECIALS}
_NAMES = sorted({*placed.SPECIALS, *shorthands.SPECIALS} - shorthands.COMMON)
_CELL = r"\$?[A-Za-z]{1,3}\$?[1-9]\d*(?![\w.(!:#])"
_AS_IT_IS = re.compile(
    rf"=(?:[-+*/^%(),]|{_CELL}|(?:SUM|AVERAGE|COUNTA?|MIN|MAX)"
    rf"\(\$?[A-Z]{{1,3}}\$?[1-9]\d*:{_CELL}\)"
    rf"|(?!(?:{'|'.join(map(re.escape, _NAMES))}|LET|LAMBDA)\()"
    r"[A-Za-z][\w.]*\(|\d+(?:\.\d*)?(?![\w:.$])|\"(?:[^\"]|\"\")*\")*",
    re.ASCII | re.IGNORECASE,
)
"""Formulas of cells, sums and functions that compare nothing: most of them."""
_MAY_BE_BLANK = re.compile(
    r"=\s*(?:CHOOSE|HLOOKUP|IF|IFERROR|IFNA|IFS|INDEX|INDIRECT|OFFSET|SWITCH|VLOOKUP|XLOOKUP)\(",
    re.ASCII | re.IGNORECASE,
)
"""Formulas that may come to what a cell holds, and so to nothing."""
NAMES_A_CELL = re.compile(
    r"=\s*(?:(?:'(?:[^']|'')+'|[\w.]+)!)?\$?[A-Z]{1,3}\$?[0-9]{1,8}\s*", re.IGNORECASE
)
"""A formula that names a cell and is nothing else."""
BESIDE = Place(-1, 0, 0)
"""By what is noted that a formula comes to nothing that is worked out on another sheet."""
_LEFT_OUT = re.compile(r",\s*[,)]")
"""An argument that is left out, or a text that looks so."""


def is_as_it_is(formula: str) -> bool:
    """Whether a formula needs no translation, whatever it stands in and wherever."""
    return _is_taken(formula) and _MAY_BE_BLANK.match(formula) is None


def _is_taken(formula: str) -> bool:
    """Whether the library takes a formula as it was typed."""
    return (
        len(formula) <= LONGEST
        and _AS_IT_IS.fullmatch(formula) is not None
        and _LEFT_OUT.search(formula) is None
        and not shorthands.leaves_out(formula)
    )


def is_readable(formula: str) -> bool:
    """Whether a formula has no mistake in how it is written."""
    return tree_of(formula) is not None


def refused(reason: str) -> Written:
    """What is handed over in the place of a formula that is not worked out."""
    return Written(f"={REFUSED}({quoted(reason)})")


def written(
    formula: str, home: Frame, book: Book, place: Place, *, is_beside: bool = False
) -> Written:
    """A formula as the library takes it; one that cannot be read stays as it is.

    Args:
        formula: as it was typed, with its equals sign.
        home: the sheet it stands on.
        book: what it may name.
        place: the cell it stands in.
        is_beside: whether it is worked out on another sheet than its own.

    Returns:
        With ``is_array`` where it may fill more than its cell.
    """
    makes_arrays = MAKES_ARRAYS.search(formula) is not None
    may_be_blank = _MAY_BE_BLANK.match(formula) is not None
    if not is_beside and not makes_arrays and _is_taken(formula):
        return Written(_laid(formula[1:], place) if may_be_blank else formula)
    if len(formula) > LONGEST:
        return refused(f"A formula has at most {LONGEST:,} characters.")
    tree = tree_of(formula)
    if tree is None:
        return Written(formula)
    around = Around(home, book, place, _SPECIALS, is_beside)
    made = Writer(around).written(tree)
    is_array = made.is_array or makes_arrays
    if may_be_blank or (is_beside and NAMES_A_CELL.fullmatch(formula)):
        text = _laid(made.text, BESIDE if is_beside else place)
    else:
        text = f"={LAID}({made.text})" if is_array else f"={made.text}"
    if around.shows:
        text = f"={SHOWN}({around.position},{text[1:]})"
    if len(text) > _LONGEST_WRITTEN or around.calls > MOST_CALLS:
        return refused("The formula calls too many functions.")
    return Written(text, is_array)


def _laid(text: str, place: Place) -> str:
    """A formula that tells its cell whether it comes to nothing."""
    return f"={LAID}({text},{position(place)})"
