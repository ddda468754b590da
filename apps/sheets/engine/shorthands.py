"""Functions that say in a word what others say together, and arguments that may be left out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from workworld.apps.sheets.engine.formulas import tree_of
from workworld.apps.sheets.engine.writers import NOTHING, Special, Writer, Written, enclosed


class Form(NamedTuple):
    """What a function stands for when it is given so many arguments."""

    given: int
    text: str
    """With ``{0}`` for the first argument."""


_TWO = {
    "ADD": "+",
    "MINUS": "-",
    "MULTIPLY": "*",
    "DIVIDE": "/",
    "POW": "^",
    "EQ": "=",
    "NE": "<>",
    "GT": ">",
    "GTE": ">=",
    "LT": "<",
    "LTE": "<=",
}
_WITHIN = "(({{0}}){}({{1}}))*(({{0}}){}({{2}}))=1"
_FORMS: Mapping[str, Sequence[Form]] = {
    **{name: (Form(2, f"({{0}}){sign}({{1}})"),) for name, sign in _TWO.items()},
    "UMINUS": (Form(1, "-({0})"),),
    "UPLUS": (Form(1, "+({0})"),),
    "UNARY_PERCENT": (Form(1, "({0})%"),),
    "ISBETWEEN": (
        Form(3, _WITHIN.format(">=", "<=")),
        Form(4, "IF({3}," + _WITHIN.format(">=", "<=") + "," + _WITHIN.format(">", "<=") + ")"),
        Form(
            5,
            "IF({4},ISBETWEEN({0},{1},{2},{3}),"
            f"IF({{3}},{_WITHIN.format('>=', '<')},{_WITHIN.format('>', '<')}))",
        ),
    ),
    "ARRAY_CONSTRAIN": (Form(3, "TAKE({0},{1},{2})"),),
    "AVERAGE.WEIGHTED": (Form(2, "SUMPRODUCT({0},{1})/SUM({1})"),),
    "PERCENTOF": (Form(2, "SUM({0})/SUM({1})"),),
    **dict.fromkeys(("TO_DATE", "TO_PERCENT", "TO_DOLLARS", "TO_PURE_NUMBER"), (Form(1, "({0})"),)),
    "TO_TEXT": (Form(1, '({0})&""'),),
    **{name: (Form(1, f"{name}({{0}},0)"),) for name in ("ROUND", "ROUNDUP", "ROUNDDOWN")},
    **{name: (Form(1, f"{name}({{0}},{NOTHING}())"),) for name in ("IFERROR", "IFNA")},
    "NORM.S.DIST": (Form(1, "NORM.S.DIST({0},TRUE)"),),
}
COMMON = frozenset({"ROUND", "ROUNDUP", "ROUNDDOWN", "IFERROR", "IFNA"})
"""Those that most formulas give all arguments."""
_COMMON_CALL = re.compile(rf"\b(?:{'|'.join(sorted(COMMON))})\(", re.ASCII | re.IGNORECASE)


def spelled_out(writer: Writer, name: str, arguments: Sequence[Any]) -> Written:
    """A function as what it stands for; as it is where it is given another number of arguments."""
    form = next((each for each in _FORMS[name] if each.given == len(arguments)), None)
    if form is None or any(each.node_type() == "Omitted" for each in arguments):
        return writer.plain(name, arguments)
    said = form.text.format(*(each.to_formula()[1:] for each in arguments))
    tree = tree_of(f"={said}")
    if tree is None:
        return writer.plain(name, arguments)
    made = writer.written(tree)
    return made._replace(text=enclosed(made, tree))


def leaves_out(formula: str) -> bool:
    """Whether a common function may have its first argument alone; quotes are not looked into."""
    for found in _COMMON_CALL.finditer(formula):
        depth = 1
        for sign in formula[found.end() :]:
            depth += (sign == "(") - (sign == ")")
            if sign == '"' or not depth:
                return True
            if sign == "," and depth == 1:
                break
    return False


SPECIALS: Mapping[str, Special] = dict.fromkeys(_FORMS, spelled_out)
