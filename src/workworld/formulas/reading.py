"""Reading formulas: from text to something that yields a value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Any

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken, VisitError

from workworld.formulas.forms import FORMS
from workworld.formulas.functions import FUNCTIONS, applied, pattern
from workworld.formulas.kinds import (
    DEEPEST,
    Call,
    Facts,
    FormulaError,
    Held,
    Kind,
    Part,
    Value,
)
from workworld.formulas.signs import joined

LONGEST = 3_900
"""How many characters a formula may have."""
Names = Callable[[str], Held | None]
"""A field by what a formula calls it, ``Account.Name``; None if there is none."""
_GRAMMAR = r"""
    ?start: either
    ?either: both | either OR both -> joined
    ?both: equality | both AND equality -> joined
    ?equality: order | equality SAME order -> joined
    ?order: sum | order ORDER sum -> joined
    ?sum: product | sum (PLUS | MINUS | CHAIN) product -> joined
    ?product: power | product (TIMES | OVER) power -> joined
    ?power: signed | signed POWER power -> joined
    ?signed: atom | MINUS signed -> negated | PLUS signed -> kept | BANG signed -> denied
    ?atom: NUMBER -> number
        | STRING -> text
        | NAME -> name
        | NAME LPAR [either (COMMA either)*] RPAR -> called
        | LPAR either RPAR -> nested
    OR: "||"
    AND: "&&"
    SAME: "==" | "=" | "<>" | "!="
    ORDER: "<=" | ">=" | "<" | ">"
    PLUS: "+"
    MINUS: "-"
    CHAIN: "&"
    TIMES: "*"
    OVER: "/"
    POWER: "^"
    BANG: "!"
    LPAR: "("
    RPAR: ")"
    COMMA: ","
    NUMBER: /\d+(\.\d+)?|\.\d+/
    STRING: /"([^"\\]|\\.)*"|'([^'\\]|\\.)*'/s
    NAME: /\$?[A-Za-z_]\w*(\.[A-Za-z_]\w*)*/
    COMMENT: /\/\*(.|\n)*?\*\//
    %ignore COMMENT
    %ignore /\s+/
"""
_SIGNS = {"==": "=", "!=": "<>"}
_CONSTANTS: dict[str, tuple[Kind, Value]] = {
    "TRUE": (Kind.BOOLEAN, True),
    "FALSE": (Kind.BOOLEAN, False),
    "NULL": (Kind.BLANK, None),
}
_LONGEST_NUMBER = 18
_SAID = {Kind.BOOLEAN: "true or false"}


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula that means something."""

    text: str
    kind: Kind
    fields: Sequence[str]
    """The names of the fields that it depends on, in the order in which they occur."""
    _part: Part

    def value(self, facts: Facts) -> Value:
        """What it yields of facts; raises nothing."""
        return self._part.work(facts)

    def holds(self, facts: Facts) -> bool:
        """Whether a condition is true; a blank is not."""
        return bool(self._part.work(facts))


def read(text: str, names: Names, wanted: Kind | None = Kind.BOOLEAN) -> Formula:
    """A formula that somebody wrote.

    Args:
        text: the formula.
        names: which fields there are.
        wanted: what it must yield; None for anything.

    Raises:
        FormulaError: it means nothing, or yields something else.
    """
    if len(text) > LONGEST:
        raise FormulaError(f"Formula is too long ({len(text)} characters). Maximum is {LONGEST}")
    builder = _Builder(names)
    try:
        part: Any = builder.transform(_grammar().parse(text))
    except VisitError as error:
        if isinstance(error.orig_exc, FormulaError):
            raise error.orig_exc from None
        raise
    except UnexpectedInput as error:
        raise _unexpected(text, error) from None
    except RecursionError:
        raise _too_deep() from None
    if wanted is not None and part.kind not in (wanted, Kind.BLANK):
        raise FormulaError(
            f"Formula result is data type ({part.kind}), incompatible with expected data type"
            f" ({_SAID.get(wanted, wanted)})."
        )
    return Formula(text, part.kind, tuple(dict.fromkeys(builder.fields)), part)


@cache
def _grammar() -> Lark:
    return Lark(_GRAMMAR, parser="lalr", maybe_placeholders=False)


def _unexpected(text: str, error: UnexpectedInput) -> FormulaError:
    if isinstance(error, UnexpectedCharacters):
        at: Any = error.pos_in_stream
        if text[at] in "\"'":
            return FormulaError("Syntax error. Text is not closed", at + 1)
        return FormulaError(f"Syntax error. Extra {text[at]}", at + 1)
    wanted: Any = getattr(error, "accepts", None) or getattr(error, "expected", ())
    if isinstance(error, UnexpectedToken) and error.token.type != "$END":
        at = _at(error.token)
        if "RPAR" in wanted and error.token.type not in ("COMMA", "RPAR"):
            return FormulaError(f"Syntax error. Missing ')' before '{error.token}'", at)
        return FormulaError(f"Syntax error. Extra '{error.token}'", at)
    if "RPAR" in wanted:
        return FormulaError("Syntax error. Missing ')'", len(text) + 1)
    return FormulaError("Syntax error. Found end of formula", len(text) + 1)


def _too_deep() -> FormulaError:
    return FormulaError("The formula is nested too deeply")


def _at(token: Token) -> int:
    return (token.start_pos or 0) + 1


class _Builder(Transformer[Token, Part]):
    """Makes pieces of what the grammar finds, from the innermost outwards."""

    def __init__(self, names: Names) -> None:
        super().__init__()
        self._names = names
        self.fields: list[str] = []

    def number(self, children: Sequence[Any]) -> Part:
        """A number."""
        (token,) = children
        if len(token) > _LONGEST_NUMBER:
            raise FormulaError("The number is too large", _at(token))
        value = Decimal(token)
        return Part(Kind.NUMBER, lambda _facts: value, _at(token))

    def text(self, children: Sequence[Any]) -> Part:
        """A text in quotes."""
        (token,) = children
        value = _unescaped(token[1:-1])
        return Part(Kind.TEXT, lambda _facts: value, _at(token))

    def name(self, children: Sequence[Any]) -> Part:
        """A field, or a constant."""
        (token,) = children
        constant = _CONSTANTS.get(token.upper())
        if constant:
            kind, value = constant
            return Part(kind, lambda _facts: value, _at(token))
        held = self._names(str(token))
        if held is None:
            raise FormulaError(f"Field {token} does not exist. Check spelling.", _at(token))
        self.fields.append(held.name)
        return Part(held.kind, lambda facts: facts.value(held.name), _at(token), 1, held.name)

    def called(self, children: Sequence[Any]) -> Part:
        """A function of pieces."""
        token = children[0]
        parts = [each for each in children if isinstance(each, Part)]
        call = Call(token.upper(), parts, _at(token))
        form, function = FORMS.get(call.name), FUNCTIONS.get(call.name)
        if form is not None:
            return _shallow(form(call))
        if function is None:
            raise FormulaError(f"Unknown function {call.name}. Check spelling.", call.at)
        _check_pattern(call)
        return _shallow(applied(call, function))

    def joined(self, children: Sequence[Any]) -> Part:
        """Two pieces with a sign between them."""
        left, sign, right = children
        return _shallow(joined(left, _SIGNS.get(sign, str(sign)), right, _at(sign)))

    def negated(self, children: Sequence[Any]) -> Part:
        """The same below zero."""
        sign, part = children
        zero = Part(Kind.NUMBER, lambda _facts: Decimal(0), _at(sign))
        return _shallow(joined(zero, "-", part, _at(sign)))

    def kept(self, children: Sequence[Any]) -> Part:
        """A plus sign changes nothing."""
        return _shallow(Part(*_of(children[1]), _at(children[0]), children[1].depth + 1))

    def denied(self, children: Sequence[Any]) -> Part:
        """The contrary."""
        return _shallow(FORMS["NOT"](Call("NOT", [children[1]], _at(children[0]))))

    def nested(self, children: Sequence[Any]) -> Part:
        """A piece in parentheses; a field within them is a field."""
        part: Part = children[1]
        return _shallow(Part(*_of(part), _at(children[0]), part.depth + 1, part.field))


def _of(part: Part) -> tuple[Kind, Any]:
    return part.kind, part.work


def _shallow(part: Part) -> Part:
    if part.depth > DEEPEST:
        raise _too_deep()
    return part


def _check_pattern(call: Call) -> None:
    """A pattern that stands in the formula itself is refused when it is read."""
    if call.name != "REGEX" or len(call.parts) != 2 or call.parts[1].field:
        return
    part = call.parts[1]
    if part.kind is Kind.TEXT and part.depth == 1:
        pattern(str(part.work(None)), part.at)  # type: ignore[arg-type]


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    made, letters = [], iter(text)
    for letter in letters:
        if letter == "\\":
            following = next(letters)
            made.append("\n" if following == "n" else following)
        else:
            made.append(letter)
    return "".join(made)
