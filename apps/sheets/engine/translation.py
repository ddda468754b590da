"""Formulas as people write them → as the calculating library takes them.

The library knows sheets by keys that never change, no named ranges and no grids. So titles become
keys, names what they stand for, and open ends the edges of the grid. It compares numbers bit by bit,
where spreadsheets compare fifteen digits: results of arithmetic are rounded before comparison.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

import formualizer

from workworld.apps.sheets.engine import formulas
from workworld.apps.sheets.engine.addresses import Corner, Reference, parse
from workworld.apps.sheets.engine.books import Book, Frame
from workworld.apps.sheets.engine.formulas import LOST, Part

ROUNDED = "WW.ROUNDED"
"""The function that leaves fifteen digits of a number."""
_DEEPEST = 8
"""How many names may stand for one another in turn."""
_COMPARES = ("=", "<>", "<", "<=", ">", ">=")
_COMPUTES = ("+", "-", "*", "/", "^", "%")
_KINDS = formualizer.TokenType
_OPEN, _CLOSE = formualizer.TokenSubType.Open, formualizer.TokenSubType.Close


def key(sheet_id: int) -> str:
    """By what the library knows a sheet."""
    return f"sheet_{sheet_id}"


_CLOSED = r"\$?[A-Za-z]{1,3}\$?[1-9]\d*(?![\w.(!:])"
_AS_IT_IS = re.compile(
    rf"=(?:[-+*/^&%(),;{{}}\s]|{_CLOSED}(?!#)|{_CLOSED.replace('!:', '!')}:{_CLOSED}(?!#)"
    rf"|[A-Za-z][\w.]*\(|\d+(?:\.\d*)?(?![\w:.$])|\"(?:[^\"]|\"\")*\")*",
    re.ASCII,
)
"""Formulas that name neither sheets nor names nor whole lines and compare nothing: most of them."""


def translated(formula: str, home: Frame, book: Book) -> str:
    """A formula as the library takes it.

    Args:
        formula: as it was written, with its equals sign.
        home: the sheet it stands on.
        book: what it may name.
    """

    if _AS_IT_IS.fullmatch(formula):
        return formula

    def put(part: Part) -> str | None:
        return _put(part, home, book, _DEEPEST)

    return formulas.replaced(_with_rounding(formula), put)


def is_readable(formula: str) -> bool:
    """Whether a formula can be parsed."""
    try:
        formualizer.parse(formula)
    except (formualizer.ParserError, formualizer.TokenizerError):
        return False
    return True


def _put(part: Part, home: Frame, book: Book, depth: int) -> str | None:
    if part.reference is not None:
        placed = _placed(part.reference, home, book)
        return f"{placed}#" if part.text.endswith("#") else placed
    stands_for = book.name(part.text)
    if stands_for is None or not depth:
        return None
    meant = parse(stands_for)
    if meant is not None:
        return _placed(meant, home, book)
    inner = formulas.replaced(f"={stands_for}", lambda each: _put(each, home, book, depth - 1))
    return f"({inner[1:]})"


def _placed(reference: Reference, home: Frame, book: Book) -> str:
    frame = home if reference.sheet is None else book.frame(reference.sheet)
    if frame is None:
        return LOST
    first, last = reference.first, reference.last
    if last is not None and None in (first.row, first.column, last.row, last.column):
        area = reference.area(frame.rows, frame.columns)
        first, last = Corner(area.left, area.top), Corner(area.right - 1, area.bottom - 1)
    return str(Reference(first, last, key(frame.id)))


@lru_cache(maxsize=4096)
def _with_rounding(formula: str) -> str:
    """The formula with results of arithmetic rounded where they are compared."""
    if not any(sign in formula[1:] for sign in "=<>"):
        return formula
    try:
        tokens = formualizer.Tokenizer(formula).tokens()
    except formualizer.TokenizerError:
        return formula
    wraps = list(_compared_arithmetic(tokens, 0, len(tokens)))
    if not wraps:
        return formula
    pieces = [token.value for token in tokens]
    for start, end in wraps:
        pieces[start] = f"{ROUNDED}({pieces[start]}"
        pieces[end - 1] += ")"
    return "=" + "".join(pieces)


def _compared_arithmetic(
    tokens: Sequence[formualizer.Token], start: int, end: int
) -> Iterator[tuple[int, int]]:
    """Where operands of comparisons begin and end that compute something, inner ones first."""
    begun, parts, computes = start, list[tuple[int, int, bool]](), False
    compares, place = False, start
    while place < end:
        token = tokens[place]
        if token.subtype == _OPEN:
            closing = _closing(tokens, place, end)
            yield from _compared_arithmetic(tokens, place + 1, closing)
            place = closing
        elif token.token_type == _KINDS.Sep:
            parts.append((begun, place, computes))
            yield from _of_comparison(parts, compares)
            begun, parts, computes, compares = place + 1, [], False, False
        elif token.token_type == _KINDS.OpInfix and token.value in _COMPARES:
            parts.append((begun, place, computes))
            begun, computes, compares = place + 1, False, True
        elif token.value in _COMPUTES and token.token_type in (_KINDS.OpInfix, _KINDS.OpPostfix):
            computes = True
        place += 1
    parts.append((begun, end, computes))
    yield from _of_comparison(parts, compares)


def _of_comparison(
    parts: Sequence[tuple[int, int, bool]], compares: bool
) -> Iterator[tuple[int, int]]:
    if compares:
        yield from ((start, end) for start, end, computes in parts if computes)


def _closing(tokens: Sequence[formualizer.Token], place: int, end: int) -> int:
    depth = 0
    for each in range(place, end):
        if tokens[each].subtype == _OPEN:
            depth += 1
        elif tokens[each].subtype == _CLOSE:
            depth -= 1
            if not depth:
                return each
    return end
