"""The parts that a query consists of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from workworld.apps.crm.soql.wording import MALFORMED, refusal

LONGEST = 100_000
"""How many characters a query may have."""
END = "end"
WORD, TEXT, NUMBER, CURRENCY = "word", "text", "number", "currency"
DATE, DATETIME, SIGN = "date", "datetime", "sign"
_NAME = r"[A-Za-z_]\w*"
_PATTERNS = (
    (DATETIME, r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)"),
    (DATE, r"\d{4}-\d\d-\d\d(?![\w.])"),
    (NUMBER, r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?![\w.])"),
    (CURRENCY, r"[A-Za-z]{3}-?\d+(?:\.\d+)?(?![\w.])"),
    (WORD, rf"{_NAME}(?:\.{_NAME})*"),
    (TEXT, r"'(?:\\.|[^'\\])*'"),
    (SIGN, r"!=|<>|<=|>=|[=<>(),:]"),
)
_TOKEN = re.compile(
    "|".join(f"(?P<{kind}>{form})" for kind, form in _PATTERNS), re.ASCII | re.DOTALL
)
_SPACE = re.compile(r"\s+")
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f", "'": "'", '"': '"', "\\": "\\"}
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Token:
    """A part of a query."""

    kind: str
    text: str
    """As it is written."""
    at: int

    @property
    def word(self) -> str:
        """In small letters; empty if it is no word."""
        return self.text.lower() if self.kind in (WORD, CURRENCY) else ""


def tokens(text: str) -> list[Token]:
    """The parts of a query; the last one is its end.

    Raises:
        QueryRefused: it is too long, or something in it is no part of any query.
    """
    if len(text) > LONGEST:
        said = f"SOQL statements cannot be longer than {LONGEST:,} characters."
        raise refusal(MALFORMED, said)
    return [*_scan(text), Token(END, "<EOF>", len(text))]


def unescaped(text: str, raw: str, at: int, *, keeps_wildcards: bool = False) -> str:
    r"""What a quoted text means.

    Args:
        text: the query.
        raw: the quoted text with its quotes.
        at: where it stands.
        keeps_wildcards: whether ``\%`` and ``\_`` stay as they are, as ``LIKE`` needs them.

    Raises:
        QueryRefused: there is an escape that means nothing.
    """

    def meant(found: re.Match[str]) -> str:
        letter = found[1]
        if letter in "%_":
            return found[0] if keeps_wildcards else letter
        if letter == "\\" and keeps_wildcards:
            return found[0]
        if len(letter) == 5:
            code = int(letter[1:], 16)
            if code and not 0xD800 <= code <= 0xDFFF:  # no half of a pair, nor what ends texts
                return chr(code)
        elif letter.lower() in _ESCAPES:
            return _ESCAPES[letter.lower()]
        raise refusal(MALFORMED, f"Illegal string escape: {found[0]}", text, at)

    return _ESCAPE.sub(meant, raw[1:-1])


def _scan(text: str) -> Iterator[Token]:
    at = 0
    while at < len(text):
        if space := _SPACE.match(text, at):
            at = space.end()
            continue
        found = _TOKEN.match(text, at)
        if found is None or found.lastgroup is None:
            raise _unreadable(text, at)
        yield Token(found.lastgroup, found[0], at)
        at = found.end()


def _unreadable(text: str, at: int) -> Exception:
    line, start = text.count("\n", 0, at) + 1, text.rfind("\n", 0, at) + 1
    if text[at] == "'":
        end = len(text) - start
        said = f"line {line}:{end} mismatched character '<EOF>' expecting '''"
        return refusal(MALFORMED, said)
    said = f"line {line}:{at - start} no viable alternative at character '{text[at]}'"
    return refusal(MALFORMED, said)
