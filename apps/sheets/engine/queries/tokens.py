"""Texts of queries, cut into words, signs, numbers and texts."""

from __future__ import annotations

import re
from typing import NamedTuple

from workworld.apps.sheets.engine.queries.trees import QueryError

_TOKEN = re.compile(
    r"\s*(?:(?P<text>\"[^\"]*\"|'[^']*')|(?P<name>`[^`]*`)|(?P<number>\d+(?:\.\d+)?|\.\d+)"
    r"|(?P<word>[A-Za-z_][A-Za-z0-9_]*)|(?P<sign><=|>=|!=|<>|[-+*/%=<>(),]))",
)


class Token(NamedTuple):
    """A word, sign, number or text of a query."""

    kind: str
    text: str


def tokens(text: str) -> list[Token]:
    """A query's tokens in their order.

    Raises:
        QueryError: something in it is none.
    """
    found, at = list[Token](), 0
    while text[at:].strip():
        token = _TOKEN.match(text, at)
        if token is None:
            raise QueryError(f"Cannot read “{text[at:].strip()[:20]}”.")
        kind = token.lastgroup or ""
        found.append(Token(kind, token[kind]))
        at = token.end()
    return found
