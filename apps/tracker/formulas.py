"""Formulas: numbers that follow from other fields of the same issue.

``round({Story Points} * 8 / max(1, {Team size}), 1)``, ``days({Start date}, {Due date}) + 1``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache
from typing import Any

from lark import Lark, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken, VisitError

NUMBER, DAY = "number", "date"
LONGEST = 1000
_LARGEST = 1e15
_MOST_DIGITS = 15
_GRAMMAR = r"""
    ?start: sum
    ?sum: product | sum (PLUS | MINUS) product -> joined
    ?product: signed | product (TIMES | OVER) signed -> joined
    ?signed: atom | MINUS signed -> negated
    ?atom: NUMBER -> constant
        | FIELD -> held
        | NAME "(" sum ("," sum)* ")" -> called
        | "(" sum ")"
    PLUS: "+"
    MINUS: "-" | "−"
    TIMES: "*" | "×"
    OVER: "/" | "÷"
    NUMBER: /\d+(\.\d+)?|\.\d+/
    FIELD: /\{[^{}]*\}/
    NAME: /[A-Za-z]+/
    %ignore /\s+/
"""
_WORDS = {
    "PLUS": "+",
    "MINUS": "-",
    "TIMES": "*",
    "OVER": "/",
    "NUMBER": "a number",
    "FIELD": "a field in braces",
    "NAME": "a function",
    "LPAR": "(",
    "RPAR": ")",
    "COMMA": ",",
    "$END": "the end",
}
Values = Mapping[str, float | str | None]
Step = Callable[[list[float | None], Values], None]
"""Takes its operands from a stack, and puts what follows from them there."""


class FormulaError(Exception):
    """A formula means nothing.

    Args:
        message: why not, and where.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


@dataclass(frozen=True, slots=True)
class _Part:
    """A piece of a formula, as steps that leave one value."""

    kind: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Formula:
    """What was read of a formula."""

    text: str
    """The formula with ids of fields in its braces."""
    fields: Sequence[str]
    """Ids of the fields that it depends on."""
    steps: tuple[Step, ...]

    def value(self, values: Values) -> float | None:
        """The number, given what fields hold: numbers, and days as ISO dates.

        None if a field is empty, something is divided by zero, or the number is beyond all sense.
        """
        stack: list[float | None] = []
        for step in self.steps:
            step(stack, values)
        return stack[-1]


def read(text: str, known: Mapping[str, tuple[str, str]]) -> Formula:
    """A formula that somebody wrote.

    Args:
        text: with names or ids of fields in braces.
        known: id and kind (``number`` or ``date``) of fields, by what they may be called, in lower
            case.

    Raises:
        FormulaError: it means nothing.
    """
    if len(text) > LONGEST:
        raise FormulaError(f"A formula can't exceed {LONGEST} characters.")
    return _read(text, tuple(sorted(known.items())))


@lru_cache(maxsize=256)
def _read(text: str, known: tuple[tuple[str, tuple[str, str]], ...]) -> Formula:
    builder = _Builder(dict(known))
    try:
        part: Any = _grammar(builder).parse(text)
    except VisitError as error:
        raise error.orig_exc from None
    except UnexpectedInput as error:
        raise FormulaError(_said(text, error)) from None
    if part.kind != NUMBER:
        raise FormulaError("The formula is a day: it must be a number. Try days(from, to).")
    if not builder.found:
        raise FormulaError("The formula depends on no field: name one in braces.")
    return Formula(_with_ids(text, builder.places), [*dict.fromkeys(builder.found)], part.steps)


def _said(text: str, error: UnexpectedInput) -> str:
    at: Any = error.pos_in_stream
    if isinstance(error, UnexpectedToken) and error.token.type == "$END":
        return f"The formula ends too early, at position {len(text) + 1}."
    if isinstance(error, UnexpectedToken):
        wanted = sorted({_WORDS.get(each, each) for each in error.accepts or error.expected})
        said = f"'{error.token}' at position {_at(error.token)} is not expected"
        return f"{said}: there may be {', '.join(wanted)}."
    if isinstance(error, UnexpectedCharacters) and at is not None:
        return f"'{text[at]}' at position {at + 1} means nothing."
    return "The formula cannot be read."


def _with_ids(text: str, places: Sequence[tuple[int, int, str]]) -> str:
    parts, behind = [], 0
    for start, end, field in places:
        parts += [text[behind:start], f"{{{field}}}"]
        behind = end
    return "".join([*parts, text[behind:]])


def with_names(text: str, names: Mapping[str, str]) -> str:
    """A formula with names of fields in its braces instead of ids."""
    for field, name in names.items():
        text = text.replace(f"{{{field}}}", f"{{{name}}}")
    return text


class _Builder:
    """Makes steps of what the grammar finds, from the innermost piece outwards."""

    def __init__(self, known: Mapping[str, tuple[str, str]]) -> None:
        self._known = known
        self.found: list[str] = []
        self.places: list[tuple[int, int, str]] = []

    def constant(self, children: Sequence[Any]) -> _Part:
        """A number."""
        value = float(children[0])
        return _Part(NUMBER, (lambda stack, _values: stack.append(value),))

    def held(self, children: Sequence[Any]) -> _Part:
        """What a field holds."""
        token: Token = children[0]
        name = token[1:-1].strip()
        if name.lower() not in self._known:
            at = _at(token)
            said = f"There is no field '{name}' that holds a number or a day, at position {at}."
            raise FormulaError(said)
        field, kind = self._known[name.lower()]
        self.found.append(field)
        self.places.append((int(token.start_pos or 0), int(token.end_pos or 0), field))
        return _Part(kind, (lambda stack, values: stack.append(_number(values.get(field))),))

    def negated(self, children: Sequence[Any]) -> _Part:
        """The same below zero."""
        sign, part = children
        _require(part, NUMBER, sign)
        return _Part(NUMBER, (*part.steps, _applied(1, lambda it: -it)))

    def joined(self, children: Sequence[Any]) -> _Part:
        """Two pieces with a sign between them."""
        left, sign, right = children
        symbol = _WORDS[sign.type]
        kind = _KINDS.get((left.kind, symbol, right.kind))
        if kind is None:
            said = f"'{sign}' at position {_at(sign)} cannot stand between"
            raise FormulaError(f"{said} a {_named(left)} and a {_named(right)}.")
        return _Part(kind, (*left.steps, *right.steps, _applied(2, _SIGNS[symbol])))

    def called(self, children: Sequence[Any]) -> _Part:
        """A function of pieces."""
        name, parts = children[0], children[1:]
        function = _FUNCTIONS.get(name.lower())
        if function is None:
            known = ", ".join(sorted(_FUNCTIONS))
            said = f"There is no function '{name}', at position {_at(name)}."
            raise FormulaError(f"{said} There are {known}.")
        if not function.least <= len(parts) <= function.most:
            said = f"{name} at position {_at(name)} takes {function.takes}, not {len(parts)}."
            raise FormulaError(said)
        for part in parts:
            _require(part, function.of, name)
        steps = (step for part in parts for step in part.steps)
        return _Part(NUMBER, (*steps, _applied(len(parts), function.work)))


def _require(part: _Part, kind: str, token: Token) -> None:
    if part.kind != kind:
        wanted = "days" if kind == DAY else "numbers"
        raise FormulaError(f"{token} at position {_at(token)} takes {wanted}.")


def _at(token: Token) -> int:
    """Where in the formula it stands, from 1."""
    return (token.start_pos or 0) + 1


def _named(part: _Part) -> str:
    return "day" if part.kind == DAY else part.kind


def _applied(count: int, work: Callable[..., float | None]) -> Step:
    """Of operands of which one is nothing, nothing follows."""

    def step(stack: list[float | None], _values: Values) -> None:
        operands = stack[-count:]
        del stack[-count:]
        stack.append(None if None in operands else _sensible(work, operands))

    return step


def _sensible(work: Callable[..., float | None], operands: Sequence[Any]) -> float | None:
    try:
        found = work(*operands)
    except OverflowError:
        return None
    is_number = found is not None and math.isfinite(found) and abs(found) <= _LARGEST
    return found if is_number else None


def _number(held: float | str | None) -> float | None:
    """A number as it is; a day as how many there have been."""
    if held is None or held == "":
        return None
    if not isinstance(held, str):
        return float(held)
    return float(date.fromisoformat(held).toordinal())


def _round(value: float, digits: float = 0.0) -> float | None:
    if not digits.is_integer() or not 0 <= digits <= _MOST_DIGITS:
        return None
    exact = Decimal(repr(value)).quantize(Decimal(1).scaleb(-int(digits)), ROUND_HALF_UP)
    return float(exact)


@dataclass(frozen=True, slots=True)
class _Function:
    work: Callable[..., float | None]
    takes: str
    least: int = 1
    most: int = 1
    of: str = NUMBER


_FUNCTIONS: Mapping[str, _Function] = {
    "abs": _Function(math.fabs, "one number"),
    "ceil": _Function(lambda it: float(math.ceil(it)), "one number"),
    "days": _Function(lambda first, last: last - first, "two days", 2, 2, DAY),
    "floor": _Function(lambda it: float(math.floor(it)), "one number"),
    "max": _Function(lambda *all: max(all), "one number or more", 1, LONGEST),
    "min": _Function(lambda *all: min(all), "one number or more", 1, LONGEST),
    "round": _Function(_round, "a number, and how many digits it keeps", 1, 2),
}
_SIGNS: Mapping[str, Callable[[float, float], float | None]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "/": lambda left, right: left / right if right else None,
}
_KINDS = {
    **{(NUMBER, sign, NUMBER): NUMBER for sign in _SIGNS},
    (DAY, "-", DAY): NUMBER,
    (DAY, "+", NUMBER): DAY,
    (DAY, "-", NUMBER): DAY,
}
"""What comes of two kinds with a sign between them; what is left out makes no sense."""


def _grammar(builder: _Builder) -> Lark:
    return Lark(_GRAMMAR, parser="lalr", transformer=builder)
