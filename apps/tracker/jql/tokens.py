"""The parts that a query consists of."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from workworld.apps.tracker.jql.tree import JqlError
from workworld.apps.tracker.jql.words import KEYWORDS, RESERVED

LONGEST = 20_000
"""How many characters a query may have."""
PREFIX = "Error in the JQL Query: "
_ESCAPES = {"t": "\t", "n": "\n", "r": "\r"}
_KNOWN_ESCAPES = "\\', \\\", \\t, \\n, \\r, \\\\, '\\ ' and \\uXXXX"
_SPACE = re.compile(r"\s+")
_SIGN = re.compile(r"!=|!~|<=|>=|&&|\|\||[=<>~!(),\[\]&|]")
_PLAIN = re.compile(
    r"(?:\\u[0-9a-fA-F]{4}|\\.|[^\\\s=<>~!(),\[\]&|{}*/%+^$#@?;\"'\x00-\x1f\x7f])+", re.DOTALL
)
_QUOTED = {
    '"': re.compile(r'"((?:\\.|[^"\\])*)"', re.DOTALL),
    "'": re.compile(r"'((?:\\.|[^'\\])*)'", re.DOTALL),
}
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|u.?|.)", re.DOTALL)
_WHOLE_NUMBER = re.compile(r"-?\d{19,}")
_CONNECTIVES = {"&": "and", "&&": "and", "|": "or", "||": "or"}
END = "end"


@dataclass(frozen=True, slots=True)
class Token:
    """A part of a query."""

    kind: str
    """``word``, ``quoted``, ``end``, a keyword in lower case, or a sign such as ``!=``."""
    text: str
    """What it means; of a keyword or sign as it was written."""
    start: int
    end: int


class Lines:
    """Where in a text its lines begin."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(found.end() for found in re.finditer("\n", text))]

    def place(self, at: int) -> tuple[int, int]:
        """The line and the character of a place, each from 1."""
        line = bisect_right(self._starts, at)
        return line, at - self._starts[line - 1] + 1


def tokens(text: str) -> list[Token]:
    """The parts of a query; the last one is its end.

    Raises:
        JqlError: it is too long, or something in it is no part of any query.
    """
    if len(text) > LONGEST:
        raise JqlError(f"The JQL query is longer than {LONGEST:,} characters.")
    found = list(_scan(text))
    return [*found, Token(END, "", len(text), len(text))]


def _scan(text: str) -> Iterator[Token]:
    at = 0
    while at < len(text):
        if space := _SPACE.match(text, at):
            at = space.end()
            continue
        token = _next(text, at)
        yield token
        at = token.end


def _next(text: str, at: int) -> Token:
    if text[at] in _QUOTED:
        return _quoted(text, at)
    if sign := _SIGN.match(text, at):
        return Token(_CONNECTIVES.get(sign[0], sign[0]), sign[0], at, sign.end())
    if plain := _PLAIN.match(text, at):
        return _word(text, at, plain[0])
    return _refuse(text, at)


def _quoted(text: str, at: int) -> Token:
    found = _QUOTED[text[at]].match(text, at)
    if found is None:
        shown = " ".join(text[at + 1 :].split("\n"))
        said = f"The quoted string '{shown}' has" if shown else "The quoted string has"
        raise _error(text, at, f"{said} not been completed.")
    return Token("quoted", _unescaped(text, at + 1, found[1]), at, found.end())


def _word(text: str, at: int, plain: str) -> Token:
    end, lowered = at + len(plain), plain.lower()
    if lowered in KEYWORDS:
        return Token(lowered, plain, at, end)
    if lowered in RESERVED:
        said = f"'{plain}' is a reserved JQL word. You must surround it in quotation marks"
        raise _error(text, at, f"{said} to use it in a query.")
    if _WHOLE_NUMBER.fullmatch(plain) and not -(2**63) <= int(plain[:25]) < 2**63:
        said = f"'{plain}' is not a valid number. Numbers must be between {-(2**63):,} and"
        raise _error(text, at, f"{said} {2**63 - 1:,}.")
    return Token("word", _unescaped(text, at, plain), at, end)


def _unescaped(text: str, start: int, raw: str) -> str:
    if "\\" not in raw:
        return raw

    def meant(found: re.Match[str]) -> str:
        letter = found[1]
        if letter in "'\"\\ ":
            return letter
        if letter in _ESCAPES:
            return _ESCAPES[letter]
        if len(letter) == 5:
            return _letter(text, start + found.start(), letter)
        said = f"'{found[0]}' is an illegal JQL escape sequence."
        raise _illegal(text, start + found.start(), said)

    return _ESCAPE.sub(meant, raw)


def _letter(text: str, at: int, escape: str) -> str:
    code = int(escape[1:], 16)
    if 0xD800 <= code <= 0xDFFF or code == 0:  # half of a pair, or what ends texts elsewhere
        raise _illegal(text, at, f"'\\{escape}' is an illegal JQL escape sequence.")
    return chr(code)


def _illegal(text: str, at: int, said: str) -> JqlError:
    return _error(text, at, f"{said} The valid escape sequences are {_KNOWN_ESCAPES}.")


def _refuse(text: str, at: int) -> Token:
    letter = text[at]
    line, column = Lines(text).place(at)
    escape = f"\\u{ord(letter):04x}"
    if letter == "\\":
        raise _illegal(text, at, "The escape sequence has not been completed.")
    if letter.isprintable():
        said = f"The character '{letter}' is a reserved JQL character. You must enclose it in a"
        raise _error(text, at, f"{said} string or use the escape '{escape}' instead.")
    said = f"The character 'U+{ord(letter):04X}' on line {line} at position {column}"
    raise _error(text, at, f"{said} must be escaped. Use the escape '{escape}' instead.")


def _error(text: str, at: int, said: str) -> JqlError:
    return JqlError(f"{PREFIX}{said}", *Lines(text).place(at))
