"""Parts of formulas written for the calculating library."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from workworld.apps.sheets.engine.addresses import Area, Corner, Place, Reference, parse
from workworld.apps.sheets.engine.books import Book, Frame
from workworld.apps.sheets.engine.formulas import tree_of
from workworld.apps.sheets.engine.function_kinds import CHOOSING, PASSING, SINGLE, TOTALS
from workworld.apps.sheets.engine.values import NULL, REFERENCE

ROUNDED, EACH, CALLED = "WW.ROUNDED", "WW.EACH", "WW.CALLED"
"""Functions of ours: fifteen digits of a number; a function for each value of arrays; a function
that a formula makes, called."""
PICKED = "WW.PICKED"
"""A row of an array, or an element of one that is no more than a row or column."""
LAID, NOTHING = "WW.LAID", "WW.NOTHING"
"""An array as it is laid out in cells; what a blank cell holds."""
SAID = "WW.SAID"
"""A value as a text with the digits that spreadsheets give."""
SHOWN, REFUSED, CALLED_ANEW = "WW.SHOWN", "WW.REFUSED", "WW.CALLEDANEW"
"""Others: what a cell shows besides its value; an error with a reason; a function called that is
worked out with every calculation."""
CALL, NAMED = "(call)", "(named)"
"""What is called where it stands, and what ``LET`` gave a name, among the special functions."""
MOST_CALLS = 1_000
"""How many functions a formula may call that it names itself."""
_DEEPEST = 8
"""How many names may stand for one another in turn."""
_COMPARES = frozenset({"=", "<>", "<", "<=", ">", ">="})
_COMPUTES = frozenset({"+", "-", "*", "/", "^"})
_JOINS = frozenset({":", " ", ","})


class Written(NamedTuple):
    """A part of a formula for the library."""

    text: str
    is_array: bool = False
    """Whether it may come to more than one value."""
    computes: bool = False
    """Whether it is the result of arithmetic."""


Special = Callable[["Writer", str, Sequence[Any]], Written]
"""Writes a function of a name with its arguments."""


@dataclass(slots=True)
class Around:
    """What all parts of a formula share."""

    home: Frame
    book: Book
    place: Place
    specials: Mapping[str, Special]
    """Functions that are written in their own ways, by name."""
    is_beside: bool = False
    """Whether it is worked out on another sheet than its own."""
    shows: bool = False
    """Whether a part of it is shown besides its value."""
    draws: int = 0
    """How many calls of random functions it has."""
    calls: int = 0
    """How many calls of functions that it names itself."""

    @property
    def position(self) -> str:
        """Where it stands, as an argument of functions of ours."""
        return position(self.place)


def position(place: Place) -> str:
    """A cell, as an argument of functions of ours."""
    return quoted(":".join(map(str, place)))


def key(sheet_id: int) -> str:
    """By what the library knows a sheet."""
    return f"sheet_{sheet_id}"


def quoted(said: str) -> str:
    """A text as formulas write it."""
    doubled = said.replace('"', '""')
    return f'"{doubled}"'


class NamedFunction(NamedTuple):
    """A function to which ``LET`` gives a name."""

    node: Any
    known: Mapping[str, NamedFunction]
    """The functions that it may call."""


@dataclass(slots=True)
class Writer:
    """Writes the parts of one formula."""

    around: Around
    depth: int = _DEEPEST
    """How many names may still be followed."""
    bound: Mapping[str, bool] = field(default_factory=dict)
    """The parameters of functions around, and names that ``LET`` gives, in small letters: whether
    they may stand for arrays."""
    functions: Mapping[str, NamedFunction] = field(default_factory=dict)
    """Functions to which ``LET`` gives names."""
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
        is_array = self.bound.get(text.casefold())
        if is_array is not None:
            return Written(text, is_array)
        meant = parse(text)
        if meant is None:
            return self._name(text)
        placed = self.placed(meant)
        return self.taken(placed, is_array=":" in placed)

    def placed(self, reference: Reference) -> str:
        """A reference with its sheet's key and without open ends."""
        home, book = self.around.home, self.around.book
        frame = home if reference.sheet is None else book.frame(reference.sheet)
        if frame is None:
            return REFERENCE
        first, last = reference.first, reference.last
        if last is not None and None in (first.row, first.column, last.row, last.column):
            area = reference.area(frame.rows, frame.columns)
            first, last = Corner(area.left, area.top), Corner(area.right - 1, area.bottom - 1)
        is_here = frame is home and not self.around.is_beside
        return str(Reference(first, last, None if is_here else key(frame.id)))

    def taken(self, placed: str, *, is_array: bool) -> Written:
        """A reference; within a function, the name by which it is handed in."""
        if self.outer is None or placed == REFERENCE:
            return Written(placed, is_array=is_array)
        return Written(self.outer.setdefault(placed, f"ww_{len(self.outer)}"), is_array=is_array)

    def outside(self) -> Writer:
        """One that writes what is handed to a function from outside."""
        return Writer(self.around, self.depth)

    def _name(self, name: str) -> Written:
        stands_for = self.around.book.name(name, self.around.place.row)
        tree = None if stands_for is None else tree_of(f"={stands_for}")
        if tree is None or not self.depth:
            return Written(name)
        return Writer(self.around, self.depth - 1, outer=self.outer).written(tree)

    def unary(self, node: Any) -> Written:
        """A sign before or behind something."""
        sign, (operand,) = node.get_operator(), node.children()
        if sign == "#":
            meant = parse(operand.get_reference_string() or "")
            if meant is None:
                return Written(REFERENCE)
            return self.taken(f"{self.placed(meant)}#", is_array=True)
        inner = self.written(operand)
        text = enclosed(inner, operand)
        if sign == "%":
            return Written(f"{text}%", inner.is_array, computes=True)
        return Written(f"{sign}{text}", inner.is_array and sign != "@", inner.computes)

    def binary(self, node: Any) -> Written:
        """Something computed, compared or joined of two."""
        sign, (left, right) = node.get_operator(), node.children()
        if sign == " ":
            return self._common(left, right)
        if sign in _JOINS and self.outer is None:
            joined = sign.join(self.written(each).text for each in (left, right))
            return Written(joined, is_array=True)  # functions take united ranges one by one
        one, other = self.written(left), self.written(right)
        texts = [enclosed(one, left), enclosed(other, right)]
        if sign in _COMPARES:
            texts = [
                f"{ROUNDED}({part.text})" if part.computes else text
                for part, text in zip((one, other), texts, strict=True)
            ]
        elif sign == "&":
            texts = [
                text if _is_text(node) else f"{SAID}({text})"
                for text, node in zip(texts, (left, right), strict=True)
            ]
        is_array = one.is_array or other.is_array
        return Written(sign.join(texts), is_array, computes=sign in _COMPUTES)

    def _common(self, left: Any, right: Any) -> Written:
        """The cells that two ranges have in common."""
        areas = list[Area]()
        frames = set[int]()
        for each in (left, right):
            meant = parse(each.get_reference_string() or "") if _is_reference(each) else None
            home, book = self.around.home, self.around.book
            frame = home if meant is None or meant.sheet is None else book.frame(meant.sheet)
            if meant is None or frame is None:
                return Written(REFERENCE)
            areas.append(meant.area(frame.rows, frame.columns))
            frames.add(frame.id)
        common = areas[0].common(areas[1]) if len(frames) == 1 else None
        if common is None:
            return Written(NULL)
        is_here = frames == {self.around.home.id} and not self.around.is_beside
        title = "" if is_here else f"{key(next(iter(frames)))}!"
        return self.taken(f"{title}{common}", is_array=common.size > 1)

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
        return self.function_of(node.get_function_name().upper(), node.children())

    def function_of(self, name: str, arguments: Sequence[Any]) -> Written:
        """A function of a name, in capital letters, with its arguments."""
        write = self.around.specials.get(name)
        if name.casefold() in self.functions or name.casefold() in self.bound:
            write = self.around.specials[NAMED]
        if write is not None:
            return write(self, name, arguments)
        return self.plain(name, arguments)

    def plain(self, name: str, arguments: Sequence[Any]) -> Written:
        """A function that hangs on its arguments alone."""
        given = [self.written(each) for each in arguments]
        if name in CHOOSING:  # the library would come to 0
            given[1:] = [each if each.text else Written(f"{NOTHING}()") for each in given[1:]]
        if name == "INDEX" and len(given) == 2 and _is_block(given[0].text):
            given.append(Written("0"))  # the library would take the first column, not the row
        elif (
            name == "INDEX" and len(given) == 2 and _is_made(arguments[0]) and not given[1].is_array
        ):
            return Written(f"{PICKED}({given[0].text},{given[1].text})", is_array=True)
        texts = ",".join(each.text for each in given)
        places = SINGLE.get(name)
        if places is not None:
            at = [
                place
                for place, each in enumerate(given)
                if each.is_array and (not places or place in places)
            ]
            if at:
                marks = ";".join(map(str, at))
                return Written(f'{EACH}("{name}","{marks}",{texts})', is_array=True)
        makes = name not in TOTALS and name not in SINGLE
        if name in PASSING:
            makes = any(each.is_array for each in given)
        return Written(f"{name}({texts})", makes)

    def call(self, node: Any) -> Written:
        """A function that the formula makes, called there."""
        return self.around.specials[CALL](self, CALL, node.children())


_WRITERS: Mapping[str, Callable[[Writer, Any], Written]] = {
    "Reference": Writer.reference,
    "UnaryOp": Writer.unary,
    "BinaryOp": Writer.binary,
    "Array": Writer.array,
    "Function": Writer.function,
    "Call": Writer.call,
}


def _is_block(text: str) -> bool:
    """Whether a text is a range of several rows and columns."""
    meant = parse(text) if ":" in text else None
    area = None if meant is None else meant.area(0, 0)
    return area is not None and area.height > 1 and area.width > 1


def _is_made(node: Any) -> bool:
    """Whether a part is an array that is worked out, whose size nobody knows yet."""
    return node.node_type() in ("Array", "Function", "Call", "BinaryOp")


def _is_reference(node: Any) -> bool:
    return bool(node.node_type() == "Reference")


def _is_text(node: Any) -> bool:
    """Whether a part is a text already: one in quotes, or texts that are joined."""
    if node.node_type() == "Literal":
        return isinstance(node.get_literal_value(), str)
    return bool(node.node_type() == "BinaryOp" and node.get_operator() == "&")


def enclosed(part: Written, node: Any) -> str:
    """A part in parentheses, so that what belongs together stays together."""
    return f"({part.text})" if node.node_type() in ("BinaryOp", "UnaryOp") else part.text
