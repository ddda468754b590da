"""Formulas as texts: their parts, and their references put elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import formualizer

from workworld.apps.sheets.engine.addresses import Reference, parse
from workworld.apps.sheets.engine.changes import Change

LOST = "#REF!"
"""What stands where a reference's cells are gone."""

_OPERAND, _RANGE = formualizer.TokenType.Operand, formualizer.TokenSubType.Range


class Part(NamedTuple):
    """A reference or name within a formula."""

    text: str
    start: int
    """Where it begins, in characters, the equals sign counted."""
    end: int
    reference: Reference | None
    """None for a name."""


def is_formula(text: str) -> bool:
    """Whether what was typed is a formula: an equals sign and something behind it."""
    return len(text) > 1 and text[0] == "="


@lru_cache(maxsize=4096)
def tree_of(formula: str) -> Any:
    """A formula as the library reads it; None where it cannot."""
    try:
        return formualizer.parse(formula)
    except (formualizer.ParserError, formualizer.TokenizerError):
        return None


def parts(formula: str) -> list[Part]:
    """The references and names of a formula, in order; none where it cannot be read."""
    return list(_parts(formula))


def changed(formula: str, sheet: str, change: Change) -> str:
    """A formula as it reads after a structural edit.

    Args:
        formula: with its equals sign.
        sheet: the title of the sheet it stands on.
        change: what was done.

    Returns:
        The same text where nothing in it is concerned.
    """

    def put(part: Part) -> str | None:
        if part.reference is None:
            return None
        moved = change(part.reference, sheet)
        if moved is part.reference:
            return None
        if moved is None:
            return LOST
        return f"{moved}#" if part.text.endswith("#") else str(moved)

    return replaced(formula, put)


def renamed(formula: str, put: Callable[[str], str | None]) -> str:
    """A formula as it reads after a named range or a table got another name.

    Args:
        formula: with its equals sign.
        put: what is to stand in the place of a name; None leaves it.
    """
    return replaced(formula, lambda part: put(part.text) if part.reference is None else None)


def replaced(formula: str, put: Callable[[Part], str | None]) -> str:
    """A formula with some of its references and names replaced.

    Args:
        formula: with its equals sign.
        put: what is to stand in the place of a part; None leaves it.
    """
    pieces, done = list[str](), 0
    for part in _parts(formula):
        text = put(part)
        if text is not None:
            pieces += (formula[done : part.start], text)
            done = part.end
    return formula if not pieces else "".join((*pieces, formula[done:]))


def _parts(formula: str) -> Iterator[Part]:
    try:
        found = formualizer.Tokenizer(formula).tokens()
    except formualizer.TokenizerError:
        return  # what cannot be read leads nowhere
    raw = None if formula.isascii() else formula.encode()
    for token in found:
        if token.token_type == _OPERAND and token.subtype == _RANGE:
            text, start, end = token.value, token.start, token.end
            if raw is not None:  # the tokenizer counts bytes
                start, end = len(raw[:start].decode()), len(raw[:end].decode())
            if formula[end : end + 1] == "#":  # what the formula there spills to
                yield Part(formula[start : end + 1], start, end + 1, parse(text))
            else:
                yield Part(text, start, end, parse(text))
