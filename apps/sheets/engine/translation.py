"""Formulas as people write them → as the calculating library takes them.

The library knows sheets by keys that never change, no named ranges and no grids: titles become
keys, names what they stand for, open ends the edges of the grid. It compares numbers bit by bit,
where spreadsheets compare fifteen digits: what is computed is rounded before comparison. And its
functions of single values take no arrays, nor does it know functions as values: both are handed to
functions of ours, which let a library of its own work out each case.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import formualizer

from workworld.apps.sheets.engine.addresses import Corner, Reference, parse
from workworld.apps.sheets.engine.books import Book, Frame
from workworld.apps.sheets.engine.function_kinds import SINGLE, TOTALS
from workworld.apps.sheets.engine.values import REFERENCE

ROUNDED, EACH, CALLED = "WW.ROUNDED", "WW.EACH", "WW.CALLED"
"""Functions of ours: fifteen digits of a number; a function for each value of arrays; a function
that a formula makes, called."""
_DEEPEST = 8
"""How many names may stand for one another in turn."""
_COMPARES = frozenset({"=", "<>", "<", "<=", ">", ">="})
_COMPUTES = frozenset({"+", "-", "*", "/", "^"})
_JOINS = frozenset({":", " ", ","})
_CALLERS = frozenset({"MAP", "REDUCE", "SCAN", "BYROW", "BYCOL", "MAKEARRAY"})
_CELL = r"\$?[A-Za-z]{1,3}\$?[1-9]\d*(?![\w.(!:#])"
_AS_IT_IS = re.compile(
    rf"=(?:[-+*/^&%(),\s]|{_CELL}|(?:SUM|AVERAGE|COUNTA?|MIN|MAX)"
    rf"\(\$?[A-Z]{{1,3}}\$?[1-9]\d*:{_CELL}\)"
    r"|(?!LET\(|LAMBDA\()[A-Za-z][\w.]*\(|\d+(?:\.\d*)?(?![\w:.$])|\"(?:[^\"]|\"\")*\")*",
    re.ASCII,
)
"""Formulas of cells, sums and functions that compare nothing: most of them."""


class Written(NamedTuple):
    """A part of a formula for the library."""

    text: str
    is_array: bool = False
    """Whether it may come to more than one value."""
    computes: bool = False
    """Whether it is the result of arithmetic."""


def key(sheet_id: int) -> str:
    """By what the library knows a sheet."""
    return f"sheet_{sheet_id}"


def translated(formula: str, home: Frame, book: Book) -> str:
    """A formula as the library takes it; one that cannot be read stays as it is.

    Args:
        formula: as it was written, with its equals sign.
        home: the sheet it stands on.
        book: what it may name.
    """
    if _AS_IT_IS.fullmatch(formula):
        return formula
    tree = _tree(formula)
    return formula if tree is None else f"={_Writer(home, book).written(tree).text}"


@lru_cache(maxsize=4096)
def _tree(formula: str) -> Any:
    try:
        return formualizer.parse(formula)
    except (formualizer.ParserError, formualizer.TokenizerError):
        return None


@dataclass(slots=True)
class _Writer:
    home: Frame
    book: Book
    depth: int = _DEEPEST
    """How many names may still be followed."""
    bound: frozenset[str] = frozenset()
    """The parameters of functions around, and names that ``LET`` gives; in small letters."""
    outer: dict[str, str] | None = None
    """Within a function: what of the formula around it is given to it, by the name it has there."""

    def written(self, node: Any) -> Written:
        """A part as the library takes it."""
        write = _WRITERS.get(node.node_type())
        if write is not None:
            return write(self, node)
        return Written("" if node.node_type() == "Omitted" else node.to_formula()[1:])

    def reference(self, node: Any) -> Written:
        """A reference, or a name."""
        text: str = node.get_reference_string()
        if text.casefold() in self.bound:
            return Written(text, is_array=True)
        meant = parse(text)
        if meant is None:
            return self._name(text)
        placed = _placed(meant, self.home, self.book)
        return self._taken(placed, is_array=":" in placed)

    def _taken(self, placed: str, *, is_array: bool) -> Written:
        """A reference; within a function, the name by which it is handed in."""
        if self.outer is None:
            return Written(placed, is_array=is_array)
        return Written(self.outer.setdefault(placed, f"ww_{len(self.outer)}"), is_array=is_array)

    def _name(self, name: str) -> Written:
        stands_for = self.book.name(name)
        tree = None if stands_for is None else _tree(f"={stands_for}")
        if tree is None or not self.depth:
            return Written(name)
        return _Writer(self.home, self.book, self.depth - 1, outer=self.outer).written(tree)

    def unary(self, node: Any) -> Written:
        """A sign before or behind something."""
        sign, (operand,) = node.get_operator(), node.children()
        if sign == "#":
            meant = parse(operand.get_reference_string() or "")
            if meant is None:
                return Written(REFERENCE)
            return self._taken(f"{_placed(meant, self.home, self.book)}#", is_array=True)
        inner = self.written(operand)
        text = _enclosed(inner, operand)
        if sign == "%":
            return Written(f"{text}%", inner.is_array, computes=True)
        return Written(f"{sign}{text}", inner.is_array and sign != "@", inner.computes)

    def binary(self, node: Any) -> Written:
        """Something computed, compared or joined of two."""
        sign, (left, right) = node.get_operator(), node.children()
        if sign in _JOINS and self.outer is None:
            joined = sign.join(self.written(each).text for each in (left, right))
            return Written(f"({joined})" if sign == "," else joined, is_array=True)
        one, other = self.written(left), self.written(right)
        texts = [_enclosed(one, left), _enclosed(other, right)]
        if sign in _COMPARES:
            texts = [
                f"{ROUNDED}({part.text})" if part.computes else text
                for part, text in zip((one, other), texts, strict=True)
            ]
        is_array = one.is_array or other.is_array
        return Written(sign.join(texts), is_array, computes=sign in _COMPUTES)

    def array(self, node: Any) -> Written:
        """Constants as they are; ranges in braces are put beside and below each other."""
        if all(each.node_type() in ("Literal", "UnaryOp") for each in node.children()):
            return Written(node.to_formula()[1:], is_array=True)
        parts, rows = iter(node.children()), list[str]()
        for row in node.to_dict()["rows"]:
            rows.append(f"HSTACK({','.join(self.written(next(parts)).text for _ in row)})")
        return Written(f"VSTACK({','.join(rows)})", is_array=True)

    def function(self, node: Any) -> Written:
        """A function; where it takes single values and is given arrays, for each of them."""
        name, arguments = node.get_function_name().upper(), node.children()
        if name in _CALLERS:
            return self._caller(name, arguments)
        if name in ("LET", "LAMBDA"):  # a function as the value of a cell is none
            return self._let(arguments) if name == "LET" else Written("LAMBDA()")
        given = [self.written(each) for each in arguments]
        places = SINGLE.get(name)
        if places is not None:
            at = [
                place
                for place, each in enumerate(given)
                if each.is_array and (not places or place in places)
            ]
            if at:
                marks = ";".join(map(str, at))
                texts = ",".join(each.text for each in given)
                return Written(f'{EACH}("{name}","{marks}",{texts})', is_array=True)
        texts = ",".join(each.text for each in given)
        return Written(f"{name}({texts})", name not in TOTALS and name not in SINGLE)

    def _let(self, arguments: Sequence[Any]) -> Written:
        """Names given to parts: each is known to those behind it."""
        known, texts = self.bound, list[str]()
        for place in range(0, len(arguments) - 1, 2):
            inner = _Writer(self.home, self.book, self.depth, known, self.outer)
            name = arguments[place].get_reference_string() or ""
            texts += (name, inner.written(arguments[place + 1]).text)
            known |= {name.casefold()}
        last = _Writer(self.home, self.book, self.depth, known, self.outer)
        result = last.written(arguments[-1]) if len(arguments) % 2 else Written("")
        return Written(f"LET({','.join([*texts, result.text])})", is_array=True)

    def _caller(self, name: str, arguments: Sequence[Any]) -> Written:
        """A function that calls one: what it goes through, and the function as a text."""
        if not arguments or not _is_lambda(arguments[-1]):
            return Written(f"{name}()")  # the library refuses it
        given = [self.written(each).text for each in arguments[:-1]]
        return self._calling(name, given, arguments[-1])

    def call(self, node: Any) -> Written:
        """A function that the formula makes, called there."""
        called, *arguments = node.children()
        if not _is_lambda(called):
            return Written("LAMBDA()")
        return self._calling("CALL", [self.written(each).text for each in arguments], called)

    def _calling(self, how: str, given: Sequence[str], function: Any) -> Written:
        *parameters, body = function.children()
        names = [each.get_reference_string() or "" for each in parameters]
        taken = dict[str, str]()
        # What a function around is given, an inner one is handed on under the same name.
        around = {name: name for name in sorted(self.bound)}
        inner = _Writer(
            self.home,
            self.book,
            self.depth,
            frozenset(each.casefold() for each in names) | self.bound,
            taken,
        )
        text = inner.written(body).text
        used = [name for name in around if _mentions(text, name) and name not in _small(names)]
        handed = [*(self._around(each) for each in taken), *used]
        called = [*taken.values(), *used]
        quoted = ",".join(_text(each) for each in (how, ";".join(names), ";".join(called), text))
        rest = ",".join((*given, *handed))
        return Written(f"{CALLED}({quoted}{',' if rest else ''}{rest})", is_array=True)

    def _around(self, placed: str) -> str:
        """A reference that an inner function takes, as the formula around it has it."""
        return self._taken(placed, is_array=True).text


_WRITERS: Mapping[str, Callable[[_Writer, Any], Written]] = {
    "Reference": _Writer.reference,
    "UnaryOp": _Writer.unary,
    "BinaryOp": _Writer.binary,
    "Array": _Writer.array,
    "Function": _Writer.function,
    "Call": _Writer.call,
}


def _placed(reference: Reference, home: Frame, book: Book) -> str:
    frame = home if reference.sheet is None else book.frame(reference.sheet)
    if frame is None:
        return REFERENCE
    first, last = reference.first, reference.last
    if last is not None and None in (first.row, first.column, last.row, last.column):
        area = reference.area(frame.rows, frame.columns)
        first, last = Corner(area.left, area.top), Corner(area.right - 1, area.bottom - 1)
    return str(Reference(first, last, None if frame is home else key(frame.id)))


def _is_lambda(node: Any) -> bool:
    is_function: bool = node.node_type() == "Function"
    return is_function and node.get_function_name().upper() == "LAMBDA"


def _enclosed(part: Written, node: Any) -> str:
    """In parentheses, so that what belongs together stays together."""
    return f"({part.text})" if node.node_type() in ("BinaryOp", "UnaryOp") else part.text


def _text(said: str) -> str:
    doubled = said.replace('"', '""')
    return f'"{doubled}"'


def _small(names: Sequence[str]) -> frozenset[str]:
    return frozenset(each.casefold() for each in names)


def _mentions(text: str, name: str) -> bool:
    form = rf"(?<![\w.]){re.escape(name)}(?![\w.(])"
    return bool(re.search(form, text, re.IGNORECASE))
