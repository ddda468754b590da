"""The parts of a query, taken one after the other."""

from __future__ import annotations

from typing import NoReturn

from workworld.apps.crm.soql.tokens import CURRENCY, TEXT, WORD, Token, tokens
from workworld.apps.crm.soql.tree import Path
from workworld.apps.crm.soql.wording import MALFORMED, refusal

DEEPEST = 40
"""How many parentheses may stand within each other."""
_LONGEST_SHOWN = 200
RESERVED = frozenset(
    (
        *("and", "asc", "desc", "excludes", "first", "from", "group", "having", "in", "includes"),
        *("last", "like", "limit", "not", "null", "nulls", "offset", "or", "select", "using"),
        *("where", "with", "order", "for", "all", "update", "typeof"),
    )
)
"""What cannot be the name of anything."""


class Reader:
    """A query that is being read.

    Args:
        text: the query.

    Raises:
        QueryRefused: it is too long, or something in it is no part of any query.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._tokens = tokens(text)
        self._at = 0
        self._depth = 0

    @property
    def now(self) -> Token:
        """The part that comes next."""
        return self._tokens[self._at]

    @property
    def following(self) -> Token:
        """The part after the next."""
        return self._tokens[min(self._at + 1, len(self._tokens) - 1)]

    def take(self, *words: str) -> Token | None:
        """The next part, if it is one of these words or signs."""
        token = self.now
        if token.kind not in (WORD, CURRENCY, "sign") or token.text.lower() not in words:
            return None
        self._at += 1
        return token

    def need(self, *words: str) -> Token:
        """The next part, which has to be one of these words or signs."""
        return self.take(*words) or self.refuse()

    def name(self) -> Token:
        """The next part, which has to be a name."""
        token = self.now
        if token.kind not in (WORD, CURRENCY):
            self.refuse()
        self._at += 1
        return token

    def refuse(self, token: Token | None = None) -> NoReturn:
        """Something else should stand there."""
        wrong = token or self.now
        shown = wrong.text
        if len(shown) > _LONGEST_SHOWN:
            shown = f"{shown[:_LONGEST_SHOWN]}…"
        shown = shown if wrong.kind == TEXT else f"'{shown}'"
        raise refusal(MALFORMED, f"unexpected token: {shown}", self.text, wrong.at)

    def said(self, said: str, at: int) -> NoReturn:
        """Something is wrong there."""
        raise refusal(MALFORMED, said, self.text, at)

    def skip(self, count: int = 1) -> None:
        """Go on to a later part."""
        self._at += count

    @property
    def last(self) -> Token:
        """The part that was taken last."""
        return self._tokens[self._at - 1]

    def path(self) -> Path:
        """A field, perhaps of a parent."""
        token = self.name()
        if token.word in RESERVED:
            self.refuse(token)
        return Path(tuple(token.text.split(".")), token.at)

    def deeper(self) -> None:
        """What follows stands within something; ``shallower`` when it has been read."""
        self._depth += 1
        if self._depth > DEEPEST:
            self.said(f"The query is nested more than {DEEPEST} levels deep", self.now.at)

    def shallower(self) -> None:
        """What stood within something has been read."""
        self._depth -= 1
