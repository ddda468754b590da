"""Number formats as they are written: ``#,##0.00;[Red](#,##0.00)``, ``d mmm yyyy``, ``[h]:mm``.

https://support.microsoft.com/office/review-guidelines-for-customizing-a-number-format-c0a1d1fa-d3f4-4018-96b7-9c9354dd99f5
https://developers.google.com/workspace/sheets/api/guides/formats
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

LONGEST = 400
"""How many characters a format may have."""
MOST_DECIMALS = 30


class FormatError(ValueError):
    """A format that cannot be read; the text tells why."""


class Sign(StrEnum):
    """What a part of a format is."""

    LITERAL = "literal"
    DIGIT = "digit"
    POINT = "point"
    COMMA = "comma"
    PERCENT = "percent"
    EXPONENT = "exponent"
    SLASH = "slash"
    DENOMINATOR = "denominator"
    TEXT = "text"
    DATE = "date"
    ELAPSED = "elapsed"
    HALF = "half of the day"
    SPACE = "space as wide as a character"
    FILL = "repeated character"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a section: what it is and how it is written."""

    sign: Sign
    text: str


@dataclass(frozen=True, slots=True)
class Section:
    """What a format says of some values."""

    parts: tuple[Part, ...]
    colour: str = ""
    """In small letters, or empty."""
    condition: tuple[str, float] | None = None
    """A comparison and a number."""

    @property
    def is_date(self) -> bool:
        """Whether it shows days or times."""
        return any(each.sign in (Sign.DATE, Sign.ELAPSED, Sign.HALF) for each in self.parts)

    @property
    def shows_text(self) -> bool:
        """Whether it says where a text goes."""
        return any(each.sign is Sign.TEXT for each in self.parts)

    @property
    def shows_digits(self) -> bool:
        """Whether it shows a number."""
        return any(each.sign in (Sign.DIGIT, Sign.DENOMINATOR) for each in self.parts)

    @property
    def is_of_negatives(self) -> bool:
        """Whether its condition lets none but negative numbers through, besides nought."""
        return (
            self.condition is not None
            and self.condition[0] in ("<", "<=")
            and self.condition[1] <= 0
        )

    def holds(self, value: float) -> bool:
        """Whether its condition, if it has one, is met."""
        return self.condition is None or _COMPARE[self.condition[0]](value, self.condition[1])


_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "=": lambda one, other: one == other,
    "<>": lambda one, other: one != other,
    "<": lambda one, other: one < other,
    "<=": lambda one, other: one <= other,
    ">": lambda one, other: one > other,
    ">=": lambda one, other: one >= other,
}
_COLOURS = "black|blue|cyan|green|magenta|red|white|yellow|color ?[1-9][0-9]?"
_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|_(?P<space>.)|\*(?P<fill>.)'
    rf"|\[(?P<colour>{_COLOURS})\]"
    r"|\[(?P<compare><=|>=|<>|[<>=])(?P<than>-?[0-9.]+)\]"
    r"|\[\$(?P<currency>[^\]-]*)(?:-[^\]]*)?\]"
    r"|\[(?P<elapsed>h+|m+|s+)\]"
    r"|(?P<half>am/pm|a/p)|(?P<general>general)"
    r"|(?P<exponent>e[+-])(?=[0#?])|(?P<digit>[0#?])|(?P<date>y+|m+|d+|h+|s+)"
    r"|(?P<sign>[.,%/@])|(?P<literal>[^\[\]])",
    re.IGNORECASE | re.DOTALL,
)
_SIGNS = {
    ".": Sign.POINT,
    ",": Sign.COMMA,
    "%": Sign.PERCENT,
    "/": Sign.SLASH,
    "@": Sign.TEXT,
}
_PLAIN_KINDS = {
    "digit": Sign.DIGIT,
    "date": Sign.DATE,
    "elapsed": Sign.ELAPSED,
    "half": Sign.HALF,
    "exponent": Sign.EXPONENT,
    "space": Sign.SPACE,
    "fill": Sign.FILL,
    "quoted": Sign.LITERAL,
    "escaped": Sign.LITERAL,
    "currency": Sign.LITERAL,
    "literal": Sign.LITERAL,
}
GENERAL = Part(Sign.DIGIT, "General")
"""A number as it is without a format."""


@lru_cache(maxsize=1024)
def sections(code: str) -> tuple[Section, ...]:
    """The sections of a format: one to four.

    Raises:
        FormatError: it cannot be read.
    """
    if len(code) > LONGEST:
        raise FormatError(f"A number format has at most {LONGEST} characters.")
    found = [_section(each) for each in _divided(code)]
    if len(found) > 4:
        raise FormatError("A number format has at most four sections.")
    return tuple(found)


def _divided(code: str) -> list[str]:
    """The texts between semicolons that stand neither in quotes nor behind a backslash."""
    pieces, begun, place = list[str](), 0, 0
    while place < len(code):
        letter = code[place]
        if letter == '"':
            end = code.find('"', place + 1)
            if end < 0:
                raise FormatError("A quotation mark is not closed.")
            place = end
        elif letter in "\\_*":
            place += 1
        elif letter == ";":
            pieces.append(code[begun:place])
            begun = place + 1
        place += 1
    return [*pieces, code[begun:]]


def _section(code: str) -> Section:
    parts, colour, condition, place = list[Part](), "", None, 0
    while place < len(code):
        found = _TOKEN.match(code, place)
        if found is None:
            raise FormatError(f"“{code[place:]}” is no part of a number format.")
        place = found.end()
        kind = found.lastgroup or ""
        if kind == "colour":
            colour = found["colour"].lower()
        elif kind == "than":
            condition = (found["compare"], _number(found["than"]))
        elif kind == "general":
            parts.append(GENERAL)
        elif kind == "sign":
            parts.append(Part(_SIGNS[found["sign"]], found["sign"]))
        else:
            parts.append(Part(_PLAIN_KINDS[kind], found[kind]))
    if sum(each.sign is Sign.DIGIT for each in parts) > MOST_DECIMALS + 30:
        raise FormatError(f"A number format shows at most {MOST_DECIMALS} decimals.")
    return Section(tuple(_settled(parts)), colour, condition)


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise FormatError(f"“{text}” is no number.") from None


def _settled(parts: Sequence[Part]) -> list[Part]:
    """The parts as their neighbours make them: minutes among times, slashes in dates."""
    settled = _with_minutes(list(parts))
    if any(each.sign in (Sign.DATE, Sign.ELAPSED) for each in settled):
        return [_written(each, (Sign.SLASH, Sign.COMMA)) for each in settled]
    place = next((at for at, each in enumerate(settled) if each.sign is Sign.SLASH), None)
    if place is None:
        return settled
    if not any(each.sign is Sign.DIGIT for each in settled[:place]):
        return [_written(each, (Sign.SLASH,)) for each in settled]
    return [*settled[: place + 1], *_denominator(settled[place + 1 :])]


def _written(part: Part, signs: Sequence[Sign]) -> Part:
    return Part(Sign.LITERAL, part.text) if part.sign in signs else part


def _denominator(parts: Sequence[Part]) -> list[Part]:
    """What stands below a fraction's line: places for digits, or a number."""
    digits = 0
    for part in parts:
        is_number = part.sign is Sign.LITERAL and part.text.isdigit()
        if part.sign is not Sign.DIGIT and not is_number:
            break
        digits += 1
    below = Part(Sign.DENOMINATOR, "".join(each.text for each in parts[:digits]))
    return [below, *parts[digits:]]


def _with_minutes(parts: list[Part]) -> list[Part]:
    """``m`` and ``mm`` mean minutes behind hours and before seconds, months otherwise."""
    times = [at for at, each in enumerate(parts) if each.sign in (Sign.DATE, Sign.ELAPSED)]
    for place, at in enumerate(times):
        text = parts[at].text.lower()
        if parts[at].sign is not Sign.DATE or text not in ("m", "mm"):
            continue
        before = parts[times[place - 1]].text.lower() if place else ""
        behind = parts[times[place + 1]].text.lower() if place + 1 < len(times) else ""
        if before.startswith("h") or behind.startswith("s"):
            parts[at] = Part(Sign.DATE, "n" * len(text))
    return parts


def literal(part: Part) -> str:
    """What a part shows that stands for nothing of the value."""
    if part.sign is Sign.SPACE:
        return " "
    return "" if part.sign is Sign.FILL else part.text
